"""A number that nobody knows, asked on a tablet, and kept for later games on the page of packs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    CorrectUnit,
    Overrule,
    PlaceUnit,
    PlayUnlistedCard,
    StartGame,
    TellNumber,
)
from rules.kernel.values import CardNumber, KindId, UnitId
from tests.companion.browser import Tablet, inside, served_world
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
ROC, LORD = UnitId("roc_warrior-1"), UnitId("chaos_lord-1")


@pytest.fixture
def table(tmp_path: Path, port: int) -> Iterator[World]:
    """A free battle of two legends, the Roc Warrior's card not known."""
    with served_world(tmp_path, port=port, scenario="free") as made:
        made.say(PlaceUnit(unit=ROC, at=Hex("F4")), PlaceUnit(unit=LORD, at=Hex("F5")), StartGame())
        made.say(PlayUnlistedCard(name="Any", does=()))
        yield made


def test_a_number_on_a_card_is_told_by_a_tap_and_kept_for_later(tablet: Tablet, table: World) -> None:
    tablet.join(table.access.codes.join)
    table.say(Overrule(command=Attack(unit=ROC, target=LORD)))
    tablet.until_wait("number_wait")
    assert "how far does Roc Warrior 1 attack?" in tablet.text("#ask")
    least, most = (f'[data-key="tell_number roc_warrior range {number}"]' for number in (1, 12))
    assert inside(tablet, f"{least}, {most}")
    assert tablet.text(least) == "melee"
    tablet.touch(least)
    tablet.until_wait("dice_wait")
    table.say(TellNumber(kind=KindId("roc_warrior"), number=CardNumber.MOVE, value=3))
    table.say(CorrectUnit(unit=LORD, at=None, figures=0))
    tablet.until_wait("over_wait")
    assert "since herald did not know it: Roc Warrior." in tablet.text("#ask")
    tablet.touch('[data-key="keep told"]')
    tablet.wait(lambda: tablet.find('[data-told="roc_warrior"]'), "what was told")
    assert "move 3" in tablet.text('[data-told="roc_warrior"]')
    assert "attack type melee" in tablet.text('[data-told="roc_warrior"]')
    tablet.touch('[data-key="keep told roc_warrior"]')
    tablet.wait(lambda: not tablet.find('[data-told="roc_warrior"]'), "nothing left to keep")
    kept = table.services.library.catalogue("second").kinds[KindId("roc_warrior")]
    assert (kept.move, kept.traits) == (3, ("legend", "melee"))
