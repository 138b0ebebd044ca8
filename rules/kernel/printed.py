"""What is printed on the cards and tiles of the boxes, and scenarios: one struct for each sort of entry.

A number that nobody knows is None, not a guess.  Knows no file and no game in progress.
"""

from collections.abc import Mapping
from typing import Annotated, Generic, Literal, Self

import msgspec
from msgspec.structs import replace

from rules.kernel.hexes import Hex
from rules.kernel.messages import Special
from rules.kernel.messages.holding import VerbT
from rules.kernel.values import (
    AbilityId,
    AttackType,
    CardId,
    CardNumber,
    KindId,
    LoreId,
    Seat,
    TerrainId,
    Tile,
    UnitId,
    Window,
)

Confidence = Literal["certain", "likely", "unknown"]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Some = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Ability(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability on a unit's card, with the number behind its name."""

    name: AbilityId
    number: int = 1


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit, as its reference card has it; *units* is how many of them its *box* holds.

    Without a *faction* any side can field it: the scenario says whose such units are.
    """

    id: KindId
    name: str
    faction: str | None = None
    health: Some
    figures: Some
    move: Number | None = None
    combat: Number | None = None
    range: tuple[Some, Some] | None = None
    damage_tokens: bool = False
    traits: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    cost: Number | None = None
    units: Some | None = None
    box: str = "core"
    confidence: Confidence
    page: str
    source: str = ""

    @property
    def attack_type(self) -> AttackType | None:
        """Return how such units attack, or None where nobody knows."""
        if AttackType.MELEE in self.traits:
            return AttackType.MELEE
        return AttackType.RANGED if AttackType.RANGED in self.traits else None

    def as_told(self, numbers: Mapping[CardNumber, int]) -> "Kind":
        """Return this kind with the *numbers* that a table has told of its card."""
        told = msgspec.structs.replace(
            self,
            move=numbers.get(CardNumber.MOVE, self.move),
            combat=numbers.get(CardNumber.COMBAT, self.combat),
        )
        furthest = numbers.get(CardNumber.RANGE)
        if furthest is None:
            return told
        sort = AttackType.MELEE if furthest == 1 else AttackType.RANGED
        others = (trait for trait in self.traits if trait not in set(AttackType))
        reach = None if sort is AttackType.MELEE else (1, furthest)
        return msgspec.structs.replace(told, traits=(*others, sort.value), range=reach)


class AbilityCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability that unit cards name, in our own words.

    *asked*: its player is asked each time whether he uses it, where it says "may"; else it
    is used as far as it goes.
    """

    id: AbilityId
    name: str
    summary: str
    asked: bool = False
    confidence: Confidence
    page: str
    source: str = ""


class CommandCard(msgspec.Struct, Generic[VerbT], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command card: what it does, and our own words for it; *copies* in the deck, where known."""

    id: CardId
    name: str
    summary: str
    does: tuple[VerbT, ...]
    copies: Number | None = None
    confidence: Confidence
    page: str
    source: str = ""


class LoreCard(msgspec.Struct, Generic[VerbT], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lore card, as far as it is known: what is absent the players tell when it is played.

    *windows* are the moments of its timing text, none where we do not know it.
    """

    id: LoreId
    name: str
    summary: str
    faction: str | None = None
    cost: Number | None = None
    windows: tuple[Window, ...] = ()
    does: tuple[VerbT, ...] = ()
    copies: Number | None = None
    confidence: Confidence
    page: str
    source: str = ""


class Terrain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain, or a token that is laid *on* others and then speaks for the hex.

    *most_dice* is the cap on the base dice in combat from and into it, *spares* the damage
    that a unit in it may ignore, *points* what capturing it is worth (RB p. 13; Ref, Terrain).
    """

    id: TerrainId
    name: str
    summary: str
    blocks_sight: bool = False
    impassable: bool = False
    stops: bool = False
    most_dice: Number | None = None
    spares: Number = 0
    sees_over_units: bool = False
    is_water: bool = False
    on: tuple[TerrainId, ...] = ()
    points: int | None = None
    confidence: Confidence
    page: str
    source: str = ""


class BannerSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The banner markers of a scenario; *stand_in* are hexes of ours where the printed ones are unknown."""

    count: int
    points: int
    stand_in: tuple[Hex, ...] = ()
    at: tuple[Hex, ...] = ()


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who stands where when a game begins, and what wins it.

    *owners* says whose those units are that do not go by their faction.  Where *open*, any unit
    may join by being put on the board.  *specials* are of sorts that the edition has.  *lore_hand* is
    None where lore cards and the Lore Step are left out.  *variants* are those with which it is played.
    """

    id: str
    name: str
    edition: str
    board: str
    first: Seat
    factions: dict[Seat, str]
    units: dict[UnitId, Hex]
    owners: dict[UnitId, Seat] = {}
    banners: BannerSetup
    terrain: dict[Hex, Tile] = {}
    specials: dict[Seat, tuple[Special, ...]] = {}
    open: bool = False
    hand: int
    lore_hand: int | None = None
    points_to_win: int
    variants: tuple[str, ...] = ()
    confidence: Confidence

    @property
    def is_free(self) -> bool:
        """Return whether units may come in that it does not name."""
        return self.open

    def settled(self) -> Self:
        """Return this scenario with nobody to come in any more."""
        return replace(self, open=False)


class Faction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction and its name."""

    id: str
    name: str


class VariantCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A variant of an edition's rules, in our own words.

    It is played only together with those that it *needs*, with none that it *excludes*, and, where
    *lore_only*, in Lore adventures only.  With *own_scenarios* it is for those that name it themselves.
    """

    id: str
    name: str
    summary: str
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    lore_only: bool = False
    own_scenarios: bool = False
    confidence: Confidence
    page: str
    source: str = ""
