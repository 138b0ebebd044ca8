"""The Upkeep Phase, and the change of turns (RB p. 7, 9)."""

from rules.course import Checks, Course, refusal
from rules.messages import (
    CardDrawn,
    CardWait,
    Declined,
    ExchangeLore,
    ExchangeWait,
    GameWon,
    LoreSpent,
    PointsGained,
    StepStarted,
    TurnEnded,
    TurnStarted,
    snake,
)
from rules.ruleset import Game
from rules.turn import not_now
from rules.values import Cause, Step, Why
from rules.victory import ahead, is_over


def end_main_phase(course: Course) -> None:
    """Go through the Upkeep Phase, up to the exchange of lore where there is enough of it."""
    course.say(StepStarted(step=Step.VICTORY_POINTS))
    _score_banners(course)
    seat, per_point = course.state.active, course.ruleset.scenario.lore_per_point
    most = course.state.sides[seat].lore // per_point if per_point else 0
    if most:
        course.wait(ExchangeWait(seat=seat, most=most))
    else:
        _draw(course)


def _score_banners(course: Course) -> None:
    """Score each banner whose hex the acting player holds, in the board's order (RB p. 7)."""
    seat, state = course.state.active, course.state
    occupied = state.occupied()
    total = state.sides[seat].points
    for place in sorted(state.banners, key=course.ruleset.places.__getitem__):
        holder = occupied.get(place)
        if holder is not None and holder.seat is seat:
            count = state.banners[place]
            total += count
            course.say(PointsGained(seat=seat, count=count, total=total, cause=Cause.BANNER, at=place))


def check_exchange(game: Game, command: ExchangeLore) -> Checks:
    """Yield what is wrong with exchanging lore (RB p. 9)."""
    yield from not_now(game, ExchangeWait)
    wait = game.state.wait
    if command.points < 1:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "exchange", limit=1, final=True)
    if isinstance(wait, ExchangeWait) and command.points > wait.most:
        yield refusal(game, Why.TOO_LITTLE_LORE, "exchange", limit=wait.most)


def exchange(course: Course, command: ExchangeLore) -> None:
    """Give lore for points, or as much of it as there is where the table says so."""
    seat, per_point = course.state.active, course.ruleset.scenario.lore_per_point
    assert per_point is not None
    side = course.state.sides[seat]
    spent = min(side.lore, command.points * per_point)
    course.say(LoreSpent(seat=seat, count=spent, total=side.lore - spent, cause=Cause.LORE))
    total = side.points + command.points
    course.say(PointsGained(seat=seat, count=command.points, total=total, cause=Cause.LORE))
    _draw(course)


def decline(course: Course, wait: ExchangeWait) -> None:
    """Keep the lore."""
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=snake(type(wait).__name__)))
    _draw(course)


def _draw(course: Course) -> None:
    """Draw a card and hand the turn over; the first player's turn begins with the win check (RB p. 7)."""
    seat = course.state.active
    course.say(StepStarted(step=Step.DRAW))
    course.say(CardDrawn(seat=seat, cards=course.state.sides[seat].cards + 1))
    course.say(TurnEnded(seat=seat))
    following = seat.other
    winner = ahead(course) if following is course.ruleset.scenario.first else None
    if winner is not None:
        course.say(GameWon(seat=winner, elimination=False))
    if not is_over(course):
        course.say(TurnStarted(seat=following, turn=course.state.turn + 1))
        course.wait(CardWait(seat=following))
