"""The referee: what is seen is explained by legal commands that give exactly it, or not at all."""

from collections.abc import Sequence

import pytest

from companion.journal.journal import GameAt
from companion.library.library import Library
from companion.reconcile.referee import (
    Difference,
    Explained,
    Same,
    TakenBack,
    Unexplained,
    explain,
    try_all,
)
from rules.kernel.game import Game, new_game, play
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import (
    Advance,
    Attack,
    Command,
    CorrectUnit,
    Decline,
    Move,
    Order,
    PlaceBanner,
    PlaceUnit,
    PlayCard,
    Refusal,
    Roll,
    StartGame,
)
from rules.kernel.values import CardId, Face, UnitId, Why
from rules.second.faces import LORE, MORALE, STRIKE
from rules.second.messages import ChooseWay


def unit(short: str) -> UnitId:
    """``BH4`` is ``blood_harvesters-4``."""
    kinds = {"BH": "blood_harvesters", "VL": "viper_legion", "CG": "citadel_guard", "YA": "yeoman_archers"}
    return UnitId(f"{kinds[short[:2]]}-{short[2:]}")


def after(game: Game, *commands: Command) -> Game:
    result = try_all(game, commands)
    assert not isinstance(result, Refusal), result
    return result


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return new_game(Library(tmp_path_factory.mktemp("none")).ruleset("learning"))


@pytest.fixture(scope="module")
def begun(set_up: Game) -> Game:
    banners = [PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")]
    return after(set_up, *banners, StartGame())


@pytest.fixture(scope="module")
def carded(begun: Game) -> Game:
    """Uthuk has played Line Advance: one unit in each section."""
    return after(begun, PlayCard(card=CardId("line_advance")))


def put(game: Game, **places: str | None) -> Game:
    """Return *game* with units put elsewhere by corrections."""
    return after(
        game,
        *(
            CorrectUnit(unit=unit(short), at=None if at is None else Hex(at), figures=0 if at is None else 3)
            for short, at in places.items()
        ),
    )


def seen(game: Game, *missing: str, **places: str) -> dict[UnitId, Hex]:
    """Return where the living units of *game* stand, with *places* changed and *missing* not read."""
    at = {name: one.at for name, one in game.state.units.items() if one.at is not None}
    at |= {unit(short): Hex(place) for short, place in places.items()}
    return {name: place for name, place in at.items() if name not in {unit(short) for short in missing}}


def moved(short: str, to: str) -> tuple[Command, Command]:
    return Order(unit=unit(short)), Move(unit=unit(short), to=Hex(to))


def test_nothing_has_happened_where_everything_is_seen_where_it_stands(carded: Game) -> None:
    assert explain(carded, seen(carded)) == Same()


def test_a_unit_that_is_not_read_stays_where_it_was(carded: Game) -> None:
    assert explain(carded, seen(carded, "BH4", "CG4", "YA1")) == Same()


def test_a_unit_moved_before_it_was_named_is_ordered_and_moved(carded: Game) -> None:
    assert explain(carded, seen(carded, BH4="F5")) == Explained(moved("BH4", "F5"))


def test_a_unit_named_before_is_only_moved(carded: Game) -> None:
    game = after(carded, Order(unit=unit("BH4")))
    assert explain(game, seen(game, BH4="F5")) == Explained((Move(unit=unit("BH4"), to=Hex("F5")),))


def test_three_units_moved_at_once_are_three_moves(carded: Game) -> None:
    verdict = explain(carded, seen(carded, BH3="D5", BH4="F5", BH2="I6"))
    assert isinstance(verdict, Explained)
    assert sorted(verdict.commands, key=repr) == sorted(
        (*moved("BH3", "D5"), *moved("BH4", "F5"), *moved("BH2", "I6")), key=repr
    )


def test_units_that_follow_each_other_are_moved_in_the_order_that_works(begun: Game) -> None:
    """BH1 can enter D6 only once BH3 has left it."""
    game = after(begun, PlayCard(card=CardId("patrol_right")))  # north's right is in the west
    assert explain(game, seen(game, BH3="D5", BH1="D6")) == Explained(
        (*moved("BH3", "D5"), *moved("BH1", "D6"))
    )


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ({"BH4": "F4"}, Why.OCCUPIED),
        ({"BH4": "F3"}, Why.TOO_FAR),
        ({"CG4": "F5"}, Why.NOT_YOUR_UNIT),
        ({"BH1": "E7", "BH3": "D5", "BH4": "F5", "BH2": "I6"}, Why.NO_ORDERS_LEFT),
    ],
)
def test_what_no_rule_allows_is_explained_by_nothing(carded: Game, places: dict[str, str], why: Why) -> None:
    verdict = explain(carded, seen(carded, **places))
    assert isinstance(verdict, Unexplained)
    assert {one.unit for one in verdict.differences} == {unit(short) for short in places}
    if len(places) == 1:
        assert verdict.refusal is not None
        assert verdict.refusal.why is why
        assert verdict.refusal.page


def test_the_differences_say_what_is_expected_and_what_is_seen(carded: Game) -> None:
    verdict = explain(carded, seen(carded, CG4="F5"))
    assert isinstance(verdict, Unexplained)
    assert verdict.differences == (Difference(unit=unit("CG4"), expected=Hex("F4"), seen=Hex("F5")),)


