"""Dice of which three faces show one helmet in three colours: read on any ground, asked where unsure."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
import pytest

from tests.shares import share
from vision.board.calibrate import register
from vision.board.plan import BoardPlan, TagBook, parse_plan
from vision.dice.inks.colours import nearest
from vision.dice.inks.edges import edge_agreements
from vision.dice.inks.reader import DIE_PX, SURE_LEAD, SURE_SCORE, InkReader
from vision.dice.inks.search import find_ink
from vision.dice.inks.shapes import InkShapes
from vision.dice.pips import agreements, square_grid
from vision.dice.reader import DiceReader
from vision.dice.sets import AnyReader, format_set, make_set, open_dice, read_set, reader_of
from vision.dice.symbols import DieFaces, own_symbols, read_faces, stickers
from vision.dice.tray import carry, view_of
from vision.errors import InputError
from vision.sightings import SURE, DieSeen
from vision.simulate.helmets import helmet_faces
from vision.simulate.table import SimulatedTable
from vision.source.frames import read_picture

CASES = Path(__file__).parents[2] / "cases" / "first_dice"
PLAN = parse_plan((CASES / "board.toml").read_text(), "board.toml")
NEAR_PX = 15.0


class TrueDie(msgspec.Struct):
    """A die of a picture: its upper face, None where it leans on something, and where that is seen."""

    face: str | None
    at_px: tuple[float, float]


class Photo(msgspec.Struct):
    """What is known of a picture."""

    dice_set: str
    light: str
    ground: str
    dice: list[TrueDie]


class Told(NamedTuple):
    """A die that lay there, and what was told of it; None where nothing was."""

    true: TrueDie
    seen: DieSeen | None


TRUTH = msgspec.json.decode((CASES / "truth.json").read_bytes(), type=dict[str, Photo])


@cache
def reader(name: str) -> AnyReader:
    return reader_of(read_set(CASES / f"{name}.json"), name)


@cache
def told(name: str) -> tuple[list[Told], list[DieSeen]]:
    """Return what was told of each die in the picture *name*, and what else was told."""
    assert PLAN.tray is not None
    image = read_picture(CASES / name)
    where = register(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), PLAN)
    assert where is not None
    left = list(reader(TRUTH[name].dice_set).read(image, where, PLAN.tray))
    view = view_of(where, PLAN.tray, size=(image.shape[1], image.shape[0]), die_mm=16)
    dice = []
    for true in TRUTH[name].dice:
        away = [float(np.hypot(*(carry(view.top, np.array([die.at_mm]))[0] - true.at_px))) for die in left]
        nearest_one = int(np.argmin(away)) if away else -1
        is_there = nearest_one >= 0 and away[nearest_one] < NEAR_PX
        dice.append(Told(true, left.pop(nearest_one) if is_there else None))
    return dice, left


@pytest.mark.parametrize("name", share(TRUTH, "black_tray_01.jpg"))
def test_no_die_of_a_photo_is_unseen_none_is_seen_twice_and_none_told_wrongly_as_certain(name: str) -> None:
    dice, others = told(name)
    assert [one.true for one in dice if one.seen is None] == []
    assert others == []
    sure = [one for one in dice if one.seen and one.seen.confidence >= SURE and not one.seen.trouble]
    assert [one for one in sure if one.seen and one.seen.face != one.true.face] == []


@pytest.mark.journey
def test_most_dice_of_the_photos_are_told_as_certain() -> None:
    flat = [one for name in TRUTH for one in told(name)[0] if one.true.face is not None]
    sure = [one for one in flat if one.seen and one.seen.confidence >= SURE and not one.seen.trouble]
    assert len(sure) >= 0.9 * len(flat)


def test_a_green_helmet_in_the_light_of_a_red_wall_is_asked_for() -> None:
    green = next(one for one in told("ivory_tray_06.jpg")[0] if one.true.face == "green")
    assert green.seen is not None and green.seen.confidence < SURE


@pytest.mark.parametrize("name", ["ivory_tray_06.jpg", "black_tray_02.jpg"])
def test_a_die_that_leans_on_another_is_told_as_cocked(name: str) -> None:
    leaning = [one.seen for one in told(name)[0] if one.true.face is None]
    assert [die.trouble for die in leaning if die is not None] == ["cocked"]


@cache
def helmets() -> InkShapes:
    return InkShapes({face: [picture] for face, picture in helmet_faces().items()})


def test_faces_that_differ_by_their_ink_only_have_one_shape() -> None:
    shapes = helmets()
    assert sorted(map(sorted, shapes.faces)) == [["blue", "green", "red"], ["flag"], ["lore"], ["strike"]]


def test_a_set_without_such_faces_is_read_as_before() -> None:
    for faces, kind in ((own_symbols(), DiceReader), (helmet_faces(), InkReader)):
        taught = make_set("ours", {face: [each] for face, each in faces.items()}, reads="symbols", die_mm=16)
        assert isinstance(reader_of(taught, "ours"), kind)


def hue(degrees: float, strength: float = 0.6) -> np.ndarray:
    return strength * np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])


@pytest.mark.parametrize(
    ("seen", "number", "is_sure"),
    [
        (hue(5), 0, True),
        (hue(150), 1, True),
        (hue(-100), 2, True),
        (hue(64), 0, False),  # between two inks
        (hue(5, 0.1), 0, False),  # as pale as no ink
        (hue(-60), 0, False),
    ],
)
def test_an_ink_is_sure_where_it_is_much_nearer_to_one_hue_than_to_the_next(
    seen: np.ndarray, number: int, is_sure: bool
) -> None:
    ink = nearest(seen, [hue(0), hue(140), hue(-128)])
    assert (ink.number, ink.confidence >= SURE) == (number, is_sure)


def lit_from_one_side(shape: int, shapes: InkShapes) -> np.ndarray:
    """Return a square (324, 3) with *shape* in black ink on ivory, a deep shadow's edge across it."""
    at = square_grid(18)
    light = np.where(at[:, 0] > at[:, 1] + 0.1, 1.0, 0.5)
    return np.outer(light * (90 - 70 * shapes.ink(shape, at, 0.01)), (1, 0.02, 0.1)).astype(np.float32)


