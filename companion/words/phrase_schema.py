"""Which sections, entries and placeholders a file of phrases has in every edition.

What an edition has besides stands in its ``EditionWords``.
"""

from collections.abc import Iterable, Mapping

from companion.words.message_words import Filled
from companion.words.phrasebook import PAGE_LABELS
from rules.kernel.battle.deeds import Deed
from rules.kernel.chapters.sums import PartSort
from rules.kernel.hexes import Direction
from rules.kernel.values import AttackType, Marker, Section, Step

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
    "variants",
    "armies",
)
"""Things of the catalogue that a language may name otherwise, by sort."""

_TEXT, _NUMBER = Filled.TEXT, Filled.NUMBER

TEMPLATES: Mapping[str, Mapping[str, Filled]] = {  # sections of words that have placeholders
    "orders": {"count": _NUMBER, "units": _TEXT, "traits": _TEXT, "section": _TEXT},
    "choices": {"units": _TEXT, "unit": _TEXT, "target": _TEXT, "count": _NUMBER},
    "errands": {
        "unit": _TEXT, "at": _TEXT, "start": _TEXT, "count": _NUMBER, "marker": _TEXT, "piece": _TEXT,
        "owner": _TEXT, "banner": _TEXT, "card": _TEXT, "cards": _TEXT,
    },
    "goal": {"points": _NUMBER},
    "score": {"seat": Filled.SIDE, "most": _NUMBER, "least": _NUMBER, "need": _NUMBER},
    "odds": {"count": _NUMBER},
    "sums": {"count": _NUMBER, "parts": _TEXT, "number": _TEXT, "name": _TEXT},
    "scenario_cards": {"seat": Filled.SIDE, "card": _TEXT},
}  # fmt: skip

WORDS: Mapping[str, Iterable[str]] = {
    "faces": (),
    "fields": (),
    "sections": Section,
    "markers": Marker,
    "tokens": Marker,
    "attack_types": AttackType,
    "steps": (Step.SET_UP, Step.COMMAND, Step.ORDER, Step.ATTACK, Step.DRAW, Step.LORE, Step.OVER),
    "directions": Direction,
    "edition": ("name",),
    "pages": tuple(PAGE_LABELS.values()),
    "goal": ("name", "has", "wins", "short", "long"),
    "score": ("leads", "takes_lead", "stays_level", "levelled", "near"),
    "abilities": (),
    "ability_texts": (),
    "scenario_cards": (),
    "orders": ("units", "kinds", "section", "or", "left", "movable"),
    "choices": (
        "order", "order_some", "move", "move_some", "attack", "attack_with", "attack_with_some",
        "end", "only_end",
    ),
    "odds": ("dice", "hurt", "eliminated", "counter"),
    "sums": (
        "dice", PartSort.UNIT, PartSort.TERRAIN, PartSort.ABILITY, PartSort.CARD, PartSort.LORE_CARD,
    ),
    "deeds": tuple(each for each in Deed if each is not Deed.ABILITY),
    "errands": (
        "off", "take_figures", "add_figures", "put_tokens", "take_tokens", "put_marker", "take_marker",
        "place", "join", "move", "take_piece", "put_piece", "owned",
    ),
}  # fmt: skip
"""The sections of words and their entries in every edition; an edition has more."""
