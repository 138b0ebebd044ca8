"""The Epic rack: which Command cards are played together, and whether it lies there as it should.

Texts: Epic Game Turn, Replenishing the Epic Command Rack.  Knows no card by name and no state.
"""

from collections.abc import Sequence
from enum import StrEnum

from rules.first.table import CardSource, PlayedCommand

RACK = 3
"""So many Command cards lie on the rack at the start of every turn."""
MOST_PLAYED = 2


class Unplayable(StrEnum):
    """Why a Command card is not played with those of the turn."""

    TACTIC_ALONE = "tactic_alone"
    ONE_FROM_THE_RACK = "one_from_the_rack"
    ONE_FROM_THE_HAND = "one_from_the_hand"


def unplayable(played: Sequence[PlayedCommand], source: CardSource, *, is_section: bool) -> Unplayable | None:
    """Return why a card of *source*, a Section or a Tactic card, is not played after those *played*.

    A Tactic card is played alone; of two Section cards one comes from the rack, one from the hand.
    """
    if not played:
        return None
    if not is_section or not all(each.is_section for each in played):
        return Unplayable.TACTIC_ALONE
    if any(each.source is source for each in played):
        return Unplayable.ONE_FROM_THE_RACK if source is CardSource.RACK else Unplayable.ONE_FROM_THE_HAND
    return None


def is_done(played: Sequence[PlayedCommand]) -> bool:
    """Return whether nothing can be played any more after those *played*."""
    return len(played) >= MOST_PLAYED or not all(each.is_section for each in played)


def must_go(sections: Sequence[bool]) -> bool:
    """Return whether a full rack is thrown away: none of its cards is a Section card."""
    return len(sections) == RACK and not any(sections)
