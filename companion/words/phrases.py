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
from pathlib import Path
from string import Formatter
from typing import Any, Union, get_args, get_origin

import msgspec

from companion.input.safe_parsing import read_text, read_toml
from companion.words.levels import Level as Level
from companion.words.phrase_schema import EXTRAS, NAMED, TEMPLATES, UNIONS, VARIANTS, WORDS, Filled
from companion.words.plurals import NUMERALS
from companion.words.priority import Priority
from rules.kernel.catalogue import ConfigError
from rules.kernel.values import Seat, Why

BASE = "en"  # whose file says how urgent phrases are, and what other languages do not say


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
    """One way to say something: for the ear, for the screen, about whom.

    *blind* is said instead of *say* to people who do not see the board.  What says
    anything has a *level*, the lowest at which it is said.
    """

    show: str
    say: str = ""
    blind: str = ""
    who: str = ""
    level: Level | None = None
    key: str = ""
    priority: Urgency = Urgency.NORMAL
    ttl: float = 20.0

    def spoken(self, level: Level) -> str:
        """Return what is said of this at *level*, "" for nothing."""
        if self.level is None or not level.includes(self.level):
            return ""
        return self.blind or self.say if level is Level.BLIND else self.say


class RefusalPhrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why something is refused; *bare* where unit, limit or hex are not told."""

    show: str
    bare: str = ""


Phrasebook = Mapping[str, Mapping[str, Phrase]]


class Phrases(msgspec.Struct, frozen=True, kw_only=True):
    """A language's phrases.  ``events["damaged"]["tokens"]``; "" is the usual variant.

    *names* are what this language calls things of the catalogue by other names, per kind of thing.
    """

    lang: str
    conjunction: str
    words: Mapping[str, Mapping[str, str]]
    names: Mapping[str, Mapping[str, str]]
    events: Phrasebook
    waits: Phrasebook
    commands: Phrasebook
    refusals: Mapping[str, RefusalPhrase]


@cache
def load_phrases(edition: str, lang: str = "en") -> Phrases:
    """Return the phrases of *edition* in *lang*.  Raises ConfigError, naming file, entry and field."""
    table, file = _ours(edition, lang)
    return _phrases(table, file)


def load_own_phrases(edition: str, lang: str, folder: Path) -> Phrases:
    """Return the phrases of *edition* in *lang*, changed by the group's own file in *folder*, if it has one.

    Raises ConfigError, naming file, entry and field.
    """
    path = folder / f"phrases.{lang}.toml"
    if not path.exists():
        return load_phrases(edition, lang)
    return _phrases(_merged(_ours(edition, lang)[0], _parsed(read_toml(path), str(path))), str(path))


def parse_phrases(text: str, file: str) -> Phrases:
    """Return the phrases in *text*.  Raises ConfigError for what is missing, unknown or wrong."""
    return _phrases(_parsed(text, file), file)


def _ours(edition: str, lang: str) -> tuple[dict[str, Any], str]:
    """Return what our files say in *lang*, and which: how urgent a phrase is only the English one says."""
    table: dict[str, Any] = {}
    for each in dict.fromkeys((BASE, lang)):
        file = f"{edition}/phrases.{each}.toml"
        text = read_text(resources.files("config") / file)
        table = _merged(table, _parsed(text, file))
    return table, file


def _parsed(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, None, f"is not TOML: {error}") from None


def _merged(table: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return *table* with what *change* says otherwise."""
    made = dict(table)
    for name, value in change.items():
        old = made.get(name)
        made[name] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return made


