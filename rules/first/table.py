"""What only the First Edition keeps of a game: councils, Landmarks, what holds for a turn or a battle.

Values only.  Knows no rule.
"""

from enum import StrEnum

import msgspec

from rules.first.moving import BattleAfter
from rules.first.printed.cards import GiveOrders, TurnVerb
from rules.first.printed.lore import GivenCouncil
from rules.kernel.hexes import Hex
from rules.kernel.state import Fight, State
from rules.kernel.values import CardId, Face, KindId, Seat, Section, UnitId


class BattleRole(StrEnum):
    """What a unit is in a battle."""

    ATTACKER = "attacker"
    TARGET = "target"


class DiceEffect(msgspec.Struct, frozen=True, kw_only=True):
    """So many *dice* more or fewer in the turn's battles in which *unit* is in that *role*."""

    dice: int
    unit: UnitId
    role: BattleRole


class FightNotes(msgspec.Struct, frozen=True, kw_only=True):
    """What is remembered of a battle while something is asked.

    *before*: the target battles before its attacker.  *dice* is what a card adds to its roll,
    *again* what counts of the dice that were rolled again, *hits* how many dice were told to hit,
    *spent* the Lore symbols that went to powers and stores, *driven* the hexes that they drive the target
    back, *bold* the target's boldness when
    the dice lay, *counted* the flags that it did not ignore, *missing* and *covered* the hexes
    of its retreat that were not made, and made.
    """

    before: bool = False
    dice: int = 0
    again: tuple[Face, ...] = ()
    hits: int | None = None
    spent: int = 0
    driven: int = 0
    bold: int = 0
    counted: int = 0
    missing: int = 0
    covered: int = 0


class CardSource(StrEnum):
    """Where a Command card is played from."""

    HAND = "hand"
    RACK = "rack"


class PlayedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A Command *card* that was played this turn, None where nobody listed it."""

    source: CardSource
    is_section: bool
    card: CardId | None = None


class ArmyMode(StrEnum):
    """How the armies of Call to Arms come together."""

    IMPROMPTU = "impromptu"
    ORGANIZED = "organized"


class DeploymentPart(StrEnum):
    """A part of an army that is deployed at once: a section's Guard, the Reserve, what replaces Levies.

    The Scout Guard is no section's.
    """

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"
    RESERVE = "reserve"
    LEVY = "levy"
    SCOUT = "scout"


class Lineup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Deployment cards that a side has laid: a Guard for each section, its Reserve and its Scout Guard.

    Not in every game there is a Reserve, or a Scout Guard.
    """

    guards: dict[Section, str]
    reserve: str | None = None
    scout: str | None = None

    def parts(self) -> dict[DeploymentPart, str]:
        """Return the card of each part."""
        guards = {DeploymentPart(each): self.guards[each] for each in Section if each in self.guards}
        others = {DeploymentPart.RESERVE: self.reserve, DeploymentPart.SCOUT: self.scout}
        return guards | {part: card for part, card in others.items() if card is not None}


class LevyToken(msgspec.Struct, frozen=True, kw_only=True):
    """A Feudal Levy token of *seat*'s, of a *banner*'s colour, for a unit of *part* of its army."""

    seat: Seat
    part: DeploymentPart
    banner: str


class ArmyPart(msgspec.Struct, frozen=True, kw_only=True):
    """A *part* of *seat*'s army."""

    seat: Seat
    part: DeploymentPart


