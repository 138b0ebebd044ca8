from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.values import Seat, Step, UnitId, Why
from tests.rules.drawn import RULES, after, at, order, started, u, why

FORCES = {
    "viper_legion": "D8 H8 B7 K7",
    "blood_harvesters": "D7 I7 D6 F6 H6",
    "yeoman_archers": "D2 H2 B3 K3",
    "citadel_guard": "D3 I3 D4 F4 H4",
}


def test_the_learning_scenario_stands_as_the_reference_has_it() -> None:
    """Reference sheet section 9: fifteen and twelve figures a side, three to a hex."""
    units = new_game(RULES).state.units
    assert {unit.id: unit.at for unit in units.values()} == {
        f"{kind}-{number}": place
        for kind, places in FORCES.items()
        for number, place in enumerate(places.split(), start=1)
    }
    assert {unit.figures for unit in units.values()} == {3}
    assert [unit.seat for unit in units.values()] == [Seat.NORTH] * 9 + [Seat.SOUTH] * 9


def test_the_two_sides_mirror_each_other() -> None:
    """RB p. 5."""
    units = new_game(RULES).state.units.values()
    north, south = ({unit.at for unit in units if unit.seat is seat} for seat in (Seat.NORTH, Seat.SOUTH))
    assert {f"{place[0]}{10 - int(place[1])}" for place in north if place} == south


def test_the_stand_in_banners_are_fair() -> None:
    """RB p. 5 has a picture.  Ours: on the shared row, one in each section, none under a unit."""
    places = RULES.scenario.banners.stand_in
    assert {place[1] for place in places} == {"5"}
    sections = [RULES.sections[Seat.SOUTH][place] for place in places]
    assert len(set().union(*sections)) == 3
    assert not set(places) & set(RULES.scenario.units.values())


def test_a_game_begins_with_the_uthuk_and_four_cards_each() -> None:
    """RB p. 5."""
    game = started()
    assert (game.state.turn, game.state.step, game.state.wait) == (
        1,
        Step.COMMAND,
        m.CardWait(seat=Seat.NORTH),
    )
    assert {side.cards for side in game.state.sides.values()} == {4}


def test_the_start_waits_for_three_banners_unless_the_table_wants_fewer() -> None:
    """RB p. 5."""
    game = new_game(RULES)
    assert game.state.wait == m.SetUpWait(banners=3)
    assert why(game, m.StartGame()) is Why.BANNERS_MISSING
    two, _ = after(game, m.PlaceBanner(at=Hex("A5")), m.PlaceBanner(at=Hex("B5")))
    assert two.state.wait == m.SetUpWait(banners=1)
    back, _ = after(two, m.RemoveBanner(at=Hex("A5")))
    assert back.state.wait == m.SetUpWait(banners=2)
    assert why(back, m.RemoveBanner(at=Hex("A5"))) is Why.NOTHING_THERE
    begun, events = after(two, m.Overrule(command=m.StartGame()))
    assert events[0] == m.Overruled(why=Why.BANNERS_MISSING, page="RB p. 5")
    assert begun.state.wait == m.CardWait(seat=Seat.NORTH)


def test_placing_a_unit_where_another_stands_exchanges_them() -> None:
    game, events = after(new_game(RULES), m.PlaceUnit(unit=u("BH1"), at=Hex("A9")))
    assert events[0] == m.UnitPlaced(unit=u("BH1"), at=Hex("A9"))
    game, _ = after(game, m.PlaceUnit(unit=u("BH2"), at=Hex("A9")))
    assert (at(game, "BH2"), at(game, "BH1")) == ("A9", "I7")


def test_units_are_placed_on_the_board_and_before_the_start() -> None:
    game = new_game(RULES)
    assert why(game, m.PlaceUnit(unit=UnitId("troll-1"), at=Hex("A1"))) is Why.NO_SUCH_UNIT
    assert why(game, m.PlaceUnit(unit=u("BH1"), at=Hex("L2"))) is Why.OFF_BOARD
    assert why(started(), m.PlaceUnit(unit=u("BH1"), at=Hex("A9"))) is Why.NOT_NOW
    assert why(game, order("BH1")) is Why.NOT_NOW
