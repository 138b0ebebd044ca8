"""Odds: by hand where that is easy, and by playing every roll through the engine where it is not."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import NamedTuple

import pytest

from rules.kernel import messages as m
from rules.kernel.battle.odds import Odds, Outcomes, Policy, odds_of, odds_of_fight
from rules.kernel.game import play
from rules.kernel.hexes import Hex
from rules.kernel.notation.position import parse_position
from rules.kernel.ruleset import Game
from rules.kernel.values import AttackType, Face, Marker, Seat, UnitId, Why
from rules.second import messages as second
from rules.second.faces import FACES
from tests.rules.drawn import drawn
from tests.rules.playing import learning_rules, play_random
from tests.rules.tricks import NORTH, SOUTH, held, trick

RULES = learning_rules()
GUARD, HARVESTERS = UnitId("citadel_guard-1"), UnitId("blood_harvesters-1")
ARCHERS, VIPERS = UnitId("yeoman_archers-1"), UnitId("viper_legion-1")
SIXTH, THIRD, HALF = Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)


def position(*lines: str, seat: str = "south") -> Game:
    return parse_position("\n".join((f"turn: 2, {seat}, order", *lines)), RULES)


def odds(
    game: Game, unit: UnitId, target: UnitId, policy: Policy = Policy.USUAL, counter: bool = False
) -> Odds:
    found = odds_of(game, unit, target, policy=policy, counter=counter)
    assert isinstance(found, Odds)
    return found


def binomial(dice: int, share: Fraction, most: int | None = None) -> dict[int, Fraction]:
    """Return how often a face of *share* shows on *dice* dice, *most* standing for more as well."""
    spread: Counter[int] = Counter()
    for count in range(dice + 1):
        value = count if most is None else min(count, most)
        spread[value] += comb(dice, count) * share**count * (1 - share) ** (dice - count)
    return dict(spread)


def test_a_whole_guard_hits_with_two_faces_of_six() -> None:
    """RB p. 9: strike and cleave; every lore die is a lore token."""
    found = odds(position("citadel_guard-1 at E5", "blood_harvesters-1 at F5"), GUARD, HARVESTERS)
    assert (found.dice, found.kind) == (3, AttackType.MELEE)
    assert found.attack.damage == binomial(3, THIRD)
    assert found.attack.lore == binomial(3, SIXTH)
    assert found.attack.eliminates == Fraction(1, 27)
    assert found.attack.loses == {0: 1}
    assert found.counter is None


def test_a_weak_unit_hits_with_strikes_only() -> None:
    """RB p. 9."""
    found = odds(position("citadel_guard-1 at E5, 1 figure", "blood_harvesters-1 at F5"), GUARD, HARVESTERS)
    assert found.attack.damage == binomial(3, SIXTH)


def test_a_ranged_attack_hits_with_pierce_only_even_next_door() -> None:
    """RB p. 9; reference sheet section 10."""
    for at in ("F5", "H5"):
        found = odds(position("yeoman_archers-1 at E5", f"blood_harvesters-1 at {at}"), ARCHERS, HARVESTERS)
        assert (found.dice, found.kind) == (2, AttackType.RANGED)
        assert found.attack.damage == binomial(2, SIXTH)


@pytest.mark.parametrize(("figures", "dice"), [(3, 3), (2, 4), (1, 5)])
def test_rage_adds_a_die_for_each_figure_missing(figures: int, dice: int) -> None:
    game = position(f"blood_harvesters-1 at F5, {figures} figures", "citadel_guard-1 at E5", seat="north")
    assert odds(game, HARVESTERS, GUARD).dice == dice


def test_frenzy_hits_with_heroics_at_the_price_of_figures() -> None:
    """Unit card; a weak unit's heroics hurt as well (reference sheet 3.5)."""
    game = position("blood_harvesters-1 at I5, 1 figure", "citadel_guard-1 at H5", seat="north")
    found = odds(game, HARVESTERS, GUARD, Policy.DAMAGE).attack
    assert found.damage == binomial(5, THIRD, most=3)
    calm = odds(game, HARVESTERS, GUARD).attack
    assert calm.damage == binomial(5, SIXTH, most=3)
    assert calm.loses == {0: 1}
    assert set(found.loses) == {0, 1}


def test_a_retreat_off_the_board_is_damage() -> None:
    """RB p. 10: each morale die hurts like a hit: three faces of six."""
    found = odds(position("citadel_guard-1 at K5", "blood_harvesters-1 at L5"), GUARD, HARVESTERS).attack
    assert found.damage == binomial(3, HALF)
    assert found.retreats == {0: 1}


