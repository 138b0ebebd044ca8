"""Sums with their parts, moves, retreats and pursuits, against what the book says and by brute force."""

from collections.abc import Iterator
from random import Random

import pytest

from rules.first import dice, morale, retreating
from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, GREEN, LORE, RED
from rules.first.following import Won, bonus_targets, gains_ground, pursues, pursuit_ends
from rules.first.moving import Allowance, BattleAfter, Hindrance, Surroundings, allowance, arrivals, hindrance
from rules.first.ordering import lore_price, orders_given
from rules.first.printed.pieces import UnitType
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.hexes import Board, Hex
from rules.kernel.values import CAMPS, Face, Seat
from tests.rules.first import config_tables
from tests.rules.first.adapter import BOARD

SWORDSMEN, DWARVES, KNIGHTS = (
    config_tables.troop(name) for name in ("human_blue_foot", "dwarf_swordsmen", "human_red_mounted")
)
ARCHERS, CROSSBOWS = config_tables.troop("human_green_archers"), config_tables.troop("dwarf_crossbowmen")
GOBLINS = config_tables.troop("hobgoblin_spear_bearers")
SPIDER = config_tables.creature("giant_spider")


def hexes(text: str) -> frozenset[Hex]:
    return frozenset(Hex(name) for name in text.split())


# --- sums


def test_a_sum_keeps_its_parts_and_its_lowest_cap() -> None:
    made = Sum(
        (Addend("red", 4, PartSort.BANNER),),
        (Addend("ground", 3, PartSort.TERRAIN), Addend("landmark", 2, PartSort.TERRAIN)),
        (Addend("card", 1, PartSort.CARD),),
    )
    assert (made.total, made.cap) == (3, Addend("landmark", 2, PartSort.TERRAIN))
    assert Sum((Addend("green", 2, PartSort.BANNER),), (Addend("ground", 3, PartSort.TERRAIN),)).cap is None
    assert Sum((Addend("green", 2, PartSort.BANNER),), (), (Addend("card", -3, PartSort.CARD),)).total == 0


def test_caps_limit_what_banner_and_weapon_give_and_not_the_cards() -> None:
    """BattleLore: Combat Procedure, Terrain Modifiers."""
    woods = config_tables.GROUND["wooded"]
    found = dice.battle_dice(KNIGHTS, into=[woods], extras=[Addend("card", 1, PartSort.CARD)])
    assert found is not None
    assert (found.total, found.base, found.cap) == (
        3,
        (Addend("red", 4, PartSort.BANNER),),
        Addend("wooded", 2, PartSort.TERRAIN),
    )


def test_a_bow_loses_a_die_by_moving_before_any_cap() -> None:
    moved = dice.battle_dice(ARCHERS, has_moved=True, out_of=[config_tables.GROUND["wooded"]])
    assert moved is not None
    assert (moved.total, moved.base) == (
        1,
        (Addend("green", 2, PartSort.BANNER), Addend("common_bow", -1, PartSort.WEAPON)),
    )
    assert dice.battle_dice(config_tables.troop("goblin_slingers")) is None


def test_boldness_adds_up_to_four_and_says_of_what() -> None:
    """BattleLore: Morale: a supported dwarf on ramparts beside a Stronghold."""
    found = morale.boldness(
        DWARVES,
        supported_by=2,
        ground=[(config_tables.GROUND["ramparts"], False)],
        beside=[config_tables.GROUND["stronghold"]],
    )
    assert found.base == (
        Addend("iron_dwarf", 1, PartSort.UNIT),
        Addend("support", 1, PartSort.SUPPORT),
        Addend("ramparts", 1, PartSort.TERRAIN),
        Addend("stronghold", 1, PartSort.BESIDE),
    )
    assert found.total == 4


