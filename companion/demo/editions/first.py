"""How a demonstration of the First Edition answers its own waits: so that much of what there is occurs."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.demo.editions.demo_edition import DemoEdition
from rules.first.messages import ChooseCouncil, PlaceLandmark, RetreatTo
from rules.first.messages.arms import (
    ChooseSpecialist,
    DeployWait,
    FinishDeployment,
    LayLineup,
    LevyWait,
    LineupWait,
    ModeWait,
    PlaceLevy,
    ReachWait,
    SetsWait,
    SpecialistDeedWait,
    SpecialistWait,
)
from rules.first.messages.epic import RackCardWait, RackWait, RepeatWait
from rules.first.messages.waits import (
    CouncilWait,
    FlagsWait,
    HitsWait,
    LandmarkWait,
    PowerWait,
    ReactWait,
    RetreatWait,
)
from rules.first.printed.lore import LoreMasterCard
from rules.first.table import ArmyPart, arms_of
from rules.first.variants.call_to_arms.deploying import next_unit
from rules.first.variants.call_to_arms.levies import BANNERS, check_levy
from rules.kernel.catalogue import NORTH_FROM
from rules.kernel.chapters.lore import playable
from rules.kernel.course import passes
from rules.kernel.decide import options
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, Decline, PlaceUnit, PlayLoreCard
from rules.kernel.values import KindId, Seat

STANDS, REACTS, LEVIED = 0.6, 0.5, 0.2
"""How often a unit that may stand does, a seat that can react, and a Levy stands for a unit to its loss."""
UNITS_OF_A_CARD, FIGURES = 3, 3
RECRUITS = tuple(
    KindId(f"human_{colour}_{type}") for type in ("foot", "mounted") for colour in ("green", "blue", "red")
)


def _any(random: Random, game: Game, wait: object) -> tuple[Command, ...]:
    return (random.choice(options(game)),)


def _choose_council(random: Random, game: Game, wait: CouncilWait) -> tuple[Command, ...]:
    seat = wait.missing[0]
    offered = [each for each in options(game) if isinstance(each, ChooseCouncil) and each.seat is seat]
    return (random.choice(offered),)


def _place_landmark(random: Random, game: Game, wait: LandmarkWait) -> tuple[Command, ...]:
    places = [each for each in options(game) if isinstance(each, PlaceLandmark)]
    return (random.choice(places) if places else Decline(),)


def _react(random: Random, game: Game, wait: ReactWait) -> tuple[Command, ...]:
    assert wait.seat is not None
    cards = list(_reactions(game, wait.seat))
    return (random.choice(cards) if cards and random.random() < REACTS else Decline(),)


def _reactions(game: Game, seat: Seat) -> Iterator[PlayLoreCard]:
    """Yield the Reaction cards that *seat* might play now; what no verb tells, the table does."""
    known = game.ruleset.catalogue.of(LoreMasterCard)
    for card in playable(game, seat):
        if known[card].reaction and known[card].windows:
            yield PlayLoreCard(seat=seat, card=card)


def _retreat(random: Random, game: Game, wait: RetreatWait) -> tuple[Command, ...]:
    at = game.state.units[wait.unit].at
    ways = [each for each in options(game) if isinstance(each, RetreatTo)]
    stays = [each for each in ways if each.to == at]
    goes = [each for each in ways if each.to != at]
    chosen = stays if stays and (not goes or random.random() < STANDS) else goes
    return (random.choice(chosen),)


def _lay_lineup(random: Random, game: Game, wait: LineupWait) -> tuple[Command, ...]:
    seat = wait.missing[0]
    offered = [each for each in options(game) if isinstance(each, LayLineup) and each.seat is seat]
    return (random.choice(offered),)


def _deploy(random: Random, game: Game, wait: DeployWait) -> tuple[Command, ...]:
    """Deploy what the deck of chance says stands on the card, now and then a Levy token for it."""
    assert wait.seat is not None
    part = ArmyPart(seat=wait.seat, part=wait.part)
    many = sum(of == part for of in arms_of(game.state).deployed.values())
    if wait.most == 0 or not wait.hexes or many >= UNITS_OF_A_CARD:
        return (FinishDeployment(),)
    at = random.choice(wait.hexes)
    levy = PlaceLevy(banner=random.choice(BANNERS), at=at)
    if random.random() < LEVIED and passes(check_levy(game, levy)):
        return (levy,)
    return _recruit(random, game, wait.seat, RECRUITS, at)


def _replace_levy(random: Random, game: Game, wait: LevyWait) -> tuple[Command, ...]:
    assert wait.seat is not None
    if random.random() < LEVIED:
        return (FinishDeployment(),)
    return _recruit(random, game, wait.seat, RECRUITS[:1], wait.hexes[0])


def _recruit(
    random: Random, game: Game, seat: Seat, kinds: Sequence[KindId], at: Hex
) -> tuple[PlaceUnit | FinishDeployment]:
    """Put a unit of one of *kinds* on *at*, or end where all that have figures are on the board."""
    last = FIGURES + (0 if seat.is_south else NORTH_FROM - 1)
    found = [next_unit(game, kind, seat) for kind in kinds]
    left = [unit for unit in found if int(unit.rpartition("-")[2]) <= last]
    return (PlaceUnit(unit=random.choice(left), at=at) if left else FinishDeployment(),)


def _choose_specialist(random: Random, game: Game, wait: SpecialistWait) -> tuple[Command, ...]:
    """Choose one, but none that would put more figures on a tray than it has room for."""
    tray_full = ChooseSpecialist(card="kings_allies")
    return (random.choice([each for each in options(game) if each != tray_full]),)


def _is_deployment_shown(before: Game, command: PlaceUnit, after: Game) -> bool:
    """Return whether a unit is deployed by being put on the board."""
    return isinstance(before.state.wait, DeployWait | LevyWait)


def _is_retreat_shown(before: Game, command: RetreatTo, after: Game) -> bool:
    """Return whether the unit has gone somewhere, lives, and could have come there in no other way."""
    wait = before.state.wait
    assert isinstance(wait, RetreatWait)
    at, there = before.state.units[wait.unit].at, after.state.units[wait.unit].at
    return at != there == command.to and [way.to for way in wait.ways].count(command.to) == 1


FIRST_DEMO = DemoEdition(
    answers={
        ModeWait: _any,
        SetsWait: _any,
        LineupWait: _lay_lineup,
        DeployWait: _deploy,
        LevyWait: _replace_levy,
        SpecialistWait: _choose_specialist,
        SpecialistDeedWait: _any,
        ReachWait: _any,
        CouncilWait: _choose_council,
        LandmarkWait: _place_landmark,
        FlagsWait: _any,
        HitsWait: _any,
        PowerWait: _any,
        RackCardWait: _any,
        RackWait: _any,
        RepeatWait: _any,
        ReactWait: _react,
        RetreatWait: _retreat,
    },
    shown={RetreatTo: _is_retreat_shown, PlaceUnit: _is_deployment_shown},
)
