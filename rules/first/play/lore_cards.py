"""Lore cards: one a turn for each, in their windows, at the price of one's council.

Texts: Lore Cards; rules summary, Lore.  What no verb tells is done by the table.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.first import lore
from rules.first.messages.allies import TargetAlly
from rules.first.messages.events import DiceChanged, LoreOrdersGiven
from rules.first.messages.verbs import BattleFirst, TakeBackCommand
from rules.first.messages.waits import ReactWait
from rules.first.play.asking import as_council, council, is_lore
from rules.first.play.commanding import replace_command
from rules.first.play.following import battle_first, can_battle_first
from rules.first.play.saying import note, refuse
from rules.first.printed.lore import LoreMasterCard, LoreWindow
from rules.first.table import BattleRole, DiceEffect, notes, table
from rules.first.windows import BattleMoment, Lasting, LoreMoment, Phase, is_open, lasting, untimely
from rules.kernel import messages as m
from rules.kernel.chapters import cards, corrections, lore as kernel_lore
from rules.kernel.chapters.damage import is_over
from rules.kernel.chapters.gains import spend_lore
from rules.kernel.chapters.lore import check_cost, check_held, check_turn
from rules.kernel.course import Checks, Course
from rules.kernel.edition import LoreAmount
from rules.kernel.ruleset import Game
from rules.kernel.values import AttackType, Cause, LoreId, Seat, Step, UnitId, Why


def moment(game: Game, seat: Seat) -> LoreMoment:
    """Return the moment that it is for *seat*."""
    state, wait = game.state, game.state.wait
    phase = Phase.COMMAND
    if state.step is Step.ORDER:
        moved = any(unit.moved for unit in game.friends(state.active))
        phase = Phase.MOVEMENT if moved or state.called else Phase.ORDERS
    elif state.step is Step.ATTACK:
        phase = Phase.COMBAT
    battle = None
    if state.fights:
        fight = state.fights[-1]
        rolls = state.units[fight.attacker].seat in game.ruleset.camps[seat]
        lies = bool(fight.faces) or isinstance(wait, ReactWait)
        battle = BattleMoment(fight.kind is AttackType.MELEE, rolls, lies)
    return LoreMoment(phase, seat is state.active, state.card is not None, battle)


def moments(game: Game, seat: Seat) -> tuple[LoreMoment, ...]:
    """Return what moments it is for *seat*: orders, moves and reactions to them are not kept apart.

    People name a unit and move it; so until the first battle it is the Orders and the Movement
    phase in one, and a Command card may still be answered until its first order.
    """
    now = moment(game, seat)
    if game.state.step is not Step.ORDER:
        return (now,)
    phases = [Phase.ORDERS, Phase.MOVEMENT]
    if not game.state.called:
        phases.append(Phase.COMMAND)
    return tuple(now._replace(phase=phase) for phase in phases)


def check_card(game: Game, command: m.PlayLoreCard) -> Checks:
    """Yield what is wrong with playing a Lore card now."""
    if command.card not in game.ruleset.catalogue.lore:
        yield refuse(game, Why.NO_SUCH_CARD, "lore_cards", final=True)
        return
    if not is_lore(game.ruleset):
        yield refuse(game, Why.NOT_NOW, "lore_cards", final=True)
        return
    yield from check_turn(game, command.seat)
    yield from check_held(game, command)
    cost = price(game, command)
    if cost is None:
        yield refuse(game, Why.COST_NOT_TOLD, "lore_cards", final=True)
        return
    yield from check_cost(game, command.seat, cost)
    card = game.ruleset.catalogue.of(LoreMasterCard)[command.card]
    wrong = [untimely(card, now) for now in moments(game, command.seat)]
    if all(wrong) and wrong[0] is not None:
        yield refuse(game, wrong[-1] or wrong[0], "lore_timing")
    yield from cards.check_verbs(game, command.seat, _others(game, _effects(game, command)), "lore_timing")
    yield from _check_moves(game, command)


def check_unlisted(game: Game, command: m.PlayUnlistedLoreCard) -> Checks:
    """Yield what makes no sense in a Lore card that nobody listed; outside Lore adventures there is none."""
    if not is_lore(game.ruleset):
        yield refuse(game, Why.NOT_NOW, "lore_cards", final=True)
        return
    yield from kernel_lore.check_unlisted(game, replace(command, does=_others(game, command.does)))


def _others(game: Game, does: Sequence[m.Verb]) -> tuple[m.Verb, ...]:
    """Return what a card *does* as any edition's does, and not to the battle in progress."""
    return tuple(verb for verb in does if not _is_of_battle(game, verb))


