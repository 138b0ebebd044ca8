"""How well dice are read: on photographs with a truth file, and on simulated trays.

Run with ``python -m benchmarks.dice [FOLDER] [--throws N] [--first N]``: a folder of photographs with a
``truth.json`` (without it, the few in the tests).  Of each kind of photograph (the part of
its name before the first ``_``) at most two dice a face are taught, and left out of the score.
On N simulated trays of each kind (150 unless told) lie four dice, apart and touching; ``--first``
tells with which throw to begin: figures count only on throws that nobody looked at before.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple

import cv2
import msgspec
import numpy as np

from vision.board.calibrate import Registration, register
from vision.board.plan import Tray, parse_book, parse_plan
from vision.dice.pip_dice import PipReader
from vision.dice.reader import DIE_MM
from vision.dice.sets import AnyReader, make_set, reader_of
from vision.dice.stickers.reader import StickerReader
from vision.dice.symbols import FACES, stickers
from vision.dice.teaching import cut_face
from vision.errors import InputError
from vision.sightings import SURE, DieSeen
from vision.simulate.conditions import Condition, Hardship, Lighting, Optics
from vision.simulate.helmets import helmet_faces
from vision.simulate.scenery import Colour
from vision.simulate.table import SimulatedTable
from vision.simulate.tabletop import Die
from vision.source.frames import read_picture
from vision.source.pictures import Picture

CASES = Path(__file__).parent.parent / "tests" / "cases" / "dice"
STILLS = CASES.parent / "stills"
PLAN = parse_plan((STILLS / "board.toml").read_text(), "board.toml")
BOOK = parse_book((STILLS / "tags.toml").read_text(), "tags.toml")
TABLE_THROWS = 10
FIRST_THROW, FIRST_SIMULATED = 20000, 9000
"""Where the throws and tables that are measured begin; earlier ones were looked at in making the method."""
MOST_TRIES = 400
LIGHTS = {
    "daylight": Condition(),
    "2,700 K": Condition(light=Lighting(0.9, 0.7)),
    "dim": Condition(Optics(blur=0.8, noise=4.0), Lighting(0.4, 0.35)),
    "a shadow": Condition(hardship=Hardship(shadows=3, depth=0.45)),
}
GROUNDS = {"felt": (58, 70, 30), "paper": (232, 236, 238), "wood": (70, 100, 140), "black": (34, 32, 32)}
STICKER_GROUNDS = {
    "white": (238, 238, 238), "grey": (128, 128, 128), "black": (30, 30, 30), "green": (52, 70, 24),
    "wood": (96, 116, 142),
}  # fmt: skip
BODIES = {"ivory": (232, 240, 242), "black": (28, 26, 26), "red": (40, 36, 170)}
HELMET_SHARE = 6
"""In each light on each ground so many throws fewer are looked at: half apart, half touching."""
TAUGHT = 2
NEAR = 0.5
"""A die is found if it is told to lie so near its box's middle, in sides of the box."""

LEAST_NEAR_PX = 24.0


