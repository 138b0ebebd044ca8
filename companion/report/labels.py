"""The battle report's words for luck and points.  Knows no page."""

from companion.report.statistics import Luck, Measure
from companion.words.translator import Translator
from rules.kernel.values import Cause


def luck_in_words(luck: Luck, tr: Translator) -> str:
    """Return what *luck* is to be thought of, without making more of it than it is."""
    if not luck.dice:
        return tr("no dice yet")
    if luck.is_ordinary:
        return tr("within what chance does")
    return tr("rarely so many") if luck.gain > 0 else tr("rarely so few")


def measured(measure: Measure, tr: Translator) -> str:
    """Return what is counted of the dice."""
    words = {
        Measure.HITS: tr("hits"),
        Measure.RETREATS: tr("retreats"),
        Measure.LORE: tr("lore"),
    }
    return words[measure]


def earned(count: int, cause: Cause, tr: Translator) -> str:
    """Return how many points were gained, and for what."""
    words = {
        Cause.BANNER: tr("{1} for banners", count),
        Cause.LORE: tr("{1} for lore", count),
        Cause.FRENZY: tr("{1} for Frenzy", count),
        Cause.TENT: tr("{1} for the command tent", count),
        Cause.SCENARIO: tr("{1} for the scenario", count),
        Cause.CARD: tr("{1} for cards", count),
        Cause.LORE_CARD: tr("{1} for lore cards", count),
    }
    return words.get(cause) or f"{count} ({cause.value.replace('_', ' ')})"
