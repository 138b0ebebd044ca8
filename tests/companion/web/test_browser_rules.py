"""The rules on the page: searched, opened by their address, and shown to whoever asks why."""

import pytest
from selenium.webdriver.common.by import By

from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, Order, PlayCard, Roll
from rules.kernel.values import CardId, UnitId
from rules.second.faces import LORE, MORALE, STRIKE
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
HARVESTERS, GUARD = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")


def titles(tablet: Tablet) -> list[str]:
    return listed(tablet, ".rule summary b", "textContent")


def opened(tablet: Tablet) -> list[str]:
    return listed(tablet, ".rule[open]", "dataset.rule")


def listed(tablet: Tablet, selector: str, what: str) -> list[str]:
    script = f"return [...document.querySelectorAll(arguments[0])].map((node) => node.{what})"
    found: list[str] = tablet.driver.execute_script(script, selector)
    return found


@pytest.mark.journey
def test_the_rules_are_searched_as_one_types_and_each_has_its_address(tablet: Tablet, table: World) -> None:
    tablet.join(table.access.codes.join)
    tablet.driver.get(f"{tablet.home}/rules#flanking")
    tablet.wait(lambda: opened(tablet) == ["flanking"], "the entry of the address")
    field = tablet.driver.find_element(By.CSS_SELECTOR, ".rule-field")
    field.send_keys("line of si")
    assert titles(tablet)[0] == "Line of sight"
    assert opened(tablet) == ["sight"]
    tablet.touch('[data-key="sight see hill"]')
    tablet.wait(lambda: opened(tablet) == ["hill"], "the other entry")
    assert tablet.driver.current_url.endswith("/rules#hill")
    field.send_keys("zeppelin")
    assert "Nothing is written about that" in tablet.text(".rule-list")


@pytest.mark.journey
def test_the_page_searches_as_the_command_line_does(tablet: Tablet, table: World) -> None:
    from companion.words.glossary import load_glossary, search

    glossary = load_glossary(table.table.game.ruleset.catalogue, "second")
    tablet.join(table.access.codes.join)
    script = (
        "const [asked, done] = arguments;"
        "import('/page/parts/glossary.mjs').then(async ({ readRules, search }) => {"
        "const { subjects } = await readRules();"
        "done(asked.map((text) => search(subjects, text).map((subject) => subject.id))) })"
    )
    asked = ["flank", "los", "sight of", "Yllan’s", "tent", "retreat", "RB 13", "two dice", "é", "the", ""]
    found = tablet.driver.execute_async_script(script, asked)
    assert found == [[subject.id for subject in search(glossary, text)] for text in asked]


def test_why_something_is_refused_is_shown_and_stays_while_the_game_goes_on(
    tablet: Tablet, table: World
) -> None:
    tablet.join(table.access.codes.join)
    table.start()
    table.say(CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=2), PlayCard(card=CardId("line_advance")))
    table.say(Order(unit=HARVESTERS))
    tablet.until_wait("orders_wait")
    tablet.touch_hex("F5")
    tablet.touch_hex("F9")
    tablet.touch('[data-key="why refused"]')
    tablet.wait(lambda: opened(tablet) == ["move"], "the rule")
    assert "movement value" in tablet.text(".rule-text")
    table.say(CorrectUnit(unit=GUARD, at=Hex("F4"), figures=2))
    tablet.touch('[data-key="move see stopping"]')
    tablet.wait(lambda: opened(tablet) == ["stopping"], "the other rule")
    tablet.touch('[data-key="rules back"]')
    tablet.wait(lambda: opened(tablet) == ["move"], "the first rule")
    tablet.touch('[aria-label="Close"]')
    tablet.wait(lambda: not tablet.find(".rule"), "the game")


@pytest.mark.journey
def test_a_line_of_the_log_and_an_errand_tell_which_rules_they_come_from(
    tablet: Tablet, table: World
) -> None:
    tablet.join(table.access.codes.join)
    table.start()
    table.say(CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=3), PlayCard(card=CardId("line_advance")))
    tablet.until_wait("orders_wait")
    tablet.touch_hex("F5")
    tablet.wait(lambda: tablet.find(".lit-target"), "the target")
    tablet.touch_hex("F4")
    tablet.touch('[data-key="attack"]')
    tablet.until_wait("dice_wait")
    table.say(Roll(faces=(STRIKE, MORALE, LORE)))
    tablet.until_wait("advance_wait")
    tablet.touch('#ask [data-key="why asked"]')
    tablet.wait(lambda: opened(tablet) == ["advance"], "the rule about the question")
    tablet.touch('[aria-label="Close"]')
    tablet.touch('[data-key="todo"]')
    tablet.touch('.errand-list [aria-label^="Why"]')
    tablet.wait(lambda: opened(tablet) == ["damage"], "the rule")
    tablet.touch('#tools [data-key="log"]')
    tablet.touch(f'[data-key="line {table.seq}"]')
    tablet.touch(f'[data-key="why {table.seq}"]')
    tablet.wait(lambda: len(tablet.find(".rule")) > 2, "the rules")
    assert titles(tablet)[:3] == ["Dice faces", "Damage", "Retreat"]
    tablet.touch('[data-key="rules back"]')
    tablet.wait(lambda: tablet.find(".log"), "the log")


@pytest.mark.journey
def test_on_a_phone_the_rule_comes_to_the_top_of_the_screen(tablet: Tablet, table: World) -> None:
    tablet.shape("390x844")
    tablet.join(table.access.codes.join)
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    tablet.until_wait("orders_wait")
    tablet.touch('#ask [data-key="why asked"]')
    tablet.wait(lambda: opened(tablet) == ["order", "move", "attack"], "the rules")
    top = "return document.querySelector('.rule').getBoundingClientRect().top"
    tablet.wait(lambda: 0 < tablet.driver.execute_script(top) < 200, "the top")
