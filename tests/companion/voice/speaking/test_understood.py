"""What a game says, made sound and heard again: every sentence measured, some of them recognised."""

import io
import random
import re
import wave
from collections.abc import Iterable, Iterator
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
from rules.first.faces import BLUE, FLAG, GREEN, LORE, RED
from rules.first.messages.allies import CampWon, MarkersGiven, RolledForMarker
from rules.first.messages.arms import DeploymentPart, LevyLost, ScoutedAhead, UnitsLost
from rules.first.messages.epic import (
    RackCardPlayed,
    RackDiscarded,
    RackFilled,
    RolledForFirst,
    VictoryJudged,
)
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, Event, OverWait, Refusal
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CardId, KindId, Seat
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
        check_sound(espeak, text, lang, foreign)


def check_sound(espeak: Synthesizer, text: str, lang: str, foreign: tuple[str, ...]) -> None:
    """Fail unless *text* becomes sound of a usual length and loudness, without a hole."""
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


class Listener:
    """A recogniser that knows *texts* alone, and by that tells which of them it hears."""

    def __init__(self, texts: Iterable[str]) -> None:
        pocketsphinx = pytest.importorskip("pocketsphinx")
        decoder = pocketsphinx.Decoder(lm=None, loglevel="FATAL", bestpath=False, **BEAMS)
        self.texts = {words_of(text): text for text in texts}
        for word in sorted({word for words in self.texts for word in words.split()}):
            if decoder.lookup_word(word) is None:
                decoder.add_word(word, pronounced(word, decoder.lookup_word), True)
        decoder.add_jsgf_string(
            "said", f"#JSGF V1.0; grammar said; public <said> = {' | '.join(self.texts)};"
        )
        decoder.activate_search("said")
        self._decoder = decoder

    def check(self, espeak: Synthesizer, words: str) -> None:
        """Fail unless the sentence of *words*, made sound, is heard as that and no other."""
        self._decoder.start_utt()
        sound = at_the_microphone(espeak.render(((CLEAR, self.texts[words]),)))
        self._decoder.process_raw(sound, full_utt=True)
        self._decoder.end_utt()
        heard = self._decoder.hyp()
        assert heard is not None and heard.hypstr == words, (words, heard and heard.hypstr)


@pytest.mark.parametrize("edition", MADE)
def test_what_is_said_is_understood_to_be_that_sentence_and_no_other(
    edition: str, espeak: Synthesizer
) -> None:
    listener = Listener(told("en", edition)[: LISTENED[edition]])
    for words in [*listener.texts][:: len(listener.texts) // TAKEN[edition]]:
        listener.check(espeak, words)


EPIC, ALLIES, ARMS = "three_fronts", "three_fronts.reluctant_allies", "open_country"
ROUND = (Seat.NORTH_ALLY, Seat.SOUTH, Seat.NORTH, Seat.SOUTH_ALLY)
ROLLED = (GREEN, GREEN, BLUE, FLAG, LORE, RED)
SWORDSMEN = KindId("human_blue_foot")
OF_VARIANTS: dict[str, tuple[str, tuple[Event, ...]]] = {
    "a refill": (EPIC, (RackFilled(card=CardId("attack_center")),)),
    "another refill": (EPIC, (RackFilled(card=CardId("patrol_left")),)),
    "three Tactic cards": (EPIC, (RackDiscarded(count=3),)),
    "a card of the rack": (
        EPIC,
        (RackCardPlayed(seat=Seat.SOUTH, name="Advance Right", card=CardId("advance_right")),),
    ),
    "a tie, rolled for the first turn": (EPIC, (RolledForFirst(seat=Seat.NORTH, faces=ROLLED, greens=2),)),
    "a decisive victory": (EPIC, (VictoryJudged(seat=Seat.SOUTH, decisive=True),)),
    "a marginal victory": (EPIC, (VictoryJudged(seat=Seat.SOUTH, decisive=False),)),
    "a tie, rolled for a marker": (ALLIES, (RolledForMarker(seat=Seat.SOUTH_ALLY, faces=ROLLED, greens=2),)),
    "the markers": (ALLIES, (MarkersGiven(seats=ROUND),)),
    "a Camp's victory": (ALLIES, (CampWon(camp=Seat.NORTH, points=8, others=6, seats=(Seat.NORTH,)),)),
    "a shared one": (
        ALLIES,
        (CampWon(camp=Seat.SOUTH, points=9, others=7, seats=(Seat.SOUTH, Seat.SOUTH_ALLY)),),
    ),
    "who has scouted ahead": (ARMS, (ScoutedAhead(seat=Seat.NORTH, greens={Seat.SOUTH: 3, Seat.NORTH: 4}),)),
    "a lost unit": (
        ARMS,
        (UnitsLost(seat=Seat.SOUTH, part=DeploymentPart.LEFT, count=1, kind=SWORDSMEN),),
    ),
    "lost units": (ARMS, (UnitsLost(seat=Seat.NORTH, part=DeploymentPart.RESERVE, count=2),)),
    "a lost Levy": (ARMS, (LevyLost(seat=Seat.SOUTH, banner="blue", at=Hex("M1")),)),
}
"""What variants tell, by the scenario in which it happens."""


def of_variants(lang: str) -> dict[str, str]:
    """Return what is said of each."""
    language = Language(load_phrases("first", lang))
    found = {}
    for name, (scenario, events) in OF_VARIANTS.items():
        game = new_game(Library(Path("nowhere")).ruleset(scenario))
        (sentence,) = sentences(events, game, language=language, level=SpeechLevel.EVERYTHING)
        found[name] = speakable(sentence.text)
    return found


@pytest.mark.parametrize("lang", ["en", "ro"])
def test_what_a_variant_tells_is_a_sentence_of_its_own_and_sound_that_can_be_heard(
    lang: str, espeak: Synthesizer
) -> None:
    foreign = untranslated(ruleset("first"), load_phrases("first", lang))
    said = of_variants(lang)
    assert len({*said.values()}) == len(OF_VARIANTS)
    for text in said.values():
        check_sound(espeak, text, lang, foreign)


def test_what_a_variant_tells_is_understood_to_be_that_sentence_and_no_other(espeak: Synthesizer) -> None:
    listener = Listener(of_variants("en").values())
    for words in listener.texts:
        listener.check(espeak, words)
