"""How the First Edition's own events change a state.  Knows no rule: it believes what it is told."""

from typing import assert_never, get_args

from msgspec.structs import replace

from rules.first.messages import events as e
from rules.first.table import FirstTable, table
from rules.kernel import messages as m
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.set_up import terrain_removed
from rules.kernel.evolve.turn import turn_started
from rules.kernel.state import State
from rules.kernel.values import Step


@evolves(*get_args(e.TableEvent))
def evolve(state: State, event: e.TableEvent) -> State:
    """Return *state* as it is after *event*; what happens most often is looked for first."""
    own = table(state)
    match event:
        case e.MoveBound():
            return with_table(state, afters={**own.afters, event.unit: event.after})
        case e.FightNoted():
            return replace(state, fights=(*state.fights[:-1], replace(state.fights[-1], own=event.notes)))
        case e.CommandRead():
            return with_table(state, last_cards={**own.last_cards, event.seat: event.card})
        case e.TableCleared():
            return replace(state, own=_cleared(own))
        case e.BoonGranted():
            return with_table(state, boons=(*own.boons, event.boon))
        case e.CouncilChosen():
            return with_table(state, councils={**own.councils, event.seat: event.council})
        case e.CouncilsOpened():
            return with_table(state, councils_open=True, due=event.landmarks)
        case e.LandmarksBrought():
            return with_table(state, due=event.landmarks)
        case e.LoreDeckCounted():
            return with_table(state, lore_deck=event.count)
        case e.LandmarkPlaced():
            due = own.due.get(event.seat, ())  # none, where the table has since read otherwise whose come
            left = tuple(each for each in due if each != event.landmark)
            placed = own.placed if event.at is None else {**own.placed, event.at: event.landmark}
            return with_table(state, due={**own.due, event.seat: left}, placed=placed)
        case e.HandDealt():
            return _dealt(state, event)
        case e.CommandTakenBack():
            return _taken_back(state, event)
        case e.CommandReplaced():
            return with_table(state, in_lieu=True)
        case e.LoreOrdersGiven():
            return with_table(state, lore_grants=event.grant)
        case e.LoreUnitNamed():
            return with_table(state, lore_units=(*own.lore_units, event.unit))
        case e.DiceChanged():
            return with_table(state, effects=(*own.effects, event.effect))
        case e.LoreStored():
            return with_table(state, stored={**own.stored, event.unit: event.total})
        case e.NecksChanged():
            return with_table(state, necks={**own.necks, event.unit: event.necks})
        case e.Scouted():
            back = event.drawn - event.kept
            deck = None if state.deck is None else max(0, state.deck - back)
            return replace(state, deck=deck, discards=state.discards + back)
        case e.RolledFurther() | e.CreatureTrampled() | e.PowerUsed():
            return state
        case _:
            assert_never(event)


@evolves(m.TerrainRemoved, own=FirstTable)
def landmark_removed(state: State, event: m.TerrainRemoved) -> State:
    """Forget which Landmark lay there, too."""
    placed = {at: landmark for at, landmark in table(state).placed.items() if at != event.at}
    return with_table(terrain_removed(state, event), placed=placed)


@evolves(m.TurnStarted, own=FirstTable)
def places_kept(state: State, event: m.TurnStarted) -> State:
    """Keep where units stand as the turn begins, in games that ask for it."""
    state = turn_started(state, event)
    if table(state).began is None:
        return state
    began = {unit.id: unit.at for unit in state.units.values() if unit.at is not None}
    return with_table(state, began=began)


def _cleared(own: FirstTable) -> FirstTable:
    return replace(
        own,
        boons=(),
        in_lieu=False,
        lore_grants=None,
        lore_units=(),
        afters={},
        effects=(),
        commands=(),
        taken_back=False,
        forgoing=(),
    )


def _taken_back(state: State, event: e.CommandTakenBack) -> State:
    """Return *state* as if nothing had been played in the Command step, but that it has been taken back."""
    own, side = table(state), state.sides[event.seat]
    count = event.hand + len(event.rack)
    side = replace(side, cards=side.cards + event.hand)
    rack = (*own.rack, *event.rack)
    return replace(
        with_table(state, rack=rack, commands=(), taken_back=True, boons=()),
        step=Step.COMMAND,
        card=None,
        grants=(),
        extras=(),
        discards=max(0, state.discards - count),
        sides={**state.sides, event.seat: side},
    )


def with_table(state: State, **fields: object) -> State:
    """Return *state* with other *fields* of what the First Edition keeps."""
    return replace(state, own=replace(table(state), **fields))


def _dealt(state: State, event: e.HandDealt) -> State:
    side = state.sides[event.seat]
    side = replace(side, cards=event.cards, lore_cards=event.lore, lore_discards=event.back)
    deck = None if state.deck is None else max(0, state.deck - event.cards)
    return replace(state, sides={**state.sides, event.seat: side}, deck=deck)
