"""Victory points for eliminations, and who has won by points (RB p. 7)."""

from rules.kernel.chapters.gains import gain_points
from rules.kernel.chapters.terrain import is_near
from rules.kernel.course import Course
from rules.kernel.edition import Winning
from rules.kernel.hexes import Hex
from rules.kernel.state import Unit
from rules.kernel.values import Cause, Seat
from rules.second.messages import PointsForEliminating


def eliminated(course: Course, unit: Unit, at: Hex) -> None:
    """Give the enemy of *unit* his scenario card's points for eliminating it on *at* (Blood in the Water)."""
    seat = course.ruleset.opponent(unit.seat)
    for special in course.game.specials(seat):
        if isinstance(special, PointsForEliminating) and is_near(course.game, at, special.near):
            gain_points(course, seat, special.points, Cause.SCENARIO, at)


def ahead(course: Course) -> Seat | None:
    """Return who wins by points: enough of them, and more than the other (RB p. 7)."""
    ruleset, sides = course.ruleset, course.state.sides
    needed = ruleset.scenario.points_to_win
    return next(
        (
            seat
            for seat in ruleset.seats
            if needed <= sides[seat].points > sides[ruleset.opponent(seat)].points
        ),
        None,
    )


WINNING = Winning(eliminated=eliminated)
