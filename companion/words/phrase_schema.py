"""Which entries, variants and placeholders a file of phrases has: exactly what the code can ask for."""

from collections.abc import Iterable, Mapping

import msgspec

from companion.words.command_words import COMMANDS
from companion.words.event_words import EVENTS
from companion.words.message_words import Filled, MessageWords
from companion.words.wait_words import WAITS
from rules.kernel.hexes import Direction
from rules.kernel.values import AttackType, Marker, Section, Step
from rules.second.abilities import FUEL, POISON
from rules.second.faces import FACES

MESSAGES: Mapping[str, Mapping[type[msgspec.Struct], MessageWords]] = {
    "events": EVENTS,
    "waits": WAITS,
    "commands": COMMANDS,
}
NAMED = (
    "kinds",
    "spoken",  # kinds by shorter names, for the ear
    "forms",  # of the kinds' names: what agrees with them
    "terrain",
    "abilities",
    "cards",
    "lore",
    "scenario_cards",
    "factions",
    "scenarios",
    "armies",
)
"""Things of the catalogue that a language may name otherwise, by sort."""

_TEXT, _NUMBER = Filled.TEXT, Filled.NUMBER

TEMPLATES: Mapping[str, Mapping[str, Filled]] = {  # sections of words that have placeholders
    "orders": {"count": _NUMBER, "units": _TEXT, "traits": _TEXT, "section": _TEXT},
    "choices": {"units": _TEXT, "unit": _TEXT, "target": _TEXT},
    "errands": {
        "unit": _TEXT, "at": _TEXT, "start": _TEXT, "count": _NUMBER, "marker": _TEXT, "piece": _TEXT,
        "owner": _TEXT,
    },
    "scenario_cards": {"seat": Filled.SIDE, "card": _TEXT},
}  # fmt: skip

WORDS: Mapping[str, Iterable[str]] = {
    "faces": FACES.all,
    "sections": Section,
    "markers": Marker,
    "tokens": Marker,
    "attack_types": AttackType,
    "steps": Step,
    "directions": Direction,
    "abilities": (POISON, FUEL),
    "ability_texts": (POISON, FUEL),
    "scenario_cards": ("played",),
    "orders": ("units", "kinds", "section", "not_weak", "or", "left", "movable"),
    "choices": ("order", "move", "attack", "end", "only_end"),
    "errands": (
        "off", "take_figures", "add_figures", "put_tokens", "take_tokens", "put_marker", "take_marker",
        "place", "join", "move", "take_piece", "put_piece", "owned", "put_banner", "take_banner",
    ),
}  # fmt: skip
