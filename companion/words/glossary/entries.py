"""The entries of the glossary, read from our files and laid over what is printed.

The entries of ``glossary.<lang>.toml`` are laid over what the catalogue says of units,
abilities, terrain and cards, so that nothing is written twice.  Knows no game in progress.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import TypeVar

import msgspec

from companion.words.editions import words_of
from companion.words.glossary.search import plain
from companion.words.names import Language
from companion.words.phrasebook import BASE
from companion.words.phrases import load_phrases
from companion.words.subjects import CHAPTERS, Chapter, Glossary, PrintedWords, Subject
from rules.kernel.catalogue import Catalogue, ConfigError, misfit
from rules.kernel.printed import Confidence

_Entry = TypeVar("_Entry", bound="GlossaryEntry | TranslatedEntry")


class GlossaryEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the English file; what adds to a printed thing leaves out title and chapter."""

    title: str = ""
    chapter: Chapter | None = None
    text: str
    page: str
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    confidence: Confidence = "certain"


class TranslatedEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What another language says in an entry's place: what it leaves out is as in English.

    *page* is there only where the page is no title of a book.
    """

    title: str = ""
    text: str
    page: str = ""
    also: tuple[str, ...] = ()


def load_glossary(catalogue: Catalogue, edition: str, language: Language | None = None) -> Glossary:
    """Return the glossary of *edition* in *language*, by default English: chapter by chapter, by title.

    What the language does not say is said in English.  Raises ConfigError, naming file, entry and field.
    """
    language = language or Language(load_phrases(edition))
    printed = printed_subjects(catalogue, edition, PrintedWords(language.phrases, language.tr))
    found = parse_glossary(_text(edition, BASE), f"{edition}/{_file(BASE)}", printed)
    lang = language.phrases.lang
    if lang != BASE and (resources.files("config") / edition / _file(lang)).is_file():
        found = translated(found, _text(edition, lang), f"{edition}/{_file(lang)}", printed)
    ordered = sorted(found.values(), key=lambda one: (CHAPTERS.index(one.chapter), plain(one.title)))
    pages = language.phrases.page
    return {each.id: msgspec.structs.replace(each, page=pages(each.page)) for each in ordered}


def _file(lang: str) -> str:
    return f"glossary.{lang}.toml"


def _text(edition: str, lang: str) -> str:
    return (resources.files("config") / edition / _file(lang)).read_text(encoding="utf-8")


@lru_cache(maxsize=4)
def _parsed(text: str, file: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, None, "is not TOML: {1}", error) from None


def parse_glossary(text: str, file: str, printed: Glossary) -> Glossary:
    """Return the entries of the English *text*, and what is *printed*, by id.

    Raises ConfigError, naming file, entry and field, for what is wrong, missing or points nowhere.
    """
    found = dict(printed)
    for name, fields in _parsed(text, file).items():
        found[name] = _laid_over(found.get(name), _entry(fields, GlossaryEntry, file, name), file, name)
    for name, subject in found.items():
        for target in subject.see:
            if target not in found:
                raise ConfigError(file, name, "no entry is called {1}, field see", repr(target))
    return found


def translated(found: Glossary, text: str, file: str, printed: Glossary) -> Glossary:
    """Return what was *found* with the entries of *text* in their places; *printed* things stay translated.

    Raises ConfigError for an entry that is not in English.
    """
    told = dict(found)
    for name, fields in _parsed(text, file).items():
        if name not in found:
            raise ConfigError(file, name, "there is no such entry in English")
        entry = _entry(fields, TranslatedEntry, file, name)
        told[name] = _in_place_of(found[name], entry, printed.get(name))
    return told


def _in_place_of(english: Subject, entry: TranslatedEntry, printed: Subject | None) -> Subject:
    """Return *english* in other words; it is found by its English title, too."""
    return msgspec.structs.replace(
        english,
        title=entry.title or english.title,
        text=(*(printed.text if printed is not None else ()), entry.text),
        page=entry.page or english.page,
        also=(*entry.also, *((english.title,) if entry.title else ()), *english.also),
    )


def _entry(fields: object, sort: type[_Entry], file: str, name: str) -> _Entry:
    try:
        entry = msgspec.convert(fields, sort)
    except msgspec.ValidationError as error:
        raise misfit(file, name, error) from None
    if not entry.text.strip():
        raise ConfigError(file, name, "is empty, field {1}", "text")
    return entry


def _laid_over(printed: Subject | None, entry: GlossaryEntry, file: str, name: str) -> Subject:
    """Return *entry* as a subject, after what is *printed* under the same name."""
    if not entry.page.strip():
        raise ConfigError(file, name, "is empty, field {1}", "page")
    if printed is None:
        if not entry.title or entry.chapter is None:
            missing = "chapter" if entry.title else "title"
            raise ConfigError(
                file, name, "is missing, and no card or terrain is called so, field {1}", missing
            )
        return Subject(
            id=name,
            title=entry.title,
            chapter=entry.chapter,
            text=(entry.text,),
            page=entry.page,
            also=entry.also,
            see=entry.see,
            confidence=entry.confidence,
        )
    if entry.title or entry.chapter is not None:
        field = "title" if entry.title else "chapter"
        raise ConfigError(
            file, name, "is that of the thing called {1}, field {2}", repr(printed.title), field
        )
    pages = (printed.page,) if entry.page == printed.page else (printed.page, entry.page)
    return msgspec.structs.replace(
        printed,
        text=(*printed.text, entry.text),
        page="; ".join(pages),
        also=entry.also,
        see=entry.see or printed.see,
        confidence=min(printed.confidence, entry.confidence, key=_CONFIDENCE.__getitem__),
    )


_CONFIDENCE: Mapping[Confidence, int] = {"unknown": 0, "likely": 1, "certain": 2}


def printed_subjects(catalogue: Catalogue, edition: str, words: PrintedWords) -> dict[str, Subject]:
    """Return what *catalogue* says of units, abilities, terrain and cards, by id, in *words*.

    Where two things have one id (a pack's, say), the later one's is ``<chapter>.<id>``.
    """
    cards = words_of(edition).printed
    found: dict[str, Subject] = {}
    for subject in (
        *words.summed_up("abilities", "abilities", catalogue.abilities.values()),
        *words.summed_up("terrain", "terrain", catalogue.terrain.values()),
        *words.summed_up("lore", "lore", catalogue.lore.values()),
        *words.summed_up("command_cards", "cards", catalogue.cards.values()),
        *cards.own(words, catalogue),
    ):
        _add(found, subject)
    for kind in catalogue.kinds.values():
        abilities = (each.name for each in kind.abilities if each.name in found)
        _add(
            found,
            words.subject("units", "kinds", kind, cards.unit_card(words, catalogue, kind), see=abilities),
        )
    return found


def _add(found: dict[str, Subject], made: Subject) -> None:
    name = made.id if made.id not in found else f"{made.chapter}.{made.id}"
    found[name] = msgspec.structs.replace(made, id=name)
