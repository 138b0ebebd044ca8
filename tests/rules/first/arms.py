"""Games of Call to Arms as far as a test needs them."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.messages.arms import (
    ChooseMode,
    ChooseSets,
    DeployWait,
    FinishDeployment,
    LayLineup,
    LineupWait,
    SetsWait,
)
from rules.first.printed.deployment import DeploymentCard
from rules.first.table import ArmyMode, DeploymentPart
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Seat, Section, TerrainId, Tile, UnitId
from tests.rules.first.engine import rules
from tests.rules.first.test_commanding import done

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
MAP, LORE_MAP = rules("open_country"), rules("two_hills")
CAMPS = {SOUTH: "standard", NORTH: "pennant"}
IMPROMPTU = ChooseMode(mode=ArmyMode.IMPROMPTU)
ORGANIZED = ChooseMode(mode=ArmyMode.ORGANIZED, owner=SOUTH)


def told(ruleset: Ruleset, **cards: DeploymentCard) -> Ruleset:
    """Return *ruleset* with what stands on Deployment *cards* told."""
    catalogue = ruleset.catalogue
    known = {**catalogue.of(DeploymentCard), **cards}
    return Ruleset(FIRST, catalogue.having(DeploymentCard, known), ruleset.board, ruleset.scenario)


def known(name: str, *troops: str, **places: Sequence[str]) -> DeploymentCard:
    """Return a Deployment card with its *troops*, and in which sections they stand where."""
    held, _, number = name.rpartition("_")
    return DeploymentCard(
        id=name,
        name=name,
        set=held,
        number=int(number),
        troops=troops,
        places={Section(section): tuple(map(Hex, hexes)) for section, hexes in places.items()},
        confidence="certain",
        page="a card",
    )


def lineup(
    seat: Seat, held: str, left: int = 1, center: int = 2, right: int = 3, reserve: int = 4
) -> LayLineup:
    """Return cards of the set *held* laid, by their numbers."""
    numbers = {Section.LEFT: left, Section.CENTER: center, Section.RIGHT: right}
    guards = {section: f"{held}_{number}" for section, number in numbers.items()}
    return LayLineup(seat=seat, guards=guards, reserve=f"{held}_{reserve}")


def chosen(ruleset: Ruleset = MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game in which both sides have taken their own first sets, and lay their cards."""
    game = new_game(ruleset)
    game = done(game, *(command for command in options(game) if not isinstance(command, ChooseMode)), mode)
    while isinstance(game.state.wait, SetsWait):
        assert game.state.wait.seat is not None
        own = [held for held in game.state.wait.sets if held.startswith(CAMPS[game.state.wait.seat])]
        game = done(game, ChooseSets(seat=game.state.wait.seat, sets=tuple(own[: game.state.wait.count])))
    assert isinstance(game.state.wait, LineupWait)
    return game


def laid(ruleset: Ruleset = MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game whose Guards are to be deployed: cards 1 to 3 of each side's first set, 4 the Reserve."""
    return done(chosen(ruleset, mode), *(lineup(seat, f"{camp}_a") for seat, camp in CAMPS.items()))


def put(unit: str, at: str) -> m.PlaceUnit:
    """Return the command that puts *unit* on *at*: ``human_blue_foot-1``."""
    return m.PlaceUnit(unit=UnitId(unit), at=Hex(at))


FINISH = FinishDeployment()


def deployed(game: Game, *placed: m.Command) -> Game:
    """Return *game* after *placed*, each done as soon as it can be, and all Guards finished."""
    left = list(placed)
    while isinstance(game.state.wait, DeployWait) and game.state.wait.part is not DeploymentPart.RESERVE:
        wait = game.state.wait
        now = [each for each in left if isinstance(each, m.PlaceUnit) and each.at in wait.hexes]
        game = done(game, *now, FINISH)
        left = [each for each in left if each not in now]
    assert not left
    return game


GREENS = (
    put("human_green_foot-1", "A2"),
    put("human_blue_foot-1", "F2"),
    put("human_green_foot-11", "A8"),
    put("human_green_archers-11", "F8"),
)
"""Units of Guards: north has more green banners."""


def scouted(ruleset: Ruleset = MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game in which north has scouted ahead, and south is to call its Reserve."""
    return deployed(laid(ruleset, mode), *GREENS)


def finished(game: Game) -> Game:
    """Return *game* with nothing more deployed."""
    while FINISH in options(game):
        game = done(game, FINISH)
    return game


def with_terrain(ruleset: Ruleset, **kinds: str) -> Ruleset:
    """Return *ruleset* with terrain on some hexes of its map."""
    more = {Hex(at): Tile(kind=TerrainId(kind)) for at, kind in kinds.items()}
    scenario = replace(ruleset.scenario, terrain={**ruleset.scenario.terrain, **more})
    return Ruleset(FIRST, ruleset.catalogue, ruleset.board, scenario)
