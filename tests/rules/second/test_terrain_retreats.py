"""Terrain: retreats and advances over it, the command tent, tiles put down (RB p. 13, 17; Ref, Terrain)."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import Cause, Marker, Seat, Step, TerrainId, Tile, Why
from tests.rules.drawn import TILES, after, at, attack, drawn, faces, figures, move, tags, u, waits, why
from tests.rules.kernel.chapters.test_terrain import CLEAR, OPEN, STOPPING, WATER, spared

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


# --- retreats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "ends", "left"),
    [
        *((tile, "G5", 3) for tile in OPEN),
        *((tile, "F5", 2) for tile in STOPPING if tile != "bb"),
        ("bb", "F5", 3),  # the building absorbs the one retreat that is left
        *((tile, "E5", 1) for tile in WATER),
    ],
)
def test_two_retreats_over_each_terrain(tile: str, ends: str, left: int) -> None:
    """Ref, Retreat, and each terrain's entry: what ends movement ends the retreat, the rest is damage."""
    game = drawn(f"5 .. .. .. BH CG {tile}", active=NORTH)
    game, events = after(game, attack("BH", "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == (ends, left)
    assert spared(events) == ([1] if tile == "bb" else [])


def test_a_building_absorbs_one_of_two_leftover_retreats() -> None:
    """Ref, Buildings."""
    game = drawn("5 .. .. .. BH CG bb", active=NORTH)
    game, events = after(game, attack("BH", "CG"), faces("morale morale morale"))
    assert (at(game, "CG"), figures(game, "CG"), spared(events)) == ("F5", 2, [1])


@pytest.mark.parametrize("tile", [CLEAR, *TILES])
def test_one_retreat_into_terrain_that_can_be_entered_costs_nothing(tile: str) -> None:
    """Ref, Retreat."""
    game = drawn(f"5 .. .. .. BH CG {tile}", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("morale pierce pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == (("E5", 2) if tile in WATER else ("F5", 3))


@pytest.mark.parametrize("tile", [tile for tile in TILES if tile not in WATER])
def test_a_retreat_out_of_any_terrain_goes_its_full_way(tile: str) -> None:
    """Ref, Forest Hexes: only what a unit retreats *into* stops it."""
    game = drawn(f"5 .. .. .. BH CG/{tile}", active=NORTH)
    roll = "morale morale" if tile == "ff" else "morale morale pierce"
    game, _ = after(game, attack("BH", "CG"), faces(roll))
    assert (at(game, "CG"), figures(game, "CG")) == ("G5", 3)


@pytest.mark.parametrize("tile", STOPPING)
def test_a_unit_driven_into_terrain_may_be_driven_out_in_the_next_combat(tile: str) -> None:
    """Ref, Ford Tokens, Forest Hexes, Command Tents: a different combat later during the turn."""
    game = drawn(f"5 .. .. .. BH CG {tile}\n6 .. .. .. .. .. BH", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("morale pierce pierce"), m.Decline())
    assert at(game, "CG") == "F5"
    roll = "morale pierce" if tile == "ff" else "morale pierce pierce"
    game, _ = after(game, attack("BH2", "CG"), faces(roll))  # from F6, north-east of F5, to E4
    assert at(game, "CG") == "E4"


def test_a_friend_in_the_forest_supports_and_one_behind_it_does_not() -> None:
    """RB p. 10: the hex into which the unit would be forced; Ref, Forest Hexes."""
    game = drawn("5 .. .. .. BH CG CG/ff", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == ("E5", 3)
    game = drawn("5 .. .. .. BH CG ff CG", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == ("F5", 2)


def test_a_building_takes_a_blocked_retreat_if_it_took_nothing_before() -> None:
    """Ref, Buildings: 1 damage each combat, of dice or of retreats.  A5 is at the board's edge."""
    for roll, left in (("morale pierce pierce", 3), ("morale strike pierce", 2), ("morale morale pierce", 2)):
        game = drawn("5 CG/bb BH", active=NORTH)
        game, events = after(game, attack("BH", "CG"), faces(roll))
        assert (at(game, "CG"), figures(game, "CG"), spared(events)) == ("A5", left, [1])


def test_a_building_that_was_left_spares_nothing_at_the_boards_edge() -> None:
    """Ref, Buildings: a unit occupying it."""
    game = drawn("5 .. CG/bb BH", active=NORTH)
    game, events = after(game, attack("BH", "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG"), spared(events)) == ("A5", 2, [])


def test_a_stunned_units_retreats_are_damage_of_which_a_building_takes_one() -> None:
    """Ref, Stun; Ref, Buildings."""
    game = drawn("5 .. .. .. BH CGs/bb", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == ("E5", 2)


def test_a_ranged_retreat_is_stopped_by_terrain_too() -> None:
    """Ref, Retreat."""
    game = drawn("5 .. .. .. VL .. CG ff", active=NORTH)
    game, _ = after(game, attack("VL", "CG"), faces("morale morale"))
    assert (at(game, "CG"), figures(game, "CG")) == ("G5", 2)


@pytest.mark.parametrize(
    ("tile", "ends", "left"), [("ff", "F5", 2), ("bb", "F5", 3), ("rr", "E5", 1), ("hh", "G5", 3)]
)
def test_a_card_that_drives_a_unit_back_heeds_the_terrain(tile: str, ends: str, left: int) -> None:
    """RB p. 10: card effects force retreats too."""
    game = drawn(f"5 .. .. .. BH CG {tile}", active=NORTH, step=Step.COMMAND)
    game = Game(game.ruleset, replace(game.state, waits=(m.CardWait(seat=NORTH),)))
    verb = m.ForceRetreat(unit=u("CG"), way=Direction.EAST, hexes=2)
    game, _ = after(game, m.PlayUnlistedCard(name="Fear", does=(verb,)))
    assert (at(game, "CG"), figures(game, "CG")) == (ends, left)


# --- advancing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [tile for tile in TILES if tile not in WATER])
def test_the_attacker_may_advance_into_any_terrain_that_it_can_enter(tile: str) -> None:
    """RB p. 10."""
    game, _ = after(drawn(f"5 .. .. .. BH CG1/{tile} .. CG", active=NORTH), attack("BH", "CG"))
    roll = "strike pierce" if tile == "ff" else "strike cleave pierce"
    game, _ = after(game, faces(roll), m.Advance(to=Hex("E5")))
    assert at(game, "BH") == "E5"


def test_a_unit_that_stopped_in_a_forest_may_advance_out_of_it() -> None:
    """Ref, Forest Hexes."""
    game = drawn("5 .. .. .. BH ff CG .. CG", active=NORTH)
    game, _ = after(game, move("BH", "E5"), attack("BH", "CG"), faces("morale pierce"))
    game, _ = after(game, m.Advance(to=Hex("F5")))
    assert at(game, "BH") == "F5"


PURSUED = "5 .. .. .. .. FB CG1/{} .. CG"


@pytest.mark.parametrize("tile", STOPPING)
def test_a_pursuit_stops_where_its_first_hex_ends_movement(tile: str) -> None:
    """Ref, Pursue: first into the hex that the target left; RB p. 13."""
    game, _ = after(drawn(PURSUED.format(tile), active=NORTH), attack("FB", "CG"))
    roll = "strike pierce" if tile == "ff" else "strike strike pierce"
    game, _ = after(game, faces(roll))
    assert isinstance(game.state.wait, m.AdvanceWait)
    assert game.state.wait.to == ("F5",)


@pytest.mark.parametrize("tile", OPEN)
def test_a_pursuit_goes_on_over_hills_and_bridges(tile: str) -> None:
    """Ref, Pursue."""
    game, _ = after(
        drawn(PURSUED.format(tile), active=NORTH), attack("FB", "CG"), faces("strike strike pierce")
    )
    assert isinstance(game.state.wait, m.AdvanceWait)
    assert game.state.wait.to == ("F5", "E4", "F4", "G5", "E6", "F6")


def test_a_pursuit_does_not_enter_water_but_ends_in_a_forest() -> None:
    """RB p. 13: G5 is a river, F6 a forest."""
    game = drawn("6 .. .. .. .. .. ff\n5 .. .. .. .. FB CG1 rr CG", active=NORTH)
    game, _ = after(game, attack("FB", "CG"), faces("strike pierce pierce"))
    assert isinstance(game.state.wait, m.AdvanceWait)
    assert game.state.wait.to == ("F5", "E4", "F4", "E6", "F6")


# --- the command tent -------------------------------------------------------------------------------


def test_an_enemy_tent_is_taken_at_the_start_of_the_turn_for_two_points() -> None:
    """RB p. 17; Ref, Command Tents: the tile goes, the unit stays."""
    game = drawn("5 .. .. .. BH/ts .. CG")
    game, events = after(game, m.EndMainPhase())
    assert tags(events)[-4:] == ["turn_ended", "terrain_removed", "points_gained", "turn_started"]
    assert m.TerrainRemoved(at=Hex("D5"), tile=TILES["ts"], cause=Cause.TENT) in events
    assert m.PointsGained(seat=NORTH, count=2, total=2, cause=Cause.TENT, at=Hex("D5")) in events
    assert game.state.terrain == {}
    assert at(game, "BH") == "D5"


def test_ones_own_tent_and_an_empty_one_stay() -> None:
    """RB p. 17: an enemy's unit takes it."""
    for rows in ("5 .. .. .. BH/tn .. CG", "5 .. .. .. BH ts CG"):
        game, _ = after(drawn(rows), m.EndMainPhase())
        assert (len(game.state.terrain), game.state.sides[NORTH].points) == (1, 0)


def test_a_tent_is_not_taken_in_the_turn_in_which_it_is_entered_nor_in_the_owners() -> None:
    """RB p. 17: at the start of *his* turn."""
    game = drawn("5 .. .. .. BH ts .. CG", active=NORTH)
    game, _ = after(game, move("BH", "E5"), m.EndMainPhase())
    assert (game.state.active, game.state.terrain, game.state.sides[NORTH].points) == (
        SOUTH,
        {Hex("E5"): TILES["ts"]},
        0,
    )
    game, _ = after(game, m.PlayUnlistedCard(name="Wait", does=()), m.EndMainPhase())
    assert (game.state.active, game.state.terrain, game.state.sides[NORTH].points) == (NORTH, {}, 2)


def test_the_points_of_a_tent_count_when_the_win_is_checked() -> None:
    """RB p. 7, 17: both at the start of the first player's turn."""
    game, events = after(drawn("5 .. .. .. BH/ts .. CG", points=(3, 14)), m.EndMainPhase())
    assert events[-2] == m.GameWon(seat=NORTH, elimination=False)
    assert waits(game) == "over_wait"


def test_a_tent_is_no_building() -> None:
    """RB p. 17: a type of its own; it takes no damage, and the massive may enter it."""
    assert why(drawn("5 .. .. .. CL tn", active=NORTH), move("CL", "E5")) is None


# --- tiles put down by the table --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at_hex", "tile", "reason"),
    [
        ("Z9", Tile(kind=TerrainId("hill")), Why.OFF_BOARD),
        ("F5", Tile(kind=TerrainId("swamp")), Why.NO_SUCH_TERRAIN),
        ("F5", Tile(kind=TerrainId("ford")), Why.NO_SUCH_TERRAIN),
        ("F5", Tile(kind=TerrainId("river"), token=TerrainId("raft")), Why.NO_SUCH_TERRAIN),
        ("F5", Tile(kind=TerrainId("hill"), token=TerrainId("bridge")), Why.NOT_ON_WATER),
        ("F5", Tile(kind=TerrainId("river"), token=TerrainId("forest")), Why.NOT_ON_WATER),
    ],
)
def test_a_tile_that_makes_no_sense_is_refused(at_hex: str, tile: Tile, reason: Why) -> None:
    """Ref, Bridge Tokens: fords and bridges lie on water; one token a hex."""
    assert why(drawn("5 CG .. BH"), m.PlaceTerrain(at=Hex(at_hex), tile=tile)) is reason


def test_tiles_are_put_down_exchanged_and_taken_away_at_any_time() -> None:
    game = drawn("5 .. .. .. CG BH")
    game, _ = after(game, m.PlaceTerrain(at=Hex("E5"), tile=TILES["ff"]), attack("CG", "BH"))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=2, unit=u("CG"))
    game, _ = after(game, m.PlaceTerrain(at=Hex("E5"), tile=TILES["hh"]))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=3, unit=u("CG"))
    game, events = after(game, m.RemoveTerrain(at=Hex("E5")))
    assert events[0] == m.TerrainRemoved(at=Hex("E5"), tile=TILES["hh"])
    assert game.state.terrain == {}
    assert why(game, m.RemoveTerrain(at=Hex("E5"))) is Why.NOTHING_THERE


def test_markers_and_terrain_are_told_apart() -> None:
    """The pictures of this file: a poisoned unit in a forest is both."""
    game = drawn("5 .. .. .. CGp/ff")
    assert game.state.units[u("CG")].markers == (Marker.POISON,)
    assert game.state.terrain == {Hex("D5"): TILES["ff"]}
