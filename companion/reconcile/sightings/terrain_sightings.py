"""What the tags of terrain say: which tiles and tokens lie where, as far as that is news.

A tag under a unit, a hand or a reflection is unknown, not gone.  What is plainly new is
told; what would change terrain that is known during play is only proposed.  Knows no
thread and no store.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from companion.reconcile.editions import LAID, grounds
from companion.reconcile.editions.edition_sight import Commands
from companion.reconcile.referee import try_all
from companion.reconcile.sightings.terrain_tags import named, tile_of
from rules.first.play.asking import landmarks_on
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, PlaceTerrain, Refusal, RemoveTerrain
from rules.kernel.printed import Terrain
from rules.kernel.values import Step, TerrainId, Tile, UnitId
from vision.sightings import Observation


class Proposal(NamedTuple):
    """What the tags say has changed; *key* tells the same occasion from another one."""

    key: object
    commands: Commands


class _Tags(NamedTuple):
    """What the tags in a hex show: a tile, a token on it, or both."""

    tile: Tile | None
    token: TerrainId | None
    pieces: tuple[str, ...]


class TerrainSightings:
    """Where tags of terrain are seen, and where each lay when the journal took it in."""

    def __init__(self) -> None:
        self._seen: dict[str, Hex] = {}
        self._doubtful: frozenset[Hex] = frozenset()
        self._known: dict[str, Hex] = {}
        self._taken: Collection[Hex] = ()
        self._is_first = True
        self._has_tags = False

    def hear(self, observation: Observation, game: Game) -> None:
        """Take in where the tags of terrain lie."""
        kinds = grounds(game.ruleset.catalogue)
        self._seen = {piece: at for piece, at in observation.pieces.items() if tile_of(piece, kinds)}
        self._doubtful = frozenset(observation.doubtful)
        self._has_tags = self._has_tags or bool(self._seen)

    def disbelieve(self, hexes: Collection[Hex]) -> None:
        """Take people's word for the terrain on *hexes* until a tag that lies there is seen elsewhere."""
        self._known |= {piece: at for piece, at in self._seen.items() if at in hexes}

    def news(self, game: Game, taken: Collection[Hex]) -> Commands:
        """Return what the tags say that is plainly so; () where they say nothing new.

        From *taken* hexes terrain has been taken on people's word or by the rules: a tag that still
        lies there when a game goes on is not new, and one that comes back is asked about.
        """
        self._taken = taken
        self._learn(game)
        self._is_first = False
        told: Commands = ()
        for at in self._hexes(game):
            commands, is_plain = self._change(game, at)
            after = try_all(game, commands) if is_plain else game
            if commands and is_plain and not isinstance(after, Refusal):
                game, told = after, (*told, *commands)
        return told

    def proposal(self, game: Game, *, may_hide: bool) -> Proposal | None:
        """Return what the tags say that people must confirm, if anything.

        *may_hide*: some unit is not seen, and may stand on a tag.
        """
        for at in self._hexes(game):
            commands, is_plain = self._change(game, at)
            if commands and not is_plain:
                return Proposal(("terrain", at, tuple(sorted(self._fresh(at)))), commands)
        for piece, at in self._known.items():
            if not may_hide and self._is_gone(game, piece, at):
                return Proposal(("gone", at, piece), _lifted(game, {at: [piece]}))
        return None

    def puzzling(self, game: Game) -> tuple[Hex, ...]:
        """Return where fresh tags make no terrain: a token without water, or two tiles."""
        if type(game.state.wait) in LAID:
            return ()  # a ford or a Landmark may wait for its turn
        return tuple(at for at in self._hexes(game) if self._fresh(at) and not self._change(game, at)[0])

    def refused(self, game: Game) -> Refusal | None:
        """Return why what is laid as the answer to what *game* waits for cannot lie there, if anything is."""
        if type(game.state.wait) in LAID:
            for at in self._hexes(game):
                after = try_all(game, self._change(game, at)[0])
                if isinstance(after, Refusal):
                    return after
        return None

    def is_done(self, game: Game, at: Hex) -> bool:
        """Return whether *at* is seen to be as the journal has it, at a table that has such tags."""
        tile, tags = game.state.terrain.get(at), self._tags(game, at)
        if tile is None:
            return self._has_tags and not tags.pieces and self._is_open(game, at)
        is_all = bool(tags.pieces) and all(_agrees(game, at, piece) for piece in tags.pieces)
        return is_all and tags.token == tile.token

    def _learn(self, game: Game) -> None:
        """Note the tags that say what the journal says; forget those that have gone with their terrain."""
        for piece, at in self._seen.items():
            is_old = self._is_first and at in self._taken and at not in game.state.terrain
            if is_old or _agrees(game, at, piece):
                self._known[piece] = at
        for piece, at in list(self._known.items()):
            if piece not in self._seen and self._is_open(game, at) and not _agrees(game, at, piece):
                del self._known[piece]

    def _hexes(self, game: Game) -> list[Hex]:
        """Return where tags of terrain are seen, in the board's order."""
        return sorted(set(self._seen.values()), key=game.ruleset.places.__getitem__)

    def _fresh(self, at: Hex) -> list[str]:
        """Return the pieces on *at* that the journal has not taken in there."""
        return [piece for piece, place in self._seen.items() if place == at != self._known.get(piece)]

    def _tags(self, game: Game, at: Hex) -> _Tags:
        """Return what the tags in hex *at* show; no pieces where they contradict each other."""
        kinds = grounds(game.ruleset.catalogue)
        pieces = tuple(piece for piece, place in self._seen.items() if place == at)
        said = {tile for piece in pieces if (tile := tile_of(piece, kinds)) is not None}
        tiles = [tile for tile in said if not kinds[tile.kind].on]
        tokens = [tile.kind for tile in said if kinds[tile.kind].on]
        if len(tiles) > 1 or len(tokens) > 1:
            return _Tags(None, None, ())
        return _Tags(tiles[0] if tiles else None, tokens[0] if tokens else None, pieces)

    def _change(self, game: Game, at: Hex) -> tuple[Commands, bool]:
        """Return what fresh tags in hex *at* change, and whether that is plainly so."""
        tags, fresh = self._tags(game, at), self._fresh(at)
        laid = _laid(game, at, tags) if fresh and tags.pieces else ()
        left: dict[Hex, list[str]] = {}
        for piece in fresh:
            before = self._known.get(piece)
            if laid and before is not None and self._has_left(game, piece, before):
                left.setdefault(before, []).append(piece)
        is_free = game.state.step is Step.SET_UP or not (left or _contradicts(game, at, tags))
        is_plain = is_free and (at not in self._taken or at in game.state.terrain)
        return (*_lifted(game, left), *laid), is_plain

    def _has_left(self, game: Game, piece: str, before: Hex) -> bool:
        """Return whether the journal has on *before* what *piece* shows, and no other tag shows it there."""
        others = [other for other, at in self._seen.items() if at == before]
        is_shown = any(kind_of(UnitId(other)) == kind_of(UnitId(piece)) for other in others)
        return _agrees(game, before, piece) and not is_shown

    def _is_gone(self, game: Game, piece: str, at: Hex) -> bool:
        """Return whether nothing hides the hex *at* where *piece* lay, and it is not seen."""
        return piece not in self._seen and self._is_open(game, at) and self._has_left(game, piece, at)

    def _is_open(self, game: Game, at: Hex) -> bool:
        """Return whether a tag on *at* would be seen: no unit stands there, and the hex is not in doubt."""
        return at not in self._doubtful and game.state.standing_on(at) is None


