"""What a player of the Second Edition asks of the rules beside what every edition's players do.

Values only.  This module knows no rule.
"""

from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Command
from rules.kernel.values import AbilityId, KindId, Marker, ScenarioCardId, Seat, UnitId


class ChooseScenarioCard(Command, frozen=True, kw_only=True, tag="choose_scenario_card"):
    """*seat* plays by scenario card *card* (RB p. 15); once both have chosen, both are revealed."""

    seat: Seat
    card: ScenarioCardId


class FinishTerrain(Command, frozen=True, kw_only=True, tag="finish_terrain"):
    """All terrain and banners of the scenario cards lie on the board (RB p. 15)."""


class PlaceFord(Command, frozen=True, kw_only=True, tag="place_ford"):
    """The seat whose turn it is to lay its ford lays it on the water at *at* (RB p. 15)."""

    at: Hex


class Muster(Command, frozen=True, kw_only=True, tag="muster"):
    """*seat*'s army: *units* of each kind, and a command *tent* (RB p. 16-17).  Decoys fill it up.

    *points* is what the players count on their cards where a cost is not known to us;
    *lore* are the tokens that an army card gives.
    """

    seat: Seat
    units: dict[KindId, int]
    tent: bool = False
    points: int | None = None
    lore: int = 0


class RevealArmies(Command, frozen=True, kw_only=True, tag="reveal_armies"):
    """All deployment cards lie on the board and are turned over (RB p. 17)."""


class Cure(Command, frozen=True, kw_only=True, tag="cure"):
    """Pay lore to take *marker* from an ordered unit (reference sheet 6.5, 6.6)."""

    unit: UnitId
    marker: Marker


class Commit(Command, frozen=True, kw_only=True, tag="commit"):
    """How many dice go to each ability; the rest keep their normal effect (RB p. 10)."""

    dice: dict[AbilityId, int]


class IgnoreRetreats(Command, frozen=True, kw_only=True, tag="ignore_retreats"):
    """How many of the *hexes* that it must retreat a unit ignores by its ability (Ref, Immovable)."""

    hexes: int


class ChooseWay(Command, frozen=True, kw_only=True, tag="choose_way"):
    """Which *way* a unit retreats where the rule leaves two."""

    way: Direction


class Shield(Command, frozen=True, kw_only=True, tag="shield"):
    """*unit* gets the shield that a die was committed to (Greyhaven Battlemages' card)."""

    unit: UnitId


class ExchangeLore(Command, frozen=True, kw_only=True, tag="exchange_lore"):
    """Give lore for *points* victory points in the VP Step (RB p. 9, learning scenario)."""

    points: int


SecondOverrulable = (
    ChooseScenarioCard
    | PlaceFord
    | Muster
    | RevealArmies
    | Cure
    | Commit
    | IgnoreRetreats
    | ChooseWay
    | Shield
    | ExchangeLore
)
SecondCommand = SecondOverrulable | FinishTerrain
