"""The page in a real browser: joining, a turn by touch, two tablets, a lost line, corrections."""

from pathlib import Path

import msgspec
import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains

from rules.kernel.hexes import Hex
from rules.kernel.messages import Move, NoteHand, Order, PlayCard
from rules.kernel.values import CardId, Seat, UnitId
from tests.companion.browser import Tablet, served_world
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view
from tests.shares import share

pytestmark = pytest.mark.browser
SIZES = ("1280x800", "800x1280", "390x844")


def waits_for(table: World) -> str:
    tag: str = sent_view(table.table)["game"]["wait"]["wait"]
    return tag


def test_a_wrong_code_is_told_and_the_right_one_opens_the_board(tablet: Tablet, table: World) -> None:
    tablet.driver.get(tablet.home)
    field = tablet.find("#code")[0]
    field.send_keys("WRONG2")
    tablet.touch("button[type=submit]")
    tablet.wait(lambda: "not this table's code" in tablet.text("#trouble"), "the sentence")
    field.clear()
    field.send_keys(table.access.codes.join)
    tablet.touch("button[type=submit]")
    tablet.until_wait("set_up_wait")
    assert tablet.standing("D6") == "blood_harvesters-3"


@pytest.mark.parametrize("size", share(SIZES, "1280x800"))
def test_a_whole_turn_is_played_by_touch(tablet: Tablet, table: World, size: str) -> None:
    tablet.shape(size)
    tablet.join(table.access.codes.join)
    tablet.touch_hex("C5")  # a banner by tapping its hex
    tablet.wait(lambda: tablet.find('[data-hex="C5"] .banner'), "the banner")
    tablet.touch('[data-key^="Use our own choice"]')
    tablet.touch('[data-key="Start the game"]')
    tablet.touch('[data-key="text line_advance"]')
    tablet.until_wait("orders_wait")
    tablet.touch_hex("F6")  # order
    tablet.touch_hex("F5")  # move
    tablet.wait(lambda: tablet.standing("F5") == "blood_harvesters-4", "the unit on F5")
    tablet.touch_hex("F4")  # the target's card
    tablet.touch('[data-key="attack"]')
    tablet.until_wait("dice_wait")
    for face in ("strike", "morale", "lore"):  # the last one ends the roll
        tablet.touch(f'.dice [data-face="{face}"]')
    tablet.until_wait("advance_wait")
    assert tablet.standing("G3") == "citadel_guard-4"  # driven back, away from F5
    assert tablet.text('[data-seat="north"] .lore b') == "1"
    tablet.touch_hex("F4")  # advance
    tablet.until_wait("orders_wait")
    assert tablet.standing("F4") == "blood_harvesters-4"
    tablet.touch('[data-key="end"]')
    tablet.until_wait("card_wait")
    assert "Turn 2" in tablet.text(".turn")
    game = sent_view(table.table)["game"]
    units = {unit["id"]: unit for unit in game["units"]}
    assert game["active"] == "south"
    assert (units["citadel_guard-4"]["at"], units["citadel_guard-4"]["figures"]) == ("G3", 2)


@pytest.mark.parametrize("size", share(SIZES, "390x844"))
def test_nothing_sticks_out_and_every_button_can_be_hit(tablet: Tablet, table: World, size: str) -> None:
    table.start()
    tablet.shape(size)
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    wide = "return document.scrollingElement.scrollWidth - innerWidth"
    small = (
        "return [...document.querySelectorAll('button, a, .spot')]"
        ".map((node) => [node, node.getBoundingClientRect()])"
        ".filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))"
        ".map(([node, box]) => `${node.dataset.key ?? node.textContent} ${box.width}×${box.height}`)"
    )
    for key in (None, "log", "tablets", "correct", "rules"):
        if key:
            tablet.touch(f'#tools [data-key="{key}"]')
            tablet.wait(lambda: tablet.find(".sheet"), "the sheet")
        assert tablet.driver.execute_script(wide) <= 0
        assert tablet.driver.execute_script(small) == []


