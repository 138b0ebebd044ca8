"""Positions read from text that people write.

``format_position`` tells everything that a state holds, one line a thing; a
position written by hand may leave out what is usual: units that are not named are
eliminated, the others whole, nobody has lore or points, the scenario's terrain lies
there, and orders are awaited.  Knows no rule.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Union, cast

import msgspec

from rules.kernel.catalogue import kind_of
from rules.kernel.hexes import Hex
from rules.kernel.messages import GrantOrders, OrdersWait
from rules.kernel.notation.words import parse_fields, parse_value
from rules.kernel.notation.writing import COUNTS, DECK, FLAGS, LORE_FLAGS, NOT_PLACED, owner
from rules.kernel.printed import Kind
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Fight, Side, State, Unit
from rules.kernel.values import (
    CardId,
    CardNumber,
    KindId,
    LoreId,
    Marker,
    Seat,
    Step,
    TerrainId,
    Tile,
    UnitId,
)


class NotationError(ValueError):
    """A position that cannot be read: every fault that was found, each with its line."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def parse_position(text: str, ruleset: Ruleset) -> Game:
    """Return the game that *text* describes: the opposite of ``format_position``.

    Lines may come in any order; what follows ``#`` is a comment.  Raises
    NotationError with every fault that there is.
    """
    reader = _PositionReader(ruleset)
    for number, line in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(^|\s)#.*", "", line).strip()
        if words:
            reader.read(words, number)
    return Game(ruleset, reader.finished())


def _any_of(sorts: Iterable[type[msgspec.Struct]]) -> object:
    """Return the union of *sorts*, an edition's waits or verbs."""
    return Union[tuple(sorts)]  # noqa: UP007


def title(unit: UnitId) -> str:
    """Return a unit's name for people: ``viper_legion-2`` is Viper Legion 2."""
    kind, _, number = unit.rpartition("-")
    return f"{kind.replace('_', ' ').title()} {number}"


