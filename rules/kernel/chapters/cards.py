"""The Command Step: a card for its text, for one unit anywhere, or one that nobody listed (RB p. 6)."""

from collections.abc import Sequence

from rules.kernel import messages as m
from rules.kernel.chapters.damage import is_over
from rules.kernel.chapters.gains import change_lore
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Face, Seat, Step, UnitId, Why


def check_card(game: Game, command: m.PlayCard) -> Checks:
    """Yield what is wrong with playing a card (RB p. 6)."""
    if command.card not in game.ruleset.catalogue.cards:
        yield refusal(game, Why.NO_SUCH_CARD, "cards", final=True)
    yield from not_now(game, m.CardWait)
    side = game.state.sides[game.state.active]
    if 0 < side.cards == len(side.known) and command.card not in side.known:
        yield refusal(game, Why.CARD_NOT_IN_HAND, "command")


def play_card(course: Course, command: m.PlayCard) -> None:
    """Play a card of the catalogue."""
    card = course.ruleset.catalogue.cards[command.card]
    seat = course.state.active
    course.say(m.CardPlayed(seat=seat, name=card.name, card=card.id, anywhere=command.anywhere))
    _resolve(course, course.ruleset.edition.anywhere if command.anywhere else card.does)


def play_unlisted(course: Course, command: m.PlayUnlistedCard) -> None:
    """Play a card of which only the players know what it does."""
    course.say(m.CardPlayed(seat=course.state.active, name=command.name))
    _resolve(course, command.does)


def _resolve(course: Course, does: Sequence[m.Verb]) -> None:
    """Do what a card does, dice last; then the Order Step begins."""
    perform(course, course.state.active, does)
    if is_over(course):
        return
    course.say(m.StepStarted(step=Step.ORDER))
    seat = course.state.active
    course.wait(m.OrdersWait(seat=seat), *dice_for_orders(seat, does))


def dice_for_orders(seat: Seat, does: Sequence[m.Verb]) -> list[m.DiceWait]:
    """Return the waits for the dice that *does* wants rolled for orders, the first one innermost."""
    rolls = [verb for verb in does if isinstance(verb, m.RollForOrders)]
    return [m.DiceWait(seat=seat, count=verb.dice, roll=verb) for verb in reversed(rolls)]


def perform(course: Course, seat: Seat, does: Sequence[m.Verb]) -> None:
    """Do what *seat*'s card says, as far as it goes; the dice for orders are rolled later."""
    for verb in does:
        if _is_due(course, verb):
            _do(course, seat, verb)


def _is_due(course: Course, verb: m.Verb) -> bool:
    """Return whether *verb* is still done: nobody has won, and all units that it names are on the board."""
    units = course.state.units
    return course.state.winner is None and all(units[name].at for name in verb.named(UnitId))


def _do(course: Course, seat: Seat, verb: m.Verb) -> None:
    course.ruleset.edition.verbs[type(verb)].done(course, seat, verb)


def rolled(course: Course, wait: m.DiceWait, faces: Sequence[Face]) -> None:
    """Turn a card's dice into orders and lore; it is not shuffled in itself (command card: BattleLore)."""
    assert wait.roll is not None
    seat = course.state.active
    course.say(m.Rolled(seat=seat, faces=tuple(faces)))
    counts: dict[tuple[str, ...], int] = {}
    for face in course.ruleset.edition.faces.all:
        traits = wait.roll.orders.get(face)
        if traits is not None and face in faces:
            counts[traits] = counts.get(traits, 0) + faces.count(face)
    for traits, count in counts.items():
        course.say(m.OrdersGranted(grant=m.GrantOrders(count=count, traits=traits)))
    change_lore(course, seat, wait.roll.lore * faces.count(course.ruleset.edition.faces.lore), Cause.CARD)
    if wait.roll.shuffle:
        course.say(m.DeckShuffled(kept=min(1, course.state.discards)))
    course.wait(*course.state.waits[:-1])


def check_unlisted(game: Game, command: m.PlayUnlistedCard) -> Checks:
    """Yield what makes no sense in an unlisted card; what the table wants is never judged."""
    yield from not_now(game, m.CardWait)
    yield from check_verbs(game, game.state.active, command.does, "cards")


def check_verbs(game: Game, seat: Seat, does: Sequence[m.Verb], timing: str) -> Checks:
    """Yield what is wrong with a card of *seat*'s, up to the first thing that makes no sense.

    A card is played as far as it goes: what is left for a unit that it has eliminated, or
    after it has won, is not done.  *timing* is the rule that says when such a card is played.
    """
    trial = Course(game)
    for verb in does:
        for refused in _checks(game, trial, seat, verb, timing):
            yield refused
            if refused.final:
                return
        if _is_due(trial, verb):
            _do(trial, seat, verb)


def _checks(game: Game, trial: Course, seat: Seat, verb: m.Verb, timing: str) -> Checks:
    """Yield what is wrong with *verb*: in *game*, as the card found it, and upon what was done before it."""
    yield from _nonsense(game, verb)
    if not _is_due(trial, verb):
        return
    handler = game.ruleset.edition.verbs[type(verb)]
    if not handler.is_time(trial.game, seat):
        yield refusal(game, Why.WRONG_TIME, timing, final=True)
    yield from handler.check(trial.game, seat, verb)


def _nonsense(game: Game, verb: m.Verb) -> Checks:
    """Yield why *verb* makes no sense in *game*, whatever the card has done before it."""
    edition, units = game.ruleset.edition, verb.named(UnitId)
    name = units[0] if units else None
    for each in units:
        unit = game.state.units.get(each)
        if unit is None or unit.at is None:
            yield refusal(game, Why.NO_SUCH_UNIT, "components", each, final=True)
    handler = edition.verbs.get(type(verb))
    if handler is None:
        yield refusal(game, Why.NOT_NOW, "cards", name, final=True)
        return
    if not set(verb.named(Face)) <= set(edition.faces.all):
        yield refusal(game, Why.NO_SUCH_FACE, "roll", name, final=True)
    if handler.least is not None and min(verb.named(int), default=handler.least) < handler.least:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "cards", name, limit=handler.least, final=True)
    if not all(at in game.ruleset.board for at in verb.named(Hex)):
        yield refusal(game, Why.OFF_BOARD, "move", name, final=True)
