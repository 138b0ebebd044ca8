"""Which rule something comes from: one table from events and waits to entries of the glossary.

A refusal names its rule itself.  Knows no words: those stand in the glossary.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.kernel import messages as m
from rules.kernel.chapters.abilities import FUEL
from rules.kernel.values import Step

EVENTS: Mapping[str, str] = {
    "unit_placed": "deployment",
    "unit_joined": "muster",
    "terrain_placed": "battlefield",
    "terrain_removed": "terrain",
    "terrain_removed.tent": "tent",
    "scenario_card_chosen": "scenario_cards",
    "scenario_cards_revealed": "scenario_cards",
    "first_player_found": "first_player",
    "terrain_finished": "battlefield",
    "ford_placed": "fords",
    "ford_passed": "fords",
    "mustered": "muster",
    "armies_revealed": "deployment",
    "hands_dealt": "hands",
    "banner_placed": "banners",
    "banner_removed": "banners",
    "hand_noted": "command",
    "turn_started": "turn",
    "step_started": "turn",
    "step_started.set_up": "full_set_up",
    "step_started.command": "command",
    "step_started.order": "order",
    "step_started.attack": "attack",
    "step_started.late_moves": "mobility",
    "step_started.victory_points": "victory_points",
    "step_started.draw": "draw_step",
    "step_started.lore": "lore_step",
    "step_started.over": "winning",
    "card_played": "cards",
    "card_played.anywhere": "command",
    "lore_card_played": "lore_cards",
    "lore_cards_drawn": "lore_step",
    "lore_cards_discarded": "lore_step",
    "fight_changed": "lore_cards",
    "answer_awaited": "ferocity",
    "answer_awaited.dying": "unstoppable",
    "lore_barred": "runic_barrier",
    "trampled": "trample",
    "orders_granted": "order",
    "extra_granted": "cards",
    "deck_shuffled": "draw_step",
    "deck_shuffled.seat": "lore_step",
    "ordered": "order",
    "ordered.paid": "automaton",
    "marked.poison": "poison",
    "marked.stun": "stun",
    "marked.shield": "rune_shield",
    "unmarked.poison": "poison",
    "unmarked.stun": "stun",
    "unmarked.shield": "rune_shield",
    "moved": "move",
    "placed": "placing",
    "attack_declared": "target",
    "attack_declared.counter": "counter",
    "attack_declared.additional": "additional",
    "rolled": "dice",
    "committed": "commit",
    "damaged": "damage",
    "damaged.poison": "poison",
    "damaged.blocked_retreat": "retreat",
    "damaged.lore_card": "lore_cards",
    "damaged.card": "cards",
    "damage_ignored": "ignoring",
    "damage_ignored.terrain": "building",
    "damage_ignored.shield": "rune_shield",
    "damage_ignored.lore_card": "lore_cards",
    "figures_removed": "removing_figures",
    "figures_removed.frenzy": "frenzy",
    "healed": "healing",
    "retreat_forced": "retreat",
    "retreat_ignored": "retreat",
    "retreat_ignored.supported": "supported",
    "retreat_ignored.ability": "immovable",
    "retreated": "retreat",
    "eliminated": "damage",
    "lore_gained": "lore_tokens",
    "lore_gained.dice": "lore_gain",
    "lore_gained.ability": "catalyst",
    "lore_gained.muster": "muster_lore",
    "lore_gained.lore_step": "lore_step",
    "lore_gained.card": "cards",
    "lore_spent": "lore_tokens",
    "lore_spent.lore": "exchange",
    "lore_spent.lore_card": "lore_cards",
    "lore_spent.cure": "order",
    "lore_spent.automaton": "automaton",
    "points_gained": "victory_points",
    "points_gained.banner": "banners",
    "points_gained.lore": "exchange",
    "points_gained.scenario": "scenario_cards",
    "points_gained.tent": "tent",
    "advanced": "advance",
    "advanced.pursuit": "pursue",
    "declined": "turn",
    "declined.commit_wait": "commit",
    "declined.counter_wait": "counter",
    "declined.advance_wait": "advance",
    "declined.extra_attack_wait": "additional",
    "declined.exchange_wait": "exchange",
    "declined.number_wait": "components",
    "combat_ended": "combat",
    "card_drawn": "draw_step",
    "turn_ended": "turn",
    "game_won": "winning",
    "unit_corrected": "correction",
    "score_corrected": "correction",
    "number_told": "components",
    "cost_told": "lore_cards",
    "overruled": "correction",
    "awaited": "turn",
    "retracted": "correction",
}

WAITS: Mapping[str, str] = {
    "scenario_cards_wait": "scenario_cards",
    "first_player_wait": "first_player",
    "terrain_wait": "battlefield",
    "ford_wait": "fords",
    "muster_wait": "muster",
    "reveal_wait": "deployment",
    "set_up_wait": "set_up",
    "set_up_wait.units": "deployment",
    "card_wait": "command",
    "orders_wait": "order",
    "extra_attack_wait": "additional",
    "dice_wait": "roll",
    "dice_wait.roll": "cards",
    "dice_wait.trampled": "trample",
    "commit_wait": "commit",
    "shield_wait": "rune_shield",
    "ignore_wait": "immovable",
    "way_wait": "ranged_retreat",
    "counter_wait": "counter",
    "advance_wait": "advance",
    "advance_wait.pursuit": "pursue",
    "exchange_wait": "exchange",
    "lore_wait": "lore_step",
    "number_wait": "components",
    "over_wait": "winning",
}

STEPS: Mapping[Step, tuple[str, ...]] = {
    Step.ORDER: ("order", "move", "attack"),
    Step.ATTACK: ("attack", "target"),
    Step.LATE_MOVES: ("mobility",),
}

_IN_PASSING = (m.Awaited, m.StepStarted, m.TurnStarted, m.TurnEnded, m.CombatEnded)
_FLAGS = (
    "anywhere",
    "dying",
    "paid",
    "counter",
    "additional",
    "pursuit",
    "roll",
    "trampled",
    "seat",
    "units",
)
_WORDS = ("cause", "step", "marker", "what")


def rule_of(message: m.AnyEvent | m.AnyWait) -> str:
    """Return the glossary's entry about what has happened, or about what the game waits for."""
    named = _named(message)
    if named is not None:
        return named
    tag = str(message.__struct_config__.tag)
    table = WAITS if isinstance(message, m.Wait) else EVENTS
    return next(table[key] for key in (*_variants(tag, message), tag) if key in table)


