"""How an event changes a state.  Knows no rule: it believes what it is told."""

from typing import assert_never

from msgspec.structs import replace

from rules import messages as m
from rules.state import Commitment, Fight, Side, State, Unit
from rules.values import Marker, Seat, Step


def evolve(state: State, event: m.AnyEvent) -> State:
    """Return *state* as it is after *event*."""
    match event:
        # The commonest first: a match tries one case after the other.
        case m.Awaited():
            return replace(state, waits=event.waits)
        case m.StepStarted():
            return replace(state, step=event.step)
        case m.CardPlayed():
            return _played(state, event)
        case m.OrdersGranted():
            return replace(state, grants=(*state.grants, event.grant))
        case m.TurnStarted():
            return replace(state, active=event.seat, turn=event.turn, step=Step.COMMAND)
        case m.TurnEnded():
            return _turn_ended(state)
        case m.CardDrawn():
            return _with_side(state, event.seat, replace(state.sides[event.seat], cards=event.cards))
        case m.Ordered():
            called = {**state.called, event.unit: event.fits} if event.fits else state.called
            return replace(_with(state, replace(state.units[event.unit], ordered=True)), called=called)
        case m.Rolled():
            return (
                state
                if event.unit is None
                else _with_fight(state, replace(state.fights[-1], faces=event.faces))
            )
        case m.AttackDeclared():
            return _declared(state, event)
        case m.CombatEnded():
            return replace(state, fights=state.fights[:-1])
        case m.Moved():
            return _with(state, _moved(state, event))
        case m.Damaged() | m.FiguresRemoved() | m.Healed():
            return _with(state, _with_left(state.units[event.unit], event.left))
        case m.LoreGained() | m.LoreSpent():
            return _with_side(state, event.seat, replace(state.sides[event.seat], lore=event.total))
        case m.RetreatForced():
            return _with_fight(state, replace(state.fights[-1], due=event.hexes))
        case m.Retreated() | m.Placed():
            return _with(state, replace(state.units[event.unit], at=event.to))
        case m.Eliminated():
            return _with(state, replace(state.units[event.unit], at=None, figures=0, markers=()))
        case m.Advanced():
            unit = state.units[event.unit]
            return _with(state, replace(unit, at=event.to, pursued=unit.pursued or event.pursuit))
        case m.Declined():
            return _declined(state)
        case m.Committed():
            given = Commitment(ability=event.ability, face=event.face, count=event.count)
            fight = state.fights[-1]
            return _with_fight(state, replace(fight, committed=(*fight.committed, given)))
        case m.PointsGained():
            return _with_side(state, event.seat, replace(state.sides[event.seat], points=event.total))
        case m.Marked() | m.Unmarked():
            unit = state.units[event.unit]
            markers = tuple(marker for marker in unit.markers if marker is not event.marker)
            if isinstance(event, m.Marked):
                markers = _sorted((*markers, event.marker))
            return _with(state, replace(unit, markers=markers))
        case m.HandNoted():
            return _with_side(state, event.seat, replace(state.sides[event.seat], known=event.known))
        case m.ScoreCorrected():
            return _score_corrected(state, event)
        case m.ExtraGranted():
            return replace(state, extras=(*state.extras, event.grant))
        case m.GameWon():
            return replace(state, winner=event.seat, step=Step.OVER, fights=())
        case m.UnitPlaced():
            return _with(state, replace(state.units[event.unit], at=event.at))
        case m.UnitCorrected():
            return _with(state, _corrected(state.units[event.unit], event))
        case m.BannerPlaced():
            return replace(state, banners={**state.banners, event.at: event.points})
        case m.BannerRemoved():
            rest = {place: points for place, points in state.banners.items() if place != event.at}
            return replace(state, banners=rest)
        case m.RetreatIgnored():
            return _with_fight(state, replace(state.fights[-1], due=state.fights[-1].due - event.hexes))
        case m.DeckShuffled() | m.Overruled():
            return state
        case m.Retracted():
            raise ValueError("an undo changes the log, not a state: see rules.replay.fold")
        case _:
            assert_never(event)


def _with(state: State, unit: Unit) -> State:
    return replace(state, units={**state.units, unit.id: unit})


def _with_side(state: State, seat: Seat, side: Side) -> State:
    return replace(state, sides={**state.sides, seat: side})


def _sorted(markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    return tuple(marker for marker in Marker if marker in markers)


def _moved(state: State, event: m.Moved) -> Unit:
    unit = state.units[event.unit]
    if state.step is Step.ATTACK:
        return replace(unit, at=event.to, marched=True)
    return replace(unit, at=event.to, moved=True)


def _with_left(unit: Unit, left: int) -> Unit:
    """Return *unit* with *left* health: so many figures, or tokens for the rest of its health."""
    return replace(unit, figures=left) if unit.health is None else replace(unit, damage=unit.health - left)


def _declared(state: State, event: m.AttackDeclared) -> State:
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
        state = _with(state, replace(attacker, attacks=attacker.attacks + 1))
    return replace(state, fights=(*state.fights, fight))


def _with_fight(state: State, fight: Fight) -> State:
    return replace(state, fights=(*state.fights[:-1], fight))


def _declined(state: State) -> State:
    wait = state.wait
    if isinstance(wait, m.ExtraAttackWait):
        return _with(state, replace(state.units[wait.unit], finished=True))
    return state


def _played(state: State, event: m.CardPlayed) -> State:
    side = state.sides[event.seat]
    known = list(side.known)
    if event.card in known:
        known.remove(event.card)
    cards = max(0, side.cards - 1)
    side = replace(side, cards=cards, known=tuple(known[:cards]))
    return replace(_with_side(state, event.seat, side), card=event.name)


def _turn_ended(state: State) -> State:
    units = {
        name: replace(
            unit, ordered=False, moved=False, marched=False, pursued=False, attacks=0, finished=False
        )
        if unit.ordered or unit.moved or unit.marched or unit.pursued or unit.attacks or unit.finished
        else unit
        for name, unit in state.units.items()
    }
    return replace(state, units=units, grants=(), called={}, extras=(), card=None)


def _corrected(unit: Unit, event: m.UnitCorrected) -> Unit:
    return replace(
        unit, at=event.at, figures=event.figures, damage=event.damage, markers=_sorted(event.markers)
    )


def _score_corrected(state: State, event: m.ScoreCorrected) -> State:
    known = state.sides[event.seat].known[: event.cards]
    side = Side(lore=event.lore, points=event.points, cards=event.cards, known=known)
    return _with_side(state, event.seat, side)
