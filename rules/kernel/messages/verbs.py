"""What cards, lore cards and scenarios do: one vocabulary for all, known, unlisted and written by groups.

Values only.  This module knows no rule.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from rules.kernel.hexes import Direction, Hex
from rules.kernel.values import Face, KindId, Marker, Section, TerrainId, UnitId

SortT = TypeVar("SortT")


def tag_of(message: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Return what the files call *message*, written out at its class: ``play_card`` for ``PlayCard``."""
    return str(message.__struct_config__.tag)


class Verb(msgspec.Struct, frozen=True, kw_only=True, tag_field="verb", forbid_unknown_fields=True):
    """Something a card does, known or unlisted."""

    def named(self, sort: Callable[..., SortT]) -> tuple[SortT, ...]:
        """Return what of *sort*, a class or a NewType, stands anywhere in its fields, in their order."""
        return tuple(_named(self, type(self), sort))


def _named(value: object, annotation: object, sort: Callable[..., SortT]) -> Iterator[SortT]:
    """Yield what of *sort* stands in *value*, which is so annotated."""
    parts, holds_many = _parts(annotation)
    if annotation is sort:
        base: Any = getattr(sort, "__supertype__", sort)
        if isinstance(value, base):
            yield sort(value)
    elif isinstance(value, msgspec.Struct):
        for name, kind in _naming(type(value), sort):
            yield from _named(getattr(value, name), kind, sort)
    elif not holds_many:  # a union, or what has no parts
        for part in parts:
            yield from _named(value, part, sort)
    elif isinstance(value, Mapping):
        for pair in value.items():
            for part, each in zip(parts, pair, strict=True):
                yield from _named(each, part, sort)
    elif isinstance(value, tuple | frozenset):
        is_fixed = isinstance(value, tuple) and ... not in parts
        for each, part in zip(value, parts if is_fixed else parts[:1] * len(value), strict=True):
            yield from _named(each, part, sort)


@cache
def _parts(annotation: object) -> tuple[tuple[object, ...], bool]:
    """Return what *annotation* is made of, and whether what it is of holds many of that."""
    return get_args(annotation), get_origin(annotation) in (tuple, frozenset, dict)


@cache
def _naming(holder: type[msgspec.Struct], sort: Callable[..., object]) -> tuple[tuple[str, object], ...]:
    """Return the fields of *holder* in which something of *sort* may stand, with their annotations."""
    fields = msgspec.structs.fields(holder)
    return tuple((field.name, field.type) for field in fields if _may_hold(field.type, sort))


def _may_hold(annotation: object, sort: Callable[..., object]) -> bool:
    """Return whether something of *sort* may stand in what is so annotated: anything in another struct."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return True
    return annotation is sort or any(_may_hold(part, sort) for part in _parts(annotation)[0])


class GrantOrders(Verb, frozen=True, kw_only=True, tag="grant_orders"):
    """Order *count* units, in *section* (None: anywhere), of one of the *traits* (empty: any kind)."""

    count: int
    section: Section | None = None
    traits: tuple[str, ...] = ()
    not_weak: bool = False


class GrantExtraAttack(Verb, frozen=True, kw_only=True, tag="grant_extra_attack"):
    """Each ordered unit with *trait* that did not move may make one more attack (Darken the Skies)."""

    trait: str


class GrantExtraMove(Verb, frozen=True, kw_only=True, tag="grant_extra_move"):
    """Each ordered unit with *trait* may move *hexes* more in the Attack Step (Onslaught)."""

    trait: str
    hexes: int


class RollForOrders(Verb, frozen=True, kw_only=True, tag="roll_for_orders"):
    """Roll *dice*; faces in *orders* grant an order for such units, lore faces give *lore*.

    Where *shuffle*, the discarded command cards are shuffled into the deck afterwards.
    """

    dice: int
    orders: dict[Face, tuple[str, ...]]
    lore: int
    shuffle: bool = False


class AddDice(Verb, frozen=True, kw_only=True, tag="add_dice"):
    """The player's units roll *count* more dice (or fewer) until the turn ends."""

    count: int


