"""The First Edition's own questions by touch: answers in sight at every size, and few taps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.faces import GREEN, RED
from rules.first.messages import ChooseCouncil
from rules.first.messages.arms import ChooseSets, FinishDeployment
from rules.first.messages.epic import FillRack, PlayRackCard
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectScore, DiceWait, PlayCard, Roll, StartGame
from rules.kernel.values import CardId, Seat, Section
from tests.companion.browser import Tablet, inside, served_world
from tests.companion.dashboard_world import World
from tests.companion.first_questions import FIRST_QUESTIONS, FOUR, NORTH_COUNCIL
from tests.companion.sent_view import sent_view
from tests.rules.first.arms import FINISH, lineup, put
from tests.shares import share

pytestmark = pytest.mark.browser
RACK = ("scout_left", "attack_center", "leadership")
TIGHTEST = ("1280x690", "390x844")
DRAWN = (
    "scrollTo(0, 0);return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)


@pytest.fixture
def table(tmp_path: Path, port: int) -> Iterator[World]:
    """An adventure with War Councils, Landmarks and Creatures."""
    with served_world(tmp_path, port=port, scenario="war_council") as made:
        yield made


def ask(table: World, upto: str) -> None:
    """Play until the question *upto* is asked."""
    for name, commands in FIRST_QUESTIONS.items():
        table.say(*commands)
        if name == upto:
            return


def out_of_sight(tablet: Tablet, selector: str, sizes: tuple[str, ...]) -> list[str]:
    """Return at which of *sizes* something that *selector* finds is cut off or covered."""
    found = []
    for size in sizes:
        tablet.shape(size)
        tablet.driver.execute_script(DRAWN)
        found += [] if inside(tablet, selector) else [size]
    return found


@pytest.mark.parametrize("language", share(("en", "ro"), journeys=("ro",)))
def test_a_medieval_game_begins_by_touch_with_its_deck_and_no_councils(
    driver: webdriver.Chrome, tmp_path: Path, port: int, language: str
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    scenario = "war_council.medieval_lore"
    with served_world(tmp_path, port=port, scenario=scenario, language=language) as table:
        tablet.join(table.access.codes.join)
        tablet.until_wait("lore_deck_wait")
        assert "Eagle Eye" in tablet.text("main")
        assert out_of_sight(tablet, ".answers button, .answers output", TIGHTEST) == []
        tablet.touch(".answers button")
        tablet.until_wait("set_up_wait")
        tablet.touch(".answers button")
        tablet.until_wait("card_wait")
        table.say(CorrectScore(seat=Seat.NORTH, lore=9, lore_cards=1))
        tablet.touch('#tools [data-key="lore"]')
        tablet.wait(lambda: tablet.find('[data-lore="wizard_4"]'), "the Lore cards")
        assert not tablet.find('[data-lore="wizard_14"]')
        assert tablet.troubles() == []
        driver.get("about:blank")


@pytest.mark.parametrize("language", share(("en", "ro"), journeys=("ro",)))
def test_an_epic_turn_goes_by_touch_from_the_rack_to_the_orders(
    driver: webdriver.Chrome, tmp_path: Path, port: int, language: str
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port, scenario="three_fronts", language=language) as table:
        tablet.join(table.access.codes.join)
        tablet.until_wait("set_up_wait")
        tablet.touch(".answers button")
        tablet.until_wait("rack_wait")
        for card in ("scout_left", "attack_center", "leadership"):
            news = tablet.text("#news")
            tablet.touch(f'[data-key="rack {card}"]')
            tablet.wait(lambda card=card: card in table.table.game.state.own.rack, card)
            tablet.wait(lambda news=news: tablet.text("#news") != news, "the page to show it")
        tablet.until_wait("rack_card_wait")
        hidden = out_of_sight(tablet, ".answers button", TIGHTEST)
        tablet.shape("1280x800")
        tablet.touch('[data-key^="play_rack_card attack_center"]')
        tablet.until_wait("card_wait")
        hidden += out_of_sight(tablet, ".answers button", TIGHTEST)
        tablet.shape("1280x800")
        tablet.touch('[data-card="patrol_center"]')
        tablet.until_wait("orders_wait")
        assert sum(grant.count for grant in table.table.game.state.grants) == 5
        assert (tablet.troubles(), hidden) == ([], [])
        driver.get("about:blank")


@pytest.mark.parametrize("language", share(("en", "ro"), journeys=("ro",)))
def test_armies_come_from_secret_cards_to_the_first_turn_by_touch(
    driver: webdriver.Chrome, tmp_path: Path, port: int, language: str
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port, scenario="open_country", language=language) as table:
        tablet.join(table.access.codes.join, role="south")
        tablet.until_wait("mode_wait")
        tablet.touch('[data-key^="choose_mode impromptu"]')
        tablet.until_wait("sets_wait")
        tablet.touch('[data-key="set standard_a"]')
        tablet.touch('[data-key="take sets"]')
        tablet.wait(lambda: table.table.game.state.wait.seat is Seat.NORTH, "the other side")
        table.say(ChooseSets(seat=Seat.NORTH, sets=("pennant_a",)))
        tablet.until_wait("lineup_wait")
        tablet.touch('[data-key="lineup south"]')
        for number, slot in enumerate(("left", "center", "right", "reserve"), 1):
            tablet.touch(f'[data-key="{slot} standard_a_{number}"]')
        tablet.touch('[data-key="lay lineup"]')
        tablet.wait(lambda: "A 4" in tablet.text('[data-laid-aside="south"]'), "one's own cards")
        table.say(lineup(Seat.NORTH, "pennant_a"))
        tablet.until_wait("deploy_wait")
        tablet.touch('[data-key="troop human_blue_foot"]')
        tablet.touch_hex("B1")
        tablet.wait(lambda: Hex("B1") in table.table.game.state.occupied(), "the unit")
        tablet.wait(lambda: tablet.find('[data-hex="B1"][data-unit]'), "the page to show it")
        hidden = out_of_sight(tablet, ".answers button", TIGHTEST)
        table.say(*[FinishDeployment()] * 3, put("human_green_foot-11", "M9"), *[FinishDeployment()] * 5)
        table.say(StartGame())
        tablet.until_wait("card_wait")
        assert table.table.game.state.active is Seat.NORTH
        assert (tablet.troubles(), hidden) == ([], [])
        driver.get("about:blank")


@pytest.mark.parametrize("language", share(("en", "ro"), journeys=("ro",)))
def test_an_ally_lays_three_cards_in_secret_and_deploys_on_the_large_board_by_touch(
    driver: webdriver.Chrome, tmp_path: Path, port: int, language: str
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    scenario = "three_fronts.call_to_arms.reluctant_allies"
    with served_world(tmp_path, port=port, scenario=scenario, language=language) as table:
        for role, name in (("south", "Ana"), ("north", "Dan"), ("north_ally", "Eva")):
            table.device(role, name)
        tablet.join(table.access.codes.join, "south_ally")
        others = {Seat(seat): held for seat, held in FOUR.items() if seat != "south_ally"}
        table.say(*(ChooseSets(seat=seat, sets=(held,)) for seat, held in list(others.items())[:2]))
        tablet.wait(lambda: tablet.find('[data-key="set standard_b"]'), "the sets")
        assert not tablet.find('[data-key="set standard_a"]')
        tablet.touch('[data-key="set standard_b"]')
        tablet.touch('[data-key="take sets"]')
        tablet.wait(lambda: table.table.game.state.wait.seat is Seat.NORTH_ALLY, "the other camp")
        table.say(ChooseSets(seat=Seat.NORTH_ALLY, sets=("pennant_b",)))
        tablet.until_wait("lineup_wait")
        tablet.touch('[data-key="lineup south_ally"]')
        tablet.wait(lambda: len(tablet.find("[data-slot]")) == 3, "three slots")
        for number, slot in enumerate(("left", "center", "right"), 1):
            tablet.touch(f'[data-key="{slot} standard_b_{number}"]')
        tablet.touch('[data-key="lay lineup"]')
        tablet.wait(lambda: "B 3" in tablet.text('[data-laid-aside="south_ally"]'), "one's own cards")
        table.say(*(lineup(seat, held, reserve=None) for seat, held in others.items()), FINISH, FINISH)
        tablet.until_wait("deploy_wait")
        tablet.wait(lambda: tablet.find('[data-key="troop human_blue_foot"]'), "the troops")
        tablet.touch('[data-key="troop human_blue_foot"]')
        tablet.touch_hex("C3")
        tablet.wait(lambda: Hex("C3") in table.table.game.state.occupied(), "the unit")
        assert table.table.game.state.standing_on(Hex("C3")).seat is Seat.SOUTH_ALLY
        tablet.wait(lambda: tablet.find('[data-hex="C3"][data-unit]'), "the page to show it")
        hidden = out_of_sight(tablet, ".answers button", TIGHTEST)
        assert (tablet.troubles(), hidden) == ([], [])
        driver.get("about:blank")


@pytest.mark.parametrize("language", share(("en", "ro"), journeys=("ro",)))
def test_allies_share_out_their_units_by_touch_and_see_the_order_of_turns(
    driver: webdriver.Chrome, tmp_path: Path, port: int, language: str
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    scenario = "three_fronts.reluctant_allies"
    with served_world(tmp_path, port=port, scenario=scenario, language=language) as table:
        for role, name in (("south", "Ana"), ("south_ally", "Bea"), ("north", "Dan"), ("north_ally", "Eva")):
            table.device(role, name)
        tablet.join(table.access.codes.join)
        tablet.until_wait("set_up_wait")
        unit = table.table.game.state.army(Seat.SOUTH)[0]
        assert unit.at is not None
        tablet.touch_hex(unit.at)
        tablet.touch('[data-key="alliance token"]')
        tablet.wait(
            lambda: unit.id in {each.id for each in table.table.game.state.army(Seat.SOUTH_ALLY)}, "the ally"
        )
        table.say(StartGame(), *(FillRack(card=CardId("patrol_left")) for _ in range(3)))
        for greens in range(6):
            if isinstance(table.table.game.state.wait, DiceWait):
                table.say(Roll(faces=(*(GREEN,) * greens, *(RED,) * (6 - greens))))
        tablet.until_wait("rack_card_wait")
        assert len(tablet.find(".turn-order li")) == 4
        hidden = out_of_sight(tablet, ".answers button, .camp .points, .camp-sum b", TIGHTEST)
        tablet.shape("1280x800")
        assert (tablet.troubles(), hidden) == ([], [])
        driver.get("about:blank")


@pytest.mark.journey
def test_a_field_marshal_joins_by_touch_and_is_offered_only_what_is_his(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port, scenario="three_fronts") as table:
        table.device("south", "Ana")
        table.say(StartGame(), *(FillRack(card=CardId(card)) for card in RACK))
        tablet.join(table.access.codes.join, "south_left")
        tablet.until_wait("rack_card_wait")
        assert tablet.text("#ask h2").startswith("Ana: ")
        assert not tablet.find(".answers button")
        assert len(tablet.find(".rack .card-tile")) == 3
        table.say(PlayRackCard(card=CardId("attack_center")), PlayCard(card=CardId("attack_left")))
        tablet.until_wait("orders_wait")
        unit = next(
            unit
            for unit in table.table.game.state.army(Seat.SOUTH)
            if table.table.game.ruleset.sections[Seat.SOUTH][unit.at] == {Section.LEFT}
        )
        assert unit.at is not None
        tablet.touch_hex(unit.at)
        tablet.wait(lambda: table.table.game.state.units[unit.id].ordered, "the order")
        assert not tablet.find('[data-key="end_main_phase"]')
        assert tablet.troubles() == []
        driver.get("about:blank")


def test_a_council_is_given_out_in_secret_and_opened_when_both_have_theirs(
    tablet: Tablet, table: World
) -> None:
    tablet.join(table.access.codes.join, role="south")
    tablet.touch('[data-key="council south"]')
    assert out_of_sight(tablet, '[data-key="lay council"], [data-levels]', TIGHTEST) == []
    for level in ("commander 1", "wizard 3"):
        tablet.touch(f'[data-key="level {level}"]')
    tablet.wait(lambda: "4 of 6 levels" in tablet.text("[data-levels]"), "the sum")
    assert not tablet.find('[data-key="lay council"]:enabled')
    tablet.touch('[data-key="level commander 3"]')
    tablet.touch('[data-key="lay council"]')
    laid = '[data-laid-aside="south"]'
    tablet.wait(lambda: "Commander 3 and Wizard 3" in tablet.text(laid), "one's own council")
    tablet.join(table.access.codes.join, role="north")
    tablet.wait(lambda: "lies face down" in tablet.text(laid), "the other's, face down")
    assert "Wizard" not in tablet.text("main")
    table.say(ChooseCouncil(seat=Seat.NORTH, council=NORTH_COUNCIL))
    tablet.until_wait("landmark_wait")
    assert "Wizard 3" in tablet.text("#news")


@pytest.mark.journey
def test_a_landmark_is_put_by_a_tap_and_a_retreat_and_the_ground_behind_it_by_one_each(
    tablet: Tablet, table: World
) -> None:
    ask(table, "Landmarks")
    tablet.join(table.access.codes.join)
    for at in ("A3", "D2"):
        tablet.touch_hex(at)
        tablet.wait(lambda at=at: Hex(at) in table.table.game.state.terrain, at)
    tablet.until_wait("set_up_wait")
    label = tablet.find('[data-hex="A3"]')[0].get_attribute("aria-label")
    assert label is not None and label.startswith("A3, Magic Pentacle")
    rest = list(FIRST_QUESTIONS)
    for name in rest[rest.index("a card") : rest.index("ground")]:
        table.say(*FIRST_QUESTIONS[name])
    tablet.until_wait("retreat_wait")
    assert tablet.find('[data-hex="F5"] .lit-selected')
    assert len(tablet.find(".lit-move")) == 2
    tablet.touch('[data-key="retreat_to F4 0"]')
    tablet.until_wait("advance_wait")
    log = [line["text"] for line in sent_view(table.table)["log"]]
    assert "Standards do not react" in log[-2]
    tablet.touch_hex("F5")
    tablet.until_wait("orders_wait")
    assert tablet.standing("F4") == "human_blue_foot-3"
    assert tablet.standing("F5") == "human_blue_foot-11"


def test_lore_cards_tell_their_class_their_price_out_of_character_and_whether_they_fit_now(
    tablet: Tablet, table: World
) -> None:
    ask(table, "a Reaction")
    tablet.join(table.access.codes.join)
    tablet.until_wait("react_wait")
    tablet.touch('[data-key="reaction"]')
    card = '[data-lore="rogue_1"]'
    tablet.wait(lambda: tablet.find(card), "the Lore cards")
    assert tablet.text(card).startswith("Pick Pocket4Rogue")
    spoken = tablet.find(card)[0].get_attribute("aria-label") or ""
    assert "Cost 4: 1, and 3 out of character." in spoken
    assert "not at this moment" in tablet.text(card)  # no Reaction
    assert "not at this moment" not in tablet.text(".lore-card")  # what fits now comes first
    assert "War Council: Commander 3 and Wizard 3" in tablet.text(".sheet")
