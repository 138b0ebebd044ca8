"""What a player, or the camera for him, asks of the rules: imperatives, as the log and the network hold them.

Values only.  This module knows no rule.
"""

from typing import Generic

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages.holding import CommandT, VerbT
from rules.kernel.values import (
    CardId,
    CardNumber,
    Face,
    KindId,
    LoreChoice,
    LoreId,
    Marker,
    Seat,
    Tile,
    UnitId,
)


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something a player, or the camera for him, asks of the rules."""


class PlaceUnit(Command, frozen=True, kw_only=True, tag="place_unit"):
    """Set-up: *unit* stands on *at*."""

    unit: UnitId
    at: Hex


class PlaceBanner(Command, frozen=True, kw_only=True, tag="place_banner"):
    """A banner marker worth *points* lies on *at*.  Accepted at any time."""

    at: Hex
    points: int = 2


class RemoveBanner(Command, frozen=True, kw_only=True, tag="remove_banner"):
    """No banner marker lies on *at*.  Accepted at any time."""

    at: Hex


class PlaceTerrain(Command, frozen=True, kw_only=True, tag="place_terrain"):
    """*tile* lies on *at*, with its ford or bridge.  Accepted at any time, a tent only on clear ground."""

    at: Hex
    tile: Tile


class RemoveTerrain(Command, frozen=True, kw_only=True, tag="remove_terrain"):
    """*at* is clear terrain.  Accepted at any time."""

    at: Hex


class ChooseFirst(Command, frozen=True, kw_only=True, tag="choose_first"):
    """*seat* takes the first turn, where nothing else says whose it is."""

    seat: Seat


class StartGame(Command, frozen=True, kw_only=True, tag="start_game"):
    """The set-up is done; the first player's first turn begins.  *preset* hands: Ref, Optional Rules."""

    preset: bool = False


class NoteHand(Command, frozen=True, kw_only=True, tag="note_hand"):
    """*seat* holds these *known* command cards, and *lore* cards (None: as before).  Accepted at any time."""

    seat: Seat
    known: tuple[CardId, ...]
    lore: tuple[LoreId, ...] | None = None


class PlayCard(Command, frozen=True, kw_only=True, tag="play_card"):
    """Play a command card for its text or, where *anywhere*, to order one unit anywhere (RB p. 6)."""

    card: CardId
    anywhere: bool = False


class PlayUnlistedCard(Command, Generic[VerbT], frozen=True, kw_only=True, tag="play_unlisted_card"):
    """Play a card that this project does not know: its *name*, and what it *does*."""

    name: str
    does: tuple[VerbT, ...]


class PlayLoreCard(Command, Generic[VerbT], frozen=True, kw_only=True, tag="play_lore_card"):
    """*seat* plays a lore card (RB p. 12).

    *cost* and *does* are what stands on the card where we do not know it.
    """

    seat: Seat
    card: LoreId
    cost: int | None = None
    does: tuple[VerbT, ...] = ()


class PlayUnlistedLoreCard(Command, Generic[VerbT], frozen=True, kw_only=True, tag="play_unlisted_lore_card"):
    """*seat* plays a lore card that this project does not know: its *name*, *cost*, and what it *does*."""

    seat: Seat
    name: str
    cost: int
    does: tuple[VerbT, ...]


class ReplenishLore(Command, frozen=True, kw_only=True, tag="replenish_lore"):
    """The acting player's *choice* in the Lore Step (RB p. 12), and which cards he discards, if he tells."""

    choice: LoreChoice
    discards: tuple[LoreId, ...] = ()


class Order(Command, frozen=True, kw_only=True, tag="order"):
    """Name *unit* as ordered (RB p. 6); *paid*: for 1 lore, as its ability Automaton allows."""

    unit: UnitId
    paid: bool = False


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Move an ordered unit (RB p. 6), or one that Onslaught lets move in the Attack Step.

    *through* are the enemies' hexes that it tramples on its way, in order.
    """

    unit: UnitId
    to: Hex
    through: tuple[Hex, ...] = ()


class Attack(Command, frozen=True, kw_only=True, tag="attack"):
    """Attack *target* with *unit*: its attack of this turn or an additional one (RB p. 8)."""

    unit: UnitId
    target: UnitId


class Roll(Command, frozen=True, kw_only=True, tag="roll"):
    """The *faces* that lie on the table.  The rules never roll: they are told."""

    faces: tuple[Face, ...]


class Counter(Command, frozen=True, kw_only=True, tag="counter"):
    """The attacked unit counters (RB p. 10)."""


class Advance(Command, frozen=True, kw_only=True, tag="advance"):
    """The attacking unit advances, or pursues where it can, to *to* (RB p. 10)."""

    to: Hex


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Let pass what the game waits for and what is optional."""


class StartAttacks(Command, frozen=True, kw_only=True, tag="start_attacks"):
    """All moves are made: the Attack Step begins.  Needed only where a card moves units in that step."""


class EndMainPhase(Command, frozen=True, kw_only=True, tag="end_main_phase"):
    """The acting player has no more orders, moves or attacks to make."""


class CorrectUnit(Command, frozen=True, kw_only=True, tag="correct_unit"):
    """How *unit* really stands: where (None: off the board), figures or damage, markers.  Always accepted."""

    unit: UnitId
    at: Hex | None
    figures: int
    damage: int = 0
    markers: tuple[Marker, ...] = ()


class CorrectScore(Command, frozen=True, kw_only=True, tag="correct_score"):
    """What *seat* really has.  A field that is None stays as it is.  Always accepted."""

    seat: Seat
    lore: int | None = None
    points: int | None = None
    cards: int | None = None
    lore_cards: int | None = None


class TellNumber(Command, frozen=True, kw_only=True, tag="tell_number"):
    """*value* stands on the card of such units, which we did not know or had wrong.  Accepted at any time."""

    kind: KindId
    number: CardNumber
    value: int


class Overrule(Command, Generic[CommandT], frozen=True, kw_only=True, tag="overrule"):
    """The table rules otherwise: do *command* although the rules refuse it."""

    command: CommandT


SharedOverrulable = (
    PlaceUnit
    | PlaceTerrain
    | ChooseFirst
    | StartGame
    | PlayCard
    | ReplenishLore
    | Order
    | Move
    | Attack
    | Roll
    | Counter
    | Advance
    | Decline
    | StartAttacks
    | EndMainPhase
)
"""What every edition has and the table can overrule, but for the commands that hold verbs."""
SharedCommand = (
    SharedOverrulable
    | PlaceBanner
    | RemoveBanner
    | RemoveTerrain
    | NoteHand
    | CorrectUnit
    | CorrectScore
    | TellNumber
)
"""What every edition has, but for the commands that hold others, or verbs."""