def test_before_a_card_is_played_no_move_is_understood(begun: Game) -> None:
    verdict = explain(begun, seen(begun, BH4="F5"))
    assert isinstance(verdict, Unexplained)
    assert verdict.refusal is not None
    assert verdict.refusal.why is Why.NOT_NOW


def test_one_illegal_move_beside_a_legal_one_is_no_explanation(carded: Game) -> None:
    """Exactly what is seen, or nothing: the legal half is not done either."""
    assert isinstance(explain(carded, seen(carded, BH4="F5", CG1="D5")), Unexplained)


def test_a_move_that_is_undone_by_hand_is_taken_back(carded: Game) -> None:
    now = after(carded, *moved("BH4", "F5"))
    past = [GameAt(7, carded)]
    assert explain(now, seen(carded), past=past) == TakenBack(7, ())


def test_a_move_that_is_done_otherwise_is_taken_back_and_done_anew(carded: Game) -> None:
    now = after(carded, *moved("BH4", "F5"))
    past = [GameAt(7, carded)]
    assert explain(now, seen(carded, BH4="E5"), past=past) == TakenBack(7, moved("BH4", "E5"))


def rolled(game: Game, attacker: str, target: str, *faces: Face) -> Game:
    return after(game, Attack(unit=unit(attacker), target=unit(target)), Roll(faces=faces))


@pytest.fixture(scope="module")
def driven_back(carded: Game) -> Game:
    """BH4 in F5 has driven CG4 from F4 to G3, one figure lost."""
    return rolled(after(carded, *moved("BH4", "F5")), "BH4", "CG4", STRIKE, MORALE, LORE)


def test_a_retreat_carried_out_is_what_the_books_say_already(driven_back: Game) -> None:
    assert driven_back.state.units[unit("CG4")].at == "G3"
    assert explain(driven_back, seen(driven_back)) == Same()


def test_an_advance_is_seen(driven_back: Game) -> None:
    assert explain(driven_back, seen(driven_back, BH4="F4")) == Explained((Advance(to=Hex("F4")),))


def test_an_advance_elsewhere_is_none(driven_back: Game) -> None:
    assert isinstance(explain(driven_back, seen(driven_back, BH4="G5")), Unexplained)


def test_the_advance_of_a_killer_waits_until_the_dead_have_left(carded: Game) -> None:
    game = after(carded, *moved("BH4", "F5"))
    game = after(game, CorrectUnit(unit=unit("CG4"), at=Hex("F4"), figures=1))
    game = rolled(game, "BH4", "CG4", STRIKE, LORE, LORE)
    assert game.state.units[unit("CG4")].at is None
    assert isinstance(explain(game, seen(game, CG4="F4")), Unexplained)
    assert explain(game, seen(game, BH4="F4")) == Explained((Advance(to=Hex("F4")),))


def test_before_the_game_units_are_placed_where_they_are_seen(set_up: Game) -> None:
    assert explain(set_up, seen(set_up, BH4="G6")) == Explained((PlaceUnit(unit=unit("BH4"), at=Hex("G6")),))


def test_units_that_have_changed_places_before_the_game_are_placed(set_up: Game) -> None:
    swapped = seen(set_up, BH4="D6", BH3="F6", BH5="D7", BH1="G6")
    verdict = explain(set_up, swapped)
    assert isinstance(verdict, Explained)
    assert explain(after(set_up, *verdict.commands), swapped) == Same()


def test_two_units_seen_in_one_hex_before_the_game_are_not_believed(set_up: Game) -> None:
    verdict = explain(set_up, seen(set_up, BH4="G6", BH3="G6"))
    assert isinstance(verdict, Unexplained)
    assert {one.unit for one in verdict.differences} == {unit("BH3"), unit("BH4")}


def test_a_choice_of_retreat_is_seen_and_the_advance_after_it_too(carded: Game) -> None:
    """A shot whose line enters through a corner leaves two ways; where the unit stands was chosen."""
    game = put(carded, BH4="E6", VL1="F6")
    ways = corner_shot(game)
    assert {way for way, _ in ways} != set()
    for way, state in ways:
        at = state.state.units[unit("CG4")].at
        verdict = explain(waiting_for_way(game), seen(state))
        assert at is not None
        assert verdict == Explained((ChooseWay(way=way),))


def waiting_for_way(game: Game) -> Game:
    shooting = after(game, Order(unit=unit("VL1")), Attack(unit=unit("VL1"), target=unit("CG4")))
    return after(shooting, Roll(faces=(MORALE, LORE)))


def corner_shot(game: Game) -> Sequence[tuple[Direction, Game]]:
    waiting = waiting_for_way(game)
    found = []
    for way in Direction:
        then, decision = play(waiting, ChooseWay(way=way))
        if not isinstance(decision, Refusal):
            found.append((way, then))
    return found


def test_going_on_elsewhere_lets_the_open_advance_pass(begun: Game) -> None:
    """With Onslaught another unit may still march in the Attack Step: then nobody advanced."""
    game = after(begun, PlayCard(card=CardId("onslaught")), *moved("BH4", "F5"), Order(unit=unit("BH5")))
    game = rolled(game, "BH4", "CG4", STRIKE, MORALE, LORE)
    assert explain(game, seen(game, BH5="H5")) == Explained((Decline(), Move(unit=unit("BH5"), to=Hex("H5"))))
