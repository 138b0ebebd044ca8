"""Lore, lore cards and victory points: what players take from the supply and give back (RB p. 7, 9, 12)."""

from rules.kernel.course import Course
from rules.kernel.hexes import Hex
from rules.kernel.messages import DeckShuffled, LoreCardsDrawn, LoreGained, LoreSpent, PointsGained
from rules.kernel.values import AbilityId, Cause, Seat


def gain_lore(
    course: Course, seat: Seat, count: int, cause: Cause, abilities: tuple[AbilityId, ...] = ()
) -> None:
    """Let *seat* take *count* lore tokens, or what is left of them."""
    supply = course.ruleset.edition.lore.supply
    count = count if supply is None else min(count, supply(course.game))
    if count > 0:
        total = course.state.sides[seat].lore + count
        course.say(LoreGained(seat=seat, count=count, total=total, cause=cause, abilities=abilities))


def spend_lore(
    course: Course, seat: Seat, count: int, cause: Cause, abilities: tuple[AbilityId, ...] = ()
) -> None:
    """Let *seat* give back *count* lore tokens, or all that it has where the table lets it."""
    held = course.state.sides[seat].lore
    spent = min(held, count)
    if spent > 0:
        left = held - spent
        course.say(LoreSpent(seat=seat, count=spent, total=left, cause=cause, abilities=abilities))


def change_lore(course: Course, seat: Seat, count: int, cause: Cause) -> None:
    """Let *seat* gain *count* lore tokens, or give back of them what it has where *count* is negative."""
    if count > 0:
        gain_lore(course, seat, count, cause)
    else:
        spend_lore(course, seat, -count, cause)


def draw_lore(course: Course, seat: Seat, count: int) -> None:
    """Draw lore cards; once the deck is known to be empty its discards make a new one (RB p. 12)."""
    common = course.ruleset.edition.lore.common_deck
    left = course.state.sides[seat].lore_deck if common is None else common(course.game)
    if left is not None and left < count:
        _draw(course, seat, left)
        for owner in (seat,) if common is None else course.ruleset.seats:
            course.say(DeckShuffled(seat=owner))
        count -= left
        count = count if common is None else min(count, common(course.game))
    _draw(course, seat, count)


def _draw(course: Course, seat: Seat, count: int) -> None:
    if count:
        total = course.state.sides[seat].lore_cards + count
        course.say(LoreCardsDrawn(seat=seat, count=count, total=total))


def gain_points(course: Course, seat: Seat, count: int, cause: Cause, at: Hex | None = None) -> None:
    """Let *seat* gain *count* victory points, or lose of them what it has where *count* is negative."""
    before = course.state.sides[seat].points
    total = max(0, before + count)
    if total != before:
        course.say(PointsGained(seat=seat, count=total - before, total=total, cause=cause, at=at))
