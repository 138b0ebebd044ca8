"""Hands, sleeves, cups, boxes and shadows over the board: never a false event, and the game goes on."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from tests.vision.conftest import Bench
from tests.vision.weather import Change
from vision.board.plan import BoardPlan, TagBook
from vision.health import EyeState
from vision.rest import cover
from vision.simulate.objects import at_height, hand_sprites, square, turned
from vision.simulate.scenery import Colour, Shape, Sprite, hull, lay, sprite_of_shapes
from vision.simulate.table import SimulatedTable
from vision.source.pictures import Picture

START = {
    "citadel_guard-1": "D3",
    "blood_harvesters-1": "F6",
    "viper_legion-2": "H8",
    "citadel_guard-2": "E3",
    "yeoman_archers-1": "B1",
    "obscenes-1": "K2",
}
SKINS: Sequence[Colour] = ((132, 160, 214), (60, 84, 128), (34, 44, 62), (200, 215, 235))
SLEEVES: Sequence[Colour] = ((235, 238, 240), (20, 20, 22), (40, 60, 160), (90, 150, 110))


class Body(NamedTuple):
    """A box: its sides and height in mm, its colour, its turn in radians."""

    sides: tuple[float, float]
    height: float
    colour: Colour
    turn: float = 0.0


CUP, BOOK, CARD = (
    Body((70, 70), 90, (60, 90, 200), 0.6),
    Body((150, 110), 25, (80, 60, 40), 0.3),
    Body((63, 88), 1, (225, 230, 232), 0.2),
)


@pytest.fixture
def bench(plan: BoardPlan, book: TagBook) -> Bench:
    bench = Bench(plan, book, seed=5)
    for number, (piece, at) in enumerate(START.items()):
        bench.table.place(piece, Hex(at))
        bench.table.figures(piece, 1 + number % 4)
    bench.watch(8)
    assert bench.readings[-1].pieces == START
    return bench


def on_top(sprites: Sequence[Sprite], shake: float = 0.0) -> Change:
    rng = np.random.default_rng(1)

    def change(image: Picture) -> Picture:
        image = image.copy()
        across, down = np.rint(rng.normal(0, shake, 2)).astype(int).tolist()
        for sprite in sprites:
            lay(image, sprite._replace(x=sprite.x + across, y=sprite.y + down))
        return image

    return change


def hand(
    table: SimulatedTable, at_mm: tuple[float, float], look: int, *, north: bool, shake: float
) -> Change:
    sprites = hand_sprites(
        table.camera,
        np.array(at_mm),
        north=north,
        skin=SKINS[look % len(SKINS)],
        sleeve=SLEEVES[look // 2 % len(SLEEVES)],
        light=np.ones(3),
    )
    return on_top(sprites, shake)


def body(table: SimulatedTable, at_mm: tuple[float, float], what: Body) -> Change:
    base = turned(square(1.0) * what.sides, what.turn) + at_mm
    low, high = at_height(base, 0), at_height(base, what.height)
    dark = np.concatenate([low, low + np.array([0.35 * what.height, -0.2 * what.height, 0])])
    shadow = Shape(hull(table.camera.project(dark)), (0, 0, 0))
    blue, green, red = what.colour
    sides = Shape(
        hull(table.camera.project(np.concatenate([low, high]))), (0.7 * blue, 0.7 * green, 0.7 * red)
    )
    top = Shape(table.camera.project(high), what.colour)
    light = np.ones(3)
    return on_top(
        [
            sprite_of_shapes([shadow], light, soften=3, cover=0.45),
            sprite_of_shapes([sides, top], light),
        ]
    )


def tag_at(bench: Bench, piece: str) -> tuple[float, float]:
    x, y = bench.table.tag_corners_mm(piece).mean(axis=0)
    return float(x), float(y)


def assert_all_is_as_before(bench: Bench) -> None:
    reading = bench.readings[-1]
    assert (reading.state, reading.pieces, reading.doubtful) == (EyeState.QUIET, START, ())


@pytest.mark.parametrize(("look", "north"), [(3, True), pytest.param(5, False, marks=pytest.mark.journey)])
def test_a_hand_of_any_skin_and_sleeve_is_no_event(look: int, north: bool, bench: Bench) -> None:
    for piece in ("citadel_guard-1", "obscenes-1"):
        over = hand(bench.table, tag_at(bench, piece), look, north=north, shake=2.0)
        assert bench.watch(5, over) == []
        assert bench.watch(5) == []
    assert_all_is_as_before(bench)


@pytest.mark.parametrize("look", share([0, 6], 6))
def test_a_hand_that_rests_on_the_edge_of_the_board_is_no_event(look: int, bench: Bench) -> None:
    resting = hand(bench.table, (190.0, 12.0), look, north=False, shake=0.0)
    assert [seen.pieces for seen in bench.watch(24, resting) if seen.pieces != START] == []
    assert [seen.pieces for seen in bench.watch(6) if seen.pieces != START] == []
    bench.watch(12)
    assert_all_is_as_before(bench)


@pytest.mark.parametrize(
    ("what", "piece"),
    [(CUP, "blood_harvesters-1"), pytest.param(BOOK, "citadel_guard-1", marks=pytest.mark.journey)],
)
def test_what_is_put_over_a_unit_and_left_hides_its_hex_and_the_unit_stays(
    what: Body, piece: str, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover, "MOST_FRAMES", 12)
    over = body(bench.table, tag_at(bench, piece), what)
    observed = bench.watch(18, over)
    assert all(seen.pieces == START for seen in observed)
    assert bench.readings[-1].state is EyeState.QUIET
    assert START[piece] in bench.readings[-1].doubtful
    bench.table.place("viper_legion-2", Hex("H7"))
    (moved,) = bench.watch(6, over)
    assert moved.pieces == START | {"viper_legion-2": "H7"}
    bench.table.place("viper_legion-2", Hex("H8"))
    bench.watch(18)
    assert_all_is_as_before(bench)


@pytest.mark.journey
def test_a_unit_that_is_taken_from_under_a_cup_is_seen_where_it_is_put(bench: Bench) -> None:
    over = body(bench.table, tag_at(bench, "blood_harvesters-1"), CUP)
    bench.watch(10, over)
    bench.table.place("blood_harvesters-1", Hex("J5"))
    assert bench.watch(8, over)[-1].pieces == START | {"blood_harvesters-1": "J5"}


@pytest.mark.parametrize("what", share([BOOK, CARD]))
def test_what_is_put_beside_the_units_is_no_event(what: Body, bench: Bench) -> None:
    for at_mm in ((375.0, -20.0), (640.0, 300.0)):
        over = body(bench.table, at_mm, what)
        assert all(seen.pieces == START for seen in bench.watch(16, over))
        bench.watch(14)
    assert_all_is_as_before(bench)


@pytest.mark.parametrize("pace", share([0.0, 3.0], 3.0))
def test_the_shadow_of_a_head_is_no_event(pace: float, bench: Bench) -> None:
    x, y = bench.table.to_pixels(np.array([tag_at(bench, "citadel_guard-1")]))[0]
    number = 0

    def shade(image: Picture) -> Picture:
        nonlocal number
        number += 1
        mask = np.zeros(image.shape[:2], np.float32)
        cv2.ellipse(mask, (int(x + pace * number), int(y)), (130, 90), 20, 0, 360, (1.0,), -1)
        soft = cv2.GaussianBlur(mask, (0, 0), 14)[..., None]
        return np.asarray(image * (1 - 0.5 * soft), np.uint8)

    assert all(seen.pieces == START for seen in bench.watch(16, shade))
    assert all(seen.pieces == START for seen in bench.watch(16))
    assert_all_is_as_before(bench)


@pytest.mark.parametrize("count", share((1, 2), 2))
def test_units_that_are_taken_away_leave_no_doubt(count: int, bench: Bench) -> None:
    gone = ["citadel_guard-1", "citadel_guard-2"][:count]
    for piece in gone:
        bench.table.remove(piece)
    *_, seen = bench.watch(12)  # no hand was seen, so they are doubted for a moment
    assert seen.pieces == {piece: at for piece, at in START.items() if piece not in gone}
    assert seen.doubtful == ()