def test_a_shape_across_which_a_shadows_edge_falls_agrees_as_if_it_were_evenly_lit() -> None:
    shapes = helmets()
    templates = shapes.templates(18, 1, 0.0)
    for shape in range(len(shapes.faces)):
        patch = lit_from_one_side(shape, shapes)
        assert agreements(patch[None], templates)[0, shape] < 0.75
        beside = edge_agreements(patch, templates, 18)
        assert beside.argmax() == shape and beside[shape] >= 0.85 > np.delete(beside, shape).max()


def test_inks_that_are_too_alike_are_never_sure() -> None:
    assert all(nearest(hue(degrees), [hue(0), hue(45)]).confidence < SURE for degrees in range(-180, 180, 5))


def test_a_set_and_a_folder_of_helmets_are_read_by_their_inks_and_by_the_names_of_the_die(
    tmp_path: Path,
) -> None:
    """The die's book calls a strike otherwise than those who taught it."""
    names = ("green", "blue", "red", "bonus_strike", "lore", "flag")
    die = DieFaces({face: 60 + number for number, face in enumerate(names)}, {"strike": "bonus_strike"})
    folder, file = tmp_path / "faces", tmp_path / "set.json"
    folder.mkdir()
    for face, picture in helmet_faces().items():
        cv2.imwrite(str(folder / f"{face}.png"), picture)
    taught = {face: [picture] for face, picture in helmet_faces().items()}
    file.write_bytes(format_set(make_set("ours", taught, reads="symbols", die_mm=16)))
    assert set(read_faces(folder, die)) == set(names)
    assert isinstance(open_dice(str(folder), die), InkReader)
    assert isinstance(open_dice(str(file), die), InkReader)
    (folder / "strike.png").unlink()
    with pytest.raises(InputError, match=r"has no picture bonus_strike\.png; a dice set needs green, blue"):
        open_dice(str(folder), die)


def test_stickers_of_any_faces_are_read_by_their_marks(plan: BoardPlan, book: TagBook) -> None:
    faces = stickers(DieFaces({face: 60 + number for number, face in enumerate(helmet_faces())}))
    table = SimulatedTable(plan, book, seed=4, dice=faces)
    table.roll([*faces][:4])
    image = table.read().image
    where = register(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), plan)
    assert where is not None and plan.tray is not None
    seen = DiceReader.from_faces(faces).read(image, where, plan.tray)
    assert sorted(die.face for die in seen) == sorted([*faces][:4])
    assert min(die.confidence for die in seen) >= SURE


def test_a_flag_in_the_soft_shadow_of_the_next_die_is_found_and_certain() -> None:
    """In dim light such flags agreed so little that nothing was told where they lay."""
    shapes = helmets()
    flag = shapes.faces.index(["flag"])
    at = (np.stack(np.meshgrid(np.arange(100), np.arange(100)), axis=-1).reshape(-1, 2) - 50) / DIE_PX
    light = 1 - 0.6 / (1 + np.exp(-5 * (at[:, 0] - 0.25)))
    seen = np.outer(light * (50 - 30 * shapes.ink(flag, at, 0.02)), (1, 0.02, 0.1))
    [top] = find_ink(seen.astype(np.float32).reshape(100, 100, 3), shapes, DIE_PX, 0.02)
    assert top.shape == flag
    assert np.abs(top.square[:2] - 50).max() < 2
    assert top.score >= SURE_SCORE and top.lead >= SURE_LEAD
