"""How a table is spoken to: its language, its own words, and the names of those who sit there."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.words.editions import words_of
from companion.words.phrasebook import BASE, Phrases
from companion.words.phrases import load_own_phrases, load_phrases
from companion.words.plurals import SideName
from companion.words.translator import Translator, load_translator, log_name, player_in_log
from companion.words.wording import Wording
from rules.kernel.chapters.places import acting_places
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Seat, Section
from rules.second.printed import ScenarioCard


class Language(NamedTuple):
    """How a table is spoken to: in which phrases, by what *names* of those who sit there.

    *tr* has what is no part of the game: questions, alarms, pages.  *people* are those who share a side, by
    the section that is each one's; "" where nobody said a name.
    """

    phrases: Phrases
    names: Mapping[Seat, str] = {}
    tr: Translator = Translator()
    people: Mapping[Seat, Mapping[Section, str]] = {}

    def seat_people(self, people: Mapping[Seat, Mapping[Section, str]]) -> None:
        """Let *people* share the sides from now on; only in a language that was loaded for a table."""
        assert isinstance(self.people, dict)
        self.people.update(people)

    def log_name(self, by: str) -> str:
        """Return who the log means with *by*: who sits there, where a name is known, or what herald says."""
        sits = (name for seat, name in self.names.items() if name and player_in_log(seat) == by)
        return next(sits, None) or log_name(by, self.tr)


def load_language(lang: str, edition: str, folder: Path, names: Mapping[Seat, str] | None = None) -> Language:
    """Return how a table of *edition* is spoken to in *lang*, with the group's own words in *folder*.

    It follows *names* when they change.  Raises ConfigError for words of theirs that are not in order.
    """
    phrases, tr = load_own_phrases(edition, lang, folder), load_translator(lang, folder)
    return Language(phrases, {} if names is None else names, tr, {})


def in_their_order(places: Collection[Section]) -> tuple[Section, ...]:
    """Return *places* from the left to the right."""
    return tuple(section for section in Section if section in places)


def calling_who_acts(language: Language, game: Game) -> Language:
    """Return *language* in which the side that is asked is called by whoever of it is to act."""
    wait = game.state.wait
    people = {} if wait.seat is None else language.people.get(wait.seat, {})
    if wait.seat is None or len(people) < 2 or game.ruleset.edition.wings is None:
        return language
    words = wording_of(game, language, spoken=False)
    acting = in_their_order(acting_places(game, people))
    called = [_called(words, wait.seat, section, language) for section in acting]
    who = SideName(words.listing(called), is_one=len(called) == 1)
    return language._replace(names={**language.names, wait.seat: who})


def _called(words: Wording, seat: Seat, section: Section, language: Language) -> str:
    """Return what is called who has *section* of *seat*'s side: the person, or the place."""
    name = language.people[seat][section]
    if name or section is Section.CENTER:
        return name or str(words.seat(seat))
    side = words.side(seat)
    tr = language.tr
    return tr("{1}, left wing", side) if section is Section.LEFT else tr("{1}, right wing", side)


def side_name(seat: Seat, words: Wording) -> str:
    """Return what screens call a side: by who plays it, or by its faction's full name."""
    player = words.player(seat)
    return words.side(seat) if player is None else str(player)


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
