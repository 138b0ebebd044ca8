"""What the doctor sees through the camera, and what of it goes into a bundle.  Loads OpenCV."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2

from companion.cli.camera.eyesight import read_book, read_plan
from companion.preparation.checks import CheckLevel, Finding
from companion.preparation.picture_check import examine
from vision.board.plan import BoardPlan, format_plan
from vision.errors import CameraError
from vision.eyes import Eyes
from vision.overlay import draw_overlay
from vision.reading import Reading
from vision.source.frames import Frame
from vision.source.open_source import open_source

PROGRAM = f"OpenCV {cv2.__version__}"


class Seen(NamedTuple):
    """What was found, and the picture with what was read in it, None where there is none."""

    findings: list[Finding]
    frame: Frame | None
    reading: Reading | None
    plan: BoardPlan


def look_at(source: str, edition: str, board: Path | None, tags: Path | None) -> Seen:
    """Return what is seen of *edition*'s board through *source*.  Raises ConfigError and InputError."""
    plan, book = read_plan(board, edition), read_book(tags, edition)
    found, frame = _look(source)
    if frame is None:
        return Seen(found, None, None, plan)
    reading = Eyes(plan, book).look(frame)
    return Seen([*found, *examine(frame, reading, plan, book).findings], frame, reading, plan)


def _look(source: str) -> tuple[list[Finding], Frame | None]:
    """Return how the camera does, and its picture."""
    try:
        opened = open_source(source)
        try:
            frame = opened.read()
        finally:
            opened.close()
    except CameraError as trouble:
        return [Finding("camera", CheckLevel.BAD, str(trouble))], None
    if frame is None:
        return [Finding("camera", CheckLevel.BAD, f"{opened.label} holds no picture")], None
    height, width = frame.image.shape[:2]
    return [Finding("camera", CheckLevel.GOOD, f"{opened.label} sends {width} x {height}")], frame


def files_of(seen: Seen) -> Iterator[tuple[str, bytes]]:
    """Yield what a bundle holds of *seen*: names and contents."""
    yield "board.toml", format_plan(seen.plan).encode()
    if seen.frame is not None and seen.reading is not None:
        drawn = draw_overlay(seen.frame.image, seen.reading, seen.plan)
        for name, image in (("picture.png", seen.frame.image), ("overlay.png", drawn)):
            yield name, cv2.imencode(".png", image)[1].tobytes()
