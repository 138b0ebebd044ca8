"""What happens while the board is set up, and to the pieces that lie on it.

Values only.  This module knows no rule.
"""

from rules.kernel.hexes import Hex
from rules.kernel.messages.events.event import Event
from rules.kernel.values import CardId, Cause, KindId, Seat, Tile, UnitId


class UnitPlaced(Event, frozen=True, kw_only=True, tag="unit_placed"):
    """Set-up: *unit* stands on *at*."""

    unit: UnitId
    at: Hex


class UnitJoined(Event, frozen=True, kw_only=True, tag="unit_joined"):
    """*unit* of *kind* joined *seat*'s army, with so many *figures*; *health* where it takes tokens."""

    unit: UnitId
    kind: KindId
    seat: Seat
    figures: int
    health: int | None = None


class TerrainPlaced(Event, frozen=True, kw_only=True, tag="terrain_placed"):
    """*tile* lies on *at*."""

    at: Hex
    tile: Tile


class TerrainRemoved(Event, frozen=True, kw_only=True, tag="terrain_removed"):
    """*at* is clear: the *tile* is gone, for *cause* (TENT: captured)."""

    at: Hex
    tile: Tile
    cause: Cause | None = None


class FirstPlayerFound(Event, frozen=True, kw_only=True, tag="first_player_found"):
    """*seat* is first player: somebody has said so, cards do, or the *lot*."""

    seat: Seat
    lot: bool = False


class HandsDealt(Event, frozen=True, kw_only=True, tag="hands_dealt"):
    """Each player holds so many command *cards*, of which *known*, and so many *lore* cards."""

    cards: int
    lore: int
    known: tuple[CardId, ...] = ()


class BannerPlaced(Event, frozen=True, kw_only=True, tag="banner_placed"):
    """A banner marker lies on *at*."""

    at: Hex
    points: int


class BannerRemoved(Event, frozen=True, kw_only=True, tag="banner_removed"):
    """The banner marker on *at* is gone."""

    at: Hex