def _is_of_battle(game: Game, verb: m.Verb) -> bool:
    return isinstance(verb, BattleFirst) or (isinstance(verb, m.AddDice) and bool(game.state.fights))


def _check_moves(game: Game, command: m.PlayLoreCard) -> Checks:
    """Yield that a card of the Movement phase comes too late for a unit: another has moved since."""
    card = game.ruleset.catalogue.of(LoreMasterCard)[command.card]
    if not set(card.windows) & {LoreWindow.MOVEMENT, LoreWindow.MOVEMENT_REACTION}:
        return
    done = tuple(table(game.state).afters)[:-1]
    for verb in _effects(game, command):
        for unit in verb.named(UnitId):
            if unit in done:
                yield refuse(game, Why.ALREADY_MOVED, "lore_timing", unit)


def price(game: Game, command: m.PlayLoreCard) -> int | None:
    """Return what the card costs its player's council, as printed or as told; more out of character."""
    card = game.ruleset.catalogue.of(LoreMasterCard)[command.card]
    told = game.state.told_costs.get(command.card) if command.cost is None else command.cost
    cost = told if card.cost is None else card.cost
    if cost is None:
        return None
    masters = as_council(council(game, command.seat)).masters
    extra = 0 if masters.get(card.master) else lore.EXTRA_PRICE
    return cost + extra + allied_targets(command)


def allied_targets(command: m.PlayLoreCard | m.PlayUnlistedLoreCard) -> int:
    """Return how many of the ally's units a card targets in the place of own ones: one Lore more for each."""
    return sum(isinstance(verb, TargetAlly) for verb in command.does)


def _effects(game: Game, command: m.PlayLoreCard) -> tuple[m.Verb, ...]:
    """Return what the card does: what the players say, or what an owner's pack says of it."""
    return command.does or game.ruleset.catalogue.of(LoreMasterCard)[command.card].does


def extra_prices(game: Game, seat: Seat) -> dict[LoreId, int]:
    """Return what cards out of character cost *seat* more, once the councils are open."""
    if not is_lore(game.ruleset) or not table(game.state).councils_open:
        return {}
    masters = as_council(council(game, seat)).masters
    cards_of_all = game.ruleset.catalogue.of(LoreMasterCard).values()
    return {LoreId(card.id): lore.EXTRA_PRICE for card in cards_of_all if not masters.get(card.master)}


def amount(game: Game, seat: Seat, card: LoreMasterCard) -> LoreAmount | None:
    """Return the amount on *card*, and what it makes at the level at which *seat*'s council plays it.

    There is no such level until the councils are open.
    """
    if card.amount is None:
        return None
    printed = lore.parse_amount(card.amount)
    if not printed.by_level or not table(game.state).councils_open:
        return LoreAmount(card.amount)
    level = lore.acting_level(as_council(council(game, seat)).masters, card.master)
    return LoreAmount(card.amount, level, printed.at(level))


def lore_amounts(game: Game, seat: Seat) -> dict[LoreId, LoreAmount]:
    """Return the amounts on the cards that have one, and what each makes for *seat*."""
    if not is_lore(game.ruleset):
        return {}
    cards_of_all = game.ruleset.catalogue.of(LoreMasterCard).values()
    found = {LoreId(card.id): amount(game, seat, card) for card in cards_of_all}
    return {name: each for name, each in found.items() if each is not None}


