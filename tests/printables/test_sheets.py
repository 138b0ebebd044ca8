"""The sheets are rendered to pixels and read back: the right thing, at the right place, in the right size."""

import cv2
import numpy as np
import pypdfium2
import pytest

from printables.paper import Paper
from printables.sheets import SheetKind, Wanted, draw_sheets
from printables.words import SheetError
from tests.printables.rendered import (
    BANNERS,
    DOTS,
    NEAR,
    PAPERS,
    PLAN,
    ROOT,
    UNITS,
    URL,
    Mark,
    Page,
    draw,
    framed,
    read_codes,
    read_marks,
    sheets,
)
from tests.shares import share
from vision.board.plan import parse_plan
from vision.dice.symbols import SECOND_DIE

TITLES = (
    "Unit tags",
    "Unit trays",
    "Figure tags",
    "Banner tags",
    "Terrain tags",
    "Token tags",
    "Card tags",
    "Corner marks",
    "Dice stickers",
    "Dice tray",
    "Calibration",
    "White rims",
    "Lens sheet",
    "Join the table",
)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("kind", "tags"), [(SheetKind.TAGS, UNITS), (SheetKind.BANNERS, BANNERS)])
def test_every_tag_is_read_back_with_its_size_and_its_name_under_it(
    paper: Paper, kind: SheetKind, tags: dict[str, str]
) -> None:
    found = [(page, tag) for page in sheets(paper, kind) for tag in read_codes(page)]
    assert sorted(tag.text for _, tag in found) == sorted(tags)
    for page, tag in found:
        assert framed(page, tag, 22.0) == pytest.approx((22.0, 22.0), abs=NEAR)
        assert page.words_in(tag.x - 12, tag.y + 11.5, tag.x + 12, tag.y + 16) == tags[tag.text]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("size", share((15.0, 18.0, 30.0, 60.0), 15.0, 30.0))
def test_tags_of_any_size_keep_apart_and_fill_as_many_sheets_as_they_need(paper: Paper, size: float) -> None:
    pages = sheets(paper, SheetKind.TAGS, size)
    assert sorted(tag.text for page in pages for tag in read_codes(page)) == sorted(UNITS)
    for page in pages:
        tags = read_codes(page)
        assert all(framed(page, tag, size) == pytest.approx((size, size), abs=NEAR) for tag in tags)
        for place, tag in enumerate(tags):
            for other in tags[place + 1 :]:
                assert max(abs(tag.x - other.x), abs(tag.y - other.y)) >= size + 2 - NEAR
        assert max(tag.y for tag in tags) + size / 2 + 1 < page.height - 8 - 10, "the ruler line stays clear"


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("kind", SheetKind)
def test_a_sheet_has_its_paper_s_size_and_nothing_in_the_printer_s_margin(
    paper: Paper, kind: SheetKind
) -> None:
    for page in sheets(paper, kind):
        assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.01)
        inked = page.gray < 250
        margin = int(8 * DOTS)
        inked[margin:-margin, margin:-margin] = False
        assert not inked.any()


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("kind", SheetKind)
def test_every_sheet_shows_a_line_of_100_mm(paper: Paper, kind: SheetKind) -> None:
    for page in sheets(paper, kind):
        left, _, right, _ = page.black(9, page.height - 14.6, 120, page.height - 13.6)
        assert right - left == pytest.approx(100.0 + 0.2, abs=NEAR), "ticks are 0.2 mm wide"
        assert "This line is 100 mm long" in page.words_in(9, page.height - 13, 150, page.height - 9)


@pytest.mark.parametrize("paper", Paper)
def test_corner_marks_lie_on_cards_that_are_right_when_flush_with_the_board_s_corners(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.MARKS)
    marks = {mark.text: mark for mark in read_marks(page)}
    assert set(marks) == {"0", "1", "2", "3"}
    for mark in marks.values():
        assert mark.side == pytest.approx(40.0, abs=NEAR)
        half = [cut_line(page, mark, step) for step in (-1, 1)]
        assert half == pytest.approx([31.0, 31.0], abs=NEAR)
    names = {
        mark.text: page.words_in(mark.x - 15, mark.y - 31, mark.x + 15, mark.y - 21)
        for mark in marks.values()
    }
    assert names == {"0": "north-west", "1": "north-east", "2": "south-east", "3": "south-west"}
    assert marks["0"].x == pytest.approx(marks["3"].x, abs=NEAR) and marks["0"].y < marks["3"].y
    assert marks["0"].y == pytest.approx(marks["1"].y, abs=NEAR) and marks["0"].x < marks["1"].x


def cut_line(page: Page, mark: Mark, step: int) -> float:
    """Return how far from the mark's centre the line beside it runs, in mm."""
    row = page.gray[round(mark.y * DOTS)]
    start = round((mark.x + step * 21.0) * DOTS)
    places = np.flatnonzero(row[start : start + step * round(15 * DOTS) : step] < 230)
    return 21.0 + float(places[0]) / DOTS


