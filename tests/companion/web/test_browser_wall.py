"""The wall screen: large enough for the sofa, nothing to tap, nothing that is hidden from everybody."""

from pathlib import Path

import pytest
from selenium import webdriver

from companion.input.text import LONGEST_NAME
from rules.first.faces import GREEN, RED
from rules.first.messages.epic import FillRack
from rules.kernel.messages import NoteHand, PlayCard, Roll, StartGame
from rules.kernel.values import CardId, Seat
from tests.companion.browser import Tablet, held, served_world
from tests.companion.dashboard_world import World
from tests.companion.scenes import wait_of
from tests.companion.second_questions import LEARNING_QUESTIONS
from tests.shares import share

pytestmark = pytest.mark.browser
RACK = tuple(map(CardId, ("counter_attack", "foot_onslaught", "attack_center")))
MARKERS = (Roll(faces=(GREEN,) * 6), Roll(faces=(RED,) * 6))
"""What the two allies of whom each has as many green banners roll for the first turn."""
SIZES = ("1920x1080", "1280x800", "1024x768", "1280x690", "800x1280", "390x844")
HEIGHT = (
    "const node = document.querySelector(arguments[0]);"
    "const style = getComputedStyle(node);"
    "const pen = document.createElement('canvas').getContext('2d');"
    "pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;"
    "return pen.measureText(arguments[1]).actualBoundingBoxAscent / innerHeight"
)
CUT_OFF = (
    "return [...document.querySelectorAll('.wall-name, .wall-points, .wall-lore, .wall-turn, .wall-wait')]"
    ".filter((node) => node.scrollWidth > node.clientWidth + 1"
    " || !node.matches('.wall-points') && node.scrollHeight > node.clientHeight + 4)"
    ".map((node) => node.textContent)"
)
SCROLLS = (
    "const page = document.scrollingElement;"
    "return [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight].some((more) => more > 0)"
)
COVERED = (
    "const board = document.querySelector('.mat').getBoundingClientRect();"
    "const words = document.querySelector('.wall-words').getBoundingClientRect();"
    "const scores = [...document.querySelectorAll('.wall-score')].filter((node) => "
    "node.scrollHeight > node.clientHeight + 4 || node.scrollWidth > node.clientWidth + 4);"
    "const south = document.querySelector('.wall-score.south').getBoundingClientRect();"
    "const isUnder = south.right > board.left + 1 && south.bottom > board.top + 1;"
    "return isUnder || scores.length > 0 || board.bottom > words.top + 1 || board.top < 0"
    " || board.right > innerWidth + 1"
)


def on_the_wall(tablet: Tablet, table: World) -> None:
    """Open the link that stands in the menu, on a device that has not joined."""
    tablet.driver.get(f"{tablet.home}/wall/{table.access.codes.watch}")
    tablet.wait(lambda: tablet.find("#board svg"), "the board")


@pytest.mark.parametrize("size", share(("1920x1080", "1280x720"), "1280x720"))
def test_the_wall_is_read_from_four_metres_and_never_scrolls(tablet: Tablet, table: World, size: str) -> None:
    table.start()
    tablet.shape(size)
    on_the_wall(tablet, table)
    tablet.wait(lambda: "play a command card" in tablet.text("#wait"), "what is waited for")
    assert tablet.driver.execute_script(HEIGHT, ".wall-points", "8") >= 1 / 8
    for words in ("#wait", "#caption", ".wall-turn b"):
        assert tablet.driver.execute_script(HEIGHT, words, "H") >= 1 / 32, words  # 17 mm of a 43 inch screen
    assert not tablet.driver.execute_script(SCROLLS)
    assert not tablet.driver.execute_script(COVERED)
    assert tablet.driver.execute_script(CUT_OFF) == []
    assert tablet.find("button, a, input, [role=button], [tabindex]") == []


