"""Who gets which Landmark, and where it may be put (rules summary, Landmarks, Creature Lair).

Knows no state; who places first is the adventure's.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum

from rules.first.council import Council
from rules.first.printed.pieces import LandmarkCard
from rules.first.printed.profiles import CREATURE
from rules.kernel.hexes import Board, Hex
from rules.kernel.values import Seat

COMMANDER = "commander"


class Misplaced(StrEnum):
    """Why a Landmark cannot be put on a hex."""

    OFF_BOARD = "off_board"
    WRONG_ROW = "wrong_row"
    NOT_EMPTY = "not_empty"
    NOT_ON_THAT_GROUND = "not_on_that_ground"
    NO_OWN_UNIT = "no_own_unit"


def due(
    councils: Mapping[Seat, Council], cards: Iterable[LandmarkCard]
) -> dict[Seat, tuple[LandmarkCard, ...]]:
    """Return the Landmarks that each side's council brings; a class on both sides brings neither any."""
    cards = tuple(cards)
    return {seat: tuple(card for card in cards if _brings(seat, councils, card)) for seat in councils}


def denied(councils: Mapping[Seat, Council], cards: Iterable[LandmarkCard]) -> tuple[LandmarkCard, ...]:
    """Return the Landmarks that a council has the level for, and that nobody gets: a class on both sides."""
    return tuple(
        card
        for card in cards
        if any(_reaches(council, card) for council in councils.values())
        and not any(_brings(seat, councils, card) for seat in councils)
    )


def _reaches(council: Council, card: LandmarkCard) -> bool:
    level = council.commander if card.brought_by == COMMANDER else council.masters.get(card.brought_by, 0)
    return card.level is not None and level >= card.level


def _brings(seat: Seat, councils: Mapping[Seat, Council], card: LandmarkCard) -> bool:
    if not _reaches(councils[seat], card):
        return False
    return not card.sole or not any(
        card.brought_by in other.masters for each, other in councils.items() if each is not seat
    )


def is_lair(card: LandmarkCard, creatures: Collection[str]) -> bool:
    """Return whether *card* is a Lair: one of these *creatures* brings it, or any does."""
    return card.brought_by == CREATURE or card.brought_by in creatures


def lairs_due(fielded: Iterable[str], cards: Iterable[LandmarkCard]) -> Iterator[LandmarkCard]:
    """Yield the Lairs of a side that has *fielded* these Creatures: their own, or else the common one."""
    cards, creatures = tuple(cards), set(fielded)
    own = [card for card in cards if card.brought_by in creatures]
    yield from own
    if creatures - {card.brought_by for card in own}:
        yield from (card for card in cards if card.brought_by == CREATURE)


def row_from(board: Board, at: Hex, seat: Seat) -> int:
    """Return the row of *at*, counted from *seat*'s own edge, from 1."""
    row = board.spots[at].y + 1
    return row if seat.is_south else len(board.rows) + 1 - row


def nearest_row(board: Board, card: LandmarkCard, at: Hex, seat: Seat) -> int | None:
    """Return which of the rows on which *card* may stand is nearest to *at*, None where it has none."""
    row = row_from(board, at, seat)
    return min(card.rows, key=lambda each: abs(each - row), default=None)


def misplaced(
    board: Board,
    card: LandmarkCard,
    at: Hex,
    seat: Seat,
    *,
    taken: Collection[Hex],
    own_units: Collection[Hex],
    ground: str,
) -> Misplaced | None:
    """Return why *seat* cannot put *card* on *at*, whose terrain is *ground*.

    *taken* are the hexes that are not empty: with units, or terrain other than countryside.
    """
    if at not in board:
        return Misplaced.OFF_BOARD
    if card.under is not None:
        if ground != card.under:
            return Misplaced.NOT_ON_THAT_GROUND
        return None if at in own_units else Misplaced.NO_OWN_UNIT
    if card.rows and row_from(board, at, seat) not in card.rows:
        return Misplaced.WRONG_ROW
    return Misplaced.NOT_EMPTY if at in taken else None
