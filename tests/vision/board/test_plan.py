from itertools import combinations
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from rules.kernel.hexes import Hex
from vision.board.homography import carried, homography, is_convex
from vision.board.plan import (
    FAMILIES,
    STANDARD,
    BoardPlan,
    Layout,
    TagBook,
    format_plan,
    parse_book,
    parse_plan,
    payload_of,
    tag_modules,
)
from vision.errors import InputError

PLAIN = "width_mm = 750.0\nheight_mm = 560.0\nrows = [12, 11, 12]\nhex_width_mm = 54.0\n"


def marks(count: int) -> str:
    one = '[[marker]]\nfamily = "DICT_4X4_50"\nid = {}\ncentre_mm = [0, 0]\nsize_mm = 40\n'
    return "".join(one.format(number) for number in range(count))


@pytest.mark.parametrize(
    ("name", "payload"), [("VL1", "VL1-NAKBCX"), ("CG5", "CG5-AW27TN"), ("OB2", "OB2-VR1DUR")]
)
def test_a_tags_payload_follows_from_its_name(name: str, payload: str) -> None:
    assert payload_of(name) == payload


@pytest.mark.parametrize("name", ["", "much_too_long", "ä1", "VIPERLEGION"])
def test_a_name_that_no_tag_can_hold_has_no_payload(name: str) -> None:
    with pytest.raises(ValueError, match="no tag's name"):
        payload_of(name)


def test_the_standard_tag_is_a_framed_qr_of_29_modules() -> None:
    tag = tag_modules("VL1-NAKBCX", STANDARD)
    assert tag.shape == (29, 29)
    assert tag[:2].all() and tag[-2:].all() and tag[:, :2].all()  # frame
    assert not tag[2:4, 2:-2].any()  # white inside of it
    finder = tag[4:11, 4:11]
    assert finder[0].all() and not finder[1, 1:6].any() and finder[2:5, 2:5].all()


def test_any_two_tags_of_the_book_differ_in_58_modules_or_more(book: TagBook) -> None:
    codes = [tag_modules(payload, book.layout) for payload in book.tags]
    turned = [
        (np.rot90(one, turns) != other).sum() for one, other in combinations(codes, 2) for turns in range(4)
    ]
    assert min(turned) >= 58


def test_an_aruco_tag_has_its_black_border_and_the_layouts_margin() -> None:
    layout = Layout(kind="aruco", family="DICT_4X4_50", quiet=1, frame=0)
    tag = tag_modules("7", layout)
    assert tag.shape == (8, 8)
    assert not tag[0].any() and tag[1, 1:-1].all()


def test_the_grid_is_centred_on_the_board(plan: BoardPlan) -> None:
    assert plan.centre_mm(Hex("F5")) == pytest.approx((375 - 27, 280))
    west, east = plan.centre_mm(Hex("A5")), plan.centre_mm(Hex("L5"))
    assert (west[0] + east[0]) / 2 == pytest.approx(375)
    south, north = plan.centre_mm(Hex("A1")), plan.centre_mm(Hex("A9"))
    assert (south[1] + north[1]) / 2 == pytest.approx(280)


def test_shorter_rows_are_shifted_right_by_half_a_hex(plan: BoardPlan) -> None:
    a1, a2 = plan.centre_mm(Hex("A1")), plan.centre_mm(Hex("A2"))
    assert a2[0] - a1[0] == pytest.approx(27)
    assert a2[1] - a1[1] == pytest.approx(54 * 3**0.5 / 2)


@settings(deadline=None)
@given(
    st.sampled_from([f"{letter}{row}" for row in (1, 5, 9) for letter in "ABCDEFGHIJKL"]), st.floats(0, 6.28)
)
def test_a_point_26_mm_from_a_centre_is_in_that_hex_and_one_32_mm_away_is_not(name: str, turn: float) -> None:
    plan = parse_plan(PLAIN.replace("[12, 11, 12]", str([12, 11] * 4 + [12])), "board.toml")
    x, y = plan.centre_mm(Hex(name))
    way = np.array((np.cos(turn), np.sin(turn)))
    assert plan.hex_at((x + 26.9 * way[0], y + 26.9 * way[1])) == name
    assert plan.hex_at((x + 31.3 * way[0], y + 31.3 * way[1])) != name


def test_a_hexs_nearest_side_is_half_its_width_from_its_centre(plan: BoardPlan) -> None:
    x, y = plan.centre_mm(Hex("A5"))
    assert plan.place((x, y)).margin_mm == pytest.approx(27)
    assert plan.place((x - 20, y)).margin_mm == pytest.approx(7)
    off = plan.place((x - 30, y))
    assert (off.hex, off.nearest, off.margin_mm) == (None, "A5", pytest.approx(-3))


