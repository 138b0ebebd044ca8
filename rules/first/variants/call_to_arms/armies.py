"""How armies come together in this game: which cards are laid for them, on which rows, and who goes first.

Texts: Call to Arms, Select an Order of Battle; Game Variants, Epic Call to Arms.  The variants that are
played tell it; knows none of them by name.
"""

from collections.abc import Callable
from typing import TypeVar

from rules.first.printed.deployment import ArmyCards, ArmyGround
from rules.first.printed.variants import FirstVariant
from rules.first.table import NO_ARMS, CallToArms, DeploymentPart
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import Seat, Section

Said = TypeVar("Said", ArmyGround, ArmyCards)

GUARDS = tuple(DeploymentPart(section) for section in Section)


def ground_of(ruleset: Ruleset) -> ArmyGround:
    """Return where armies are deployed."""
    return _last_said(ruleset, lambda variant: variant.army_ground)


def cards_for(ruleset: Ruleset) -> ArmyCards:
    """Return which cards are laid."""
    return _last_said(ruleset, lambda variant: variant.army_cards)


def _last_said(ruleset: Ruleset, says: Callable[[FirstVariant], Said | None]) -> Said:
    """Return what the last of the variants that are played *says*, of those that say anything."""
    cards = ruleset.catalogue.of(FirstVariant)
    (*_, last) = (said for name in ruleset.edition.played if (said := says(cards[name])) is not None)
    return last


def parts_of(ruleset: Ruleset) -> tuple[DeploymentPart, ...]:
    """Return for which parts of its army a side lays a card, in the order in which they are told."""
    cards = cards_for(ruleset)
    scouts = (DeploymentPart.SCOUT,) if cards.scouts is not None else ()
    return (*GUARDS, *scouts, *((DeploymentPart.RESERVE,) if cards.reserve else ()))


def is_shared(ruleset: Ruleset) -> bool:
    """Return whether a Camp has several players, who deploy side by side."""
    return any(len(camp) > 1 for camp in ruleset.camps.values())


def in_order(ruleset: Ruleset, arms: CallToArms) -> tuple[Seat, ...]:
    """Return the sides in the order in which they choose: whose the cards are, or the map's first.

    Where a Camp has several players the Camps take turns.
    """
    first = arms.owner or ruleset.scenario.first
    pairs = zip(ruleset.camps[first], ruleset.opponents(first), strict=True)
    return tuple(seat for pair in pairs for seat in pair)


def at_first(ruleset: Ruleset) -> CallToArms:
    """Return how far armies have come as a game begins: where allies play, who chooses Specialists is known.

    Each of them chooses one, then, the last of them first, a second one.
    """
    order = in_order(ruleset, NO_ARMS) if is_shared(ruleset) else ()
    return CallToArms(choosing=(*order, *reversed(order)))
