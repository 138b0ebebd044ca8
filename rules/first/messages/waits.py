"""What only the First Edition waits for, and from whom.  Values only."""

from typing import NamedTuple

from rules.first.messages.arms import ArmsWait
from rules.first.messages.epic import EpicWait
from rules.first.printed.variants import DeckPart
from rules.kernel.hexes import Hex
from rules.kernel.messages import Wait
from rules.kernel.values import Seat, UnitId


class RetreatWay(NamedTuple):
    """A way to take a roll's flags: so many *counted*, *to* where, with *missing* of the *hexes* not made."""

    counted: int
    hexes: int
    to: Hex
    missing: int


class CouncilWait(Wait, frozen=True, kw_only=True, tag="council_wait"):
    """Each seat in *missing* is to choose its War Council."""

    missing: tuple[Seat, ...]


class LoreDeckWait(Wait, frozen=True, kw_only=True, tag="lore_deck_wait"):
    """The Lore deck is to be counted out of these *parts*."""

    parts: tuple[DeckPart, ...]


class LandmarkWait(Wait, frozen=True, kw_only=True, tag="landmark_wait"):
    """*seat* is to put its *landmarks* on the board."""

    landmarks: tuple[str, ...]


class RetreatWait(Wait, frozen=True, kw_only=True, tag="retreat_wait"):
    """*unit* has *flags* against it, and *seat* chooses one of *ways*.

    *ignoring* is how many of them the unit's player has said that it ignores, None where nobody was asked.
    """

    unit: UnitId
    flags: int
    ways: tuple[RetreatWay, ...]
    ignoring: int | None = None


class FlagsWait(Wait, frozen=True, kw_only=True, tag="flags_wait"):
    """How many of *flags* *unit* ignores is *seat*'s to say; by which of *ways* it goes is another's."""

    unit: UnitId
    flags: int
    ways: tuple[RetreatWay, ...]


class ReactWait(Wait, frozen=True, kw_only=True, tag="react_wait"):
    """The dice lie, and nothing of them is applied yet: *seat* may play a Reaction card."""


class PowerWait(Wait, frozen=True, kw_only=True, tag="power_wait"):
    """*unit*, a Creature, has rolled Lore: *symbols* are free for *powers*, up to *most* may be stored."""

    unit: UnitId
    symbols: int
    most: int
    powers: tuple[str, ...]


class HitsWait(Wait, frozen=True, kw_only=True, tag="hits_wait"):
    """How many of *unit*'s dice hit is to be told, *least* to *most*: nobody knows all of the cards."""

    unit: UnitId
    least: int
    most: int


FirstWait = (
    CouncilWait
    | LoreDeckWait
    | LandmarkWait
    | RetreatWait
    | FlagsWait
    | ReactWait
    | PowerWait
    | HitsWait
    | EpicWait
    | ArmsWait
)
