"""The catalogue of phrases: what is said and shown, per language, checked when it is read.

Every event, wait, command and reason has its entry, and every entry is something
the code knows; a placeholder that nothing fills is an error.  Knows no game.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from companion.input.safe_parsing import read_text, read_toml
from companion.words.levels import Level as Level
from companion.words.message_words import Filled, MessageWords, placeholders
from companion.words.phrase_schema import MESSAGES, NAMED, TEMPLATES, WORDS
from companion.words.phrasebook import BASE, Phrase, Phrases, RefusalPhrase
from companion.words.plurals import NUMERALS
from rules.kernel.catalogue import ConfigError
from rules.kernel.values import Why


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
        sorts = {str(sort.__struct_config__.tag): sort for sort in MESSAGES[name]}
        found = self._section(name, sorts)
        return {
            tag: self._entry(f"{name}.{tag}", sort, MESSAGES[name][sort], found[tag])
            for tag, sort in sorts.items()
        }

    def _entry(
        self, place: str, sort: type[msgspec.Struct], told: MessageWords, entry: object
    ) -> dict[str, Phrase]:
        if not isinstance(entry, dict):
            raise self._wrong(place, "expected a table of fields")
        usual = {field: value for field, value in entry.items() if not isinstance(value, dict)}
        variants = {field: value for field, value in entry.items() if isinstance(value, dict)}
        for variant in variants:
            if variant not in told.variants:
                raise self._wrong(f"{place}.{variant}", "no code answers this variant")
        made = {"": self._phrase(place, usual)}
        for variant in told.variants:
            made[variant] = self._phrase(f"{place}.{variant}", {**usual, **variants.get(variant, {})})
        allowed = placeholders(sort, told)
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
