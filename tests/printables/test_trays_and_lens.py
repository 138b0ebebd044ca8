"""Trays, small tags, rims and the lens sheet, rendered and read back by the project's own eyes."""

from itertools import pairwise, product
from math import atan2, cos, hypot, pi, radians, sin, sqrt

import cv2
import numpy as np
import pytest

from printables.grid import Piece
from printables.paper import Paper
from printables.sheets import SheetKind, Wanted, draw_sheets
from printables.trays import BETWEEN_MM, PLAY_MM, WHITE_MM, TraySpots, largest_tag_mm, spots_of
from printables.words import SheetError
from tests.printables.rendered import (
    BOOK,
    DOTS,
    NEAR,
    PLAN,
    UNITS,
    Page,
    pages_of,
    pieces,
    read_codes,
    sheets,
)
from vision.board.calibrate import Registration
from vision.board.figure_spots import FigureSpots
from vision.board.lens import LENS_SHEET, find_sheet
from vision.board.plan import Layout, TagBook, tag_modules
from vision.board.plane import Area
from vision.tags.matcher import TagMatch
from vision.tags.tag_tracker import PartReader, TagTracker

HEX_MM = PLAN.hex_width_mm
SMALL = Layout(kind="aruco", family="DICT_5X5_100", quiet=1, frame=0, rim=0)


def read_by_us(page: Page, book: TagBook) -> list[TagMatch]:
    """Return what the eyes read on a sheet, in millimetres from its lower left corner."""
    down = np.array([(DOTS, 0, -0.5), (0, -DOTS, page.height * DOTS - 0.5), (0, 0, 1)])
    flat = Registration(down, 0.0, (0.0, 0.0), float(page.gray.shape[1]), 0.0)
    area = Area(5.0, 20.0, page.width - 5.0, page.height - 5.0)
    return PartReader([book], book).scan(page.gray, flat, area, ()).read


@pytest.mark.parametrize("paper", Paper)
def test_a_tray_has_its_unit_s_tag_at_three_alternate_edges_and_its_name_at_the_others(paper: Paper) -> None:
    units = list(UNITS)[:13]
    found = [(page, code) for page in sheets(paper, SheetKind.TRAYS) for code in read_codes(page)]
    for unit in units:
        (page, *_), tags = zip(*[(page, code) for page, code in found if code.text == unit], strict=True)
        x, y = np.mean([(tag.x, tag.y) for tag in tags], axis=0)
        assert [hypot(tag.x - x, tag.y - y) for tag in tags] == pytest.approx([17.3] * 3, abs=NEAR)
        ways = sorted(atan2(y - tag.y, tag.x - x) % (2 * pi) for tag in tags)
        assert np.rad2deg(ways) == pytest.approx([60, 180, 300], abs=1)
        name = page.words_in(x + 22, y - 16, x + HEX_MM / 2 - 0.5, y + 16)
        assert sorted(name.replace(" ", "")) == sorted(UNITS[unit].replace(" ", ""))


@pytest.mark.parametrize("paper", Paper)
def test_a_tray_is_a_millimetre_narrower_than_the_board_s_hex(paper: Paper) -> None:
    page = sheets(paper, SheetKind.TRAYS)[0]
    first = next(iter(UNITS))
    x, y = np.mean([(tag.x, tag.y) for tag in read_codes(page) if tag.text == first], axis=0)
    for way in (0, 60, 120, 180, 240, 300):
        steps = np.arange(25.6, 27.3, 0.02)
        across, down = x + steps * cos(radians(way)), y - steps * sin(radians(way))
        along = page.gray[(down * DOTS).astype(int), (across * DOTS).astype(int)]
        assert steps[along < 230].mean() == pytest.approx((HEX_MM - PLAY_MM) / 2, abs=NEAR)


def test_our_eyes_read_all_three_tags_of_every_tray() -> None:
    book = TagBook(tags=BOOK.tags, layout=BOOK.layout, size_mm=16.0)
    page = sheets(Paper.A4, SheetKind.TRAYS)[1]
    read = [match.payload for match in read_by_us(page, book)]
    assert sorted(read) == sorted([list(UNITS)[12]] * 3)


