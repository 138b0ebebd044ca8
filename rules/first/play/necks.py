"""Creatures whose hits each take a neck, and that grow heads by Lore (Creatures: the Hydra)."""

from rules.first.faces import LORE
from rules.first.messages.events import NecksChanged
from rules.first.play.questions import FirstQuestion, ask
from rules.first.play.saying import note
from rules.first.table import necks, notes
from rules.kernel.chapters.damage import hurt
from rules.kernel.course import Course
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.values import Cause

HEADS_GROWN = 2


def necks_of(game: Game, unit: Unit) -> tuple[int, ...]:
    """Return how many heads each neck of *unit* has, nothing for one without necks; the most heads first."""
    return necks(game.state, unit.id, ask(game, FirstQuestion.NECKS, unit, 0))


def strike_off(course: Course, unit: Unit, hits: int) -> None:
    """Take a neck for each hit, those with the fewest heads first; without any it is dead."""
    left = necks_of(course.game, unit)[:-hits]
    course.say(NecksChanged(unit=unit.id, necks=left))
    if not left:
        hurt(course, unit.id, unit.figures, Cause.DICE)


def growing(game: Game, fight: Fight, symbols: int) -> int:
    """Return how many of *symbols* grow a neck on the roller: in melee, one in each empty place."""
    unit = game.state.units[fight.attacker]
    places = ask(game, FirstQuestion.NECKS, unit, 0)
    return min(symbols, places - len(necks_of(game, unit))) if places and fight.distance == 1 else 0


def grow(course: Course) -> bool:
    """Let the roller grow heads in its empty places by the Lore that it has rolled."""
    fight = course.fight
    grown = growing(course.game, fight, fight.faces.count(LORE) - notes(fight).spent)
    if grown:
        left = necks_of(course.game, course.unit(fight.attacker))
        course.say(NecksChanged(unit=fight.attacker, necks=(*(HEADS_GROWN,) * grown, *left)))
        note(course, spent=notes(fight).spent + grown)
    return False
