"""What is printed on cards that only the Second Edition has: scenario cards and army cards."""

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages import AnySpecial
from rules.kernel.printed import Confidence, Some
from rules.kernel.values import KindId, ScenarioCardId, Tile


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
    specials: tuple[AnySpecial, ...] = ()
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