@pytest.mark.parametrize("hidden", [(), (60,), (180, 300)])
def test_a_tray_is_in_its_hex_while_one_of_its_tags_is_seen(hidden: tuple[int, ...]) -> None:
    page, unit, scale = sheets(Paper.A4, SheetKind.TRAYS)[0], next(iter(UNITS)), 1.7
    x, y = np.mean([(tag.x, tag.y) for tag in read_codes(page) if tag.text == unit], axis=0)
    here = PLAN.centre_mm("F5")
    flat = Registration(
        np.array([(scale, 0, 0), (0, -scale, PLAN.height_mm * scale), (0, 0, 1)]),
        0.0,
        (0.0, 0.0),
        1275.0,
        0.0,
    )
    middle = flat.to_pixels(np.array(here))
    shift = middle - np.array([x, y]) * scale
    soft = cv2.GaussianBlur(page.gray, (0, 0), DOTS / scale * 0.6)
    size = (1275, 952)
    laid = cv2.warpAffine(soft, np.array([(scale / DOTS, 0, shift[0]), (0, scale / DOTS, shift[1])]), size)
    card = cv2.fillConvexPoly(
        np.zeros_like(laid), flat.to_pixels(PLAN.outline_mm("F5", 0.98)).astype(np.int32), 1
    )
    table = np.where(card == 1, laid, 140).astype(np.uint8)
    for way in hidden:
        at = middle + 17.3 * scale * np.array([cos(radians(way)), -sin(radians(way))])
        cv2.circle(table, at.astype(int).tolist(), round(10 * scale), 70, -1)
    roster = TagTracker(PLAN, TagBook(tags=BOOK.tags, layout=BOOK.layout, size_mm=16.0))
    roster.look_everywhere(table, flat)
    assert [(one.payload, one.hex) for one in roster.sightings] == [(unit, "F5")] * (3 - len(hidden))
    assert roster.report().pieces == {BOOK.tags[unit]: "F5"}


@pytest.mark.parametrize("kind", [SheetKind.TAGS, SheetKind.TRAYS])
def test_small_tags_are_read_back_with_their_size(kind: SheetKind) -> None:
    names = {str(number): f"Unit {number}" for number in range(12)}
    units = [Piece(tag_modules(payload, SMALL), name) for payload, name in names.items()]
    (page,) = pages_of(draw_sheets([kind], Wanted(Paper.A4, 15.0, units, [], PLAN, tray_mm=15.0)))
    read = read_by_us(page, TagBook(tags=names, layout=SMALL, size_mm=15.0))
    assert sorted(match.payload for match in read) == sorted([*names] * (3 if kind is SheetKind.TRAYS else 1))


@pytest.mark.parametrize("hex_mm", [40.0, 54.0, 60.0])
def test_the_largest_tags_of_a_tray_keep_apart_and_inside(hex_mm: float) -> None:
    side = largest_tag_mm(hex_mm)
    reach = (hex_mm - PLAY_MM) / 2 - WHITE_MM
    inner = reach - side
    gap = 2 * (inner * sin(radians(60)) - side / 2 * cos(radians(60)))
    assert gap == pytest.approx(BETWEEN_MM)
    assert side / 2 < (hex_mm - PLAY_MM) / 2 / sqrt(3), "no wider than the edge"


@pytest.mark.parametrize(
    ("hex_mm", "tag_mm", "words"),
    [(54.0, 20.0, "19.2 mm is the largest"), (20.0, 16.0, "do not fit"), (150.0, 16.0, "than the paper")],
)
def test_tags_or_hexes_that_fit_no_tray_are_refused(hex_mm: float, tag_mm: float, words: str) -> None:
    wanted = Wanted(Paper.A4, 22.0, pieces(UNITS), [], PLAN, hex_mm=hex_mm, tray_mm=tag_mm)
    with pytest.raises(SheetError, match=words):
        draw_sheets([SheetKind.TRAYS], wanted)


@pytest.mark.parametrize("size", [15.0, 25.0, 60.0])
@pytest.mark.parametrize("layout", [BOOK.layout, SMALL, Layout(quiet=0, frame=0), Layout(rim=1)])
def test_no_tag_is_printed_without_a_white_rim_of_a_module_and_a_millimetre(
    layout: Layout, size: float
) -> None:
    modules = tag_modules("7", layout)
    wanted = Wanted(Paper.A4, size, [Piece(modules, "One")], [], PLAN)
    (page,) = pages_of(draw_sheets([SheetKind.TAGS], wanted))
    left, top, right, _ = page.black(11, 35, 150, 35 + size + 6)
    row = page.gray[round((top + 1.0) * DOTS)]
    lines = np.flatnonzero((row > 100) & (row < 230)) / DOTS
    rim = max(1.0, size / len(modules))
    assert left - lines[lines < left - 0.2].max() >= rim - NEAR
    assert lines[lines > right + 0.2].min() - right >= rim - NEAR


def test_the_rim_sheet_has_rims_of_no_one_and_two_modules() -> None:
    (page,) = sheets(Paper.A4, SheetKind.RIMS)
    codes = sorted(read_codes(page), key=lambda code: (round(code.y), code.x))
    assert len(codes) == 18
    for place, size in enumerate((25.0, 22.0, 20.0, 18.0, 15.0, 12.0)):
        for rim, code in enumerate(codes[3 * place : 3 * place + 3]):
            left, _, right, _ = page.black(
                code.x - size / 2 - 0.5, code.y, code.x + size / 2 + 0.5, code.y + 1
            )
            assert right - left == pytest.approx(size, abs=NEAR)
            row = page.gray[round(code.y * DOTS), round((right + 0.1) * DOTS) : round((right + 3) * DOTS)]
            light = np.flatnonzero(row < 230) / DOTS + 0.1
            assert (light.max() if len(light) else 0.0) == pytest.approx(rim * size / 29, abs=NEAR)


