"""Sight, distances and retreats against the second implementation in tests/rules/geometry.py."""

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from random import Random

import pytest
from msgspec.structs import replace

from rules.kernel.battle.attacks import targets
from rules.kernel.chapters.movement import reachable
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game
from rules.kernel.sight import line_of_sight
from rules.kernel.state import Fight, Unit
from rules.kernel.values import AttackType, KindId, Marker, Seat, TerrainId, Tile, UnitId
from rules.second.retreating import outcome, ways_away
from tests.rules import geometry
from tests.rules.drawn import RULES, drawn
from tests.rules.packs import KNOWN, dealt
from tests.shares import share

SECOND = RULES.board
PAIRS = tuple(permutations(SECOND.hexes, 2))
KINDS = ("hill", "forest", "building", "command_tent", "river", "lake")
BLOCKING = frozenset(("hill", "forest", "building", "command_tent"))
Blockers = tuple[frozenset[Hex], dict[Hex, str]]


def test_the_board_and_its_neighbours_are_the_same() -> None:
    assert set(geometry.CENTRES) == set(SECOND.hexes)
    for name in SECOND.hexes:
        ways = {geometry.way_to(name, other): other for other in geometry.BESIDE[name]}
        assert ways == SECOND.neighbours[name]


def test_every_distance_is_the_number_of_steps() -> None:
    for start in SECOND.hexes:
        steps = geometry.distances(start)
        assert all(SECOND.distance(start, end) == steps[end] for end in SECOND.hexes)


@pytest.mark.journey
def test_every_line_comes_in_by_the_same_edges() -> None:
    for start, end in PAIRS:
        entered = line_of_sight(SECOND, start, end, units=()).entered
        assert set(entered) == geometry.edges_entered(start, end), (start, end)
        assert len(entered) in (1, 2)


def strewn(chance: Random, crowd: int, tiles: int) -> Blockers:
    """Return *crowd* units and *tiles* hexes of terrain anywhere."""
    units = frozenset(chance.sample(SECOND.hexes, crowd))
    return units, {name: chance.choice(KINDS) for name in chance.sample(SECOND.hexes, tiles)}


def boards(seed: int, rounds: int) -> Iterator[Blockers]:
    """Yield boards from empty to crowded, *rounds* of each density."""
    chance = Random(seed)
    for _, (crowd, tiles) in product(range(rounds), ((0, 0), (12, 0), (0, 12), (6, 20), (24, 8), (18, 60))):
        yield strewn(chance, crowd, tiles)


def check_pairs(pairs: Iterable[tuple[Hex, Hex]], seed: int, rounds: int) -> int:
    """Compare those ordered *pairs* on every board; return how many lines were blocked."""
    lines = {pair: geometry.met(*pair) for pair in pairs}
    blocked = 0
    for units, terrain in boards(seed, rounds):
        blocking = {name for name, kind in terrain.items() if kind in BLOCKING}
        for (start, end), line in lines.items():
            seen = frozenset() if terrain.get(start) == "hill" else units
            sight = line_of_sight(SECOND, start, end, units=seen, blocking=blocking)
            expected = geometry.blockers(line, seen, blocking)
            assert sight.clear is (not expected), (start, end, units, terrain)
            assert sight.by in expected or sight.clear, (start, end, units, terrain)
            blocked += not sight.clear
    return blocked


@pytest.mark.parametrize("step", share((1, 7), 7))
def test_every_pair_of_hexes_sees_each_other_past_the_same_blockers(step: int) -> None:
    """Or every seventh.  Reference sheet 6.3; docs/rulings.md 2, 25 to 27."""
    assert check_pairs(PAIRS[::step], seed=4, rounds=1) > 25_000 / step


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_every_pair_agrees_on_many_boards(seed: int) -> None:
    assert check_pairs(PAIRS, seed=100 + seed, rounds=15)


def fight(kind: AttackType, start: Hex, end: Hex) -> Fight:
    return Fight(
        attacker=UnitId("viper_legion-1"),
        target=UnitId("citadel_guard-1"),
        kind=kind,
        distance=SECOND.distance(start, end),
        dice=2,
        counter=False,
        additional=False,
        attacker_at=start,
        target_at=end,
    )


def test_every_pair_retreats_the_same_ways() -> None:
    """Ref, Retreat; docs/rulings.md 1, 18 and 19."""
    game = drawn("")
    for (start, end), kind in product(PAIRS, AttackType):
        ways = ways_away(game, fight(kind, start, end))
        assert set(ways) == geometry.ways_back(start, end), (kind, start, end)
        assert len(ways) == len(set(ways))


RETREATING = ("citadel_guard", "roc_warrior", "chaos_lord", "flesh_ripper_brutes")
GROUND = (
    *("hill", "forest", "building", "command_tent", "river", "lake"),
    *("river ford", "lake ford", "river bridge", "lake bridge"),
)
ENDING = frozenset(("forest", "building", "command_tent", "river ford", "lake ford"))
WATER = frozenset(("river", "lake"))
NORTHS_RULES = {
    card: dealt(Seat.NORTH, card, KNOWN)
    for card in ("blood_in_the_water", "staking_a_claim", "treasures_of_the_shadow_peaks")
}


