"""The one place where a number is asked for.

In this order: base value, terrain, abilities, cards in play, tokens.  No terrain is
in play yet; its caps will come before added dice (Ref).
"""

from rules.abilities import ANSWERS, Asked, Clash, Question
from rules.messages import AddDice, GrantExtraAttack
from rules.ruleset import Game
from rules.state import Unit
from rules.values import Marker


def _ask(game: Game, question: Question, about: Unit, base: int, clash: Clash | None = None) -> int:
    """Return *base* as changed by *about*'s own abilities."""
    answers = ANSWERS[question]
    for name, number in game.ruleset.abilities[about.kind].items():
        if name in answers:
            base = answers[name](Asked(game, about, number, clash), base)
    return base


def combat_dice(game: Game, clash: Clash) -> int | None:
    """Return how many dice the roller rolls (RB p. 9), or None where its combat value is not known."""
    base = game.kind(clash.roller).combat
    if base is None:
        return None
    dice = _ask(game, Question.COMBAT_DICE, clash.roller, base, clash)
    dice += max(
        (
            _ask(game, Question.COMBAT_DICE_OF_FRIENDS, friend, 0, clash)
            for friend in game.state.army(clash.roller.seat)
            if friend.id != clash.roller.id
        ),
        default=0,
    )
    if clash.roller.seat is game.state.active:
        dice += sum(extra.count for extra in game.state.extras if isinstance(extra, AddDice))
    return max(0, dice)


def own_dice(game: Game, unit: Unit) -> int | None:
    """Return how many dice *unit* itself would roll at whomever, or None where that is not known.

    Its friends' abilities depend on the target: ``combat_dice`` counts them.
    """
    base = game.kind(unit).combat
    if base is None:
        return None
    dice = _ask(game, Question.COMBAT_DICE, unit, base)
    if unit.seat is game.state.active:
        dice += sum(extra.count for extra in game.state.extras if isinstance(extra, AddDice))
    return max(0, dice)


def attacks_allowed(game: Game, unit: Unit) -> int:
    """Return how many attacks *unit* has this turn: its own, its abilities', its pursuit's, its card's."""
    attacks = _ask(game, Question.ATTACKS, unit, 1) + unit.pursued
    if not unit.moved:
        traits = game.kind(unit).traits
        attacks += sum(
            isinstance(extra, GrantExtraAttack) and extra.trait in traits for extra in game.state.extras
        )
    return attacks


def pursuit(game: Game, unit: Unit) -> int:
    """Return how many hexes *unit* may pursue now; 0 where it may only advance."""
    return _ask(game, Question.PURSUIT, unit, 0)


def can_be_countered(game: Game, attacker: Unit) -> bool:
    """Return whether *attacker*'s attacks can be countered at all."""
    return _ask(game, Question.COUNTERS_SUFFERED, attacker, 1) > 0


def retreats_ignored(game: Game, target: Unit) -> int:
    """Return how many retreats *target* ignores in one combat."""
    return _ask(game, Question.RETREATS_IGNORED, target, 0)


def is_stunned(unit: Unit) -> bool:
    """Return whether *unit* can neither move, attack, counter nor retreat (Ref, Stun)."""
    return Marker.STUN in unit.markers