def test_a_refusal_is_explained_and_the_table_can_overrule_it(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('[data-key="text line_advance"]')
    tablet.until_wait("orders_wait")
    tablet.touch_hex("F6")
    tablet.wait(lambda: tablet.find(".lit-move"), "lit hexes")
    tablet.touch_hex("F9")  # three hexes away; the unit moves two
    tablet.wait(lambda: "RB p." in tablet.text("#toast"), "the refusal with its page")
    assert tablet.standing("F6") == "blood_harvesters-4"
    tablet.touch('[data-key="overrule"]')
    tablet.wait(lambda: tablet.standing("F9") == "blood_harvesters-4", "the overruled move")


@pytest.mark.journey
def test_a_wrong_unit_is_corrected_in_a_few_touches_and_undone(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('#tools [data-key="correct"]')
    tablet.touch_hex("I3")
    tablet.touch_hex("I4")
    tablet.touch('[data-key="Figures left less"]')
    tablet.touch('[data-key="Poison"]')
    tablet.touch('[data-key="keep"]')
    tablet.wait(lambda: tablet.standing("I4") == "citadel_guard-2", "the corrected unit")
    unit = next(each for each in sent_view(table.table)["game"]["units"] if each["id"] == "citadel_guard-2")
    assert (unit["at"], unit["figures"], unit["markers"]) == ("I4", 2, ["poison"])
    assert tablet.find('[data-hex="I4"] .marker.poison')
    tablet.touch('#tools [data-key="undo"]')
    tablet.wait(lambda: tablet.standing("I3") == "citadel_guard-2", "the unit back where it was")


@pytest.mark.journey
def test_dice_entered_wrongly_are_mended_and_the_rest_is_worked_out_anew(
    tablet: Tablet, table: World
) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('[data-key="anywhere"]')
    tablet.touch('[data-key="one patrol_left"]')
    tablet.until_wait("orders_wait")
    for place in ("F6", "F5", "F4", "F4"):
        tablet.touch_hex(place)
    tablet.until_wait("dice_wait")
    for face in ("strike", "strike", "strike"):
        tablet.touch(f'[data-face="{face}"]')
    tablet.wait(lambda: tablet.standing("F4") is None, "the unit gone")
    tablet.touch('#tools [data-key="correct"]')
    tablet.touch('[data-key="last roll"]')
    tablet.touch('[data-key="die 0"]')
    tablet.touch('[data-face="pierce"]')
    tablet.touch('[data-key="roll"]')
    tablet.wait(lambda: tablet.standing("F4") == "citadel_guard-4", "the unit back")

    def faces() -> list[str] | None:
        roll = sent_view(table.table)["roll"]
        return roll and roll["faces"]

    tablet.wait(lambda: faces() == ["pierce", "strike", "strike"], "the roll as mended")


def test_faces_keep_their_places_from_attack_to_roll_and_dice_tapped_faster_than_these_are_drawn_all_count(
    tablet: Tablet, table: World
) -> None:
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    for unit, to in (("viper_legion-4", "J6"), ("blood_harvesters-3", "D5"), ("blood_harvesters-4", "F5")):
        table.say(Order(unit=UnitId(unit)), Move(unit=UnitId(unit), to=Hex(to)))
    tablet.join(table.access.codes.join)
    tablet.touch_hex("F5")
    tablet.touch_hex("F4")
    tablet.wait(lambda: tablet.find("[data-face]"), "the first die")
    offered = [face.rect for face in tablet.find("[data-face]")]
    tablet.touch('[data-key="attack"]')
    tablet.until_wait("dice_wait")
    assert [face.rect for face in tablet.find("[data-face]")] == offered
    twice = "for (const face of ['strike', 'lore']) document.querySelector(`[data-face=${face}]`).click()"
    tablet.driver.execute_script(twice)
    tablet.wait(lambda: "2 of 3" in tablet.text('[data-key="roll"]'), "both dice")


@pytest.mark.journey
def test_a_player_s_phone_has_the_own_hand_first_and_an_onlookers_nothing_to_do(
    tablet: Tablet, table: World
) -> None:
    table.start()
    table.say(NoteHand(seat=Seat.NORTH, known=(CardId("patrol_left"),)))
    tablet.shape("390x844")
    tablet.join(table.access.codes.join, role="north")
    tablet.wait(lambda: "Patrol Left" in tablet.text(".card-tile.held"), "the hand, as tiles")
    assert tablet.find("#hand[hidden]")  # it is shown once
    assert tablet.find("#ask .stage")[0].rect["y"] < tablet.find("#board")[0].rect["y"]
    table.say(PlayCard(card=CardId("line_advance")))
    tablet.until_wait("orders_wait")
    tablet.wait(lambda: "Patrol Left" in tablet.text("#hand"), "the hand")
    places = [tablet.find(each)[0].rect["y"] for each in ("#hand", "#ask .stage", "#board")]
    assert places == sorted(places)
    assert "Tap a unit" in tablet.text("#ask")
    tablet.join(table.access.codes.join, role="south")
    tablet.until_wait("orders_wait")
    assert "Patrol Left" not in tablet.driver.page_source
    assert "Tap" not in tablet.text("#ask")
    assert "Waiting for Uthuk Y'llan" in tablet.text("#ask")
    assert "Still to order: 1 unit on the left" in tablet.text("#ask")
    tablet.join(table.access.codes.join, role="watch")
    tablet.until_wait("orders_wait")
    assert tablet.find("#hand[hidden]")
    assert "Tap" not in tablet.text("#ask")
    assert not tablet.find("button.score")


@pytest.mark.journey
def test_two_taps_on_one_old_view_give_one_result_and_one_explanation(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    seen = table.seq
    other = table.device("both").do({"do": "play_card", "card": "patrol_right"}, seen=seen)
    late = (
        "const done = arguments[1];"
        "fetch('/do', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({seen: arguments[0], command: {do: 'play_card', card: 'patrol_left'}})})"
        ".then((answer) => answer.json()).then(done)"
    )
    answer = tablet.driver.execute_async_script(late, seen)
    assert other.json["ok"]
    assert not answer["ok"]
    assert "Patrol Right" in answer["conflict"]
    tablet.until_wait("orders_wait")


@pytest.mark.journey
def test_a_lost_line_is_shown_in_red_and_heals_alone(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port) as table:
        table.start()
        game = table.table.journal.row.id
        tablet.join(table.access.codes.join)
        tablet.until_wait("card_wait")
    tablet.wait(lambda: tablet.find("#lost:not([hidden])"), "the banner")
    assert "No connection to the table" in tablet.text("#lost")
    assert tablet.find('[data-key="retry"]')
    tablet.touch('[data-key="text patrol_right"]')
    tablet.wait(lambda: "was not sent" in tablet.text("#toast"), "the sentence")
    with served_world(tmp_path, port=port, game=game) as table:
        tablet.wait(lambda: not tablet.find("#lost:not([hidden])"), "the line")
        tablet.until_wait("card_wait")  # the tap made meanwhile was not kept
        assert waits_for(table) == "card_wait"
        tablet.touch('[data-key="text patrol_right"]')
        tablet.until_wait("orders_wait")
        driver.get("about:blank")


@pytest.mark.journey
def test_an_onlooker_sees_the_game_and_has_nothing_to_press(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.driver.get(f"{tablet.home}/watch/{table.access.codes.watch}")
    tablet.touch("button[type=submit]")
    tablet.until_wait("card_wait")
    assert not tablet.find('[data-key="undo"]')
    assert not tablet.find(".card-tile")
    table.device("both").do({"do": "play_card", "card": "patrol_left"})
    tablet.until_wait("orders_wait")


@pytest.mark.journey
def test_the_north_players_board_is_turned_and_waits_for_his_own_turn_only(
    tablet: Tablet, table: World
) -> None:
    table.start()
    tablet.join(table.access.codes.join, role="south")
    tablet.until_wait("card_wait")
    assert not tablet.find(".card-tile")  # it is north's turn
    assert below(tablet, "D3", "D7")
    tablet.join(table.access.codes.join, role="north")
    tablet.until_wait("card_wait")
    assert tablet.find(".card-tile")
    assert below(tablet, "D7", "D3")


def below(tablet: Tablet, lower: str, upper: str) -> bool:
    """Return whether the page draws *lower* nearer to the reader than *upper*."""
    one, other = (tablet.find(f'[data-hex="{name}"] .hit')[0].rect["y"] for name in (lower, upper))
    return bool(one > other)


@pytest.mark.journey
def test_the_grid_is_laid_by_dragging_a_corner(driver: webdriver.Chrome, tmp_path: Path, port: int) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(tmp_path, port=port, camera="simulated") as table:
        watch = table.services.watch
        assert watch is not None
        before = watch.plan.centre_mm(watch.plan.corner_hexes[0])
        tablet.join(table.access.codes.join)
        tablet.wait(
            lambda: tablet.find(".table-state.in_step"), "the board to be read: its line moves what is below"
        )
        tablet.touch('#tools [data-key="tablets"]')
        tablet.touch('.sheet a[href="/camera"]')
        tablet.wait(lambda: tablet.find("#buttons:not([hidden]) #grid:not([hidden])"), "the grid's button")
        tablet.touch("#grid")
        handle = tablet.wait(lambda: tablet.find('[data-handle="corner 0"]'), "the handles")[0]
        assert min(handle.rect["width"], handle.rect["height"]) >= 44  # for a finger
        ActionChains(driver).drag_and_drop_by_offset(handle, 20, 0).perform()
        tablet.touch("#keep")
        tablet.wait(lambda: "Kept" in tablet.text("#trouble"), "the answer")
        after = watch.plan.centre_mm(watch.plan.corner_hexes[0])
        assert after[0] - before[0] > 5  # millimetres to the east
        driver.get("about:blank")


@pytest.mark.journey
def test_without_marks_the_board_is_found_by_tapping_its_corners(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("390x844")
    with served_world(tmp_path, port=port, camera="simulated") as table:
        watch = table.services.watch
        assert watch is not None
        tablet.join(table.access.codes.join)
        driver.get(f"{tablet.home}/camera")
        tablet.wait(
            lambda: tablet.find("#buttons:not([hidden]) #grid:not([hidden])"), "the board by its marks"
        )
        assert watch.registration is not None
        taps = watch.registration.to_pixels(watch.plan.corners_mm[[3, 2, 1, 0]])
        watch.fit(grid=None, tray=None)
        watch.plan = msgspec.structs.replace(watch.plan, marker=())  # the marks are lost
        watch.fit(grid=None, tray=None)
        tablet.wait(lambda: "not found" in tablet.text("#help"), "the board to be missed")
        tablet.touch("#pin")
        assert watch.frame is not None
        drawing, wide = tablet.find("#view svg")[0], watch.frame.image.shape[1]
        scale = drawing.rect["width"] / wide
        middle = drawing.rect["width"] / 2, drawing.rect["height"] / 2
        for x, y in taps * scale - middle:
            ActionChains(driver).move_to_element_with_offset(drawing, round(x), round(y)).click().perform()
        tablet.touch("#keep")
        tablet.wait(lambda: "Kept" in tablet.text("#trouble"), "the answer")
        tablet.wait(
            lambda: tablet.find("#buttons:not([hidden]) #grid:not([hidden])"), "the board by its corners"
        )
        found = watch.registration.to_pixels(watch.plan.corners_mm[[3, 2, 1, 0]])
        assert abs(found - taps).max() < 2 / scale
        driver.get("about:blank")
