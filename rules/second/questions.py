"""What only this edition asks of its units' abilities."""

from enum import StrEnum

from rules.kernel.chapters.abilities import ask
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit


class SecondQuestion(StrEnum):
    """What an ability may be asked to change in the Second Edition only."""

    COUNTERS_SUFFERED = "counters_suffered"
    EARLY_COUNTERS = "early_counters"
    CLEAVES_IGNORED = "cleaves_ignored"
    ORDERED_FOR_LORE = "ordered_for_lore"


def can_be_countered(game: Game, attacker: Unit) -> bool:
    """Return whether *attacker*'s attacks can be countered at all."""
    return ask(game, SecondQuestion.COUNTERS_SUFFERED, attacker, 1) > 0


def counters_early(game: Game, target: Unit) -> bool:
    """Return whether *target* may counter before it retreats (Ref, Ferocity)."""
    return ask(game, SecondQuestion.EARLY_COUNTERS, target, 0) > 0


def cleaves_ignored(game: Game, target: Unit) -> int:
    """Return how many cleave dice *target* ignores in one combat (Ironbound's card)."""
    return ask(game, SecondQuestion.CLEAVES_IGNORED, target, 0)


def can_be_ordered_for_lore(game: Game, unit: Unit) -> bool:
    """Return whether *unit* may be ordered for 1 lore (Ironbound's card)."""
    return ask(game, SecondQuestion.ORDERED_FOR_LORE, unit, 0) > 0
