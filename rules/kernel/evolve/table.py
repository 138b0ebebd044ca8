"""How what the table says is so, and what is waited for, changes a state."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.parts import in_order, with_side, with_unit
from rules.kernel.state import State


@evolves(m.Awaited)
def awaited(state: State, event: m.Awaited) -> State:
    """Return *state* waiting for something else."""
    return replace(state, waits=event.waits)


@evolves(m.HandNoted)
def hand_noted(state: State, event: m.HandNoted) -> State:
    """Return *state* with what is known of a hand."""
    side = replace(state.sides[event.seat], known=event.known, known_lore=event.lore)
    return with_side(state, event.seat, side)


@evolves(m.UnitCorrected)
def unit_corrected(state: State, event: m.UnitCorrected) -> State:
    """Return *state* with the unit as it really stands."""
    unit = replace(
        state.units[event.unit],
        at=event.at,
        figures=event.figures,
        damage=event.damage,
        markers=in_order(event.markers),
    )
    return with_unit(state, unit)


@evolves(m.ScoreCorrected)
def score_corrected(state: State, event: m.ScoreCorrected) -> State:
    """Return *state* with what a player really has."""
    side = state.sides[event.seat]
    return with_side(
        state,
        event.seat,
        replace(
            side,
            lore=event.lore,
            points=event.points,
            cards=event.cards,
            known=side.known[: event.cards],
            lore_cards=event.lore_cards,
            known_lore=side.known_lore[: event.lore_cards],
        ),
    )


@evolves(m.NumberTold)
def number_told(state: State, event: m.NumberTold) -> State:
    """Keep the number; where it was asked for, the game waits again for what it did before."""
    numbers = {**state.told.get(event.kind, {}), event.number: event.value}
    wait = state.wait
    is_answer = (
        isinstance(wait, m.NumberWait)
        and wait.number is event.number
        and state.units[wait.unit].kind == event.kind
    )
    waits = state.waits[:-1] if is_answer else state.waits
    return replace(state, told={**state.told, event.kind: numbers}, waits=waits)


@evolves(m.CostTold)
def cost_told(state: State, event: m.CostTold) -> State:
    """Return *state* with what a lore card costs."""
    return replace(state, told_costs={**state.told_costs, event.card: event.cost})


@evolves(m.Overruled)
def overruled(state: State, event: m.Overruled) -> State:
    """Return *state*: what comes of it is told by other events."""
    return state


@evolves(m.Retracted)
def retracted(state: State, event: m.Retracted) -> State:
    """Raise ValueError: an undo is no change of a state."""
    raise ValueError("an undo changes the log, not a state: see rules.kernel.replay.fold")
