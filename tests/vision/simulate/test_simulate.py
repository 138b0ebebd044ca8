import cv2
import numpy as np
import pytest

from rules.kernel.hexes import Hex
from tests.shares import share
from vision.board.calibrate import register
from vision.board.plan import BoardPlan, TagBook, tag_modules
from vision.dice.reader import DIE_MM
from vision.simulate.conditions import Condition, Optics
from vision.simulate.objects import hand_sprites
from vision.simulate.scenery import lay
from vision.simulate.table import FRAMES_PER_SECOND, SimulatedTable

PIECES = {
    "citadel_guard-1": Hex("A1"),
    "citadel_guard-4": Hex("F4"),
    "yeoman_archers-2": Hex("H2"),
    "viper_legion-1": Hex("D8"),
    "blood_harvesters-5": Hex("L9"),
}


def laid(plan: BoardPlan, book: TagBook, **options) -> SimulatedTable:
    table = SimulatedTable(plan, book, **options)
    for piece, at in PIECES.items():
        table.place(piece, at)
    return table


def played(table: SimulatedTable) -> list[np.ndarray]:
    pictures = [table.read().image]
    table.hand(Hex("F4"))
    pictures.append(table.read().image)
    table.hand()
    table.place("citadel_guard-4", Hex("F5"))
    table.figures("citadel_guard-4", 2, "red")
    table.roll(("strike", "lore"))
    pictures.append(table.read().image)
    return pictures


def test_the_same_seed_and_calls_give_the_same_pictures(plan, book):
    first, second = (played(laid(plan, book, seed=5)) for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))


def test_another_seed_gives_another_picture(plan, book):
    one, other = (laid(plan, book, seed=seed).read().image for seed in (1, 2))
    assert not np.array_equal(one, other)


def test_frames_are_numbered_and_timed_by_the_tables_own_clock(plan, book):
    table = SimulatedTable(plan, book)
    frames = [table.read() for _ in range(3)]
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert frames[2].at - frames[0].at == pytest.approx(2 / FRAMES_PER_SECOND)
    assert frames[0].image.shape == (720, 1280, 3)


def test_two_frames_of_a_table_at_rest_differ_only_by_noise(plan, book):
    table = laid(plan, book)
    one, other = (table.read().image.astype(int) for _ in range(2))
    assert 0 < np.abs(one - other).mean() < 4


@pytest.mark.parametrize("tilt", share((0.0, 20.0, 45.0), 45.0))
def test_the_marks_are_where_the_camera_says(plan, book, tilt):
    table = SimulatedTable(plan, book, size=(1920, 1080), condition=Condition(Optics(tilt=tilt, blur=0.4)))
    found = register(cv2.cvtColor(table.read().image, cv2.COLOR_BGR2GRAY), plan)
    assert found is not None
    everywhere = plan.centres_mm
    away = np.linalg.norm(found.to_pixels(everywhere) - table.to_pixels(everywhere), axis=1)
    assert away.max() < 1.5


