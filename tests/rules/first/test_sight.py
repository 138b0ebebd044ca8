"""The First Edition's sight against the second implementation beside this file, on both boards."""

from itertools import permutations, product
from random import Random

import pytest

from rules.first.targets import Aim, Barred, sees, shot, targets
from rules.kernel.hexes import Board, Hex
from tests.rules.first import geometry

LONG_FIRST = (13, 12, 13, 12, 13, 12, 13, 12, 13)
SHORT_FIRST = (12, 13, 12, 13, 12, 13, 12, 13, 12)
PARITIES = pytest.mark.parametrize("rows", [LONG_FIRST, SHORT_FIRST], ids=["long_first", "short_first"])
BOARD = Board(LONG_FIRST, (3.5, 8.5))
DENSITIES = ((0, 0), (12, 0), (0, 12), (10, 10), (24, 8), (18, 40))


def hexes(text: str) -> frozenset[Hex]:
    return frozenset(Hex(name) for name in text.split())


def is_clear(start: str, end: str, units: str = "", ground: str = "") -> bool:
    return sees(BOARD, Hex(start), Hex(end), units=hexes(units), ground=hexes(ground)).clear


def check_pairs(
    rows: tuple[int, ...],
    seed: int,
    rounds: int,
    densities: tuple[tuple[int, int], ...] = DENSITIES,
    *,
    count: int | None = None,
) -> int:
    """Compare ordered pairs, all or *count*, on boards from empty to crowded; return how many are blocked."""
    board, places, chance, blocked = Board(rows), geometry.places(rows), Random(seed), 0
    assert set(places) == set(board.hexes)
    for _, (crowd, tiles) in product(range(rounds), densities):
        units = frozenset(chance.sample(board.hexes, crowd))
        ground = frozenset(chance.sample(board.hexes, tiles))
        obstacles = {places[name] for name in units | ground}
        pairs = list(permutations(board.hexes, 2))
        for start, end in pairs if count is None else chance.sample(pairs, count):
            sight = sees(board, start, end, units=units, ground=ground)
            expected = geometry.blockers(places, start, end, obstacles)
            assert sight.clear is (not expected), (start, end, units, ground)
            assert sight.clear or sight.by in expected, (start, end, units, ground)
            blocked += not sight.clear
    return blocked


@PARITIES
def test_pairs_of_hexes_see_each_other_past_the_same_blockers(rows: tuple[int, ...]) -> None:
    """Rules summary, Range and Line of Sight; docs/rulings.md."""
    assert check_pairs(rows, seed=13, rounds=1, densities=((14, 25),), count=3_000) > 1_500


@pytest.mark.journey
@PARITIES
def test_every_pair_of_hexes_sees_each_other_past_the_same_blockers(rows: tuple[int, ...]) -> None:
    assert check_pairs(rows, seed=13, rounds=1, densities=((14, 25),)) > 7_000


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@PARITIES
def test_every_pair_agrees_on_many_boards(rows: tuple[int, ...], seed: int) -> None:
    assert check_pairs(rows, seed=1300 + seed, rounds=5) > 100_000


@PARITIES
def test_every_pair_where_only_units_stand_along_the_edges(rows: tuple[int, ...]) -> None:
    """A line along edges is blocked once any two obstructions have stood on its two sides."""
    board, places, found = Board(rows), geometry.places(rows), 0
    for start, end in permutations(board.hexes, 2):
        (x, y), (u, v) = places[start], places[end]
        names = {place: name for name, place in places.items()}
        pieces = geometry.stretches(u - x, v - y)
        if all(piece.inside for piece in pieces):
            continue
        lefts, rights = (
            [
                names[side[0] + x, side[1] + y]
                for side in sides
                if side is not None and (side[0] + x, side[1] + y) in names
            ]
            for sides in ([piece.left for piece in pieces], [piece.right for piece in pieces])
        )
        for left, right in product(lefts, rights):
            found += 1
            pair = {Hex(left), Hex(right)}
            assert not sees(board, start, end, units=pair, ground=()).clear
            assert not sees(board, start, end, units={Hex(left)}, ground={Hex(right)}).clear
        for side in (lefts, rights):
            assert sees(board, start, end, units={Hex(name) for name in side}, ground=()).clear
    assert found > 2_000


def test_a_unit_in_the_line_blocks_whoever_owns_it() -> None:
    assert not is_clear("E3", "E7", units="E5")
    assert is_clear("E3", "E7")
    assert is_clear("E3", "E7", units="E3 E7", ground="E3 E7")


@pytest.mark.parametrize(
    ("units", "ground", "clear"),
    [
        ("", "D4 D6", True),
        ("", "E4 E6", True),
        ("", "D4 E4", False),
        ("", "D4 E6", False),
        ("D4 E6", "", False),
        ("D4 D6", "", True),
        ("D4", "E4", False),
        ("E6", "D4", False),
    ],
)
def test_along_edges_units_count_like_terrain(units: str, ground: str, clear: bool) -> None:
    assert is_clear("E3", "E7", units, ground) is clear
    assert is_clear("E7", "E3", units, ground) is clear


def test_who_stands_next_to_an_enemy_fights_him() -> None:
    enemies = hexes("E6 B5")
    found = targets(BOARD, Hex("E5"), reach=4, enemies=enemies, units=enemies)
    assert found == {Hex("E6"): Aim(1)}
    barred = shot(BOARD, Hex("E5"), Hex("B5"), reach=4, enemies=enemies, units=enemies)
    assert barred.barred is Barred.ADJACENT_ENEMY


@pytest.mark.parametrize(
    ("start", "end", "reach", "barred"),
    [
        ("E5", "E9", 4, None),
        ("I4", "H9", 4, Barred.OUT_OF_RANGE),
        ("I4", "H9", 5, None),
        ("E5", "E7", 1, Barred.OUT_OF_RANGE),
        ("E5", "E6", 1, None),
    ],
)
def test_range_counts_the_targets_hex(start: str, end: str, reach: int, barred: Barred | None) -> None:
    enemies = hexes(end)
    assert shot(BOARD, Hex(start), Hex(end), reach=reach, enemies=enemies, units=enemies).barred is barred


def test_the_blocker_is_named() -> None:
    enemies = hexes("E7")
    found = shot(BOARD, Hex("E3"), Hex("E7"), reach=4, enemies=enemies, units=hexes("E3 E5 E7"))
    assert found == Aim(4, Barred.SIGHT_BLOCKED, Hex("E5"))


def test_point_blank_is_melee() -> None:
    enemies = hexes("E6")
    assert shot(BOARD, Hex("E5"), Hex("E6"), reach=4, enemies=enemies, units=enemies).is_melee
