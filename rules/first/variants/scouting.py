"""Who has most green banners on the battlefield, and the dice that decide where both have as many.

Texts: Epic Game Set-Up; Call to Arms, Scout Ahead.
"""

from collections.abc import Collection, Mapping, Sequence

from rules.first.faces import GREEN
from rules.first.messages.epic import RolledForFirst
from rules.first.play.asking import profile
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.course import Course
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat

FIRST_TURN = "first_turn"
"""What dice are rolled for where both sides have as many green banners."""
FIRST_DICE = 6


def greens(game: Game, seat: Seat) -> int:
    """Return how many green banners *seat*'s units have on the board."""
    return sum(profile(game, unit).banner == GREEN for unit in game.state.army(seat))


def leader(course: Course, counts: Mapping[Seat, int]) -> Seat | None:
    """Return who has most of *counts*, or None where dice are to decide it, which are asked for."""
    rolled = table(course.state).first_greens
    if len(set(counts.values())) == 1:
        counts = rolled if len(rolled) == len(counts) else {}
    if len(set(counts.values())) < 2:
        ask_dice(course, course.ruleset.seats, rolled, purpose=FIRST_TURN)
        return None
    return max(counts, key=counts.__getitem__)


def ask_dice(course: Course, seats: Sequence[Seat], rolled: Collection[Seat], *, purpose: str) -> None:
    """Ask for the dice of who of *seats* has not *rolled* yet; after equal rolls all roll again."""
    seat = next((seat for seat in seats if seat not in rolled), seats[0])
    course.wait(m.DiceWait(seat=seat, count=FIRST_DICE, purpose=purpose))


def is_asked(wait: m.Wait) -> bool:
    """Return whether *wait* asks for the dice of a tie."""
    return isinstance(wait, m.DiceWait) and wait.purpose == FIRST_TURN


def take_in(course: Course, command: m.Roll) -> None:
    """Keep how many green helmets the side has rolled that was asked."""
    seat = course.state.wait.seat
    assert seat is not None
    course.say(RolledForFirst(seat=seat, faces=command.faces, greens=command.faces.count(GREEN)))
