"""What a game is played by, and a game: rules and a state.

A ruleset is immutable and worked out once; everything about places that does not
change during a game is looked up here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from rules.kernel.catalogue import Catalogue, ConfigError, kind_of
from rules.kernel.chapters.abilities import Answer, AnsweringAbility
from rules.kernel.edition import Edition
from rules.kernel.hexes import Board, Hex
from rules.kernel.messages import Special
from rules.kernel.printed import Kind, Scenario
from rules.kernel.state import State, Unit
from rules.kernel.values import AbilityId, AttackType, CardNumber, KindId, Seat, Section, UnitId
from rules.kernel.variants import varied

MELEE_RANGE = (1, 1)
SECTIONS_FROM_WEST = (Section.LEFT, Section.CENTER, Section.RIGHT)


class Weapon(NamedTuple):
    """A way to attack: its type, the distances that it reaches, and its dice before anything changes them.

    *dice* is None where nobody knows how many.
    """

    type: AttackType
    range: tuple[int, int]
    dice: int | None


def weapon_of(kind: Kind) -> Weapon | None:
    """Return how units of *kind* attack, or None where nobody knows."""
    sort = kind.attack_type
    return None if sort is None else Weapon(sort, kind.range or MELEE_RANGE, kind.combat)


def _answering(
    own: Mapping[AbilityId, int], answers: Mapping[AbilityId, Answer]
) -> Iterator[AnsweringAbility]:
    """Yield those of the abilities that a kind has for its *own*, with their numbers, that have *answers*."""
    for name, number in own.items():
        if name in answers:
            yield AnsweringAbility(name, number, answers[name])


@lru_cache(maxsize=32)
def _sections(board: Board, *, is_south: bool) -> Mapping[Hex, frozenset[Section]]:
    """Return each hex's sections as a side sees them: north's left is in the east (RB p. 6)."""
    names = SECTIONS_FROM_WEST if is_south else SECTIONS_FROM_WEST[::-1]
    return {place: frozenset(names[number] for number in board.sections(place)) for place in board.hexes}


class Ruleset:
    """An edition, a catalogue, a board and a scenario, checked against each other.

    The scenario names the variants: edition, catalogue and scenario are then as those change them.
    *prepared* is what the edition has worked out for its set-up.  Raises ConfigError where the
    scenario does not fit the board or the edition.
    """

    def __init__(self, edition: Edition, catalogue: Catalogue, board: Board, scenario: Scenario) -> None:
        edition = varied(edition, catalogue, scenario)
        self.edition, self.board = edition, board
        self.catalogue = edition.printed.as_played(catalogue)
        self.scenario = scenario = edition.setting_up.as_played(scenario)
        if scenario.edition != edition.id:
            raise ConfigError(
                "scenarios.toml", scenario.id, "is not of the edition {1}, field edition", repr(edition.id)
            )
        if len(board.section_lines) != len(SECTIONS_FROM_WEST) - 1:
            raise ConfigError("boards", None, "a board needs two section lines, field section_lines")
        self._check_places()
        self.seats: tuple[Seat, ...] = tuple(seat for seat in Seat if seat in scenario.factions)
        self.camps: dict[Seat, tuple[Seat, ...]] = {
            seat: tuple(each for each in self.seats if each.camp is seat.camp) for seat in self.seats
        }
        self.abilities: dict[KindId, dict[AbilityId, int]] = {
            kind.id: {ability.name: ability.number for ability in kind.abilities}
            for kind in catalogue.kinds.values()
        }
        self.weapons: dict[KindId, Weapon | None] = {
            kind.id: weapon_of(kind) for kind in catalogue.kinds.values()
        }
        self.sections = {seat: _sections(board, is_south=seat.is_south) for seat in self.seats}
        self.prepared: Any = edition.setting_up.prepare(self)
        self._told: dict[tuple[KindId, tuple[tuple[CardNumber, int], ...]], Kind] = {}
        self.places: dict[Hex, int] = {place: number for number, place in enumerate(board.hexes)}
        self.around: dict[Hex, tuple[Hex, ...]] = {
            place: tuple(board.neighbours[place].values()) for place in board.hexes
        }

    def most_figures(self, kind: Kind) -> int:
        """Return how many figures a unit can have: where cards add some to a full one, never as many."""
        return 2 * kind.figures if self.edition.setting_up.adds_figures else kind.figures

    def _check_places(self) -> None:
        """Raise ConfigError for a hex of the scenario that the board does not have."""
        scenario = self.scenario
        banners = (*scenario.banners.stand_in, *scenario.banners.at)
        for place in (*scenario.units.values(), *banners, *scenario.terrain):
            if place not in self.board:
                raise ConfigError("scenarios.toml", scenario.id, "the board has no hex {1}", repr(place))

    @cached_property
    def answers(self) -> dict[StrEnum, dict[KindId, tuple[AnsweringAbility, ...]]]:
        """Return by question and kind the abilities that answer it, with their numbers."""
        return {
            question: {kind: tuple(_answering(own, answers)) for kind, own in self.abilities.items()}
            for question, answers in self.edition.abilities.answers.items()
        }

    def told(self, name: KindId, numbers: Mapping[CardNumber, int]) -> Kind:
        """Return the kind called *name* with the *numbers* that a table has told; remembered."""
        key = (name, tuple(numbers.items()))
        if key not in self._told:
            self._told[key] = self.catalogue.kinds[name].as_told(numbers)
        return self._told[key]

    def opponent(self, seat: Seat) -> Seat:
        """Return the seat that plays against *seat*, where two play."""
        (other,) = self.opponents(seat)
        return other

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that play against *seat*."""
        own = self.camps[seat]
        return tuple(each for each in self.seats if each not in own)

    @cached_property
    def kinds(self) -> dict[KindId, Kind]:
        """Return the kinds of units that a game may see: those that may come in, or those of the scenario."""
        named = {kind_of(unit) for unit in self.scenario.units}
        kinds = self.edition.setting_up.recruits(self) or named
        return {name: kind for name, kind in self.catalogue.kinds.items() if name in kinds}

    @cached_property
    def fielded(self) -> dict[KindId, Seat]:
        """Return for each kind of unit of a faction that one seat alone plays: that seat."""
        played = self.scenario.factions
        sole = [faction for faction, count in Counter(played.values()).items() if count == 1]
        seats = {faction: seat for seat, faction in played.items() if faction in sole}
        kinds = self.catalogue.kinds.values()
        return {kind.id: seats[kind.faction] for kind in kinds if kind.faction in seats}

    @cached_property
    def owners(self) -> Mapping[UnitId, Seat]:
        """Return whose each unit is, mustered ones too.  Raises KeyError for one that no seat can field.

        The scenario says it, or else the unit's faction.
        """
        return _Owners(self.scenario.owners, self.fielded)