class BoxedDie(msgspec.Struct):
    """One die of a photograph: its face, and its box (left, top, right, bottom) in pixels."""

    face: int
    box: tuple[float, float, float, float]

    @property
    def middle(self) -> tuple[float, float]:
        """Return the box's middle."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


class PhotoTruth(msgspec.Struct):
    """The dice of a photograph: all *faces*, and where known the boxes."""

    faces: list[int]
    dice: list[BoxedDie] = []


class Photo(msgspec.Struct):
    """What a truth file says of one photograph."""

    truth: PhotoTruth


class Score(NamedTuple):
    """How many dice there were, were found with the right face, and were sure; what was told wrongly."""

    dice: int = 0
    right: int = 0
    sure: int = 0
    wrong: int = 0
    sure_wrong: int = 0
    ghosts: int = 0
    sure_ghosts: int = 0

    def plus(self, other: "Score") -> "Score":
        """Return both together."""
        return Score(*(one + two for one, two in zip(self, other, strict=True)))

    def __str__(self) -> str:
        share = 100 * self.right / max(self.dice, 1)
        return (
            f"{self.right} of {self.dice} dice right ({share:.1f} %), {self.sure} of them sure; "
            f"{self.wrong} wrong ({self.sure_wrong} sure); no die: {self.ghosts} ({self.sure_ghosts} sure)"
        )


def read_truth(folder: Path) -> dict[str, Photo]:
    """Return what the truth file in *folder* says of each photograph."""
    return msgspec.json.decode((folder / "truth.json").read_bytes(), type=dict[str, Photo])


def teach(folder: Path, photos: dict[str, Photo]) -> tuple[AnyReader, dict[str, set[int]]]:
    """Return a reader taught from *photos*, and which of their dice it was taught with."""
    faces: dict[str, list[Picture]] = {}
    used: dict[str, set[int]] = {}
    for name, photo in sorted(photos.items()):
        for number, die in enumerate(photo.truth.dice):
            shown = faces.setdefault(str(die.face), [])
            crop = _crop(read_picture(folder / name), die) if len(shown) < TAUGHT else None
            if crop is not None:
                shown.append(crop)
                used.setdefault(name, set()).add(number)
    dice = make_set("taught", faces, reads="pips", die_mm=16)
    return reader_of(dice, "taught"), used


def _crop(image: Picture, die: BoxedDie) -> Picture | None:
    left, top, right, bottom = (max(round(edge), 0) for edge in die.box)
    crop = image[top:bottom, left:right]
    return crop if min(crop.shape[:2]) >= 12 else None


def judge(photo: Photo, seen: tuple[DieSeen, ...], taught: set[int]) -> Score:
    """Return the score of what was *seen* in *photo*, but for the dice it was *taught* with."""
    if not photo.truth.dice:
        return _by_faces(photo, seen)
    left, score = list(seen), Score()
    for number, die in enumerate(photo.truth.dice):
        found = min(left, key=lambda each: _apart(each, die), default=None)
        if found is None or _apart(found, die) > max(NEAR * (die.box[2] - die.box[0]), LEAST_NEAR_PX):
            found = None
        else:
            left.remove(found)
        if number not in taught:
            score = score.plus(_one(found, str(die.face)))
    sure = sum(each.confidence >= SURE for each in left)
    return score.plus(Score(ghosts=len(left), sure_ghosts=sure))


def _apart(seen: DieSeen, die: BoxedDie) -> float:
    return float(np.hypot(*np.subtract(seen.at_mm, die.middle)))


def _one(found: DieSeen | None, face: str) -> Score:
    if found is None:
        return Score(dice=1)
    is_right, is_sure = found.face == face, found.confidence >= SURE
    return Score(
        1, int(is_right), int(is_right and is_sure), int(not is_right), int(not is_right and is_sure)
    )


def _by_faces(photo: Photo, seen: tuple[DieSeen, ...]) -> Score:
    """Return the score where no boxes are known: faces are matched by what they show."""
    left, score = list(seen), Score()
    for face in map(str, photo.truth.faces):
        found = next((each for each in left if each.face == face), None)
        if found is not None:
            left.remove(found)
        score = score.plus(_one(found, face))
    return score.plus(Score(ghosts=len(left), sure_ghosts=sum(each.confidence >= SURE for each in left)))


def photographs(folder: Path, *, is_verbose: bool = False) -> Score:
    """Print and return the score of the photographs in *folder*."""
    truth = read_truth(folder)
    whole = Score()
    for kind in sorted({name.split("_")[0] for name in truth}):
        photos = {name: photo for name, photo in sorted(truth.items()) if name.split("_")[0] == kind}
        try:
            reader, used = teach(folder, photos)
        except InputError:
            reader, used = PipReader(), {}
        score, start = Score(), time.process_time()
        for name, photo in photos.items():
            one = judge(photo, reader.loose(read_picture(folder / name)), used.get(name, set()))
            if is_verbose:
                print(f"  {name}: {one}", flush=True)
            score = score.plus(one)
        each = (time.process_time() - start) / len(photos)
        print(f"{kind}: {score}; {each:.1f} s of CPU a picture", flush=True)
        whole = whole.plus(score)
    print(f"all: {whole}")
    return whole


def trays(throws: int, first: int, *, is_touching: bool) -> Score:
    """Print and return the score of dice with taught symbols in *throws* simulated trays."""
    assert PLAN.tray is not None, "the board of the tests has a tray"
    reader, whole, spent = taught_symbols(), Score(), []
    for number in range(first, first + throws):
        if number == first or number % TABLE_THROWS == 0:
            table, where = simulated(FIRST_SIMULATED + number // TABLE_THROWS)
        rng = np.random.default_rng([number, 5])
        table.lay_dice(thrown(rng, PLAN.tray, is_touching=is_touching))
        image = table.read().image
        start = time.process_time()
        seen = reader.read(image, where, PLAN.tray)
        spent.append(1000 * (time.process_time() - start))
        whole = whole.plus(judge_tray(table.dice, seen))
    kind = "touching" if is_touching else "apart"
    print(f"{kind}, {throws} trays: {whole}; {np.median(spent):.0f} ms of CPU a tray", flush=True)
    return whole


def taught_symbols() -> AnyReader:
    """Return a reader taught with three pictures a face of our own symbols in the tray."""
    table, _ = simulated(1)
    faces: dict[str, list[Picture]] = {}
    for face in FACES:
        for _ in range(3):
            table.roll([face])
            image = table.read().image
            faces.setdefault(face, []).append(cut_face(image, face, plan=PLAN, die_mm=DIE_MM))
    return reader_of(make_set("own", faces, reads="symbols", die_mm=DIE_MM), "own")


def helmets(throws: int, first: int) -> Score:
    """Print and return the score of dice with one helmet in three inks, in each light on each ground."""
    assert PLAN.tray is not None, "the board of the tests has a tray"
    faces, whole = helmet_faces(), Score()
    reader = reader_of(make_set("helmets", {face: [each] for face, each in faces.items()},
                                reads="symbols", die_mm=DIE_MM), "helmets")  # fmt: skip
    for light, condition in LIGHTS.items():
        for place, (ground, felt) in enumerate(GROUNDS.items()):
            score, spent = Score(), []
            for number in range(first, first + throws):
                if number == first or number % TABLE_THROWS == 0:  # shadows fall otherwise on each table
                    seed = len(GROUNDS) * number + place
                    table = SimulatedTable(PLAN, BOOK, size=(1920, 1080), seed=seed, dice=faces,
                                           condition=condition, felt=felt)  # fmt: skip
                    where = _where(table)
                rng = np.random.default_rng([number, place, 7])  # other dice on each ground
                table.lay_dice(thrown(rng, PLAN.tray, is_touching=number % 2 == 1, faces=tuple(faces)))
                image, start = table.read().image, time.process_time()
                seen = reader.read(image, where, PLAN.tray)
                spent.append(1000 * (time.process_time() - start))
                score = score.plus(judge_tray(table.dice, seen))
            print(
                f"helmets, {light} on {ground}: {score}; {np.median(spent):.0f} ms of CPU a tray", flush=True
            )
            whole = whole.plus(score)
    print(f"helmets, all: {whole}")
    return whole


def sticker_throws(throws: int, first: int) -> Score:
    """Print and return the score of stickers on every body on every ground, half of the throws touching."""
    assert PLAN.tray is not None, "the board of the tests has a tray"
    reader, whole, spent = StickerReader(), Score(), list[float]()
    kinds = [(felt, body) for felt in STICKER_GROUNDS.values() for body in BODIES.values()]
    for number in range(first, first + throws):
        felt, body = kinds[number % len(kinds)]
        table, where = simulated(number, dice=stickers(body=body), felt=felt, size=(1920, 1080))
        rng = np.random.default_rng([number, 9])
        table.lay_dice(thrown(rng, PLAN.tray, is_touching=number // len(kinds) % 2 == 1))
        image, start = table.read().image, time.process_time()
        seen = reader.read(image, where, PLAN.tray)
        spent.append(1000 * (time.process_time() - start))
        whole = whole.plus(judge_tray(table.dice, seen))
    print(f"stickers, {throws} trays: {whole}; {np.median(spent):.0f} ms of CPU a tray", flush=True)
    return whole


def simulated(
    seed: int,
    *,
    dice: Literal["symbols"] | Mapping[str, Picture] = "symbols",
    felt: Colour | None = None,
    size: tuple[int, int] = (1280, 720),
) -> tuple[SimulatedTable, Registration]:
    """Return a table with an empty tray in some light, and how the camera sees it."""
    rng = np.random.default_rng([seed, 3])
    lens = Optics(
        float(rng.uniform(0, 45)), blur=float(rng.uniform(0.35, 0.9)), noise=float(rng.uniform(1, 3))
    )
    lean = (float(rng.uniform(-0.25, 0.25)), float(rng.uniform(-0.25, 0.25)))
    light = Lighting(float(rng.uniform(0.6, 1.2)), float(rng.uniform(0, 0.3)), lean)
    condition = Condition(lens, light)
    table = SimulatedTable(PLAN, BOOK, size=size, seed=seed, dice=dice, condition=condition, felt=felt)
    return table, _where(table)


def _where(table: SimulatedTable) -> Registration:
    """Return how the camera sees *table*."""
    where = register(np.asarray(cv2.cvtColor(table.read().image, cv2.COLOR_BGR2GRAY), np.uint8), PLAN)
    assert where is not None, "the simulated board shows its marks"
    return where


def thrown(
    rng: np.random.Generator, tray: Tray, *, is_touching: bool, faces: Sequence[str] = FACES
) -> list[Die]:
    """Return four dice with *faces* anywhere in *tray*, each *touching* the one before or apart from all."""
    low, high = tray.corners_mm[0] + 20, tray.corners_mm[2] - 20
    dice: list[Die] = []
    for tries in count(1):
        if len(dice) == 4:
            break
        if tries % MOST_TRIES == 0:  # the first die lies where no other fits beside it
            dice.clear()
        turn = float(rng.uniform(0, 2 * np.pi))
        at = rng.uniform(low, high)
        if is_touching and dice:
            turn = dice[-1].turn
            side = turn + np.pi / 2 * rng.integers(4)
            along = rng.uniform(-6, 6) * np.array([-np.sin(side), np.cos(side)])
            at = np.array(dice[-1].at_mm) + (DIE_MM + 0.4) * np.array([np.cos(side), np.sin(side)]) + along
        apart = 16.2 if is_touching else 23.0
        is_free = all(np.hypot(*(at - die.at_mm)) >= apart for die in dice)
        if is_free and (at >= low).all() and (at <= high).all():
            shown = rng.permutation(faces).tolist()
            dice.append(Die(shown[0], (float(at[0]), float(at[1])), turn, tuple(shown[1:5])))
    return dice


def judge_tray(dice: tuple[Die, ...], seen: tuple[DieSeen, ...]) -> Score:
    """Return the score of what was *seen* where *dice* lay."""
    left, score = list(seen), Score()
    for die in dice:
        found = min(left, key=lambda each: float(np.hypot(*np.subtract(each.at_mm, die.at_mm))), default=None)
        if found is None or np.hypot(*np.subtract(found.at_mm, die.at_mm)) > DIE_MM / 2:
            found = None
        else:
            left.remove(found)
        score = score.plus(_one(found, die.face))
    return score.plus(Score(ghosts=len(left), sure_ghosts=sum(each.confidence >= SURE for each in left)))


def main() -> None:
    """Print all scores."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", nargs="?", type=Path, default=CASES)
    options.add_argument("--throws", type=int, default=150)
    options.add_argument("--first", type=int, default=FIRST_THROW)
    options.add_argument("-v", "--verbose", action="store_true")
    given = options.parse_args()
    photographs(given.folder, is_verbose=given.verbose)
    for is_touching in (False, True):
        trays(given.throws, given.first, is_touching=is_touching)
    sticker_throws(given.throws, given.first)
    helmets(max(1, given.throws // HELMET_SHARE), given.first)


if __name__ == "__main__":
    main()
