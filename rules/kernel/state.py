"""The state of a game: everything that the log's events have brought about.

Values only.  Knows no rule, and no board: what follows from a state and the rules
is asked of a ``Game``.
"""

from typing import Generic

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages import GrantOrders
from rules.kernel.messages.holding import OwnFightT, OwnStateT, VerbT, WaitT
from rules.kernel.values import (
    AttackType,
    CardId,
    CardNumber,
    Face,
    KindId,
    LoreId,
    Marker,
    Seat,
    Step,
    Tile,
    UnitId,
)


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit and what it did this turn.  *at* is None once it is eliminated.

    *health* is the number on its card where it takes damage tokens, else None: then
    its *figures* are its health.  *moved* speaks of the Move Step only; *marched* of
    a card's move in the Attack Step, *late* of one after it.  *finished* says that it
    let its additional attacks pass, *paid* that it was ordered for lore.
    *stood* is where it was before a card put it elsewhere in the Move Step.
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
    paid: bool = False
    late: bool = False
    stood: Hex | None = None


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has: *cards* in hand, of which the *known* ones are told to us; lore cards likewise.

    *lore_played* says that he has played his lore card of this turn, *lore_barred* that
    he may play none.  *lore_deck* counts the cards of his deck, None where its size is
    not known, *lore_discards* those on its discard pile.
    """

    lore: int = 0
    points: int = 0
    cards: int = 0
    known: tuple[CardId, ...] = ()
    lore_cards: int = 0
    known_lore: tuple[LoreId, ...] = ()
    lore_played: bool = False
    lore_barred: bool = False
    lore_deck: int | None = None
    lore_discards: int = 0


class Fight(msgspec.Struct, Generic[OwnFightT], frozen=True, kw_only=True):
    """An attack or counter in progress, from where the two units stood when it began.

    *due* counts the retreats that are forced and not yet resolved.  *fixed* is the number of dice
    that a card has set, whatever else holds.  *own* is what only the edition keeps of it.
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
    due: int = 0
    fixed: int | None = None
    own: OwnFightT | None = None


class State(msgspec.Struct, Generic[WaitT, VerbT, OwnFightT, OwnStateT], frozen=True, kw_only=True):
    """A moment of a game.  *waits* and *fights* are stacks, the innermost last.

    *called* holds, for each unit ordered by a card, the turn's grants that fit it.
    *deck* counts the command cards left to draw, None where the deck's size is not known.  *told* are the
    numbers on unit cards that the table has told, *told_costs* those of lore cards.  *own* is
    what only the edition keeps.
    """

    turn: int
    active: Seat
    step: Step
    first: Seat
    units: dict[UnitId, Unit]
    sides: dict[Seat, Side]
    waits: tuple[WaitT, ...]
    banners: dict[Hex, int] = {}
    terrain: dict[Hex, Tile] = {}
    deck: int | None = None
    discards: int = 0
    grants: tuple[GrantOrders, ...] = ()
    called: dict[UnitId, tuple[int, ...]] = {}
    extras: tuple[VerbT, ...] = ()
    fights: tuple[Fight[OwnFightT], ...] = ()
    card: str | None = None
    winner: Seat | None = None
    told: dict[KindId, dict[CardNumber, int]] = {}
    told_costs: dict[LoreId, int] = {}
    own: OwnStateT | None = None

    @property
    def wait(self) -> WaitT:
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
