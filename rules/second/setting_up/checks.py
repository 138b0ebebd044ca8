"""What a set-up still lacks, and where a piece may stand while the board is set up (RB p. 17).

Knows no order of steps: ``rules.second.setting_up.placing`` does.
"""

from rules.kernel.chapters import corrections
from rules.kernel.chapters.terrain import can_enter, ground_at, no_entry
from rules.kernel.course import Checks, refusal
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceTerrain, SetUpWait
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Seat, Step, TerrainId, Why
from rules.second.printed import muster_of
from rules.second.setting_up.maps import is_own_half, scenario_card
from rules.second.state.game import setting_in

TENT = TerrainId("command_tent")


def banners_missing(game: Game) -> int:
    """Return how many of the scenario's banners lie nowhere yet."""
    return max(0, game.ruleset.scenario.banners.count - len(game.state.banners))


def units_missing(game: Game) -> int:
    """Return how many units have their figures and no place yet; one taken off by a correction has none."""
    return sum(unit.at is None and unit.figures > 0 for unit in game.state.units.values())


def pieces_wait(game: Game) -> SetUpWait:
    """Return the wait for what has no place yet."""
    return SetUpWait(banners=banners_missing(game), units=units_missing(game))


def tent_of(game: Game, seat: Seat) -> Hex | None:
    """Return where *seat*'s command tent stands, or None."""
    tiles = game.state.terrain.items()
    return next((at for at, tile in tiles if tile.kind == TENT and tile.owner is seat), None)


def has_tent(game: Game, seat: Seat) -> bool:
    """Return whether a command tent belongs to *seat*'s open army."""
    setting = setting_in(game.state)
    if setting is None or not setting.armies_open or seat not in setting.armies:
        return False
    return setting.armies[seat].tent


def check_standing(game: Game, unit: Unit, at: Hex) -> Checks:
    """Yield why *unit* may not be deployed on *at* (RB p. 17): its card, the ground, its tent.

    Where the map is not known to us, it is his half of the board that counts.
    """
    card, ground = scenario_card(game, unit.seat), ground_at(game, at)
    is_full = muster_of(game.ruleset.scenario) is not None
    has_own_card = is_full and ground is not None and ground.id == TENT
    if has_own_card or (card is not None and card.deployment and at not in card.deployment):
        yield refusal(game, Why.NO_DEPLOYMENT_HEX, "deployment", unit)
    elif is_full and not is_own_half(game.ruleset.board, unit.seat, at):
        yield refusal(game, Why.NOT_ON_OWN_HALF, "deployment", unit)
    if not can_enter(game, unit, at):
        yield no_entry(game, unit, at)
    if is_full and is_in_front(game, unit.seat, at):
        yield refusal(game, Why.IN_FRONT_OF_TENT, "tent", unit)


def is_in_front(game: Game, seat: Seat, at: Hex) -> bool:
    """Return whether *at* lies in a row farther from *seat*'s edge than his own tent (RB p. 17)."""
    tent = tent_of(game, seat)
    if tent is None:
        return False
    row, tent_row = (game.ruleset.board.spots[place].y for place in (at, tent))
    return row > tent_row if seat.is_south else row < tent_row


def check_terrain(game: Game, command: PlaceTerrain) -> Checks:
    """Yield why no such tile can lie there; a tent is deployed on clear ground (RB p. 17)."""
    yield from corrections.check_terrain(game, command)
    is_deployed = muster_of(game.ruleset.scenario) is not None and game.state.step is Step.SET_UP
    lies = game.state.terrain.get(command.at)
    if is_deployed and command.tile.kind == TENT and lies is not None and lies.kind != TENT:
        yield refusal(game, Why.NOT_CLEAR, "tent")
