"""How what happens to units that fight changes a state."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.parts import in_order, with_fight, with_unit
from rules.kernel.state import Fight, State


@evolves(m.AttackDeclared)
def attack_declared(state: State, event: m.AttackDeclared) -> State:
    """Return *state* with one more fight, the innermost."""
    attacker, target = state.units[event.unit], state.units[event.target]
    assert attacker.at is not None
    assert target.at is not None
    fight = Fight(
        attacker=event.unit,
        target=event.target,
        kind=event.kind,
        distance=event.distance,
        dice=event.dice,
        counter=event.counter,
        additional=event.additional,
        attacker_at=attacker.at,
        target_at=target.at,
    )
    if not event.counter:
        state = with_unit(state, replace(attacker, attacks=attacker.attacks + 1))
    return replace(state, fights=(*state.fights, fight))


@evolves(m.Rolled)
def rolled(state: State, event: m.Rolled) -> State:
    """Return *state* with the dice of its fight; what a card's dice bring is told by other events."""
    return state if event.unit is None else with_fight(state, replace(state.fights[-1], faces=event.faces))


@evolves(m.CombatEnded)
def combat_ended(state: State, event: m.CombatEnded) -> State:
    """Return *state* without its innermost fight."""
    return replace(state, fights=state.fights[:-1])


@evolves(m.Damaged, m.FiguresRemoved, m.Healed)
def health_changed(state: State, event: m.Damaged | m.FiguresRemoved | m.Healed) -> State:
    """Return *state* with other health of a unit: so many figures, or tokens for the rest of its health."""
    unit, left = state.units[event.unit], event.left
    changed = replace(unit, figures=left) if unit.health is None else replace(unit, damage=unit.health - left)
    return with_unit(state, changed)


@evolves(m.DamageIgnored)
def damage_ignored(state: State, event: m.DamageIgnored) -> State:
    """Return *state*: what did not happen changes nothing."""
    return state


@evolves(m.Marked)
def marked(state: State, event: m.Marked) -> State:
    """Return *state* with a marker on a unit."""
    unit = state.units[event.unit]
    return with_unit(state, replace(unit, markers=in_order((*unit.markers, event.marker))))


@evolves(m.Unmarked)
def unmarked(state: State, event: m.Unmarked) -> State:
    """Return *state* without a marker on a unit."""
    unit = state.units[event.unit]
    markers = tuple(marker for marker in unit.markers if marker is not event.marker)
    return with_unit(state, replace(unit, markers=markers))


@evolves(m.RetreatForced)
def retreat_forced(state: State, event: m.RetreatForced) -> State:
    """Return *state* with retreats that are due."""
    return with_fight(state, replace(state.fights[-1], due=event.hexes))


@evolves(m.RetreatIgnored)
def retreat_ignored(state: State, event: m.RetreatIgnored) -> State:
    """Return *state* with fewer retreats due."""
    return with_fight(state, replace(state.fights[-1], due=state.fights[-1].due - event.hexes))


@evolves(m.Retreated)
def retreated(state: State, event: m.Retreated) -> State:
    """Return *state* with the unit where it has retreated to."""
    return with_unit(state, replace(state.units[event.unit], at=event.to))


@evolves(m.Eliminated)
def eliminated(state: State, event: m.Eliminated) -> State:
    """Return *state* without the unit on the board."""
    return with_unit(state, replace(state.units[event.unit], at=None, figures=0, markers=()))


@evolves(m.Advanced)
def advanced(state: State, event: m.Advanced) -> State:
    """Return *state* with the unit where it has advanced to."""
    unit = state.units[event.unit]
    return with_unit(state, replace(unit, at=event.to, pursued=unit.pursued or event.pursuit))
