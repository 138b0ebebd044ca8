from rules.kernel.hexes import Direction, Hex
from rules.kernel.values import TerrainId, Tile
from rules.second.setting_up.rivers import is_at_edge, joins, open_ends, settled
from tests.rules.drawn import RULES
from tests.rules.fielding import FORD, LAKE, RIVER, hexes

BOARD = RULES.board
WATER = {TerrainId("river"), TerrainId("lake")}
SOUTHS = dict.fromkeys(hexes("E1 E2 E3 E4 E5"), RIVER)
NORTHS = dict.fromkeys(hexes("E6 E7 E8 E9"), RIVER)


def test_the_river_of_one_card_joins_the_others() -> None:
    """RB p. 18: the tiles at the centre row are turned so that the river flows through."""
    both = SOUTHS | NORTHS
    assert joins(BOARD, both, Hex("E5"), WATER) == (Direction.NORTH_EAST, Direction.SOUTH_EAST)
    assert open_ends(BOARD, both, WATER) == ()
    assert settled(BOARD, both, WATER) == {}


def test_a_river_that_ends_in_the_open_becomes_a_lake() -> None:
    """RB p. 16."""
    assert settled(BOARD, SOUTHS, WATER) == {"E5": LAKE}
    assert settled(BOARD, dict.fromkeys(hexes("C4 D4 E4"), RIVER), WATER) == {"C4": LAKE, "E4": LAKE}


def test_a_river_may_end_at_the_edge_of_the_board() -> None:
    """RB p. 16: "away from the board edge" only."""
    assert settled(BOARD, dict.fromkeys(BOARD.hexes[:12], RIVER), WATER) == {}
    across = dict.fromkeys(hexes("A4 B4 C4 D4 E4 F4 G4 H4 I4 J4 K4"), RIVER)
    assert settled(BOARD, across, WATER) == {}
    assert settled(BOARD, {Hex("F1"): RIVER}, WATER) == {"F1": LAKE}


def test_a_river_may_flow_into_a_lake() -> None:
    assert settled(BOARD, {**SOUTHS, Hex("E6"): LAKE}, WATER) == {}


def test_a_lake_stays_a_lake_and_a_forest_is_no_water() -> None:
    alone = {Hex("F5"): LAKE, Hex("G5"): Tile(kind=TerrainId("forest"))}
    assert settled(BOARD, alone, WATER) == {}
    assert joins(BOARD, alone, Hex("F5"), WATER) == ()


def test_a_ford_stays_on_a_river_that_becomes_a_lake() -> None:
    forded = {**SOUTHS, Hex("E5"): Tile(kind=TerrainId("river"), token=FORD)}
    assert settled(BOARD, forded, WATER) == {"E5": Tile(kind=TerrainId("lake"), token=FORD)}


def test_the_edge_of_the_board_is_its_outermost_hexes() -> None:
    assert {place for place in BOARD.hexes if is_at_edge(BOARD, place)} == {
        place for place in BOARD.hexes if place[1] in "19" or place[0] == "A"
    } | set(hexes("K2 L3 K4 L5 K6 L7 K8"))
