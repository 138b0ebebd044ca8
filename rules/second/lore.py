"""Lore cards: in the moments of their timing text, of one's own faction, for their price (RB p. 12).

A card played after its moment is not this chapter's: ``replay.played_late`` goes back to it.
"""

from rules.kernel import messages as m
from rules.kernel.chapters import cards
from rules.kernel.chapters.gains import spend_lore
from rules.kernel.chapters.lore import check_cost, check_held, check_turn, resolve
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.edition import LoreGain, LoreRules
from rules.kernel.ruleset import Game
from rules.kernel.values import AttackType, Cause, LoreChoice, LoreId, Seat, Step, Why, Window


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
    yield from check_cost(game, command.seat, cost)
    does = card.does or command.does
    if not does:
        yield refusal(game, Why.EFFECT_NOT_TOLD, "lore_cards")
    if card.windows and not any(is_open(game, command.seat, window) for window in card.windows):
        yield refusal(game, Why.WRONG_TIME, "lore_timing")
    yield from cards.check_verbs(game, command.seat, does, "lore_timing")


def cost_of(game: Game, command: m.PlayLoreCard) -> int | None:
    """Return what the card costs: as it is printed, as the players say now, or as they have said before."""
    printed = game.ruleset.catalogue.lore[command.card].cost
    if printed is not None:
        return printed
    return game.state.told_costs.get(command.card) if command.cost is None else command.cost


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


def play_card(course: Course, command: m.PlayLoreCard) -> None:
    """Play a lore card: pay, read, resolve, discard (RB p. 12)."""
    card = course.ruleset.catalogue.lore[command.card]
    cost = cost_of(course.game, command)
    assert cost is not None
    if card.cost is None and course.state.told_costs.get(card.id) != cost:
        course.say(m.CostTold(card=card.id, cost=cost))
    spend_lore(course, command.seat, cost, Cause.LORE_CARD)
    course.say(m.LoreCardPlayed(seat=command.seat, name=card.name, card=card.id))
    resolve(course, command.seat, card.does or command.does)


def play_unlisted(course: Course, command: m.PlayUnlistedLoreCard) -> None:
    """Play a lore card of which only the players know what it does."""
    spend_lore(course, command.seat, command.cost, Cause.LORE_CARD)
    course.say(m.LoreCardPlayed(seat=command.seat, name=command.name))
    resolve(course, command.seat, command.does)


def windows(game: Game, seat: Seat) -> tuple[Window, ...]:
    """Return the moments of cards' timing texts that are now, for *seat*; none without lore cards."""
    if game.ruleset.scenario.lore_hand is None:
        return ()
    return tuple(window for window in Window if is_open(game, seat, window))


def untimely(game: Game, seat: Seat) -> tuple[LoreId, ...]:
    """Return the cards of whose timing texts none is now, for *seat*; none without lore cards."""
    if game.ruleset.scenario.lore_hand is None:
        return ()
    now = set(windows(game, seat))
    cards = game.ruleset.catalogue.lore.values()
    return tuple(card.id for card in cards if card.windows and now.isdisjoint(card.windows))


def most_cards(game: Game, seat: Seat) -> int:
    """Return how many lore cards *seat* may hold at the end of its turn (RB p. 12)."""
    return 4


LORE = LoreRules(
    gains={
        LoreChoice.TOKENS: LoreGain(tokens=2, cards=0, back=0),
        LoreChoice.TOKEN_AND_CARD: LoreGain(tokens=1, cards=1, back=0),
        LoreChoice.CARDS: LoreGain(tokens=0, cards=2, back=1),
    },
    most_cards=most_cards,
    untimely=untimely,
)
