"""Printed adventures as they are played: on an empty board, which people set up from their book."""

from rules.first.council import USUAL_LEVELS
from rules.first.printed.lore import Adventure, LaidAdventure
from rules.kernel.values import Seat

USUAL_HAND = 4
"""Command cards of a side where nothing else is told."""


def from_the_book(adventure: Adventure) -> LaidAdventure | None:
    """Return *adventure* as those play it who set it up from the book, None where nobody knows what wins."""
    if adventure.banners is None:
        return None
    is_with_landmarks = bool(adventure.landmarks)
    return LaidAdventure(
        id=adventure.id,
        name=adventure.name,
        edition="first",
        board="first",
        first=Seat.SOUTH,
        factions={Seat.SOUTH: "standard", Seat.NORTH: "pennant"},
        units={},
        open=True,
        hand=USUAL_HAND,
        hands=adventure.cards,
        lore_hand=0 if adventure.lore else None,
        levels=(USUAL_LEVELS if adventure.levels is None else adventure.levels) if adventure.lore else None,
        landmarks=is_with_landmarks,
        lairs=is_with_landmarks,
        points_to_win=adventure.banners,
        confidence=adventure.confidence,
    )
