"""Sentences said by synthetic voices are heard as what they are; chatter and noise are not acted on."""

import sys
from pathlib import Path

import numpy as np
import pytest

from companion.voice.ear import NOTHING, Ear, Heard, Trust, Utterance, judged
from companion.voice.listening.grammar import grammar_of
from companion.voice.listening.microphone import RATE, RECORDERS, Microphone, Sound
from companion.voice.listening.recogniser import Recogniser, Recognition
from companion.voice.speaking.host import Synthesizer
from tests.companion.voice.listening.spoken import CHATTER, PHRASES, VOICES, battle, noisy, sound_of
from tests.companion.voice.speaking.sounding import make_alsa
from tests.shares import share

pytest.importorskip("pocketsphinx")

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="recorders of Linux")
IN_QUIET, IN_NOISE = 45.0, 20.0
SENTENCES = ("undo", *PHRASES[14:27:6])


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser()


def heard(recogniser: Recogniser, sound: bytes) -> Heard:
    """Return what is heard in *sound* and the silence after it."""
    ear = Ear(Sound(sound + bytes(2 * RATE)), recogniser=lambda: recogniser)
    return ear.hear(grammar_of(battle()))


@pytest.mark.parametrize("names", share((VOICES, VOICES[::4]), VOICES[::4], journeys=()), ids=len)
def test_commands_are_heard_rightly(
    voice: Synthesizer, recogniser: Recogniser, names: tuple[str, ...]
) -> None:
    grammar = grammar_of(battle())
    spoken = [(name, text) for name in names for text in SENTENCES]
    found = {one: heard(recogniser, noisy(sound_of(voice, *one), IN_QUIET)) for one in spoken}
    wrong = {one: what for one, what in found.items() if what.said != grammar.understood(one[1])}
    assert all(what.trust is not Trust.ACCEPTED for what in wrong.values()), wrong
    assert len(wrong) <= 1, wrong
    doubtful = [one for one, what in found.items() if what.trust is not Trust.ACCEPTED]
    assert len(doubtful) <= 5, doubtful


@pytest.mark.journey
def test_in_noise_nothing_wrong_is_done_and_everything_is_asked(
    voice: Synthesizer, recogniser: Recogniser
) -> None:
    grammar = grammar_of(battle())
    for number, text in enumerate(PHRASES[14:18]):
        found = heard(recogniser, noisy(sound_of(voice, VOICES[1], text), IN_NOISE, number))
        assert found.trust is not Trust.IGNORED, text
        assert found.trust is Trust.DOUBTFUL or found.said == grammar.understood(text), (text, found)


def test_what_else_may_have_been_said_is_each_other_number(
    voice: Synthesizer, recogniser: Recogniser
) -> None:
    recogniser.learn(grammar_of(battle()))
    recogniser.start()
    recogniser.feed(noisy(sound_of(voice, VOICES[1], "citadel guard three"), IN_QUIET))
    found = recogniser.finish()
    assert found is not None
    others = recogniser.others()
    assert set(others) == {f"citadel guard {number}" for number in ("one", "two", "four", "five")} | {
        other for other in others if other.split()[-1] not in ("one", "two", "four", "five")
    }
    assert found.text not in others


@pytest.mark.parametrize("text", share(CHATTER[:6], *CHATTER[:3]))
def test_chatter_is_not_acted_on(text: str, voice: Synthesizer, recogniser: Recogniser) -> None:
    found = heard(recogniser, noisy(sound_of(voice, VOICES[0], text), IN_QUIET))
    assert found.trust is not Trust.ACCEPTED, found


def test_noise_alone_and_silence_are_nothing(recogniser: Recogniser) -> None:
    hiss = np.random.default_rng(1).normal(size=2 * RATE) * 300
    assert heard(recogniser, hiss.astype("<i2").tobytes()) == NOTHING
    assert heard(recogniser, bytes(2 * RATE)) == NOTHING


@on_linux
def test_a_command_is_heard_through_a_recorder_and_a_virtual_sound_card(
    voice: Synthesizer, recogniser: Recogniser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = tmp_path / "spoken.raw"
    spoken.write_bytes(noisy(sound_of(voice, VOICES[0], PHRASES[23]), IN_QUIET) + bytes(4 * RATE))
    card = f'type file file "/dev/null" infile "{spoken}" format raw slave.pcm "null"'
    make_alsa(tmp_path, monkeypatch, card)
    alsa = Microphone(recorders=[one for one in RECORDERS if one.name == "arecord"])
    found = Ear(alsa, recogniser=lambda: recogniser).hear(grammar_of(battle()))
    assert found.text == PHRASES[23]
    assert found.trust is Trust.ACCEPTED


def test_names_that_no_dictionary_has_are_heard(voice: Synthesizer, recogniser: Recogniser) -> None:
    grammar = grammar_of(battle())
    fielded = grammar._replace(
        jsgf="#JSGF V1.0;\ngrammar herald;\npublic <said> = ironbound two | greyhaven battlemages | undo;\n",
        words=frozenset(["ironbound", "two", "greyhaven", "battlemages", "undo"]),
    )
    recogniser.learn(fielded)
    recogniser.start()
    recogniser.feed(noisy(sound_of(voice, VOICES[0], "greyhaven battlemages"), IN_QUIET))
    found = recogniser.finish()
    assert found is not None
    assert found.text == "greyhaven battlemages"


@pytest.mark.parametrize(
    ("found", "clearness", "trust"),
    [
        (None, 40.0, Trust.IGNORED),
        (Recognition("undo", 0.9), 40.0, Trust.ACCEPTED),
        (Recognition("undo", 0.9), 20.0, Trust.DOUBTFUL),  # in noise more is asked back
        (Recognition("undo", 0.99), 20.0, Trust.ACCEPTED),
        (Recognition("order blood harvesters two", 0.99), 40.0, Trust.ACCEPTED),
        (Recognition("order blood harvesters two", 0.99), 20.0, Trust.DOUBTFUL),  # numbers sound alike
        (Recognition("move blood harvesters two to delta four", 0.95), 40.0, Trust.DOUBTFUL),
        (Recognition("move blood harvesters two to delta four", 0.99), 40.0, Trust.ACCEPTED),
        (Recognition("undo", 0.5), 40.0, Trust.DOUBTFUL),
        (Recognition("undo", 0.05), 40.0, Trust.IGNORED),
        (Recognition("undo", 0.05), 20.0, Trust.DOUBTFUL),
        (Recognition("undo", 0.01), 20.0, Trust.IGNORED),
        (Recognition("say that", 0.99), 40.0, Trust.IGNORED),  # no whole sentence
    ],
)
def test_how_far_a_hearing_is_trusted(found: Recognition | None, clearness: float, trust: Trust) -> None:
    judgement = judged(Utterance(found, clearness), grammar_of(battle()))
    assert judgement.trust is trust
    assert (judgement.said is None) is (trust is Trust.IGNORED)
