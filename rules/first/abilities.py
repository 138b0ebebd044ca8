"""The abilities of the First Edition's units, races and places: one small function for each number."""

from rules.kernel.chapters.abilities import Abilities, Asked, Question
from rules.kernel.values import AbilityId

ELSEWHERE_ANSWERED = (
    "frightened", "rush", "must_ignore", "unsupported", "unmoved_by_landmarks", "charge", "no_pursuit",
    "long_pursuit", "rerolled_strikes", "frenzy", "bold_if_supported", "strike_shelter", "free_of_woods",
    "moves_by_lore", "retreats_by_lore", "heads", "flight",
)  # fmt: skip
"""Answered by the chapter that they belong to, or done by the table."""

ABILITIES = Abilities(map(AbilityId, ELSEWHERE_ANSWERED))


@ABILITIES.ability("bold", Question.RETREATS_IGNORED)
def bold(asked: Asked, flags: int) -> int:
    """Ignore so many flags of a battle (rules summary, Morale)."""
    return flags + asked.number


@ABILITIES.ability("answer_dice", Question.COMBAT_DICE)
def answer_dice(asked: Asked, dice: int) -> int:
    """Battle back with so many dice more (Scottish Wars)."""
    fights = asked.game.state.fights
    is_answer = bool(fights) and fights[-1].counter and fights[-1].attacker == asked.about.id
    return dice + asked.number if is_answer else dice


@ABILITIES.ability("full_strength", Question.COMBAT_DICE)
def full_strength(asked: Asked, dice: int) -> int:
    """Roll so many dice more with all figures (Scottish Wars)."""
    return dice if asked.game.missing(asked.about) else dice + asked.number


@ABILITIES.ability("full_strength", Question.RETREATS_IGNORED)
def bold_at_full_strength(asked: Asked, flags: int) -> int:
    """Be Bold by one more with all figures (Scottish Wars)."""
    return flags if asked.game.missing(asked.about) else flags + 1
