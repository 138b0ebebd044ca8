"""Engines and players for the tests of the voice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.voice.speaking.host import Synthesizer, engine_named
from companion.voice.speaking.sink import Player
from tests.companion.voice.speaking.sounding import GATED, script


@pytest.fixture(scope="module")
def espeak(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Synthesizer]:
    synthesizer = Synthesizer([engine_named("espeak")], tmp_path_factory.mktemp("scratch"))
    yield synthesizer
    synthesizer.close()


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    return tmp_path / "gate"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal"
    path.touch()
    return path


@pytest.fixture
def gated(tmp_path: Path, gate: Path, journal: Path) -> Player:
    spec = script(tmp_path, "gated", GATED.format(journal=str(journal), gate=str(gate)))
    return Player("gated", spec.line)
