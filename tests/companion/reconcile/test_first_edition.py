"""The referee of the First Edition: whole retreats and pursuits from one picture; the rest is asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import GameAt
from companion.journal.store import GameRow
from companion.library.library import Library
from companion.reconcile.editions.first_pieces import with_lore_beside
from companion.reconcile.errand_list import ErrandList
from companion.reconcile.moment import TableState
from companion.reconcile.referee import (
    Ambiguous,
    Explained,
    GoneOn,
    Same,
    TakenBack,
    Unexplained,
    explain,
    try_all,
)
from companion.table.requests import AnswerQuestion
from companion.words.announcer import command_text
from companion.words.names import load_language
from rules.first.faces import FLAG, LORE, RED
from rules.first.messages import ChooseCouncil, IgnoreFlags, RetreatTo
from rules.first.messages.arms import FinishDeployment, UseSpecialist
from rules.first.messages.waits import ReactWait, RetreatWait
from rules.first.printed.lore import GivenCouncil
from rules.first.printed.rulings import ReadOtherwise
from rules.kernel.game import Game, new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    AdvanceWait,
    Attack,
    Command,
    CorrectScore,
    CorrectUnit,
    Decline,
    EndMainPhase,
    Entry,
    Move,
    Order,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Refusal,
    Retracted,
    Roll,
    StartGame,
)
from rules.kernel.values import CAMPS, CardId, Face, Seat, TerrainId, Tile, UnitId, Why
from tests.companion.table_services import Services
from tests.rules.first.arms import laid
from tests.rules.first.test_abilities import attack, drawn
from tests.rules.first.test_call_to_arms import levied, used
from tests.rules.first.test_readings import catalogue_with

RIDERS, HEAVY = UnitId("human_blue_mounted-1"), UnitId("human_red_mounted-1")
FOOT, DWARVES, GIANT = UnitId("human_blue_foot-2"), UnitId("dwarf_swordsmen-1"), UnitId("hill_giant-1")
ARCHERS = UnitId("human_green_archers-11")
NORTH_RIDERS, NORTH_FOOT = UnitId("human_blue_mounted-11"), UnitId("human_blue_foot-11")


def after(game: Game, *commands: Command) -> Game:
    result = try_all(game, commands)
    assert not isinstance(result, Refusal), result
    return result


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("none"))


@pytest.fixture(scope="module")
def begun(library: Library) -> Game:
    """South has played Forward: two units in each section."""
    return after(new_game(library.ruleset("first_steps")), StartGame(), PlayCard(card=CardId("forward")))


@pytest.fixture(scope="module")
def council(library: Library) -> Game:
    """North, who begins, has played Forward in a Lore adventure without Landmarks to place."""
    given = GivenCouncil(commander=2, masters={"wizard": 2, "rogue": 2})
    chosen = [ChooseCouncil(seat=seat, council=given) for seat in CAMPS]
    start = new_game(library.ruleset("war_council"))
    return after(start, *chosen, StartGame(), PlayCard(card=CardId("forward")))


def put(game: Game, places: dict[UnitId, str]) -> Game:
    """Return *game* with units put elsewhere by corrections, whole."""
    figures = {unit: game.state.units[unit].figures for unit in places}
    return after(
        game, *(CorrectUnit(unit=unit, at=Hex(at), figures=figures[unit]) for unit, at in places.items())
    )


def seen(game: Game, places: dict[UnitId, str]) -> dict[UnitId, Hex]:
    at = {name: one.at for name, one in game.state.units.items() if one.at is not None}
    return at | {unit: Hex(place) for unit, place in places.items()}


def fought(game: Game, unit: UnitId, target: UnitId, *faces: Face) -> Game:
    return after(game, Order(unit=unit), Attack(unit=unit, target=target), Roll(faces=faces))


@pytest.mark.parametrize("to", ["F3", "E4"])  # one hex with a battle after it, two without
def test_a_move_is_one_move_whether_or_not_it_lets_the_unit_battle(begun: Game, to: str) -> None:
    moved = (Order(unit=FOOT), Move(unit=FOOT, to=Hex(to)))
    assert explain(begun, seen(begun, {FOOT: to})) == Explained(moved)


@pytest.fixture(scope="module")
def flagged(begun: Game) -> Game:
    """Archers of the north, alone in G5, have two flags against them."""
    game = put(begun, {ARCHERS: "G5", RIDERS: "F4"})
    return fought(game, RIDERS, ARCHERS, FLAG, FLAG, LORE)


@pytest.mark.parametrize("to", ["G7", "H7"])
def test_a_retreat_of_two_hexes_is_seen_whole_wherever_its_owner_ends_it(flagged: Game, to: str) -> None:
    retreat = RetreatTo(to=Hex(to), ignoring=0)
    assert explain(flagged, seen(flagged, {ARCHERS: to})) == Explained((retreat,))


@pytest.mark.parametrize("to", ["G6", "F7", "H5"])  # too near, where others stand, not homeward
def test_a_retreat_elsewhere_is_explained_by_nothing_and_says_why(flagged: Game, to: str) -> None:
    verdict = explain(flagged, seen(flagged, {ARCHERS: to}))
    assert isinstance(verdict, Unexplained)
    assert verdict.refusal is not None
    assert verdict.refusal.why in (Why.NOT_AN_OPTION, Why.OCCUPIED)


def test_a_retreat_and_the_ground_gained_after_it_are_seen_in_one_picture(flagged: Game) -> None:
    assert explain(flagged, seen(flagged, {ARCHERS: "H7", RIDERS: "G5"})) == Explained(
        (RetreatTo(to=Hex("H7"), ignoring=0), Advance(to=Hex("G5")))
    )


@pytest.fixture(scope="module")
def bold(begun: Game) -> Game:
    """The Dwarves in C3 have a flag against them, which they may ignore."""
    game = after(put(begun, {NORTH_RIDERS: "C4"}), EndMainPhase(), PlayCard(card=CardId("forward")))
    return fought(game, NORTH_RIDERS, DWARVES, FLAG, LORE, RED)


def test_that_a_unit_stands_is_never_concluded(bold: Game) -> None:
    """The picture of a unit that stands is that of a unit whose owner has not moved it yet."""
    assert isinstance(bold.state.wait, RetreatWait)
    assert explain(bold, seen(bold, {})) == Same()
    assert isinstance(explain(bold, seen(bold, {NORTH_FOOT: "J6"})), Unexplained)
    assert explain(bold, seen(bold, {DWARVES: "C2"})) == Explained((RetreatTo(to=Hex("C2"), ignoring=0),))


def test_a_hex_in_which_a_retreat_ends_in_two_ways_is_asked_about(begun: Game, tmp_path: Path) -> None:
    """Two flags: one ignored, and one hex gone back; or none, and the second hex is not made."""
    behind = {FOOT: "C1", HEAVY: "D1", RIDERS: "B2"}
    game = put(begun, {NORTH_RIDERS: "C4", **behind})
    game = after(game, EndMainPhase(), PlayCard(card=CardId("forward")))
    game = fought(game, NORTH_RIDERS, DWARVES, FLAG, FLAG, LORE)
    one, none = RetreatTo(to=Hex("C2"), ignoring=1), RetreatTo(to=Hex("C2"), ignoring=0)
    assert explain(game, seen(game, {DWARVES: "C2"})) == Ambiguous(((one,), (none,)))
    told = [command_text(command, game, load_language("en", "first", tmp_path)) for command in (one, none)]
    assert told == [f"Go back 1 hex to C2{more}" for more in ("", "; 1 hex is not made")]


@pytest.fixture(scope="module")
def led() -> Game:
    """Two flags, Bold 1: its player says how many it ignores, and who acts leads it by the others."""
    catalogue = catalogue_with(ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    units = "south human_blue_foot E5, north dwarf_swordsmen E6"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_foot", "dwarf_swordsmen")
    return after(game, Roll(faces=(FLAG, FLAG, LORE)))


ONE_IGNORED = (IgnoreFlags(flags=1), RetreatTo(to=Hex("E7"), ignoring=1))
NONE_IGNORED = (IgnoreFlags(flags=0), RetreatTo(to=Hex("E8"), ignoring=0))


def test_a_unit_that_is_led_back_has_ignored_the_flags_that_it_does_not_go_for(led: Game) -> None:
    assert explain(led, seen(led, {DWARVES: "E7"})) == Explained(ONE_IGNORED)


def test_a_unit_that_is_led_where_it_cannot_go_is_told_why_as_one_that_goes_by_itself(led: Game) -> None:
    verdict = explain(led, seen(led, {DWARVES: "D6"}))
    assert isinstance(verdict, Unexplained) and verdict.refusal is not None
    assert (verdict.refusal.why, verdict.refusal.rule) == (Why.NOT_AN_OPTION, "retreat")


def test_a_unit_that_is_led_hex_by_hex_has_gone_on_until_its_player_says_otherwise(led: Game) -> None:
    """Booked on the first hex with a flag ignored, it goes on; what its player has said is taken back."""
    said = after(led, ONE_IGNORED[0])
    gone = after(said, ONE_IGNORED[1])
    on = explain(gone, seen(gone, {DWARVES: "E8"}), past=[GameAt(8, said), GameAt(7, led)])
    assert on == GoneOn(7, NONE_IGNORED)
    assert explain(said, seen(said, {DWARVES: "E8"}), past=[GameAt(7, led)]) == TakenBack(7, NONE_IGNORED)


def test_a_unit_that_was_led_the_only_way_is_seen_back_as_taken_back_or_standing() -> None:
    catalogue = catalogue_with(ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT)
    units = "south human_blue_foot E5, north dwarf_swordsmen E6, north ogres F7"
    game = attack(drawn(units, catalogue=catalogue), "human_blue_foot", "dwarf_swordsmen")
    game = after(game, Roll(faces=(FLAG, LORE, LORE)))
    now = after(game, IgnoreFlags(flags=0))
    stood = (IgnoreFlags(flags=1),)
    assert explain(now, seen(now, {DWARVES: "E6"}), past=[GameAt(7, game)]) == TakenBack(7, (), (stood,))


def test_a_creature_is_driven_off_two_hexes_for_the_flag_that_it_does_not_ignore(council: Game) -> None:
    game = put(council, {GIANT: "G6", NORTH_RIDERS: "G7", FOOT: "A1"})
    game = after(fought(game, NORTH_RIDERS, GIANT, FLAG, FLAG, LORE), Decline())
    assert isinstance(game.state.wait, RetreatWait)
    assert {way.to for way in game.state.wait.ways} == {"F4", "G4", "H4"}
    driven_off = (RetreatTo(to=Hex("H4"), ignoring=1),)
    assert explain(game, seen(game, {GIANT: "H4"})) == Explained(driven_off)
    assert isinstance(explain(game, seen(game, {GIANT: "G5"})), Unexplained)


@pytest.fixture(scope="module")
def pursuing(begun: Game) -> Game:
    """The riders in F4 have driven archers from G5, and may pursue."""
    game = put(begun, {ARCHERS: "G5", RIDERS: "F4"})
    game = after(fought(game, RIDERS, ARCHERS, FLAG, LORE, LORE), RetreatTo(to=Hex("G6")))
    assert isinstance(game.state.wait, AdvanceWait)
    return game


@pytest.mark.parametrize("to", ["G5", "H5", "F5", "F6"])
def test_a_pursuit_is_seen_whole_by_its_end(pursuing: Game, to: str) -> None:
    assert explain(pursuing, seen(pursuing, {RIDERS: to})) == Explained((Advance(to=Hex(to)),))


def test_a_pursuit_that_came_back_is_not_concluded_from_the_picture_of_nothing_done(pursuing: Game) -> None:
    assert explain(pursuing, seen(pursuing, {})) == Same()


def test_a_pursuit_that_rested_on_the_first_hex_has_gone_on(pursuing: Game) -> None:
    now, past = after(pursuing, Advance(to=Hex("G5"))), [GameAt(9, pursuing)]
    assert explain(now, seen(now, {RIDERS: "H5"}), past=past) == GoneOn(9, (Advance(to=Hex("H5")),))


def test_a_pursuit_that_rested_on_the_first_hex_came_back_or_is_taken_back(pursuing: Game) -> None:
    now, past = after(pursuing, Advance(to=Hex("G5"))), [GameAt(9, pursuing)]
    back = (Advance(to=Hex("F4")),)
    assert explain(now, seen(now, {RIDERS: "F4"}), past=past) == TakenBack(9, (), (back,))


def test_whoever_goes_back_has_let_the_moment_for_a_reaction_pass(council: Game) -> None:
    game = put(after(council, CorrectScore(seat=Seat.SOUTH, lore=3)), {NORTH_RIDERS: "F4", FOOT: "F3"})
    game = fought(game, NORTH_RIDERS, FOOT, FLAG, LORE, LORE)
    assert isinstance(game.state.wait, ReactWait)
    verdict = explain(game, seen(game, {FOOT: "E2"}))
    assert verdict == Explained((Decline(), RetreatTo(to=Hex("E2"), ignoring=0)))


STEPS = GameRow(id="g", scenario="first_steps", edition="first", started=0.0, version="0")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    opened = Services(tmp_path, row=STEPS)
    yield opened
    opened.close()


def pursue(services: Services) -> None:
    """Let the riders drive the archers to G6, and be seen resting in G5."""
    for command in (
        StartGame(),
        PlayCard(card=CardId("forward")),
        CorrectUnit(unit=ARCHERS, at=Hex("G5"), figures=4),
        CorrectUnit(unit=RIDERS, at=Hex("F4"), figures=3),
        Order(unit=RIDERS),
        Attack(unit=RIDERS, target=ARCHERS),
        Roll(faces=(FLAG, LORE, LORE)),
    ):
        services.say(command)
    services.look()
    services.see(seen(services.table.game, {ARCHERS: "G6"}))
    services.see(seen(services.table.game, {RIDERS: "G5"}))
    assert services.commands()[-2:] == [RetreatTo(to=Hex("G6"), ignoring=0), Advance(to=Hex("G5"))]


def test_what_is_not_known_of_the_ground_on_moves_in_one_picture_is_shown_together(
    services: Services,
) -> None:
    hill = Tile(kind=TerrainId("elevated"))
    for command in (StartGame(), *(PlaceTerrain(at=Hex(at), tile=hill) for at in ("B3", "C3"))):
        services.say(command)
    services.say(PlayCard(card=CardId("forward")))
    services.look()
    services.look(human_red_mounted_1="B4", human_blue_foot_3="H5")
    assert services.at(HEAVY) == "B4"
    (told,) = services.view["toasts"]
    for at in ("B3", "G4"):
        assert f"whether the hill on {at} stops who enters it" in told["text"]


def test_a_pursuit_that_goes_on_is_booked_anew_without_a_question(services: Services) -> None:
    pursue(services)
    services.see(seen(services.table.game, {RIDERS: "H5"}))
    assert services.at(RIDERS) == "H5"
    assert services.view["question"] is None
    assert services.state == TableState.IN_STEP
    assert services.commands()[-1] == Advance(to=Hex("H5"))


def test_a_pursuit_seen_back_on_its_first_hex_is_asked_about(services: Services) -> None:
    pursue(services)
    services.see(seen(services.table.game, {RIDERS: "F4"}))
    question = services.view["question"]
    assert [choice["text"] for choice in question["choices"]] == [
        "Pursue and come back to F4",
        "Yes, take it back",
        "No, leave it",
    ]
    assert question["text"] == "Take back: Gain ground or pursue to G5."
    services.table.ask(AnswerQuestion(choice=1, by="south"))
    assert services.commands()[-1] == Advance(to=Hex("F4"))
    assert services.table.game.state.units[RIDERS].pursued
    assert services.state == TableState.IN_STEP


def test_dice_of_another_edition_are_named_and_change_nothing(services: Services) -> None:
    for command in (StartGame(), PlayCard(card=CardId("forward"))):
        services.say(command)
    services.say(CorrectUnit(unit=ARCHERS, at=Hex("G5"), figures=4))
    services.say(CorrectUnit(unit=RIDERS, at=Hex("F4"), figures=3))
    services.say(Order(unit=RIDERS))
    services.say(Attack(unit=RIDERS, target=ARCHERS))
    before = services.commands()
    services.throw("cleave", FLAG, LORE)
    services.look()
    assert services.commands() == before
    assert services.view["table"]["text"] == (
        "cleave is no face of this game's dice: name the dice on the table with --dice, or enter the roll."
    )


def test_lore_laid_beside_a_creature_is_an_errand_until_that_is_taken_back(council: Game) -> None:
    stored = council._replace(state=with_lore_beside(council.state, GIANT, 2))
    todo = ErrandList()
    todo.change(council, stored, (), checked=())
    assert [errand.text for errand in todo.open] == ["Put two Lore tokens beside Hill Giant 1"]
    gone = Entry(seq=2, at=0.0, by="south", frame=None, command=None, events=(Retracted(to=1),))
    todo.change(stored, council, (gone,), checked=())  # nobody has put them yet
    assert todo.open == ()


# --- Call to Arms: units come onto the board of which nobody knew


def test_units_of_guards_are_deployed_as_they_are_seen_and_one_off_its_row_is_not() -> None:
    game = laid()
    blue, green = UnitId("human_blue_foot-1"), UnitId("human_green_foot-11")
    here = explain(game, {blue: Hex("A1"), green: Hex("M9")})
    assert here == Explained((PlaceUnit(unit=blue, at=Hex("A1")), PlaceUnit(unit=green, at=Hex("M9"))))
    found = explain(game, {blue: Hex("A5")})
    assert isinstance(found, Unexplained) and found.refusal is not None
    assert str(found.refusal.why) == "not_the_guards_row"


def test_troops_take_the_place_of_a_levy_token_where_they_are_seen() -> None:
    game = after(levied(), FinishDeployment())
    unit = UnitId("human_blue_mounted-1")
    assert explain(game, seen(game, {unit: "M1"})) == Explained((PlaceUnit(unit=unit, at=Hex("M1")),))


@pytest.mark.parametrize("to", ["A3", "A5"])  # the next hex, and one farther
def test_whom_infiltration_moves_is_seen_wherever_he_goes_once_the_card_is_played(to: str) -> None:
    unit = UnitId("human_green_foot-1")
    moving, others = used("infiltration"), used("illusionary_troops")
    moved = (UseSpecialist(unit=unit, at=Hex(to)),)
    assert explain(moving, seen(moving, {unit: to})) == Explained(moved)
    assert isinstance(explain(others, seen(others, {unit: to})), Unexplained)


def test_two_units_that_infiltration_has_moved_are_seen_in_one_picture() -> None:
    game = used("infiltration")
    places = {UnitId("human_green_foot-1"): "A5", UnitId("human_blue_foot-1"): "F4"}
    verdict = explain(game, seen(game, places))
    assert isinstance(verdict, Explained)
    assert len(verdict.commands) == 2
