"""Lore: the Lore Step, and lore cards, played in their moment (RB p. 12; Ref, Lore Cards).

A card played after its moment is not this chapter's: ``replay.played_late`` goes back to it.
"""

from rules.kernel import messages as m
from rules.kernel.chapters import cards, corrections
from rules.kernel.chapters.damage import is_over
from rules.kernel.chapters.gains import draw_lore, gain_lore, spend_lore
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.edition import LoreGain
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import AttackType, Cause, LoreId, Seat, Step, Why, Window


def check_replenish(game: Game, command: m.ReplenishLore) -> Checks:
    """Yield what is wrong with replenishing lore (RB p. 12)."""
    yield from not_now(game, m.LoreWait)
    if any(card not in game.ruleset.catalogue.lore for card in command.discards):
        yield refusal(game, Why.NO_SUCH_CARD, "lore_cards", final=True)
    if not isinstance(game.state.wait, m.LoreWait):
        return
    side, gain = game.state.sides[game.state.active], game.ruleset.edition.lore.gains[command.choice]
    most = _too_many(game, side.lore_cards + gain.cards, gain)
    if len(command.discards) > most:
        yield refusal(game, Why.TOO_MANY_CARDS, "lore_step", limit=most)


def _too_many(game: Game, held: int, gain: LoreGain) -> int:
    """Return how many of *held* cards go: the choice's, and those above the hand limit (RB p. 12)."""
    most = game.ruleset.edition.lore.most_cards(game, game.state.active)
    return max(min(gain.back, held), held - most)


def replenish(course: Course, command: m.ReplenishLore) -> None:
    """Take tokens and cards, and discard what is too much, or as many as the table says."""
    seat, gain = course.state.active, course.ruleset.edition.lore.gains[command.choice]
    gain_lore(course, seat, gain.tokens, Cause.LORE_STEP)
    draw_lore(course, seat, gain.cards)
    held = course.state.sides[seat].lore_cards
    gone = max(_too_many(course.game, held, gain), min(len(command.discards), held))
    if gone:
        course.say(m.LoreCardsDiscarded(seat=seat, count=gone, total=held - gone, cards=command.discards))


def check_card(game: Game, command: m.PlayLoreCard) -> Checks:
    """Yield what is wrong with playing a lore card now (RB p. 12)."""
    card = game.ruleset.catalogue.lore.get(command.card)
    if card is None:
        yield refusal(game, Why.NO_SUCH_CARD, "lore_cards", final=True)
        return
    yield from check_turn(game, command.seat)
    if card.faction not in (None, game.ruleset.scenario.factions[command.seat]):
        yield refusal(game, Why.WRONG_FACTION, "lore_cards")
    yield from check_held(game, command)
    cost = cost_of(game, command)
    if cost is None:
        yield refusal(game, Why.COST_NOT_TOLD, "lore_cards", final=True)
        return
    yield from _check_cost(game, command.seat, cost)
    does = card.does or command.does
    if not does:
        yield refusal(game, Why.EFFECT_NOT_TOLD, "lore_cards")
    if card.windows and not any(is_open(game, command.seat, window) for window in card.windows):
        yield refusal(game, Why.WRONG_TIME, "lore_timing")
    yield from cards.check_verbs(game, command.seat, does, "lore_timing")


def check_held(game: Game, command: m.PlayLoreCard) -> Checks:
    """Yield that the player does not hold the card: he holds none, or only others that he has noted."""
    side = game.state.sides[command.seat]
    if not side.lore_cards or (
        side.lore_cards == len(side.known_lore) and command.card not in side.known_lore
    ):
        yield refusal(game, Why.CARD_NOT_IN_HAND, "lore_cards")


def cost_of(game: Game, command: m.PlayLoreCard) -> int | None:
    """Return what the card costs: as it is printed, as the players say now, or as they have said before."""
    printed = game.ruleset.catalogue.lore[command.card].cost
    if printed is not None:
        return printed
    return game.state.told_costs.get(command.card) if command.cost is None else command.cost


