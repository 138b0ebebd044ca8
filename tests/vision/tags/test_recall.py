"""Tags in the conditions of a living room: nearly all are read, and none in a wrong hex."""

from itertools import islice
from typing import Any

import cv2
import numpy as np
import pytest

from benchmarks.recall import SIZES_MM, Laid, by_our_eyes, lay_out, load
from rules.kernel.hexes import Hex
from tests.shares import share
from vision.board.calibrate import register
from vision.board.plan import DIGITS, BoardPlan, Layout, TagBook, tag_modules
from vision.simulate.conditions import CONDITIONS
from vision.simulate.table import SimulatedTable
from vision.source.pictures import Picture
from vision.tags.poses import turned
from vision.tags.tag_tracker import TagTracker

FULL_HD = (1920, 1080)


def read_and_missed(laid: Laid, found: dict[str, Hex]) -> tuple[int, list[str]]:
    """How many tags of a pixel a module are read, and those that are not."""
    clear = {piece: at for piece, (at, px) in laid.in_sight.items() if px >= 1}
    missed = [piece for piece, at in clear.items() if found.get(piece) != at]
    return len(clear) - len(missed), missed


@pytest.mark.parametrize("step", share((1, 5, 10), 10, journeys=(5,)))
def test_nearly_every_tag_in_full_sight_is_read_from_one_still_and_none_wrongly(step: int) -> None:
    """In each condition, or in every fifth or tenth."""
    read, missed = 0, list[str]()
    for number, (name, condition) in islice(enumerate(CONDITIONS.items()), 0, None, step):
        laid = lay_out(*load((25.0, 20.0)[number % 2]), condition, number, FULL_HD)
        found = by_our_eyes(laid)
        assert {piece: at for piece, at in found.items() if laid.table.pieces[piece] != at} == {}, name
        good, more = read_and_missed(laid, found)
        read, missed = read + good, missed + more
    assert read >= 97 / 100 * (read + len(missed)), missed
    assert read > 150 / step


@pytest.mark.long
def test_no_tag_is_read_in_a_wrong_hex_in_two_thousand_pictures() -> None:
    conditions, read, missed = [*CONDITIONS.items()], 0, 0
    for number in range(250):
        name, condition = conditions[number % len(conditions)]
        laid = lay_out(*load(SIZES_MM[number // len(conditions) % 4]), condition, 1000 + number, FULL_HD)
        table, rng = laid.table, np.random.default_rng(number)
        for picture in range(8):
            if picture % 2:
                table.hand(Hex(str(rng.choice(table.plan.board.hexes))), north=bool(rng.integers(2)))
            else:
                table.hand(None)
            found = by_our_eyes(Laid(table, table.read().image, laid.in_sight))
            wrong = {piece: at for piece, at in found.items() if table.pieces[piece] != at}
            assert wrong == {}, (name, number, picture)
            if picture % 2 == 0:
                good, bad = read_and_missed(laid, found)
                read, missed = read + good, missed + len(bad)
    assert read >= 97 / 100 * (read + missed)


@pytest.mark.long
def test_within_a_second_of_video_every_tag_in_full_sight_is_read() -> None:
    read, missed = 0, list[str]()
    for number in range(32):
        condition = [*CONDITIONS.values()][number % len(CONDITIONS)]
        laid = lay_out(*load((25.0, 20.0)[number // 8 % 2]), condition, 500 + number, FULL_HD)
        good, more = read_and_missed(laid, by_our_eyes(laid, 10))
        read, missed = read + good, missed + more
    assert read >= 99.5 / 100 * (read + len(missed)), missed


def half_covered(picture: Picture, table: SimulatedTable, piece: str, way: float) -> Picture:
    """Return *picture* with a brown thing over one half of *piece*'s tag, its edge turned by *way*."""
    corners = table.tag_corners_mm(piece)
    centre, side = corners.mean(axis=0), float(np.hypot(*(corners[1] - corners[0])))
    cover = np.array([(0, -0.8), (0.8, -0.8), (0.8, 0.8), (0, 0.8)]) * side @ turned(way) + centre
    at = np.rint(table.to_pixels(cover)).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(picture.copy(), at, (40, 62, 90), cv2.LINE_AA), np.uint8)


@pytest.mark.journey
def test_a_known_tag_that_is_half_covered_is_still_there(plan: BoardPlan, book: TagBook) -> None:
    table = SimulatedTable(plan, book, size=FULL_HD, seed=5)
    for piece, name in zip(book.pieces.values(), plan.board.hexes[::5], strict=False):
        table.place(piece, name)
        table.figures(piece, 0)
    gray = cv2.cvtColor(table.read().image, cv2.COLOR_BGR2GRAY)
    registration = register(gray, plan)
    assert registration is not None
    tracker = TagTracker(plan, book)
    tracker.look_everywhere(gray, registration)
    assert tracker.report().pieces == table.pieces
    rng, kept = np.random.default_rng(2), 0
    for turn in range(4):
        picture = table.read().image
        for piece in table.pieces:
            picture = half_covered(picture, table, piece, float(rng.uniform(0, 2 * np.pi)))
        tracker.look_at(plan.board.hexes, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), registration)
        seen = tracker.report()
        assert {piece: at for piece, at in seen.pieces.items() if table.pieces[piece] != at} == {}, turn
        kept += len(seen.pieces)
        tracker.look_at(plan.board.hexes, gray, registration)
    assert kept >= 0.9 * 4 * len(table.pieces)


@pytest.mark.parametrize("seed", share(range(4), 0, journeys=(1,)))
def test_no_foreign_tag_is_taken_for_one_of_the_book(plan: BoardPlan, book: TagBook, seed: int) -> None:
    rng = np.random.default_rng([11, seed])
    letters = np.array([*DIGITS])
    table = SimulatedTable(plan, book, size=FULL_HD, seed=seed)
    for number, name in enumerate(rng.permutation(plan.board.hexes)[:25].tolist()):
        payload = "".join(rng.choice(letters, 10))
        layout = Layout(mask=2 if number % 2 else int(rng.integers(8)))
        at = np.array(plan.centre_mm(name)) + rng.uniform(-4, 4, 2)
        turn = float(rng.uniform(0, 6))
        table.lay(payload, tag_modules(payload, layout), at, turn=turn, size_mm=22.0)
        table.figures(payload, 0)
    assert by_our_eyes(Laid(table, table.read().image, {})) == {}


def test_what_figures_hide_of_a_tag_is_told(plan: BoardPlan, book: Any) -> None:
    table = SimulatedTable(plan, book, size=FULL_HD, seed=1, condition=CONDITIONS["55 degrees"])
    table.place("citadel_guard-1", Hex("E5"))
    table.figures("citadel_guard-1", 0)
    assert table.visible("citadel_guard-1") == 1
    table.place("viper_legion-1", Hex("E4"))
    table.figures("viper_legion-1", 4)
    assert table.visible("citadel_guard-1") < 1
