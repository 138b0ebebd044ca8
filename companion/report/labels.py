"""The battle report's words for luck and points.  Knows no page."""

from companion.report.statistics import Luck, Measure
from companion.words.translator import Sentences
from rules.kernel.values import Cause


def luck_in_words(luck: Luck, tell: Sentences) -> str:
    """Return what *luck* is to be thought of, without making more of it than it is."""
    if not luck.dice:
        return tell("no dice yet")
    if luck.is_ordinary:
        return tell("within what chance does")
    return tell("rarely so many") if luck.gain > 0 else tell("rarely so few")


def measured(measure: Measure, tell: Sentences) -> str:
    """Return what is counted of the dice."""
    words = {
        Measure.HITS: tell("hits"),
        Measure.RETREATS: tell("retreats"),
        Measure.LORE: tell("lore"),
    }
    return words[measure]


def earned(count: int, cause: Cause, tell: Sentences) -> str:
    """Return how many points were gained, and for what."""
    words = {
        Cause.BANNER: tell("{1} for banners", count),
        Cause.FRENZY: tell("{1} for Frenzy", count),
        Cause.TENT: tell("{1} for the command tent", count),
        Cause.SCENARIO: tell("{1} for the scenario", count),
        Cause.CARD: tell("{1} for cards", count),
        Cause.LORE_CARD: tell("{1} for lore cards", count),
    }
    return words.get(cause) or f"{count} ({cause.value.replace('_', ' ')})"