def check_unlisted(game: Game, command: m.PlayUnlistedLoreCard) -> Checks:
    """Yield what makes no sense in an unlisted lore card."""
    yield from check_turn(game, command.seat)
    if not game.state.sides[command.seat].lore_cards:
        yield refusal(game, Why.CARD_NOT_IN_HAND, "lore_cards")
    yield from _check_cost(game, command.seat, command.cost)
    yield from cards.check_verbs(game, command.seat, command.does, "lore_timing")


def check_turn(game: Game, seat: Seat) -> Checks:
    """Yield why *seat* may play no lore card at all: one a turn, none against a barrier (RB p. 12)."""
    if game.state.step is Step.OVER:
        yield refusal(game, Why.GAME_IS_OVER, "winning", final=True)
    if game.state.step is Step.SET_UP:
        yield refusal(game, Why.NOT_NOW, "lore_cards", final=True)
    side = game.state.sides[seat]
    if side.lore_played:
        yield refusal(game, Why.LORE_CARD_PLAYED, "lore_cards")
    if side.lore_barred:
        yield refusal(game, Why.LORE_BARRED, "runic_barrier")


def _check_cost(game: Game, seat: Seat, cost: int) -> Checks:
    if cost < 0:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "lore_cards", limit=0, final=True)
    if game.state.sides[seat].lore < cost:
        yield refusal(game, Why.TOO_LITTLE_LORE, "lore_cards", limit=cost)


def is_open(game: Game, seat: Seat, window: Window) -> bool:
    """Return whether *seat* may now play a card of that timing."""
    state, wait = game.state, game.state.wait
    own = seat is state.active
    match window:
        case Window.COMMAND_STEP:
            return own and isinstance(wait, m.CardWait)
        case Window.ORDER_STEP:
            return own and isinstance(wait, m.OrdersWait) and state.step is Step.ORDER
        case Window.ATTACK_STEP:
            return own and isinstance(wait, m.OrdersWait) and state.step in (Step.ORDER, Step.ATTACK)
        case Window.ATTACKING | Window.ATTACKED | Window.ATTACKED_IN_MELEE:
            if not isinstance(wait, m.DiceWait) or wait.unit is None:
                return False
            fight = state.fights[-1]
            rolls = state.units[fight.attacker].seat is seat
            if window is Window.ATTACKING:
                return rolls
            answers = window is Window.ATTACKED or fight.kind is AttackType.MELEE
            return answers and not rolls and not fight.counter


def playable(game: Game, seat: Seat) -> tuple[LoreId, ...]:
    """Return the lore cards that *seat* might play now, as far as the table knows."""
    return tuple(
        card
        for card in game.ruleset.catalogue.lore
        if passes(check_card(game, m.PlayLoreCard(seat=seat, card=card)))
    )


def play_card(course: Course, command: m.PlayLoreCard) -> None:
    """Play a lore card: pay, read, resolve, discard (RB p. 12)."""
    card = course.ruleset.catalogue.lore[command.card]
    cost = cost_of(course.game, command)
    assert cost is not None
    if card.cost is None and course.state.told_costs.get(card.id) != cost:
        course.say(m.CostTold(card=card.id, cost=cost))
    spend_lore(course, command.seat, cost, Cause.LORE_CARD)
    course.say(m.LoreCardPlayed(seat=command.seat, name=card.name, card=card.id))
    _resolve(course, command.seat, card.does or command.does)


def play_unlisted(course: Course, command: m.PlayUnlistedLoreCard) -> None:
    """Play a lore card of which only the players know what it does."""
    spend_lore(course, command.seat, command.cost, Cause.LORE_CARD)
    course.say(m.LoreCardPlayed(seat=command.seat, name=command.name))
    _resolve(course, command.seat, command.does)


def _resolve(course: Course, seat: Seat, does: tuple[m.Verb, ...]) -> None:
    """Do what the card does, and let the game wait for what still makes sense then."""
    before = course.state.units
    cards.perform(course, seat, does)
    if is_over(course):
        return
    dice = cards.dice_for_orders(seat, does)
    if dice:
        course.wait(*course.state.waits, *dice)
    else:
        corrections.settle(course, before)
