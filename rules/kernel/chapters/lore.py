"""Lore: the Lore Step, and what holds of lore cards in every edition (RB p. 12; Ref, Lore Cards).

When a card may be played, whose it is and what it costs is its edition's.

A card played after its moment is not this chapter's: ``replay.played_late`` goes back to it.
"""

from rules.kernel import messages as m
from rules.kernel.chapters import cards, corrections
from rules.kernel.chapters.damage import is_over
from rules.kernel.chapters.gains import draw_lore, gain_lore
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.decide import checks
from rules.kernel.edition import LoreGain
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, LoreId, Seat, Step, Why


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


def check_held(game: Game, command: m.PlayLoreCard) -> Checks:
    """Yield that the player does not hold the card: he holds none, or only others that he has noted."""
    side = game.state.sides[command.seat]
    if not side.lore_cards or (
        side.lore_cards == len(side.known_lore) and command.card not in side.known_lore
    ):
        yield refusal(game, Why.CARD_NOT_IN_HAND, "lore_cards")


def playable(game: Game, seat: Seat) -> tuple[LoreId, ...]:
    """Return the lore cards that *seat* might play now, as far as the table knows."""
    return tuple(
        card
        for card in game.ruleset.catalogue.lore
        if passes(checks(game, m.PlayLoreCard(seat=seat, card=card)))
    )


def resolve(course: Course, seat: Seat, does: tuple[m.Verb, ...]) -> None:
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