def rules_asked(wait: m.AnyWait, step: Step) -> tuple[str, ...]:
    """Return the entries about what the game waits for in *step*."""
    if isinstance(wait, m.OrdersWait) and step in STEPS:
        return STEPS[step]
    return (rule_of(wait),)


def rules_of(events: Iterable[m.AnyEvent]) -> tuple[str, ...]:
    """Return the entries about *events*, each once; what happens in passing only where nothing else did."""
    events = tuple(events)
    found = [rule_of(event) for event in events if not isinstance(event, _IN_PASSING)]
    found = found or [rule_of(event) for event in events if not isinstance(event, m.Awaited)]
    return tuple(dict.fromkeys(found))


def _named(message: msgspec.Struct) -> str | None:
    """Return the card or ability that *message* itself names, which has an entry of its own."""
    match message:
        case m.Committed(ability=ability) if ability != FUEL:
            return ability
        case m.CardPlayed(card=card, anywhere=False):
            return card
        case m.LoreCardPlayed(card=card):
            return card
        case _:
            return None


def _variants(tag: str, message: msgspec.Struct) -> Iterator[str]:
    """Yield the more telling keys of the tables: by cause, step or marker, and by what is so."""
    for field in _FLAGS:
        if getattr(message, field, None):
            yield f"{tag}.{field}"
    for field in _WORDS:
        yield f"{tag}.{getattr(message, field, None)}"