def strewn_position(chance: Random) -> tuple[Game, Unit, geometry.Walker]:
    """Return a unit among others, and the same told to the second implementation."""
    kind = chance.choice(RETREATING)
    seat, enemy = (Seat.SOUTH, Seat.NORTH) if kind in RETREATING[:2] else (Seat.NORTH, Seat.SOUTH)
    at, *others = chance.sample(SECOND.hexes, chance.choice((1, 15, 50)))
    friends = frozenset(place for place in others if chance.random() < 0.5)
    ground = {place: chance.choice(GROUND) for place in SECOND.hexes if chance.random() < 0.4}
    card, is_stunned = chance.choice(tuple(NORTHS_RULES)), chance.random() < 0.1
    unit = standing(kind, seat, at, is_stunned=is_stunned)
    kinds = {seat: kind, enemy: RETREATING[2 if seat is Seat.SOUTH else 0]}
    others_units = [
        standing(kinds[owner], owner, place, number=number)
        for number, place in enumerate(others, start=2)
        for owner in (seat if place in friends else enemy,)
    ]
    state = replace(
        drawn("").state,
        units={one.id: one for one in (unit, *others_units)},
        terrain={place: tile(name) for place, name in ground.items()},
    )
    swims = kind == "flesh_ripper_brutes" and card == "blood_in_the_water"
    never_stops = {"forest"} if seat is Seat.NORTH and card == "staking_a_claim" else set()
    closed = (set() if swims else WATER) | ({"building"} if kind == "chaos_lord" else set())
    walker = geometry.Walker(
        at=at,
        friends=friends,
        enemies=frozenset(others) - friends,
        closed=frozenset(place for place, name in ground.items() if name in closed),
        ending=frozenset(place for place, name in ground.items() if name in ENDING - never_stops),
        flies=kind == "roc_warrior",
        is_stunned=is_stunned,
    )
    return Game(NORTHS_RULES[card], state), unit, walker


def standing(kind: str, seat: Seat, at: Hex, *, number: int = 1, is_stunned: bool = False) -> Unit:
    markers = (Marker.STUN,) if is_stunned else ()
    name = UnitId(f"{kind}-{number}")
    return Unit(id=name, kind=KindId(kind), seat=seat, at=at, figures=3, markers=markers)


def tile(name: str) -> Tile:
    kind, _, token = name.partition(" ")
    return Tile(kind=TerrainId(kind), token=TerrainId(token) if token else None)


def check_retreats(seed: int, rounds: int) -> None:
    """Compare what becomes of one to four retreats in every direction, on random boards."""
    chance, met = Random(seed), set()
    for _ in range(rounds):
        game, unit, walker = strewn_position(chance)
        for way, hexes in product(Direction, (1, 2, 3, 4)):
            found, expected = outcome(game, unit, way, hexes), geometry.walked(walker, way, hexes)
            assert tuple(found) == tuple(expected), (unit, way, hexes, walker)
            met.add((walker.flies, expected.to != unit.at, expected.ignored > 0, expected.blocked > 0))
    assert len(met) == 2 * 5  # flying or not: support or damage, on the spot or after some hexes, or neither


def test_a_retreat_ends_where_the_step_by_step_walk_does() -> None:
    """Reference sheet 6.4 and 6.8: terrain, water, friends, enemies, the edge, flying, stun."""
    check_retreats(seed=5, rounds=400)


def check_moves_and_targets(seed: int, rounds: int) -> None:
    """Compare where a unit can go and whom it can attack, on random boards."""
    chance = Random(seed)
    for _ in range(rounds):
        game, unit, walker = strewn_position(chance)
        for hexes in (1, 2, 4):
            assert reachable(game, unit, hexes) == geometry.reached(walker, hexes), (unit, hexes, walker)
        shooter = replace(unit, kind=KindId(SHOOTERS[unit.seat]))
        shooting = Game(game.ruleset, replace(game.state, units={**game.state.units, unit.id: shooter}))
        for attacker, most in ((shooter, 4), (unit, 1)):
            found = {shooting.state.units[name].at for name in targets(shooting, attacker)}
            assert found == aimed_at(game, walker, most), (attacker, walker)


SHOOTERS = {Seat.SOUTH: "yeoman_archers", Seat.NORTH: "viper_legion"}


def aimed_at(game: Game, walker: geometry.Walker, most: int) -> set[Hex]:
    """Return the enemies' hexes up to *most* away that are seen; none for a stunned unit."""
    kinds = {place: tile.kind for place, tile in game.state.terrain.items()}
    blocking = {place for place, kind in kinds.items() if kind in BLOCKING}
    units = frozenset() if kinds.get(walker.at) == "hill" else walker.friends | walker.enemies
    steps = geometry.distances(walker.at)
    return {
        place
        for place in walker.enemies
        if steps[place] <= most and not walker.is_stunned
        if not geometry.blockers(geometry.met(walker.at, place), units, blocking)
    }


def test_moves_and_targets_are_those_of_the_second_implementation() -> None:
    """RB p. 6 and 8; reference sheet 6.3 and 6.8."""
    check_moves_and_targets(seed=6, rounds=150)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_moves_and_targets_agree_on_many_boards(seed: int) -> None:
    check_moves_and_targets(seed=300 + seed, rounds=1500)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_retreats_end_alike_on_many_boards(seed: int) -> None:
    check_retreats(seed=200 + seed, rounds=5000)