def test_a_fitted_grid_moves_every_hex(plan: BoardPlan) -> None:
    corners = [plan.centre_mm(name) for name in plan.corner_hexes]
    moved = tuple((x * 0.9 + 11, y * 0.9 + 7) for x, y in corners)
    fitted = msgspec.structs.replace(plan, grid=moved)
    for name in ("A1", "F5", "K8"):
        x, y = plan.centre_mm(Hex(name))
        assert fitted.centre_mm(Hex(name)) == pytest.approx((x * 0.9 + 11, y * 0.9 + 7), abs=0.01)


def test_the_corner_hexes_are_named_clockwise_from_the_north_west(plan: BoardPlan) -> None:
    assert plan.corner_hexes == ("A9", "L9", "L1", "A1")


def test_a_plan_is_written_and_read_back(plan: BoardPlan) -> None:
    fitted = msgspec.structs.replace(plan, grid=((80.5, 470.0), (670.0, 469.0), (671.0, 95.0), (79.0, 94.0)))
    assert parse_plan(format_plan(fitted), "again.toml") == fitted


def test_the_boards_of_the_cases_are_read(cases: Path) -> None:
    for folder in ("learning", "stills"):
        plan = parse_plan((cases / folder / "board.toml").read_text(), "board.toml")
        assert len(plan.board.hexes) == 5 * 12 + 4 * 11
        assert [mark.id for mark in plan.marker] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("width_mm = ", ["board.toml", "TOML"]),
        (PLAIN.replace("750.0", '"wide"'), ["board.toml", "width_mm"]),
        (PLAIN.replace("750.0", "-1"), ["width_mm"]),
        (PLAIN + "hexes = 3\n", ["hexes"]),
        (PLAIN.replace("[12, 11, 12]", "[]"), ["rows"]),
        (PLAIN + marks(1), ["marker", "three"]),
        (PLAIN + marks(3).replace("id = 2", "id = 1"), ["marker", "twice"]),
        (PLAIN + marks(3).replace("DICT_4X4_50", "DICT_9X9"), ["family", "DICT_9X9"]),
        (PLAIN + marks(3).replace("id = 2", "id = 50"), ["marker", "0 to 49"]),
        (PLAIN + "[tray]\nfrom_mm = [1, 1]\nto_mm = [1, 9]\n", ["tray"]),
        (PLAIN.replace("rows", "grid = [[0, 0], [9, 9], [9, 0], [0, 9]]\nrows"), ["grid"]),
    ],
)
def test_a_wrong_plan_is_refused_naming_file_and_field(text: str, names: list[str]) -> None:
    with pytest.raises(InputError) as trouble:
        parse_plan(text, "board.toml")
    for name in names:
        assert name in str(trouble.value)
    assert "\n" not in str(trouble.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[tags]\n", ["tags.toml", "tags"]),
        ('[tags]\n"lower" = "x"\n', ["'lower'"]),
        ('[tags]\n"MUCH TOO LONG" = "x"\n', ["MUCH TOO LONG", "too long"]),
        ('[layout]\nkind = "runes"\n[tags]\n"A" = "x"\n', ["kind"]),
        ('[layout]\nkind = "aruco"\n[tags]\n"99" = "x"\n', ["'99'", "0 to 49"]),
        ('[layout]\nmask = 8\n[tags]\n"A" = "x"\n', ["mask"]),
    ],
)
def test_a_wrong_tag_book_is_refused_naming_file_and_entry(text: str, names: list[str]) -> None:
    with pytest.raises(InputError) as trouble:
        parse_book(text, "tags.toml")
    for name in names:
        assert name in str(trouble.value)


def test_the_families_of_marks_are_those_of_opencv() -> None:
    names = [name for name in dir(cv2.aruco) if name.startswith("DICT_")]
    known = {
        name: len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)).bytesList) for name in names
    }
    assert known == FAMILIES


def test_points_are_carried_as_opencv_carries_them() -> None:
    start = np.array([(0, 8), (11, 8), (11, 0), (0, 0)], np.float64)
    end = np.array([(10, 300), (520, 310), (540, -5), (-12, 2)], np.float64)
    theirs = np.asarray(cv2.getPerspectiveTransform(start.astype(np.float32), end.astype(np.float32)))
    assert np.allclose(homography(start, end), theirs, atol=1e-6)
    inside = np.array([(3.5, 4.5), (10, 1)])
    assert np.allclose(carried(inside, theirs), cv2.perspectiveTransform(inside[None], theirs)[0])


@pytest.mark.parametrize(
    ("corners", "is_fit"),
    [
        ([(0, 1), (1, 1), (1, 0), (0, 0)], True),
        ([(0, 0), (1, 0), (1, 1), (0, 1)], True),
        ([(0, 1), (1, 0), (1, 1), (0, 0)], False),  # crossed
        ([(0, 1), (1, 1), (0.2, 0.9), (0, 0)], False),  # a corner turned in
        ([(0, 0), (1, 1), (2, 2), (3, 3)], False),
    ],
)
def test_only_a_grid_whose_corners_all_turn_one_way_is_a_grid(
    corners: list[tuple[float, float]], is_fit: bool
) -> None:
    assert is_convex(np.array(corners, np.float64)) is is_fit
