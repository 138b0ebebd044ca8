"""A voice to be listened to."""

from collections.abc import Iterator

import pytest

from companion.voice.speaking.host import Synthesizer, engine_named


@pytest.fixture(scope="session")
def voice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Synthesizer]:
    synthesizer = Synthesizer([engine_named("espeak")], tmp_path_factory.mktemp("scratch"))
    yield synthesizer
    synthesizer.close()
