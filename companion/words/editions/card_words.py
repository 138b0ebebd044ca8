"""What is said of cards as they are played: what an amount makes, and which dice are left to the table.

Knows no other message.
"""

from companion.words.event_words import EVENTS
from companion.words.message_words import Condition, Occurrence, number
from rules.first.faces import LORE
from rules.first.lore import parse_amount
from rules.first.play.lore_cards import lore_amounts
from rules.first.printed.cards import OrderCard, RollOrders
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.edition import LoreAmount


def _amount(one: Occurrence) -> LoreAmount:
    """Return the amount on the Lore card that was played, and what it makes for its player."""
    amounts = lore_amounts(one.game, one.message.seat)
    return amounts.get(one.message.card, LoreAmount(printed=""))


def _makes(of: str) -> Condition:
    """Return the condition that the card makes a known number *of* dice, hexes, units, or what it says."""

    def holds(one: Occurrence) -> bool:
        found = _amount(one)
        return found.number is not None and parse_amount(found.printed).of == of

    return holds


LORE_CARD_PLAYED = EVENTS[m.LoreCardPlayed]._replace(
    variants={"dice": _makes("d"), "hexes": _makes("hex"), "units": _makes("unit"), "amount": _makes("")},
    fields={**EVENTS[m.LoreCardPlayed].fields, "amount": number(lambda one: _amount(one).number or 0)},
)


def _leaves_dice(one: Occurrence) -> bool:
    """Return whether a face lies of which nobody here knows what the card gives for it."""
    card = table(one.game.state).last_cards.get(one.message.seat)
    cards = one.game.ruleset.catalogue.of(OrderCard)
    does = () if card is None else cards[card].does
    rolls = [verb for verb in does if isinstance(verb, RollOrders)]
    known = {face for verb in rolls for face in (*verb.orders, *([LORE] if verb.lore else []))}
    return bool(rolls) and not known.issuperset(one.message.faces)


ROLLED = EVENTS[m.Rolled]._replace(variants={**EVENTS[m.Rolled].variants, "left_to_table": _leaves_dice})