class ToldGuard(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the card of a Guard, as all of it was deployed: *kinds* of units, and their *places*."""

    part: ArmyPart
    kinds: tuple[KindId, ...]
    places: tuple[Hex, ...]


class LostUnit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of *part* that found no room; its *kind* where it was told."""

    part: ArmyPart
    kind: KindId | None = None


class CallToArms(msgspec.Struct, frozen=True, kw_only=True):
    """How far the armies of Call to Arms have come together.

    *owner* is whose cards they are: he chooses first.  *lineups* are secret until *guards_open*, or until
    a part of them is *revealed*: a card of the same name may still lie face down on the other side.
    *deployed* says of which part a unit is, *also* of which others it may be where nobody knows; *lost*
    which units found no room, *done* which parts are deployed, and *settled* their units.
    *scouted*: it is known who begins.  *choosing* are those whose choice of a Specialist is due, in their
    order.  *told* is what stands on the cards of Guards that were deployed whole, and without a doubt.
    *weapons* are those that units have had from a Specialist, instead of the weapon on their cards; *reaches*
    is how far they reach where the table has told it.
    """

    mode: ArmyMode | None = None
    owner: Seat | None = None
    sets: dict[Seat, tuple[str, ...]] = {}
    lineups: dict[Seat, Lineup] = {}
    guards_open: bool = False
    revealed: tuple[ArmyPart, ...] = ()
    deployed: dict[UnitId, ArmyPart] = {}
    also: dict[UnitId, tuple[DeploymentPart, ...]] = {}
    lost: tuple[LostUnit, ...] = ()
    levies: dict[Hex, LevyToken] = {}
    done: tuple[ArmyPart, ...] = ()
    settled: tuple[UnitId, ...] = ()
    scouted: bool = False
    choosing: tuple[Seat, ...] = ()
    specialists: dict[Seat, tuple[str, ...]] = {}
    told: tuple[ToldGuard, ...] = ()
    weapons: dict[UnitId, str] = {}
    reaches: dict[str, int] = {}


class ArmsView(msgspec.Struct, frozen=True, kw_only=True):
    """What of a ``CallToArms`` a seat is shown: of the cards its own, and those that are revealed.

    *laid* says who has laid his cards; *cards* are those of each side's parts that may be seen.
    """

    mode: ArmyMode | None
    sets: dict[Seat, tuple[str, ...]]
    laid: tuple[Seat, ...]
    cards: dict[Seat, dict[DeploymentPart, str]]
    levies: dict[Hex, LevyToken]
    specialists: dict[Seat, tuple[str, ...]]


class FirstView(msgspec.Struct, frozen=True, kw_only=True):
    """What of a ``FirstTable`` a seat is shown."""

    councils: dict[Seat, GivenCouncil]
    councils_open: bool
    due: dict[Seat, tuple[str, ...]]
    stored: dict[UnitId, int]
    necks: dict[UnitId, tuple[int, ...]]
    rack: tuple[CardId, ...] = ()
    arms: ArmsView | None = None
    markers: tuple[Seat, ...] = ()


class FirstTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the First Edition keeps of a game beside what every edition does.

    *due* are Landmarks that are still to be placed, *placed* those that lie on the board, *stored* the
    Lore beside Creatures, *lore_deck* how many cards a Lore deck has that no council tells,
    *necks* the heads on each neck of those that have lost or grown some.
    *last_cards* are the Command cards that were played last.  *rack* are the cards on the Epic rack,
    *last_commands* all cards of each side's last turn, *first_greens* the green helmets that were rolled for
    the first turn, *began* where units stood as the turn began, None where nobody asks for it.
    *markers* are the players in the order of their turn markers, *ties* who comes before whom by dice, and
    *marker_greens* the green helmets that were rolled for a marker.
    What follows holds for the turn: *commands* are the cards that were played,
    *taken_back* says that some were taken back again,
    *forgoing* are sides that collect no Lore,
    *boons* of cards, *lore_grants* the number of the first order that a Lore card has given,
    *lore_units* who has had them,
    *afters* what units must or may do by where they went, in the order of their moves, *effects* on dice.
    *arms* is what Call to Arms keeps, where it is played.
    """

    councils: dict[Seat, GivenCouncil] = {}
    councils_open: bool = False
    lore_deck: int | None = None
    due: dict[Seat, tuple[str, ...]] = {}
    placed: dict[Hex, str] = {}
    stored: dict[UnitId, int] = {}
    necks: dict[UnitId, tuple[int, ...]] = {}
    last_cards: dict[Seat, CardId] = {}
    rack: tuple[CardId, ...] = ()
    last_commands: dict[Seat, tuple[CardId, ...]] = {}
    first_greens: dict[Seat, int] = {}
    markers: tuple[Seat, ...] = ()
    ties: tuple[tuple[Seat, Seat], ...] = ()
    marker_greens: dict[Seat, int] = {}
    began: dict[UnitId, Hex] | None = None
    commands: tuple[PlayedCommand, ...] = ()
    taken_back: bool = False
    forgoing: tuple[Seat, ...] = ()
    boons: tuple[TurnVerb | GiveOrders, ...] = ()
    in_lieu: bool = False
    lore_grants: int | None = None
    lore_units: tuple[UnitId, ...] = ()
    afters: dict[UnitId, BattleAfter] = {}
    effects: tuple[DiceEffect, ...] = ()
    arms: CallToArms | None = None


NO_NOTES = FightNotes()
NO_TABLE = FirstTable()
NO_ARMS = CallToArms()


def table(state: State) -> FirstTable:
    """Return what the First Edition keeps of *state*."""
    return state.own if isinstance(state.own, FirstTable) else NO_TABLE


def arms_of(state: State) -> CallToArms:
    """Return how far the armies of Call to Arms have come together."""
    return table(state).arms or NO_ARMS


def notes(fight: Fight) -> FightNotes:
    """Return what is remembered of *fight*."""
    return fight.own if isinstance(fight.own, FightNotes) else NO_NOTES


def necks(state: State, unit: UnitId, count: int) -> tuple[int, ...]:
    """Return how many heads each neck of *unit* has that began with *count* of one head."""
    return table(state).necks.get(unit, (1,) * count)
