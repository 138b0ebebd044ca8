"""The Command step: a card of the deck, or one that repeats another (rules summary, Command)."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.first.messages.events import BoonGranted, CommandRead, CommandReplaced, CommandTakenBack
from rules.first.messages.verbs import TakeBackCommand
from rules.first.ordering import orders_given
from rules.first.play.asking import council
from rules.first.play.saying import Bar, refuse
from rules.first.printed.cards import CardVerb, GiveOrders, OrderCard, RepeatCard, RollOrders
from rules.first.table import CardSource, table
from rules.kernel import messages as m
from rules.kernel.chapters import cards
from rules.kernel.course import Checks, Course, passes
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CardId, Seat, Section, Step, Why

MIRRORED = {Section.LEFT: Section.RIGHT, Section.RIGHT: Section.LEFT}


def check_card(game: Game, command: m.PlayCard) -> Checks:
    """Yield what is wrong with playing a Command card."""
    if table(game.state).in_lieu:
        yield refuse(game, Bar.PLAYED_IN_LIEU, "lore_cards", final=False)
    yield from cards.check_card(game, command)
    if command.anywhere:
        yield refuse(game, Why.NOT_AN_OPTION, "command")
    if repeats(game.ruleset, command.card) and _repeated(game) is None:
        yield refuse(game, Why.NOT_AN_OPTION, "command")


def repeats(ruleset: Ruleset, name: CardId) -> bool:
    """Return whether a Command card repeats what the other side has played."""
    card = ruleset.catalogue.of(OrderCard).get(name)
    return card is not None and any(isinstance(verb, RepeatCard) for verb in card.does)


def preceding(game: Game) -> Seat:
    """Return the opponent who had the turn before this one."""
    return game.ruleset.edition.sides.preceding(game, game.state.active)


def _repeated(game: Game) -> CardId | None:
    """Return the opponent's last Command card; None where he has played none that is listed."""
    return table(game.state).last_cards.get(preceding(game))


def play_card(course: Course, command: m.PlayCard) -> None:
    """Play a Command card of the deck: its orders, its boons, and its dice last."""
    card = course.ruleset.catalogue.of(OrderCard)[command.card]
    seat, held = course.state.active, course.state.sides[course.state.active].cards
    course.say(m.CardPlayed(seat=seat, name=card.name, card=command.card))
    give_orders(course, *read_card(course, command.card, held, _repeated(course.game)))


def read_card(
    course: Course, name: CardId, held: int, repeated: CardId | None
) -> tuple[m.RollForOrders, ...]:
    """Do what a Command card says, its player having *held* so many; return the dice that it wants rolled.

    One that repeats another does what *repeated* says.
    """
    catalogue = course.ruleset.catalogue.of(OrderCard)
    does = tuple(_meant(catalogue[name].does, None if repeated is None else catalogue.get(repeated)))
    course.say(CommandRead(seat=course.state.active, card=name))
    rolls = []
    for verb in does:
        match verb:
            case GiveOrders():
                _grant(course, verb, held)
            case RollOrders():
                dice = orders_given(verb.dice, held=held, fitting=0)
                rolls.append(
                    m.RollForOrders(dice=dice, orders=verb.orders, lore=verb.lore, shuffle=verb.shuffle)
                )
            case RepeatCard():
                pass
            case _:
                course.say(BoonGranted(boon=verb))
    return tuple(rolls)


def give_orders(course: Course, *rolls: m.RollForOrders) -> None:
    """Begin the Order step; the dice of *rolls* come first."""
    seat = course.state.active
    course.say(m.StepStarted(step=Step.ORDER))
    course.wait(m.OrdersWait(seat=seat), *cards.dice_for_orders(seat, rolls))


def _meant(does: Iterable[CardVerb], repeated: OrderCard | None) -> Iterator[CardVerb]:
    """Yield what a card does, the verbs of the *repeated* one in the place of repeating it."""
    for verb in does:
        if not isinstance(verb, RepeatCard):
            yield verb
            continue
        for own in () if repeated is None else repeated.does:
            if isinstance(own, GiveOrders) and own.section is not None and verb.mirrored:
                yield replace(own, section=MIRRORED.get(own.section, own.section))
            elif not isinstance(own, RepeatCard):
                yield own


def _grant(course: Course, verb: GiveOrders, held: int) -> None:
    """Give the orders of a card; where its player has no such unit, those that it gives instead."""
    active, is_shared = course.state.active, verb.count == "camp"
    army = course.game.friends(active) if is_shared else course.state.army(active)
    fitting = [
        unit for unit in army if not verb.traits or set(verb.traits) & set(course.game.kind(unit).traits)
    ]
    if not fitting and verb.fallback:
        course.say(m.OrdersGranted(grant=m.GrantOrders(count=verb.fallback)))
        return
    level = council(course.game, active).commander
    count = orders_given(verb.count, held=held, fitting=len(fitting), commander=level)
    if count:
        course.say(
            m.OrdersGranted(grant=m.GrantOrders(count=count, section=verb.section, traits=verb.traits))
        )
    if verb.connected or is_shared:
        course.say(BoonGranted(boon=verb))


def can_take_back(game: Game, seat: Seat) -> bool:
    """Return whether the other side's Command card may be sent back now, by *seat*'s card.

    Nobody is ordered yet, and no Lore card of its player's has added anything to it.
    """
    state = game.state
    is_played = state.step is Step.ORDER and state.card is not None and not state.called
    is_alone = not table(state).in_lieu and not state.sides[state.active].lore_played
    return seat is not state.active and is_played and is_alone and isinstance(state.wait, m.OrdersWait)


def take_back(course: Course, seat: Seat, verb: TakeBackCommand) -> None:
    """Send back what the other side has played; then it plays another card."""
    played = table(course.state).commands
    rack = tuple(each.card for each in played if each.source is CardSource.RACK and each.card is not None)
    hand = len(played) - len(rack) if played else 1
    course.say(CommandTakenBack(seat=course.state.active, hand=hand, rack=rack))


def replace_command(course: Course) -> None:
    """Go on to the Order step without a Command card, a Lore card having been played in its place."""
    course.say(CommandReplaced(seat=course.state.active))
    give_orders(course)


def card_choices(game: Game, wait: m.CardWait) -> Iterator[m.Command]:
    """Yield the Command cards that may be played; and none, where a Lore card stands in its place."""
    for card in game.ruleset.catalogue.cards:
        command = m.PlayCard(card=card)
        if passes(check_card(game, command)):
            yield command
    if game.state.sides[game.state.active].lore_played:
        yield m.Decline()


def decline_card(course: Course, wait: m.CardWait) -> None:
    """Play no Command card: the Lore card of this turn stands in its place."""
    replace_command(course)
