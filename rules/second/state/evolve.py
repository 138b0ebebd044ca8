"""How events that only the Second Edition has change a state.  Knows no rule: it believes what it is told."""

from typing import assert_never

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve import combat, evolves, set_up
from rules.kernel.evolve.parts import with_fight, with_side
from rules.kernel.state import State
from rules.kernel.values import Cause
from rules.second import messages as second
from rules.second.state.attack import Commitment, record, with_record
from rules.second.state.game import Army, SecondState, Setting, setting_in, with_setting


@evolves(second.ScenarioCardChosen)
def scenario_card_chosen(state: State, event: second.ScenarioCardChosen) -> State:
    """Return *state* with a scenario card chosen."""
    setting = setting_in(state) or Setting()
    return with_setting(state, replace(setting, cards={**setting.cards, event.seat: event.card}))


@evolves(second.ScenarioCardsRevealed)
def scenario_cards_revealed(state: State, event: second.ScenarioCardsRevealed) -> State:
    """Return *state* with the scenario cards open."""
    return with_setting(state, replace(setting_in(state) or Setting(), cards_open=True))


@evolves(m.FirstPlayerFound, own=SecondState)
def first_player_found(state: State, event: m.FirstPlayerFound) -> State:
    """Return *state* with the first player, whom the scenario cards have found as well."""
    setting = setting_in(state)
    found = None if setting is None else replace(setting, first=event.seat)
    return set_up.first_player_found(with_setting(state, found), event)


@evolves(second.TerrainFinished)
def terrain_finished(state: State, event: second.TerrainFinished) -> State:
    """Return *state* with all terrain laid."""
    return with_setting(state, replace(setting_in(state) or Setting(), terrain_done=True))


@evolves(second.FordPlaced, second.FordPassed)
def ford_placed(state: State, event: second.FordPlaced | second.FordPassed) -> State:
    """Return *state* with a seat done with its ford."""
    setting = setting_in(state) or Setting()
    return with_setting(state, replace(setting, forded=(*setting.forded, event.seat)))


@evolves(second.Mustered)
def mustered(state: State, event: second.Mustered) -> State:
    """Return *state* with an army."""
    setting = setting_in(state) or Setting()
    army = Army(units=event.units, tent=event.tent, decoys=event.decoys, lore=event.lore)
    return with_setting(state, replace(setting, armies={**setting.armies, event.seat: army}))


@evolves(second.ArmiesRevealed)
def armies_revealed(state: State, event: second.ArmiesRevealed) -> State:
    """Return *state* with the armies open."""
    return with_setting(state, replace(setting_in(state) or Setting(), armies_open=True))


@evolves(second.LoreBarred)
def lore_barred(state: State, event: second.LoreBarred) -> State:
    """Return *state* with a seat that plays no further lore card this turn."""
    return with_side(state, event.seat, replace(state.sides[event.seat], lore_barred=True))


@evolves(second.Committed)
def committed(state: State, event: second.Committed) -> State:
    """Return *state* with dice committed."""
    given = Commitment(ability=event.ability, face=event.face, count=event.count)
    return with_record(state, committed=(*record(state.fights[-1]).committed, given))


@evolves(second.AnswerAwaited)
def answer_awaited(state: State, event: second.AnswerAwaited) -> State:
    """Return *state* with what comes after an early counter."""
    return with_record(state, pending=event.retreats, dying=event.dying, doom=event.damage)


@evolves(second.FightChanged)
def fight_changed(state: State, event: second.FightChanged) -> State:
    """Return *state* with what a lore card does to the attack."""
    kept = record(state.fights[-1])
    match event.by:
        case second.FixDice(count=count):
            return with_fight(state, replace(state.fights[-1], fixed=count, dice=count))
        case second.FuelDamage():
            return with_record(state, fuels=(*kept.fuels, event.by))
        case second.IgnoreDamage(count=count) if count is not None:
            return with_record(state, ignored=kept.ignored + count)
        case second.IgnoreDamage():
            return with_record(state, ignores_all=True)
        case second.TurnBlows(faces=faces):
            return with_record(state, turned=faces)
        case second.LastStand():
            return with_record(state, last_stand=True)
        case _:
            assert_never(event.by)


@evolves(m.AttackDeclared, own=SecondState)
def attack_declared(state: State, event: m.AttackDeclared) -> State:
    """Return *state* with one more fight; that an early counter was made is kept."""
    if event.counter and isinstance(state.wait, m.CounterWait) and state.wait.early:
        state = with_record(state, answered=True)
    return combat.attack_declared(state, event)


@evolves(m.CombatEnded, own=SecondState)
def combat_ended(state: State, event: m.CombatEnded) -> State:
    """Return *state* without its innermost fight; that a counter forced retreats is kept."""
    fight = state.fights[-1]
    state = combat.combat_ended(state, event)
    return with_record(state, driven=True) if state.fights and fight.counter and fight.due else state


@evolves(m.DamageIgnored, own=SecondState)
def damage_ignored(state: State, event: m.DamageIgnored) -> State:
    """Count what the target was spared: by terrain once a combat, and once each other effect (RB p. 13)."""
    if not state.fights or event.outside:
        return state
    kept = record(state.fights[-1])
    if event.cause is Cause.TERRAIN:
        return with_record(state, spared=kept.spared + event.damage)
    saved = {**kept.saved, event.cause: kept.saved.get(event.cause, 0) + event.damage}
    return with_record(state, saved=saved)


@evolves(m.Unmarked, own=SecondState)
def unmarked(state: State, event: m.Unmarked) -> State:
    """Return *state* without a marker on a unit; that a shield went to an attack is kept."""
    if event.cause is Cause.SHIELD and state.fights:
        state = with_record(state, shielded=True)
    return combat.unmarked(state, event)


@evolves(m.RetreatForced, own=SecondState)
def retreat_forced(state: State, event: m.RetreatForced) -> State:
    """Return *state* with retreats that are due, and wait for no counter any more."""
    return with_record(combat.retreat_forced(state, event), pending=None)
