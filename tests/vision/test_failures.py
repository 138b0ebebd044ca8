"""How camera-read boards have failed elsewhere: each kind of fault, done to ours."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from tests.vision.drawing import lay_tag
from tests.vision.weather import Change, Services, gain, glare
from vision.board.plan import BoardPlan, TagBook, tag_modules
from vision.eyes import Eyes
from vision.health import EyeState
from vision.rest import repeats
from vision.settle import Settler
from vision.sightings import Observation, Pose
from vision.source.frames import Frame
from vision.source.open_source import open_source
from vision.source.pictures import Picture

START = {"citadel_guard-1": "D3", "blood_harvesters-1": "F6", "viper_legion-2": "H8"}
HERE, FRAMES, DEVICES = (
    "vision/test_failures.py",
    "vision/source/test_frames.py",
    "vision/source/test_devices.py",
)
WATCH, ERRANDS, SHEETS = (
    "companion/camera/test_watch.py",
    "companion/table/test_errands.py",
    "printables/test_trays_and_lens.py",
)

PICAM, UNREST, ADDRESSES = (
    "vision/source/test_picam.py",
    "vision/rest/test_unrest.py",
    "vision/source/test_addresses.py",
)
CAMERAS, GRID = "companion/camera/test_cameras.py", "companion/reconcile/test_grid_check.py"

ROWS = {
    "after unplug the last picture comes back for ever": [
        (HERE, "test_a_stream_that_repeats_one_picture_is_called_frozen_and_makes_no_event"),
        (WATCH, "test_a_camera_that_repeats_its_last_picture_is_called_frozen_and_makes_no_event"),
    ],
    "read blocks without end when a network camera vanishes": [
        (FRAMES, "test_a_network_camera_that_goes_and_comes_back_is_read_again"),
        (FRAMES, "test_a_camera_that_hangs_never_holds_up_the_stop"),
    ],
    "unplug: no recovery": [
        (FRAMES, "test_a_camera_that_was_unplugged_is_reopened_by_itself"),
        (FRAMES, "test_a_camera_that_is_gone_is_looked_for_less_and_less_often"),
        (WATCH, "test_a_camera_that_is_pulled_is_shown_and_taken_up_when_it_is_back"),
    ],
    "replugged camera never returns": [
        (DEVICES, "test_a_camera_plugged_in_again_under_another_number_is_found"),
    ],
    "camera plugged in before the page opened is not seen": [
        (DEVICES, "test_a_camera_plugged_in_after_the_start_is_found"),
        (DEVICES, "test_a_camera_is_listed_once_under_its_own_name"),
    ],
    "Pi module: opens, returns nothing": [
        (FRAMES, "test_a_camera_that_opens_but_gives_nothing_is_told_the_raspberry_pi_remedy"),
    ],
    "Pi module: its Python binding is not seen, or raises": [
        (PICAM, "test_a_raspberry_pi_camera_is_read_through_its_program"),
        (PICAM, "test_whatever_a_driver_raises_becomes_one_sentence"),
    ],
    "camera that takes a minute to open": [
        (FRAMES, "test_a_camera_that_is_being_opened_is_told_at_once_and_waited_for"),
        (CAMERAS, "test_the_page_is_there_before_the_camera_and_says_that_it_is_opened"),
    ],
    "single failed reads close the camera": [
        (FRAMES, "test_single_failed_reads_never_close_a_camera"),
        (FRAMES, "test_a_camera_that_gives_none_for_a_while_is_opened_anew"),
    ],
    "frozen camera told late": [
        (UNREST, "test_a_frozen_camera_is_called_so_after_three_seconds_at_any_rate"),
    ],
    "noise, flicker, torn JPEGs": [
        (UNREST, "test_pictures_that_jump_are_told_within_three_seconds"),
        (UNREST, "test_hands_all_over_the_board_are_never_called_unsteady"),
        (WATCH, "test_single_torn_pictures_and_a_flickering_lamp_are_told_once_at_most"),
    ],
    "mirrored picture": [
        (UNREST, "test_a_mirrored_picture_is_called_so"),
        (WATCH, "test_a_mirrored_camera_is_read_all_the_same"),
    ],
    "one bad picture ends a folder": [
        (FRAMES, "test_one_bad_picture_of_a_folder_is_told_and_left_out"),
        (FRAMES, "test_a_folder_that_has_gone_is_waited_for"),
    ],
    "password in an address shown, kept or sent": [
        (ADDRESSES, "test_what_is_shown_of_an_address_holds_no_secret"),
        (ADDRESSES, "test_a_wrong_password_is_called_wrong_and_not_told"),
        (CAMERAS, "test_passwords_that_a_former_version_kept_are_gone_and_what_was_known_is_not"),
    ],
    "two cameras of one make, one name": [
        (DEVICES, "test_two_cameras_alike_are_known_by_their_sockets"),
        (DEVICES, "test_a_camera_is_not_changed_for_its_twin_plugged_in_later"),
    ],
    "grid fitted beside the printed one": [
        (GRID, "test_a_grid_that_is_off_is_doubted_before_it_moves_anybody"),
        (GRID, "test_one_tap_lays_the_grid_where_it_belongs"),
    ],
    "one tag twice": [
        (UNREST, "test_a_tag_seen_twice_is_told_with_both_hexes"),
        (WATCH, "test_a_tag_seen_twice_is_told_with_its_unit_s_name_and_both_hexes"),
    ],
    "memory grows with every look at the camera page": [
        (CAMERAS, "test_a_thousand_looks_from_many_threads_are_drawn_by_one"),
    ],
    "a whole core for a table at rest": [
        (FRAMES, "test_a_camera_at_rest_unpacks_only_pictures_that_are_wanted"),
        (WATCH, "test_at_rest_a_camera_is_looked_at_eight_times_a_second_and_at_once_after_a_change"),
    ],
    "room light toggled": [(HERE, "test_a_lamp_that_is_switched_is_no_event_and_a_move_is_seen_after_it")],
    "drift of light or light thrown on marks": [
        (HERE, "test_an_evening_of_flickering_light_over_an_untouched_table_is_no_event"),
        (HERE, "test_what_glare_covers_stays_put_and_the_hex_is_named"),
        (HERE, "test_glare_on_a_corner_mark_changes_nothing"),
        (HERE, "test_a_board_with_glare_over_its_edge_is_read_at_the_first_look"),
        (HERE, "test_an_arm_from_a_white_cloth_is_seen_at_the_first_look"),
        (HERE, "test_glare_on_dice_is_no_roll_and_the_next_throw_is"),
    ],
    "a still piece alternates between two readings": [
        (HERE, "test_a_hex_that_alternates_keeps_its_first_reading_and_is_doubted"),
    ],
    "small dictionaries see tags that are not there": [
        (HERE, "test_board_art_and_hands_without_tags_make_no_event"),
    ],
    "tag with thin white rim not found": [
        (SHEETS, "test_no_tag_is_printed_without_a_white_rim_of_a_module_and_a_millimetre"),
        (SHEETS, "test_the_rim_sheet_has_rims_of_no_one_and_two_modules"),
    ],
    "camera nudged mid-game": [
        ("vision/board/test_bumps.py", "test_after_a_bump_the_board_is_fitted_anew_and_nothing_has_moved"),
    ],
    "two quick actions merged or half read": [
        (HERE, "test_two_units_moved_within_600_ms_and_then_a_figure_removed_are_two_moves_and_nothing_more"),
    ],
    "no way to repair, or the whole read is discarded": [
        (HERE, "test_one_wrong_tag_changes_no_other_piece_and_is_right_as_soon_as_it_is_mended"),
        (ERRANDS, "test_a_unit_that_people_corrected_is_not_moved_back_by_its_tag"),
    ],
}
"""What was seen in the field, and the tests that do it to ours: folder of the tests, file, name."""


@pytest.mark.parametrize("seen", ROWS)
def test_every_failure_of_cameras_seen_in_the_field_has_its_tests(seen: str) -> None:
    for file, name in ROWS[seen]:
        text = (Path(__file__).parent.parent / file).read_text()
        assert f"def {name}(" in text, f"{file} has no {name}"


class Stream(BaseHTTPRequestHandler):
    """A network camera over a table: picture after picture, and after ten the same one for ever."""

    shots: tuple[bytes, ...] = ()
    is_over = Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        try:
            while not self.is_over.wait(0.02):
                shot = self.shots[min(number, len(self.shots) - 1)]
                head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(shot)
                self.wfile.write(head + shot + b"\r\n")
                number += 1
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def stuck(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    shots = [cv2.imencode(".jpg", bench.table.read().image)[1].tobytes() for _ in range(10)]
    monkeypatch.setattr(Stream, "shots", tuple(shots))
    monkeypatch.setattr(Stream, "is_over", Event())
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/video.mjpg"
    Stream.is_over.set()
    server.shutdown()
    server.server_close()


@pytest.mark.journey
def test_a_stream_that_repeats_one_picture_is_called_frozen_and_makes_no_event(
    stuck: str, plan: BoardPlan, book: TagBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeats, "FROZEN_S", 0.2)
    looking, settler, observed = Eyes(plan, book), Settler(), list[Observation]()
    source = open_source(stuck)
    for _ in range(300):
        frame = source.read()
        assert frame is not None
        reading = looking.look(frame)
        seen = settler.feed(reading)
        observed += [] if seen is None else [seen]
        if reading.state is EyeState.FROZEN:
            break
    source.close()
    assert reading.state is EyeState.FROZEN
    assert "unplug" in reading.english_reason
    assert all(seen.pieces == START for seen in observed)  # a hex may be doubted, no piece is elsewhere


@pytest.mark.parametrize("steps", share(((0.7, 0.4), (1.15, 1.3, 1.4, 1.5, 1.6)), (0.7, 0.4)))
def test_a_lamp_that_is_switched_is_no_event_and_a_move_is_seen_after_it(
    steps: tuple[float, ...], bench: Bench
) -> None:
    bench.watch(6)
    observed = [seen for share in steps for seen in bench.watch(1, gain(share))]
    assert observed + bench.watch(5, gain(steps[-1])) + bench.watch(5) == []
    assert bench.readings[-1].state is EyeState.QUIET
    bench.table.place("citadel_guard-1", Hex("D4"))
    (seen,) = bench.watch(6)
    assert seen.pieces == START | {"citadel_guard-1": "D4"}


def spots_px(bench: Bench, *pieces: str) -> np.ndarray:
    middles = np.array([bench.table.tag_corners_mm(piece).mean(axis=0) for piece in pieces])
    return np.asarray(bench.table.to_pixels(middles))


@pytest.mark.journey
@pytest.mark.parametrize(("frames", "step"), [(60, 15), pytest.param(18_000, 60, marks=pytest.mark.long)])
def test_an_evening_of_flickering_light_over_an_untouched_table_is_no_event(
    frames: int, step: int, plan: BoardPlan, book: TagBook
) -> None:
    bench = Bench(plan, book, with_dice=True)
    for piece, at in START.items():
        bench.table.place(piece, Hex(at))
    bench.table.roll(["strike", "lore", "morale"])
    bench.watch(6)
    die = np.asarray(bench.table.to_pixels(np.array([bench.table.dice[0].at_mm])))
    spots = np.concatenate([spots_px(bench, *START), die])
    light = Services(np.roll(spots, 1, axis=0), day=frames * 2 // 3, step=step)
    for number in range(frames):
        observed = bench.watch(1, light)
        wrong = [seen for seen in observed if (seen.pieces, seen.roll) != (START, 0)]
        assert wrong == [], number
        assert not observed or light.has_glare, number
        bench.readings = bench.readings[-1:]


@pytest.mark.parametrize("count", share((1, 3), 3))
def test_what_glare_covers_stays_put_and_the_hex_is_named(count: int, bench: Bench) -> None:
    bench.watch(6)
    pieces = list(START)[:count]
    shine = glare(spots_px(bench, *pieces))
    (seen,) = bench.watch(8, shine)
    assert seen.pieces == START
    hexes = {START[piece] for piece in pieces}
    assert hexes <= set(seen.doubtful) and hexes <= set(bench.readings[-1].glare)
    assert all(name in bench.readings[-1].english_reason for name in hexes)
    assert "glare" in bench.readings[-1].english_reason
    (gone,) = bench.watch(14)
    assert (gone.pieces, gone.doubtful, bench.readings[-1].glare) == (START, (), ())


@pytest.mark.journey
def test_under_glare_a_unit_moved_elsewhere_is_seen_where_it_is(bench: Bench) -> None:
    bench.watch(6)
    shine = glare(spots_px(bench, "citadel_guard-1"))
    bench.watch(6, shine)
    bench.table.place("citadel_guard-1", Hex("D6"))
    observed = bench.watch(8, shine)
    assert observed[-1].pieces == START | {"citadel_guard-1": "D6"}


def test_glare_on_dice_is_no_roll_and_the_next_throw_is(plan: BoardPlan, book: TagBook) -> None:
    bench = Bench(plan, book, with_dice=True)
    bench.table.roll(["strike", "lore", "morale"])
    bench.watch(6)
    shine = glare(np.asarray(bench.table.to_pixels(np.array([die.at_mm for die in bench.table.dice[:2]]))))
    assert [seen for seen in bench.watch(8, shine) if seen.roll] == []
    assert [seen for seen in bench.watch(8) if seen.roll] == []
    bench.table.roll(["heroic", "pierce", "strike"])
    thrown = bench.watch(8)[-1]
    assert (thrown.roll, sorted(die.face for die in thrown.fresh)) == (1, ["heroic", "pierce", "strike"])


def test_glare_on_a_corner_mark_changes_nothing(bench: Bench, plan: BoardPlan) -> None:
    bench.watch(6)
    mark = plan.marker[2]
    spot = np.asarray(bench.table.to_pixels(np.array([mark.centre_mm])))
    assert bench.watch(18, glare(spot)) == []
    assert bench.readings[-1].state is EyeState.QUIET
    assert f"mark {mark.id}" in bench.readings[-1].english_reason
    assert bench.watch(12) == []
    assert bench.readings[-1].english_reason == ""


@pytest.mark.parametrize("edge", [0, 2])
def test_a_board_with_glare_over_its_edge_is_read_at_the_first_look(
    edge: int, bench: Bench, plan: BoardPlan
) -> None:
    start, end = np.roll(plan.corners_mm, -edge, axis=0)[:2]
    spot = np.asarray(bench.table.to_pixels((start + end)[None] / 2))
    bench.watch(1, glare(spot, size=(65, 65)))
    assert bench.readings[-1].state is EyeState.QUIET


@pytest.mark.parametrize("white", [247, 255])
def test_an_arm_from_a_white_cloth_is_seen_at_the_first_look(
    white: int, bench: Bench, plan: BoardPlan
) -> None:
    def change(image: Picture) -> Picture:
        board = np.zeros(image.shape[:2], np.uint8)
        corners, arm = (
            bench.table.to_pixels(each).round().astype(np.int32) for each in (plan.corners_mm, arm_mm)
        )
        cv2.fillPoly(board, [corners], 1)
        image = np.where(board[..., None] > 0, image, white).astype(np.uint8)
        return np.asarray(cv2.fillPoly(image, [arm], (60, 84, 128)), np.uint8)

    middle = plan.width_mm / 2
    arm_mm = np.array(
        [(middle - 50, -300.0), (middle + 50, -300.0), (middle + 50, 200.0), (middle - 50, 200.0)]
    )
    bench.watch(1, change)
    assert bench.readings[-1].state is EyeState.COVERED


def laid(bench: Bench, book: TagBook, piece: str, at: str, *, off: float = 0.0) -> Change:
    """Return what lays *piece*'s tag into a hex, *off* mm from its middle."""
    payload = next(payload for payload, name in book.tags.items() if name == piece)
    x, y = bench.table.plan.centre_mm(Hex(at))
    reading = bench.readings[-1]
    modules = tag_modules(payload, book.layout)

    def change(image: Picture) -> Picture:
        return lay_tag(image, reading, modules, Pose((x + off, y), 0.4 + off / 10, 25.0))

    return change


