"""How what happens in a turn, but for its combats, changes a state."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.parts import with_side, with_unit
from rules.kernel.state import Side, State, Unit
from rules.kernel.values import LoreId, Step


@evolves(m.TurnStarted)
def turn_started(state: State, event: m.TurnStarted) -> State:
    """Return *state* at the beginning of a turn."""
    return replace(state, active=event.seat, turn=event.turn, step=Step.COMMAND)


@evolves(m.StepStarted)
def step_started(state: State, event: m.StepStarted) -> State:
    """Return *state* in another step."""
    return replace(state, step=event.step)


@evolves(m.CardPlayed)
def card_played(state: State, event: m.CardPlayed) -> State:
    """Return *state* with the card on the discard pile."""
    side = state.sides[event.seat]
    known = list(side.known)
    if event.card in known:
        known.remove(event.card)
    cards = max(0, side.cards - 1)
    side = replace(side, cards=cards, known=tuple(known[:cards]))
    return replace(with_side(state, event.seat, side), card=event.name, discards=state.discards + 1)


@evolves(m.OrdersGranted)
def orders_granted(state: State, event: m.OrdersGranted) -> State:
    """Return *state* with more orders."""
    return replace(state, grants=(*state.grants, event.grant))


@evolves(m.ExtraGranted)
def extra_granted(state: State, event: m.ExtraGranted) -> State:
    """Return *state* with what a card gives until the turn ends."""
    return replace(state, extras=(*state.extras, event.grant))


@evolves(m.Ordered)
def ordered(state: State, event: m.Ordered) -> State:
    """Return *state* with the unit ordered."""
    called = {**state.called, event.unit: event.fits} if event.fits else state.called
    unit = replace(state.units[event.unit], ordered=True, paid=event.paid)
    return replace(with_unit(state, unit), called=called)


@evolves(m.Moved)
def moved(state: State, event: m.Moved) -> State:
    """Return *state* with the unit moved: in the Move Step, in the Attack Step or after it."""
    unit = state.units[event.unit]
    if state.step is Step.LATE_MOVES:
        unit = replace(unit, at=event.to, late=True)
    elif state.step is Step.ATTACK:
        unit = replace(unit, at=event.to, marched=True)
    else:
        unit = replace(unit, at=event.to, moved=True)
    return with_unit(state, unit)


@evolves(m.Placed)
def placed(state: State, event: m.Placed) -> State:
    """Return *state* with the unit where a card has put it; where it stood first after the orders is kept."""
    unit = state.units[event.unit]
    stood = event.start if event.after_orders and unit.stood is None else unit.stood
    return with_unit(state, replace(unit, at=event.to, moved=unit.moved or event.moved, stood=stood))


@evolves(m.Declined)
def declined(state: State, event: m.Declined) -> State:
    """Return *state* with that a unit makes no more attacks."""
    wait = state.wait
    if isinstance(wait, m.ExtraAttackWait):
        return with_unit(state, replace(state.units[wait.unit], finished=True))
    return state


@evolves(m.LoreGained, m.LoreSpent)
def lore_changed(state: State, event: m.LoreGained | m.LoreSpent) -> State:
    """Return *state* with other lore tokens."""
    return with_side(state, event.seat, replace(state.sides[event.seat], lore=event.total))


@evolves(m.PointsGained)
def points_gained(state: State, event: m.PointsGained) -> State:
    """Return *state* with other points."""
    return with_side(state, event.seat, replace(state.sides[event.seat], points=event.total))


@evolves(m.LoreCardsDrawn)
def lore_cards_drawn(state: State, event: m.LoreCardsDrawn) -> State:
    """Return *state* with more lore cards in a hand."""
    side = state.sides[event.seat]
    deck = None if side.lore_deck is None else max(0, side.lore_deck - event.count)
    return with_side(state, event.seat, replace(side, lore_cards=event.total, lore_deck=deck))


@evolves(m.LoreCardPlayed)
def lore_card_played(state: State, event: m.LoreCardPlayed) -> State:
    """Return *state* with one lore card less in a hand."""
    side = state.sides[event.seat]
    gone = () if event.card is None else (event.card,)
    left = _without(side, gone, max(0, side.lore_cards - 1))
    return with_side(state, event.seat, replace(left, lore_played=True))


@evolves(m.LoreCardsDiscarded)
def lore_cards_discarded(state: State, event: m.LoreCardsDiscarded) -> State:
    """Return *state* with fewer lore cards; after a discard that nobody tells of none is known any more."""
    side = state.sides[event.seat]
    known = side.known_lore if len(event.cards) == event.count else ()
    left = _without(replace(side, known_lore=known), event.cards, event.total)
    return with_side(state, event.seat, left)


def _without(side: Side, gone: tuple[LoreId, ...], left: int) -> Side:
    """Return *side* with *left* lore cards, the cards *gone* no longer known among them."""
    known = list(side.known_lore)
    for card in gone:
        if card in known:
            known.remove(card)
    discards = side.lore_discards + side.lore_cards - left
    return replace(side, lore_cards=left, known_lore=tuple(known[:left]), lore_discards=discards)


@evolves(m.CardDrawn)
def card_drawn(state: State, event: m.CardDrawn) -> State:
    """Return *state* with one more card in a hand."""
    state = with_side(state, event.seat, replace(state.sides[event.seat], cards=event.cards))
    return state if state.deck is None else replace(state, deck=max(0, state.deck - 1))


@evolves(m.DeckShuffled)
def deck_shuffled(state: State, event: m.DeckShuffled) -> State:
    """Return *state* with the discarded cards in the deck again."""
    if event.seat is None:
        deck = None if state.deck is None else state.deck + state.discards - event.kept
        return replace(state, deck=deck, discards=event.kept)
    side = state.sides[event.seat]
    deck = None if side.lore_deck is None else side.lore_deck + side.lore_discards
    return with_side(state, event.seat, replace(side, lore_deck=deck, lore_discards=0))


@evolves(m.TurnEnded)
def turn_ended(state: State, event: m.TurnEnded) -> State:
    """Return *state* without what units, cards and players did in the turn."""
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
    moved = unit.moved or unit.marched or unit.pursued or unit.late or unit.stood
    if not (unit.ordered or unit.attacks or moved):
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


@evolves(m.GameWon)
def game_won(state: State, event: m.GameWon) -> State:
    """Return *state* as it ends."""
    return replace(state, winner=event.seat, step=Step.OVER, fights=())


@evolves(m.Trampled)
def trampled(state: State, event: m.Trampled) -> State:
    """Return *state*: what comes of it is told by other events."""
    return state
