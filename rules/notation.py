"""Positions as text that people read and write, and what the game waits for in words.

``format_position`` tells everything that a state holds, one line a thing; a
position written by hand may leave out what is usual: units that are not named are
eliminated, the others whole, nobody has lore or points, and orders are awaited.
Knows no rule.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, assert_never

import msgspec

from rules.catalogue import kind_of
from rules.hexes import Hex
from rules.messages import (
    AdvanceWait,
    AnyWait,
    CardWait,
    CommitWait,
    CounterWait,
    DiceWait,
    ExchangeWait,
    ExtraAttackWait,
    GrantOrders,
    OrdersWait,
    OverWait,
    SetUpWait,
    WayWait,
)
from rules.ruleset import Game, Ruleset
from rules.state import AnyExtra, Fight, Side, State, Unit
from rules.values import CardId, Marker, Seat, Step, UnitId
from rules.words import format_struct, format_value, parse_fields, parse_value

FLAGS = ("ordered", "moved", "marched", "pursued", "finished")


SEATS: Mapping[Seat, str] = {seat: seat.capitalize() for seat in Seat}


class NotationError(ValueError):
    """A position that cannot be read: every fault that was found, each with its line."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def format_position(game: Game) -> str:
    """Return everything that *game*'s state holds, one line a thing."""
    state = game.state
    lines = [f"turn: {state.turn}, {state.active}, {state.step}"]
    lines += [f"card: {format_value(state.card)}"] if state.card is not None else []
    lines += [f"winner: {state.winner}"] if state.winner is not None else []
    lines += [f"{seat}: {_format_side(side)}" for seat, side in state.sides.items()]
    lines += ["banners: " + ", ".join(f"{at} {points}" for at, points in state.banners.items())]
    lines += [f"grant: {format_struct(grant)}" for grant in state.grants]
    lines += [f"extra: {format_struct(extra)}" for extra in state.extras]
    lines += [f"fight: {format_struct(fight)}" for fight in state.fights]
    lines += [f"awaits: {format_struct(wait)}" for wait in state.waits]
    lines += [_format_unit(game, unit) for unit in state.units.values()]
    return "\n".join(lines) + "\n"


def parse_position(text: str, ruleset: Ruleset) -> Game:
    """Return the game that *text* describes: the opposite of ``format_position``.

    Lines may come in any order; what follows ``#`` is a comment.  Raises
    NotationError with every fault that there is.
    """
    reader = _Reader(ruleset)
    for number, line in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(^|\s)#.*", "", line).strip()
        if words:
            reader.read(words, number)
    return Game(ruleset, reader.finished())


def describe(wait: AnyWait, *, names: Mapping[Seat, str] = SEATS) -> str:
    """Return what the game waits for, as one English sentence; *names* are the players'."""
    who = names[wait.seat] if wait.seat is not None else "The table"
    match wait:
        case SetUpWait(banners=0):
            return "The set-up is complete: the game can be started."
        case SetUpWait(banners=lacking):
            return f"The board is being set up: {_count(lacking, 'banner marker')} to be placed."
        case CardWait():
            return f"{who} is to play a command card."
        case OrdersWait():
            return f"{who} is to order, move and attack, or to end the main phase."
        case ExtraAttackWait(unit=unit):
            return f"{who} may make an additional attack with {title(unit)}."
        case DiceWait(unit=unit, count=count):
            what = title(unit) if unit is not None else "the card"
            return f"{who} is to roll {_dice(count)} for {what}."
        case CommitWait(unit=unit, most=most):
            offers = ", ".join(f"up to {count} to {_spaced(ability)}" for ability, count in most.items())
            return f"{who} may commit dice of {title(unit)}: {offers}."
        case WayWait(unit=unit, ways=ways):
            return f"{title(unit)} must retreat: {who} chooses {' or '.join(map(_spaced, ways))}."
        case CounterWait(unit=unit, target=target):
            return f"{who} may counter {title(target)} with {title(unit)}."
        case AdvanceWait(unit=unit, to=to, pursuit=pursuit):
            return f"{who} may {'pursue' if pursuit else 'advance'} with {title(unit)} to {' or '.join(to)}."
        case ExchangeWait(most=most):
            return f"{who} may exchange lore for up to {_count(most, 'victory point')}."
        case OverWait():
            return f"The game is over: {who} has won."
        case _:
            assert_never(wait)


def title(unit: UnitId) -> str:
    """Return a unit's name for people: ``viper_legion-2`` is Viper Legion 2."""
    kind, _, number = unit.rpartition("-")
    return f"{_spaced(kind).title()} {number}"


