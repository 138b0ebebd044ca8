"""The Command step of an Epic turn: two Section cards, one of them the rack's, or one Tactic card.

Texts: Epic Game Turn, Equal to Command, Playing Two Section Cards, Playing a Tactic Card.
"""

from collections.abc import Iterator

from rules.first.messages.epic import (
    CommandNoted,
    PlayRackCard,
    RackCardPlayed,
    RackCardWait,
    Repeat,
    RepeatWait,
)
from rules.first.play import commanding
from rules.first.play.saying import Bar, refuse
from rules.first.printed.cards import OrderCard
from rules.first.table import CardSource, PlayedCommand, table
from rules.first.variants.rack import is_done, unplayable
from rules.kernel import messages as m
from rules.kernel.chapters import cards
from rules.kernel.chapters.damage import is_over
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import State
from rules.kernel.turn import not_now
from rules.kernel.values import CardId, Seat, Why


def command_wait(state: State, seat: Seat) -> RackCardWait:
    """Return what *seat*'s turn begins with, or goes on with once an own card lies."""
    return RackCardWait(seat=seat, cards=table(state).rack)


def is_section(ruleset: Ruleset, name: CardId) -> bool:
    """Return whether a Command card is a Section card."""
    return ruleset.catalogue.of(OrderCard)[name].is_section


def _played_from(state: State, source: CardSource) -> bool:
    return any(each.source is source for each in table(state).commands)


def _check_together(game: Game, source: CardSource, *, is_section: bool) -> Checks:
    """Yield why such a card is not played with those of this turn."""
    wrong = unplayable(table(game.state).commands, source, is_section=is_section)
    if wrong is not None:
        yield refuse(game, wrong, "rack")


def check_rack_card(game: Game, command: PlayRackCard) -> Checks:
    """Yield what is wrong with playing a card of the rack."""
    if command.card not in game.ruleset.catalogue.cards:
        yield refuse(game, Why.NO_SUCH_CARD, "rack", final=True)
        return
    section = is_section(game.ruleset, command.card)
    yield from _check_together(game, CardSource.RACK, is_section=section)
    yield from not_now(game, m.CardWait)
    if table(game.state).in_lieu:
        yield refuse(game, Bar.PLAYED_IN_LIEU, "lore_cards")
    if command.card not in table(game.state).rack:
        yield refuse(game, Bar.NOT_ON_THE_RACK, "rack")
    yield from _check_repeatable(game, command.card)


def _check_repeatable(game: Game, card: CardId) -> Checks:
    """Yield that there is nothing that *card* could repeat."""
    if commanding.repeats(game.ruleset, card) and not _repeatable(game):
        yield refuse(game, Why.NOT_AN_OPTION, "command")


def check_card(game: Game, command: m.PlayCard) -> Checks:
    """Yield what is wrong with playing a card of one's own."""
    if command.card in game.ruleset.catalogue.cards:
        section = is_section(game.ruleset, command.card)
        yield from _check_together(game, CardSource.HAND, is_section=section)
    yield from commanding.check_card(game, command)
    yield from _check_repeatable(game, command.card)


def check_unlisted(game: Game, command: m.PlayUnlistedCard) -> Checks:
    """Yield what is wrong with playing a card that nobody listed."""
    yield from _check_together(game, CardSource.HAND, is_section=_is_for_sections(command))
    yield from cards.check_unlisted(game, command)


def _is_for_sections(command: m.PlayUnlistedCard) -> bool:
    """Return whether a card that nobody listed is a Section card: all that it does is orders in sections."""
    return all(isinstance(verb, m.GrantOrders) and verb.section is not None for verb in command.does)


def play_rack_card(course: Course, command: PlayRackCard) -> None:
    """Play a card of the rack, which is none of its player's own for Equal to Command."""
    seat, held = course.state.active, _held(course.state)
    name = course.ruleset.catalogue.cards[command.card].name
    course.say(RackCardPlayed(seat=seat, name=name, card=command.card))
    _read(course, command.card, held, CardSource.RACK, asks_rack=False)


def _asks_rack(state: State) -> bool:
    """Return whether one of the rack is asked for after a card of one's own: it was told first, or anew."""
    return isinstance(state.wait, RackCardWait) or table(state).taken_back


def play_card(course: Course, command: m.PlayCard) -> None:
    """Play a card of one's own."""
    asks_rack = _asks_rack(course.state)
    seat, held = course.state.active, _held(course.state)
    name = course.ruleset.catalogue.cards[command.card].name
    course.say(m.CardPlayed(seat=seat, name=name, card=command.card))
    _read(course, command.card, held, CardSource.HAND, asks_rack=asks_rack)