def test_a_creature_takes_no_morale_from_friends_and_landmarks_but_from_ramparts() -> None:
    landmark = [(config_tables.GROUND["landmark"], True)]
    assert morale.boldness(SPIDER, supported_by=3, ground=landmark).total == 1
    assert (
        morale.boldness(SPIDER, supported_by=0, ground=[(config_tables.GROUND["ramparts"], False)]).total == 2
    )
    assert morale.boldness(SWORDSMEN, supported_by=1, ground=landmark).base == (
        Addend("landmark", 1, PartSort.TERRAIN),
    )


@pytest.mark.parametrize(
    ("bold", "flags", "troops", "creatures"),
    [
        (0, 2, [2], [1]),
        (1, 1, [0, 1], [0]),
        (1, 2, [1, 2], [1]),
        (2, 3, [1, 2, 3], [1, 2]),
        (4, 2, [0, 1, 2], [0, 1]),
        (1, 0, [0], [0]),
    ],
)
def test_so_many_flags_can_be_counted(bold: int, flags: int, troops: list[int], creatures: list[int]) -> None:
    """BattleLore: Morale, Creatures."""
    assert list(morale.ignoring(SWORDSMEN, bold, flags).counted(flags)) == troops
    assert list(morale.ignoring(SPIDER, bold, flags).counted(flags)) == creatures


# --- dice


@pytest.mark.parametrize(
    ("roller", "target", "distance", "strikes", "found"),
    [
        (SWORDSMEN, DWARVES, 1, 2, (2, 0)),
        (SWORDSMEN, KNIGHTS, 1, 2, (1, 1)),
        (SWORDSMEN, KNIGHTS, 1, 1, (0, 1)),
        (SWORDSMEN, SPIDER, 1, 2, (2, 0)),
        (KNIGHTS, KNIGHTS, 1, 2, (2, 0)),
        (ARCHERS, SWORDSMEN, 3, 2, (0, 0)),
        (ARCHERS, KNIGHTS, 1, 2, (0, 0)),
        (CROSSBOWS, SWORDSMEN, 1, 2, (0, 0)),
        (CROSSBOWS, SWORDSMEN, 2, 2, (2, 0)),
        (SPIDER, SWORDSMEN, 1, 2, (0, 0)),
    ],
)
def test_bonus_strikes_are_the_weapons(
    roller: dice.Profile, target: dice.Profile, distance: int, strikes: int, found: tuple[int, int]
) -> None:
    """Summary cards of the weapons."""
    hits = dice.hits({BONUS_STRIKE: strikes}, roller, target, distance)
    assert hits is not None
    assert (hits.strikes, hits.spared) == found


def test_what_a_strike_does_is_not_known_of_every_weapon() -> None:
    assert dice.hits({BONUS_STRIKE: 1}, GOBLINS, SWORDSMEN, 1) is None
    assert dice.hits({BLUE: 1}, GOBLINS, SWORDSMEN, 1) == dice.Hits(1, 0, 0)
    assert dice.hits({BONUS_STRIKE: 1}, GOBLINS, SWORDSMEN, 1, sure=True) == dice.Hits(0, 1, 0)


def test_every_die_is_a_hit_a_flag_lore_or_a_miss() -> None:
    chance = Random(5)
    for _ in range(500):
        faces: dict[Face, int] = {}
        for face in chance.choices((GREEN, BLUE, RED, BONUS_STRIKE, LORE, FLAG), k=6):
            faces[face] = faces.get(face, 0) + 1
        for is_lore in (True, False):
            found = dice.rolled(faces, SWORDSMEN, KNIGHTS, 1, is_lore=is_lore)
            assert found is not None
            assert found.hits.total + found.flags + found.lore + found.misses == 6
            assert found.hits.helmets == faces.get(RED, 0)
            assert found.lore == (faces.get(LORE, 0) if is_lore else 0)


def test_lore_ends_with_the_pool_and_what_a_power_takes() -> None:
    assert [dice.lore_gained(3, pool=pool) for pool in (0, 1, 5)] == [0, 1, 3]
    assert dice.lore_gained(3, pool=9, spent=2) == 1


# --- moves