def untimely_cards(game: Game, seat: Seat) -> tuple[LoreId, ...]:
    """Return the cards whose moment is not now, for *seat*."""
    if not is_lore(game.ruleset):
        return ()
    now = moments(game, seat)
    cards_of_all = game.ruleset.catalogue.of(LoreMasterCard).values()
    return tuple(LoreId(card.id) for card in cards_of_all if all(untimely(card, each) for each in now))


def play_card(course: Course, command: m.PlayLoreCard) -> None:
    """Play a Lore card: pay, read, do what it does, discard."""
    card = course.ruleset.catalogue.of(LoreMasterCard)[command.card]
    cost = price(course.game, command)
    assert cost is not None
    if card.cost is None and command.cost not in (None, course.state.told_costs.get(command.card)):
        course.say(m.CostTold(card=command.card, cost=command.cost or 0))
    spend_lore(course, command.seat, cost, Cause.LORE_CARD)
    course.say(m.LoreCardPlayed(seat=command.seat, name=card.name, card=command.card))
    _resolve(course, command.seat, card.windows, _effects(course.game, command))


def play_unlisted(course: Course, command: m.PlayUnlistedLoreCard) -> None:
    """Play a Lore card of which only the players know anything."""
    spend_lore(course, command.seat, command.cost, Cause.LORE_CARD)
    course.say(m.LoreCardPlayed(seat=command.seat, name=command.name))
    _resolve(course, command.seat, (), command.does)


def _resolve(course: Course, seat: Seat, windows: Sequence[LoreWindow], does: Sequence[m.Verb]) -> None:
    """Do what the card does, for as long as its window says, and wait for what makes sense then."""
    before, is_card_due = course.state.units, isinstance(course.state.wait, m.CardWait)
    window = _window(course.game, seat, windows)
    if any(isinstance(verb, m.GrantOrders) for verb in does):
        course.say(LoreOrdersGiven(grant=len(course.state.grants)))
    _perform(course, seat, window, does)
    if is_over(course):
        return
    if any(isinstance(verb, TakeBackCommand) for verb in does):
        course.wait(m.CardWait(seat=course.state.active))
        return
    if any(isinstance(verb, BattleFirst) for verb in does) and can_battle_first(course.game):
        battle_first(course)
        return
    if is_card_due and window is LoreWindow.IN_LIEU:
        replace_command(course)
        return
    dice = cards.dice_for_orders(seat, does)
    if dice:
        course.wait(*course.state.waits, *dice)
    else:
        corrections.settle(course, before)


def _perform(course: Course, seat: Seat, window: LoreWindow | None, does: Sequence[m.Verb]) -> None:
    """Do what the card says: dice of a battle for as long as the window says, all else as any card."""
    for verb in does:
        if isinstance(verb, m.AddDice) and course.state.fights:
            _change_dice(course, seat, window, verb.count)
        elif not _is_of_battle(course.game, verb):
            cards.perform(course, seat, [verb])


def is_declared(game: Game, seat: Seat) -> bool:
    """Return whether a battle has been declared whose dice do not lie yet."""
    return can_battle_first(game)


def battle_first_later(course: Course, seat: Seat, verb: BattleFirst) -> None:
    """Do nothing yet: once the whole card is read the target battles first."""


def _window(game: Game, seat: Seat, windows: Sequence[LoreWindow]) -> LoreWindow | None:
    """Return in which of its *windows* the card is played, None where nobody knows them."""
    now = moments(game, seat)
    return next((window for window in windows if any(is_open(window, each) for each in now)), None)


def _change_dice(course: Course, seat: Seat, window: LoreWindow | None, count: int) -> None:
    """Change the dice of the innermost battle by *count*, for that roll or for longer."""
    fight = course.fight
    is_defender = course.unit(fight.target).seat in course.ruleset.camps[seat]
    how_long = lasting(window or LoreWindow.BEFORE_ROLL, on_defender=is_defender)
    if how_long is Lasting.ONE_ROLL:
        note(course, dice=notes(fight).dice + count)
        return
    unit, role = (fight.target, BattleRole.TARGET) if is_defender else (fight.attacker, BattleRole.ATTACKER)
    course.say(DiceChanged(effect=DiceEffect(dice=count, unit=unit, role=role)))
