"""Who has which turn marker, and whose turn follows: the camps alternate.

Text: Reluctant Allies Variant, Assigning Game Turn Markers.
"""

from collections.abc import Mapping

from rules.first.faces import GREEN
from rules.first.messages.allies import MarkersGiven, RolledForMarker, TieBroken
from rules.first.messages.epic import FillRack
from rules.first.table import table
from rules.first.variants import scouting
from rules.first.variants.epic import refilling
from rules.first.variants.epic.commanding import command_wait
from rules.kernel import messages as m
from rules.kernel.course import Course
from rules.kernel.edition import Handler
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, Seat

TURN_MARKER = "turn_marker"
"""What dice are rolled for where two have as many green banners."""


def following(game: Game, seat: Seat) -> Seat:
    """Return who has the turn marker after *seat*'s."""
    return _marker(game, seat, 1)


def preceding(game: Game, seat: Seat) -> Seat:
    """Return who has the turn marker before *seat*'s: one of the other camp."""
    return _marker(game, seat, -1)


def _marker(game: Game, seat: Seat, step: int) -> Seat:
    markers = table(game.state).markers
    return markers[(markers.index(seat) + step) % len(markers)]


def begin(course: Course) -> None:
    """Give out the turn markers, and begin the first turn; where two are level, ask for their dice."""
    ruleset = course.ruleset
    counts = {seat: scouting.greens(course.game, seat) for seat in ruleset.seats}
    camps = {camp: sum(counts[seat] for seat in ruleset.camps[camp]) for camp in CAMPS}
    ranked: list[tuple[Seat, ...]] = []
    for level, scores in ((CAMPS, camps), *((ruleset.camps[camp], counts) for camp in CAMPS)):
        order = _order(course, level, scores)
        if order is None:
            rolled = table(course.state).marker_greens
            scouting.ask_dice(course, level, rolled, purpose=TURN_MARKER)
            return
        ranked.append(order)
    (first, second), *allies = ranked
    (one, third), (other, fourth) = (
        next(pair for pair in allies if pair[0].camp is camp) for camp in (first, second)
    )
    course.say(MarkersGiven(seats=(one, other, third, fourth)))
    course.say(m.TurnStarted(seat=one, turn=1))
    course.wait(command_wait(course.state, one))


def _order(course: Course, pair: tuple[Seat, ...], scores: Mapping[Seat, int]) -> tuple[Seat, ...] | None:
    """Return *pair* with whoever has more first, by dice where that was rolled; None where it is open."""
    one, other = pair
    if scores[one] != scores[other]:
        return tuple(sorted(pair, key=lambda seat: -scores[seat]))
    for order in ((one, other), (other, one)):
        if order in table(course.state).ties:
            return order
    greens = table(course.state).marker_greens
    if not greens.keys() >= {*pair} or greens[one] == greens[other]:
        return None
    order = (one, other) if greens[one] > greens[other] else (other, one)
    course.say(TieBroken(seat=order[0], other=order[1]))
    return order


def roll(base: Handler, course: Course, command: m.Roll) -> None:
    """Take in the dice: for a turn marker, or as the *base* game does."""
    wait = course.state.wait
    if not isinstance(wait, m.DiceWait) or wait.purpose != TURN_MARKER:
        base.obey(course, command)
        return
    assert wait.seat is not None
    greens = command.faces.count(GREEN)
    course.say(RolledForMarker(seat=wait.seat, faces=command.faces, greens=greens))
    begin(course)


def fill(course: Course, command: FillRack) -> None:
    """Put a card on the rack; once it is full for the first time the markers are given out."""
    refilling.fill(course, command, begin)
