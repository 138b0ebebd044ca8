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
    ModeWait,
    SetsWait,
)
from rules.first.printed.deployment import DeploymentCard
from rules.first.table import ArmyMode, DeploymentPart, arms_of
from rules.first.variants.call_to_arms.armies import parts_of
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
LARGE_MAP = rules("three_fronts", "call_to_arms")
ALLIED_MAP = rules("three_fronts", "call_to_arms", "reluctant_allies")
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
    seat: Seat,
    held: str,
    left: int = 1,
    center: int = 2,
    right: int = 3,
    reserve: int | None = 4,
    scout: int | None = None,
) -> LayLineup:
    """Return cards of the set *held* laid, by their numbers."""
    numbers = {Section.LEFT: left, Section.CENTER: center, Section.RIGHT: right}
    guards = {section: f"{held}_{number}" for section, number in numbers.items()}
    others = {name: n and f"{held}_{n}" for name, n in (("reserve", reserve), ("scout", scout))}
    return LayLineup(seat=seat, guards=guards, **others)


def drawn(game: Game, seat: Seat) -> LayLineup:
    """Return *seat*'s cards of its first set laid: 1 to 3 as Guards, 4 as Reserve, 5 as Scout Guard."""
    parts = parts_of(game.ruleset)
    reserve = 4 if DeploymentPart.RESERVE in parts else None
    scout = 5 if DeploymentPart.SCOUT in parts else None
    return lineup(seat, arms_of(game.state).sets[seat][0], reserve=reserve, scout=scout)


def chosen(ruleset: Ruleset = MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game in which all sides have taken their own first sets, and lay their cards."""
    game = new_game(ruleset)
    while not isinstance(game.state.wait, ModeWait | SetsWait):
        game = done(game, options(game)[0])
    if isinstance(game.state.wait, ModeWait):
        game = done(game, mode)
    while isinstance(game.state.wait, SetsWait):
        assert game.state.wait.seat is not None
        own = [held for held in game.state.wait.sets if held.startswith(CAMPS[game.state.wait.seat.camp])]
        game = done(game, ChooseSets(seat=game.state.wait.seat, sets=tuple(own[: game.state.wait.count])))
    assert isinstance(game.state.wait, LineupWait)
    return game


def laid(ruleset: Ruleset = MAP, mode: ChooseMode = IMPROMPTU) -> Game:
    """Return a game whose Guards are to be deployed: of each side's first set."""
    game = chosen(ruleset, mode)
    return done(game, *(drawn(game, seat) for seat in ruleset.seats))


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
