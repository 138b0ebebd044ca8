"""How a table is spoken to: its language, its own words, and the names of those who sit there."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.words.editions import words_of
from companion.words.phrasebook import BASE, Phrases
from companion.words.phrases import load_own_phrases, load_phrases
from companion.words.translator import Translator, load_translator
from companion.words.wording import Wording
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Seat
from rules.second.printed import ScenarioCard


class Language(NamedTuple):
    """How a table is spoken to: in which phrases, by what *names* of those who sit there.

    *tr* has what is no part of the game: questions, alarms, pages.
    """

    phrases: Phrases
    names: Mapping[Seat, str] = {}
    tr: Translator = Translator()


def load_language(lang: str, edition: str, folder: Path, names: Mapping[Seat, str] | None = None) -> Language:
    """Return how a table of *edition* is spoken to in *lang*, with the group's own words in *folder*.

    It follows *names* when they change.  Raises ConfigError for words of theirs that are not in order.
    """
    phrases, tr = load_own_phrases(edition, lang, folder), load_translator(lang, folder)
    return Language(phrases, {} if names is None else names, tr)


class _Named(Protocol):
    """What everything in the catalogue has in common."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def untranslated(ruleset: Ruleset, phrases: Phrases) -> tuple[str, ...]:
    """Return the names of *ruleset*'s things that *phrases* leave in English."""
    if phrases.lang == BASE:
        return ()
    catalogue, names = ruleset.catalogue, phrases.names
    sorts: Mapping[str, Iterable[_Named]] = {
        "kinds": catalogue.kinds.values(),
        "abilities": catalogue.abilities.values(),
        "cards": catalogue.cards.values(),
        "lore": catalogue.lore.values(),
        "scenario_cards": catalogue.of(ScenarioCard).values(),
        "terrain": catalogue.terrain.values(),
    }
    found = [
        (sort, thing.name)
        for sort, things in sorts.items()
        for thing in things
        if thing.id not in names[sort]
    ]
    small = [name[:1].lower() + name[1:] for sort, name in found if sort == "terrain"]
    return tuple(dict.fromkeys([*(name for _, name in found), *small]))


def wording_of(game: Game, language: Language | None, *, spoken: bool) -> Wording:
    """Return the words for *game*'s things in *language*, by default in English."""
    language = language or Language(load_phrases(game.ruleset.edition.id))
    return ruleset_wording(game.ruleset, language, spoken=spoken)


def ruleset_wording(ruleset: Ruleset, language: Language, *, spoken: bool) -> Wording:
    """Return the words for the things of *ruleset* in *language*."""
    told = words_of(ruleset.edition.id)
    return Wording(language.phrases, ruleset, told, spoken=spoken, names=language.names)
