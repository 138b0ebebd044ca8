"""How an event changes a state.  Knows no rule: it believes what it is told."""

from collections.abc import Callable
from typing import Any, TypeVar, assert_never

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve.set_up import dealt, set_further
from rules.kernel.state import Commitment, Fight, Side, State, Unit
from rules.kernel.values import Cause, LoreId, Marker, Seat, Step

Change = TypeVar("Change", bound=Callable[[State, Any], State])
_OWN: dict[type[m.Event], Callable[[State, Any], State]] = {}


def evolves(sort: type[m.Event]) -> Callable[[Change], Change]:
    """Register a function as what an edition's own *sort* of events makes of a state."""

    def register(change: Change) -> Change:
        _OWN[sort] = change
        return change

    return register


def evolve(state: State, event: m.AnyEvent) -> State:
    """Return *state* as it is after *event*.

    Raises ValueError for a Retracted: that is a fact about the log, not about the table.
    """
    own = _OWN.get(type(event))
    if own is not None:
        return own(state, event)
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
            return _drawn(state, event)
        case m.Ordered():
            called = {**state.called, event.unit: event.fits} if event.fits else state.called
            unit = replace(state.units[event.unit], ordered=True, paid=event.paid)
            return replace(_with(state, unit), called=called)
        case m.Rolled():
            return (
                state
                if event.unit is None
                else _with_fight(state, replace(state.fights[-1], faces=event.faces))
            )
        case m.AttackDeclared():
            return _declared(state, event)
        case m.CombatEnded():
            return _combat_ended(state)
        case m.Moved():
            return _with(state, _moved(state, event))
        case m.Damaged() | m.FiguresRemoved() | m.Healed():
            return _with(state, _with_left(state.units[event.unit], event.left))
        case m.LoreGained() | m.LoreSpent():
            return _with_side(state, event.seat, replace(state.sides[event.seat], lore=event.total))
        case m.RetreatForced():
            return _with_fight(state, replace(state.fights[-1], due=event.hexes, pending=None))
        case m.Retreated():
            return _with(state, replace(state.units[event.unit], at=event.to))
        case m.Placed():
            return _with(state, _put(state.units[event.unit], event))
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
            elif event.cause is Cause.SHIELD and state.fights:
                state = _with_fight(state, replace(state.fights[-1], shielded=True))
            return _with(state, replace(unit, markers=markers))
        case m.HandNoted():
            side = replace(state.sides[event.seat], known=event.known, known_lore=event.lore)
            return _with_side(state, event.seat, side)
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
        case m.DamageIgnored():
            return _spared(state, event)
        case m.FightChanged() | m.AnswerAwaited():
            return _with_fight(state, _changed(state.fights[-1], event))
        case m.LoreCardPlayed() | m.LoreBarred() | m.LoreCardsDrawn() | m.LoreCardsDiscarded():
            return _with_side(state, event.seat, _lore_side(state.sides[event.seat], event))
        case m.TerrainPlaced():
            return replace(state, terrain={**state.terrain, event.at: event.tile})
        case m.TerrainRemoved():
            tiles = {place: tile for place, tile in state.terrain.items() if place != event.at}
            return replace(state, terrain=tiles)
        case m.UnitJoined():
            return _with(
                state,
                Unit(
                    id=event.unit,
                    kind=event.kind,
                    seat=event.seat,
                    at=None,
                    figures=event.figures,
                    health=event.health,
                ),
            )
        case (
            m.ScenarioCardChosen()
            | m.ScenarioCardsRevealed()
            | m.FirstPlayerFound()
            | m.TerrainFinished()
            | m.FordPlaced()
            | m.FordPassed()
            | m.Mustered()
            | m.ArmiesRevealed()
        ):
            return set_further(state, event)
        case m.HandsDealt():
            return dealt(state, event)
        case m.DeckShuffled():
            return _shuffled(state, event)
        case m.NumberTold():
            return _number_told(state, event)
        case m.CostTold():
            return replace(state, told_costs={**state.told_costs, event.card: event.cost})
        case m.Trampled() | m.Overruled():
            return state
        case m.Retracted():
            raise ValueError("an undo changes the log, not a state: see rules.kernel.replay.fold")
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
    if state.step is Step.LATE_MOVES:
        return replace(unit, at=event.to, late=True)
    if state.step is Step.ATTACK:
        return replace(unit, at=event.to, marched=True)
    return replace(unit, at=event.to, moved=True)


def _put(unit: Unit, event: m.Placed) -> Unit:
    """Return *unit* where a card has put it; where it stood first after the orders is kept."""
    stood = event.start if event.after_orders and unit.stood is None else unit.stood
    return replace(unit, at=event.to, moved=unit.moved or event.moved, stood=stood)


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
    elif isinstance(state.wait, m.CounterWait) and state.wait.early:
        state = _with_fight(state, replace(state.fights[-1], answered=True))
    return replace(state, fights=(*state.fights, fight))