class DealDamage(Verb, frozen=True, kw_only=True, tag="deal_damage"):
    """*unit* suffers *count* damage."""

    unit: UnitId
    count: int


class Heal(Verb, frozen=True, kw_only=True, tag="heal"):
    """*unit* recovers *count* health."""

    unit: UnitId
    count: int


class PlaceAt(Verb, frozen=True, kw_only=True, tag="place_at"):
    """*unit* is put on *at*, be it moved, driven back or placed."""

    unit: UnitId
    at: Hex


class Mark(Verb, frozen=True, kw_only=True, tag="mark"):
    """*unit* gets *marker*, or loses it where *on* is false."""

    unit: UnitId
    marker: Marker
    on: bool = True


class GainLore(Verb, frozen=True, kw_only=True, tag="gain_lore"):
    """The acting player gains *count* lore, or spends it where negative."""

    count: int


class GainPoints(Verb, frozen=True, kw_only=True, tag="gain_points"):
    """The acting player gains *count* victory points, or loses them where negative."""

    count: int


class Drive(Verb, frozen=True, kw_only=True, tag="drive"):
    """*unit* must move *hexes* hexes that *way*: no retreat, and it stops unharmed (Ref, Battle Cry)."""

    unit: UnitId
    way: Direction
    hexes: int = 1


class ForceRetreat(Verb, frozen=True, kw_only=True, tag="force_retreat"):
    """*unit* must retreat *hexes* hexes that *way*, with damage for those it cannot make (Ref, Retreat)."""

    unit: UnitId
    way: Direction
    hexes: int = 1


class DrawLore(Verb, frozen=True, kw_only=True, tag="draw_lore"):
    """The acting player draws *count* lore cards."""

    count: int


class Trample(Verb, frozen=True, kw_only=True, tag="trample"):
    """Ordered units with *trait* may move through units this turn (Ref, Overrun; Lightning Surge).

    For each enemy passed one die is rolled where there are *faces*, and each of these
    does 1 damage; without faces the enemy gets *marker*.
    """

    trait: str
    faces: tuple[Face, ...] = ()
    marker: Marker | None = None


AnyExtra = GrantExtraAttack | GrantExtraMove | AddDice | Trample
"""The verbs that hold until the turn ends."""
SharedVerb = (
    GrantOrders
    | GrantExtraAttack
    | GrantExtraMove
    | RollForOrders
    | AddDice
    | DealDamage
    | Heal
    | PlaceAt
    | Mark
    | GainLore
    | GainPoints
    | Drive
    | ForceRetreat
    | DrawLore
    | Trample
)


class Shot(NamedTuple):
    """A ranged attack that a special rule gives: its distances and its dice."""

    range: tuple[int, int]
    dice: int


class Special(msgspec.Struct, frozen=True, kw_only=True, tag_field="rule", forbid_unknown_fields=True):
    """A special rule of a scenario, which holds for its owner only, on the whole board (F4)."""

    @property
    def grounds(self) -> tuple[TerrainId, ...]:
        """Return the kinds of terrain that it names."""
        return ()

    @property
    def kind(self) -> KindId | None:
        """Return the kind of units that it names."""
        return None

    def lets_enter(self, traits: Collection[str], ground: TerrainId) -> bool:
        """Return whether the owner's units with *traits* may enter *ground*, impassable or not."""
        return False

    def lets_pass(self, ground: TerrainId) -> bool:
        """Return whether the owner's units need not end their movement on entering *ground*."""
        return False

    def shot(self, kind: KindId, ground: TerrainId) -> Shot | None:
        """Return how an unmoved unit of *kind* on *ground* may shoot instead of attacking normally."""
        return None
