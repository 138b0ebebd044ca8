"""Errands: what hands must still do at the table so that it stands as the books say.

They are found by comparing the game before and after, so an undo and a
correction have theirs too.  Errands about places are done when the camera sees
them done; those about figures, tokens and markers, which it does not see, when
the next thing happens.  Either can be ticked by a tap.
"""

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum

import msgspec

from rules.game import Game
from rules.hexes import Hex
from rules.state import Unit
from rules.values import Tile, UnitId
from rules.view import unit_name

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class ErrandKind(StrEnum):
    """What sort of thing is to be done; PLACE and REMOVE can be seen by the camera."""

    PLACE = "place"
    REMOVE = "remove"
    FIGURES = "figures"
    TOKENS = "tokens"
    MARKER = "marker"
    BANNER = "banner"
    TERRAIN = "terrain"


SEEN_BY_CAMERA: Collection[ErrandKind] = (ErrandKind.PLACE, ErrandKind.REMOVE)


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do.  *at* is where to (REMOVE: where from); *unit* None: no unit is meant."""

    id: int
    kind: ErrandKind
    text: str
    unit: UnitId | None
    at: Hex | None

    def is_done(self, seen: Mapping[UnitId, Hex]) -> bool:
        """Return whether the camera, seeing units at *seen*, sees this errand done."""
        if self.unit is None or self.kind not in SEEN_BY_CAMERA:
            return False
        if self.kind is ErrandKind.REMOVE:
            return self.unit not in seen
        return seen.get(self.unit) == self.at


def errands_between(before: Game, after: Game, *, first: int) -> tuple[Errand, ...]:
    """Return what hands must do to turn a table of *before* into one of *after*, numbered from *first*."""
    old, new = before.state.units, after.state.units
    found = [errand for name, unit in new.items() if name in old for errand in _about(after, old[name], unit)]
    found += [_joins(after, unit) for name, unit in new.items() if name not in old and unit.at is not None]
    found += [
        _errand(ErrandKind.REMOVE, f"Take {unit_name(after, name)} from {unit.at}", unit, unit.at)
        for name, unit in old.items()
        if name not in new and unit.at is not None
    ]
    found += _terrain(before, after)
    found += _banners(before, after)
    return tuple(msgspec.structs.replace(errand, id=first + index) for index, errand in enumerate(found))


def _about(game: Game, before: Unit, after: Unit) -> Iterator[Errand]:
    """Yield the errands about one unit: figures and markers first, then its place."""
    name = unit_name(game, after.id)
    if after.at is None:
        if before.at is not None:
            yield _errand(ErrandKind.REMOVE, f"Take {name} from {before.at}", after, before.at)
        return
    stands = before.at or after.at
    yield from _figures(game, name, before, after, stands)
    for marker in after.markers:
        if marker not in before.markers:
            yield _errand(ErrandKind.MARKER, f"Put a {marker} marker beside {name}", after, stands)
    for marker in before.markers:
        if marker not in after.markers:
            yield _errand(ErrandKind.MARKER, f"Take the {marker} marker from {name}", after, stands)
    if before.at is None:
        yield _errand(ErrandKind.PLACE, f"Put {name} on {after.at}", after, after.at)
    elif before.at != after.at:
        yield _errand(ErrandKind.PLACE, f"Move {name} from {before.at} to {after.at}", after, after.at)


def _figures(game: Game, name: str, before: Unit, after: Unit, stands: Hex) -> Iterator[Errand]:
    lost = before.figures - after.figures
    if before.at is not None and lost > 0:
        yield _errand(
            ErrandKind.FIGURES, f"Take {_count(lost, 'figure')} from {name} in {stands}", after, stands
        )
    elif before.at is not None and lost < 0:
        yield _errand(
            ErrandKind.FIGURES, f"Add {_count(-lost, 'figure')} to {name} in {stands}", after, stands
        )
    hurt = after.damage - before.damage
    if hurt > 0:
        yield _errand(ErrandKind.TOKENS, f"Put {_count(hurt, 'damage token')} beside {name}", after, stands)
    elif hurt < 0:
        yield _errand(ErrandKind.TOKENS, f"Take {_count(-hurt, 'damage token')} from {name}", after, stands)


def _joins(game: Game, unit: Unit) -> Errand:
    """Return the errand to put a unit that was in no army before, with its figures."""
    assert unit.at is not None
    with_figures = "" if unit.health is not None else f" with {_count(unit.figures, 'figure')}"
    return _errand(
        ErrandKind.PLACE, f"Put {unit_name(game, unit.id)} on {unit.at}{with_figures}", unit, unit.at
    )


def _terrain(before: Game, after: Game) -> Iterator[Errand]:
    """Yield the errands about tiles and the tokens on them: what goes first, then what comes."""
    old = {at: _pieces(before, tile) for at, tile in before.state.terrain.items()}
    new = {at: _pieces(after, tile) for at, tile in after.state.terrain.items()}
    for at, pieces in old.items():
        for piece in reversed(pieces):
            if piece not in new.get(at, ()):
                yield _errand(ErrandKind.TERRAIN, f"Take the {piece} from {at}", None, at)
    for at, pieces in new.items():
        for piece in pieces:
            if piece not in old.get(at, ()):
                yield _errand(ErrandKind.TERRAIN, f"Put the {piece} on {at}", None, at)


def _pieces(game: Game, tile: Tile) -> tuple[str, ...]:
    """Return what lies in a tile's hex, the lowest first: "river", "ford"."""
    names = game.ruleset.catalogue.terrain
    lowest = names[tile.kind].name.lower()
    if tile.owner is not None:
        lowest += f" of the {game.ruleset.catalogue.factions[game.ruleset.scenario.factions[tile.owner]]}"
    return (lowest,) if tile.token is None else (lowest, names[tile.token].name.lower())


def _banners(before: Game, after: Game) -> list[Errand]:
    old, new = before.state.banners, after.state.banners
    put = [
        _errand(ErrandKind.BANNER, f"Put a banner marker on {at}", None, at) for at in new if at not in old
    ]
    taken = [
        _errand(ErrandKind.BANNER, f"Take the banner marker from {at}", None, at)
        for at in old
        if at not in new
    ]
    return put + taken


def _errand(kind: ErrandKind, text: str, unit: Unit | None, at: Hex) -> Errand:
    return Errand(id=0, kind=kind, text=text, unit=None if unit is None else unit.id, at=at)


def _count(number: int, thing: str) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {thing}{'' if number == 1 else 's'}"
