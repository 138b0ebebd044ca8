"""What is printed of the First Edition: Camp, banner, race and weapon on the tags, told apart in grey too."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.library.library import Library
from companion.preparation.box_contents import BoxContents
from companion.preparation.print_order import PrintOrder, draw_order, sizes_of, stock_for
from companion.preparation.tag_sheets import Stock
from printables.paper import Pages, Paper, SheetPlace
from printables.sheets import SheetKind
from printables.signs import SIGN_MM, BannerColour, CampForm, draw_banner, draw_camp
from printables.trays import TAG_MM
from rules.kernel.values import Seat, UnitId
from tests.printables.rendered import DOTS, NEAR, Page, framed, pages_of, read_codes, read_marks
from tests.printables.test_trays_and_lens import read_by_us
from tests.shares import share
from vision.board.plan import TagBook

LIBRARY = Library(Path("nowhere"))
BOOK = LIBRARY.book("first")
PLAN = LIBRARY.plan("first")
SHELF = Path(__file__).parents[2] / "config" / "first"


@cache
def contents(lang: str) -> BoxContents:
    return BoxContents(LIBRARY, "first", lang)


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((SHELF / name).read_text(encoding="utf-8"))


@cache
def pdf(lang: str, paper: Paper, *kinds: SheetKind) -> bytes:
    box = contents(lang)
    stock = stock_for(box, BOOK)
    return draw_order(PrintOrder(kinds, stock, sizes_of(stock, PLAN), PLAN, paper, stickers=box.stickers()))


@cache
def sheets(lang: str, paper: Paper, kind: SheetKind) -> list[Page]:
    return pages_of(pdf(lang, paper, kind))


def under(page: Page, x: float, y: float) -> str:
    """Return the words on the tag whose code has its middle at *x*, *y*, a tag of 22 mm."""
    return page.words_in(x - 12, y + 11.5, x + 12, y + 25.5)


@pytest.mark.parametrize(
    ("lang", "paper"), [("en", Paper.A4), ("ro", Paper.A4), ("en", Paper.LETTER), ("ro", Paper.LETTER)]
)
def test_every_unit_s_tag_is_read_back_and_tells_its_camp_banner_race_and_weapon(
    lang: str, paper: Paper
) -> None:
    names = table("phrases.ro.toml")["names"] if lang == "ro" else {}
    sorts = {"banner": "banners", "race": "races", "weapon": "weapons"}
    tables = {sort: table(f"{sort}.toml") for sort in sorts.values()}
    camps = {"en": ("Standard", "Pennant"), "ro": ("Prapur", "Flamură")}[lang]
    units = {**table("units.toml"), **table("creatures.toml")}
    found = [(page, tag) for page in sheets(lang, paper, SheetKind.TAGS) for tag in read_codes(page)]
    wanted = [payload for payload, piece in BOOK.tags.items() if piece.rpartition("-")[0] in units]
    assert sorted(tag.text for _, tag in found) == sorted(wanted)
    for page, tag in found:
        assert framed(page, tag, 22.0) == pytest.approx((22.0, 22.0), abs=NEAR)
        kind, _, number = BOOK.tags[tag.text].rpartition("-")
        named = names.get("kinds", {}).get(kind) or names.get("creatures", {}).get(kind)
        told = [f"{named or units[kind]['name']} {number}", camps[int(number) > 10]]
        for field, sort in sorts.items():
            key = units[kind].get(field)
            if key is not None:
                told.append(names.get(sort, {}).get(key) or tables[sort][key]["name"])
        written = under(page, tag.x, tag.y).replace("? ", "").replace(" ?", "")
        assert written == " ".join(told)


def test_a_banner_that_nobody_knows_is_a_question_mark() -> None:
    signs = {kind: contents("en").sign(kind, 1, None) for kind in table("units.toml")}
    unknown = {kind for kind, sign in signs.items() if sign and sign.banner is BannerColour.UNKNOWN}
    assert unknown == {kind for kind, unit in table("units.toml").items() if "banner" not in unit}


def drawn_in_grey(*pictures: BannerColour | CampForm) -> list[np.ndarray]:
    pages = Pages(Paper.A4)
    pages.start("", ())
    for place, picture in enumerate(pictures):
        corner = SheetPlace(20.0 + 10 * place, 50.0)
        if isinstance(picture, CampForm):
            draw_camp(pages, picture, corner, SIGN_MM)
        else:
            draw_banner(pages, picture, corner, SIGN_MM)
    (page,) = pages_of(pages.finish())
    side, top = round(SIGN_MM * DOTS), round(50 * DOTS)
    lefts = [round((20 + 10 * place) * DOTS) for place in range(len(pictures))]
    return [page.gray[top : top + side, left : left + side] for left in lefts]


def test_banners_are_told_apart_in_grey_by_their_shape_and_by_how_dark_they_are() -> None:
    drawn = drawn_in_grey(BannerColour.GREEN, BannerColour.BLUE, BannerColour.RED)
    inked = [picture < 250 for picture in drawn]
    dark = [float(np.median(picture[picture < 250])) for picture in drawn]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert np.mean(inked[one] != inked[other]) > 0.1
    assert dark[0] > dark[2] + 40 and dark[2] > dark[1] + 10


def test_camps_are_told_apart_in_grey_by_their_form() -> None:
    hanging, flying = (picture < 128 for picture in drawn_in_grey(CampForm.HANGING, CampForm.FLYING))
    assert hanging.mean() > 2 * flying.mean()


@pytest.mark.parametrize("paper", Paper)
def test_landmarks_and_lairs_tell_whose_they_are(paper: Paper) -> None:
    found = {
        BOOK.tags[tag.text]: under(page, tag.x, tag.y)
        for page in sheets("en", paper, SheetKind.TERRAIN)
        for tag in read_codes(page)
        if tag.text in BOOK.tags
    }
    for name, entry in table("landmarks.toml").items():
        assert found[f"{name}_south-1"].startswith(f"{entry['name']} Standard")
        assert found[f"{name}_north-1"].startswith(f"{entry['name']} Pennant")
    assert found["wooded-10"].startswith("Woods 10")


@pytest.mark.parametrize("lang", ["en", "ro"])
def test_lore_for_creatures_and_every_command_card_have_tags(lang: str) -> None:
    words = " ".join(
        " ".join(page.get_textpage().get_text_range().split())
        for page in pypdfium2.PdfDocument(pdf(lang, Paper.A4, SheetKind.TOKENS, SheetKind.CARDS))
    )
    assert "Lore 6" in words
    cards = table("phrases.ro.toml")["names"]["cards"] if lang == "ro" else {}
    assert all(cards.get(card, entry["name"]) in words for card, entry in table("cards.toml").items())


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("lang", ["en", "ro"])
def test_the_six_faces_have_stickers_60_to_65_by_their_names(paper: Paper, lang: str) -> None:
    (page,) = sheets(lang, paper, SheetKind.DICE)
    stickers = read_marks(page)
    assert [int(sticker.text) for sticker in stickers] == list(range(60, 66)) * 5
    faces = table("dice.toml")
    names = table("phrases.ro.toml")["names"]["dice"] if lang == "ro" else {}
    told = [names.get(face, entry["name"]) for face, entry in faces.items()]
    for sticker, name in zip(stickers, told * 5, strict=True):
        assert sticker.side == pytest.approx(12.5, abs=NEAR)
        assert page.words_in(sticker.x - 8, sticker.y + 7.3, sticker.x + 8, sticker.y + 11) == name


@pytest.mark.parametrize("paper", Paper)
def test_the_corner_marks_are_those_of_a_board_of_thirteen_by_nine(paper: Paper) -> None:
    (page,) = sheets("en", paper, SheetKind.MARKS)
    assert {mark.text for mark in read_marks(page)} == {"0", "1", "2", "3"}
    assert "804 × 560 mm" in page.words_in(0, 0, page.width, page.height)


@pytest.mark.parametrize("paper", share(Paper, Paper.A4))
def test_our_eyes_read_all_tags_of_every_tray_beside_its_signs(paper: Paper) -> None:
    pages = sheets("ro", paper, SheetKind.TRAYS)
    small = TagBook(tags=BOOK.tags, layout=BOOK.layout, size_mm=TAG_MM)
    read = [match.payload for match in read_by_us(pages[0], small)]
    wanted = list(BOOK.tags)[: len(read) // 3]
    assert len(wanted) >= 12
    assert sorted(read) == sorted(wanted * 3)


@pytest.mark.parametrize("size", [TAG_MM, 18.0, 19.0])
def test_nothing_stands_within_a_tray_s_tag_s_white(size: float) -> None:
    box = contents("ro")
    stock: Stock = stock_for(box, BOOK, units=("human_blue_foot-1", "dwarf_heavy_swordsmen-11"))
    bare: Stock = {
        **stock,
        SheetKind.TAGS: [tag._replace(sign=None, name=" ", figures=0) for tag in stock[SheetKind.TAGS]],
    }
    with_signs, without = (
        pages_of(draw_order(PrintOrder([SheetKind.TRAYS], each, sizes_of(each, PLAN, asked_mm=size), PLAN)))[
            0
        ]
        for each in (stock, bare)
    )
    added = (with_signs.gray < 128) & ~(without.gray < 128)
    tags = cv2.morphologyEx(
        (without.gray < 128).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((31, 31), np.uint8)
    )
    tags = cv2.morphologyEx(tags, cv2.MORPH_OPEN, np.ones((99, 99), np.uint8))
    away = cv2.distanceTransform(1 - tags, cv2.DIST_L2, 5) / DOTS
    assert tags.any() and added.any()
    assert away[added].min() > 0.9


def test_a_unit_s_sign_is_its_owner_s_where_a_scenario_tells() -> None:
    stock = stock_for(contents("en"), BOOK, owners={UnitId("human_blue_foot-1"): Seat.NORTH})
    (tag,) = (tag for tag in stock[SheetKind.TAGS] if tag.piece == "human_blue_foot-1")
    assert tag.sign is not None and tag.sign.camp is CampForm.FLYING


def test_a_unit_of_the_second_edition_has_no_sign() -> None:
    box = BoxContents(LIBRARY, "second", "en")
    stock = stock_for(box, LIBRARY.book("second"))
    assert all(tag.sign is None for tags in stock.values() for tag in tags)


@pytest.mark.parametrize("adventure", ["first_steps", "war_council"])
def test_a_unit_bears_the_number_of_its_own_camps_tags(adventure: str) -> None:
    begins = {Seat(seat): camp["first"] for seat, camp in table("sheets.toml")["camps"].items()}
    owners = LIBRARY.ruleset(adventure).owners
    numbers = {unit: int(unit.rpartition("-")[2]) for unit in owners}
    assert set(owners.values()) == set(begins)
    for unit, owner in owners.items():
        assert (numbers[unit] >= begins[Seat.NORTH]) == (owner is Seat.NORTH), unit


def test_an_allys_unit_bears_the_sign_of_his_camp() -> None:
    box = contents("en")
    for seat, ally in ((Seat.SOUTH, Seat.SOUTH_ALLY), (Seat.NORTH, Seat.NORTH_ALLY)):
        assert box.sign("human_blue_foot", 1, ally) == box.sign("human_blue_foot", 1, seat)
