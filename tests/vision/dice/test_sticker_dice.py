"""Dice with printed stickers: read by their ids on any ground, whatever the die's body."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from benchmarks.dice import BODIES, PLAN, STICKER_GROUNDS, Score, judge_tray, simulated, thrown
from tests.shares import share
from tests.vision.cocked import with_cocked
from vision.board.calibrate import register
from vision.board.plan import BoardPlan
from vision.dice.mat import find_mat
from vision.dice.reader import DIE_MM
from vision.dice.stickers.reader import StickerReader
from vision.dice.symbols import FACES, stickers
from vision.sightings import COCKED, SURE
from vision.simulate.tabletop import Die
from vision.source.frames import read_picture

READER = StickerReader()


class DieTruth(msgspec.Struct):
    face: str


class Truth(msgspec.Struct):
    dice: list[DieTruth]


def test_white_dice_on_the_white_mat_are_all_read_for_certain(cases: Path, plan: BoardPlan) -> None:
    folder = cases / "sticker_dice"
    truth = msgspec.json.decode((folder / "truth.json").read_bytes(), type=Truth)
    image = read_picture(folder / "stickers_on_mat.jpg")
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    registration = register(gray, plan)
    assert registration is not None
    mat = find_mat(gray, registration)
    assert mat is not None
    seen = READER.read(image, registration, mat)
    assert sorted(die.face for die in seen) == sorted(die.face for die in truth.dice)
    assert all(die.confidence >= SURE and not die.trouble for die in seen)


def judged_throw(
    table_seed: int, throw: int | list[int], ground: str, body: str, *, is_touching: bool
) -> Score:
    """Return how four dice are read that are thrown by the seeds *throw* onto a table of *table_seed*."""
    assert PLAN.tray is not None
    dice, felt = stickers(body=BODIES[body]), STICKER_GROUNDS[ground]
    table, where = simulated(table_seed, dice=dice, felt=felt, size=(1920, 1080))
    table.lay_dice(thrown(np.random.default_rng(throw), PLAN.tray, is_touching=is_touching))
    return judge_tray(table.dice, READER.read(table.read().image, where, PLAN.tray))


@pytest.mark.parametrize("ground", share([*STICKER_GROUNDS], "white", journeys=("black", "wood")))
def test_stickers_are_read_on_any_ground_and_body_touching_or_not(ground: str) -> None:
    for number, body in enumerate(BODIES):
        score = judged_throw(700 + number, number, ground, body, is_touching=number % 2 == 1)
        assert (score.right, score.sure, score.ghosts) == (4, 4, 0), (ground, body, str(score))


@pytest.mark.parametrize(
    ("ground", "body"), [pytest.param("grey", "black", marks=pytest.mark.journey), ("white", "ivory")]
)
def test_a_die_whose_top_is_not_read_is_never_told_for_certain_by_its_side(ground: str, body: str) -> None:
    """Seen at 44 degrees a side looks as square as a top."""
    assert PLAN.tray is not None
    faces = stickers(body=BODIES[body])
    covered = {**faces, "covered": np.full_like(faces["lore"], BODIES[body])}
    table, where = simulated(7, dice=covered, felt=STICKER_GROUNDS[ground], size=(1920, 1080))
    middle = PLAN.tray.corners_mm.mean(axis=0)
    table.lay_dice(
        [
            Die(
                "covered", (middle[0] + 40 * (n % 2), middle[1] + 50 * (n // 2 - 1)), 0.1 * (n - 2), FACES[:4]
            )
            for n in range(6)
        ]
    )
    seen = READER.read(table.read().image, where, PLAN.tray)
    assert [die for die in seen if die.confidence >= SURE and not die.trouble] == []


def test_a_die_without_a_clear_outline_is_looked_for_at_its_top() -> None:
    """Its side alone was read, and told as a die of its own."""
    score = judged_throw(20047, [20047, 9], "black", "black", is_touching=False)
    assert (score.right, score.sure, score.ghosts) == (4, 4, 0), str(score)


def test_a_top_whose_own_side_another_die_hides_is_certain_where_bare_ground_lies_behind_it() -> None:
    score = judged_throw(90260, [90271, 91], "wood", "black", is_touching=True)
    assert (score.right, score.sure, score.ghosts) == (4, 4, 0), str(score)


def test_a_die_that_stands_before_the_side_of_another_one_is_found() -> None:
    """Its outline ran into its neighbours', and a third of its top was taken for the side of one."""
    score = judged_throw(90360, [90377, 9], "grey", "ivory", is_touching=True)
    assert (score.right, score.sure, score.ghosts) == (4, 4, 0), str(score)


@pytest.mark.parametrize(("ground", "body"), [("green", "ivory"), ("black", "black")])
def test_a_die_on_whose_sticker_a_gleam_lies_is_asked_for(ground: str, body: str) -> None:
    assert PLAN.tray is not None
    faces = stickers(body=BODIES[body])
    side = len(faces["lore"])
    gleam = cv2.ellipse(
        faces["lore"].copy(), (side // 2,) * 2, (2 * side // 5, side // 3), 20, 0, 360, (250,) * 3, -1
    )
    felt, size = STICKER_GROUNDS[ground], (1920, 1080)
    table, where = simulated(11, dice={**faces, "gleam": gleam}, felt=felt, size=size)
    middle = PLAN.tray.corners_mm.mean(axis=0)
    table.lay_dice(
        [
            Die(face, (middle[0] + 45 * (n % 2), middle[1] + 45 * (n // 2)), 0.3 * n, FACES[:4])
            for n, face in enumerate(("gleam", "lore", "gleam", "strike"))
        ]
    )
    seen = READER.read(table.read().image, where, PLAN.tray)
    for die in table.dice:
        [told] = [one for one in seen if np.hypot(*np.subtract(one.at_mm, die.at_mm)) < DIE_MM]
        assert (told.confidence >= SURE) is (die.face != "gleam"), (die, told)


def test_a_sticker_that_leans_is_told_and_counts_for_nothing() -> None:
    table, where = simulated(3, dice="symbols", felt=STICKER_GROUNDS["green"], size=(1920, 1080))
    assert PLAN.tray is not None
    image = with_cocked(table, stickers(), PLAN.tray.corners_mm.mean(axis=0), tip=0.6, turn=0.4)
    seen = READER.read(image, where, PLAN.tray)
    assert seen
    assert all(die.trouble == COCKED or die.confidence < SURE for die in seen), seen
