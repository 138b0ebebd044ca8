"""Players: what they play, and what they say where they cannot."""

import threading
from pathlib import Path

import numpy as np
import pytest

from companion.voice.speaking import sink as sink_module
from companion.voice.speaking.host import Synthesizer
from companion.voice.speaking.sink import LINUX, Player, Sink, silence
from tests.companion.voice.speaking.sounding import (
    APLAY,
    ENGLISH,
    NEVER_READY,
    make_alsa,
    samples,
    script,
    until,
)


def test_what_is_played_is_what_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: Synthesizer
) -> None:
    captured = tmp_path / "heard.raw"
    make_alsa(tmp_path, monkeypatch, f'type file file "{captured}" format raw slave.pcm "null"')
    sink = Sink(tmp_path, players=APLAY)
    assert sink.probe() is None
    assert sink.name == "aplay"
    wav = espeak.render((("en", ENGLISH),))
    played = sink.play(wav)
    assert (played.error, played.stopped) == (None, False)
    heard = np.frombuffer(captured.read_bytes(), dtype="<i2").astype(float) / 32_768
    assert np.array_equal(heard[: len(samples(wav))], samples(wav))


@pytest.mark.parametrize(
    ("default", "reason"),
    [("type hw card 97", "aplay: audio open error: "), ("type nonsense", "aplay: audio open error: ")],
)
def test_without_a_sound_device_the_players_own_words_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, default: str, reason: str
) -> None:
    make_alsa(tmp_path, monkeypatch, default)
    assert str(Sink(tmp_path, players=APLAY).probe()).startswith(reason)


def test_without_any_player_their_names_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = Sink(tmp_path, players=LINUX).probe()
    assert str(reason) == "no program that plays sound was found (pw-play, paplay, aplay)"


def test_the_first_player_that_plays_is_chosen(tmp_path: Path) -> None:
    broken = Player("broken", script(tmp_path, "broken", "raise SystemExit('no server')").line)
    fine = Player("fine", script(tmp_path, "fine", "").line)
    sink = Sink(tmp_path, players=[broken, fine])
    assert sink.probe() is None
    assert sink.name == "fine"
    assert str(Sink(tmp_path, players=[broken]).probe()) == "broken: no server"


def test_the_device_is_handed_to_the_player(tmp_path: Path) -> None:
    written = tmp_path / "arguments"
    line = script(tmp_path, "p", f"import sys; open({str(written)!r}, 'w').write(sys.argv[1])").line
    sink = Sink(tmp_path, device="hdmi", players=[Player("p", line, "--device={}")])
    assert sink.probe() is None
    assert written.read_text() == "--device=hdmi"


def test_a_player_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sink_module, "GRACE", 0.2)
    sink = Sink(tmp_path, players=[Player("p", script(tmp_path, "p", NEVER_READY).line)])
    assert str(sink.probe()) == "p: did not end within 0 seconds"


def test_a_player_can_be_stopped(tmp_path: Path, gated: Player, journal: Path) -> None:
    sink = Sink(tmp_path, players=[gated])
    assert sink.probe() is None
    stopper = threading.Thread(target=lambda: (until(lambda: "begun" in journal.read_text()), sink.stop()))
    stopper.start()
    played = sink.play(silence(600.0))
    stopper.join()
    assert played.stopped
    assert played.error is None
    assert played.heard < 0.5
    assert journal.read_text() == "begun\n"
