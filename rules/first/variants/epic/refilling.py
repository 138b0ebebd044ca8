"""The rack is filled, at the start and at the end of every turn; who begins.

Texts: Epic Game Set-Up, Replenishing the Epic Command Rack.
"""

from collections.abc import Callable, Iterator

from rules.first.messages.epic import FillRack, RackDiscarded, RackFilled, RackWait
from rules.first.play import setting_up, upkeep
from rules.first.play.saying import refuse
from rules.first.table import CardSource, arms_of, table
from rules.first.variants import scouting
from rules.first.variants.epic.commanding import command_wait, is_section
from rules.first.variants.rack import RACK, must_go
from rules.kernel import messages as m
from rules.kernel.chapters import lore
from rules.kernel.course import Checks, Course
from rules.kernel.edition import Handler
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Step, Why


def check_first(game: Game, command: m.ChooseFirst) -> Checks:
    """Yield that nobody says who is first: who has most green banners is."""
    yield from not_now(game, m.SetUpWait)
    yield refuse(game, Why.FIRST_IS_KNOWN, "set_up")


def start(course: Course, command: m.StartGame) -> None:
    """Deal the hands; then the rack is filled, and the side with most green banners begins.

    Where the pieces came first, councils and Landmarks come before that.
    """
    if setting_up.goes_on(course):
        return
    setting_up.deal(course)
    _fill(course)


def end_main_phase(course: Course, command: m.EndMainPhase) -> None:
    """Draw a card for one's own that was played; Lore and the rack come after that."""
    course.say(m.StepStarted(step=Step.DRAW))
    if any(each.source is CardSource.HAND for each in table(course.state).commands):
        upkeep.draw(course)
    if not upkeep.takes_lore(course):
        _fill(course)


def replenish(course: Course, command: m.ReplenishLore) -> None:
    """Take Lore; then the rack is filled."""
    lore.replenish(course, command)
    _fill(course)


def _fill(course: Course, begin: Callable[[Course], None] | None = None) -> None:
    """Wait for the next card of the rack, or go on where it is full: in the set-up as *begin* does."""
    rack = table(course.state).rack
    if len(rack) < RACK:
        _turn_up(course, RACK - len(rack))
    elif must_go([is_section(course.ruleset, card) for card in rack]):
        course.say(RackDiscarded(count=len(rack)))
        _turn_up(course, RACK)
    elif course.state.step is Step.SET_UP:
        (begin or _begin)(course)
    else:
        course.wait(command_wait(course.state, upkeep.pass_turn(course)))


def _turn_up(course: Course, missing: int) -> None:
    """Wait for the next card of the rack."""
    _shuffle_if_empty(course)
    course.wait(RackWait(missing=missing))


def _shuffle_if_empty(course: Course) -> None:
    """Have an empty deck shuffled anew before the next card is drawn."""
    if course.state.deck == 0:
        course.say(m.DeckShuffled())


def check_fill(game: Game, command: FillRack) -> Checks:
    """Yield why that card was not drawn for the rack."""
    yield from not_now(game, RackWait)
    if command.card not in game.ruleset.catalogue.cards:
        yield refuse(game, Why.NO_SUCH_CARD, "rack", final=True)


def fill(course: Course, command: FillRack, begin: Callable[[Course], None] | None = None) -> None:
    """Put a card on the rack.

    *begin* lets the first turn begin otherwise than by who has most green banners.
    """
    _shuffle_if_empty(course)  # games of former versions wait for a card with an empty deck
    course.say(RackFilled(card=command.card))
    _fill(course, begin)


def fill_choices(game: Game, wait: RackWait) -> Iterator[FillRack]:
    """Yield every card that there is."""
    return (FillRack(card=card) for card in game.ruleset.catalogue.cards)


def _begin(course: Course) -> None:
    """Let the side with most green banners begin; where both have as many, dice decide.

    Who has scouted ahead as armies came together begins, whoever came after that.
    """
    greens = {seat: scouting.greens(course.game, seat) for seat in course.ruleset.seats}
    has_scouted = arms_of(course.state).scouted
    first = course.state.first if has_scouted else scouting.leader(course, greens)
    if first is None:
        return
    course.say(m.TurnStarted(seat=first, turn=1))
    course.wait(command_wait(course.state, first))


def roll(base: Handler, course: Course, command: m.Roll) -> None:
    """Take in the dice: for the first turn, which begins with a full rack, or as the *base* game does."""
    if scouting.is_asked(course.state.wait) and len(table(course.state).rack) == RACK:
        scouting.take_in(course, command)
        _begin(course)
    else:
        base.obey(course, command)