class _Reader:
    """Collects what the lines of a position say, and their faults."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.faults: list[str] = []
        self.units: dict[UnitId, Unit] = {}
        self.fields: dict[str, Any] = {"turn": 1, "active": ruleset.scenario.first, "step": Step.ORDER}
        self.sides: dict[Seat, Side] = {}
        self.lists: dict[str, list[Any]] = {"grants": [], "extras": [], "fights": [], "waits": []}
        self.called: dict[UnitId, tuple[int, ...]] = {}
        self.readers: dict[str, Callable[[str], None]] = {
            "turn": self._turn,
            "card": lambda rest: self.fields.update(card=parse_value(rest)),
            "winner": lambda rest: self.fields.update(winner=_seat(rest)),
            "banners": self._banners,
            "grant": lambda rest: self.lists["grants"].append(
                msgspec.convert(parse_fields(rest, tag="verb"), GrantOrders)
            ),
            "extra": lambda rest: self.lists["extras"].append(
                msgspec.convert(parse_fields(rest, tag="verb"), AnyExtra)
            ),
            "fight": lambda rest: self.lists["fights"].append(msgspec.convert(parse_fields(rest), Fight)),
            "awaits": lambda rest: self.lists["waits"].append(
                msgspec.convert(parse_fields(rest, tag="wait"), AnyWait)
            ),
            **{str(seat): self._side_of(seat) for seat in Seat},
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
        gone = {name: self._new(name, None) for name in self.ruleset.scenario.units if name not in self.units}
        sides = {seat: self.sides.get(seat, Side(cards=self.ruleset.scenario.hand)) for seat in Seat}
        units = {name: (self.units | gone)[name] for name in self.ruleset.scenario.units}
        self.lists["waits"] = self.lists["waits"] or [OrdersWait(seat=self.fields["active"])]
        self.fields.update((name, tuple(things)) for name, things in self.lists.items())
        return State(units=units, sides=sides, called=self.called, **self.fields)

    def _turn(self, rest: str) -> None:
        number, seat, step = _parts(rest, 3)
        self.fields.update(turn=_number(number), active=_seat(seat), step=Step(step))

    def _banners(self, rest: str) -> None:
        banners: dict[Hex, int] = {}
        for part in filter(None, map(str.strip, rest.split(","))):
            at, _, points = part.partition(" ")
            banners[self._hex(at)] = _number(points)
        self.fields.update(banners=banners)

    def _side_of(self, seat: Seat) -> Callable[[str], None]:
        def read(rest: str) -> None:
            counts = {"lore": 0, "points": 0, "cards": self.ruleset.scenario.hand}
            known: tuple[CardId, ...] = ()
            for part in rest.split(","):
                count, _, what = part.strip().partition(" ")
                if count == "known":
                    known = tuple(CardId(card) for card in what.split())
                elif what in counts:
                    counts[what] = _number(count)
                else:
                    raise ValueError(f"{part.strip()!r} is no number of lore, points or cards")
            self.sides[seat] = Side(**counts, known=known)

        return read

    def _hex(self, name: str) -> Hex:
        if name not in self.ruleset.board:
            raise ValueError(f"there is no hex {name!r}")
        return Hex(name)

    def _new(self, name: UnitId, at: Hex | None) -> Unit:
        kind = self.ruleset.catalogue.kinds[kind_of(name)]
        figures = kind.figures if at is not None else 0
        health = kind.health if kind.damage_tokens else None
        seat = self.ruleset.seats[name]
        return Unit(id=name, kind=kind.id, seat=seat, at=at, figures=figures, health=health)

    def _unit(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        unit = UnitId(name)
        if unit not in self.ruleset.scenario.units:
            raise ValueError(f"there is no unit {name!r} in this scenario")
        if unit in self.units:
            raise ValueError(f"{name} is named twice")
        place, *parts = (part.strip() for part in rest.split(","))
        made = self._new(unit, None if place == "eliminated" else self._hex(place.removeprefix("at ")))
        for part in parts:
            made = self._with(made, part)
        if made.figures > self.ruleset.catalogue.kinds[made.kind].figures:
            raise ValueError(f"{name} has at most {self.ruleset.catalogue.kinds[made.kind].figures} figures")
        self.units[unit] = made

    def _with(self, unit: Unit, part: str) -> Unit:
        """Return *unit* with what *part* says of it."""
        if part in FLAGS:
            return msgspec.structs.replace(unit, **{part: True})
        if part in set(Marker):
            return msgspec.structs.replace(unit, markers=(*unit.markers, Marker(part)))
        if part.startswith("called by"):
            self.called[unit.id] = tuple(_number(word) for word in part.split()[2:])
            return unit
        counted = re.fullmatch(r"(\d+) (figures?|damage|attacks?)", part)
        if counted is None:
            raise ValueError(f"{unit.id}: {part!r} says nothing that is known")
        field = {"f": "figures", "d": "damage", "a": "attacks"}[counted[2][0]]
        return msgspec.structs.replace(unit, **{field: int(counted[1])})


def _format_unit(game: Game, unit: Unit) -> str:
    """Return a unit's line: ``citadel_guard-1 at D3, 3 figures, ordered, moved, 1 attack``."""
    parts = [f"{unit.id} at {unit.at}" if unit.at is not None else f"{unit.id} eliminated"]
    if unit.at is not None or unit.figures:
        parts.append(_count(unit.figures, "figure"))
    parts += [f"{unit.damage} damage"] if unit.damage else []
    parts += [str(marker) for marker in unit.markers]
    parts += [flag for flag in FLAGS if getattr(unit, flag)]
    parts += [_count(unit.attacks, "attack")] if unit.attacks else []
    called = game.state.called.get(unit.id)
    parts += [" ".join(("called by", *map(str, called)))] if called is not None else []
    return ", ".join(parts)


def _format_side(side: Side) -> str:
    counts = f"{side.lore} lore, {side.points} points, {side.cards} cards"
    return f"{counts}, known {' '.join(side.known)}" if side.known else counts


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
