"""What is known of tags: remembered, verified, recalled; several of one unit, several in one hex."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import cv2
import msgspec
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from tests.vision.drawing import at, lay_tag, look, noisy
from vision.board.calibrate import Registration, register
from vision.board.plan import BoardPlan, Layout, TagBook, payload_of, tag_modules
from vision.board.plane import area_around
from vision.eyes import Eyes
from vision.reading import Reading
from vision.sightings import Pose, Sighting
from vision.source.frames import Frame
from vision.source.pictures import Jpeg, Picture
from vision.tags import locate
from vision.tags.locate import LIKELY_MM, FramedReader, Scan
from vision.tags.matcher import Matcher, TagMatch
from vision.tags.partly_seen import Change, Look
from vision.tags.poses import corners_mm
from vision.tags.tag_tracker import Known, TagTracker
from vision.tags.verify import FAINT_LOOKS, IN_TURN

TRAY_MM, TRAY_TAG_MM = 17.0, 16.0
NEW = "CL1-KD0JJZ"


def lay_tray(image: Picture, before: Reading, plan: BoardPlan, name: str, edges: int = 3) -> Picture:
    """Return *image* with a unit's tray in hex *name*, so many of its tags in sight."""
    for edge in range(edges):
        way = np.deg2rad(90 + 120 * edge)
        shift = (TRAY_MM * float(np.cos(way)), TRAY_MM * float(np.sin(way)))
        image = lay_tag(image, before, tag_modules(NEW, Layout()), at(plan, name, shift, TRAY_TAG_MM))
    return image


@pytest.fixture(scope="module")
def trays(empty: tuple[Picture, BoardPlan, TagBook]) -> TagBook:
    """The book of the still, the new unit's tag on trays and so of another size."""
    tags = {payload: piece for payload, piece in empty[2].tags.items() if payload != NEW}
    tray = TagBook(tags={NEW: "chaos_lord-1"}, size_mm=TRAY_TAG_MM)
    return msgspec.structs.replace(empty[2], tags=tags, also=(tray,))


