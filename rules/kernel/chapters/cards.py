"""The Command Step: a card for its text, for one unit anywhere, or one that nobody listed (RB p. 6)."""

from collections.abc import Sequence

from rules.kernel import messages as m
from rules.kernel.chapters.damage import is_over
from rules.kernel.chapters.gains import change_lore
from rules.kernel.chapters.terrain import can_enter, no_entry
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Face, Seat, Step, Why


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
    """Do what *seat*'s card says, as long as nobody has won; the dice for orders are rolled later."""
    for verb in does:
        if course.state.winner is None:
            _do(course, seat, verb)


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
    """Yield what units cannot stand on, and the first thing that makes no sense, in a card of *seat*'s.

    A card is played as far as it goes: what is left for a unit that it has eliminated, or
    after it has won, is not done.  *timing* is the rule that says when such a card is played.
    """
    trial = Course(game)
    for verb in does:
        wrong = _nonsense(game, verb)
        if wrong is None and trial.state.winner is None and not _is_gone(trial, verb):
            wrong = _out_of_place(trial.game, seat, verb, timing)
            if wrong is None:
                yield from _check_footing(trial, verb)
                _do(trial, seat, verb)
        if wrong is not None:
            yield wrong
            return


def _check_footing(trial: Course, verb: m.Verb) -> Checks:
    """Yield that a unit cannot stand where *verb* puts it."""
    if isinstance(verb, m.PlaceAt):
        unit = trial.unit(verb.unit)
        if not can_enter(trial.game, unit, verb.at):
            yield no_entry(trial.game, unit, verb.at)


def _is_gone(trial: Course, verb: m.Verb) -> bool:
    """Return whether *verb* is about a unit that has left the board."""
    return isinstance(verb, m.OnUnit) and trial.unit(verb.unit).at is None


def _nonsense(game: Game, verb: m.Verb) -> m.Refusal | None:
    """Return why *verb* makes no sense in *game*, whatever the card has done before it."""
    name = verb.unit if isinstance(verb, m.OnUnit) else None
    unit = game.state.units.get(name) if name is not None else None
    if name is not None and (unit is None or unit.at is None):
        return refusal(game, Why.NO_SUCH_UNIT, "components", name, final=True)
    handler = game.ruleset.edition.verbs.get(type(verb))
    if handler is None:
        return refusal(game, Why.NOT_NOW, "cards", name, final=True)
    if not set(handler.faces(verb)) <= set(game.ruleset.edition.faces.all):
        return refusal(game, Why.NO_SUCH_FACE, "roll", name, final=True)
    if handler.number(verb) < 1:
        return refusal(game, Why.IMPOSSIBLE_NUMBER, "cards", name, limit=1, final=True)
    if isinstance(verb, m.PlaceAt) and verb.at not in game.ruleset.board:
        return refusal(game, Why.OFF_BOARD, "move", name, final=True)
    return None


def _out_of_place(game: Game, seat: Seat, verb: m.Verb, timing: str) -> m.Refusal | None:
    """Return why *verb* cannot be done upon what the verbs before it have done."""
    if isinstance(verb, m.PlaceAt):
        blocker = game.state.standing_on(verb.at)
        if blocker is not None and blocker.id != verb.unit:
            return refusal(game, Why.OCCUPIED, "move", blocker, final=True)
    if not game.ruleset.edition.verbs[type(verb)].is_time(game, seat):
        return refusal(game, Why.WRONG_TIME, timing, final=True)
    return None
