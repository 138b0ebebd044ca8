"""The glossary: every subject of the rules in our own words, and a search through it.

The entries of ``glossary.<lang>.toml`` are laid over what the catalogue says of units,
abilities, terrain and cards, so that nothing is written twice.  Knows no game in progress.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Literal, NamedTuple, Protocol, get_args

import msgspec

from rules.kernel.catalogue import Catalogue, ConfigError, misfit
from rules.kernel.printed import Confidence, Kind
from rules.second.printed import ArmyCard, ScenarioCard

Chapter = Literal[
    "basics",
    "set_up",
    "turn",
    "combat",
    "units",
    "abilities",
    "terrain",
    "lore",
    "command_cards",
    "scenario_cards",
    "army_cards",
    "winning",
    "options",
    "boxes",
]
CHAPTERS: tuple[Chapter, ...] = get_args(Chapter)


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """One subject of the rules.  *text* are its paragraphs, *also* more words to find it by."""

    id: str
    title: str
    chapter: Chapter
    text: tuple[str, ...]
    page: str
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    confidence: Confidence = "certain"


Glossary = Mapping[str, Subject]


class GlossaryEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the file; what adds to a printed thing leaves out title and chapter."""

    title: str = ""
    chapter: Chapter | None = None
    text: str
    page: str
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    confidence: Confidence = "certain"


class _Defined(Protocol):
    """What everything in the catalogue has in common."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def confidence(self) -> Confidence: ...


class _Summed(_Defined, Protocol):
    """What abilities, terrain and cards have: our own words for what they do."""

    @property
    def summary(self) -> str: ...


def load_glossary(catalogue: Catalogue, edition: str, lang: str = "en") -> Glossary:
    """Return the glossary of *edition* in *lang*.  Raises ConfigError, naming file, entry and field."""
    file = f"{edition}/glossary.{lang}.toml"
    try:
        text = (resources.files("config") / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError(file, None, "there is no such file") from None
    return parse_glossary(text, file, catalogue)


def parse_glossary(text: str, file: str, catalogue: Catalogue) -> Glossary:
    """Return the entries of *text* and what *catalogue* prints, by id: chapter by chapter, by title.

    Raises ConfigError, naming file, entry and field, for what is wrong, missing or points nowhere.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, None, "is not TOML: {1}", error) from None
    found = printed_subjects(catalogue)
    for name, fields in table.items():
        found[name] = _laid_over(found.get(name), _entry(fields, file, name), file, name)
    for name, subject in found.items():
        for target in subject.see:
            if target not in found:
                raise ConfigError(file, name, "no entry is called {1}, field see", repr(target))
    ordered = sorted(found.values(), key=lambda one: (CHAPTERS.index(one.chapter), _plain(one.title)))
    return {subject.id: subject for subject in ordered}


def _entry(fields: object, file: str, name: str) -> GlossaryEntry:
    try:
        return msgspec.convert(fields, GlossaryEntry)
    except msgspec.ValidationError as error:
        raise misfit(file, name, error) from None


def _laid_over(printed: Subject | None, entry: GlossaryEntry, file: str, name: str) -> Subject:
    """Return *entry* as a subject, after what is *printed* under the same name."""
    for field in ("text", "page"):
        if not getattr(entry, field).strip():
            raise ConfigError(file, name, "is empty, field {1}", field)
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


def printed_subjects(catalogue: Catalogue) -> dict[str, Subject]:
    """Return what *catalogue* says of units, abilities, terrain and cards, by id.

    Where two things have one id (a pack's, say), the later one's is ``<chapter>.<id>``.
    """
    found: dict[str, Subject] = {}
    for chapter, things in _things(catalogue):
        for thing in things:
            _add(found, thing, thing.summary, chapter)
    for kind in catalogue.kinds.values():
        abilities = tuple(ability.name for ability in kind.abilities if ability.name in found)
        _add(found, kind, _unit_card(catalogue, kind), "units", see=abilities)
    for army in catalogue.of(ArmyCard).values():
        _add(found, army, _army_card(catalogue, army), "army_cards")
    return found


def _add(
    found: dict[str, Subject], thing: _Defined, text: str, chapter: Chapter, see: tuple[str, ...] = ()
) -> None:
    made = Subject(
        id=thing.id if thing.id not in found else f"{chapter}.{thing.id}",
        title=thing.name,
        chapter=chapter,
        text=(text,),
        page=thing.page,
        see=see,
        confidence=thing.confidence,
    )
    found[made.id] = made


def _unit_card(catalogue: Catalogue, kind: Kind) -> str:
    """Return what is on a unit's card, as a text: its numbers, traits and abilities."""
    numbers = {"move": kind.move, "combat": kind.combat, "health": kind.health, "muster cost": kind.cost}
    parts = [f"{name} {'not known' if number is None else number}" for name, number in numbers.items()]
    if kind.range is not None:
        parts.insert(2, f"range {kind.range[0]} to {kind.range[1]}")
    abilities = [
        f"{catalogue.abilities[name].name} {each.number}"
        if each.number > 1
        else catalogue.abilities[name].name
        for each in kind.abilities
        if (name := each.name) in catalogue.abilities
    ]
    told = [", ".join(parts), ", ".join(kind.traits), ", ".join(abilities)]
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in told if part)


def _army_card(catalogue: Catalogue, army: ArmyCard) -> str:
    parts = [f"{count} {catalogue.kinds[kind].name}" for kind, count in army.units.items()]
    parts += ["a command tent"] if army.tent else []
    parts += [f"{army.lore} lore"] if army.lore else []
    return f"{', '.join(parts)}: {army.total} points."


def _things(catalogue: Catalogue) -> Iterable[tuple[Chapter, Iterable[_Summed]]]:
    yield "abilities", catalogue.abilities.values()
    yield "terrain", catalogue.terrain.values()
    yield "lore", catalogue.lore.values()
    yield "command_cards", catalogue.cards.values()
    yield "scenario_cards", catalogue.of(ScenarioCard).values()


class _Rank(NamedTuple):
    """How well a subject answers a search: the smaller, the better."""

    place: int
    words: int


def search(glossary: Glossary, text: str) -> tuple[Subject, ...]:
    """Return the subjects in which every word of *text* begins a word, the best first.

    Best are those called so, then those whose title begins so, then those with all words in
    the title, then in title and search words, then anywhere.  The page's rules.mjs does the same.
    """
    wanted = words(text)
    if not wanted:
        return tuple(glossary.values())
    found = [(rank, subject) for subject in glossary.values() if (rank := _rank(subject, wanted)) is not None]
    return tuple(subject for _, subject in sorted(found, key=lambda pair: pair[0]))


def _rank(subject: Subject, wanted: tuple[str, ...]) -> _Rank | None:
    title = words(subject.title)
    names = [title, *(words(name) for name in subject.also)]
    named = [word for name in names for word in name]
    told = [*named, *words(" ".join(subject.text)), *words(subject.page)]
    size = len(title)
    if wanted in names:
        return _Rank(0 if wanted == title else 1, size)
    if " ".join(title).startswith(" ".join(wanted)):
        return _Rank(2, size)
    for place, held in enumerate((title, named, told), start=3):
        if all(any(word.startswith(start) for word in held) for start in wanted):
            return _Rank(place, size if place < 5 else 0)
    return None


def words(text: str) -> tuple[str, ...]:
    """Return the words of *text* as they are searched: small letters, no accents, no apostrophes."""
    return tuple(re.findall(r"[a-z0-9]+", _plain(text)))


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.lower())
    return re.sub("['’\u0300-\u036f]", "", bare)