@pytest.mark.parametrize("paper", Paper)
def test_the_white_around_a_corner_mark_is_a_module_wide_at_least(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.MARKS)
    for mark in read_marks(page):
        left, top, right, bottom = page.black(mark.x - 26.6, mark.y - 26.6, mark.x + 26.6, mark.y + 26.6)
        assert (right - left, bottom - top) == pytest.approx((40.0, 40.0), abs=NEAR)


@pytest.mark.parametrize("paper", Paper)
def test_dice_stickers_are_five_rows_of_the_six_faces(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.DICE)
    stickers = read_marks(page)
    faces = {mark: face for face, mark in SECOND_DIE.marks.items()}
    assert [int(sticker.text) for sticker in stickers] == [*faces] * 5
    for sticker in stickers:
        assert sticker.side == pytest.approx(12.5, abs=NEAR)
        face = page.words_in(sticker.x - 8, sticker.y + 7.3, sticker.x + 8, sticker.y + 11)
        assert face == faces[int(sticker.text)]


@pytest.mark.parametrize("paper", Paper)
def test_the_dice_mat_has_its_four_marks_clockwise_from_the_north_west(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.TRAY)
    north_west, north_east, south_west, south_east = read_marks(page)
    assert [mark.text for mark in (north_west, north_east, south_east, south_west)] == ["4", "5", "6", "7"]
    assert all(mark.side == pytest.approx(24.0, abs=NEAR) for mark in read_marks(page))
    assert (north_east.x - north_west.x, south_west.y - north_west.y) == pytest.approx(
        (148.0, 168.0), abs=NEAR
    )


@pytest.mark.parametrize("paper", Paper)
def test_the_calibration_sheet_s_rulers_and_squares_are_true(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.CALIBRATION)
    samples = sorted(read_codes(page), key=lambda tag: tag.x)
    for tag, size in zip(samples, (30, 25, 22, 20, 18, 15, 12), strict=True):
        assert framed(page, tag, size) == pytest.approx((size, size), abs=NEAR)
    contours, _ = cv2.findContours(
        (page.gray < 100).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    boxes = [cv2.boundingRect(contour) for contour in contours]
    squares = [
        width / DOTS for _, _, width, height in boxes if abs(width - height) <= 2 and width > 4.5 * DOTS
    ]
    for side in (100, 50, 25, 10, 5):
        assert any(abs(square - side - 0.15) <= NEAR for square in squares), f"no square of {side} mm"
    widths = [width / DOTS for _, _, width, height in boxes if 4 * DOTS < height < 6 * DOTS]
    for ruler in (180.0, 7 * 25.4):
        assert any(abs(width - ruler - 0.12) <= NEAR for width in widths), f"no ruler of {ruler} mm"


@pytest.mark.parametrize("paper", Paper)
def test_the_join_sheet_s_code_holds_the_address_that_is_printed_below(paper: Paper) -> None:
    (page,) = sheets(paper, SheetKind.JOIN)
    (code,) = read_codes(page)
    assert code.text == URL
    assert framed(page, code, 90.0) == pytest.approx((90.0, 90.0), abs=NEAR)
    assert URL in page.words_in(0, code.y + 45, page.width, code.y + 75)


def test_a_board_with_other_marks_gets_cards_with_a_white_edge_of_a_module_and_a_half() -> None:
    text = (ROOT / "tests" / "cases" / "learning" / "board.toml").read_text(encoding="utf-8")
    text = text.replace("size_mm = 40.0", "size_mm = 60.0")
    wanted = Wanted(Paper.A4, 22.0, [], [], parse_plan(text, "board.toml"))
    with pypdfium2.PdfDocument(draw_sheets([SheetKind.MARKS], wanted)) as document:
        (page,) = [Page(page) for page in document]
    assert [mark.text for mark in read_marks(page)] == ["0", "1", "3", "2"]
    for mark in read_marks(page):
        assert mark.side == pytest.approx(60.0, abs=NEAR)


def test_all_kinds_make_one_file_in_a_fixed_order_and_the_same_bytes_again() -> None:
    first = draw(Paper.A4, *reversed(SheetKind))
    assert first == draw(Paper.A4, *SheetKind)
    with pypdfium2.PdfDocument(first) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    titles = [line.strip() for text in texts for line in text.split("\n") if line.strip() in TITLES]
    assert list(dict.fromkeys(titles)) == list(TITLES)
    assert len(texts) == 10, "the tags of small things share a sheet"


@pytest.mark.parametrize("kind", [SheetKind.TAGS, SheetKind.BANNERS, SheetKind.CALIBRATION, SheetKind.JOIN])
def test_a_sheet_with_nothing_to_draw_is_refused(kind: SheetKind) -> None:
    with pytest.raises(SheetError, match="no "):
        draw_sheets([kind], Wanted(Paper.A4, 22.0, [], [], PLAN))
