"""What the doctor sees through the cameras, and what of it goes into a bundle.  Loads OpenCV."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2

from companion.camera.second_camera import alike
from companion.cli.camera.eyesight import read_book, read_plan
from companion.preparation.checks import CheckLevel, Finding
from companion.preparation.picture_check import examine
from vision.board.plan import BoardMark, BoardPlan, format_plan
from vision.errors import CameraError
from vision.eyes import Eyes
from vision.overlay import draw_overlay
from vision.reading import Reading
from vision.source.frames import Frame
from vision.source.open_source import open_source

PROGRAM = f"OpenCV {cv2.__version__}"


class CameraLook(NamedTuple):
    """A camera's picture, and what was read in it."""

    frame: Frame
    reading: Reading


class Seen(NamedTuple):
    """What was found, and what each camera sees that sends a picture."""

    findings: list[Finding]
    views: list[CameraLook]
    plan: BoardPlan


def look_at(source: str, second: str | None, edition: str, board: Path | None, tags: Path | None) -> Seen:
    """Return what is seen of *edition*'s board through *source*, and through the *second* camera over it.

    Raises ConfigError and InputError.
    """
    plan, book = read_plan(board, edition), read_book(tags, edition)
    looks = [_look(each) for each in (source, second) if each is not None]
    views = [None if frame is None else CameraLook(frame, Eyes(plan, book).look(frame)) for _, frame in looks]
    seen = [frozenset() if view is None else examine(*view, plan, book).seen for view in views]
    found = list[Finding]()
    for place, ((told, _), view) in enumerate(zip(looks, views, strict=True)):
        own = [told]
        if view is not None:
            own += examine(*view, plan, book, elsewhere=frozenset[BoardMark]().union(*seen)).findings
        found += own if place == 0 else [one._replace(what=f"{one.what} 2") for one in own]
    there = [view for view in views if view is not None]
    if len(there) > 1 and (same := alike(there[0].reading, there[1].reading, plan)) is not None:
        found.append(Finding("camera 2", CheckLevel.WARNING, str(same)))
    return Seen(found, there, plan)


def _look(source: str) -> tuple[Finding, Frame | None]:
    """Return how the camera does, and its picture."""
    try:
        opened = open_source(source)
        try:
            frame = opened.read()
        finally:
            opened.close()
    except CameraError as trouble:
        return Finding("camera", CheckLevel.BAD, str(trouble)), None
    if frame is None:
        return Finding("camera", CheckLevel.BAD, f"{opened.label} holds no picture"), None
    height, width = frame.image.shape[:2]
    return Finding("camera", CheckLevel.GOOD, f"{opened.label} sends {width} x {height}"), frame


def files_of(seen: Seen) -> Iterator[tuple[str, bytes]]:
    """Yield what a bundle holds of *seen*: names and contents."""
    yield "board.toml", format_plan(seen.plan).encode()
    for number, (frame, reading) in enumerate(seen.views, start=1):
        drawn = draw_overlay(frame.image, reading, seen.plan)
        mark = "" if number == 1 else f"-{number}"
        for name, image in (("picture", frame.image), ("overlay", drawn)):
            yield f"{name}{mark}.png", cv2.imencode(".png", image)[1].tobytes()
