"""What happens in the Second Edition only: its set-up, and what its dice and lore cards do to an attack.

Values only.  This module knows no rule.
"""

import msgspec

from rules.kernel.hexes import Hex
from rules.kernel.messages import Event
from rules.kernel.values import AbilityId, Cause, Face, KindId, ScenarioCardId, Seat, UnitId
from rules.second.messages.verbs import InFight


class ScenarioCardChosen(Event, frozen=True, kw_only=True, tag="scenario_card_chosen"):
    """*seat* has chosen its scenario card, face down."""

    seat: Seat
    card: ScenarioCardId


class ScenarioCardsRevealed(Event, frozen=True, kw_only=True, tag="scenario_cards_revealed"):
    """Both scenario cards are open."""

    cards: dict[Seat, ScenarioCardId]


class TerrainFinished(Event, frozen=True, kw_only=True, tag="terrain_finished"):
    """The scenario's terrain lies on the board."""


class FordPlaced(Event, frozen=True, kw_only=True, tag="ford_placed"):
    """*seat* has laid its ford on *at*."""

    seat: Seat
    at: Hex


class FordPassed(Event, frozen=True, kw_only=True, tag="ford_passed"):
    """*seat*'s card shows no water where a ford could lie."""

    seat: Seat


class Mustered(Event, frozen=True, kw_only=True, tag="mustered"):
    """*seat* has mustered its army: face down until it is revealed."""

    seat: Seat
    units: dict[KindId, int]
    tent: bool
    decoys: int
    lore: int


class ArmiesRevealed(Event, frozen=True, kw_only=True, tag="armies_revealed"):
    """All deployment cards are turned over."""


class FightChanged(Event, frozen=True, kw_only=True, tag="fight_changed"):
    """A lore card changes the attack in progress for *unit*, which rolls or is the target."""

    unit: UnitId
    by: InFight


class AnswerAwaited(Event, frozen=True, kw_only=True, tag="answer_awaited"):
    """The target may counter early: before its *retreats*, or *dying*, before *damage* eliminates it.

    *abilities* are those that let it.
    """

    unit: UnitId
    retreats: int
    dying: bool = False
    damage: dict[Cause, int] = msgspec.field(default_factory=dict)
    abilities: tuple[AbilityId, ...] = ()


class Committed(Event, frozen=True, kw_only=True, tag="committed"):
    """*count* dice showing *face* went to *unit*'s *ability*."""

    unit: UnitId
    ability: AbilityId
    face: Face
    count: int


class LoreBarred(Event, frozen=True, kw_only=True, tag="lore_barred"):
    """*seat* may play no further lore card this turn."""

    seat: Seat


SecondEvent = (
    ScenarioCardChosen
    | ScenarioCardsRevealed
    | TerrainFinished
    | FordPlaced
    | FordPassed
    | Mustered
    | ArmiesRevealed
    | FightChanged
    | AnswerAwaited
    | Committed
    | LoreBarred
)
