"""The catalogue of phrases: what is said and shown, per language, checked when it is read.

Every event, wait, command and reason has its entry, and every entry is something
the code knows; a placeholder that nothing fills is an error.  Knows no game.
"""

import re
import tomllib
import types
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Union, get_args, get_origin

import msgspec

from companion.speaking.waiting import Priority
from rules.abilities import FUEL, POISON
from rules.catalogue import ConfigError
from rules.hexes import Direction
from rules.messages import AnyCommand, AnyEvent, AnyWait
from rules.values import AttackType, Face, LoreChoice, Marker, Section, Step, Why

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
        ),
        "game_won": ("elimination",),
        "unit_corrected": ("tokens", "marked", "marked_tokens", "gone"),
        "score_corrected": ("lore_cards",),
    },
    "waits": {
        "set_up_wait": ("ready", "hands", "open", "units", "both"),
        "dice_wait": ("declared", "card", "trampled"),
        "counter_wait": ("early",),
        "advance_wait": ("pursuit",),
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
            "commit_wait",
        ),
        "correct_unit": ("tokens", "gone"),
    },
}  # fmt: skip

_TILE: Mapping[str, bool] = {"terrain": False, "token": False, "owner": False}

EXTRAS: Mapping[str, Mapping[str, bool]] = {  # further placeholders; True: a number
    "terrain_placed": _TILE,
    "terrain_removed": _TILE,
    "place_terrain": _TILE,
    "scenario_cards_revealed": {"cards": False},
    "fight_changed": {"count": True, "damage": True, "face": False, "faces": False},
    "orders_granted": {"orders": False},
    "extra_granted": {"trait": False, "hexes": True, "count": True},
    "game_won": {"points": True},
    "set_up_wait": {"cards": True, "lore": True, "drawn": True, "lore_drawn": True},
    "commit_wait": {"abilities": False},
}

ORDER_PLACEHOLDERS: Mapping[str, bool] = {"count": True, "units": False, "traits": False, "section": False}

_UNIONS: Mapping[str, object] = {"events": AnyEvent, "waits": AnyWait, "commands": AnyCommand}
_WORDS: Mapping[str, Iterable[str]] = {
    "faces": Face,
    "sections": Section,
    "markers": Marker,
    "attack_types": AttackType,
    "steps": Step,
    "directions": Direction,
    "abilities": (POISON, FUEL),
    "ability_texts": (POISON, FUEL),
    "scenario_cards": ("played",),
    "orders": ("units", "kinds", "section", "not_weak", "or"),
}


class Urgency(StrEnum):
    """How a phrase's file says ``Priority``."""

    URGENT = "urgent"
    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"

    @property
    def priority(self) -> Priority:
        """Return the voice's own word for it."""
        return Priority[self.name]


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to say something: for the ear, for the screen, about whom."""

    show: str
    say: str = ""
    who: str = ""
    key: str = ""
    priority: Urgency = Urgency.NORMAL
    ttl: float = 20.0


class RefusalPhrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why something is refused; *bare* where unit or limit are not told."""

    show: str
    bare: str = ""


Phrasebook = Mapping[str, Mapping[str, Phrase]]


class Phrases(msgspec.Struct, frozen=True, kw_only=True):
    """A language's phrases.  ``events["damaged"]["tokens"]``; "" is the usual variant."""

    lang: str
    conjunction: str
    words: Mapping[str, Mapping[str, str]]
    events: Phrasebook
    waits: Phrasebook
    commands: Phrasebook
    refusals: Mapping[str, RefusalPhrase]