def test_how_far_each_sort_of_unit_moves() -> None:
    """Summary cards; BattleLore: Mercenaries."""
    assert allowance(SWORDSMEN) == Allowance(1, 2)
    assert allowance(GOBLINS) == Allowance(1, 1, rush=2)
    assert allowance(config_tables.troop("dwarf_clan_chiefs")) == Allowance(1, 2, charge=2)
    assert allowance(SWORDSMEN, battle=2) == Allowance(2, 2)
    assert allowance(KNIGHTS, battle=3) == Allowance(3, 3)
    assert allowance(ARCHERS, more=1) == Allowance(3, 3)
    assert allowance(config_tables.troop("goblin_slingers")) is None


def test_what_a_unit_may_do_after_its_move() -> None:
    around = Surroundings(BOARD, units=hexes("E6"), enemies=hexes("E6"))
    red, blue = (
        arrivals(around, Hex("E3"), Allowance(1, 1, rush=2)),
        arrivals(around, Hex("E3"), Allowance(1, 2)),
    )
    assert red[Hex("E5")] is BattleAfter.MUST_BATTLE
    assert Hex("D5") not in red
    assert red[Hex("E4")] is BattleAfter.MAY_BATTLE
    assert blue[Hex("E5")] is BattleAfter.NO_BATTLE
    both = arrivals(around, Hex("E3"), Allowance(1, 2, rush=2))
    assert (both[Hex("E5")], both[Hex("D5")]) == (BattleAfter.MAY_BATTLE, BattleAfter.NO_BATTLE)


def test_nobody_rushes_onto_ground_that_lets_him_not_battle() -> None:
    around = Surroundings(
        BOARD, units=hexes("E6"), enemies=hexes("E6"), stopping=hexes("E5"), resting=hexes("E5")
    )
    assert Hex("E5") not in arrivals(around, Hex("E3"), Allowance(1, 1, rush=2))


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("M2", Hindrance.OFF_BOARD),
        ("D2", Hindrance.OCCUPIED),
        ("F1", Hindrance.IMPASSABLE),
        ("E3", Hindrance.WAY_BLOCKED),
        ("E4", Hindrance.TOO_FAR),
        ("C1", None),
    ],
)
def test_why_a_hex_cannot_be_reached(to: str, why: Hindrance | None) -> None:
    around = Surroundings(BOARD, units=hexes("D2 E2"), closed=hexes("F1"))
    assert hindrance(around, Hex("E1"), Hex(to), Allowance(2, 2)) is why


def test_an_order_equal_to_command_counts_the_played_card() -> None:
    """BattleLore: Command, Creatures."""
    assert orders_given("command", held=5, fitting=9) == 5
    assert orders_given("all", held=5, fitting=9) == 9
    assert orders_given(2, held=5, fitting=9) == 2
    assert lore_price(SPIDER, is_in_section=False, is_lore=True) == 3
    assert lore_price(SPIDER, is_in_section=False, is_lore=False) is None
    assert lore_price(SWORDSMEN, is_in_section=False, is_lore=True) is None
    assert lore_price(SPIDER, is_in_section=True, is_lore=True) == 0


# --- retreats


def walks(board: Board, at: Hex, seat: Seat, hexes: int, closed: frozenset[Hex]) -> Iterator[tuple[Hex, int]]:
    """Yield the end of every way back, step by step, with the hexes not made."""
    places = {spot: name for name, spot in board.spots.items()}
    x, y = board.spots[at]
    up = 1 if seat is Seat.NORTH else -1
    near = [places[spot] for spot in ((x - 1, y + up), (x + 1, y + up)) if spot in places]
    free = [place for place in near if place not in closed]
    if not hexes or not free:
        yield at, hexes
        return
    for place in free:
        yield from walks(board, place, seat, hexes - 1, closed)


