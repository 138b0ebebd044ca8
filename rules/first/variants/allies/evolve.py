"""How the events of Reluctant Allies change a state.  Knows no rule: it believes what it is told."""

from typing import assert_never, get_args

from msgspec.structs import replace

from rules.first.evolve import with_table
from rules.first.messages import allies as e
from rules.first.table import table
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.parts import with_unit
from rules.kernel.state import State


@evolves(*get_args(e.AlliesEvent))
def evolve(state: State, event: e.AlliesEvent) -> State:
    """Return *state* as it is after *event*."""
    rolled = table(state).marker_greens
    match event:
        case e.AllianceTokenPlaced():
            return with_unit(state, replace(state.units[event.unit], seat=event.seat))
        case e.RolledForMarker():
            before = {} if event.seat in rolled else rolled
            return with_table(state, marker_greens={**before, event.seat: event.greens})
        case e.TieBroken():
            ties = (*table(state).ties, (event.seat, event.other))
            return with_table(state, ties=ties, marker_greens={})
        case e.MarkersGiven():
            return with_table(state, markers=event.seats)
        case e.CampWon():
            return state
        case _:
            assert_never(event)
