"""What lies on the First Edition's table beside its units: Lore, Levy tokens, the cards of the Epic rack.

What another edition's table is asked for lies nowhere.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.first.messages.epic import RackCardPlayed, RackCardWait, RackDiscarded, RackFilled, RackWait
from rules.first.table import FirstTable, LevyToken, arms_of, table
from rules.kernel.hexes import Hex
from rules.kernel.messages import Event
from rules.kernel.state import State
from rules.kernel.values import CardId, UnitId


def lore_beside(state: State) -> Mapping[UnitId, int]:
    """Return how much Lore lies beside which Creatures."""
    return table(state).stored


def with_lore_beside(state: State, unit: UnitId, count: int) -> State:
    """Return *state* with so much Lore beside *unit*."""
    return replace(state, own=replace(table(state), stored={**table(state).stored, unit: count}))


def rack_of(state: State) -> tuple[CardId, ...]:
    """Return the cards on the rack."""
    return table(state).rack


def asked_of_rack(state: State) -> tuple[CardId, ...]:
    """Return the cards of the rack of which one may be played now."""
    wait = state.waits[-1]
    return wait.cards if isinstance(wait, RackCardWait) else ()


def is_rack_filling(state: State) -> bool:
    """Return whether the next card is to be laid on the rack."""
    return isinstance(state.waits[-1], RackWait)


def with_rack_card_as_in(state: State, left: State, card: CardId) -> State:
    """Return *state* with *card* on the rack as often as it lies there in *left*."""
    others = tuple(each for each in rack_of(state) if each != card)
    return _with_rack(state, (*others, *(each for each in rack_of(left) if each == card)))


def with_rack_in_hand(state: State, events: Iterable[Event]) -> State:
    """Return *state* with the rack as hands leave it themselves while *events* happen.

    What is thrown away has been drawn and laid there before, and who plays a card of the rack takes it.
    """
    rack, drawn = [*rack_of(state)], list[CardId]()
    for event in events:
        match event:
            case RackFilled(card=card):
                drawn.append(card)
            case RackDiscarded():
                rack, drawn = [*rack, *drawn], []
            case RackCardPlayed(card=card) if card in rack:
                rack.remove(card)
    return _with_rack(state, tuple(rack))


def _with_rack(state: State, cards: tuple[CardId, ...]) -> State:
    return replace(state, own=replace(table(state), rack=cards)) if cards != rack_of(state) else state


def levies_of(state: State) -> Mapping[Hex, LevyToken]:
    """Return the Levy tokens on the board, by their hexes."""
    return arms_of(state).levies


def with_levy(state: State, at: Hex, token: LevyToken | None) -> State:
    """Return *state* with *token* on *at*, or none."""
    others = {hex: each for hex, each in levies_of(state).items() if hex != at}
    levies = others if token is None else {**others, at: token}
    return replace(state, own=replace(table(state), arms=replace(arms_of(state), levies=levies)))


def with_closed_councils(state: State) -> State:
    """Return *state* as it is before the War Councils lie open."""
    return replace(state, own=replace(table(state), councils_open=False))


def are_councils_open(state: State) -> bool:
    """Return whether the War Councils lie open, so that the Lore deck is counted out."""
    return isinstance(state.own, FirstTable) and state.own.councils_open