@pytest.mark.parametrize("paper", Paper)
def test_the_lens_sheet_is_found_whole_and_true_to_the_millimetre(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.LENS)
    view = find_sheet(page.gray)
    assert view is not None
    assert len(view.at_mm) == (LENS_SHEET.columns - 1) * (LENS_SHEET.rows - 1)
    shift = view.at_px / DOTS - view.at_mm
    assert shift - shift.mean(axis=0) == pytest.approx(np.zeros_like(shift), abs=0.1)


def test_the_lens_sheet_s_marks_are_no_other_sheet_s() -> None:
    (page,) = sheets(Paper.A4, SheetKind.LENS)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    _, ids, _ = cv2.aruco.ArucoDetector(family, cv2.aruco.DetectorParameters()).detectMarkers(page.gray)
    assert sorted(ids.ravel()) == list(LENS_SHEET.ids)
    assert min(ids) > 15


def test_a_lens_sheet_larger_than_the_paper_is_refused() -> None:
    wanted = Wanted(Paper.LETTER, 22.0, [], [], PLAN, lens=LENS_SHEET._replace(rows=11))
    with pytest.raises(SheetError, match="larger than the paper"):
        draw_sheets([SheetKind.LENS], wanted)
    with pytest.raises(SheetError, match="no lens sheet"):
        draw_sheets([SheetKind.LENS], wanted._replace(lens=None))


def test_small_tags_go_on_where_the_tags_before_them_end() -> None:
    units = pieces(UNITS)[:7]
    extras = {"terrain": units[:1], "tokens": units[1:3]}
    wanted = Wanted(Paper.A4, 22.0, units, [], PLAN, extras=extras)
    (page,) = pages_of(draw_sheets([SheetKind.TAGS, SheetKind.TERRAIN, SheetKind.TOKENS], wanted))
    rows = sorted({round(code.y) for code in read_codes(page)})
    assert len(rows) == 3
    assert all(below - above > 22 + 8 for above, below in pairwise(rows))


BESIDE = tuple(product(np.linspace(-1.2, 1.2, 7), repeat=2))
"""mm about a place: a tag's turn is read to within three degrees."""


def is_ringed(page: Page, x: float, y: float, spots: TraySpots) -> bool:
    """Return whether a spot is drawn at *x*, *y* mm: white within, a black ring."""
    ways, off = np.deg2rad(np.arange(0, 360, 15)), 0.7
    outs = (0.0, spots.hole_mm / 2 - off, spots.hole_mm / 2 + off, spots.spot_mm / 2 - off)
    hole, inner, ring, rim = (
        page.gray[
            ((y + out * np.sin(ways)) * DOTS).astype(int), ((x + out * np.cos(ways)) * DOTS).astype(int)
        ]
        for out in outs
    )
    return bool((hole > 200).all() and (inner > 200).all() and (ring < 60).all() and (rim < 60).all())


@pytest.mark.parametrize(("figures", "tag_mm"), [(1, 16.0), (3, 16.0), (4, 19.0)])
def test_a_tray_has_a_spot_under_each_figure_where_the_tag_book_tells(figures: int, tag_mm: float) -> None:
    payload, name = next(iter(UNITS.items()))
    unit = Piece(tag_modules(payload, BOOK.layout), name, figures=figures)
    (page,) = pages_of(
        draw_sheets([SheetKind.TRAYS], Wanted(Paper.A4, 22.0, [unit], [], PLAN, tray_mm=tag_mm))
    )
    spots = spots_of(HEX_MM, tag_mm)
    assert spots is not None and 10 <= spots.spot_mm <= 14
    tags = [
        match.pose for match in read_by_us(page, TagBook(tags=BOOK.tags, layout=BOOK.layout, size_mm=tag_mm))
    ]
    assert len(tags) == 3
    listed = FigureSpots(**spots._asdict(), figures={payload: 4})
    for tag in tags:
        middle = listed.tray_mm(tag.centre_mm, tag.turn)
        places = [(x, page.height - y) for x, y in listed.spots_mm(payload, middle, tag.turn)]
        drawn = [any(is_ringed(page, x + dx, y + dy, spots) for dx, dy in BESIDE) for x, y in places]
        assert drawn == [figures > 1] * 3 + [figures == 4]


def test_trays_without_room_for_spots_have_none() -> None:
    assert spots_of(40.0, 11.0) is None