class _PositionReader:
    """Collects what the lines of a position say, and their faults."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, edition = ruleset, ruleset.edition
        self.faults: list[str] = []
        self.units: dict[UnitId, Unit] = {}
        self.fields: dict[str, Any] = {
            "turn": 1,
            "active": ruleset.scenario.first,
            "first": ruleset.scenario.first,
            "step": Step.ORDER,
            "terrain": ruleset.scenario.terrain,
            "own": edition.setting_up.own(ruleset),
        }
        self.sides: dict[Seat, Side] = {}
        self.lists: dict[str, list[Any]] = {"grants": [], "extras": [], "fights": [], "waits": []}
        self.called: dict[UnitId, tuple[int, ...]] = {}
        self.readers: dict[str, Callable[[str], None]] = {
            "turn": self._turn,
            "first": lambda rest: self.fields.update(first=_seat(rest)),
            "card": lambda rest: self.fields.update(card=parse_value(rest)),
            "winner": lambda rest: self.fields.update(winner=_seat(rest)),
            "own": self._own,
            "deck": self._deck,
            "terrain": self._terrain,
            "banners": self._banners,
            "told": self._told,
            "cost": self._cost,
            "grant": self._listed("grants", GrantOrders, tag="verb"),
            "extra": self._listed("extras", _any_of(edition.verbs), tag="verb"),
            "fight": self._listed("fights", Fight[edition.battle.record]),  # type: ignore[name-defined]
            "awaits": self._listed("waits", _any_of(edition.waits), tag="wait"),
            **{str(seat): self._side_of(seat) for seat in self.ruleset.seats},
        }

    def read(self, line: str, number: int) -> None:
        """Take in one *line*; a fault is kept with its *number*."""
        key, colon, rest = line.partition(":")
        try:
            if colon and key.strip() in self.readers:
                self.readers[key.strip()](rest.strip())
            else:
                self._unit(line)
        except (ValueError, msgspec.DecodeError) as fault:
            self.faults.append(f"line {number}: {fault}")

    def finished(self) -> State:
        """Return the state that the lines make.  Raises NotationError for their faults."""
        standing = [unit.at for unit in self.units.values() if unit.at is not None]
        self.faults += [f"two units stand on {at}" for at in sorted(set(standing)) if standing.count(at) > 1]
        if self.faults:
            raise NotationError(self.faults)
        sides = {
            seat: self.sides[seat] if seat in self.sides else self._side("") for seat in self.ruleset.seats
        }
        units = {
            name: self.units[name] if name in self.units else self._new(name, None)
            for name in self.ruleset.scenario.units
        }
        self.lists["waits"] = self.lists["waits"] or [OrdersWait(seat=self.fields["active"])]
        self.fields.update((name, tuple(things)) for name, things in self.lists.items())
        return State(units=units | self.units, sides=sides, called=self.called, **self.fields)

    def _listed(self, field: str, sort: object, *, tag: str | None = None) -> Callable[[str], None]:
        def read(rest: str) -> None:
            self.lists[field].append(msgspec.convert(parse_fields(rest, tag=tag), cast(Any, sort)))

        return read

    def _own(self, rest: str) -> None:
        """Read what only the edition keeps of a game."""
        kept = type(self.ruleset.edition.setting_up.own(self.ruleset))
        self.fields.update(own=msgspec.convert(parse_fields(rest), kept))

    def _turn(self, rest: str) -> None:
        number, seat, step = _parts(rest, 3)
        self.fields.update(turn=_number(number), active=_seat(seat), step=Step(step))

    def _banners(self, rest: str) -> None:
        banners: dict[Hex, int] = {}
        for part in filter(None, map(str.strip, rest.split(","))):
            at, _, points = part.partition(" ")
            banners[self._hex(at)] = _number(points)
        self.fields.update(banners=banners)

    def _told(self, rest: str) -> None:
        """Read ``obscenes combat 4, move 1``: numbers on a unit's card that the table has told."""
        name, _, numbers = rest.partition(" ")
        if name not in self.ruleset.catalogue.kinds:
            raise ValueError(f"no unit is called {name!r}")
        told: dict[CardNumber, int] = {}
        for part in filter(None, map(str.strip, numbers.split(","))):
            number, _, value = part.partition(" ")
            told[CardNumber(number)] = _number(value)
        self.fields.setdefault("told", {})[KindId(name)] = told

    def _cost(self, rest: str) -> None:
        """Read ``battle_cry 3``: what a lore card costs, as the table has told."""
        name, _, cost = rest.partition(" ")
        if name not in self.ruleset.catalogue.lore:
            raise ValueError(f"no lore card is called {name!r}")
        self.fields.setdefault("told_costs", {})[LoreId(name)] = _number(cost)

    def _terrain(self, rest: str) -> None:
        terrain: dict[Hex, Tile] = {}
        for part in filter(None, map(str.strip, rest.split(","))):
            at, *words = part.split()
            terrain[self._hex(at)] = self._tile(at, words)
        self.fields.update(terrain=terrain)

    def _tile(self, at: str, words: list[str]) -> Tile:
        """Return the tile that *words* tell: its kind and, where there are any, its token and its owner."""
        known = self.ruleset.catalogue.terrain
        names = [TerrainId(word) for word in words if word not in set(Seat)]
        for name in names:
            if name not in known:
                raise ValueError(f"there is no terrain {name!r}")
        if not 1 <= len(names) <= 2:
            raise ValueError(f"{at} needs a tile, and may have one token on it")
        kind, token = names[0], names[1] if len(names) == 2 else None
        if known[kind].on or (token is not None and kind not in known[token].on):
            raise ValueError(f"no {' '.join(names)} can lie on {at}")
        owners = [Seat(word) for word in words if word in set(Seat)]
        return Tile(kind=kind, token=token, owner=owners[0] if owners else None)

    def _deck(self, rest: str) -> None:
        for part in map(str.strip, rest.split(",")):
            count, _, what = part.partition(" ")
            if what not in DECK:
                raise ValueError(f"{part!r} is no number of cards left or discarded")
            self.fields[DECK[what]] = _number(count)

    def _side_of(self, seat: Seat) -> Callable[[str], None]:
        def read(rest: str) -> None:
            self.sides[seat] = self._side(rest)

        return read

    def _side(self, text: str) -> Side:
        """Return what *text* tells of a player; he has the hands that the scenario deals unless it tells."""
        scenario = self.ruleset.scenario
        fields: dict[str, Any] = {"cards": scenario.hand, "lore_cards": scenario.lore_hand or 0}
        for part in filter(None, map(str.strip, text.split(","))):
            count, _, what = part.partition(" ")
            if part.startswith("lore known "):
                fields["known_lore"] = tuple(map(LoreId, part.split()[2:]))
            elif count == "known":
                fields["known"] = tuple(map(CardId, what.split()))
            elif part in LORE_FLAGS:
                fields[LORE_FLAGS[part]] = True
            elif what in COUNTS:
                fields[COUNTS[what]] = _number(count)
            else:
                raise ValueError(f"{part!r} is no number of lore, points or cards")
        return Side(**fields)

    def _hex(self, name: str) -> Hex:
        if name not in self.ruleset.board:
            raise ValueError(f"there is no hex {name!r}")
        return Hex(name)

    def _new(self, name: UnitId, at: Hex | None) -> Unit:
        kind = self._kind(name)
        figures = kind.figures if at is not None else 0
        health = kind.health if kind.damage_tokens else None
        seat = owner(self.ruleset, name) or self.ruleset.seats[0]
        return Unit(id=name, kind=kind.id, seat=seat, at=at, figures=figures, health=health)

    def _kind(self, name: UnitId) -> Kind:
        """Return the kind of a unit: one of the scenario's, or of those that may come in."""
        scenario, recruits = self.ruleset.scenario, self.ruleset.edition.setting_up.recruits(self.ruleset)
        kind = self.ruleset.catalogue.kinds.get(kind_of(name))
        if kind is None or not (name in scenario.units or (recruits and _is_numbered(name))):
            raise ValueError(f"there is no unit {name!r} in this scenario")
        if owner(self.ruleset, name) is None and kind.id not in recruits:
            raise ValueError(f"nobody plays {kind.faction}, the faction of {name}")
        return kind

    def _unit(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        unit = UnitId(name)
        kind = self._kind(unit)
        most = self.ruleset.most_figures(kind)
        if unit in self.units:
            raise ValueError(f"{name} is named twice")
        place, *parts = (part.strip() for part in rest.split(","))
        at = None if place in ("eliminated", NOT_PLACED) else self._hex(place.removeprefix("at "))
        made = self._new(unit, at)
        if place == NOT_PLACED:
            made = msgspec.structs.replace(made, figures=kind.figures)
        for part in parts:
            made = self._with(made, part)
        if owner(self.ruleset, unit) is None and not any(part.startswith("of ") for part in parts):
            raise ValueError(f"{name} may be anybody's: say whose it is, as in {name} at B2, of south")
        if made.figures > most:
            raise ValueError(f"{name} has at most {most} figures")
        self.units[unit] = made

    def _with(self, unit: Unit, part: str) -> Unit:
        """Return *unit* with what *part* says of it."""
        if part in FLAGS:
            return msgspec.structs.replace(unit, **{part: True})
        if part in set(Marker):
            return msgspec.structs.replace(unit, markers=(*unit.markers, Marker(part)))
        if part.startswith("stood at "):
            return msgspec.structs.replace(unit, stood=self._hex(part.removeprefix("stood at ")))
        if part.startswith("of "):
            return msgspec.structs.replace(unit, seat=_seat(part.removeprefix("of ")))
        if part.startswith("called by"):
            self.called[unit.id] = tuple(_number(word) for word in part.split()[2:])
            return unit
        counted = re.fullmatch(r"(\d+) (figures?|damage|attacks?)", part)
        if counted is None:
            raise ValueError(f"{unit.id}: {part!r} says nothing that is known")
        field = {"f": "figures", "d": "damage", "a": "attacks"}[counted[2][0]]
        return msgspec.structs.replace(unit, **{field: int(counted[1])})


def _is_numbered(name: UnitId) -> bool:
    """Return whether *name* ends as units' names do: ``-2``."""
    return re.fullmatch(r".+-[1-9]\d*", name) is not None


def _parts(text: str, count: int) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count:
        raise ValueError(f"expected {count} things with commas between, got {text!r}")
    return parts


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise ValueError(f"{text!r} is no number" if text else "a number is missing")
    return int(text)


def _seat(text: str) -> Seat:
    if text not in set(Seat):
        raise ValueError(f"{text!r} is no seat: south or north")
    return Seat(text)
