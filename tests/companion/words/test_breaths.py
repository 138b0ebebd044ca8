"""No sentence of a game of either edition is longer than one breath, and scores are told after each turn."""

from pathlib import Path

import pytest

from companion.library.library import Library
from companion.voice.speaking.waiting import SentenceQueue
from companion.words.announcer import MOST_LETTERS, Announcer, Sentence, breaths, sentences
from companion.words.levels import Priority, SpeechLevel, seconds_of
from companion.words.names import Language
from companion.words.phrases import load_phrases
from companion.words.plurals import number_word
from companion.words.score_words import camp_points
from companion.words.translator import load_translator
from rules.kernel.messages import Command, Event, GameWon, PointsGained, TurnStarted
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS
from tests.rules.first.playing import play_random as play_random_first
from tests.rules.playing import full_rules, play_random
from tests.shares import share

LANGUAGES = ("en", "ro")
LONG_NAMES = ("Bartholomew", "Alexandrina")
OF_TWO = {"ro": {1: ("unu", "un"), 2: ("doi",), 12: ("doisprezece",)}}
"""Numbers that have another form where points are counted."""

FIRST_EDITION = (
    "long_valley.call_to_arms.reluctant_allies",
    "three_fronts.reluctant_allies",
    "high_council",
    "war_council.medieval_lore",
)


class Listener:
    """Hears a game at every level in both languages, and keeps what is wrong with it."""

    def __init__(self, edition: str) -> None:
        names = dict(zip(CAMPS, LONG_NAMES, strict=True))
        self._languages = [Language(load_phrases(edition, lang), names) for lang in LANGUAGES]
        self.longest, self.scores, self.wrong = 0, 0, list[str]()

    def hear(self, _before: Game, _command: Command, events: tuple[Event, ...], game: Game) -> None:
        for language in self._languages:
            for level in SpeechLevel:
                said = [one.text for one in sentences(events, game, language=language, level=level)]
                self.longest = max(self.longest, *map(len, said), 0)
                self.wrong += [text for text in said if len(text) > MOST_LETTERS]
                self._count(language.phrases.lang, events, game, " ".join(said))

    def _count(self, lang: str, events: tuple[Event, ...], game: Game, said: str) -> None:
        """See that both scores are in *said* after points and at a turn's start, once there are any."""
        points = [count for count in camp_points(game).values() if count]
        is_due = any(isinstance(event, TurnStarted | PointsGained) for event in events)
        if not points or not is_due or any(isinstance(event, GameWon) for event in events):
            return
        self.scores += 1
        told = said.lower()
        for count in points:
            forms = (number_word(count, lang), *OF_TWO.get(lang, {}).get(count, ()))
            if not any(form in told for form in forms):
                self.wrong.append(f"without {count}: {said}")


@pytest.mark.parametrize("scenario", share(FIRST_EDITION, FIRST_EDITION[0]))
def test_whatever_is_said_of_a_game_of_the_first_edition_is_one_breath_with_both_scores(
    scenario: str,
) -> None:
    listener = Listener("first")
    play_random_first(Library(Path("nowhere")).ruleset(scenario), 1, watch=(listener.hear,))
    assert listener.wrong == []
    assert listener.scores > 20


def test_whatever_is_said_of_a_battle_of_the_second_edition_is_one_breath_with_both_scores() -> None:
    listener = Listener("second")
    play_random(full_rules(), 60_103, watch=(listener.hear,))
    assert listener.wrong == []
    assert listener.scores > 20


class Written:
    """A voice that writes down what it is given."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str, _priority: Priority = Priority.NORMAL, **_: object) -> bool:
        self.said.append(text)
        return True

    def stop_speaking(self) -> None:
        """Nothing is being said."""


@pytest.mark.parametrize(
    ("lang", "left"), [("en", "4 more are on the tablet."), ("ro", "Încă 4 pe tabletă.")]
)
def test_of_a_long_warning_it_is_told_how_much_is_left(lang: str, left: str) -> None:
    voice = Written()
    language = Language(load_phrases("second", lang), tr=load_translator(lang))
    announcer = Announcer(voice, language=language)
    text = "Citadel Guard four is not where the journal says. "
    announcer.warn((text * 8).strip())
    announcer.correct((text * 8).strip())
    announcer.warn(text.strip())
    assert voice.said[2] == text.strip()
    for said in voice.said[:2]:
        assert said.startswith(text)
        assert said.endswith(left)
        assert len(said) <= MOST_LETTERS + len(left) + 1


@pytest.mark.parametrize("end", [".", "?", "!", ";"])
def test_a_long_warning_keeps_the_signs_between_its_sentences(end: str) -> None:
    voice = Written()
    part = f"Is the unit at D4 there{end}"
    Announcer(voice).warn(" ".join([part] * 12))
    told = " ".join([part] * 9)
    assert voice.said == [f"{told[:-1]}{'.' if end == ';' else end} 3 more are on the tablet."]


def test_a_later_breath_is_not_stale_before_those_before_it_are_said() -> None:
    part = "Citadel Guard four is not where the journal says. "
    long = Sentence(key="k", text=(part * 14).strip(), priority=Priority.NORMAL, ttl=20.0)
    waiting, now, said = SentenceQueue(), 0.0, []
    for one in breaths(long):
        waiting.add(f"{one.text} {one.key}", one.priority, key=one.key, ttl=one.ttl, now=now)
    now = 1.0
    while (item := waiting.take(now)) is not None:
        said.append(item.key)
        now += seconds_of(item.text)
    assert said == ["k", "k 1", "k 2", "k 3"]
