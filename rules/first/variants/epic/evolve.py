"""How the events of Epic adventures change a state.  Knows no rule: it believes what it is told."""

from typing import assert_never, get_args

from msgspec.structs import replace

from rules.first.evolve import with_table
from rules.first.messages import epic as e
from rules.first.table import table
from rules.kernel.evolve.changes import evolves
from rules.kernel.state import State


@evolves(*get_args(e.EpicEvent))
def evolve(state: State, event: e.EpicEvent) -> State:
    """Return *state* as it is after *event*."""
    own = table(state)
    match event:
        case e.RackFilled():
            deck = None if state.deck is None else max(0, state.deck - 1)
            return replace(with_table(state, rack=(*own.rack, event.card)), deck=deck)
        case e.RackDiscarded():
            return replace(with_table(state, rack=()), discards=state.discards + event.count)
        case e.RackCardPlayed():
            rack = list(own.rack)
            if event.card in rack:
                rack.remove(event.card)
            played = replace(state, card=event.name, discards=state.discards + 1)
            return with_table(played, rack=tuple(rack))
        case e.CommandNoted():
            commands = (*own.commands, event.played)
            cards = tuple(each.card for each in commands if each.card is not None)
            last = {**own.last_commands, event.seat: cards}
            return with_table(state, commands=commands, last_commands=last)
        case e.RolledForFirst():
            rolled = {} if len(own.first_greens) == len(state.sides) else own.first_greens
            return with_table(state, first_greens={**rolled, event.seat: event.greens})
        case e.LoreForgone():
            return with_table(state, forgoing=(*own.forgoing, event.seat))
        case e.LoreNotCollected() | e.VictoryJudged():
            return state
        case _:
            assert_never(event)
