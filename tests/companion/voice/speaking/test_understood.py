"""What a game says, made sound and heard again: every sentence measured, some of them recognised."""

import io
import random
import re
import wave
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
from rules.kernel.messages import Refusal
from rules.kernel.ruleset import Ruleset
from tests.companion.voice.speaking.sounding import samples

CLEAR = "en-us+f3"  # the voice of this engine that the recogniser understands best
LISTENED = 40  # sentences of which one is to be found
TAKEN = 15
BEAMS = {"beam": 1e-70, "pbeam": 1e-70, "wbeam": 1e-50}  # narrower ones lose a last short word


@cache
def ruleset() -> Ruleset:
    return Library(Path("nowhere")).ruleset("learning")


@cache
def told(lang: str) -> list[str]:
    """Return what is said in a game that is played by script, each sentence once."""
    language = Language(load_phrases(ruleset().edition.id, lang))
    game, players = new_game(ruleset()), ScriptedPlayer(random.Random(5))
    found: dict[str, None] = {}
    while len(found) < 120 and (commands := players.next_commands(game)):
        for command in commands:
            game, events = play(game, command)
            assert not isinstance(events, Refusal)
            for sentence in sentences(events, game, language=language, level=SpeechLevel.EVERYTHING):
                found[speakable(sentence.text)] = None
    return list(found)


@pytest.mark.parametrize("lang", ["en", "ro"])
def test_every_sentence_of_a_game_is_sound_that_can_be_heard(lang: str, espeak: Synthesizer) -> None:
    foreign = untranslated(ruleset(), load_phrases(ruleset().edition.id, lang))
    assert len(told(lang)) > 100
    for text in told(lang):
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


def test_what_is_said_is_understood_to_be_that_sentence_and_no_other(espeak: Synthesizer) -> None:
    pocketsphinx = pytest.importorskip("pocketsphinx")
    decoder = pocketsphinx.Decoder(lm=None, loglevel="FATAL", bestpath=False, **BEAMS)
    expected = {words_of(text): text for text in told("en")[:LISTENED]}
    for word in sorted({word for words in expected for word in words.split()}):
        if decoder.lookup_word(word) is None:
            decoder.add_word(word, pronounced(word, decoder.lookup_word), True)
    decoder.add_jsgf_string("said", f"#JSGF V1.0; grammar said; public <said> = {' | '.join(expected)};")
    decoder.activate_search("said")
    for words, text in list(expected.items())[:: len(expected) // TAKEN]:
        decoder.start_utt()
        decoder.process_raw(at_the_microphone(espeak.render(((CLEAR, text),))), full_utt=True)
        decoder.end_utt()
        heard = decoder.hyp()
        assert heard is not None and heard.hypstr == words, (words, heard and heard.hypstr)
