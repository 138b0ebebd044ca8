"""How an event of the set-up changes a state.  Knows no rule: it believes what it is told."""

from typing import assert_never

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.state import Army, Setting, State


def dealt(state: State, event: m.HandsDealt) -> State:
    """Return *state* with the hands dealt."""
    sides = {
        seat: replace(
            side,
            cards=event.cards,
            known=event.known or side.known,
            lore_cards=event.lore,
            lore_deck=None if side.lore_deck is None else max(0, side.lore_deck - event.lore),
        )
        for seat, side in state.sides.items()
    }
    deck = None if state.deck is None else max(0, state.deck - len(sides) * event.cards)
    return replace(state, sides=sides, deck=deck)


def set_further(
    state: State,
    event: m.ScenarioCardChosen
    | m.ScenarioCardsRevealed
    | m.FirstPlayerFound
    | m.TerrainFinished
    | m.FordPlaced
    | m.FordPassed
    | m.Mustered
    | m.ArmiesRevealed,
) -> State:
    """Return *state* with the full set-up one step further."""
    setting = state.setting or Setting()
    match event:
        case m.ScenarioCardChosen(seat=seat, card=card):
            setting = replace(setting, cards={**setting.cards, seat: card})
        case m.ScenarioCardsRevealed():
            setting = replace(setting, cards_open=True)
        case m.FirstPlayerFound(seat=seat):
            found = None if state.setting is None else replace(setting, first=seat)
            return replace(state, first=seat, active=seat, setting=found)
        case m.TerrainFinished():
            setting = replace(setting, terrain_done=True)
        case m.FordPlaced(seat=seat) | m.FordPassed(seat=seat):
            setting = replace(setting, forded=(*setting.forded, seat))
        case m.Mustered(seat=seat):
            army = Army(units=event.units, tent=event.tent, decoys=event.decoys, lore=event.lore)
            setting = replace(setting, armies={**setting.armies, seat: army})
        case m.ArmiesRevealed():
            setting = replace(setting, armies_open=True)
        case _:
            assert_never(event)
    return replace(state, setting=setting)