def _phrases(table: dict[str, Any], file: str) -> Phrases:
    reader = _Reader(table, file)
    phrases = Phrases(
        lang=reader.lang,
        conjunction=reader.text("and"),
        words={
            **{name: reader.words(name, known) for name, known in WORDS.items()},
            **{name: reader.words(name, None) for name in ("factions", "traits")},
        },
        names=reader.names(),
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
        self.lang = self.text("lang")
        if self.lang not in NUMERALS:
            raise self._wrong(None, f"our numbers have no words in {self.lang!r}, field lang")

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
            if name in TEMPLATES:
                self._check_template(name, entry, word, TEMPLATES[name])
        return found

    def names(self) -> dict[str, dict[str, str]]:
        """Return the names of the sorts in NAMED; none where the catalogue's own are used."""
        found = self._section("names", NAMED)
        for sort, names in found.items():
            if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
                raise self._wrong(f"names.{sort}", "expected texts")
        return found

    def book(self, name: str) -> dict[str, dict[str, Phrase]]:
        sorts = {sort.__struct_config__.tag: sort for sort in get_args(UNIONS[name])}
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
            where = f"{place}.{variant}".rstrip(".")
            self._check(where, phrase, allowed)
            if (phrase.say or phrase.blind) and phrase.level is None:
                raise self._wrong(where, f"says something: needs a field level, one of {', '.join(Level)}")
        return made

    def _phrase(self, place: str, fields: dict[str, Any]) -> Phrase:
        try:
            return msgspec.convert(fields, Phrase)
        except msgspec.ValidationError as error:
            raise self._wrong(place, re.sub(r" - at `\$\.?(.*)`$", r", field \1", str(error))) from None

    def _check(self, place: str, phrase: Phrase, allowed: Mapping[str, Filled]) -> None:
        for field in ("who", "say", "blind", "show", "key"):
            self._check_template(place, field, getattr(phrase, field), allowed)

    def _check_template(self, place: str, field: str, template: str, allowed: Mapping[str, Filled]) -> None:
        for name, spec in placeholders_in(template, place, self._file):
            if name not in allowed:
                raise self._wrong(place, f"nothing fills {{{name}}}, field {field}")
            if spec and not self._is_form(spec, allowed[name]):
                forms = "one|few|many" if NUMERALS[self.lang].forms == 3 else "one|many"
                raise self._wrong(place, f"{{{name}:{spec}}} is no {{number:{forms}}}, field {field}")

    def _is_form(self, spec: str, filled: Filled) -> bool:
        """Return whether *spec* is what such a placeholder can answer."""
        if filled is Filled.SIDE:
            return spec.startswith("!") and spec.count("|") == 1
        numerals = NUMERALS[self.lang]
        one, *others = spec.removeprefix("!").split("|")
        if numerals.one_in_form and not spec.startswith(("!", "#")) and " " not in one:
            return False
        return filled is Filled.NUMBER and (spec == "#" or len(others) + 1 == numerals.forms)

    def refusals(self) -> dict[str, RefusalPhrase]:
        found = self._section("refusals", Why)
        made = {}
        allowed = {"unit": Filled.TEXT, "limit": Filled.NUMBER, "at": Filled.TEXT}
        for why, fields in found.items():
            place = f"refusals.{why}"
            try:
                made[why] = msgspec.convert(fields, RefusalPhrase)
            except msgspec.ValidationError as error:
                raise self._wrong(place, str(error)) from None
            self._check_template(place, "show", made[why].show, allowed)
            self._check_template(place, "bare", made[why].bare, {})
            if "{" in made[why].show and not made[why].bare:
                raise self._wrong(place, "says something about {unit}, {limit} or {at}: needs a field bare")
        return made


def placeholders_in(template: str, place: str, file: str) -> list[tuple[str, str]]:
    """Return the placeholders of *template* and their forms.  Raises ConfigError for a lonely brace."""
    try:
        parsed = list(Formatter().parse(template))
    except ValueError as error:
        raise ConfigError(file, place, f"{error}: {template!r}") from None
    return [(name, spec or "") for _, name, spec, _ in parsed if name is not None]


def _placeholders(sort: type[msgspec.Struct]) -> dict[str, Filled]:
    """Return the fields of a message that a template may name, and what fills each."""
    return {
        field.encode_name: _filled(choices(field.type))
        for field in msgspec.structs.fields(sort)
        if field.type is not bool
    }


def _filled(sorts: tuple[object, ...]) -> Filled:
    return Filled.NUMBER if int in sorts else Filled.SIDE if Seat in sorts else Filled.TEXT


def choices(annotation: object) -> tuple[object, ...]:
    """Return the members of a union, or the type alone."""
    return get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
