"""The log in a real browser: a look back, a jump back, and the past corrected by touch."""

import pytest

from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, Command, Move, Order, PlayCard, Roll
from rules.kernel.values import CardId, UnitId
from rules.second.faces import STRIKE
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view
from tests.shares import share

pytestmark = pytest.mark.browser
BH4, CG4 = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
TURN: tuple[Command, ...] = (
    PlayCard(card=CardId("line_advance")),
    Order(unit=BH4),
    Move(unit=BH4, to=Hex("F5")),
    Attack(unit=BH4, target=CG4),
    Roll(faces=(STRIKE, STRIKE, STRIKE)),
)


def open_line(tablet: Tablet, seq: int) -> None:
    tablet.touch('#tools [data-key="log"]')
    tablet.touch(f'[data-key="line {seq}"]')
    tablet.wait(lambda: tablet.find(f'[data-key="see {seq}"]'), "what can be done about the line")


@pytest.fixture
def played(table: World) -> World:
    table.start()
    table.say(*TURN)
    return table


ANSWER_LIES_ON_TOP = """
const answer = document.querySelector('[data-key="roll"]'), box = answer.getBoundingClientRect();
return answer.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 4));
"""


def test_what_hands_in_a_corrected_roll_is_in_sight_at_once(tablet: Tablet, played: World) -> None:
    tablet.join(played.access.codes.join)
    open_line(tablet, played.seq)
    tablet.touch(f'[data-key="correct {played.seq}"]')
    tablet.wait(lambda: tablet.find('.sheet [data-key="roll"]'), "the dice")
    found = {}
    for size in ("1280x800", "1280x690", "1024x768"):
        tablet.shape(size)
        found[size] = tablet.driver.execute_script(ANSWER_LIES_ON_TOP)
    assert found == dict.fromkeys(found, True)


@pytest.mark.journey
def test_a_look_back_changes_nothing_and_a_roll_is_corrected_by_touch(tablet: Tablet, played: World) -> None:
    tablet.join(played.access.codes.join)
    tablet.wait(lambda: tablet.standing("F5") == BH4, "the board as it is")
    was = played.seq
    open_line(tablet, was - 3)
    tablet.touch(f'[data-key="see {was - 3}"]')
    tablet.wait(lambda: tablet.standing("F6") == BH4, "the board as it was")
    assert tablet.find("body.is-past .past-sign")
    tablet.touch('[data-key="next"]')
    tablet.wait(lambda: tablet.standing("F5") == BH4, "one entry later")
    tablet.touch('[data-key="now"]')
    tablet.wait(lambda: not tablet.find(".past-sign"), "now")
    assert played.seq == was
    open_line(tablet, was)
    tablet.touch(f'[data-key="correct {was}"]')
    tablet.wait(lambda: tablet.standing("F4") == CG4, "the board before the roll")
    for die in (1, 2):
        tablet.touch(f'[data-key="die {die}"]')
        tablet.touch('[data-face="lore"]')
    tablet.touch('[data-key="roll"]')
    tablet.wait(lambda: "The past was corrected" in tablet.text("#toast"), "the sentence")
    assert played.table.game.state.units[CG4].figures == 2
    assert isinstance(played.table.journal.played[-1].entry.command, Roll)


@pytest.mark.parametrize("size", share(("1280x800", "800x1280", "390x844"), "390x844"))
def test_a_move_is_corrected_and_what_no_longer_holds_is_told_first(
    tablet: Tablet, played: World, size: str
) -> None:
    tablet.shape(size)
    tablet.join(played.access.codes.join)
    was, moved = played.seq, played.seq - 2
    open_line(tablet, moved)
    tablet.touch(f'[data-key="correct {moved}"]')
    tablet.wait(lambda: tablet.find(".lit-move"), "where it could have gone")
    wide = "return document.scrollingElement.scrollWidth - innerWidth"
    assert tablet.driver.execute_script(wide) <= 0
    tablet.touch_hex("G6")
    tablet.touch('[data-key="mend"]:not(:disabled)')
    tablet.wait(lambda: "no longer holds" in tablet.text("#ask"), "what stands in the way")
    assert played.seq == was
    tablet.touch('[data-key="keep"]')
    tablet.wait(lambda: played.table.game.state.units[BH4].at == "G6", "the corrected move")
    tablet.wait(lambda: tablet.standing("G6") == BH4, "the unit on G6")


@pytest.mark.journey
def test_more_than_one_entry_is_taken_back_only_once_it_is_told_which(tablet: Tablet, played: World) -> None:
    tablet.join(played.access.codes.join)
    was = played.seq
    open_line(tablet, was - 3)
    tablet.touch(f'[data-key="back {was - 3}"]')
    tablet.wait(lambda: len(tablet.find(".lost-lines li")) == 3, "what would be lost")
    assert played.seq == was
    tablet.touch('[data-key="take back"]')
    tablet.wait(lambda: tablet.standing("F6") == BH4, "the board before the move")
    assert len(sent_view(played.table)["log"]) == was - 3


@pytest.mark.journey
def test_an_onlooker_looks_back_and_can_change_nothing(tablet: Tablet, played: World) -> None:
    tablet.join(played.access.codes.watch, role="watch")
    open_line(tablet, played.seq)
    assert not tablet.find('[data-key^="correct "], [data-key^="back "]')
    tablet.touch(f'[data-key="see {played.seq}"]')
    tablet.touch('[data-key="former"]')
    tablet.wait(lambda: tablet.standing("F4") == CG4, "the board before the roll")
