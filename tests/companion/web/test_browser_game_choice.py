"""From a fresh table to a War Council: the game is chosen on a tablet, which stays joined."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver

from tests.companion.browser import Tablet

pytestmark = [pytest.mark.browser, pytest.mark.journey]


@contextmanager
def herald_plays(data: Path, port: int) -> Iterator[str]:
    """Run ``herald play`` as somebody does who names no game; yield the code by which tablets join."""
    words = ("play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--port", str(port), "--data", data)
    program = "from companion.cli import herald; herald()"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True, env=environment
    ) as herald:
        assert herald.stdout is not None
        try:
            told = (re.search(r"\(code (\w+)\)", line) for line in herald.stdout)
            yield next(found[1] for found in told if found is not None)
        finally:
            herald.terminate()
            herald.stdout.read()


def test_the_first_page_lays_out_another_editions_game_and_every_tablet_stays_joined(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("390x844")
    with herald_plays(tmp_path, port) as code:
        tablet.join(code)
        tablet.touch('[data-key="get ready"]')
        tablet.touch('[data-key="play war_council"]')
        tablet.wait(lambda: tablet.find('[data-step="game"][data-state="done"]'), "the game that was chosen")
        tablet.touch('[data-key="table"]')
        tablet.until_wait("council_wait")
        assert tablet.troubles() == []
        driver.get("about:blank")