@cache
def load_phrases(edition: str, lang: str = "en") -> Phrases:
    """Return the phrases of *edition* in *lang*.  Raises ConfigError, naming file, entry and field."""
    file = f"{edition}/phrases.{lang}.toml"
    try:
        text = (resources.files("config") / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError(file, None, "there is no such file") from None
    return parse_phrases(text, file)


def parse_phrases(text: str, file: str) -> Phrases:
    """Return the phrases in *text*.  Raises ConfigError for what is missing, unknown or wrong."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, None, f"is not TOML: {error}") from None
    reader = _Reader(table, file)
    phrases = Phrases(
        lang=reader.text("lang"),
        conjunction=reader.text("and"),
        words={
            **{name: reader.words(name, known) for name, known in _WORDS.items() if name != "orders"},
            "orders": reader.orders(),
            **{name: reader.words(name, None) for name in ("factions", "traits")},
        },
        events=reader.book("events"),
        waits=reader.book("waits"),
        commands=reader.book("commands"),
        refusals=reader.refusals(),
    )
    reader.nothing_left()
    return phrases


class _Reader:
    """Takes a file apart, section by section, and checks each."""

    def __init__(self, table: dict[str, Any], file: str) -> None:
        self._table = dict(table)
        self._file = file

    def _wrong(self, entry: str | None, problem: str) -> ConfigError:
        return ConfigError(self._file, entry, problem)

    def text(self, name: str) -> str:
        found = self._table.pop(name, None)
        if not isinstance(found, str):
            raise self._wrong(None, f"expected a text, field {name}")
        return found

    def nothing_left(self) -> None:
        for name in self._table:
            raise self._wrong(name, "no code answers this section")

    def _section(self, name: str, known: Iterable[str] | None) -> dict[str, Any]:
        """Return a section whose entries are exactly *known* (None: any)."""
        found = self._table.pop(name, None)
        if not isinstance(found, dict):
            raise self._wrong(name, "is missing")
        if known is not None:
            wanted = [str(word) for word in known]
            for entry in found:
                if entry not in wanted:
                    raise self._wrong(f"{name}.{entry}", "no code answers this entry")
            for entry in wanted:
                if entry not in found:
                    raise self._wrong(f"{name}.{entry}", "is missing: the code needs this entry")
        return found

    def words(self, name: str, known: Iterable[str] | None) -> dict[str, str]:
        found = self._section(name, known)
        for entry, word in found.items():
            if not isinstance(word, str):
                raise self._wrong(name, f"expected a text, field {entry}")
        return found

    def book(self, name: str) -> dict[str, dict[str, Phrase]]:
        sorts = {sort.__struct_config__.tag: sort for sort in get_args(_UNIONS[name])}
        found = self._section(name, sorts)
        return {tag: self._entry(name, tag, sort, found[tag]) for tag, sort in sorts.items()}

    def _entry(self, name: str, tag: str, sort: type[msgspec.Struct], entry: object) -> dict[str, Phrase]:
        place = f"{name}.{tag}"
        if not isinstance(entry, dict):
            raise self._wrong(place, "expected a table of fields")
        usual = {field: value for field, value in entry.items() if not isinstance(value, dict)}
        variants = {field: value for field, value in entry.items() if isinstance(value, dict)}
        wanted = VARIANTS[name].get(tag, ())
        for variant in variants:
            if variant not in wanted:
                raise self._wrong(f"{place}.{variant}", "no code answers this variant")
        made = {"": self._phrase(place, usual)}
        for variant in wanted:
            made[variant] = self._phrase(f"{place}.{variant}", {**usual, **variants.get(variant, {})})
        allowed = {**_placeholders(sort), **EXTRAS.get(tag, {})}
        for variant, phrase in made.items():
            self._check(f"{place}.{variant}".rstrip("."), phrase, allowed)
        return made

    def _phrase(self, place: str, fields: dict[str, Any]) -> Phrase:
        try:
            return msgspec.convert(fields, Phrase)
        except msgspec.ValidationError as error:
            raise self._wrong(place, re.sub(r" - at `\$\.?(.*)`$", r", field \1", str(error))) from None

    def _check(self, place: str, phrase: Phrase, allowed: Mapping[str, bool]) -> None:
        for field in ("who", "say", "show", "key"):
            self._check_template(place, field, getattr(phrase, field), allowed)

    def _check_template(self, place: str, field: str, template: str, allowed: Mapping[str, bool]) -> None:
        for name, spec in placeholders_in(template, place, self._file):
            if name not in allowed:
                raise self._wrong(place, f"nothing fills {{{name}}}, field {field}")
            if spec and not (allowed[name] and spec.count("|") == 1):
                raise self._wrong(place, f"{{{name}:{spec}}} is no {{number:one|many}}, field {field}")

    def orders(self) -> dict[str, str]:
        """Return the words for orders, whose templates have placeholders of their own."""
        found = self.words("orders", _WORDS["orders"])
        for entry, template in found.items():
            self._check_template("orders", entry, template, ORDER_PLACEHOLDERS)
        return found

    def refusals(self) -> dict[str, RefusalPhrase]:
        found = self._section("refusals", Why)
        made = {}
        allowed = {"unit": False, "limit": True}
        for why, fields in found.items():
            place = f"refusals.{why}"
            try:
                made[why] = msgspec.convert(fields, RefusalPhrase)
            except msgspec.ValidationError as error:
                raise self._wrong(place, str(error)) from None
            self._check_template(place, "show", made[why].show, allowed)
            self._check_template(place, "bare", made[why].bare, {})
            if "{" in made[why].show and not made[why].bare:
                raise self._wrong(place, "says something about {unit} or {limit}: needs a field bare")
        return made


def placeholders_in(template: str, place: str, file: str) -> list[tuple[str, str]]:
    """Return the placeholders of *template* and their forms.  Raises ConfigError for a lonely brace."""
    try:
        parsed = list(Formatter().parse(template))
    except ValueError as error:
        raise ConfigError(file, place, f"{error}: {template!r}") from None
    return [(name, spec or "") for _, name, spec, _ in parsed if name is not None]


def _placeholders(sort: type[msgspec.Struct]) -> dict[str, bool]:
    """Return the fields of a message that a template may name, and whether each is a number."""
    return {
        field.encode_name: int in choices(field.type)
        for field in msgspec.structs.fields(sort)
        if field.type is not bool
    }


def choices(annotation: object) -> tuple[object, ...]:
    """Return the members of a union, or the type alone."""
    return get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
