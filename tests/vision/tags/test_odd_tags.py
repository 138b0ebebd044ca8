"""Tags that are not as they should be, at a table that is being played on: each has its outcome."""

import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from tests.vision.drawing import lay_tag
from tests.vision.weather import Change, in_turn
from vision.board.plan import TagBook, tag_modules
from vision.sightings import Pose
from vision.source.pictures import Picture
from vision.tags.matcher import TagMatch

START = {"citadel_guard-1": "D3", "blood_harvesters-1": "F6", "viper_legion-2": "H8"}
SIDE_MM = 22.0


def laid(bench: Bench, payload: str, book: TagBook, at: str, off: tuple[float, float] = (0, 0)) -> Change:
    """Return what lays the tag *payload* down, *off* mm from the middle of hex *at*."""
    x, y = bench.table.plan.centre_mm(Hex(at))
    reading, modules = bench.readings[-1], tag_modules(payload, book.layout)

    def change(image: Picture) -> Picture:
        return np.asarray(lay_tag(image, reading, modules, Pose((x + off[0], y + off[1]), 0.4, SIDE_MM)))

    return change


def payload_of(book: TagBook, piece: str) -> str:
    return next(payload for payload, name in book.tags.items() if name == piece)


@pytest.mark.journey
def test_a_second_tag_of_a_piece_makes_both_hexes_doubtful_until_it_is_taken_away(
    bench: Bench, book: TagBook
) -> None:
    bench.watch(6)
    copy = laid(bench, payload_of(book, "citadel_guard-1"), book, "G4")
    seen = bench.watch(8, copy)[-1]
    assert seen.pieces == {piece: at for piece, at in START.items() if piece != "citadel_guard-1"}
    assert {"D3", "G4"} <= set(seen.doubtful)
    assert "citadel_guard-1" in bench.readings[-1].english_reason
    last = bench.watch(16)[-1]
    assert (last.pieces, last.doubtful, bench.readings[-1].english_reason) == (START, (), "")


def test_a_tag_of_no_book_is_a_doubt_about_its_hex_and_about_nothing_else(
    bench: Bench, book: TagBook
) -> None:
    bench.watch(6)
    observed = bench.watch(8, laid(bench, "XX9-FOREIG", book, "G4"))
    assert all(seen.pieces == START and set(seen.doubtful) <= {"G4"} for seen in observed)
    assert bench.readings[-1].doubtful == ("G4",)
    assert bench.watch(16)[-1].doubtful == ()


@pytest.mark.parametrize("off", share(((15.0, 0.0), (-12.0, 14.0), (0.0, -20.0)), (-12.0, 14.0)))
def test_a_tag_off_the_middle_counts_for_its_hex(
    off: tuple[float, float], bench: Bench, book: TagBook
) -> None:
    bench.watch(6)
    seen = bench.watch(8, laid(bench, payload_of(book, "obscenes-1"), book, "G4", off))[-1]
    assert (seen.pieces, seen.doubtful) == (START | {"obscenes-1": "G4"}, ())


def test_a_tag_on_the_line_between_two_hexes_is_doubted_and_placed_once_it_is_pushed_in(
    bench: Bench, book: TagBook
) -> None:
    bench.watch(6)
    payload = payload_of(book, "obscenes-1")
    seen = bench.watch(8, laid(bench, payload, book, "G4", (27.0, 0.0)))[-1]
    assert seen.pieces == START and {"G4", "H4"} & set(seen.doubtful)
    pushed = bench.watch(14, laid(bench, payload, book, "H4", (-15.0, 0.0)))[-1]
    assert (pushed.pieces, pushed.doubtful) == (START | {"obscenes-1": "H4"}, ())


def test_two_tags_in_one_hex_are_both_read(bench: Bench, book: TagBook) -> None:
    bench.watch(6)
    both = in_turn(
        [
            laid(bench, payload_of(book, "obscenes-1"), book, "G4", (-12.0, 0.0)),
            laid(bench, payload_of(book, "obscenes-2"), book, "G4", (12.0, 0.0)),
        ]
    )
    assert bench.watch(8, both)[-1].pieces == START | {"obscenes-1": "G4", "obscenes-2": "G4"}


def test_a_tag_beside_the_board_is_no_piece_of_the_game(bench: Bench, book: TagBook) -> None:
    bench.watch(6)
    off = laid(bench, payload_of(book, "obscenes-1"), book, "L5", (62.0, 0.0))
    assert all(seen.pieces == START for seen in bench.watch(16, off))


@pytest.mark.parametrize(("patterns", "may_be"), [(71 * 4, True), (201 * 4, False)])
def test_what_fits_by_chance_is_no_half_covered_tag_however_many_the_book_lists(
    patterns: int, may_be: bool
) -> None:
    """The best of 804 patterns fits noise better than that of 284; empty hexes were in doubt for it."""
    found = TagMatch(payload="", score=0.46, gap=0.11, pose=Pose(centre_mm=(0, 0), size_mm=22, turn=0))
    assert found.is_hidden_tag(patterns) is may_be
