"""What is foreseen to be said: what comes first after the answers that are offered, and after likely dice."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from companion.voice.likely import MOST_DICE, MOST_SENTENCES, likely_sentences
from companion.voice.speaking.text import sentences_of
from companion.words.announcer import sentences
from companion.words.levels import SpeechLevel
from companion.words.names import load_language
from rules.kernel.game import new_game, play
from rules.kernel.messages import Command, CounterWait, DiceWait, Event
from rules.kernel.ruleset import Game

TOLD = ("learning", "first_steps")


def played(scenario: str, seed: int = 3) -> Iterator[tuple[Game, Command, tuple[Event, ...], Game]]:
    game, players = new_game(Library(Path("nowhere")).ruleset(scenario)), ScriptedPlayer(Random(seed))
    while commands := players.next_commands(game):
        for command in commands:
            after, events = play(game, command)
            assert isinstance(events, tuple)
            yield game, command, events, after
            game = after


def first_said(events: tuple[Event, ...], after: Game, level: SpeechLevel) -> str | None:
    said = sentences(events, after, level=level)
    return sentences_of(min(said, key=lambda one: one.priority).text)[0] if said else None


@pytest.mark.parametrize("scenario", TOLD)
def test_what_an_answer_to_a_question_leads_to_is_foreseen(scenario: str) -> None:
    asked = [each for each in played(scenario) if isinstance(each[0].state.wait, CounterWait)]
    for before, _, events, after in asked[:5]:
        found = likely_sentences(before, None, SpeechLevel.EVERYTHING)
        assert (first := first_said(events, after, SpeechLevel.EVERYTHING)) is None or first in found
    assert scenario != "learning" or asked


@pytest.mark.parametrize("scenario", TOLD)
def test_of_dice_the_likeliest_ways_to_fall_are_foreseen_and_of_one_die_all(scenario: str) -> None:
    rolls = [each for each in played(scenario) if isinstance(each[0].state.wait, DiceWait)]
    counts = {before.state.wait.count: before for before, *_ in rolls}
    assert counts
    for before, _, events, after in rolls:
        first = first_said(events, after, SpeechLevel.STANDARD)
        if before.state.wait.count == 1 and first is not None:
            assert first in likely_sentences(before, None, SpeechLevel.STANDARD)
    for count, before in counts.items():
        found = likely_sentences(before, None, SpeechLevel.EVERYTHING)
        assert len(found) == len(set(found)) <= MOST_SENTENCES
        assert bool(found) == (count <= MOST_DICE)


def test_half_of_what_is_said_first_is_foreseen_in_a_whole_game() -> None:
    told = foreseen = 0
    for before, _, events, after in played("learning"):
        first = first_said(events, after, SpeechLevel.STANDARD)
        told += first is not None
        foreseen += first in likely_sentences(before, None, SpeechLevel.STANDARD)
    assert told > 50
    assert foreseen > told / 2


def test_what_is_foreseen_is_in_the_table_s_language() -> None:
    romanian = load_language("ro", "second", Path("nowhere"))
    game = next(before for before, *_ in played("learning") if isinstance(before.state.wait, CounterWait))
    found = [likely_sentences(game, spoken, SpeechLevel.EVERYTHING) for spoken in (None, romanian)]
    assert all(found)
    assert not set(found[0]) & set(found[1])