@pytest.mark.journey
def test_no_name_and_no_question_is_cut_on_the_wall_of_whatever_shape(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    """In Romanian, by the longest names that players can have."""
    with served_world(tmp_path, port=port, language="ro") as table, held(driver, port) as tablet:
        table.start()
        for commands in LEARNING_QUESTIONS.values():
            table.say(*commands)
            if wait_of(table) == "counter_wait":
                break
        on_the_wall(tablet, table)
        found = {}
        for names in ((), ("Alexandru-Constantin III.", "Wolfgang Amadeus Mommsen")):
            for role, name in zip(("south", "north"), names, strict=False):
                table.device(role, name[:LONGEST_NAME])
            if names:
                tablet.wait(lambda: "Wolfgang" in tablet.text("#scores"), "the names")
            for size in SIZES:
                tablet.shape(size)
                cut, covered = (tablet.driver.execute_script(each) for each in (CUT_OFF, COVERED))
                found[size, *names] = (cut, covered, tablet.driver.execute_script(SCROLLS))
    assert {case: seen for case, seen in found.items() if seen != ([], False, False)} == {}


@pytest.mark.journey
def test_the_wall_follows_the_game_and_shows_nobodys_hand(tablet: Tablet, table: World) -> None:
    table.start()
    table.say(NoteHand(seat=Seat.NORTH, known=(CardId("patrol_left"),)))
    tablet.join(table.access.codes.join, role="north")  # who put the screen up may hold that hand
    tablet.until_wait("card_wait")
    tablet.driver.get(f"{tablet.home}/wall")
    tablet.wait(lambda: tablet.find("#board svg"), "the board")
    read = (
        "const done = arguments[0]; const source = new EventSource('/events?wall');"
        "source.addEventListener('view', ({data}) => { source.close(); done(JSON.parse(data).game.scores); })"
    )
    scores = tablet.driver.execute_async_script(read)
    assert scores["north"]["known"] == []
    table.say(PlayCard(card=CardId("patrol_right")))
    tablet.wait(lambda: "Patrol Right" in tablet.text("#caption"), "the caption")
    tablet.wait(lambda: "Orders and moves" in tablet.text(".wall-turn"), "the step")


FOREIGN = [
    {"Referer": "http://evil.example/page"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Dest": "iframe"},
    {"Accept": "image/avif,image/webp,*/*;q=0.8"},
    {"Accept": "*/*"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_wall_link_from_another_sites_page_is_not_judged(table: World, headers: dict[str, str]) -> None:
    """The right code opens nothing, so that nothing is told; wrong ones count for nothing."""
    screen = table.stranger()
    assert screen.get(f"/wall/{table.access.codes.watch}", **headers).status_code == 403
    assert {screen.get(f"/wall/WRONG{n}", **headers).status_code for n in range(20)} == {403}
    own = {"Referer": "http://127.0.0.1:8765/"}
    assert screen.get(f"/wall/{table.access.codes.watch}", **own).status_code == 302


def test_wrong_wall_links_keep_nobody_from_joining(table: World) -> None:
    """A foreign frame that hides where it comes from looks like a person who opens a link."""
    tablet = table.stranger()
    for n in range(20):
        tablet.get(f"/wall/WRONG{n}")
    answer = tablet.post("/join", {"code": table.access.codes.join, "role": "both"})
    assert answer.status_code == 200


def test_a_wrong_wall_link_is_refused_in_words_and_counted(table: World) -> None:
    stranger = table.stranger()
    answer = stranger.get("/wall/WRONG2")
    assert answer.status_code == 403
    assert "not this table" in answer.text
    for _ in range(8):
        answer = stranger.get("/wall/WRONG2")
    assert answer.status_code == 429
    assert "Try again in" in answer.text
    assert stranger.get("/wall").status_code == 403


def test_a_link_shows_the_game_at_once_to_who_looks_on(table: World) -> None:
    screen = table.stranger()
    answer = screen.get(f"/look/{table.access.codes.watch}")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert 'data-role="watch"' in screen.get("/").text
    assert screen.post("/undo", {"seen": table.seq, "to": 0}).status_code == 403


def test_the_wall_link_lets_a_device_look_and_leaves_a_player_a_player(table: World) -> None:
    screen = table.stranger()
    assert screen.get(f"/wall/{table.access.codes.watch}").status_code == 302
    assert screen.get("/wall").status_code == 200
    assert screen.post("/undo", {"seen": table.seq, "to": 0}).status_code == 403
    player = table.device("both")
    assert player.get(f"/wall/{table.access.codes.watch}").status_code == 302
    assert "join" in player.get("/links").json


@pytest.mark.journey
def test_the_rack_and_the_order_of_turns_are_on_the_wall_and_cover_nothing(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    allied = "three_fronts.reluctant_allies"
    with (
        served_world(tmp_path, port=port, scenario=allied, language="ro") as table,
        held(driver, port) as tablet,
    ):
        table.say(StartGame(), *(FillRack(card=card) for card in RACK), *MARKERS)
        on_the_wall(tablet, table)
        tablet.wait(lambda: len(tablet.find(".wall-strip .card-tile")) == len(RACK), "the rack")
        order = [item.text for item in tablet.find(".wall-strip .turn-order li")]
        found = {}
        for size in SIZES:
            tablet.shape(size)
            found[size] = [tablet.driver.execute_script(each) for each in (CUT_OFF, COVERED, SCROLLS)]
    assert order == ["Stegarii", "Flamurile", "Stegarii aliați", "Flamurile aliate"]
    assert {size: seen for size, seen in found.items() if seen != [[], False, False]} == {}
