"""Which entries, variants and placeholders a file of phrases has: exactly what the code can ask for."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from rules.kernel.chapters.abilities import FUEL, POISON
from rules.kernel.hexes import Direction
from rules.kernel.messages import AnyCommand, AnyEvent, AnyWait
from rules.kernel.values import AttackType, CardNumber, Face, LoreChoice, Marker, Section, Step

NAMED = ("kinds", "terrain", "abilities")  # things of the catalogue that a language may name otherwise

TOLD = (*CardNumber, "melee")

VARIANTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "events": {
        "terrain_placed": ("token", "owned", "ford"),
        "terrain_removed": ("tent",),
        "first_player_found": ("lot",),
        "hands_dealt": ("no_lore", "preset"),
        "step_started": ("alone",),
        "card_played": ("anywhere",),
        "fight_changed": (
            "fix_dice", "fuel_damage", "ignore_damage", "ignore_all", "turn_blows", "last_stand",
        ),
        "extra_granted": ("attack", "move", "dice", "fewer_dice", "trample"),
        "answer_awaited": ("retreats", "dying"),
        "deck_shuffled": ("lore",),
        "ordered": ("paid",),
        "unmarked": ("shield",),
        "attack_declared": ("additional", "counter"),
        "rolled": ("no_dice",),
        "damaged": (
            "tokens", "poison", "poison_tokens", "blocked_retreat", "blocked_retreat_tokens", "last",
        ),
        "damage_ignored": ("terrain", "shield", "ability", "lore_card"),
        "figures_removed": ("frenzy",),
        "healed": ("tokens",),
        "retreat_forced": ("open",),
        "retreat_ignored": ("supported",),
        "retreated": ("midway",),
        "lore_gained": ("muster", "lore_step"),
        "points_gained": ("banner", "lore", "tent", "scenario", "lost"),
        "advanced": ("pursuit",),
        "declined": (
            "counter_wait", "advance_wait", "extra_attack_wait", "exchange_wait", "commit_wait",
            "number_wait",
        ),
        "game_won": ("elimination",),
        "unit_corrected": ("tokens", "marked", "marked_tokens", "gone"),
        "score_corrected": ("lore_cards",),
        "number_told": TOLD,
    },
    "waits": {
        "set_up_wait": ("ready", "hands", "open", "units", "both"),
        "dice_wait": ("declared", "card", "trampled"),
        "counter_wait": ("early",),
        "advance_wait": ("pursuit",),
        "number_wait": tuple(CardNumber),
    },
    "commands": {
        "place_terrain": ("token", "owned"),
        "start_game": ("preset",),
        "replenish_lore": tuple(LoreChoice),
        "order": ("paid",),
        "move": ("through",),
        "counter": ("early",),
        "play_card": ("anywhere",),
        "roll": ("no_dice",),
        "commit": ("none",),
        "advance": ("pursuit",),
        "decline": (
            "early_counter", "counter_wait", "exchange_wait", "advance_wait", "extra_attack_wait",
            "commit_wait", "number_wait",
        ),
        "tell_number": TOLD,
        "correct_unit": ("tokens", "gone"),
    },
}  # fmt: skip


class Filled(StrEnum):
    """What fills a placeholder, which decides what forms it may ask for."""

    TEXT = "text"
    NUMBER = "number"
    SIDE = "side"


_TEXT, _NUMBER = Filled.TEXT, Filled.NUMBER
_TILE: Mapping[str, Filled] = {"terrain": _TEXT, "token": _TEXT, "owner": _TEXT}

EXTRAS: Mapping[str, Mapping[str, Filled]] = {  # further placeholders
    "terrain_placed": _TILE,
    "terrain_removed": _TILE,
    "place_terrain": _TILE,
    "scenario_cards_revealed": {"cards": _TEXT},
    "fight_changed": {"count": _NUMBER, "damage": _NUMBER, "face": _TEXT, "faces": _TEXT},
    "orders_granted": {"orders": _TEXT},
    "extra_granted": {"trait": _TEXT, "hexes": _NUMBER, "count": _NUMBER},
    "game_won": {"points": _NUMBER},
    "set_up_wait": {"cards": _NUMBER, "lore": _NUMBER, "drawn": _NUMBER, "lore_drawn": _NUMBER},
    "commit_wait": {"abilities": _TEXT},
    "orders_wait": {"choices": _TEXT},
}

TEMPLATES: Mapping[str, Mapping[str, Filled]] = {  # sections of words that have placeholders
    "orders": {"count": _NUMBER, "units": _TEXT, "traits": _TEXT, "section": _TEXT},
    "choices": {"units": _TEXT, "unit": _TEXT, "target": _TEXT},
    "errands": {
        "unit": _TEXT, "at": _TEXT, "start": _TEXT, "count": _NUMBER, "marker": _TEXT, "piece": _TEXT,
        "owner": _TEXT,
    },
    "scenario_cards": {"seat": Filled.SIDE, "card": _TEXT},
}  # fmt: skip

UNIONS: Mapping[str, object] = {"events": AnyEvent, "waits": AnyWait, "commands": AnyCommand}
WORDS: Mapping[str, Iterable[str]] = {
    "faces": Face,
    "sections": Section,
    "markers": Marker,
    "tokens": Marker,
    "attack_types": AttackType,
    "steps": Step,
    "directions": Direction,
    "abilities": (POISON, FUEL),
    "ability_texts": (POISON, FUEL),
    "scenario_cards": ("played",),
    "orders": ("units", "kinds", "section", "not_weak", "or"),
    "choices": ("order", "move", "attack", "end"),
    "errands": (
        "off", "take_figures", "add_figures", "put_tokens", "take_tokens", "put_marker", "take_marker",
        "place", "join", "move", "take_piece", "put_piece", "owned", "put_banner", "take_banner",
    ),
}  # fmt: skip
