"""A table that stands otherwise than the journal, in a browser: told, marked and settled by a tap."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from selenium import webdriver

from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.moment import CameraState
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, Move, Order, PlayCard
from rules.kernel.values import CardId, UnitId
from tests.companion.browser import Tablet, held, served_world
from tests.companion.dashboard_world import World
from tests.companion.reconcile.test_differences import observed
from tests.companion.sent_view import sent_view
from vision.sightings import DieSeen
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame

BH4, CG4 = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
STRANGER = UnitId("rune_golems-1")
HEX = '[data-hex="{}"] [data-mark="{}"]'


class Hands:
    """Hands at the simulated table: they move nothing while a picture of it is drawn."""

    label = "simulated table"

    def __init__(self, simulated: SimulatedTable) -> None:
        self._simulated, self._drawing = simulated, Lock()
        self._frames = 0

    def read(self) -> Frame | None:
        with self._drawing:
            self._frames += 1
            return self._simulated.read()

    def close(self) -> None:
        return

    def place(self, *units: UnitId, at: str | None) -> None:
        """Put *units* in hex *at*; None: off the table."""
        with self._drawing:
            for unit in units:
                self._simulated.remove(unit) if at is None else self._simulated.place(unit, Hex(at))

    def move(self, unit: UnitId, *, to: str) -> None:
        """Take *unit* to hex *to*, as is seen in some pictures."""
        with self._drawing:
            self._simulated.hand(Hex(to))
            first = self._frames
        while self._frames < first + 4:
            time.sleep(0.02)
        with self._drawing:
            self._simulated.place(unit, Hex(to))
            self._simulated.hand(None)


class Laid(NamedTuple):
    """The learning scenario on the simulated table, seen by the real eyes; Line Advance played."""

    world: World
    hands: Hands


@pytest.fixture
def laid_out(tmp_path: Path, port: int) -> Iterator[Laid]:
    with served_world(tmp_path, port=port, camera="simulated") as made:
        assert made.services.simulated is not None
        assert made.services.watch is not None
        hands = made.services.watch.source = Hands(made.services.simulated)
        for name, unit in made.table.game.state.units.items():
            hands.place(name, at=unit.at)
        made.start()
        made.say(PlayCard(card=CardId("line_advance")))
        yield Laid(made, hands)


@pytest.fixture
def tablet(driver: webdriver.Chrome, laid_out: Laid, port: int) -> Iterator[Tablet]:
    with held(driver, port) as made:
        made.join(laid_out.world.access.codes.join)
        made.wait(lambda: made.find(".table-state.in_step"), "the board to be right")
        yield made


def marked(tablet: Tablet, hex: str, mark: str) -> None:
    tablet.wait(lambda: tablet.find(HEX.format(hex, mark)), f"{mark} on {hex}")


@pytest.mark.journey
def test_a_unit_that_stands_wrong_is_marked_put_back_and_ticked_off_when_it_is_seen(
    tablet: Tablet, laid_out: Laid
) -> None:
    hands = laid_out.hands
    hands.move(CG4, to="F2")
    tablet.wait(lambda: tablet.find(".differences li"), "the difference")
    marked(tablet, "F2", "astray")
    marked(tablet, "F4", "expected")
    padding = "return getComputedStyle(document.querySelector('.table-state.out_of_step')).paddingLeft"
    assert tablet.driver.execute_script(padding) == "12px"  # its words do not touch the red's edge
    for size in ("800x1280", "390x844", "1280x800"):
        tablet.shape(size)
        offers = tablet.wait(lambda: tablet.find(".differences .row button"), "the offers")
        assert [each.rect["height"] >= 44 for each in offers] == [True] * 3
    tablet.touch('[data-key^="put_back"]')
    tablet.wait(lambda: "Move Citadel Guard 4 from F2 to F4" in tablet.text("#errands"), "the errand")
    hands.move(BH4, to="F5")  # the game goes on meanwhile
    tablet.wait(lambda: tablet.standing("F5") == BH4, "the other unit's move")
    hands.move(CG4, to="F4")
    tablet.wait(lambda: tablet.find("#errands[hidden]"), "the errand to tick itself off")
    tablet.wait(lambda: not tablet.find(".differences li, [data-mark]"), "nothing to be wrong any more")


@pytest.fixture
def seated(driver: webdriver.Chrome, table: World, port: int) -> Iterator[Tablet]:
    """A tablet at a begun game whose camera is a test that makes up what it sees."""
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    table.table.ask(CameraNews(CameraState.WATCHING))
    with held(driver, port) as made:
        made.join(table.access.codes.join)
        yield made


@pytest.mark.journey
def test_one_wrong_id_is_ignored_by_two_taps_and_the_others_go_on(seated: Tablet, table: World) -> None:
    """The tag of Citadel Guard 4 is read as a stranger's: its hex is left alone, no other."""
    table.table.ask(
        BoardSeen(observation=replace(observed(table, STRANGER, "F4"), pieces=without(table, CG4, STRANGER)))
    )
    marked(seated, "F4", "doubt")
    seated.touch('[data-key="differences badge"]')
    seated.touch(f'[data-key="ignore strange:{STRANGER}:F4"]')
    marked(seated, "F4", "ignored")
    assert table.table.moment.ignored == ("F4",)
    table.table.ask(BoardSeen(observation=observed(table, BH4, "F5")))
    seated.wait(lambda: seated.standing("F5") == BH4, "the other unit's move")
    seated.wait(lambda: not seated.find("[data-mark]"), "the hex, which is right again, to be looked at")


def without(table: World, missing: UnitId, stranger: UnitId) -> dict[str, Hex]:
    """Return what is seen where the tag of *missing* is read as that of *stranger*."""
    pieces = observed(table, stranger, "F4").pieces
    return {piece: at for piece, at in pieces.items() if piece != missing}


def dice(*faces: str, confidence: float = 0.9) -> tuple[DieSeen, ...]:
    return tuple(
        DieSeen(face=face, at_mm=(800.0 + 30 * n, 200.0), confidence=0.4 if n == 1 else confidence)
        for n, face in enumerate(faces)
    )


def test_dice_that_are_read_are_mended_by_a_tap(seated: Tablet, table: World) -> None:
    table.say(Order(unit=BH4), Move(unit=BH4, to=Hex("F5")), Attack(unit=BH4, target=CG4))
    thrown = dice("strike", "lore", "lore")
    table.table.ask(
        BoardSeen(observation=replace(observed(table, BH4, "F5"), dice=thrown, fresh=thrown, roll=1))
    )
    seated.wait(lambda: seated.find('[data-key="die 1"].doubtful'), "the die that is not sure")
    assert not seated.find('[data-key="die 0"].doubtful')
    seated.touch('[data-face="morale"]')  # one tap: it goes to the die that is not sure
    seated.wait(lambda: not seated.find(".die.doubtful"), "no doubt")
    seated.touch('[data-key="roll"]')
    seated.until_wait("advance_wait")
    seated.touch('[data-key="rolled 0"]')
    seated.wait(lambda: seated.find(".sheet"), "the die's sheet")
    seated.touch('[data-face="pierce"]')  # and one die more, when all are taken already

    def is_mended() -> bool:
        roll = sent_view(table.table)["roll"]
        return roll is not None and roll["faces"] == ["pierce", "morale", "lore"]

    seated.wait(is_mended, "the roll as mended")
