"""Subjects of the rules, and how things that are printed become subjects in one language.

Knows no game in progress, and no rule.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol, get_args

import msgspec

from companion.words.phrasebook import Phrases
from companion.words.translator import Translator
from rules.kernel.catalogue import Catalogue
from rules.kernel.printed import Confidence, Kind

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


class _PrintedThing(Protocol):
    """What all that is printed has in common."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def confidence(self) -> Confidence: ...


class _SummedUpThing(_PrintedThing, Protocol):
    """What abilities, terrain and cards have: our own words for what they do."""

    @property
    def summary(self) -> str: ...


class PrintedWords(NamedTuple):
    """The words of one language for what is printed on cards and pieces."""

    phrases: Phrases
    tr: Translator

    def name(self, sort: str, thing: _PrintedThing) -> str:
        """Return what *thing*, one of *sort*, is called."""
        return self.phrases.names[sort].get(thing.id, thing.name)

    def title(self, sort: str, thing: _PrintedThing) -> str:
        """Return what *thing* is called, and behind it what is printed on it where that is something else."""
        own = self.name(sort, thing)
        return own if own == thing.name else f"{own} ({thing.name})"

    def summary(self, sort: str, thing: _SummedUpThing) -> str:
        """Return what *thing* does, in our own words; "" where nobody knows."""
        return self.phrases.summary(sort, thing.id, thing.summary)

    def abilities(self, catalogue: Catalogue, kind: Kind) -> Iterator[str]:
        """Yield the abilities on the card of *kind*, each with its number where that is more than one."""
        for each in kind.abilities:
            if each.number and each.name in catalogue.abilities:
                name = self.name("abilities", catalogue.abilities[each.name])
                yield f"{name} {each.number}" if each.number > 1 else name

    def subject(
        self,
        chapter: Chapter,
        sort: str,
        thing: _PrintedThing,
        text: Iterable[str],
        *,
        see: Iterable[str] = (),
    ) -> Subject:
        """Return *thing* as a subject of the rules, with the paragraphs of *text* that say anything."""
        told = tuple(paragraph for paragraph in text if paragraph)
        return Subject(
            id=thing.id,
            title=self.title(sort, thing),
            chapter=chapter,
            text=told or (self.tr("What it does is not known here: look at your card."),),
            page=thing.page,
            see=tuple(see),
            confidence=thing.confidence,
        )

    def summed_up(self, chapter: Chapter, sort: str, things: Iterable[_SummedUpThing]) -> Iterator[Subject]:
        """Yield *things* of *sort* as subjects of the rules."""
        for thing in things:
            yield self.subject(chapter, sort, thing, (self.summary(sort, thing),))


class PrintedSubjects(NamedTuple):
    """How an edition's cards become subjects: the paragraphs about a kind of unit, and *own* subjects."""

    unit_card: Callable[[PrintedWords, Catalogue, Kind], Iterable[str]]
    own: Callable[[PrintedWords, Catalogue], Iterable[Subject]]


def as_sentences(parts: Iterable[str]) -> str:
    """Return *parts* as sentences: each begins with a capital and ends with a stop."""
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)
