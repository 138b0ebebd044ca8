"""What no page knows is asked, drawn and answered all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.words import phrases
from tests.companion import made_up
from tests.companion.browser import Tablet, served_world
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made_up.learn(monkeypatch)
    with served_world(tmp_path, port=port) as made:
        made.start()
        yield made
    phrases.load_phrases.cache_clear()


@pytest.mark.journey
def test_a_made_up_wait_is_drawn_as_its_choices(tablet: Tablet, table: World) -> None:
    tablet.join(table.access.codes.join)
    tablet.until_wait("oath_wait")
    assert "Citadel Guard 1 may swear an oath" in tablet.text("#ask")
    assert "Tap the hex on which it swears." in tablet.text("#ask")
    assert tablet.text('[data-key="swear F5"].primary') == "Swear on F5"
    tablet.touch('[data-key="decline"]')
    tablet.until_wait("card_wait")


def test_a_made_up_wait_is_answered_by_a_tap_on_its_hex(tablet: Tablet, table: World) -> None:
    tablet.join(table.access.codes.join)
    tablet.until_wait("oath_wait")
    assert tablet.find('[data-hex="C5"] .lit-move') and tablet.find('[data-hex="F5"] .lit-move')
    tablet.touch_hex("C5")
    tablet.until_wait("card_wait")
    assert table.table.game.state.banners["C5"] == 1
