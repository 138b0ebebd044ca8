"""Thousands of sentences of played games, in both languages: a program finds nothing wrong in them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from companion.words.announcer import MOST_LETTERS, command_text, log_text, refusal_text, sentences, wait_text
from companion.words.levels import SpeechLevel
from companion.words.names import Language
from companion.words.phrases import load_phrases
from rules.kernel import messages as m
from rules.kernel.game import new_game, play
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, Why
from tests.companion.words.sentence_faults import NAMES, faults
from tests.companion.words.worded import (
    BH4,
    CG4,
    CHAOS,
    COMMANDS,
    EVENTS,
    INNER_EVENTS,
    MAGES,
    WAITS,
    waiting,
)
from tests.rules.first.engine import rules as first_rules
from tests.rules.first.playing import play_random as play_random_first
from tests.rules.playing import full_rules, play_random
from tests.shares import share

UNLISTED = ("A Trick", "Something Else", "Made up")  # cards that people name themselves, in whatever language
ENOUGH = 2000


class Listener:
    """Hears and reads all that is told in one language, each text once."""

    def __init__(self, lang: str, edition: str = "second") -> None:
        phrases = load_phrases(edition, lang)
        self._languages = (Language(phrases), Language(phrases, dict(zip(CAMPS, NAMES, strict=True))))
        self.heard: set[str] = set()
        self.read: set[str] = set()

    def decision(self, before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        language = self._languages[after.state.turn % 2]
        self.events(events, after, language)
        self.read |= {wait_text(after.state.wait, after, language), command_text(command, before, language)}

    def events(self, events: tuple[m.Event, ...], game: Game, language: Language | None = None) -> None:
        for each in self._languages if language is None else (language,):
            for level in SpeechLevel:
                self.heard |= {one.text for one in sentences(events, game, language=each, level=level)}
            self.read.add(log_text(events, game, each))

    def wait(self, wait: m.Wait, game: Game) -> None:
        self.events((m.Awaited(waits=(wait,)),), waiting(game, wait))
        self.read |= {wait_text(wait, waiting(game, wait), each) for each in self._languages}

    def refusal(self, refusal: m.Refusal, game: Game) -> None:
        self.read.add(refusal_text(refusal, game, self._languages[0]))


def play_scripted(seed: int, listener: Listener) -> None:
    game, players = new_game(Library(Path("nowhere")).ruleset("learning")), ScriptedPlayer(Random(seed))
    while commands := players.next_commands(game):
        for command in commands:
            after, events = play(game, command)
            assert isinstance(events, tuple)
            listener.decision(game, command, events, after)
            game = after


def faulty(listener: Listener, lang: str, edition: str = "second") -> Iterator[tuple[str, list[str]]]:
    for texts, spoken in ((listener.heard, True), (listener.read - {""}, False)):
        for text in sorted(texts):
            plain = text
            for name in UNLISTED:
                plain = plain.replace(name, "BattleLore")
            if found := faults(plain, lang, edition=edition, spoken=spoken):
                yield text, found


@pytest.mark.parametrize("lang", share(("en", "ro"), "ro"))
def test_nothing_is_found_wrong_in_what_is_said_and_shown_of_whole_games(lang: str) -> None:
    listener = Listener(lang)
    for seed in (5, 6):
        play_scripted(seed, listener)
    for seed in range(60_000, 60_003):
        play_random(full_rules(), seed, watch=(listener.decision,))
    assert len(listener.heard) > ENOUGH
    assert max(map(len, listener.heard)) <= MOST_LETTERS
    assert dict(faulty(listener, lang)) == {}


@pytest.mark.parametrize("lang", share(("en", "ro"), "ro"))
def test_nothing_is_found_wrong_in_whole_games_of_the_first_edition(lang: str) -> None:
    listener = Listener(lang, "first")
    for seed, scenario in enumerate(("first_steps", "war_council")):
        play_random_first(first_rules(scenario), seed, watch=(listener.decision,))
    assert len(listener.heard) > ENOUGH
    assert max(map(len, listener.heard)) <= MOST_LETTERS
    assert dict(faulty(listener, lang, "first")) == {}


@pytest.mark.parametrize("lang", ["en", "ro"])
def test_nothing_is_found_wrong_in_any_phrase(game: Game, lang: str) -> None:
    listener = Listener(lang)
    for event, _ in EVENTS:
        listener.events((event,), game)
    for events, _ in INNER_EVENTS:
        listener.events(events, game)
    for wait, _ in WAITS:
        listener.wait(wait, game)
    listener.read |= {
        command_text(command, waiting(game, wait), Language(load_phrases("second", lang)))
        for command, _, wait, _ in COMMANDS
    }
    for why in Why:
        for unit in (BH4, CG4, CHAOS, MAGES):
            for limit in (1, 2, 21):
                listener.refusal(m.Refusal(why=why, page="", unit=unit, limit=limit), game)
        listener.refusal(m.Refusal(why=why, page=""), game)
    assert dict(faulty(listener, lang)) == {}


@pytest.mark.parametrize(
    ("lang", "text", "fault"),
    [
        ("ro", "Recoltatorii cinci pierde o figurină.", "agreement"),
        ("ro", "Garda patru se retrag pe G 3.", "agreement"),
        ("ro", "Lordul unu este amețită.", "gender"),
        ("ro", "Spurcații doi sunt pusă pe F 5.", "gender"),
        ("ro", "Uthuk plătește două lore.", "agreement"),
        ("ro", "Ana plătesc două lore.", "agreement"),
        ("ro", "Se pot comanda o unitate.", "a plural of one"),
        ("ro", "Aruncați două zar.", "number"),
        ("ro", "Garda doi pierde o figurine.", "number"),
        ("ro", "Aruncați doi zaruri.", "gender of a number"),
        ("ro", "Uthuk trag douăzeci cărți.", "de"),
        ("ro", "Uthuk trag trei de cărți.", "de"),
        ("ro", "Uthuk: sau încheiați tura.", "nothing before or"),
        ("ro", "Uthuk joacă Attack Left.", "English"),
        ("ro", "Pe I 2: crystal spire.", "English"),
        ("ro", "Uthuk gain one lore.", "English"),
        ("ro", "Garda patru cade!.", "signs"),
        ("ro", "Uthuk  trag o carte.", "spaces"),
        ("ro", "Uthuk trag o carte .", "spaces"),
        ("ro", "Garda patru {unit} cade!", "signs"),
        ("ro", "uthuk trag o carte.", "no sentence"),
        ("ro", "Garda patru cade! uthuk trag o carte.", "a small letter after a stop"),
        ("en", "It is the end of Pennants's turn.", "possessive"),
        ("en", "Ana takes one, gains one lore, and gains one lore.", "a part twice"),
        ("ro", "Ana ia una, câștigă un lore și câștigă un lore.", "a part twice"),
        ("en", "Uthuk gains one lore.", "agreement"),
        ("en", "Ana gain one lore.", "agreement"),
        ("en", "Ana draws one lore cards.", "number"),
        ("en", "Roll two die.", "number"),
        ("en", "Uthuk: or end the turn.", "nothing before or"),
        ("en", "Put the the tent on F 5.", "a word twice"),
        ("en", "Citadel Guard four stands on None.", "signs"),
    ],
)
def test_what_is_wrong_in_a_sentence_is_found(lang: str, text: str, fault: str) -> None:
    assert [found for found in faults(text, lang) if found.startswith(f"{fault}: ")]