@pytest.mark.parametrize("run", share((1, 4), 4))
def test_a_hex_that_alternates_keeps_its_first_reading_and_is_doubted(
    run: int, bench: Bench, book: TagBook
) -> None:
    bench.watch(3)
    one, other = laid(bench, book, "citadel_guard-2", "G4"), laid(bench, book, "viper_legion-1", "G4", off=8)
    assert bench.watch(14, one)[-1].pieces["citadel_guard-2"] == "G4"
    observed = []
    for number in range(24):
        observed += bench.watch(1, (other, one)[number // run % 2])
    assert {seen.pieces["citadel_guard-2"] for seen in observed} <= {"G4"}
    assert not any("viper_legion-1" in seen.pieces for seen in observed)
    assert run == 1 or "G4" in observed[-1].doubtful
    last = bench.watch(16, other)[-1]
    assert last.pieces["viper_legion-1"] == "G4" and "G4" not in last.doubtful


def test_a_tag_that_comes_and_goes_is_told_once_and_its_hex_doubted_until_it_stays(
    bench: Bench, book: TagBook
) -> None:
    bench.watch(3)
    there = laid(bench, book, "citadel_guard-2", "G4")
    bench.watch(14, there)
    observed = []
    for number in range(24):
        observed += bench.watch(1, there if number // 3 % 2 else lambda image: image)
    assert len(observed) <= 3
    assert not any("citadel_guard-2" in seen.pieces for seen in observed[1:])
    assert "G4" in observed[-1].doubtful
    last = bench.watch(16, there)[-1]
    assert last.pieces["citadel_guard-2"] == "G4" and "G4" not in last.doubtful


@pytest.mark.parametrize("hands", [3, pytest.param(3000, marks=pytest.mark.long)])
def test_board_art_and_hands_without_tags_make_no_event(hands: int, plan: BoardPlan, book: TagBook) -> None:
    rng = np.random.default_rng(4)
    bench = Bench(plan, book, seed=4)
    (first,) = bench.watch(4)
    assert (first.pieces, first.doubtful) == ({}, ())
    for _ in range(hands):
        over = plan.board.hexes[int(rng.integers(len(plan.board.hexes)))]
        bench.table.hand(over, north=bool(rng.integers(2)))
        assert bench.watch(5) == []
        bench.table.hand(None)
        assert bench.watch(6) == []
        bench.readings = bench.readings[-1:]


@pytest.mark.parametrize("seed", share((3, 5), 3))
def test_two_units_moved_within_600_ms_and_then_a_figure_removed_are_two_moves_and_nothing_more(
    seed: int, plan: BoardPlan, book: TagBook
) -> None:
    bench = Bench(plan, book, seed=seed)
    for piece, at in START.items():
        bench.table.place(piece, Hex(at))
    bench.watch(6)
    bench.table.hand(Hex("D3"))
    observed = bench.watch(1)
    bench.table.place("citadel_guard-1", Hex("D4"))
    observed += bench.watch(2)
    bench.table.hand(Hex("F6"), north=True)
    bench.table.place("blood_harvesters-1", Hex("F5"))
    observed += bench.watch(2)
    bench.table.hand(None)
    observed += bench.watch(6)
    both = START | {"citadel_guard-1": "D4", "blood_harvesters-1": "F5"}
    assert [seen.pieces for seen in observed] == [both]
    bench.table.hand(Hex("H8"))
    bench.watch(2)
    bench.table.figures("viper_legion-2", 2)
    bench.table.hand(None)
    assert bench.watch(10) == []
    assert bench.readings[-1].pieces == both


def test_one_wrong_tag_changes_no_other_piece_and_is_right_as_soon_as_it_is_mended(
    bench: Bench, book: TagBook
) -> None:
    bench.watch(6)
    bench.table.hand(Hex("D3"))
    bench.watch(3)
    bench.table.remove("citadel_guard-1")
    bench.table.place("citadel_guard-2", Hex("D3"))
    bench.table.hand(None)
    (wrong,) = bench.watch(8)
    rest = {piece: at for piece, at in START.items() if at != "D3"}
    assert wrong.pieces == rest | {"citadel_guard-2": "D3"}
    bench.table.hand(Hex("D3"))
    bench.watch(3)
    bench.table.remove("citadel_guard-2")
    bench.table.place("citadel_guard-1", Hex("D3"))
    bench.table.hand(None)
    (mended,) = bench.watch(8)
    assert (mended.pieces, mended.doubtful) == (START, ())


def test_pictures_that_end_in_the_dark_are_dark_whatever_noise_there_is(bench: Bench) -> None:
    bench.watch(6)
    rng = np.random.default_rng(2)

    def night(image: Picture) -> Picture:
        noise = rng.normal(0, 14, (image.shape[0] // 2, image.shape[1] // 2, 3)).astype(np.float32)
        coarse = cv2.resize(noise, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.clip(image * 0.1 + 9 + coarse, 0, 255).astype(np.uint8)

    for frame in (bench.table.read() for _ in range(8)):
        reading = bench.eyes.look(Frame(night(frame.image), frame.number, frame.at))
        assert reading.state is EyeState.DARK and "light" in reading.english_reason
    assert bench.watch(6) == []
    assert bench.readings[-1].state is EyeState.QUIET