def _combat_ended(state: State) -> State:
    """Return *state* without its innermost fight; that a counter forced retreats is kept."""
    *outer, fight = state.fights
    if outer and fight.counter and fight.due:
        outer[-1] = replace(outer[-1], driven=True)
    return replace(state, fights=tuple(outer))


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
    return replace(_with_side(state, event.seat, side), card=event.name, discards=state.discards + 1)


def _turn_ended(state: State) -> State:
    units = {name: _rested(unit) for name, unit in state.units.items()}
    sides = {
        seat: replace(side, lore_played=False, lore_barred=False)
        if side.lore_played or side.lore_barred
        else side
        for seat, side in state.sides.items()
    }
    return replace(state, units=units, sides=sides, grants=(), called={}, extras=(), card=None)


def _rested(unit: Unit) -> Unit:
    """Return *unit* without what it did this turn."""
    did = (unit.ordered, unit.moved, unit.marched, unit.pursued, unit.attacks, unit.late, unit.stood)
    if not any(did):
        return unit
    return replace(
        unit,
        ordered=False,
        moved=False,
        marched=False,
        pursued=False,
        attacks=0,
        finished=False,
        paid=False,
        late=False,
        stood=None,
    )


def _corrected(unit: Unit, event: m.UnitCorrected) -> Unit:
    return replace(
        unit, at=event.at, figures=event.figures, damage=event.damage, markers=_sorted(event.markers)
    )


def _score_corrected(state: State, event: m.ScoreCorrected) -> State:
    side = state.sides[event.seat]
    return _with_side(
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


def _number_told(state: State, event: m.NumberTold) -> State:
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


def _drawn(state: State, event: m.CardDrawn) -> State:
    state = _with_side(state, event.seat, replace(state.sides[event.seat], cards=event.cards))
    return state if state.deck is None else replace(state, deck=max(0, state.deck - 1))


def _shuffled(state: State, event: m.DeckShuffled) -> State:
    if event.seat is None:
        deck = None if state.deck is None else state.deck + state.discards - event.kept
        return replace(state, deck=deck, discards=event.kept)
    side = state.sides[event.seat]
    deck = None if side.lore_deck is None else side.lore_deck + side.lore_discards
    return _with_side(state, event.seat, replace(side, lore_deck=deck, lore_discards=0))


def _spared(state: State, event: m.DamageIgnored) -> State:
    """Count what the target was spared: by terrain once a combat, and once each other effect (RB p. 13)."""
    if not state.fights or event.outside:
        return state
    fight = state.fights[-1]
    if event.cause is Cause.TERRAIN:
        return _with_fight(state, replace(fight, spared=fight.spared + event.damage))
    saved = {**fight.saved, event.cause: fight.saved.get(event.cause, 0) + event.damage}
    return _with_fight(state, replace(fight, saved=saved))


def _changed(fight: Fight, event: m.FightChanged | m.AnswerAwaited) -> Fight:
    if isinstance(event, m.AnswerAwaited):
        return replace(fight, pending=event.retreats, dying=event.dying, doom=event.damage)
    match event.by:
        case m.FixDice(count=count):
            return replace(fight, fixed=count, dice=count)
        case m.FuelDamage():
            return replace(fight, fuels=(*fight.fuels, event.by))
        case m.IgnoreDamage(count=count) if count is not None:
            return replace(fight, ignored=fight.ignored + count)
        case m.IgnoreDamage():
            return replace(fight, ignores_all=True)
        case m.TurnBlows(faces=faces):
            return replace(fight, turned=faces)
        case m.LastStand():
            return replace(fight, last_stand=True)
        case _:
            assert_never(event.by)


def _lore_side(
    side: Side, event: m.LoreCardPlayed | m.LoreBarred | m.LoreCardsDrawn | m.LoreCardsDiscarded
) -> Side:
    match event:
        case m.LoreBarred():
            return replace(side, lore_barred=True)
        case m.LoreCardsDrawn(count=count, total=total):
            deck = None if side.lore_deck is None else max(0, side.lore_deck - count)
            return replace(side, lore_cards=total, lore_deck=deck)
        case m.LoreCardPlayed(card=card):
            gone = () if card is None else (card,)
            return replace(_without(side, gone, max(0, side.lore_cards - 1)), lore_played=True)
        case m.LoreCardsDiscarded(cards=gone, total=total):
            # Which cards went that nobody tells of is not known: so none is known any more.
            known = side.known_lore if len(gone) == event.count else ()
            return _without(replace(side, known_lore=known), gone, total)
        case _:
            assert_never(event)


def _without(side: Side, gone: tuple[LoreId, ...], left: int) -> Side:
    """Return *side* with *left* lore cards, the cards *gone* no longer known among them."""
    known = list(side.known_lore)
    for card in gone:
        if card in known:
            known.remove(card)
    discards = side.lore_discards + side.lore_cards - left
    return replace(side, lore_cards=left, known_lore=tuple(known[:left]), lore_discards=discards)