@pytest.mark.parametrize("rows", [BOARD.rows, (12, 13, 12, 13, 12, 13, 12, 13, 12)])
def test_retreats_end_where_walking_every_way_ends(rows: tuple[int, ...]) -> None:
    """BattleLore: Retreats; ruling of docs/rulings.md on who chooses."""
    board, chance, blocked = Board(rows), Random(11), 0
    for _ in range(3_000):
        closed = frozenset(chance.sample(board.hexes, chance.choice((0, 10, 40, 70))))
        at, seat, due = chance.choice(board.hexes), chance.choice(tuple(CAMPS)), chance.choice((1, 2, 2, 4))
        found = retreating.ends(board, at, seat, due, closed)
        expected = dict(walks(board, at, seat, due, closed))
        assert found == expected, (at, seat, due, closed)
        assert [name for name in board.hexes if name in found] == list(found)
        blocked += any(found.values())
    assert 500 < blocked < 2_900


def test_no_flag_means_no_way() -> None:
    assert retreating.ends(BOARD, Hex("E5"), Seat.NORTH, 0, ()) == {Hex("E5"): 0}


@pytest.mark.parametrize(
    ("units", "closed", "missing", "hit"),
    [
        ("E7 F7", "", 2, "E7 F7"),
        ("F7", "E7", 2, "F7"),
        ("F7", "", 2, ""),
        ("", "E7 F7", 2, ""),
        ("E7 F7", "", 0, ""),
    ],
)
def test_a_creature_tramples_where_its_whole_way_is_barred(
    units: str, closed: str, missing: int, hit: str
) -> None:
    """BattleLore: Retreat and Trampling."""
    found = retreating.trampled(
        BOARD, Hex("E6"), Seat.NORTH, missing, units=hexes(units), closed=hexes(closed)
    )
    assert set(found.hexes) == hexes(hit)
    assert found.figures == (missing if hit else 0)


def test_frightened_troops_go_two_hexes_and_panic_for_those_they_made() -> None:
    assert [morale.hexes_for(unit, 2) for unit in (SWORDSMEN, GOBLINS, SPIDER)] == [2, 4, 4]
    assert (morale.panic_dice(GOBLINS, 3), morale.panic_dice(SWORDSMEN, 3)) == (3, 0)


# --- following


def test_only_the_mounted_pursue_and_only_once() -> None:
    """BattleLore: Follow-on Actions."""
    won = Won(UnitType.MOUNTED, in_melee=True)
    assert gains_ground(won) and pursues(won)
    for less in (won._replace(type=UnitType.FOOT), won._replace(is_bonus=True)):
        assert gains_ground(less) and not pursues(less)
    for nothing in (won._replace(in_melee=False), won._replace(is_answer=True)):
        assert not gains_ground(nothing) and not pursues(nothing)


def test_a_pursuit_ends_in_the_hex_that_was_left_beyond_it_or_back() -> None:
    left = Hex("E6")
    ends = pursuit_ends(BOARD, left, units=hexes("E7"), closed=hexes("F7"), stopping=())
    assert ends == hexes("E6 D6 F6 F5 E5")
    assert pursuit_ends(BOARD, left, units=(), closed=(), stopping=hexes("E6")) == hexes("E6")
    assert pursuit_ends(BOARD, left, units=(), closed=hexes("E6"), stopping=()) == frozenset()
    near = pursuit_ends(BOARD, left, units=(), closed=(), stopping=())
    stopped = pursuit_ends(BOARD, left, units=(), closed=(), stopping=near - {left}, beyond=2)
    far = pursuit_ends(BOARD, left, units=(), closed=(), stopping=(), beyond=2)
    assert stopped == near
    assert {BOARD.distance(left, at) for at in far - near} == {2}


def test_the_bonus_attack_is_on_any_neighbour_unless_the_ground_forbids_it() -> None:
    assert bonus_targets(BOARD, Hex("E6"), hexes("E7 E8 D6"), may_battle=True) == hexes("E7 D6")
    assert bonus_targets(BOARD, Hex("E6"), hexes("E7"), may_battle=False) == frozenset()
