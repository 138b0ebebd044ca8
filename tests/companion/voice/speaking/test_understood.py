"""What a game says, made sound and heard again: every sentence measured, some of them recognised."""

import io
import random
import re
import wave
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from companion.voice.listening.microphone import RATE
from companion.voice.listening.sounds import pronounced
from companion.voice.speaking.host import Synthesizer
from companion.voice.speaking.text import parts_of, speakable
from companion.words.announcer import sentences
from companion.words.levels import SpeechLevel
from companion.words.names import Language, untranslated
from companion.words.phrases import load_phrases
from companion.words.plurals import number_word
from rules.kernel.game import new_game, play
from rules.kernel.messages import Command, OverWait, Refusal
from rules.kernel.ruleset import Game, Ruleset
from tests.companion.voice.speaking.sounding import samples
from tests.rules.first.playing import Player

CLEAR = "en-us+f3"  # the voice of this engine that the recogniser understands best
LISTENED = {"second": 40, "first": 25}  # sentences of which one is to be found
TAKEN = {"second": 15, "first": 5}
MADE = {"second": 120, "first": 40}  # sentences made sound
BEAMS = {"beam": 1e-70, "pbeam": 1e-70, "wbeam": 1e-50}  # narrower ones lose a last short word


SCENARIOS = {"second": "learning", "first": "war_council"}


@cache
def ruleset(edition: str) -> Ruleset:
    return Library(Path("nowhere")).ruleset(SCENARIOS[edition])


def commands_of(edition: str, game: Game) -> Iterator[Command]:
    """Yield the commands of a game: the Second Edition's by script, the First's at random, no whims."""
    if edition == "second":
        players = ScriptedPlayer(random.Random(5))
        while commands := players.next_commands(game):
            for command in commands:
                game = play(game, command).game
                yield command
        return
    player = Player(random.Random(5), whims=False)
    while not isinstance(game.state.wait, OverWait):
        command = player.next(game)
        game = play(game, command).game
        yield command


@cache
def told(lang: str, edition: str) -> list[str]:
    """Return what is said in a game, each sentence once."""
    language = Language(load_phrases(edition, lang))
    game = new_game(ruleset(edition))
    found: dict[str, None] = {}
    for command in commands_of(edition, game):
        game, events = play(game, command)
        assert not isinstance(events, Refusal)
        for sentence in sentences(events, game, language=language, level=SpeechLevel.EVERYTHING):
            found[speakable(sentence.text)] = None
        if len(found) >= MADE[edition]:
            break
    return list(found)


def test_nothing_of_the_first_edition_has_to_be_said_in_english_in_a_romanian_sentence() -> None:
    assert untranslated(ruleset("first"), load_phrases("first", "ro")) == ()


@pytest.mark.parametrize("edition", MADE)
@pytest.mark.parametrize("lang", ["en", "ro"])
def test_every_sentence_of_a_game_is_sound_that_can_be_heard(
    lang: str, edition: str, espeak: Synthesizer
) -> None:
    foreign = untranslated(ruleset(edition), load_phrases(edition, lang))
    assert len(told(lang, edition)) >= MADE[edition]
    for text in told(lang, edition):
        sound = samples(espeak.render(parts_of(text, lang, foreign)))
        loud = np.flatnonzero(np.abs(sound) > 0.02) / 22_050
        assert 0.3 <= len(sound) / 22_050 <= 15, text  # two sentences may come in one breath
        assert np.sqrt(np.mean(sound**2)) > 0.03, text
        assert np.abs(sound).max() < 0.999, text
        assert loud[0] < 0.5 and len(sound) / 22_050 - loud[-1] < 0.5, text
        assert np.diff(loud).max() < 0.8, f"a hole in: {text}"


def words_of(text: str) -> str:
    """Return *text* as it is heard: small words, numbers among them, and no signs."""
    spelled = re.sub(r"\d+", lambda number: number_word(int(number[0])), text)
    return " ".join(re.findall(r"[a-z']+", spelled.lower().replace("-", " ")))


def at_the_microphone(wav: bytes) -> bytes:
    """Return *wav* as 16-bit samples at the recogniser's rate, with silence around."""
    with wave.open(io.BytesIO(wav)) as file:
        sound = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
        places = np.arange(0, len(sound), file.getframerate() / RATE)
    still = np.zeros(RATE // 2)
    return (
        np.concatenate([still, np.interp(places, np.arange(len(sound)), sound), still])
        .astype("<i2")
        .tobytes()
    )


@pytest.mark.parametrize("edition", MADE)
def test_what_is_said_is_understood_to_be_that_sentence_and_no_other(
    edition: str, espeak: Synthesizer
) -> None:
    pocketsphinx = pytest.importorskip("pocketsphinx")
    decoder = pocketsphinx.Decoder(lm=None, loglevel="FATAL", bestpath=False, **BEAMS)
    expected = {words_of(text): text for text in told("en", edition)[: LISTENED[edition]]}
    for word in sorted({word for words in expected for word in words.split()}):
        if decoder.lookup_word(word) is None:
            decoder.add_word(word, pronounced(word, decoder.lookup_word), True)
    decoder.add_jsgf_string("said", f"#JSGF V1.0; grammar said; public <said> = {' | '.join(expected)};")
    decoder.activate_search("said")
    for words, text in list(expected.items())[:: len(expected) // TAKEN[edition]]:
        decoder.start_utt()
        decoder.process_raw(at_the_microphone(espeak.render(((CLEAR, text),))), full_utt=True)
        decoder.end_utt()
        heard = decoder.hyp()
        assert heard is not None and heard.hypstr == words, (words, heard and heard.hypstr)
