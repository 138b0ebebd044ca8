"""Set-ups that arrange themselves: cards, terrain, fords, armies and pieces, up to the first turn."""

from random import Random

from rules.kernel import messages as m
from rules.kernel.decide import decide, options
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import CAMPS, KindId, Seat, TerrainId, Tile, Why
from rules.second import messages as second
from rules.second.setting_up.checks import has_tent, tent_of
from rules.second.setting_up.maps import scenario_card
from rules.second.setting_up.mustering import check_muster
from tests.rules.fancies import random_tile

MIDDLE = "456"
BANNERS = 3
TILES = 14
TENT = TerrainId("command_tent")
HOME = {Seat.SOUTH: "12", Seat.NORTH: "98"}


def next_piece(game: Game, chance: Random) -> m.Command:
    """Return the next legal command of a set-up."""
    match game.state.wait:
        case second.TerrainWait():
            return _terrain(game, chance)
        case second.MusterWait(missing=missing):
            cards = [offer for offer in options(game) if getattr(offer, "seat", None) in missing]
            listed = cards and chance.random() < 0.2
            return chance.choice(cards) if listed else _army(game, missing[0], chance)
        case m.SetUpWait():
            return _piece(game, chance)
        case _:
            return chance.choice(options(game))


def _terrain(game: Game, chance: Random) -> m.Command:
    """Lay terrain and banners until there are enough of them; water only in the middle."""
    state, board = game.state, game.ruleset.board
    free = [at for at in board.hexes if at not in state.terrain and at not in state.banners]
    middle = [at for at in free if at[1] in MIDDLE]
    if len(state.terrain) < TILES:
        tile = random_tile(chance)
        kind = game.ruleset.catalogue.terrain[tile.kind]
        return m.PlaceTerrain(at=chance.choice(middle if kind.impassable else free), tile=tile)
    if len(state.banners) < BANNERS:
        return m.PlaceBanner(at=chance.choice(middle))
    return second.FinishTerrain()


def _army(game: Game, seat: Seat, chance: Random) -> second.Muster:
    """Return an army of *seat*'s whose points allow it; now and then with a tent."""
    muster, faction = game.ruleset.scenario.muster, game.ruleset.scenario.factions[seat]
    assert muster is not None
    kinds = [kind for kind in game.ruleset.catalogue.kinds.values() if kind.faction == faction]
    tent = chance.random() < 0.5
    units: dict[KindId, int] = {}
    for _ in range(4 * muster.cards):
        kind = chance.choice(kinds)
        more = {**units, kind.id: units.get(kind.id, 0) + 1}
        wrong = check_muster(game, second.Muster(seat=seat, units=more, tent=tent))
        too_few = sum(more.values()) < muster.cards - muster.decoys  # more of them are to come
        if {refused.why for refused in wrong} <= ({Why.WRONG_NUMBER_OF_CARDS} if too_few else set()):
            units = more
    return second.Muster(seat=seat, units=units, tent=tent)


def _piece(game: Game, chance: Random) -> m.Command:
    """Put a banner, a tent or a unit down where it may be; then start."""
    state, board = game.state, game.ruleset.board
    if len(state.banners) < game.ruleset.scenario.banners.count:
        return m.PlaceBanner(
            at=chance.choice([at for at in board.hexes if at[1] in MIDDLE and at not in state.banners])
        )
    for seat in CAMPS:
        if has_tent(game, seat) and tent_of(game, seat) is None:
            return m.PlaceTerrain(at=_tent(game, seat, chance), tile=Tile(kind=TENT, owner=seat))
    unit = next((unit for unit in state.units.values() if unit.at is None), None)
    if unit is not None:
        return _put(game, unit, chance)
    return m.StartGame(preset=chance.random() < 0.3)


def _tent(game: Game, seat: Seat, chance: Random) -> Hex:
    """Return a clear hex of *seat*'s second row, where its card lets it deploy."""
    card = scenario_card(game, seat)
    places = card.deployment if card is not None and card.deployment else game.ruleset.board.hexes
    row = HOME[seat][1]
    return chance.choice([at for at in places if at[1] == row and at not in game.state.terrain])


def _put(game: Game, unit: Unit, chance: Random) -> m.PlaceUnit:
    taken = game.state.occupied()
    homes = [at for at in game.ruleset.board.hexes if at[1] in HOME[unit.seat] and at not in taken]
    for at in chance.sample(homes, len(homes)):
        place = m.PlaceUnit(unit=unit.id, at=at)
        if not isinstance(decide(game, place), m.Refusal):
            return place
    raise AssertionError(f"there is no place for {unit.id}")
