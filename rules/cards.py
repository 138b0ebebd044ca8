"""The Command Step: a card for its text, for one unit anywhere, or one that nobody listed (RB p. 6)."""

from collections.abc import Sequence
from typing import assert_never

from rules import messages as m
from rules.course import Checks, Course, refusal
from rules.ruleset import Game
from rules.turn import not_now
from rules.values import Cause, Face, Step, Why
from rules.victory import is_over, suffer

ANYWHERE = (m.GrantOrders(count=1),)


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
    _resolve(course, ANYWHERE if command.anywhere else card.does)


def play_unlisted(course: Course, command: m.PlayUnlistedCard) -> None:
    """Play a card of which only the players know what it does."""
    course.say(m.CardPlayed(seat=course.state.active, name=command.name))
    _resolve(course, command.does)


def _resolve(course: Course, does: Sequence[m.AnyVerb]) -> None:
    """Do what a card does, dice last; then the Order Step begins."""
    for verb in does:
        if course.state.winner is None:
            _do(course, verb)
    if is_over(course):
        return
    course.say(m.StepStarted(step=Step.ORDER))
    seat = course.state.active
    rolls = [verb for verb in does if isinstance(verb, m.RollForOrders)]
    dice = [m.DiceWait(seat=seat, count=verb.dice, roll=verb) for verb in reversed(rolls)]
    course.wait(m.OrdersWait(seat=seat), *dice)


def _do(course: Course, verb: m.AnyVerb) -> None:
    match verb:
        case m.GrantOrders():
            course.say(m.OrdersGranted(grant=verb))
        case m.GrantExtraAttack() | m.GrantExtraMove() | m.AddDice():
            course.say(m.ExtraGranted(grant=verb))
        case m.DealDamage():
            suffer(course, verb.unit, verb.count, Cause.CARD)
        case m.Heal():
            _heal(course, verb)
        case m.PlaceAt():
            start = course.unit(verb.unit).at
            assert start is not None
            course.say(m.Placed(unit=verb.unit, start=start, to=verb.at))
        case m.Mark():
            _mark(course, verb)
        case m.GainLore():
            gain_lore(course, verb.count)
        case m.GainPoints():
            seat = course.state.active
            total = max(0, course.state.sides[seat].points + verb.count)
            count = total - course.state.sides[seat].points
            course.say(m.PointsGained(seat=seat, count=count, total=total, cause=Cause.CARD))
        case m.RollForOrders():
            return
        case _:
            assert_never(verb)


def _heal(course: Course, verb: m.Heal) -> None:
    """Recover health, never above what is on the unit's card (Ref, Recovering Health)."""
    unit, game = course.unit(verb.unit), course.game
    count = min(verb.count, game.missing(unit))
    if unit.at is not None and count:
        course.say(m.Healed(unit=unit.id, count=count, left=game.left(unit) + count))


def _mark(course: Course, verb: m.Mark) -> None:
    """Give a marker, which a second time has no effect, or take it away (Ref, Poison)."""
    unit = course.unit(verb.unit)
    if unit.at is None or (verb.marker in unit.markers) is verb.on:
        return
    if verb.on:
        course.say(m.Marked(unit=unit.id, marker=verb.marker))
    else:
        course.say(m.Unmarked(unit=unit.id, marker=verb.marker, cause=Cause.CARD))


def gain_lore(course: Course, count: int) -> None:
    """Let the acting player gain lore from a card, or spend what he has of it."""
    seat = course.state.active
    lore = course.state.sides[seat].lore
    if count > 0:
        course.say(m.LoreGained(seat=seat, count=count, total=lore + count, cause=Cause.CARD))
    elif count < 0 and lore:
        spent = min(lore, -count)
        course.say(m.LoreSpent(seat=seat, count=spent, total=lore - spent, cause=Cause.CARD))


def rolled(course: Course, wait: m.DiceWait, faces: Sequence[Face]) -> None:
    """Turn a card's dice into orders and lore, as BattleLore does."""
    assert wait.roll is not None
    seat = course.state.active
    course.say(m.Rolled(seat=seat, faces=tuple(faces)))
    counts: dict[tuple[str, ...], int] = {}
    for face in Face:
        traits = wait.roll.orders.get(face)
        if traits is not None and face in faces:
            counts[traits] = counts.get(traits, 0) + faces.count(face)
    for traits, count in counts.items():
        course.say(m.OrdersGranted(grant=m.GrantOrders(count=count, traits=traits)))
    gain_lore(course, wait.roll.lore * faces.count(course.ruleset.edition.lore))
    if wait.roll.shuffle:
        course.say(m.DeckShuffled())
    course.wait(*course.state.waits[:-1])


def check_unlisted(game: Game, command: m.PlayUnlistedCard) -> Checks:
    """Yield what makes no sense in an unlisted card; what the table wants is never judged."""
    yield from not_now(game, m.CardWait)
    trial = Course(game)
    for verb in command.does:
        wrong = _nonsense(trial.game, verb)
        if wrong is not None:
            yield wrong
            return
        if trial.state.winner is None:
            _do(trial, verb)


def _nonsense(game: Game, verb: m.AnyVerb) -> m.Refusal | None:
    """Return why *verb* makes no sense, played upon what the verbs before it have done."""
    name = verb.unit if isinstance(verb, m.DealDamage | m.Heal | m.PlaceAt | m.Mark) else None
    unit = game.state.units.get(name) if name is not None else None
    if name is not None and (unit is None or unit.at is None):
        return refusal(game, Why.NO_SUCH_UNIT, "components", name, final=True)
    if _number(verb) < 1:
        return refusal(game, Why.IMPOSSIBLE_NUMBER, "cards", name, limit=1, final=True)
    if isinstance(verb, m.PlaceAt):
        if verb.at not in game.ruleset.board:
            return refusal(game, Why.OFF_BOARD, "move", name, final=True)
        blocker = game.state.standing_on(verb.at)
        if blocker is not None and blocker.id != name:
            return refusal(game, Why.OCCUPIED, "move", blocker, final=True)
    return None


def _number(verb: m.AnyVerb) -> int:
    """Return the number in *verb* that has to be one at least."""
    match verb:
        case m.GrantOrders() | m.DealDamage() | m.Heal():
            return verb.count
        case m.GrantExtraMove():
            return verb.hexes
        case m.RollForOrders():
            return verb.dice
        case _:
            return 1
