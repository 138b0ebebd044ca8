from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
import pytest

from printables.trays import TAG_MM, spots_of
from rules.kernel.hexes import Hex
from vision.board.figure_spots import FigureSpots
from vision.board.plan import BoardPlan, TagBook, parse_book, parse_plan
from vision.dice.reader import DiceReader
from vision.dice.stickers.reader import StickerReader
from vision.eyes import Eyes
from vision.reading import Reading
from vision.settle import Settler
from vision.sightings import Observation
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame, read_picture
from vision.source.open_source import open_source
from vision.source.pictures import Picture

CASES = Path(__file__).parent.parent / "cases"
CONFIG = Path(__file__).parent.parent.parent / "config"


class TagTruth(msgspec.Struct):
    payload: str
    hex: Hex
    centre_px: tuple[float, float]
    visible: float


class Truth(msgspec.Struct):
    hand: bool
    tag_size_mm: float
    tags: list[TagTruth]


class Seen(NamedTuple):
    reading: Reading
    observation: Observation | None


def load_plan(path: Path) -> BoardPlan:
    return parse_plan(path.read_text(), path.name)


def load_book(path: Path) -> TagBook:
    return parse_book(path.read_text(), path.name)


@pytest.fixture(scope="session")
def cases() -> Path:
    return CASES


@pytest.fixture(scope="session")
def plan() -> BoardPlan:
    return load_plan(CONFIG / "boards" / "second.toml")


@pytest.fixture(scope="session")
def book() -> TagBook:
    return load_book(CONFIG / "tags" / "second.toml")


@pytest.fixture(scope="session")
def trays(book: TagBook) -> TagBook:
    """The tags of the book, those of units on trays with three spots, as they are printed."""
    return with_trays(book, figures=3)


def with_trays(book: TagBook, *, figures: int) -> TagBook:
    printed = spots_of(54.0, TAG_MM)
    assert printed is not None
    units = {payload: figures for payload, piece in book.tags.items() if not piece.startswith("banner")}
    spots = FigureSpots(**printed._asdict(), figures=units)
    return msgspec.structs.replace(book, size_mm=TAG_MM, spots=spots)


@pytest.fixture(scope="session")
def truths() -> dict[str, Truth]:
    found: dict[str, Truth] = {}
    for folder in ("learning", "stills"):
        text = (CASES / folder / "truth.json").read_bytes()
        found |= msgspec.json.decode(text, type=dict[str, Truth])
    return found


@pytest.fixture(scope="session")
def empty() -> tuple[Picture, BoardPlan, TagBook]:
    """A photo-like picture with many tags, and what is needed to read it."""
    folder = CASES / "stills"
    plan = load_plan(folder / "board.toml")
    book = load_book(folder / "tags.toml")
    return read_picture(folder / "still_overhead.jpg"), plan, book


@pytest.fixture(scope="session")
def still_readings() -> dict[str, Reading]:
    """Every still of the cases, each looked at by itself."""
    folder = CASES / "stills"
    plan, book = load_plan(folder / "board.toml"), load_book(folder / "tags.toml")
    readings = {}
    for path in sorted(folder.glob("*.jpg")):
        frame = Frame(read_picture(path), 0, 0.0, path.name, still=True)
        readings[path.name] = Eyes(plan, book).look(frame)
    return readings


@pytest.fixture(scope="session")
def story() -> dict[str, Seen]:
    """The learning scenario's pictures, watched one after the other."""
    folder = CASES / "learning"
    plan, book = load_plan(folder / "board.toml"), load_book(folder / "tags.toml")
    eyes, settler = Eyes(plan, book, DiceReader.from_faces(folder / "dice_faces")), Settler()
    source, seen = open_source(str(folder)), {}
    while (frame := source.read()) is not None:
        reading = eyes.look(frame)
        assert frame.name is not None
        seen[frame.name] = Seen(reading, settler.feed(reading))
    return seen


class Bench:
    """A simulated table with eyes on it: act on ``table``, then ``watch`` some frames."""

    def __init__(self, plan: BoardPlan, book: TagBook, *, seed: int = 3, with_dice: bool = False) -> None:
        self.table = SimulatedTable(plan, book, seed=seed)
        self.eyes = Eyes(plan, book, StickerReader() if with_dice else None)
        self.settler = Settler()
        self.readings: list[Reading] = []

    def watch(
        self, frames: int, change: Callable[[Picture], Picture] = lambda image: image
    ) -> list[Observation]:
        """Look at so many frames, each put through *change*; return what was observed."""
        observations = []
        for _ in range(frames):
            frame = self.table.read()
            self.readings.append(
                self.eyes.look(Frame(np.asarray(change(frame.image), np.uint8), frame.number, frame.at))
            )
            seen = self.settler.feed(self.readings[-1])
            if seen is not None:
                observations.append(seen)
        return observations


@pytest.fixture
def bench(plan: BoardPlan, book: TagBook) -> Bench:
    bench = Bench(plan, book)
    for piece, at in (("citadel_guard-1", "D3"), ("blood_harvesters-1", "F6"), ("viper_legion-2", "H8")):
        bench.table.place(piece, Hex(at))
        bench.table.figures(piece, 3)
    return bench


@pytest.fixture
def dice_bench(plan: BoardPlan, book: TagBook) -> Bench:
    bench = Bench(plan, book, with_dice=True)
    bench.table.place("citadel_guard-1", Hex("D3"))
    return bench


@pytest.fixture(scope="session")
def gray() -> Callable[[str], np.ndarray]:
    def read(name: str) -> np.ndarray:
        path = CASES / ("learning" if name.startswith("learning") else "stills") / name
        return cv2.cvtColor(read_picture(path), cv2.COLOR_BGR2GRAY)

    return read