@pytest.mark.parametrize("tilt", [0.0, 30.0])
def test_every_tag_is_drawn_where_geometry_says(plan, book, tilt):
    table = laid(plan, book, size=(1920, 1080), condition=Condition(Optics(tilt=tilt, blur=0.3, noise=0.5)))
    gray = cv2.cvtColor(table.read().image, cv2.COLOR_BGR2GRAY)
    payloads = {piece: payload for payload, piece in book.tags.items()}
    for piece in PIECES:
        modules = tag_modules(payloads[piece], book.layout)
        side = 8 * len(modules)
        square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - np.float32(0.5)
        corners = table.to_pixels(table.tag_corners_mm(piece)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(square, corners)
        seen = cv2.warpPerspective(gray, matrix, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        drawn = cv2.GaussianBlur(np.kron(~modules, np.ones((8, 8))), (0, 0), 4)
        assert np.corrcoef(seen.ravel(), drawn.ravel())[0, 1] > 0.85, piece


def test_a_tag_of_the_books_size_lies_in_its_hex(plan, book):
    table = SimulatedTable(plan, book, seed=3)
    for at in plan.board.hexes:
        table.place("citadel_guard-1", at)
        corners = table.tag_corners_mm("citadel_guard-1")
        assert plan.hex_at(tuple(corners.mean(axis=0))) == at
        assert np.linalg.norm(corners[0] - corners[1]) == pytest.approx(book.size_mm)


def test_what_was_taken_off_is_gone(plan, book):
    table, empty = (SimulatedTable(plan, book, condition=Condition(Optics(noise=0.0))) for _ in range(2))
    table.place("citadel_guard-1", Hex("F5"))
    table.remove("citadel_guard-1")
    assert table.pieces == {}
    assert np.abs(table.read().image.astype(int) - empty.read().image).mean() < 2


def test_a_piece_that_no_tag_stands_for_is_an_error(plan, book):
    with pytest.raises(LookupError, match="roc_rider-1"):
        SimulatedTable(plan, book).place("roc_rider-1", Hex("A1"))


@pytest.mark.parametrize("north", [False, True])
def test_a_hand_covers_the_hex_it_is_held_over_and_comes_from_its_own_side(plan, book, north):
    table = SimulatedTable(plan, book, seed=1)
    before = table.read().image.astype(int)
    table.hand(Hex("F5"), north=north)
    away = np.abs(table.read().image - before).max(axis=2)
    x, y = np.rint(table.to_pixels(np.array([plan.centre_mm(Hex("F5"))]))[0]).astype(int)
    assert (away[y - 8 : y + 9, x - 8 : x + 9] > 25).mean() > 0.8
    top, bottom = (away[row, x - 150 : x + 150] > 25 for row in (4, -5))
    assert (top if north else bottom).any()
    assert not (bottom if north else top).any()


@pytest.mark.parametrize("hex", ["A1", "F5", "L9"])
def test_what_of_an_arm_lies_outside_the_picture_is_kept_in_no_sprite_and_changes_none(plan, book, hex):
    table = SimulatedTable(plan, book)
    over, light = np.array(plan.centre_mm(Hex(hex))), np.ones(3)
    whole, parts = (
        hand_sprites(
            table.camera, over, north=False, skin=(132, 160, 214), sleeve=(52, 52, 54), light=light, seen=seen
        )
        for seen in (None, (np.zeros(2), np.array(table.size, float)))
    )
    assert sum(each.colour.size for each in parts) < sum(each.colour.size for each in whole)
    drawn = np.full((2, *table.size[::-1], 3), 128, np.uint8)
    for picture, sprites in zip(drawn, (whole, parts), strict=True):
        for sprite in sprites:
            lay(picture, sprite)
    assert np.array_equal(*drawn)


def test_a_camera_that_packs_nothing_shows_what_one_that_packs_well_shows(plan, book):
    unpacked, packed = (
        laid(plan, book, condition=Condition(Optics(quality=quality))).read().image.astype(int)
        for quality in (None, 95)
    )
    away = np.abs(unpacked - packed).max(axis=2)
    assert 0 < away.mean() < 4


def test_a_hand_taken_away_leaves_the_table_as_it_was(plan, book):
    table = laid(plan, book)
    before = table.read().image.astype(int)
    table.hand(Hex("F4"))
    table.read()
    table.hand()
    assert np.abs(table.read().image - before).mean() < 4


def test_a_roll_lays_the_dice_asked_for_inside_the_tray_and_apart(plan, book):
    table = SimulatedTable(plan, book, seed=2)
    assert plan.tray is not None
    low, high = plan.tray.corners_mm[0], plan.tray.corners_mm[2]
    for count in (1, 3, 6):
        faces = ("strike", "cleave", "pierce", "morale", "lore", "heroic")[:count]
        table.roll(faces)
        assert tuple(die.face for die in table.dice) == faces
        assert all(die.face not in die.sides for die in table.dice)
        places = np.array([die.at_mm for die in table.dice])
        assert ((places > low + DIE_MM) & (places < high - DIE_MM)).all()
        between = np.linalg.norm(places[:, None] - places, axis=2) + 1000 * np.eye(count)
        assert between.min() > DIE_MM
    table.clear_tray()
    assert table.dice == ()


def test_light_changes_how_bright_the_picture_is(plan, book):
    table = SimulatedTable(plan, book)
    usual = table.read().image.mean()
    table.light(0.5)
    assert table.read().image.mean() == pytest.approx(usual / 2, rel=0.1)


def test_a_pushed_camera_sees_the_board_elsewhere(plan, book):
    table = SimulatedTable(plan, book)
    centre = np.array([plan.centre_mm(Hex("F5"))])
    before = table.to_pixels(centre)
    table.bump((10.0, 0.0))
    x, y = (table.to_pixels(centre) - before)[0]
    assert x == pytest.approx(-10 * 1.15, abs=2)
    assert y == pytest.approx(0, abs=1)


def test_a_tray_lies_in_its_hex_with_spots_in_view_where_no_figure_stands(plan, trays) -> None:
    table = SimulatedTable(plan, trays, size=(640, 360), seed=3)
    table.place_tray("viper_legion-1", Hex("F5"))
    before = table.read().image
    assert table.visible_spots() == {"viper_legion-1": [0, 0, 0]}
    table.stand("viper_legion-1", [0])
    assert table.visible_spots() == {"viper_legion-1": [0, 1, 1]}
    assert (before != table.read().image).any()
    assert table.pieces == {"viper_legion-1": "F5"}
    with pytest.raises(LookupError, match="no spots"):
        table.place_tray("banner-1", Hex("F5"))
