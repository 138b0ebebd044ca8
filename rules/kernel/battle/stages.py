"""A battle runs through the stages that its edition lists, one after the other, until one asks something.

Which stage comes next is not stored: it follows from which question was answered.
"""

from rules.kernel.chapters.damage import is_over
from rules.kernel.course import Course
from rules.kernel.edition import Stage


def run(course: Course, at: Stage) -> None:
    """Run the stages from *at* on, until one asks or the game is over.  The last one ends the fight."""
    stages = course.ruleset.edition.battle.stages
    _run(course, stages[stages.index(at) :])


def go_on(course: Course, after: Stage) -> None:
    """Run the stages that follow *after*, whose question has been answered."""
    stages = course.ruleset.edition.battle.stages
    _run(course, stages[stages.index(after) + 1 :])


def _run(course: Course, stages: tuple[Stage, ...]) -> None:
    for stage in stages:
        if course.state.winner is not None:
            break
        if stage(course):
            return
    is_over(course)
