"""What a game is played by, and a game: rules and a state.

A ruleset is immutable and worked out once; everything about places that does not
change during a game is looked up here.
"""

from functools import cached_property
from typing import NamedTuple

from rules.catalogue import Catalogue, ConfigError, Kind, Scenario, kind_of
from rules.editions import Edition
from rules.hexes import Board, Hex
from rules.state import State, Unit
from rules.values import AbilityId, KindId, Seat, Section, UnitId

SECTIONS_FROM_WEST = (Section.LEFT, Section.CENTER, Section.RIGHT)


class Ruleset:
    """An edition, a catalogue, a board and a scenario, checked against each other.

    Raises ConfigError where the scenario does not fit the board or the edition.
    """

    def __init__(self, edition: Edition, catalogue: Catalogue, board: Board, scenario: Scenario) -> None:
        self.edition, self.catalogue, self.board, self.scenario = edition, catalogue, board, scenario
        if scenario.edition != edition.id:
            raise ConfigError(
                "scenarios.toml", scenario.id, f"is not of the edition {edition.id!r}, field edition"
            )
        if len(board.section_lines) != len(SECTIONS_FROM_WEST) - 1:
            raise ConfigError("boards", None, "a board needs two section lines, field section_lines")
        for place in (*scenario.units.values(), *scenario.banners.stand_in):
            if place not in board:
                raise ConfigError("scenarios.toml", scenario.id, f"the board has no hex {place!r}")
        self.abilities: dict[KindId, dict[AbilityId, int]] = {
            kind.id: {ability.name: ability.number for ability in kind.abilities}
            for kind in catalogue.kinds.values()
        }
        self.sections: dict[Seat, dict[Hex, frozenset[Section]]] = {
            seat: self._sections(seat) for seat in Seat
        }
        self.places: dict[Hex, int] = {place: number for number, place in enumerate(board.hexes)}
        self.around: dict[Hex, tuple[Hex, ...]] = {
            place: tuple(board.neighbours[place].values()) for place in board.hexes
        }

    def _sections(self, seat: Seat) -> dict[Hex, frozenset[Section]]:
        """Return each hex's sections as *seat* sees them: north's left is in the east (RB p. 6)."""
        names = SECTIONS_FROM_WEST if seat is Seat.SOUTH else SECTIONS_FROM_WEST[::-1]
        return {
            place: frozenset(names[number] for number in self.board.sections(place))
            for place in self.board.hexes
        }

    @cached_property
    def seats(self) -> dict[UnitId, Seat]:
        """Return whose each of the scenario's units is."""
        fielded = {faction: seat for seat, faction in self.scenario.factions.items()}
        kinds = self.catalogue.kinds
        return {unit: fielded[kinds[kind_of(unit)].faction] for unit in self.scenario.units}


class Game(NamedTuple):
    """A game: what it is played by, and where it stands.  Immutable."""

    ruleset: Ruleset
    state: State

    def kind(self, unit: Unit) -> Kind:
        """Return the kind of *unit*."""
        return self.ruleset.catalogue.kinds[unit.kind]

    def is_weak(self, unit: Unit) -> bool:
        """Return whether *unit* is reduced to one figure (RB p. 9); with damage tokens never (RB p. 13)."""
        return unit.figures == 1 and not self.ruleset.catalogue.kinds[unit.kind].damage_tokens

    def left(self, unit: Unit) -> int:
        """Return how much more damage eliminates *unit*: its figures, or its health less its tokens."""
        kind = self.ruleset.catalogue.kinds[unit.kind]
        return kind.health - unit.damage if kind.damage_tokens else unit.figures

    def missing(self, unit: Unit) -> int:
        """Return how much damage *unit* bears: its missing figures, or its tokens."""
        kind = self.ruleset.catalogue.kinds[unit.kind]
        return unit.damage if kind.damage_tokens else kind.figures - unit.figures
