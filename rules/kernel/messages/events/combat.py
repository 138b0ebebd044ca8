"""What happens to units that fight: the combat sequence, damage, markers, retreats.

Values only.  This module knows no rule.
"""

from rules.kernel.hexes import Hex
from rules.kernel.messages.events.event import Event
from rules.kernel.values import AbilityId, AttackType, Cause, Face, Marker, Seat, UnitId


class AttackDeclared(Event, frozen=True, kw_only=True, tag="attack_declared"):
    """*unit* attacks *target* with *dice* dice; *counter* and *additional* say what sort of attack it is."""

    unit: UnitId
    target: UnitId
    kind: AttackType
    distance: int
    dice: int
    counter: bool = False
    additional: bool = False


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """*seat* rolled *faces*, for *unit* (None: for a card)."""

    seat: Seat
    faces: tuple[Face, ...]
    unit: UnitId | None = None


class Marked(Event, frozen=True, kw_only=True, tag="marked"):
    """*unit* has got *marker*."""

    unit: UnitId
    marker: Marker


class Unmarked(Event, frozen=True, kw_only=True, tag="unmarked"):
    """*unit* has lost *marker*."""

    unit: UnitId
    marker: Marker
    cause: Cause


class Damaged(Event, frozen=True, kw_only=True, tag="damaged"):
    """*unit* suffered *damage*; *left* figures (or health) remain."""

    unit: UnitId
    damage: int
    left: int
    cause: Cause


class DamageIgnored(Event, frozen=True, kw_only=True, tag="damage_ignored"):
    """*unit* did not suffer *damage* of a combat, or of another effect *outside* of it."""

    unit: UnitId
    damage: int
    cause: Cause
    outside: bool = False


class FiguresRemoved(Event, frozen=True, kw_only=True, tag="figures_removed"):
    """*count* figures were taken from *unit*, which is not damage; *left* remain.

    *abilities* are those that dice were committed to for them.
    """

    unit: UnitId
    count: int
    left: int
    cause: Cause
    abilities: tuple[AbilityId, ...] = ()


class Healed(Event, frozen=True, kw_only=True, tag="healed"):
    """*unit* recovered *count* health; it has *left* now."""

    unit: UnitId
    count: int
    left: int


class RetreatForced(Event, frozen=True, kw_only=True, tag="retreat_forced"):
    """*unit* must retreat *hexes* hexes."""

    unit: UnitId
    hexes: int


class RetreatIgnored(Event, frozen=True, kw_only=True, tag="retreat_ignored"):
    """*unit* did not have to make *hexes* of its retreats, thanks to *abilities* where those did it."""

    unit: UnitId
    hexes: int
    cause: Cause
    abilities: tuple[AbilityId, ...] = ()


class Retreated(Event, frozen=True, kw_only=True, tag="retreated"):
    """*unit* retreated from *start* to *to*."""

    unit: UnitId
    start: Hex
    to: Hex


class Eliminated(Event, frozen=True, kw_only=True, tag="eliminated"):
    """*unit* left the game from *at*."""

    unit: UnitId
    at: Hex


class Advanced(Event, frozen=True, kw_only=True, tag="advanced"):
    """*unit* advanced, or pursued, after its attack, as its *abilities* let it."""

    unit: UnitId
    start: Hex
    to: Hex
    pursuit: bool
    abilities: tuple[AbilityId, ...] = ()


class CombatEnded(Event, frozen=True, kw_only=True, tag="combat_ended"):
    """*unit*'s attack on *target* is over, its counter and advance too."""

    unit: UnitId
    target: UnitId
