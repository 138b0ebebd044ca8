"""What only the Second Edition prints: scenario cards and army cards, and more about a scenario."""

from typing import Self

import msgspec
from msgspec.structs import replace

from rules.kernel.hexes import Hex
from rules.kernel.printed import Confidence, Scenario, Some
from rules.kernel.values import KindId, ScenarioCardId, Seat, Tile
from rules.second.messages import SecondSpecial


class ScenarioCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario card: its initiative, special rules, and the map of its half where somebody told us.

    Hexes are as seen from south; *deployment* are the 18 shaded ones.  A *stand_in* is any card
    that has no entry of its own.
    """

    id: ScenarioCardId
    name: str
    summary: str
    faction: str
    initiative: str | None = None
    specials: tuple[SecondSpecial, ...] = ()
    terrain: dict[Hex, Tile] = {}
    banners: dict[Hex, Some] = {}
    deployment: tuple[Hex, ...] = ()
    stand_in: bool = False
    confidence: Confidence
    page: str
    source: str = ""


class ArmyCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A preconstructed army: its units, tent, lore tokens and printed total (RB p. 17)."""

    id: str
    name: str
    faction: str
    units: dict[KindId, int]
    tent: bool = False
    lore: int = 0
    total: int
    confidence: Confidence
    page: str
    source: str = ""


class MusterRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How armies are mustered and hands dealt (RB p. 14-17): the usual numbers of a full game."""

    points: int = 50
    cards: int = 18
    decoys: int = 11
    tent: int = 5
    most_lore: int = 5
    core_sets: int = 1


class SecondScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario of the Second Edition.

    *muster* is there where the players build the scenario and their armies by the full set-up
    (RB p. 14-17), *lore_per_point* where lore is exchanged for victory points (RB p. 9).
    """

    specials: dict[Seat, tuple[SecondSpecial, ...]] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    muster: MusterRules | None = None
    lore_per_point: int | None = None

    @property
    def is_free(self) -> bool:
        """Return whether units may come in that it does not name."""
        return self.open or self.muster is not None

    def settled(self) -> Self:
        """Return this scenario with its armies as they have been mustered."""
        return replace(super().settled(), muster=None)


def muster_of(scenario: Scenario) -> MusterRules | None:
    """Return how armies are mustered, or None where none are."""
    return scenario.muster if isinstance(scenario, SecondScenario) else None


def lore_price(scenario: Scenario) -> int | None:
    """Return how much lore a victory point costs, or None where there is no exchange."""
    return scenario.lore_per_point if isinstance(scenario, SecondScenario) else None