def _laid(game: Game, at: Hex, tags: _Tags) -> Commands:
    """Return what lays down all that *tags* show; nothing for a token without water under it."""
    kinds, known = grounds(game.ruleset.catalogue), game.state.terrain.get(at)
    if answer := LAID.get(type(game.state.wait)):
        answered = answer(game, game.state.wait, at, tags.pieces)
        if answered is not None:
            return answered
    tile = known if tags.tile is None or _is_ground(kinds, known, tags.tile) else tags.tile
    if tile is None:
        return ()
    token = tile.token
    if tags.token is not None and tile.kind in kinds[tags.token].on:
        token = tags.token
    tile = replace(tile, token=token)
    return () if tile == known else (PlaceTerrain(at=at, tile=tile),)


def _lifted(game: Game, left: Mapping[Hex, Iterable[str]]) -> Commands:
    """Return what takes the pieces away that have *left* their hexes: a tile with its token, or the token."""
    kinds = grounds(game.ruleset.catalogue)
    commands = list[Command]()
    for at, pieces in left.items():
        if all(kinds[tile.kind].on for piece in pieces if (tile := tile_of(piece, kinds)) is not None):
            commands.append(PlaceTerrain(at=at, tile=replace(game.state.terrain[at], token=None)))
        else:
            commands.append(RemoveTerrain(at=at))
    return tuple(commands)


def _contradicts(game: Game, at: Hex, tags: _Tags) -> bool:
    """Return whether *tags* show another tile or token than lies in *at* by the journal."""
    known = game.state.terrain.get(at)
    if known is None:
        return False
    is_other = tags.tile is not None and not _is_ground(grounds(game.ruleset.catalogue), known, tags.tile)
    return is_other or (tags.token is not None and known.token not in (None, tags.token))


def _agrees(game: Game, at: Hex, piece: str) -> bool:
    """Return whether the journal has in *at* what *piece* shows."""
    kinds, known = grounds(game.ruleset.catalogue), game.state.terrain.get(at)
    tile = tile_of(piece, kinds)
    assert tile is not None, "only terrain is kept"
    name, _ = named(piece, kinds)
    lying = landmarks_on(game).get(at)
    if name != tile.kind and lying is not None and lying.id != name:
        return False
    return _is_ground(kinds, known, tile) or (known is not None and known.token == tile.kind)


def _is_ground(kinds: Mapping[str, Terrain], known: Tile | None, tile: Tile) -> bool:
    """Return whether *known* ground is *tile*; rivers that end in the open have become lakes (RB p. 15)."""
    if known is None or kinds[tile.kind].on:
        return False
    is_water = kinds[known.kind].is_water and kinds[tile.kind].is_water
    return is_water or (known.kind == tile.kind and tile.owner in (None, known.owner))
