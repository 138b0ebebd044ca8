"""Tablets on a bad network: cut off, stalled, asleep, many; nothing is lost, doubled or rolled back."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from companion.web.pages.routes import close_streams
from companion.web.server.certificate import keep_certificate
from companion.web.server.server import served
from rules.kernel.messages import CorrectUnit
from rules.kernel.values import UnitId
from tests.companion.browser import Tablet, open_tab, served_world
from tests.companion.dashboard_world import World, world
from tests.companion.proxy import Network, network
from tests.companion.sent_view import sent_view
from tests.shares import share

pytestmark = pytest.mark.browser

LEFT, RIGHT = '[data-key="text patrol_left"]', '[data-key="text patrol_right"]'
BANNER = "#lost:not([hidden])"
REDS = """
const lost = document.getElementById("lost");
let was = true;
window.reds = 0;
new MutationObserver(() => {
  if (was && !lost.hidden) window.reds += 1;
  was = lost.hidden;
}).observe(lost, {attributes: true, attributeFilter: ["hidden"]});
"""
MENDED = """
const [reds, done] = arguments;
const lost = document.getElementById("lost");
const look = () => {
  if (window.reds > reds && lost.hidden) return done("");
  if (!lost.hidden) lost.querySelector("[data-key=retry]")?.click();
  setTimeout(look, 50);
};
look();
"""


@pytest.fixture
def bad_network(port: int) -> Iterator[Network]:
    with network(port) as made:
        yield made


@pytest.fixture
def far(driver: webdriver.Chrome, table: World, bad_network: Network, port: int) -> Iterator[Tablet]:
    """A tablet that has joined the running game, at the other end of the network."""
    table.start()
    tablet = Tablet(driver, port)
    tablet.home = bad_network.home
    tablet.shape("1280x800")
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    yield tablet
    bad_network.heal()
    assert tablet.troubles() == []
    driver.get("about:blank")


def healed(tablet: Tablet) -> None:
    tablet.wait(lambda: not tablet.find(BANNER), "the line")


@pytest.mark.journey
def test_a_silent_line_turns_red_though_nothing_broke_and_heals_alone(
    far: Tablet, table: World, bad_network: Network
) -> None:
    bad_network.stall()
    far.wait(lambda: far.find(BANNER), "the banner")
    table.device("both").do({"do": "play_card", "card": "patrol_left"})
    bad_network.heal()
    healed(far)
    far.until_wait("orders_wait")


@pytest.mark.parametrize("drops", share((5, 40), journeys=(5,)))
def test_drops_in_a_row_are_each_mended_by_one_tap(
    far: Tablet, table: World, bad_network: Network, drops: int
) -> None:
    before = bad_network.count("GET /events")
    far.driver.set_script_timeout(60)
    far.driver.execute_script(REDS)
    for reds in range(drops):
        bad_network.drop()
        far.driver.execute_async_script(MENDED, reds)
    assert bad_network.count("GET /events") >= before + drops
    far.touch(LEFT)
    far.until_wait("orders_wait")


@pytest.mark.journey
def test_a_tap_while_cut_off_is_told_and_never_sent_later(
    far: Tablet, table: World, bad_network: Network
) -> None:
    bad_network.cut()
    far.wait(lambda: far.find(BANNER), "the banner")
    far.touch(LEFT)
    far.wait(lambda: "was not sent" in far.text("#toast"), "the sentence")
    bad_network.heal()
    healed(far)
    far.until_wait("card_wait")
    far.touch(RIGHT)
    far.until_wait("orders_wait")
    assert bad_network.count("POST /do") == 1
    log = [line["text"] for line in sent_view(table.table)["log"]]
    assert [text for text in log if "Patrol" in text] == [log[-1]]


def test_a_tap_whose_answer_is_lost_counts_once_and_the_page_says_to_look(
    far: Tablet, table: World, bad_network: Network
) -> None:
    before = table.seq
    bad_network.lose_answers()
    far.touch(LEFT)
    far.wait(lambda: "Look at the board" in far.text("#toast"), "the sentence")
    bad_network.heal()
    far.until_wait("orders_wait")
    healed(far)
    assert table.seq == before + 1


def thaw(driver: webdriver.Chrome) -> None:
    """Let a frozen page live on, in a window that is looked at."""
    driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    window = driver.execute_cdp_cmd("Browser.getWindowForTarget", {})["windowId"]
    for state in ("minimized", "normal"):  # else it stays hidden, and what is hidden is not drawn
        bounds = {"windowId": window, "bounds": {"windowState": state}}
        driver.execute_cdp_cmd("Browser.setWindowBounds", bounds)


@pytest.mark.parametrize("has_worker", share((True, False), True))
def test_a_tablet_that_slept_through_five_events_only_receives(
    driver: webdriver.Chrome, table: World, bad_network: Network, port: int, *, has_worker: bool
) -> None:
    table.start()
    tablet = Tablet(driver, port)
    tablet.home = bad_network.home
    tablet.shape("1280x800")
    script = {"source": "" if has_worker else "delete window.SharedWorker"}
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    asked = len([each for each in bad_network.asked if each.startswith("POST")])
    driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    for figures in (1, 2, 1, 2, 1):
        table.say(CorrectUnit(unit=UnitId("citadel_guard-2"), at=None, figures=figures))
    seq = table.seq
    thaw(driver)
    tablet.wait(lambda: tablet.standing("I3") is None, "the unit gone")
    healed(tablet)
    assert table.seq == seq
    assert len([each for each in bad_network.asked if each.startswith("POST")]) == asked


def open_tabs(far: Tablet, script: str = "") -> list[str]:
    """Open the page in six more tabs, each after *script* where one is given; return all seven."""
    handles = [far.driver.current_window_handle]
    for _ in range(6):
        open_tab(far.driver)
        handles.append(far.driver.current_window_handle)
        if script:
            far.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        far.driver.get(far.home)
        far.until_wait("card_wait")
    return handles


@pytest.mark.journey
def test_seven_tabs_of_one_browser_share_one_line_and_all_see_a_change(
    far: Tablet, table: World, bad_network: Network
) -> None:
    driver, handles = far.driver, open_tabs(far)
    far.touch(RIGHT)
    for handle in handles:
        driver.switch_to.window(handle)
        far.until_wait("orders_wait")
    assert len([each for each in bad_network.asked if each.startswith("GET /events")]) == 1


@pytest.mark.journey
def test_seven_tabs_share_one_line_where_there_are_no_shared_workers(
    far: Tablet, table: World, bad_network: Network
) -> None:
    """Some tablets' browsers have none; without one line for all, the seventh tab would hang."""
    driver, first = far.driver, far.driver.current_window_handle
    without = "delete window.SharedWorker"
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": without})
    driver.get(far.home)
    far.until_wait("card_wait")
    before = bad_network.count("GET /events")
    handles = open_tabs(far, without)
    assert bad_network.count("GET /events") == before
    far.touch(RIGHT)
    for handle in handles:
        driver.switch_to.window(handle)
        far.until_wait("orders_wait")
    driver.switch_to.window(first)
    driver.get("about:blank")  # the tab that had the line
    driver.switch_to.window(handles[-1])
    table.say(CorrectUnit(unit=UnitId("citadel_guard-2"), at=None, figures=1))
    for handle in handles[1:]:
        driver.switch_to.window(handle)
        far.wait(lambda: far.standing("I3") is None, "the unit gone")
        assert not far.find(BANNER)
    assert bad_network.count("GET /events") > before


