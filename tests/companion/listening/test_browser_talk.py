"""The Talk button in a real browser: held, let go, and what was heard answered by a tap."""

import pytest

from companion.dashboard.talk import register_talk
from companion.listen import Trust
from rules.messages import PlayCard
from rules.values import CardId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.companion.listening.talking import Ears, Mouth

pytestmark = pytest.mark.browser


def test_what_is_doubtful_is_shown_and_done_after_yes(table: World, tablet: Tablet) -> None:
    ears = Ears()
    register_talk(table.app, ears, table.table, lambda: table.table.game, Mouth())  # type: ignore[arg-type]
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    tablet.shape("390x844")
    tablet.join(table.door.codes.join)
    ears.text, ears.trust = "order blood harvesters one", Trust.DOUBTFUL
    tablet.touch('[data-key="talk"]')
    tablet.wait(lambda: tablet.find('[data-key="talk 1"]'), "the question")
    assert "Heard: “order blood harvesters one”." in tablet.text("#talk")
    assert "Did you mean: " in tablet.text("#talk")
    height = "return document.querySelector('[data-key=\"talk\"]').getBoundingClientRect().height"
    assert tablet.driver.execute_script(height) >= 44
    tablet.touch('[data-key="talk 1"]')
    ordered = "blood_harvesters-1"
    tablet.wait(lambda: table.table.game.state.units[ordered].ordered, "the order")  # type: ignore[index]
