"""What only Call to Arms says: its commands, waits and events.  Values only."""

from rules.first.table import ArmyMode, DeploymentPart, Lineup
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, Event, Wait
from rules.kernel.values import KindId, Seat, Section, UnitId


class ChooseMode(Command, frozen=True, kw_only=True, tag="choose_mode"):
    """The armies come together in that *mode*; *owner* is whose cards they are, where both choose of them."""

    mode: ArmyMode
    owner: Seat | None = None


class ChooseSets(Command, frozen=True, kw_only=True, tag="choose_sets"):
    """*seat* takes those *sets* of Deployment cards, shuffles them together and draws."""

    seat: Seat
    sets: tuple[str, ...]


class LayLineup(Command, frozen=True, kw_only=True, tag="lay_lineup"):
    """*seat* lays cards face down in secret: for each section, as its *reserve*, as its *scout* Guard.

    Not in every game there is a Reserve, or a Scout Guard.
    """

    seat: Seat
    guards: dict[Section, str]
    reserve: str | None = None
    scout: str | None = None


class PlaceLevy(Command, frozen=True, kw_only=True, tag="place_levy"):
    """A Feudal Levy token of the *banner*'s colour lies on *at* for a unit of which there are no figures."""

    banner: str
    at: Hex


class LoseUnit(Command, frozen=True, kw_only=True, tag="lose_unit"):
    """A unit of the card finds no room and is lost; *kind* where it is told."""

    kind: KindId | None = None


class FinishDeployment(Command, frozen=True, kw_only=True, tag="finish_deployment"):
    """All that the card says is done, or all that is wanted of it."""


class ChooseSpecialist(Command, frozen=True, kw_only=True, tag="choose_specialist"):
    """The Specialist *card* is chosen and played."""

    card: str


class UseSpecialist(Command, frozen=True, kw_only=True, tag="use_specialist"):
    """The Specialist card does to *unit* what it does: it goes to *at*, or has so many *figures* more."""

    unit: UnitId
    at: Hex | None = None
    figures: int = 0


class TellReach(Command, frozen=True, kw_only=True, tag="tell_reach"):
    """The weapon that was given reaches so many *hexes*, as its card says."""

    hexes: int


class ModeWait(Wait, frozen=True, kw_only=True, tag="mode_wait"):
    """How the armies come together is to be said."""


class SetsWait(Wait, frozen=True, kw_only=True, tag="sets_wait"):
    """*seat* is to take *count* of the *sets* of Deployment cards."""

    count: int
    sets: tuple[str, ...]


class LineupWait(Wait, frozen=True, kw_only=True, tag="lineup_wait"):
    """Each seat in *missing* is to lay its Guards, and what else there is beside them, in secret."""

    missing: tuple[Seat, ...]


class DeployWait(Wait, frozen=True, kw_only=True, tag="deploy_wait"):
    """*part* of *seat*'s army, which is *card*, is to be deployed on *hexes*, which are free.

    *kinds* are those of its units that lack a place, none where nobody knows the card.  *most* is how
    many units more may be deployed (None: as many as the card has).
    """

    part: DeploymentPart
    card: str
    hexes: tuple[Hex, ...]
    kinds: tuple[KindId, ...] = ()
    most: int | None = None


class LevyWait(Wait, frozen=True, kw_only=True, tag="levy_wait"):
    """*seat* may put troops on the *hexes* of its Levy tokens; the others come off."""

    hexes: tuple[Hex, ...]


class SpecialistWait(Wait, frozen=True, kw_only=True, tag="specialist_wait"):
    """*seat* may choose one of the Specialist *cards*."""

    cards: tuple[str, ...]


class SpecialistDeedWait(Wait, frozen=True, kw_only=True, tag="specialist_deed_wait"):
    """*seat*'s Specialist *card* is played; it has been used for *units* so far, with so many *figures*."""

    card: str
    units: tuple[UnitId, ...] = ()
    figures: int = 0


class ReachWait(Wait, frozen=True, kw_only=True, tag="reach_wait"):
    """*seat* is to tell how far the *weapon* reaches that one of its units has been given."""

    weapon: str


class ModeChosen(Event, frozen=True, kw_only=True, tag="mode_chosen"):
    """The armies come together in that *mode*; *owner* chooses first, where it matters."""

    mode: ArmyMode
    owner: Seat | None