def play_unlisted(course: Course, command: m.PlayUnlistedCard) -> None:
    """Play a card that nobody listed."""
    asks_rack, seat = _asks_rack(course.state), course.state.active
    course.say(m.CardPlayed(seat=seat, name=command.name))
    played = PlayedCommand(source=CardSource.HAND, is_section=_is_for_sections(command))
    course.say(CommandNoted(seat=seat, played=played))
    cards.perform(course, seat, command.does)
    if is_over(course):
        return
    rolls = [verb for verb in command.does if isinstance(verb, m.RollForOrders)]
    _go_on(course, *rolls, asks_rack=asks_rack)


def _held(state: State) -> int:
    """Return the acting player's own Command cards, that which he has played this turn counted."""
    return state.sides[state.active].cards + _played_from(state, CardSource.HAND)


def _read(course: Course, card: CardId, held: int, source: CardSource, *, asks_rack: bool) -> None:
    """Do what a card says that has been played, unless it is to be asked first which one it repeats."""
    section = is_section(course.ruleset, card)
    played = PlayedCommand(source=source, is_section=section, card=card)
    repeated = _repeatable(course.game)
    course.say(CommandNoted(seat=course.state.active, played=played))
    if len(repeated) > 1 and commanding.repeats(course.ruleset, card):
        course.wait(RepeatWait(seat=course.state.active, cards=repeated))
        return
    rolls = commanding.read_card(course, card, held, next(iter(repeated), None))
    _go_on(course, *rolls, asks_rack=asks_rack)


def _repeatable(game: Game) -> tuple[CardId, ...]:
    """Return the listed cards that the other side has played in its last turn."""
    return table(game.state).last_commands.get(commanding.preceding(game), ())


def check_repeat(game: Game, command: Repeat) -> Checks:
    """Yield why that card is not repeated."""
    wait = game.state.wait
    if not isinstance(wait, RepeatWait):
        yield from not_now(game, RepeatWait)
    elif command.card not in wait.cards:
        yield refuse(game, Why.NO_SUCH_CARD, "command", final=True)


def repeat(course: Course, command: Repeat) -> None:
    """Do what the chosen one of two cards said; only one of them is repeated."""
    played = table(course.state).commands[-1]
    assert played.card is not None
    rolls = commanding.read_card(course, played.card, _held(course.state), command.card)
    commanding.give_orders(course, *rolls)


def repeat_choices(game: Game, wait: RepeatWait) -> Iterator[Repeat]:
    """Yield the cards of which one is repeated."""
    return (Repeat(card=card) for card in wait.cards)


def _go_on(course: Course, *rolls: m.RollForOrders, asks_rack: bool) -> None:
    """Ask for a second Section card where one can still be played, or begin the Order step."""
    seat = course.state.active
    if is_done(table(course.state).commands):
        commanding.give_orders(course, *rolls)
    elif not _played_from(course.state, CardSource.HAND):
        course.wait(m.CardWait(seat=seat))
    elif asks_rack:
        course.wait(command_wait(course.state, seat))
    else:
        commanding.give_orders(course, *rolls)


def rack_choices(game: Game, wait: RackCardWait) -> Iterator[m.Command]:
    """Yield the cards of the rack that may be played, and none of them; one's own cards are told."""
    for card in dict.fromkeys(wait.cards):
        command = PlayRackCard(card=card)
        if passes(check_rack_card(game, command)):
            yield command
    yield m.Decline()


def card_choices(game: Game, wait: m.CardWait) -> Iterator[m.Command]:
    """Yield one's own cards that may be played; and none, where the rack's or a Lore card does instead."""
    for card in game.ruleset.catalogue.cards:
        command = m.PlayCard(card=card)
        if passes(check_card(game, command)):
            yield command
    if _played_from(game.state, CardSource.RACK) or game.state.sides[game.state.active].lore_played:
        yield m.Decline()


def decline_rack(course: Course, wait: RackCardWait) -> None:
    """Play no card of the rack."""
    if _played_from(course.state, CardSource.HAND):
        commanding.give_orders(course)
    else:
        course.wait(m.CardWait(seat=wait.seat))


def decline_card(course: Course, wait: m.CardWait) -> None:
    """Play no card of one's own: that of the rack is enough, or a Lore card stands in its place."""
    if _played_from(course.state, CardSource.RACK):
        commanding.give_orders(course)
    else:
        commanding.decline_card(course, wait)
