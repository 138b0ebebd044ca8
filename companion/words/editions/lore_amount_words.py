"""What is said as a Lore card is played on which an amount stands: what it makes at its player's level.

Knows no other message.
"""

from companion.words.event_words import EVENTS
from companion.words.message_words import Condition, Occurrence, number
from rules.first.lore import parse_amount
from rules.first.play.lore_cards import lore_amounts
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
