"""How many taps a turn of three attacks and a counter takes: by touch, with a camera, rolled for one."""

from collections import Counter as Tally
from typing import Any

import pytest
from msgspec.structs import replace

from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.moment import CameraState
from companion.web.requests.commands import system_dice
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Move, Order, PlayCard, Roll
from rules.kernel.values import CardId, UnitId
from rules.second.faces import FACES
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.companion.reconcile.test_differences import observed
from tests.companion.sent_view import sent_view
from vision.sightings import DieSeen

pytestmark = pytest.mark.browser
VIPERS, RIGHT, MIDDLE = (
    UnitId(name) for name in ("viper_legion-4", "blood_harvesters-3", "blood_harvesters-4")
)
MOVES = ((RIGHT, "D6", "D5"), (MIDDLE, "F6", "F5"), (VIPERS, "K7", "J6"))


class Finger:
    """A finger that counts its taps."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet, self.taps = tablet, 0

    def on(self, selector: str) -> None:
        self.tablet.touch(selector)
        self.taps += 1

    def hex(self, at: str) -> None:
        self.on(f'[data-hex="{at}"] .hit')

    def dice(self, *faces: str) -> None:
        """Enter dice: the first one with the attack, where it is still to be made."""
        for face in faces:
            attacks = not self.tablet.find(".dice-places")
            self.on(f'.answers [data-face="{face}"]:enabled')
            if attacks:
                self.tablet.until_wait("dice_wait")
                self.tablet.wait(lambda: self.tablet.find(".die:not(.empty)"), "the first die")


@pytest.fixture
def finger(tablet: Tablet, table: World) -> Finger:
    """A finger at a table whose first turn begins."""
    table.start()
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    return Finger(tablet)


def move(finger: Finger) -> None:
    finger.on('[data-key="text line_advance"]')
    finger.tablet.until_wait("orders_wait")
    for unit, start, to in MOVES:
        finger.hex(start)
        finger.hex(to)
        finger.tablet.wait(lambda unit=unit, to=to: finger.tablet.standing(to) == unit, to)


@pytest.mark.journey
def test_a_first_turn_with_three_attacks_and_eleven_dice_takes_24_taps(finger: Finger) -> None:
    tablet = finger.tablet
    move(finger)
    finger.hex("I3")  # the vipers are chosen still, and reach it
    finger.dice("strike", "strike")
    tablet.until_wait("orders_wait")
    finger.hex("F4")
    finger.dice("pierce", "pierce", "pierce")
    tablet.until_wait("counter_wait")
    finger.on('[data-key="counter"]')
    tablet.until_wait("dice_wait")
    finger.dice("pierce", "pierce", "pierce")
    tablet.until_wait("orders_wait")
    finger.hex("D4")
    finger.dice("pierce", "pierce", "pierce")
    tablet.until_wait("counter_wait")
    finger.on('[data-key="decline"]')
    tablet.until_wait("orders_wait")
    finger.on('[data-key="end"]')
    tablet.wait(lambda: "Turn 2" in tablet.text(".turn"), "the next turn")
    assert finger.taps <= 24


@pytest.mark.journey
def test_dice_that_are_rolled_for_one_take_a_tap_each_roll_and_are_booked_as_such(
    finger: Finger, table: World
) -> None:
    tablet = finger.tablet
    move(finger)

    def rolls() -> int:
        log = sent_view(table.table)["log"]
        return sum(line["by"] == "dice of the computer" for line in log)

    for number, target in enumerate(("I3", "F4"), start=1):
        finger.hex(target)
        finger.on('[data-key="roll for me"]')
        tablet.wait(lambda number=number: rolls() == number, "the roll")
        tablet.wait(lambda: not tablet.find('[data-wait="dice_wait"]') and tablet.find(".blow"), "the blow")
        while sent_view(table.table)["game"]["wait"]["wait"] != "orders_wait":
            table.device("both").do({"do": "decline"})
        tablet.until_wait("orders_wait")
    assert finger.taps == 1 + 6 + 4


@pytest.mark.journey
def test_with_a_camera_the_same_turn_takes_8_taps(finger: Finger, table: World) -> None:
    tablet = finger.tablet

    def seen(**changes: Any) -> None:
        stood = observed(table, VIPERS, str(table.table.game.state.units[VIPERS].at))
        table.table.ask(BoardSeen(observation=replace(stood, **changes)))

    def throw(roll: int, *faces: str) -> None:
        lying = tuple(
            DieSeen(face=face, at_mm=(800.0 + 30 * n, 200.0), confidence=0.95) for n, face in enumerate(faces)
        )
        seen(dice=lying, fresh=lying, roll=roll)

    table.table.ask(CameraNews(state=CameraState.WATCHING, text=""))
    finger.on('[data-key="text line_advance"]')
    tablet.until_wait("orders_wait")
    for unit, _, to in MOVES:
        table.table.ask(BoardSeen(observation=observed(table, unit, to)))
        tablet.wait(lambda unit=unit, to=to: tablet.standing(to) == unit, to)
    for roll, (target, faces) in enumerate(
        {"I3": ("strike",) * 2, "F4": ("pierce",) * 3, "D4": ("strike", "strike", "strike")}.items(), start=1
    ):
        finger.hex(target)
        finger.on('[data-key="attack"]')
        tablet.until_wait("dice_wait")
        throw(10 * roll, *faces)
        if target == "F4":
            tablet.until_wait("counter_wait")
            throw(10 * roll + 1, *("pierce",) * 3)  # dice that are thrown now are the counter's
        if target == "D4":
            tablet.until_wait("advance_wait")
            table.table.ask(BoardSeen(observation=observed(table, RIGHT, "D4")))
        tablet.until_wait("orders_wait")
    finger.on('[data-key="end"]')
    tablet.wait(lambda: "Turn 2" in tablet.text(".turn"), "the next turn")
    assert finger.taps <= 8


def test_dice_of_the_computer_show_every_face_about_as_often(table: World) -> None:
    """Of 6,000 dice each face falls 1,000 times, give or take 7 standard deviations."""
    counted = Tally(system_dice(FACES.all, 6000))
    assert set(counted) == set(FACES.all)
    assert all(abs(count - 1000) < 7 * 29 for count in counted.values())


def test_who_may_not_roll_has_nothing_rolled_for_him(table: World) -> None:
    table.start()
    rolled = {"seen": table.seq, "game": table.table.row.id}
    refused = table.device("north").post("/roll", rolled).json
    assert refused["conflict"] == "No dice are awaited now."
    table.say(PlayCard(card=CardId("line_advance")), Order(unit=MIDDLE), Move(unit=MIDDLE, to=Hex("F5")))
    table.say(Attack(unit=MIDDLE, target=UnitId("citadel_guard-4")))
    rolled["seen"] = table.seq
    assert table.device("south").post("/roll", rolled).json["refused"]["why"] == "not_your_seat"
    assert table.device("watch").post("/roll", rolled).status_code == 403
    assert table.device("north").post("/roll", rolled).json["ok"]
    entry = table.table.journal.played[-1].entry
    assert (entry.by, type(entry.command)) == ("dice of the computer", Roll)


COUNTED = (
    "window.slid = 0; const was = Element.prototype.animate;"
    "Element.prototype.animate = function (...told) { window.slid += 1; return was.apply(this, told); }"
)


@pytest.mark.journey
def test_a_piece_slides_to_its_hex_unless_the_device_or_the_home_page_asks_for_less_motion(
    finger: Finger, table: World
) -> None:
    driver = finger.tablet.driver
    driver.execute_script(COUNTED)
    table.say(PlayCard(card=CardId("line_advance")))
    asked = (("no-preference", False), ("reduce", False), ("no-preference", True))
    for (wish, is_calm), (unit, _, to) in zip(asked, MOVES, strict=True):
        features = [{"name": "prefers-reduced-motion", "value": wish}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        driver.execute_script("window.herald.look({ calm: arguments[0] })", is_calm)
        table.say(Order(unit=unit), Move(unit=unit, to=Hex(to)))
        finger.tablet.wait(lambda unit=unit, to=to: finger.tablet.standing(to) == unit, to)
        assert driver.execute_script("return window.slid") == 1, f"{wish}, calm: {is_calm}"


@pytest.mark.journey
def test_a_unit_that_falls_is_seen_to_fall_and_then_it_is_gone(finger: Finger, table: World) -> None:
    tablet, unit = finger.tablet, table.table.game.state.units[UnitId("citadel_guard-4")]
    assert unit.at is not None
    seen = (
        "window.fallen = 0; new MutationObserver(() => {"
        " window.fallen = Math.max(window.fallen, document.querySelectorAll('.fallen .unit').length); })"
        ".observe(document.querySelector('.board-drawing'), { childList: true })"
    )
    tablet.driver.execute_script(seen)
    table.say(CorrectUnit(unit=unit.id, at=unit.at, figures=2))
    table.say(CorrectUnit(unit=unit.id, at=None, figures=0))
    tablet.wait(lambda: tablet.standing(unit.at or "") is None, "the hex to be free")
    tablet.wait(lambda: tablet.driver.execute_script("return window.fallen") == 1, "the fall")
    tablet.wait(lambda: not tablet.find(".fallen"), "its end")
