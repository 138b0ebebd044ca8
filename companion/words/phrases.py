"""The catalogue of phrases: what is said and shown, per language, checked when it is read.

A language's phrases are layers, each laid over those before it: what any edition has, the edition's
own, and the group's own.  Together they have an entry for every event, wait, command and reason,
and none besides; a placeholder that nothing fills is an error.  Knows no game.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import msgspec

from companion.input.safe_parsing import read_text, read_toml
from companion.words.editions import words_of
from companion.words.languages import LANGUAGES
from companion.words.levels import SpeechLevel
from companion.words.message_words import EditionWords, Filled, MessageWords, placeholders
from companion.words.phrase_schema import NAMED, TEMPLATES, WORDS
from companion.words.phrasebook import BASE, Phrase, Phrases, RefusalPhrase
from companion.words.plurals import FORMS, POSSESSIVE, Numerals, numerals
from rules.kernel.catalogue import ConfigError, misfit
from rules.kernel.translatable import Message
from rules.kernel.values import Why


class Layer(NamedTuple):
    """What one file says, in *lang*."""

    file: str
    lang: str
    table: Mapping[str, Any]


@cache
def load_phrases(edition: str, lang: str = "en") -> Phrases:
    """Return the phrases of *edition* in *lang*.  Raises ConfigError, naming file, entry and field."""
    return _phrases(_ours(edition, lang), words_of(edition))


def load_own_phrases(edition: str, lang: str, folder: Path) -> Phrases:
    """Return the phrases of *edition* in *lang*, changed by the group's own file in *folder*, if it has one.

    Raises ConfigError, naming file, entry and field.
    """
    path = folder / f"phrases.{lang}.toml"
    if not path.exists():
        return load_phrases(edition, lang)
    return _phrases([*_ours(edition, lang), _parsed(read_toml(path), str(path), lang)], words_of(edition))


def parse_phrases(texts: Mapping[str, str], edition: str) -> Phrases:
    """Return the phrases of *edition* in *texts*, by file, each laid over those before it.

    Raises ConfigError for what is missing, unknown or wrong.
    """
    layers: list[Layer] = []
    for file, text in texts.items():
        layers.append(_parsed(text, file, layers[-1].lang if layers else BASE))
    return _phrases(layers, words_of(edition))


def files_of(edition: str, lang: str) -> tuple[str, ...]:
    """Return our files for *edition* in *lang* alone, the lower ones first.

    What things do stands in a file of its own; in English it stands in the catalogue.
    """
    files = (f"words/{lang}/common.toml", f"{edition}/phrases.{lang}.toml")
    return files if lang == BASE else (*files, f"{edition}/summaries.{lang}.toml")


def _ours(edition: str, lang: str) -> list[Layer]:
    """Return what our files say.

    English lies below every language: only there stands how urgent a phrase is, and what a language
    that has been begun does not say yet is said in English.
    """
    layers = []
    for each in dict.fromkeys((BASE, lang)):
        for name in files_of(edition, each):
            file = resources.files("config") / name
            if each == BASE or each not in LANGUAGES or file.is_file():
                layers.append(_parsed(read_text(file), name, each))
    return layers


def _parsed(text: str, file: str, lang: str) -> Layer:
    """Return what *text* says, in *lang* unless it names another language."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, None, "is not TOML: {1}", error) from None
    return Layer(file, str(table.get("lang", lang)), table)