def test_a_supported_unit_neither_retreats_nor_suffers_for_it() -> None:
    """RB p. 10."""
    game = position("citadel_guard-1 at E5", "blood_harvesters-1 at F5", "viper_legion-1 at G5")
    found = odds(game, GUARD, HARVESTERS).attack
    assert found.damage == binomial(3, THIRD)
    assert found.retreats == {0: 1}


def test_vipers_poison_and_bite_in_one_roll() -> None:
    """Reference sheet 6.5: 23 rolls of 36 do nothing, 12 hurt once (heroic and lore do), one twice."""
    game = position("viper_legion-1 at E5", "citadel_guard-1 at H5", seat="north")
    found = odds(game, VIPERS, GUARD).attack
    assert found.damage == {0: Fraction(23, 36), 1: Fraction(12, 36), 2: Fraction(1, 36)}
    assert found.marked == {Marker.POISON: Fraction(11, 36)}
    assert found.lore == {0: Fraction(27, 36), 1: Fraction(8, 36), 2: Fraction(1, 36)}


def test_lore_hurts_who_is_poisoned_already_and_is_then_not_gained() -> None:
    game = position("yeoman_archers-1 at E5", "viper_legion-1 at H5, poison")
    found = odds(game, ARCHERS, VIPERS).attack
    assert found.damage == binomial(2, THIRD)
    assert found.lore == {0: 1}
    assert found.marked == {}


def test_five_retreats_from_the_fifth_hex_leave_one_that_hurts() -> None:
    """RB p. 10: four hexes west of E5 the board ends."""
    game = position("blood_harvesters-1 at F5, 1 figure", "citadel_guard-1 at E5", seat="north")
    found = odds(game, HARVESTERS, GUARD).attack
    assert found.retreats[4] == binomial(5, SIXTH)[4] + binomial(5, SIXTH)[5]
    assert found.damage[1] == binomial(5, SIXTH)[1] + SIXTH**5


def test_superior_tactics_drives_into_the_edge_only_where_it_hurts_more() -> None:
    """A strike hurts once, and so does a retreat that cannot be made: nothing is gained by committing."""
    game = position("citadel_guard-1 at K5", "blood_harvesters-1 at L5")
    assert odds(game, GUARD, HARVESTERS, Policy.DAMAGE).attack.damage == binomial(3, HALF)


def test_the_counter_is_the_survivors_from_where_it_still_stands() -> None:
    """16 rolls of 36 show neither pierce nor morale; the weak survivor rolls five dice, strikes hit."""
    game = position("yeoman_archers-1 at H5", "citadel_guard-2 at A1", "blood_harvesters-1 at I5, 1 figure")
    found = odds(game, ARCHERS, HARVESTERS, counter=True)
    assert found.countered == Fraction(16, 36)
    assert found.counter is not None
    expected = {value: share * Fraction(16, 36) for value, share in binomial(5, SIXTH, most=3).items()}
    expected[0] += Fraction(20, 36)
    assert found.counter.damage == expected


def test_out_of_reach_is_refused_with_its_reason() -> None:
    game = position("citadel_guard-1 at E5", "yeoman_archers-1 at D5", "blood_harvesters-1 at G5")
    assert refused(game, GUARD, HARVESTERS) is Why.NOT_ADJACENT
    assert refused(game, ARCHERS, HARVESTERS) is Why.SIGHT_BLOCKED
    assert refused(game, ARCHERS, GUARD) is Why.NOT_AN_ENEMY


def refused(game: Game, unit: UnitId, target: UnitId) -> Why | None:
    found = odds_of(game, unit, target)
    return found.why if isinstance(found, m.Refusal) else None


class Seen(NamedTuple):
    """What the events of one roll tell."""

    damage: int
    retreats: int
    lore: int
    loses: int
    markers: tuple[Marker, ...]
    dead: bool


def rolls(dice: int) -> Iterator[tuple[tuple[Face, ...], Fraction]]:
    for faces in combinations_with_replacement(FACES.all, dice):
        ways = factorial(dice) // prod(factorial(count) for count in Counter(faces).values())
        yield faces, Fraction(ways, 6**dice)


def seen(events: Iterable[m.Event], target: UnitId, figures: int) -> Seen:
    damage = retreats = lore = loses = 0
    markers, dead = [], False
    for event in events:
        match event:
            case m.Damaged() if event.unit == target:
                damage += event.damage
            case m.Retreated():
                retreats += RULES.board.distance(event.start, event.to)
            case m.LoreGained():
                lore += event.count
            case second.Committed(ability="frenzy"):
                loses += event.count
            case m.Marked() if event.unit == target:
                markers.append(event.marker)
            case m.Eliminated():
                dead = dead or event.unit == target
            case _:
                pass
    return Seen(damage, retreats, lore, min(loses, figures), tuple(markers), dead)


