"""Whatever else there is to show, the question, its answers and the scores stand whole on the screen."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.messages.waits import FlagsWait
from rules.kernel.edition import Edition
from rules.kernel.messages import Command, PlayCard
from rules.kernel.values import CardId
from rules.registry import EDITIONS
from rules.second.messages import IgnoreWait, ShieldWait
from tests.companion.browser import Tablet, inside, served_world
from tests.companion.dashboard_world import World, world
from tests.companion.first_questions import (
    ALLIED_ARMS_QUESTIONS,
    ARMS_QUESTIONS,
    EPIC_ARMS_QUESTIONS,
    EPIC_QUESTIONS,
    FIRST_QUESTIONS,
    MEDIEVAL_QUESTIONS,
)
from tests.companion.in_sight import ASKED_ABOUT_THE_BOARD, SIZES, hidden
from tests.companion.scenes import wait_of
from tests.companion.second_questions import BATTLE_QUESTIONS, FIELD_QUESTIONS, LEARNING_QUESTIONS
from tests.rules.editions.laid import laid

pytestmark = pytest.mark.browser
TIGHT = ("1280x690", "1024x768", "390x844")
TAPPED = ("Landmarks", "a deck", "a card")  # on the board, or looked through
QUESTIONS: Mapping[str, Mapping[str, tuple[Command, ...]]] = {
    "learning": LEARNING_QUESTIONS,
    "battle": BATTLE_QUESTIONS,
    "free": FIELD_QUESTIONS,
    "war_council": FIRST_QUESTIONS,
    "war_council.medieval_lore": MEDIEVAL_QUESTIONS,
    "three_fronts": EPIC_QUESTIONS,
    "open_country": ARMS_QUESTIONS,
    "three_fronts.call_to_arms": EPIC_ARMS_QUESTIONS,
    "three_fronts.call_to_arms.reluctant_allies": ALLIED_ARMS_QUESTIONS,
}
"""By scenario."""

BY_PACKS = {FlagsWait, IgnoreWait, ShieldWait}
"""What is asked only where a pack says so."""


SAID = """
const captions = document.getElementById("captions");
captions.hidden = false;
captions.innerHTML = "<p>A sentence that was said, and is shown while it is heard.</p>".repeat(2);
"""


@pytest.mark.parametrize(
    ("scenario", "sizes"),
    [
        ("war_council", TIGHT[-1:]),
        pytest.param("war_council", TIGHT[:-1], marks=pytest.mark.journey),
        *(
            pytest.param(each, TIGHT, marks=pytest.mark.journey)
            for each in QUESTIONS
            if each != "war_council"
        ),
        *(pytest.param(scenario, SIZES, marks=pytest.mark.long) for scenario in QUESTIONS),
    ],
)
def test_every_answer_is_in_sight_with_everything_else_present(
    driver: webdriver.Chrome, tmp_path: Path, port: int, scenario: str, sizes: tuple[str, ...]
) -> None:
    """In Romanian, whose words are longer, with a demo's note, errands, captions, invitation, refusal."""
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    found = {}
    with served_world(tmp_path, port=port, scenario=scenario, language="ro") as table:
        table.table.mark_demo()
        if scenario == "learning":
            table.start()
        tablet.join(table.access.codes.join)
        for name, commands in QUESTIONS[scenario].items():
            table.say(*commands)
            tablet.until_wait(wait_of(table))
            if name not in TAPPED:
                found[name] = list(hidden(tablet, sizes))
            if wait_of(table) == "dice_wait":
                tablet.driver.execute_script(ASKED_ABOUT_THE_BOARD)
                found[f"{name} and a question about the board"] = list(hidden(tablet, sizes))
                tablet.driver.execute_script("document.querySelector('.question').remove()")
            if name == "a second attack":
                tablet.touch_hex("D4")
                tablet.wait(lambda: tablet.find('[data-key="attack"]'), "the attack")
                found["an enemy who is looked at"] = list(hidden(tablet, sizes))
        if scenario == "battle":
            table.say(PlayCard(card=CardId("patrol_left")))
            tablet.until_wait("orders_wait")
            tablet.touch('#tools [data-key="undo"]')
            tablet.wait(lambda: tablet.find('#tools [data-key="redo"]'), "all seven tools")
            found["a card to play again"] = list(hidden(tablet, sizes))
        driver.get("about:blank")
    assert [f"{name}, {where}" for name, all_hidden in found.items() for where in all_hidden] == []


def test_what_happened_last_stays_in_sight_while_devices_and_sentences_give_way(
    tablet: Tablet, table: World
) -> None:
    """A few px that lacked took all of them away at once."""
    table.start()
    tablet.join(table.access.codes.join)
    for name, commands in LEARNING_QUESTIONS.items():
        table.say(*commands)
        if name == "an exchange":
            break
    tablet.until_wait(wait_of(table))
    tablet.driver.execute_script(SAID)
    for height in range(700, 639, -20):
        tablet.shape(f"1280x{height}")
        assert inside(tablet, ".news li"), height


LONG_SHEET = """
const sheet = document.querySelector('.sheet'), stage = sheet.closest('.stage');
const more = document.createElement('p');
more.textContent = 'The last line.'; more.style.paddingTop = '3000px';
sheet.append(more);
stage.scrollTo(0, 1500); window.scrollTo(0, document.querySelector('.stage').offsetTop + 1500);
const close = sheet.querySelector('.sheet-head .close'), box = close.getBoundingClientRect();
const lies = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
more.remove();
return close.contains(lies);
"""


def test_a_long_sheet_is_closed_from_wherever_it_has_been_read_to(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    with served_world(tmp_path, port=port) as table:
        tablet.shape("1280x800")
        tablet.join(table.access.codes.join)
        tablet.touch('#tools [data-key="tablets"]')
        tablet.wait(lambda: tablet.find(".sheet-head .close"), "the sheet")
        found = {}
        for size in SIZES:
            tablet.shape(size)
            found[size] = tablet.driver.execute_script(LONG_SHEET)
        driver.get("about:blank")
    assert found == dict.fromkeys(SIZES, True)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_no_question_of_an_edition_is_left_out(tmp_path: Path, edition: Edition) -> None:
    asked = set()
    for scenario, questions in QUESTIONS.items():
        with world(tmp_path / scenario, scenario=scenario) as table:
            if table.table.game.ruleset.edition.id != edition.id:
                continue
            if scenario == "learning":
                table.start()
            cards = table.table.game.ruleset.catalogue.variants
            for commands in questions.values():
                table.say(*commands)
                asked.add(type(table.table.game.state.wait))
    every = {sort for each in laid(edition, cards) for sort in each.waits}
    assert every - asked - BY_PACKS == set()
