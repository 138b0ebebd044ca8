"""Another camera by touch in the midst of a game, which goes on with it, and without it."""

from pathlib import Path

import pytest
from selenium import webdriver

from companion.app.current_game import CurrentGame
from companion.table.requests import Submit
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceBanner, StartGame
from rules.kernel.values import UnitId
from tests.companion.browser import Tablet, held, served_game
from tests.companion.network_camera import network_camera
from tests.companion.sent_view import sent_view
from vision.simulate.table import SimulatedTable

pytestmark = pytest.mark.browser
FOUND = "#buttons:not([hidden]) #grid:not([hidden])"
HARVESTERS = "blood_harvesters-4"


def begin(tablet: Tablet, current: CurrentGame) -> None:
    """Begin the learning scenario from the home page, its banners laid, and give one order."""
    tablet.come_home(current.shared.access.codes.join)
    for key in ("to new", "play learning", "begin"):
        tablet.touch(f'[data-key="{key}"]')
    tablet.until_wait("set_up_wait")
    table = current.services.table
    stand_in = sent_view(table)["scenario"]["banners"]["stand_in"]
    for command in (*(PlaceBanner(at=at) for at in stand_in), StartGame()):
        assert table.ask(Submit(command=command, by="table tablet")).sentence is None
    tablet.touch('[data-key="text line_advance"]')
    tablet.touch_hex("F6")
    tablet.wait(lambda: tablet.find('[data-hex="F6"] .lit-selected'), "the order")


def laid_table(current: CurrentGame) -> SimulatedTable:
    """Return a table with a camera over it, where the units stand as in the game."""
    row, library = current.services.table.row, current.services.library
    board = current.services.table.journal.start.ruleset.scenario.board
    simulated = SimulatedTable(library.plan(board), library.book(row.edition))
    for name, unit in current.services.table.game.state.units.items():
        assert unit.at is not None
        simulated.place(name, unit.at)
    return simulated


def to_the_cameras(tablet: Tablet) -> None:
    """Go from the board to where a camera is chosen, by the menu and the home page."""
    tablet.driver.get(tablet.home)
    for key in ("tablets", "home", "to camera"):
        tablet.touch(f'[data-key="{key}"]')


@pytest.mark.journey
def test_a_camera_is_chosen_by_touch_in_the_midst_of_a_turn_reads_a_move_and_is_let_go(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    with served_game(tmp_path, port=port) as current, held(driver, port) as tablet:
        begin(tablet, current)
        game, simulated = current.services.table.row.id, laid_table(current)
        with network_camera(simulated) as address:
            to_the_cameras(tablet)
            tablet.write('[data-key="address"]', address)
            tablet.touch('[data-key="use address"]')
            tablet.wait(lambda: tablet.find('.home-panel a[href="/camera"]'), "the camera")
            assert "No camera is seen" not in tablet.text(".home-panel")
            tablet.touch('.home-panel a[href="/camera"]')
            tablet.wait(lambda: tablet.find(FOUND), "the board in the picture")
            tablet.driver.get(tablet.home)
            tablet.wait(lambda: tablet.find(".table-state.in_step"), "the board to be right")
            simulated.place(UnitId(HARVESTERS), Hex("F5"))
            tablet.wait(lambda: tablet.standing("F5") == HARVESTERS, "the move that was seen")
            to_the_cameras(tablet)
            tablet.touch('[data-key="camera none"]')
            tablet.wait(lambda: tablet.find('[data-key="camera none"][aria-pressed="true"]'), "no camera")
        tablet.driver.get(tablet.home)
        tablet.touch('[data-key="end"]')
        tablet.touch('[data-key="end for sure"]')
        tablet.until_wait("card_wait")
        assert (current.services.table.row.id, current.services.watch) == (game, None)
        assert current.services.table.game.state.turn == 2