def rolled(game: Game, faces: tuple[Face, ...], policy: Policy) -> tuple[Seen, Game]:
    """Play one roll through the engine, with the choices of *policy*."""
    fight = game.state.fights[-1]
    figures = game.state.units[fight.attacker].figures
    game, events = played(game, m.Roll(faces=faces))
    if not isinstance(game.state.wait, second.CommitWait):
        game, more = to_the_counter(game)
        return seen((*events, *more), fight.target, figures), game
    wait = game.state.wait
    choices = [wait.usual]
    if policy is Policy.DAMAGE:
        every = product(*(range(count + 1) for count in wait.most.values()))
        choices += [dict(zip(wait.most, counts, strict=True)) for counts in every]
    ends = []
    for choice in choices:
        after, more = played(game, second.Commit(dice=choice))
        after, last = to_the_counter(after)
        ends.append((seen((*events, *more, *last), fight.target, figures), after))
    return max(ends, key=lambda end: (end[0].damage, -end[0].loses))


def to_the_counter(game: Game) -> tuple[Game, tuple[m.Event, ...]]:
    """Give a shield to the first who may have it, and retreat the usual way; an early counter is let pass."""
    events: tuple[m.Event, ...] = ()
    while True:
        match game.state.wait:
            case second.ShieldWait(units=units):
                command: m.Command = second.Shield(unit=units[0])
            case second.WayWait(usual=usual):
                command = second.ChooseWay(way=usual)
            case m.CounterWait(early=True):
                command = m.Decline()
            case _:
                return game, events
        game, more = played(game, command)
        events = (*events, *more)


def played(game: Game, command: m.Command) -> tuple[Game, tuple[m.Event, ...]]:
    after, decision = play(game, command)
    assert not isinstance(decision, m.Refusal)
    return after, decision


def spreads(found: Mapping[Seen, Fraction]) -> Outcomes:
    by_field: list[Counter[int]] = [Counter() for _ in range(4)]
    marked: Counter[Marker] = Counter()
    dead = Fraction(0)
    for one, share in found.items():
        for spread, value in zip(by_field, one[:4], strict=True):
            spread[value] += share
        for marker in one.markers:
            marked[marker] += share
        dead += share if one.dead else 0
    return Outcomes(*map(dict, by_field), marked=dict(marked), eliminates=dead)


def by_playing(game: Game, unit: UnitId, target: UnitId, policy: Policy, *, counter: bool) -> Odds:
    """Return the odds found by playing every roll of the attack, and every roll of every counter."""
    game, _ = played(game, m.Attack(unit=unit, target=target))
    fight = game.state.fights[-1]
    attack: Counter[Seen] = Counter()
    answer: Counter[Seen] = Counter()
    countered = Fraction(0)
    for faces, share in rolls(fight.dice):
        what, after = rolled(game, faces, policy)
        attack[what] += share
        if not counter:
            continue
        if not isinstance(after.state.wait, m.CounterWait):
            answer[Seen(0, 0, 0, 0, (), False)] += share
            continue
        countered += share
        after, _ = played(after, m.Counter())
        for back, part in rolls(after.state.fights[-1].dice):
            answer[rolled(after, back, policy)[0]] += share * part
    odds = Odds(unit, target, fight.kind, fight.dice, spreads(attack))
    return odds._replace(countered=countered, counter=spreads(answer)) if counter else odds