class _Owners(dict[UnitId, Seat]):
    """Whose each unit is, found out when it is asked for the first time."""

    def __init__(self, told: Mapping[UnitId, Seat], fielded: Mapping[KindId, Seat]) -> None:
        super().__init__(told)
        self._fielded = fielded

    def __missing__(self, unit: UnitId) -> Seat:
        seat = self._fielded.get(kind_of(unit))
        if seat is None:
            raise KeyError(unit)
        self[unit] = seat
        return seat


class Game(NamedTuple):
    """A game: what it is played by, and where it stands.  Immutable."""

    ruleset: Ruleset
    state: State

    def kind(self, unit: Unit) -> Kind:
        """Return the kind of *unit*, with what the table has told of its card."""
        told = self.state.told.get(unit.kind)
        return self.ruleset.catalogue.kinds[unit.kind] if told is None else self.ruleset.told(unit.kind, told)

    def weapon(self, unit: Unit) -> Weapon | None:
        """Return how *unit* attacks by its own card, or None where nobody knows."""
        told = self.state.told
        return weapon_of(self.kind(unit)) if unit.kind in told else self.ruleset.weapons[unit.kind]

    def is_weak(self, unit: Unit) -> bool:
        """Return whether *unit* counts as weak by its edition."""
        return self.ruleset.edition.battle.is_weak(self, unit)

    def left(self, unit: Unit) -> int:
        """Return how much more damage eliminates *unit*: its figures, or its health less its tokens."""
        kind = self.ruleset.catalogue.kinds[unit.kind]
        return kind.health - unit.damage if kind.damage_tokens else unit.figures

    def missing(self, unit: Unit) -> int:
        """Return how much damage *unit* bears: its missing figures, or its tokens."""
        kind = self.ruleset.catalogue.kinds[unit.kind]
        return unit.damage if kind.damage_tokens else max(0, kind.figures - unit.figures)

    def friends(self, seat: Seat) -> tuple[Unit, ...]:
        """Return the units on the board that are of *seat*'s camp."""
        units, camp = self.state.units.values(), self.ruleset.camps[seat]
        return tuple(unit for unit in units if unit.seat in camp and unit.at is not None)

    def enemies(self, seat: Seat) -> tuple[Unit, ...]:
        """Return the units on the board that are against *seat*."""
        units, camp = self.state.units.values(), self.ruleset.camps[seat]
        return tuple(unit for unit in units if unit.seat not in camp and unit.at is not None)

    def may_act(self, unit: Unit) -> bool:
        """Return whether *unit* is one that the acting player can order: of his camp."""
        return unit.seat in self.ruleset.camps[self.state.active]

    def player(self, unit: Unit) -> Seat:
        """Return who plays *unit* now: who has ordered it, or else its owner."""
        return self.state.active if unit.ordered and self.may_act(unit) else unit.seat

    def specials(self, seat: Seat) -> tuple[Special, ...]:
        """Return the special rules that hold for *seat*."""
        return self.ruleset.edition.setting_up.specials(self, seat)
