"""The state of a game: everything that the log's events have brought about.

Values only.  Knows no rule, and no board: what follows from a state and the rules
is asked of a ``Game``.
"""

import msgspec

from rules.hexes import Hex
from rules.messages import AddDice, AnyWait, GrantExtraAttack, GrantExtraMove, GrantOrders
from rules.values import AbilityId, AttackType, CardId, Face, KindId, Marker, Seat, Step, UnitId

AnyExtra = GrantExtraAttack | GrantExtraMove | AddDice


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit and what it did this turn.  *at* is None once it is eliminated.

    *health* is the number on its card where it takes damage tokens, else None: then
    its *figures* are its health.  *moved* speaks of the Move Step only; *marched* of
    a card's move in the Attack Step.  *finished* says that it let its additional
    attacks pass.
    """

    id: UnitId
    kind: KindId
    seat: Seat
    at: Hex | None
    figures: int
    health: int | None = None
    damage: int = 0
    markers: tuple[Marker, ...] = ()
    ordered: bool = False
    moved: bool = False
    marched: bool = False
    pursued: bool = False
    attacks: int = 0
    finished: bool = False


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has: *cards* in hand, of which the table *known* ones are told to us."""

    lore: int = 0
    points: int = 0
    cards: int = 0
    known: tuple[CardId, ...] = ()


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """*count* dice showing *face*, given to *ability*."""

    ability: AbilityId
    face: Face
    count: int


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """An attack or counter in progress, from where the two units stood when it began.

    *due* counts the retreats that are forced and not yet resolved.
    """

    attacker: UnitId
    target: UnitId
    kind: AttackType
    distance: int
    dice: int
    counter: bool
    additional: bool
    attacker_at: Hex
    target_at: Hex
    faces: tuple[Face, ...] = ()
    committed: tuple[Commitment, ...] = ()
    due: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a game.  *waits* and *fights* are stacks, the innermost last.

    *called* holds, for each unit ordered by a card, the turn's grants that fit it.
    """

    turn: int
    active: Seat
    step: Step
    units: dict[UnitId, Unit]
    sides: dict[Seat, Side]
    waits: tuple[AnyWait, ...]
    banners: dict[Hex, int] = {}
    grants: tuple[GrantOrders, ...] = ()
    called: dict[UnitId, tuple[int, ...]] = {}
    extras: tuple[AnyExtra, ...] = ()
    fights: tuple[Fight, ...] = ()
    card: str | None = None
    winner: Seat | None = None

    @property
    def wait(self) -> AnyWait:
        """Return what the game waits for first."""
        return self.waits[-1]

    def standing_on(self, place: Hex) -> Unit | None:
        """Return the unit on *place*, or None."""
        return next((unit for unit in self.units.values() if unit.at == place), None)

    def occupied(self) -> dict[Hex, Unit]:
        """Return every unit on the board by its hex."""
        return {unit.at: unit for unit in self.units.values() if unit.at is not None}

    def army(self, seat: Seat) -> tuple[Unit, ...]:
        """Return *seat*'s units on the board."""
        return tuple(unit for unit in self.units.values() if unit.seat is seat and unit.at is not None)