def attacks_of(seed: int) -> list[tuple[Game, m.Attack]]:
    """Return the attacks of a random game with the positions before them."""
    found: list[tuple[Game, m.Attack]] = []

    def watch(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        if isinstance(command, m.Attack) and after.state.fights[-1].dice <= 5:
            found.append((before, command))

    play_random(RULES, seed, watch=(watch,))
    return found


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("seed", [30_001, 30_002])
def test_the_odds_of_a_games_attacks_are_those_of_playing_every_roll(seed: int, policy: Policy) -> None:
    for game, attack in attacks_of(seed)[::2]:
        found = odds(game, attack.unit, attack.target, policy)
        assert found == by_playing(game, attack.unit, attack.target, policy, counter=False)


@pytest.mark.parametrize("policy", list(Policy))
def test_the_odds_of_counters_are_those_of_playing_every_roll_of_both(policy: Policy) -> None:
    """Two figures a side, poison, an edge behind the one and a friend behind the other."""
    game = position(
        "citadel_guard-1 at K5, 2 figures, ordered",
        "yeoman_archers-1 at J5",
        "blood_harvesters-1 at L5, 2 figures, poison",
        "viper_legion-1 at A9",
    )
    found = odds(game, GUARD, HARVESTERS, policy, counter=True)
    assert found == by_playing(game, GUARD, HARVESTERS, policy, counter=True)


CORE_BOX = """
9 VL
6 ..  ..  ..  ..  ..  RR  ..
5 ..  ..  ..  {0}  {1}  {2} ..
4 ..  ..  ..  ..  ..  ..  ..
1 YA
"""


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize(
    ("attacker", "target", "behind", "active"),
    [
        ("RG", "BH2", "..", Seat.SOUTH),
        ("RG", "BH", "VL", Seat.SOUTH),
        ("CG", "CL2", "..", Seat.SOUTH),
        ("CL", "RG2", "..", Seat.NORTH),
        ("FB", "CG2", "..", Seat.NORTH),
        ("FB2", "CG", "BH", Seat.NORTH),
    ],
)
def test_the_core_boxs_other_abilities_count_too(
    attacker: str, target: str, behind: str, active: Seat, policy: Policy
) -> None:
    """Stunning Blow, Immovable, Terrify, Bloodthirst, Flanking, damage tokens: unit cards."""
    game = drawn(CORE_BOX.format(attacker, target, behind), active=active)
    at = {unit.at: unit.id for unit in game.state.units.values()}
    found = odds(game, at[Hex("D5")], at[Hex("E5")], policy)
    assert found == by_playing(game, at[Hex("D5")], at[Hex("E5")], policy, counter=False)


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize(
    ("attacker", "target", "behind", "active"),
    [
        ("CG", "BH/bb", "..", Seat.SOUTH),  # a building spares 1 damage, of the dice or of a retreat
        ("CG", "BH2", "bb", Seat.SOUTH),
        ("BH1/ff", "CG", "ff", Seat.NORTH),  # two dice, and two of Rage; a forest ends the retreat
        ("CG", "BH/ff", "rr", Seat.SOUTH),
        ("BH", "IB2", "..", Seat.NORTH),  # armor takes one cleave die
        ("BH2", "CGh", "CG", Seat.NORTH),  # a shield takes one damage
        ("FB", "CGh/bb", "..", Seat.NORTH),
        ("GB", "BH2p", "..", Seat.SOUTH),  # a shield is given, lore drawn or poison fed
        ("BH", "RW5", "CG", Seat.NORTH),  # a flyer: a die less, and away over its friend
    ],
)
def test_terrain_shields_armor_and_wings_count_too(
    attacker: str, target: str, behind: str, active: Seat, policy: Policy
) -> None:
    """RB p. 13; Ref, Flying; Hernfar Guardians."""
    game = drawn(CORE_BOX.format(attacker, target, behind), active=active)
    at = {unit.at: unit.id for unit in game.state.units.values()}
    found = odds(game, at[Hex("D5")], at[Hex("E5")], policy)
    assert found == by_playing(game, at[Hex("D5")], at[Hex("E5")], policy, counter=False)


def test_damage_that_a_card_takes_is_taken_from_blocked_retreats_too() -> None:
    game, _ = played(
        held("5 CG2 CL\n2 .. .. YA", active=NORTH),
        m.Attack(unit=UnitId("chaos_lord-1"), target=GUARD),
    )
    game, _ = played(game, trick(SOUTH, second.IgnoreDamage(count=2)))
    attack: Counter[Seen] = Counter()
    for faces, share in rolls(game.state.fights[-1].dice):
        attack[rolled(game, faces, Policy.USUAL)[0]] += share
    found = odds_of_fight(game)
    assert found is not None
    assert found.attack == spreads(attack)


def test_multisets_stand_for_all_sequences() -> None:
    """The check itself, checked: all 216 sequences of three dice give what the 56 multisets give."""
    game = position("citadel_guard-1 at E5, ordered", "blood_harvesters-1 at F5")
    game, _ = played(game, m.Attack(unit=GUARD, target=HARVESTERS))
    sequences: Counter[Seen] = Counter()
    for faces in product(FACES.all, repeat=3):
        sequences[rolled(game, faces, Policy.USUAL)[0]] += Fraction(1, 216)
    multisets: Counter[Seen] = Counter()
    for faces, share in rolls(3):
        multisets[rolled(game, faces, Policy.USUAL)[0]] += share
    assert sequences == multisets