def _merged(table: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return *table* with what *change* says otherwise."""
    made = dict(table)
    for name, value in change.items():
        old = made.get(name)
        made[name] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return made


def _has(table: object, path: Sequence[str]) -> bool:
    for name in path:
        if not isinstance(table, Mapping) or name not in table:
            return False
        table = table[name]
    return True


def _phrases(layers: Sequence[Layer], own: EditionWords) -> Phrases:
    reader = _PhraseReader(layers, own)
    phrases = Phrases(
        lang=reader.lang,
        conjunction=reader.text("and"),
        serial_comma=reader.flag("serial_comma"),
        words={
            **{name: reader.words(name, known) for name, known in _words(own).items()},
            **{name: reader.words(name, None) for name in ("factions", "traits")},
        },
        names=reader.names(),
        summaries=reader.summaries(),
        events=reader.book("events"),
        waits=reader.book("waits"),
        commands=reader.book("commands"),
        refusals=reader.refusals(),
    )
    reader.nothing_left()
    return phrases


def _words(own: EditionWords) -> dict[str, tuple[str, ...]]:
    """Return the sections of words with their entries, every edition's and its *own*."""
    names = dict.fromkeys([*WORDS, *own.words])
    return {name: (*WORDS.get(name, ()), *own.words.get(name, ())) for name in names}


class _PhraseReader:
    """Takes the layers apart, section by section, and checks each."""

    def __init__(self, layers: Sequence[Layer], own: EditionWords) -> None:
        self._layers = layers
        self._own = own
        self._table: dict[str, Any] = {}
        for layer in layers:
            self._table = _merged(self._table, layer.table)
        self.lang = self.text("lang")
        for lang in dict.fromkeys(layer.lang for layer in layers):
            try:
                numerals(lang)
            except ValueError:
                raise self._wrong(None, "no number has words in {1}", repr(lang), field="lang") from None

    def _wrong(self, entry: str | None, problem: str, *values: object, field: str = "") -> ConfigError:
        told = Message(problem, *values)
        if field:
            told = Message("{1}, field {2}", told, field)
        return ConfigError(self._layer_with(entry, field).file, entry, told)

    def _layer_with(self, entry: str | None, field: str = "") -> Layer:
        """Return the uppermost layer that has *field* of *entry*, itself or inherited, else *entry*.

        What is missing belongs where its section is.
        """
        path = () if entry is None else tuple(entry.split("."))
        for wanted in ((*path, field), (*path[:-1], field), path, path[:1]):
            having = [layer for layer in self._layers if _has(layer.table, wanted)]
            if having:
                return having[-1]
        return self._layers[-1]

    def text(self, name: str) -> str:
        found = self._table.pop(name, None)
        if not isinstance(found, str):
            raise self._wrong(None, "expected a text", field=name)
        return found

    def flag(self, name: str) -> bool:
        found = self._table.pop(name, None)
        if not isinstance(found, bool):
            raise self._wrong(None, "expected true or false", field=name)
        return found

    def nothing_left(self) -> None:
        for name in self._table:
            raise self._wrong(name, "no code answers this section")

    def _section(self, name: str, known: Iterable[str] | None) -> dict[str, Any]:
        """Return a section whose entries are exactly *known* (None: any)."""
        found = self._table.pop(name, None)
        if found is None and known is not None and not [*known]:
            return {}
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
                raise self._wrong(name, "expected a text", field=entry)
            if (allowed := TEMPLATES.get(name) or self._own.templates.get(name)) is not None:
                self._check_template(name, entry, word, allowed)
        return found

    def names(self) -> dict[str, dict[str, str]]:
        """Return the names of the sorts in NAMED; none where the catalogue's own are used.

        A kind that a group calls otherwise is called so aloud, too, not by our short name.
        """
        found = self._by_sort("names", self._section("names", None))
        for kind, form in found.get("forms", {}).items():
            if form not in FORMS:
                raise self._wrong("names.forms", "expected one of {1}", ", ".join(FORMS), field=kind)
        spoken = {
            kind: name
            for kind, name in found.get("spoken", {}).items()
            if self._height("names", "spoken", kind) >= self._height("names", "kinds", kind)
        }
        return {**found, "spoken": spoken}

    def summaries(self) -> dict[str, dict[str, str]]:
        """Return what things of the sorts in NAMED do; none where the catalogue's own summary is used."""
        return self._by_sort("summaries", self._table.pop("summaries", {}))

    def _by_sort(self, section: str, found: object) -> dict[str, dict[str, str]]:
        """Return the texts of *section*, by every sort of things that has names and by id."""
        known = (*NAMED, *self._own.named)
        if not isinstance(found, dict):
            raise self._wrong(section, "expected a table of fields")
        for sort, texts in found.items():
            if sort not in known:
                raise self._wrong(f"{section}.{sort}", "no code answers this entry")
            if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
                raise self._wrong(f"{section}.{sort}", "expected texts")
        return {sort: found.get(sort, {}) for sort in known}

    def _height(self, *path: str) -> int:
        """Return the number of the uppermost layer that has *path*, -1 for none."""
        return max((index for index, layer in enumerate(self._layers) if _has(layer.table, path)), default=-1)

    def book(self, name: str) -> dict[str, dict[str, Phrase]]:
        told = self._own.messages[name]
        sorts = {str(sort.__struct_config__.tag): sort for sort in told}
        found = self._section(name, sorts)
        return {
            tag: self._entry(f"{name}.{tag}", sort, told[sort], found[tag]) for tag, sort in sorts.items()
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
                raise self._wrong(
                    where, "says something: needs a field level, one of {1}", ", ".join(SpeechLevel)
                )
        return made

    def _phrase(self, place: str, fields: dict[str, Any]) -> Phrase:
        try:
            return msgspec.convert(fields, Phrase)
        except msgspec.ValidationError as error:
            raise misfit(self._layer_with(place).file, place, error) from None

    def _check(self, place: str, phrase: Phrase, allowed: Mapping[str, Filled]) -> None:
        for field in ("who", "say", "blind", "show", "about", "hint", "key"):
            self._check_template(place, field, getattr(phrase, field), allowed)

    def _check_template(self, place: str, field: str, template: str, allowed: Mapping[str, Filled]) -> None:
        layer = self._layer_with(place, field)
        for name, spec in placeholders_in(template, place, layer.file):
            if name not in allowed:
                raise self._wrong(place, "nothing fills {1}", f"{{{name}}}", field=field)
            if spec and not _is_form(spec, allowed[name], numerals(layer.lang)):
                forms = "one|few|many" if numerals(layer.lang).forms == 3 else "one|many"
                raise self._wrong(place, "{1} is no {number:{2}}", f"{{{name}:{spec}}}", forms, field=field)

    def refusals(self) -> dict[str, RefusalPhrase]:
        own = self._own
        known = [*(why for why in Why if why not in own.other_reasons), *own.reasons]
        found = self._section("refusals", known)
        made = {}
        allowed = {"unit": Filled.UNIT, "limit": Filled.NUMBER, "at": Filled.TEXT}
        for why, fields in found.items():
            place = f"refusals.{why}"
            try:
                made[why] = msgspec.convert(fields, RefusalPhrase)
            except msgspec.ValidationError as error:
                raise self._wrong(place, "{1}", error) from None
            self._check_template(place, "show", made[why].show, allowed)
            self._check_template(place, "bare", made[why].bare, {})
            if "{" in made[why].show and not made[why].bare:
                raise self._wrong(place, "says something about {unit}, {limit} or {at}: needs a field bare")
        return made


def _is_form(spec: str, filled: Filled, words: Numerals) -> bool:
    """Return whether *spec* is what such a placeholder can answer in the language of *words*."""
    if filled is Filled.SIDE and spec == POSSESSIVE:
        return True
    if filled in (Filled.SIDE, Filled.UNIT) and spec.startswith("!"):
        return spec.count("|") == 1
    if filled is Filled.UNIT and spec.startswith("~"):
        return spec.count("|") == len(FORMS) - 1
    one, *others = spec.removeprefix("!").split("|")
    if words.one_in_form and not spec.startswith(("!", "#")) and " " not in one:
        return False
    return filled is Filled.NUMBER and (spec == "#" or len(others) + 1 == words.forms)


def placeholders_in(template: str, place: str, file: str) -> list[tuple[str, str]]:
    """Return the placeholders of *template* and their forms.  Raises ConfigError for a lonely brace."""
    try:
        parsed = list(Formatter().parse(template))
    except ValueError as error:
        raise ConfigError(file, place, "{1}: {2}", error, repr(template)) from None
    return [(name, spec or "") for _, name, spec, _ in parsed if name is not None]
