"""What the game waits for in the Second Edition only.

Values only.  This module knows no rule.
"""

from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Wait
from rules.kernel.values import AbilityId, Seat, UnitId


class ScenarioCardsWait(Wait, frozen=True, kw_only=True, tag="scenario_cards_wait"):
    """Each seat in *missing* is to choose its scenario card (RB p. 15)."""

    missing: tuple[Seat, ...]


class FirstPlayerWait(Wait, frozen=True, kw_only=True, tag="first_player_wait"):
    """Who is first is to be told: by the scenario cards where we do not know them, else by lot (RB p. 16)."""


class TerrainWait(Wait, frozen=True, kw_only=True, tag="terrain_wait"):
    """The terrain and banners of the scenario cards are being laid (RB p. 15)."""


class FordWait(Wait, frozen=True, kw_only=True, tag="ford_wait"):
    """*seat* is to lay one ford on water of his card, one of *hexes* (RB p. 15)."""

    hexes: tuple[Hex, ...]


class MusterWait(Wait, frozen=True, kw_only=True, tag="muster_wait"):
    """Each seat in *missing* is to muster its army (RB p. 16)."""

    missing: tuple[Seat, ...]


class RevealWait(Wait, frozen=True, kw_only=True, tag="reveal_wait"):
    """The deployment cards are being laid face down, to be turned over together (RB p. 17)."""


class CommitWait(Wait, frozen=True, kw_only=True, tag="commit_wait"):
    """Dice may be committed: *most* per ability; *usual* is what most players would do."""

    unit: UnitId
    most: dict[AbilityId, int]
    usual: dict[AbilityId, int]


class ShieldWait(Wait, frozen=True, kw_only=True, tag="shield_wait"):
    """One of *units* gets the shield that *unit* committed a die to."""

    unit: UnitId
    units: tuple[UnitId, ...]


class IgnoreWait(Wait, frozen=True, kw_only=True, tag="ignore_wait"):
    """*unit* may ignore up to *most* of the retreats that are forced on it; *usual* is all of them."""

    unit: UnitId
    most: int
    usual: int


class WayWait(Wait, frozen=True, kw_only=True, tag="way_wait"):
    """*unit* must retreat and two ways are open; *seat* chooses."""

    unit: UnitId
    ways: tuple[Direction, ...]
    usual: Direction


class ExchangeWait(Wait, frozen=True, kw_only=True, tag="exchange_wait"):
    """Lore may be exchanged for *most* victory points at the most."""

    most: int


SecondWait = (
    ScenarioCardsWait
    | FirstPlayerWait
    | TerrainWait
    | FordWait
    | MusterWait
    | RevealWait
    | CommitWait
    | ShieldWait
    | IgnoreWait
    | WayWait
    | ExchangeWait
)