def read_whole(image: Picture, plan: BoardPlan, book: TagBook) -> tuple[TagTracker, Registration]:
    """Return a roster that has read all of *image*, and how the board lies in it."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    registration = register(gray, plan)
    assert registration is not None
    tracker = TagTracker(plan, book)
    tracker.look_everywhere(gray, registration)
    return tracker, registration


def watch(eyes: Eyes, image: Picture, frames: int = 6, *, noise: float = 1.5, seed: int = 0) -> Reading:
    """Return the last reading of so many noisy pictures of the same table."""
    rng = np.random.default_rng(seed)
    readings = [eyes.look(Frame(noisy(image, noise, rng), n, n / 10)) for n in range(frames)]
    return readings[-1]


@pytest.mark.parametrize("edges", share((1, 2, 3), 1))
def test_a_tray_is_one_unit_however_many_of_its_tags_are_in_sight(
    edges: int,
    empty: tuple[Picture, BoardPlan, TagBook],
    trays: TagBook,
    still_readings: dict[str, Reading],
) -> None:
    image, plan, _ = empty
    before = still_readings["still_overhead.jpg"]
    reading = look(lay_tray(image, before, plan, "F5", edges), plan, trays)
    assert reading.pieces == before.pieces | {"chaos_lord-1": "F5"}
    assert (reading.twice, "F5" in reading.doubtful) == ((), False)
    assert sum(one.payload == NEW for one in reading.sightings) == edges


def test_two_trays_of_one_unit_are_seen_twice(
    empty: tuple[Picture, BoardPlan, TagBook], trays: TagBook, still_readings: dict[str, Reading]
) -> None:
    image, plan, _ = empty
    before = still_readings["still_overhead.jpg"]
    image = lay_tray(lay_tray(image, before, plan, "F5"), before, plan, "E3")
    reading = look(image, plan, trays)
    assert reading.twice == ("chaos_lord-1",)
    assert "chaos_lord-1" not in reading.pieces


@pytest.mark.parametrize(
    ("hexes", "margins", "apart", "pieces", "twice"),
    [
        (("D3", "D4"), (3.0, 3.0), 0.5, {}, True),  # surely in two hexes
        (("D3", "D4"), (3.0, 2.9), 0.9, {NEW: "D3"}, False),  # one tray that sticks out of its hex
        (("D3", "D4"), (3.0, 2.9), 1.0, {}, True),  # no tray is so wide
        (("D3", "D3"), (3.0, 3.0), 0.9, {NEW: "D3"}, False),
        (("D3", "D3"), (3.0, 3.0), 1.0, {}, True),
        (("D3", "D4"), (2.9, 2.9), 0.5, {}, False),  # surely in neither
    ],
)
def test_a_piece_is_seen_twice_surely_in_two_hexes_or_farther_apart_than_a_tray_is_wide(
    plan: BoardPlan,
    book: TagBook,
    hexes: tuple[str, str],
    margins: tuple[float, float],
    apart: float,
    pieces: dict[str, str],
    *,
    twice: bool,
) -> None:
    tracker = TagTracker(plan, book)
    tracker.sightings = [
        Sighting(
            payload=NEW,
            piece=NEW,
            pose=Pose((200.0, 100.0 + apart * plan.hex_width_mm * number), 0.0, 16.0),
            hex=Hex(name),
            margin_mm=margin,
            score=0.9,
            gap=0.4,
        )
        for number, (name, margin) in enumerate(zip(hexes, margins, strict=True))
    ]
    report = tracker.report()
    assert (report.pieces, bool(report.twice)) == (pieces, twice)
    assert report.doubtful == (set() if pieces else set(hexes))


def test_a_tray_that_moves_to_the_next_hex_is_seen_there_alone(
    empty: tuple[Picture, BoardPlan, TagBook], trays: TagBook, still_readings: dict[str, Reading]
) -> None:
    image, plan, _ = empty
    before, eyes = still_readings["still_overhead.jpg"], Eyes(plan, trays)
    for name in ("F5", "G5"):
        reading = watch(eyes, lay_tray(image, before, plan, name))
        assert (reading.pieces.get("chaos_lord-1"), reading.twice) == (name, ())


def test_tags_of_several_kinds_and_sizes_lie_on_one_table(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    before = still_readings["still_overhead.jpg"]
    layout = Layout(kind="aruco", family="DICT_5X5_50", quiet=1, frame=0)
    small = TagBook(tags={"7": "banner-1", "12": "banner-2"}, layout=layout, size_mm=14.0)
    for payload, name in (("7", "F5"), ("12", "E3"), ("30", "G7")):
        image = lay_tag(image, before, tag_modules(payload, layout), at(plan, name, size=14.0))
    reading = look(image, plan, msgspec.structs.replace(book, also=(small,)))
    assert reading.pieces == before.pieces | {"banner-1": "F5", "banner-2": "E3"}


def test_tags_of_many_sizes_are_read_in_one_search_and_one_of_another_size_is_doubted(
    empty: tuple[Picture, BoardPlan, TagBook],
    still_readings: dict[str, Reading],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    image, plan, book = empty
    before, places = still_readings["still_overhead.jpg"], ("F5", "E3", "G7", "D8", "J4")
    sizes = dict(zip(places, (17.0, 19.0, 21.0, 23.0, 15.0), strict=True))
    payloads = {name: payload_of(f"Z{number}") for number, name in enumerate(places)}
    for name, size in sizes.items():
        modules = tag_modules(payloads[name], book.layout)
        image = lay_tag(image, before, modules, at(plan, name, size=25.0 if name == "J4" else size))
    parts = tuple(TagBook(tags={payloads[name]: name}, size_mm=sizes[name]) for name in places)
    sheets = Mock(wraps=locate.flatten)
    monkeypatch.setattr(locate, "flatten", sheets)
    reading = look(image, plan, msgspec.structs.replace(book, size_mm=25.0, also=parts))
    assert reading.pieces == before.pieces | {name: name for name in places[:-1]}
    assert "J4" in reading.doubtful and sheets.call_count == 1


def test_a_unit_put_down_beside_a_tag_that_stays_is_seen(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    before, eyes = still_readings["still_overhead.jpg"], Eyes(plan, book)
    watch(eyes, image)
    piece, name = next(iter(before.pieces.items()))
    pose = next(one.pose for one in before.sightings if one.piece == piece)
    x, y = plan.centre_mm(name)
    beside = Pose((2 * x - pose.centre_mm[0], y - 16 if pose.centre_mm[1] > y else y + 16), 0.2, 25.0)
    reading = watch(eyes, lay_tag(image, before, tag_modules(NEW, book.layout), beside))
    assert (reading.pieces[piece], reading.pieces.get("chaos_lord-1")) == (name, name)


def test_a_unit_put_back_exactly_where_it_stood_is_seen_there(bench: Any) -> None:
    bench.watch(5)
    first = bench.table.read().image
    bench.table.place("citadel_guard-1", Hex("F4"))
    bench.watch(5)
    assert bench.readings[-1].pieces["citadel_guard-1"] == "F4"
    bench.table.hand(Hex("F4"))
    bench.watch(3)
    seen = bench.watch(6, lambda _: first)
    assert bench.readings[-1].pieces["citadel_guard-1"] == "D3"
    assert [one.pieces["citadel_guard-1"] for one in seen] == ["D3"]


def test_a_tray_emptied_as_it_was_before_the_roll_holds_no_dice(dice_bench: Any) -> None:
    dice_bench.watch(4)
    first = dice_bench.table.read().image
    dice_bench.table.roll(["lore", "strike"])
    dice_bench.watch(5)
    assert len(dice_bench.readings[-1].dice) == 2
    dice_bench.watch(5, lambda _: first)
    assert dice_bench.readings[-1].dice == ()


@pytest.mark.parametrize("way", share((0.4, 1.7), 0.4))
def test_a_unit_on_whose_tag_a_figure_has_fallen_stays_and_is_doubted_until_it_is_set_upright(
    way: float, bench: Any
) -> None:
    bench.watch(5)
    known = bench.readings[-1].pieces
    bench.table.fall("citadel_guard-1", (1.0, -2.0), way)
    bench.watch(5)
    bench.table.bump((3.0, 2.0))
    bench.watch(8)
    assert (bench.readings[-1].pieces, bench.readings[-1].doubtful) == (known, ("D3",))
    bench.table.set_upright("citadel_guard-1")
    bench.watch(5)
    assert (bench.readings[-1].pieces, bench.readings[-1].doubtful) == (known, ())


def test_a_unit_taken_away_with_the_figure_that_has_fallen_on_its_tag_is_gone(bench: Any) -> None:
    bench.watch(5)
    bench.table.fall("citadel_guard-1")
    bench.watch(5)
    bench.table.remove("citadel_guard-1")
    bench.watch(5)
    assert "citadel_guard-1" not in bench.readings[-1].pieces
    assert bench.readings[-1].doubtful == ()


@pytest.mark.parametrize("colour", share([(225, 230, 232), (48, 74, 108), (44, 40, 42)], (48, 74, 108)))
def test_a_unit_whose_whole_tag_a_card_hides_stays_and_is_doubted_until_both_are_taken_away(
    colour: tuple[int, int, int], bench: Any
) -> None:
    corners_mm = bench.table.tag_corners_mm("citadel_guard-1")
    middle = corners_mm.mean(axis=0)
    card = bench.table.to_pixels((corners_mm - middle) * 1.5 + middle)

    def with_card(image: Picture) -> Picture:
        return cv2.fillConvexPoly(image.copy(), np.rint(card).astype(np.int32), colour, cv2.LINE_AA)

    bench.watch(5)
    known = bench.readings[-1].pieces
    bench.watch(5, with_card)
    assert (bench.readings[-1].pieces, bench.readings[-1].doubtful) == (known, ("D3",))
    bench.table.remove("citadel_guard-1")
    bench.watch(5)
    assert "citadel_guard-1" not in bench.readings[-1].pieces
    assert bench.readings[-1].doubtful == ()


def test_a_tray_taken_away_while_its_hex_counts_as_covered_is_let_go_once_that_is_seen(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading], trays: TagBook
) -> None:
    image, plan, _ = empty
    before = still_readings["still_overhead.jpg"]
    pose = at(plan, "F4", (0.0, 0.0), TRAY_TAG_MM)
    registration = register(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), plan)
    assert registration is not None
    tray = registration.to_pixels((corners_mm(pose) - pose.centre_mm) * 1.6 + pose.centre_mm)
    with_tray = cv2.fillConvexPoly(image.copy(), tray.round().astype(np.int32), (60, 62, 64), cv2.LINE_AA)
    laid = lay_tag(with_tray, before, tag_modules(NEW, trays.layout), pose)
    tracker, gray = TagTracker(plan, trays), cv2.cvtColor(laid, cv2.COLOR_BGR2GRAY)
    tracker.look_at([Hex("F4")], gray, registration)
    assert tracker.report().pieces == {"chaos_lord-1": "F4"}
    looks = [
        Look(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), Frame(one, 0, 0.0), registration)
        for one in (laid, image, image)
    ]
    kept = []
    for (was, now), covered in zip(pairwise(looks), ({Hex("F4")}, set[Hex]()), strict=True):
        old = tracker.sightings
        tracker.look_at([Hex("F4")], now.gray, registration)
        kept.append(tracker.keep_covered(old, covered, Change(was, now)))
    assert kept == [{"F4"}, set()]
    assert "chaos_lord-1" not in tracker.report().pieces


def test_every_tag_of_a_quiet_table_is_verified_and_one_that_is_no_longer_known_is_doubted(
    empty: tuple[Picture, BoardPlan, TagBook],
) -> None:
    image, plan, book = empty
    tracker, registration = read_whole(image, plan, book)
    before = tracker.report()
    for _ in range(4):
        tracker.watch(Frame(image, 0, 0.0), registration)
    assert tracker.report() == before

    gone = tracker.sightings[0]
    corners = registration.to_pixels(corners_mm(gone.pose)).round().astype(np.int32)
    painted = cv2.fillConvexPoly(image.copy(), corners, (90, 110, 120))
    tracker.watch(Frame(painted, 0, 0.0), registration)
    tracker.watch(Frame(painted, 0, 0.0), registration)
    assert tracker.report() == before, "a glimpse is not enough"
    tracker.watch(Frame(painted, 0, 0.0), registration)
    assert gone.piece not in tracker.report().pieces
    assert gone.hex in tracker.report().doubtful
    tracker.watch(Frame(image, 0, 0.0), registration)
    assert tracker.report() == before, "it is seen again"


def test_a_tag_exchanged_for_another_that_lies_exactly_alike_is_read(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tracker, registration = read_whole(image, plan, book)
    gone = tracker.sightings[0]
    before = tracker.report().pieces
    other = lay_tag(image, still_readings["still_overhead.jpg"], tag_modules(NEW, book.layout), gone.pose)
    for _ in range(4):
        tracker.watch(Frame(other, 0, 0.0), registration)
    assert tracker.report().pieces == {piece: at for piece, at in before.items() if piece != gone.piece} | {
        "chaos_lord-1": gone.hex
    }
    assert tracker.report().doubtful == set()


def test_three_tags_that_have_changed_places_are_read_though_but_one_of_the_hexes_looks_changed(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tracker, registration = read_whole(image, plan, book)
    before, lain = tracker.report().pieces, tracker.sightings[:3]
    moved = [*zip(lain, [*lain[1:], lain[0]], strict=True)]
    for one, there in moved:
        modules = tag_modules(one.payload, book.layout)
        image = lay_tag(image, still_readings["still_overhead.jpg"], modules, there.pose)
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    tracker.look_at([lain[0].hex], gray, registration)
    assert tracker.report().pieces == before | {one.piece: there.hex for one, there in moved}
    assert (tracker.report().doubtful, tracker.report().twice) == (set(), ())


@pytest.mark.parametrize(
    ("name", "known", "sought"),
    [("A7", {}, (25.0,)), ("F5", {}, LIKELY_MM), ("F5", {NEW: 20.0}, (20.0,))],
)
def test_a_tag_with_a_broken_frame_is_sought_at_the_size_of_those_beside_it_or_at_any(
    name: str,
    known: dict[str, float],
    sought: tuple[float, ...],
    empty: tuple[Picture, BoardPlan, TagBook],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    image, plan, book = empty
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    registration = register(gray, plan)
    assert registration is not None
    ringed = Mock(return_value=[])
    monkeypatch.setattr(locate, "ringed", ringed)
    FramedReader(book).scan(gray, registration, area_around(plan.outline_mm(Hex(name))), known)
    assert [call.args[2] for call in ringed.call_args_list] == pytest.approx(sought, rel=0.05)


def test_a_known_tag_is_verified_for_itself_and_never_for_another_one(
    empty: tuple[Picture, BoardPlan, TagBook],
) -> None:
    image, plan, book = empty
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    tracker, registration = read_whole(image, plan, book)
    [one, other] = tracker.sightings[:2]
    reader = FramedReader(book)
    found = reader.verify(gray, registration, one.pose, one.payload)
    assert found is not None and found.payload == one.payload
    assert reader.verify(gray, registration, one.pose, other.payload) is None
    false = [msgspec.structs.replace(one, payload=other.payload), *tracker.sightings[1:]]
    assert tracker.is_true(tracker.known, plan.board.hexes, gray, registration)
    assert not tracker.is_true(Known(tuple(false), ()), plan.board.hexes, gray, registration)
    elsewhere = {name for name in plan.board.hexes if name != one.hex}
    assert tracker.is_true(Known(tuple(false), ()), elsewhere, gray, registration)


@pytest.mark.parametrize(
    ("score", "gap", "counts", "holds"),
    [
        (0.50, 0.15, True, True),
        (0.49, 0.15, False, True),
        (0.50, 0.14, False, True),
        (0.42, 0.10, False, True),
        (0.41, 0.15, False, False),
        (0.50, 0.09, False, False),
        (0.76, 0.12, True, True),
        (0.75, 0.12, False, True),
        (0.76, 0.11, False, True),
    ],
)
def test_a_tag_never_seen_before_must_be_surer_than_one_that_lies_where_it_lay(
    score: float, gap: float, counts: bool, holds: bool, plan: BoardPlan
) -> None:
    match = TagMatch(NEW, score, gap, at(plan, "F5"))
    matcher = Matcher(TagBook(tags={NEW: "chaos_lord-1"}))
    assert (matcher.is_sure(match), match.is_still_there) == (counts, holds)


def test_a_mark_of_few_modules_must_always_lead_by_as_much(plan: BoardPlan) -> None:
    """Marks of no book differ from one of the book by a few modules alone."""
    matcher = Matcher(TagBook(tags={"7": "chaos_lord-1"}, layout=Layout(kind="aruco", quiet=1, frame=0)))
    sure = [matcher.is_sure(TagMatch("7", 0.9, gap, at(plan, "F5"))) for gap in (0.14, 0.15)]
    assert sure == [False, True]


def test_a_tag_too_worn_to_be_read_anew_is_kept_where_it_was_known(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    tracker, registration = read_whole(image, plan, book)
    one, matcher = tracker.sightings[0], FramedReader(book).matcher
    modules = tag_modules(one.payload, book.layout)
    order = np.random.default_rng(5).permutation((matcher.side - 2 * matcher.margin) ** 2)
    for flipped in range(len(order) // 5, len(order) // 2, 8):
        worn = modules.copy()
        inner = worn[matcher.margin : -matcher.margin, matcher.margin : -matcher.margin]
        inner.flat[order[:flipped]] ^= True
        picture = lay_tag(image, still_readings["still_overhead.jpg"], worn, one.pose)
        gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        if not matcher.is_sure(matcher.match(gray, registration, one.pose)):
            break
    assert matcher.match(gray, registration, one.pose, cold=False).is_still_there
    tracker.look_at({one.hex}, gray, registration)
    assert tracker.report().pieces[one.piece] == one.hex
    anew, _ = read_whole(picture, plan, book)
    assert one.piece not in anew.report().pieces and one.hex in anew.report().doubtful


def packed(image: Picture) -> Jpeg:
    return Jpeg(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())


@pytest.mark.parametrize("as_sent", [np.asarray, packed])
def test_a_tag_exchanged_for_the_one_that_looks_most_like_it_is_read(
    empty: tuple[Picture, BoardPlan, TagBook],
    still_readings: dict[str, Reading],
    as_sent: Callable[[Picture], Picture | Jpeg],
) -> None:
    image, plan, book = empty
    tracker, registration = read_whole(image, plan, book)
    there = {one.payload for one in tracker.sightings}
    matcher = Matcher(book)
    alike = (matcher.patterns @ matcher.patterns[::4].T).reshape(len(book.tags), 4, -1)[:, 0]
    pairs = ((one, other) for one in matcher.payloads for other in matcher.payloads)
    gone, new = max(
        (pair for pair in pairs if pair[0] in there and pair[1] not in there),
        key=lambda pair: alike[matcher.payloads.index(pair[1]), matcher.payloads.index(pair[0])],
    )
    [lain] = [one for one in tracker.sightings if one.payload == gone]
    other = lay_tag(image, still_readings["still_overhead.jpg"], tag_modules(new, book.layout), lain.pose)
    for _ in range(IN_TURN + FAINT_LOOKS):
        tracker.watch(Frame(as_sent(other), 0, 0.0), registration)
    assert tracker.report().tags[new] == lain.hex and gone not in tracker.report().tags


def test_a_quiet_table_is_verified_without_unpacking_all_of_its_pictures(
    empty: tuple[Picture, BoardPlan, TagBook],
) -> None:
    image, plan, book = empty
    tracker, registration = read_whole(image, plan, book)
    picture = packed(image)
    for _ in range(IN_TURN):
        tracker.watch(Frame(picture, 0, 0.0), registration)
    assert "whole" not in vars(picture)
    gone = tracker.sightings[0]
    corners = registration.to_pixels(corners_mm(gone.pose)).round().astype(np.int32)
    painted = packed(cv2.fillConvexPoly(image.copy(), corners, (90, 110, 120)))
    for _ in range(FAINT_LOOKS):
        tracker.watch(Frame(painted, 0, 0.0), registration)
    assert "whole" in vars(painted) and gone.hex in tracker.report().doubtful


def test_a_book_of_one_tag_takes_no_other_for_it(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    reading = look(image, plan, msgspec.structs.replace(book, tags={NEW: "chaos_lord-1"}))
    assert reading.pieces == {}
    image = lay_tag(
        image, still_readings["still_overhead.jpg"], tag_modules(NEW, book.layout), at(plan, "F5")
    )
    reading = look(image, plan, msgspec.structs.replace(book, tags={NEW: "chaos_lord-1"}))
    assert reading.pieces == {"chaos_lord-1": "F5"}


def test_a_tag_too_noisy_for_one_picture_is_read_within_a_second(
    empty: tuple[Picture, BoardPlan, TagBook], still_readings: dict[str, Reading]
) -> None:
    image, plan, book = empty
    truth = still_readings["still_overhead.jpg"].pieces
    eyes = Eyes(plan, book)
    dim = (image * 0.12).astype(np.uint8)
    first = watch(eyes, dim, 1, noise=12)
    tenth = watch(eyes, dim, 9, noise=12, seed=1)
    assert len(first.pieces) < len(truth)
    assert tenth.pieces == truth


@pytest.mark.parametrize("seed", share((1, 3), 1))
def test_a_unit_taken_off_is_not_held_for_covered_when_the_table_looks_as_it_did_before(
    seed: int, plan: BoardPlan, book: TagBook
) -> None:
    bench = Bench(plan, book, seed=seed, with_dice=True)
    for piece, place in (("citadel_guard-1", "F5"), ("viper_legion-2", "H8")):
        bench.table.place(piece, Hex(place))
        bench.table.figures(piece, seed % 3)
    bench.watch(6)
    bench.table.remove("citadel_guard-1")
    bench.table.roll(("strike", "pierce", "morale"))
    bench.watch(8)
    bench.table.clear_tray()  # nearer to the time when the unit stood there than to the newest rest
    bench.watch(8)
    assert (bench.readings[-1].pieces, bench.readings[-1].doubtful) == ({"viper_legion-2": Hex("H8")}, ())


def test_a_broken_frame_is_sought_in_a_hex_of_which_no_tag_is_known_and_in_no_other(
    plan: BoardPlan, book: TagBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    payload, piece = next(iter(book.tags.items()))
    pose = Pose(plan.centre_mm(Hex("D3")), 0.0, 22.0)
    known = Sighting(
        payload=payload, piece=piece, pose=pose, hex=Hex("D3"), margin_mm=20.0, score=1.0, gap=1.0
    )
    scan = Mock(return_value=Scan([], []))
    monkeypatch.setattr(FramedReader, "scan", scan)
    monkeypatch.setattr(FramedReader, "verify", Mock(return_value=TagMatch(payload, 1.0, 1.0, pose)))
    tracker, gray = TagTracker(plan, book), np.zeros((4, 4), np.uint8)
    tracker.sightings = [known]
    plain = Registration(np.eye(3), 0.0, (0.0, 0.0), 1000.0, 0.0)
    tracker.look_at([Hex("D3")], gray, plain)
    tracker.look_at([Hex("E5")], gray, plain)
    assert [call.kwargs["thorough"] for call in scan.call_args_list] == [False, False, True]
