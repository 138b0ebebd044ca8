from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.shares import share
from vision.board.calibrate import Registration, register
from vision.board.plan import BoardPlan, TagBook, parse_plan
from vision.dice.reader import DiceReader
from vision.dice.sets import AnyReader
from vision.dice.stickers.reader import StickerReader
from vision.dice.symbols import FACES, own_symbols, read_faces
from vision.errors import InputError
from vision.sightings import SURE, DieSeen
from vision.simulate.conditions import Condition, Optics
from vision.simulate.table import SimulatedTable
from vision.simulate.tabletop import Die
from vision.source.frames import read_picture

SAME_MM = 8.0
READ = 0.95
SOME, A_HUNDRED, THREE_HUNDRED = (5,), (0, 5, 8), range(10)
"""Seeds of tables at which 32 dice each are thrown."""


class DieTruth(msgspec.Struct):
    face: str


class Truth(msgspec.Struct):
    dice: list[DieTruth]


def registration(image: np.ndarray, plan: BoardPlan) -> Registration:
    found = register(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), plan)
    assert found is not None
    return found


def reader(dice: str, cases: Path) -> tuple[AnyReader, str | Mapping[str, np.ndarray]]:
    """Return a reader and what its dice are drawn with."""
    folder = cases / "learning" / "dice_faces"
    return {
        "stickers": lambda: (StickerReader(), "stickers"),
        "symbols": lambda: (DiceReader.from_faces(own_symbols()), "symbols"),
        "pictures": lambda: (DiceReader.from_faces(folder), read_faces(folder)),
    }[dice]()


def beside(seen: tuple[DieSeen, ...], die: Die) -> list[DieSeen]:
    return [each for each in seen if np.hypot(*np.subtract(each.at_mm, die.at_mm)) < SAME_MM]


@pytest.mark.parametrize(
    ("folder", "names"),
    [("learning", [f"learning_{n}.jpg" for n in range(7)]), ("stills", ["still_dice.jpg"])],
)
def test_the_dice_of_the_cases_are_read(cases, folder, names):
    truths = msgspec.json.decode((cases / folder / "truth.json").read_bytes(), type=dict[str, Truth])
    plan = parse_plan((cases / folder / "board.toml").read_text(), "board.toml")
    assert plan.tray is not None
    dice = DiceReader.from_faces(cases / "learning" / "dice_faces")
    for name in names:
        image = read_picture(cases / folder / name)
        seen = dice.read(image, registration(image, plan), plan.tray)
        assert sorted(die.face for die in seen) == sorted(die.face for die in truths[name].dice), name
        assert all(die.confidence >= SURE for die in seen), name


@pytest.mark.parametrize("seeds", [SOME, *share((A_HUNDRED,)), *share((THREE_HUNDRED,), journeys=())])
@pytest.mark.parametrize("kind", ["stickers", "pictures"])
def test_thrown_dice_are_read_and_none_wrong(
    plan: BoardPlan, book: TagBook, cases: Path, kind: str, seeds: Sequence[int]
) -> None:
    dice, drawn = reader(kind, cases)
    sure, thrown = 0, 0
    for seed in seeds:
        rng = np.random.default_rng([seed, 7])
        lens = Optics(tilt=4.5 * seed, blur=float(rng.uniform(0.35, 0.9)), noise=float(rng.uniform(1, 3)))
        table = SimulatedTable(plan, book, seed=seed, dice=drawn, condition=Condition(lens))
        lean = (float(rng.uniform(-0.2, 0.2)), float(rng.uniform(-0.2, 0.2)))
        table.light(float(rng.uniform(0.75, 1.2)), warm=float(rng.uniform(0, 0.3)), lean=lean)
        where = registration(table.read().image, plan)
        for _ in range(8):
            table.roll([FACES[n] for n in rng.integers(0, 6, 4)])
            seen = dice.read(table.read().image, where, plan.tray)
            certain = tuple(each for each in seen if each.confidence >= SURE)
            for die in table.dice:
                here = beside(certain, die)
                assert [each.face for each in here] in ([], [die.face]), (seed, die, here)
                sure += len(here)
                thrown += 1
            assert all(any(beside((each,), die) for die in table.dice) for each in certain), (seed, certain)
    assert thrown == 32 * len(seeds)
    assert sure >= READ * thrown


@pytest.mark.parametrize("face", share(FACES, *FACES[::2]))
def test_each_face_is_read_at_every_quarter_of_the_way_round(plan, book, face):
    dice, drawn = reader("symbols", Path())
    table = SimulatedTable(plan, book, seed=11, dice=drawn)
    where = registration(table.read().image, plan)
    for quarter in range(4):
        table.roll([face])
        (die,) = table.dice
        table.lay_dice([die._replace(turn=(quarter + die.turn / (2 * np.pi)) * np.pi / 2)])
        seen = dice.read(table.read().image, where, plan.tray)
        assert [each.face for each in seen if each.confidence >= SURE] == [face]


@pytest.mark.parametrize("kind", share(["stickers", "pictures"], "stickers"))
def test_an_empty_tray_holds_no_dice(plan, book, cases, kind):
    dice, _ = reader(kind, cases)
    for seed, tilt in enumerate((0.0, 12.0, 30.0, 45.0, 20.0)):
        image = SimulatedTable(plan, book, seed=seed, condition=Condition(Optics(tilt=tilt))).read().image
        assert dice.read(image, registration(image, plan), plan.tray) == ()


@pytest.mark.parametrize("kind", share(["stickers", "pictures"], "pictures"))
def test_with_a_hand_in_the_tray_no_die_is_sure(plan, book, cases, kind):
    dice, drawn = reader(kind, cases)
    for seed in range(3):
        table = SimulatedTable(plan, book, seed=seed, dice=drawn)
        where = registration(table.read().image, plan)
        table.roll(("strike", "lore", "heroic"))
        table.hand(tray=True, north=seed % 2 == 1)
        seen = dice.read(table.read().image, where, plan.tray)
        assert all(each.confidence < SURE for each in seen), (seed, seen)


def test_a_face_of_another_set_of_dice_is_found_but_not_sure(plan, book):
    table = SimulatedTable(plan, book, seed=6, dice={face: blank() for face in FACES})
    where = registration(table.read().image, plan)
    table.roll(("strike", "strike", "strike"))
    seen = DiceReader.from_faces(own_symbols()).read(table.read().image, where, plan.tray)
    assert len(seen) == 3
    assert all(each.confidence < SURE for each in seen)


def blank() -> np.ndarray:
    return np.full((64, 64, 3), 235, np.uint8)


def test_a_folder_without_all_six_faces_is_refused_by_name(tmp_path, cases):
    for face in FACES[:5]:
        (tmp_path / f"{face}.png").write_bytes(
            (cases / "learning" / "dice_faces" / f"{face}.png").read_bytes()
        )
    with pytest.raises(InputError, match=r"heroic\.png"):
        DiceReader.from_faces(tmp_path)
    (tmp_path / "heroic.png").write_bytes(b"no picture")
    with pytest.raises(InputError, match=r"heroic\.png"):
        DiceReader.from_faces(tmp_path)
    with pytest.raises(InputError, match="nowhere"):
        DiceReader.from_faces(tmp_path / "nowhere")