@pytest.mark.journey
def test_a_server_that_is_started_anew_is_found_again_by_tablets_and_shows_the_true_state(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port) as table:
        table.start()
        game = table.table.journal.row.id
        tablet.join(table.access.codes.join)
        tablet.until_wait("card_wait")
    with served_world(tmp_path, port=port, game=game) as table:
        table.device("both").do({"do": "play_card", "card": "patrol_right"})
        tablet.until_wait("orders_wait")
        healed(tablet)
        driver.get("about:blank")


@pytest.mark.journey
def test_at_a_plain_address_the_badge_says_why_the_screen_may_sleep_and_later_the_secure_one_is_offered(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    host = f"{socket.gethostname().lower()}.local"
    tablet.home = f"http://{host}:{port}"
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port) as table:
        table.start()
        game = table.table.journal.row.id
        tablet.join(table.access.codes.join)
        badge = '[data-key="awake badge"]'
        tablet.wait(lambda: tablet.text(badge) == "Screen may sleep: no https", "the badge")
        tablet.touch(badge)
        tablet.wait(lambda: "herald play --https" in tablet.text(".sheet"), "the command")
    certificate = keep_certificate(tmp_path, (host,))
    with (
        world(tmp_path, port=port, game=game) as table,
        served(table.app, "127.0.0.1", port, certificate=certificate),
    ):
        address = f"https://{host}:{port}/"
        tablet.wait(lambda: tablet.text(f'a[href="{address}"]') == address, "the secure address")
        driver.get("about:blank")
        close_streams(table.app)
