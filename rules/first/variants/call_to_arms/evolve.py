"""How the events of Call to Arms change a state.  Knows no rule: it believes what it is told."""

from typing import assert_never, get_args

from msgspec.structs import replace

from rules.first.evolve import with_table
from rules.first.messages import arms as e
from rules.first.table import (
    ArmyMode,
    ArmyPart,
    CallToArms,
    DeploymentPart,
    LevyToken,
    LostUnit,
    ToldGuard,
    arms_of,
)
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.parts import with_unit
from rules.kernel.hexes import Hex
from rules.kernel.state import State
from rules.kernel.values import Seat


@evolves(*get_args(e.ArmsEvent))
def evolve(state: State, event: e.ArmsEvent) -> State:
    """Return *state* as it is after *event*."""
    arms = arms_of(state)
    match event:
        case e.ModeChosen():
            return _with(state, mode=event.mode, owner=event.owner, choosing=_choosing(state, event))
        case e.SetsChosen():
            return _with(state, sets={**arms.sets, event.seat: event.sets})
        case e.LineupLaid():
            return _with(state, lineups={**arms.lineups, event.seat: event.lineup})
        case e.GuardsRevealed():
            return _with(state, guards_open=True)
        case e.DeploymentRevealed():
            part = ArmyPart(seat=event.seat, part=event.part)
            return _with(state, revealed=(*arms.revealed, part))
        case e.UnitDeployed():
            return _deployed(state, event)
        case e.LevyPlaced():
            token = LevyToken(seat=event.seat, part=event.part, banner=event.banner)
            return _with(state, levies={**arms.levies, event.at: token})
        case e.LevyReplaced() | e.LevyLost():
            return _without_levy(state, event.at)
        case e.UnitsLost():
            part = ArmyPart(seat=event.seat, part=event.part)
            return _with(state, lost=arms.lost + (LostUnit(part=part, kind=event.kind),) * event.count)
        case e.PartDeployed():
            part = ArmyPart(seat=event.seat, part=event.part)
            settled = tuple(unit for unit, of in arms.deployed.items() if of in (*arms.done, part))
            told = (*arms.told, *_told(state, part))
            return _with(state, done=(*arms.done, part), settled=settled, told=told)
        case e.ScoutedAhead():
            return replace(_with(state, scouted=True), first=event.seat, active=event.seat)
        case e.SpecialistChosen():
            cards = (*arms.specialists.get(event.seat, ()), event.card)
            chosen = {**arms.specialists, event.seat: cards}
            return _with(state, specialists=chosen, choosing=arms.choosing[1:])
        case e.SpecialistPassed():
            return _with(state, choosing=arms.choosing[1:])
        case e.SpecialistUsed():
            return _used(state, event)
        case e.ReachTold():
            return _with(state, reaches={**arms.reaches, event.weapon: event.hexes})
        case _:
            assert_never(event)


def _with(state: State, **fields: object) -> State:
    return with_table(state, arms=replace(arms_of(state), **fields))


def _deployed(state: State, event: e.UnitDeployed) -> State:
    """Return *state* with a unit of the part that it is of, and of no other unless it may be."""
    arms, part = arms_of(state), ArmyPart(seat=event.seat, part=event.part)
    others = {unit: also for unit, also in arms.also.items() if unit != event.unit}
    also = {**others, event.unit: event.also} if event.also else others
    return _with(state, deployed={**arms.deployed, event.unit: part}, also=also)


def _used(state: State, event: e.SpecialistUsed) -> State:
    """Return *state* with what a Specialist has done for a unit."""
    unit = state.units[event.unit]
    at = unit.at if event.at is None else event.at
    if event.weapon is not None:
        state = _with(state, weapons={**arms_of(state).weapons, unit.id: event.weapon})
    return with_unit(state, replace(unit, at=at, figures=unit.figures + event.figures))


def _told(state: State, part: ArmyPart) -> tuple[ToldGuard, ...]:
    """Return what *part* tells of its card: nothing of a Reserve, or where a unit is missing or in doubt."""
    arms = arms_of(state)
    is_short = any(unit.part == part for unit in arms.lost) or any(
        ArmyPart(seat=token.seat, part=token.part) == part for token in arms.levies.values()
    )
    if is_short or _is_in_doubt(arms, part) or part.part in (DeploymentPart.RESERVE, DeploymentPart.LEVY):
        return ()
    units = [state.units[name] for name, of in arms.deployed.items() if of == part]
    stand = [(unit.kind, unit.at) for unit in units if unit.at is not None]
    kinds, places = tuple(kind for kind, _ in stand), tuple(at for _, at in stand)
    return (ToldGuard(part=part, kinds=kinds, places=places),) if stand else ()


def _is_in_doubt(arms: CallToArms, part: ArmyPart) -> bool:
    """Return whether a unit of *part* may be of another part, or one of another part may be of *part*."""
    may_be = ((arms.deployed[unit], also) for unit, also in arms.also.items())
    return any(of == part or (of.seat is part.seat and part.part in also) for of, also in may_be)


def _choosing(state: State, event: e.ModeChosen) -> tuple[Seat, ...]:
    """Return whose choices of a Specialist are due: the owner's, both of the other's, the owner's last."""
    if event.mode is not ArmyMode.ORGANIZED or event.owner is None:
        return ()
    (other,) = (seat for seat in state.sides if seat is not event.owner)
    return (event.owner, other, other, event.owner)


def _without_levy(state: State, at: Hex) -> State:
    left = {place: token for place, token in arms_of(state).levies.items() if place != at}
    return _with(state, levies=left)
