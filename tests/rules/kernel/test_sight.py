"""Lines of sight: the rulebook's words, drawn positions, and that sight is mutual."""

from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest

from rules.kernel.hexes import Board, Direction, Hex
from rules.kernel.sight import Sight, line_of_sight
from tests.rules.drawn import RULES

SECOND = Board((12, 11, 12, 11, 12, 11, 12, 11, 12), (3.5, 7.5))


BLOCKING = {name for name, kind in RULES.catalogue.terrain.items() if kind.blocks_sight}


def hexes(text: str) -> frozenset[Hex]:
    return frozenset(Hex(name) for name in text.split())


def sees(start: str, end: str, units: str = "", terrain: Mapping[str, str] | None = None) -> bool:
    return _sight(start, end, units, terrain or {}).clear


def blocked_by(start: str, end: str, units: str = "", terrain: Mapping[str, str] | None = None) -> str | None:
    return _sight(start, end, units, terrain or {}).by


def _sight(start: str, end: str, units: str, terrain: Mapping[str, str]) -> Sight:
    blocking = {Hex(name) for name, kind in terrain.items() if kind in BLOCKING}
    from_hill = terrain.get(start) == "hill"
    return line_of_sight(
        SECOND, Hex(start), Hex(end), units=() if from_hill else hexes(units), blocking=blocking
    )


@pytest.mark.parametrize("terrain", ["hill", "forest", "building", "command_tent"])
def test_a_crossed_hex_of_blocking_terrain_blocks(terrain: str) -> None:
    assert not sees("B5", "D5", terrain={"C5": terrain})


@pytest.mark.parametrize("terrain", ["clear", "water", "ford", "bridge"])
def test_other_terrain_does_not_block(terrain: str) -> None:
    assert sees("B5", "D5", terrain={"C5": terrain})


def test_a_crossed_unit_blocks_whoever_owns_it() -> None:
    """RB p. 8."""
    assert blocked_by("B5", "E5", units="C5 D5") == "C5"
    assert blocked_by("E5", "B5", units="C5 D5") == "D5"


def test_the_two_ends_never_block() -> None:
    """RB p. 8."""
    assert sees("B5", "D5", units="B5 D5", terrain={"B5": "forest", "D5": "building"})


def test_adjacent_hexes_always_see_each_other() -> None:
    everything = frozenset(SECOND.hexes)
    for start in SECOND.hexes:
        for end in SECOND.neighbours[start].values():
            assert line_of_sight(SECOND, start, end, units=everything).clear


def test_any_part_of_a_hex_blocks_even_a_sliver() -> None:
    """RB p. 8.  From C1 to E2 the line leaves C1 by the east edge and cuts D1, then D2."""
    assert blocked_by("C1", "E2", units="D1") == "D1"
    assert blocked_by("C1", "E2", units="D2") == "D2"
    assert sees("C1", "E2", units="C2 E1 D3")


def test_a_unit_on_a_hill_ignores_units_but_not_terrain() -> None:
    assert sees("B5", "E5", units="C5 D5", terrain={"B5": "hill"})
    assert blocked_by("B5", "E5", units="C5", terrain={"B5": "hill", "D5": "forest"}) == "D5"
    assert not sees("B5", "E5", units="C5", terrain={"E5": "hill"})


# C5 to C7 runs along the edge between B6 and C6; C5 to C9 then crosses C7 and runs between B8 and C8.


@pytest.mark.parametrize(
    ("terrain", "clear"),
    [
        ({}, True),
        ({"B6": "forest"}, True),
        ({"C6": "forest"}, True),
        ({"B6": "forest", "C6": "hill"}, False),
        ({"B6": "forest", "C6": "water"}, True),
        ({"B8": "forest", "C8": "hill"}, False),
        ({"B6": "forest", "C8": "hill"}, False),
        ({"C6": "forest", "C8": "hill"}, True),
        ({"C7": "forest"}, False),
    ],
)
def test_along_edges_blocking_terrain_must_stand_on_both_sides(terrain: dict[str, str], clear: bool) -> None:
    """RB p. 8."""
    assert sees("C5", "C9", terrain=terrain) is clear
    assert sees("C9", "C5", terrain=terrain) is clear


def test_units_beside_an_edge_do_not_block() -> None:
    assert sees("C5", "C7", units="B6 C6")
    assert sees("C5", "C7", units="B6", terrain={"C6": "forest"})


def test_the_hex_that_completes_the_block_is_named() -> None:
    assert blocked_by("C5", "C9", terrain={"B6": "forest", "C8": "hill"}) == "C8"
    assert blocked_by("C9", "C5", terrain={"B6": "forest", "C8": "hill"}) == "B6"


def test_an_edge_of_the_board_has_nothing_on_its_other_side() -> None:
    assert sees("A1", "A3", terrain={"A2": "forest"})


@pytest.mark.parametrize(
    ("start", "end", "ways"),
    [
        ("A5", "D5", [Direction.WEST]),
        ("D5", "A5", [Direction.EAST]),
        ("C5", "E9", [Direction.SOUTH_WEST]),
        ("C5", "C7", [Direction.SOUTH_WEST, Direction.SOUTH_EAST]),
        ("C7", "C5", [Direction.NORTH_EAST, Direction.NORTH_WEST]),
        ("C5", "D6", [Direction.WEST, Direction.SOUTH_WEST]),
        ("C5", "F6", [Direction.WEST]),
        ("C5", "D8", [Direction.SOUTH_WEST]),
    ],
)
def test_the_line_enters_by_an_edge_or_a_corner(start: str, end: str, ways: list[Direction]) -> None:
    assert list(line_of_sight(SECOND, Hex(start), Hex(end), units=()).entered) == ways


def test_the_way_in_of_a_neighbour_is_its_direction() -> None:
    for end in SECOND.hexes:
        for way, start in SECOND.neighbours[end].items():
            assert line_of_sight(SECOND, start, end, units=()).entered == (way,)


@pytest.mark.journey
def test_sight_is_mutual_and_names_a_blocking_hex() -> None:
    chance = Random(7)
    for start, end in combinations(SECOND.hexes, 2):
        units = frozenset(chance.sample(SECOND.hexes, 20))
        there = line_of_sight(SECOND, start, end, units=units)
        back = line_of_sight(SECOND, end, start, units=units)
        assert there.clear == back.clear
        assert (there.by is None) == there.clear
        assert there.by is None or there.by in units - {start, end}
