"""What the ground does to a unit: entering, stopping, sight, shelter (RB p. 13; Ref, Terrain).

Knows no dice and no order of play.
"""

from collections.abc import Collection, Iterable, Mapping
from weakref import WeakKeyDictionary

from rules.kernel.chapters.abilities import Question, ask, flies, rule_of
from rules.kernel.course import refusal
from rules.kernel.hexes import Hex
from rules.kernel.messages import Refusal
from rules.kernel.printed import Terrain
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.sight import Sight, line_of_sight
from rules.kernel.state import Unit
from rules.kernel.values import TerrainId, Tile, Why

_SEEN: WeakKeyDictionary[Ruleset, tuple[Mapping[Hex, Tile], frozenset[Hex]]] = WeakKeyDictionary()


def ground_at(game: Game, at: Hex) -> Terrain | None:
    """Return the terrain that counts on *at*, a ford or bridge before its water; None for clear ground."""
    tile = game.state.terrain.get(at)
    return None if tile is None else game.ruleset.catalogue.terrain[tile.token or tile.kind]


def ground_under(game: Game, unit: Unit) -> Terrain | None:
    """Return the terrain that counts for *unit* in combat: none for one that flies (Ref, Flying)."""
    if not game.state.terrain or unit.at is None or flies(game, unit):
        return None
    return ground_at(game, unit.at)


def can_enter(game: Game, unit: Unit, at: Hex) -> bool:
    """Return whether *unit* may move into the terrain on *at*, whoever stands there (RB p. 13)."""
    ground = ground_at(game, at)
    if ground is None:
        return True
    if not ask(game, Question.ENTERS, unit, 1, ground=ground):
        return False
    if not ground.impassable or flies(game, unit):
        return True
    traits = game.kind(unit).traits
    return any(special.lets_enter(traits, ground.id) for special in game.specials(unit.seat))


def no_entry(game: Game, unit: Unit, at: Hex) -> Refusal:
    """Return why *unit* cannot stand on *at*, which ``can_enter`` has said."""
    ground = ground_at(game, at)
    assert ground is not None
    if ground.impassable:
        return refusal(game, Why.IMPASSABLE, "water", unit)
    rule = rule_of(game, Question.ENTERS, unit, 1, ground=ground, usual="massive")
    return refusal(game, Why.TOO_MASSIVE, rule, unit)


def must_stop(game: Game, unit: Unit, at: Hex) -> bool:
    """Return whether *unit* ends its movement on *at* (RB p. 13)."""
    ground = ground_at(game, at)
    if ground is None or not ground.stops or flies(game, unit):
        return False
    return not any(special.lets_pass(ground.id) for special in game.specials(unit.seat))


def sight_of(game: Game, unit: Unit, end: Hex, units: Collection[Hex]) -> Sight:
    """Return what *unit* sees of *end*, past the hexes with *units* (RB p. 8): from a hill, over them all."""
    assert unit.at is not None
    ground = ground_under(game, unit)
    over_units = ground is not None and ground.sees_over_units
    return line_of_sight(
        game.ruleset.board, unit.at, end, units=() if over_units else units, blocking=_blocking(game)
    )


def _blocking(game: Game) -> frozenset[Hex]:
    """Return every hex whose tile blocks sight; remembered until the terrain changes."""
    tiles = game.state.terrain
    seen = _SEEN.get(game.ruleset)
    if seen is None or seen[0] is not tiles:
        kinds = game.ruleset.catalogue.terrain
        blocking = frozenset(at for at, tile in tiles.items() if kinds[tile.kind].blocks_sight)
        seen = _SEEN[game.ruleset] = (tiles, blocking)
    return seen[1]


def is_near(game: Game, at: Hex, kinds: Iterable[TerrainId]) -> bool:
    """Return whether *at* or a hex next to it has one of *kinds* as its tile."""
    tiles, wanted = game.state.terrain, set(kinds)
    places = (at, *game.ruleset.around[at])
    return any(place in tiles and tiles[place].kind in wanted for place in places)
