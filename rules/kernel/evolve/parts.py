"""A state with one of its parts replaced."""

from msgspec.structs import replace

from rules.kernel.state import Fight, Side, State, Unit
from rules.kernel.values import Marker, Seat


def with_unit(state: State, unit: Unit) -> State:
    """Return *state* with *unit* in place of the one of its name."""
    return replace(state, units={**state.units, unit.id: unit})


def with_side(state: State, seat: Seat, side: Side) -> State:
    """Return *state* with *side* as what *seat* has."""
    return replace(state, sides={**state.sides, seat: side})


def with_fight(state: State, fight: Fight) -> State:
    """Return *state* with *fight* as the innermost one."""
    return replace(state, fights=(*state.fights[:-1], fight))


def in_order(markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """Return *markers*, each once, in the order of all markers."""
    return tuple(marker for marker in Marker if marker in markers)