class SetsChosen(Event, frozen=True, kw_only=True, tag="sets_chosen"):
    """*seat* has taken those *sets* of Deployment cards."""

    seat: Seat
    sets: tuple[str, ...]


class LineupLaid(Event, frozen=True, kw_only=True, tag="lineup_laid"):
    """*seat* has laid its cards, in secret."""

    seat: Seat
    lineup: Lineup


class GuardsRevealed(Event, frozen=True, kw_only=True, tag="guards_revealed"):
    """All Guards of both sides are open."""


class DeploymentRevealed(Event, frozen=True, kw_only=True, tag="deployment_revealed"):
    """*part* of *seat*'s army is open: it is *card*."""

    seat: Seat
    part: DeploymentPart
    card: str


class UnitDeployed(Event, frozen=True, kw_only=True, tag="unit_deployed"):
    """*unit* is of *part* of *seat*'s army; it may be of the parts *also*, for all that anybody knows."""

    unit: UnitId
    seat: Seat
    part: DeploymentPart
    also: tuple[DeploymentPart, ...] = ()


class LevyPlaced(Event, frozen=True, kw_only=True, tag="levy_placed"):
    """*seat* has put a Levy token of the *banner*'s colour on *at*, for a unit of *part* of its army."""

    seat: Seat
    part: DeploymentPart
    banner: str
    at: Hex


class LevyReplaced(Event, frozen=True, kw_only=True, tag="levy_replaced"):
    """*unit* takes the place of *seat*'s Levy token of the *banner*'s colour on *at*."""

    seat: Seat
    banner: str
    at: Hex
    unit: UnitId


class LevyLost(Event, frozen=True, kw_only=True, tag="levy_lost"):
    """Nobody could replace *seat*'s Levy token of the *banner*'s colour on *at*: it came off."""

    seat: Seat
    banner: str
    at: Hex


class UnitsLost(Event, frozen=True, kw_only=True, tag="units_lost"):
    """*count* units of *part* of *seat*'s army found no free baseline hex; *kind* where it was told."""

    seat: Seat
    part: DeploymentPart
    count: int
    kind: KindId | None = None


class PartDeployed(Event, frozen=True, kw_only=True, tag="part_deployed"):
    """All of *part* of *seat*'s army is deployed, as *units* units."""

    seat: Seat
    part: DeploymentPart
    units: int


class ScoutedAhead(Event, frozen=True, kw_only=True, tag="scouted_ahead"):
    """*seat* has out-scouted the other side and begins; *greens* are both sides' green banners."""

    seat: Seat
    greens: dict[Seat, int]


class SpecialistChosen(Event, frozen=True, kw_only=True, tag="specialist_chosen"):
    """*seat* has chosen and played the Specialist *card*."""

    seat: Seat
    card: str


class SpecialistPassed(Event, frozen=True, kw_only=True, tag="specialist_passed"):
    """*seat* has chosen no further Specialist."""

    seat: Seat


class SpecialistUsed(Event, frozen=True, kw_only=True, tag="specialist_used"):
    """*seat*'s Specialist *card* was used for *unit*.

    It went to *at*, has so many *figures* more, or another *weapon* than its card says.
    """

    seat: Seat
    card: str
    unit: UnitId
    at: Hex | None
    figures: int
    weapon: str | None = None


class ReachTold(Event, frozen=True, kw_only=True, tag="reach_told"):
    """The table has told that such a *weapon* reaches so many *hexes*, where it was given to a unit."""

    weapon: str
    hexes: int


ArmsOverrulable = (
    ChooseMode
    | ChooseSets
    | LayLineup
    | PlaceLevy
    | LoseUnit
    | FinishDeployment
    | ChooseSpecialist
    | UseSpecialist
)
ArmsWait = (
    ModeWait | SetsWait | LineupWait | DeployWait | LevyWait | SpecialistWait | SpecialistDeedWait | ReachWait
)
ArmsEvent = (
    ModeChosen
    | SetsChosen
    | LineupLaid
    | GuardsRevealed
    | DeploymentRevealed
    | UnitDeployed
    | LevyPlaced
    | LevyReplaced
    | LevyLost
    | UnitsLost
    | PartDeployed
    | ScoutedAhead
    | SpecialistChosen
    | SpecialistPassed
    | SpecialistUsed
    | ReachTold
)
