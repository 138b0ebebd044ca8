"""The exact odds of an attack, and of the counter that may follow.

Face counts are enumerated, not sequences, and never samples; what a roll does is
asked of the combat chapters, so that no rule is written twice.  Knows nothing of
what comes after the counter: advances, pursuits, additional attacks.
"""

from collections import Counter as Tally
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from rules.kernel.battle.rolls import PendingRoll, Policy, Upshot
from rules.kernel.course import Course, refusal
from rules.kernel.messages import DiceWait, Refusal
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import AttackType, Marker, UnitId, Why

__all__ = ["Odds", "Outcomes", "Policy", "Spread", "odds_of", "odds_of_fight"]

Spread = Mapping[int, Fraction]


class Outcomes(NamedTuple):
    """How likely what a roll does is.

    *damage* is what the target suffers, blocked retreats included, *retreats* the
    hexes that it moves, *lore* what the roller gains, *loses* the figures that he
    gives away; *marked* the markers that the target gets anew.
    """

    damage: Spread
    retreats: Spread
    lore: Spread
    loses: Spread
    marked: Mapping[Marker, Fraction]
    eliminates: Fraction


class Odds(NamedTuple):
    """The odds of an attack of *dice* dice.

    Where the counter was asked for, *countered* tells how likely it is and *counter*
    what it does, nothing where there is none: the target always counters if it can.
    *counter* is None too where nobody knows with how many dice.
    """

    unit: UnitId
    target: UnitId
    kind: AttackType
    dice: int
    attack: Outcomes
    countered: Fraction | None = None
    counter: Outcomes | None = None


def odds_of(
    game: Game,
    unit: UnitId,
    target: UnitId,
    *,
    policy: Policy = Policy.USUAL,
    counter: bool = False,
) -> Odds | Refusal:
    """Return the odds of *unit* attacking *target* from where both stand, whoever is to act.

    A Refusal where the target is no enemy or out of reach (RB p. 8), and where nobody
    knows how it attacks.
    """
    attacker, victim = game.state.units[unit], game.state.units[target]
    if attacker.seat is victim.seat:
        return refusal(game, Why.NOT_AN_ENEMY, "target", victim)
    refused = next(game.ruleset.edition.battle.check_target(game, attacker, victim), None)
    if refused is not None:
        return refused
    if _is_unknown(game, attacker):
        return refusal(game, Why.NOT_KNOWN, "components", attacker)
    roll = _declared(game, unit, target, policy)
    odds = _of_attack(unit, target, roll)
    return _with_counter(odds, roll) if counter else odds


def odds_of_fight(game: Game) -> Odds | None:
    """Return the odds of the innermost fight with its counter, as long as its dice are not rolled.

    Whatever cards have done to the fight counts.  None where there is no such fight, or nobody knows how its
    unit attacks.
    """
    wait = game.state.wait
    if not game.state.fights or not isinstance(wait, DiceWait) or game.state.fights[-1].faces:
        return None
    fight = game.state.fights[-1]
    if _is_unknown(game, game.state.units[fight.attacker]):
        return None
    roll = game.ruleset.edition.battle.pending_roll(game, Policy.USUAL)
    odds = _of_attack(fight.attacker, fight.target, roll)
    return odds if fight.counter else _with_counter(odds, roll)


def _of_attack(unit: UnitId, target: UnitId, roll: PendingRoll) -> Odds:
    return Odds(unit, target, roll.fight.kind, roll.dice, _outcomes(roll.upshots, roll.ways, roll.left))


def _is_unknown(game: Game, unit: Unit) -> bool:
    """Return whether nobody knows how *unit* attacks, or with how many dice."""
    weapon = game.weapon(unit)
    return weapon is None or weapon.dice is None


def _with_counter(odds: Odds, roll: PendingRoll) -> Odds:
    """Return *odds* with those of the counter, mixed over everything that the attack may have done."""
    if _is_unknown(roll.game, roll.game.state.units[odds.target]):
        may_counter = sum(ways for _, ways in roll.survivals)
        return odds._replace(countered=Fraction(may_counter, roll.ways))
    ruleset = roll.game.ruleset
    answers = [(_countering(Game(ruleset, state), odds, roll.policy), ways) for state, ways in roll.survivals]
    most = lcm(*(answer.ways for answer, _ in answers))
    every = roll.ways * most
    mixed: Tally[Upshot] = Tally()
    for answer, ways in answers:
        for upshot, count in answer.upshots.items():
            mixed[upshot] += ways * count * (most // answer.ways)
    made = mixed.total()
    mixed[Upshot(0, 0, 0, 0, ())] += every - made
    left = roll.game.left(roll.game.state.units[odds.unit])
    return odds._replace(countered=Fraction(made, every), counter=_outcomes(mixed, every, left))


def _countering(game: Game, odds: Odds, policy: Policy) -> PendingRoll:
    return _declared(game, odds.target, odds.unit, policy, counter=True)


def _declared(
    game: Game, unit: UnitId, target: UnitId, policy: Policy, *, counter: bool = False
) -> PendingRoll:
    """Return the roll of *unit* if it attacked *target* now, or countered."""
    battle, course = game.ruleset.edition.battle, Course(game)
    battle.declare(course, unit, target, counter=counter)
    return battle.pending_roll(course.game, policy)


def _outcomes(upshots: Mapping[Upshot, int], every: int, left: int) -> Outcomes:
    """Return the spreads of *upshots*, each in so many rolls of *every*, where *left* damage is death."""
    damage: Tally[int] = Tally()
    retreats: Tally[int] = Tally()
    lore: Tally[int] = Tally()
    loses: Tally[int] = Tally()
    marked: Tally[Marker] = Tally()
    for upshot, ways in upshots.items():
        damage[upshot.damage] += ways
        retreats[upshot.retreats] += ways
        lore[upshot.lore] += ways
        loses[upshot.loses] += ways
        for marker in upshot.markers:
            marked[marker] += ways
    return Outcomes(
        damage=_shares(damage, every),
        retreats=_shares(retreats, every),
        lore=_shares(lore, every),
        loses=_shares(loses, every),
        marked={marker: Fraction(ways, every) for marker, ways in marked.items()},
        eliminates=Fraction(damage[left], every),
    )


def _shares(counts: Tally[int], every: int) -> Spread:
    return {value: Fraction(counts[value], every) for value in sorted(counts)}
