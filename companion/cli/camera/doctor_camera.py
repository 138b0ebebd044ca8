"""What the doctor sees through the cameras, and what of it goes into a bundle.  Loads OpenCV."""

from collections.abc import Iterator
from typing import NamedTuple

import cv2

from companion.app.open_watch import SIMULATED
from companion.camera.chosen_cameras import check_cameras
from companion.camera.second_camera import alike
from companion.cli.camera.eyesight import read_book, read_plan
from companion.library.settings import Settings
from companion.preparation.checks import CheckLevel, Finding
from companion.preparation.picture_check import examine
from rules.kernel.translatable import Message
from vision.board.plan import BoardMark, BoardPlan, format_plan
from vision.errors import CameraError, InputError
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
    """What was found, and what each camera over the board sees that sends a picture, by its number from 1."""

    findings: list[Finding]
    views: dict[int, CameraLook]
    plan: BoardPlan


def look_at(settings: Settings, edition: str) -> Seen:
    """Return what is seen of *edition*'s board through the cameras that *settings* name.

    Raises ConfigError and InputError for a plan or tag book that cannot be used.
    """
    plan, book = read_plan(settings.board, edition), read_book(settings.tags, edition)
    specs = {1: None if settings.camera == SIMULATED else settings.camera, 2: settings.second_camera}
    looks = {number: _look(spec) for number, spec in specs.items() if spec is not None}
    views = {
        number: CameraLook(frame, Eyes(plan, book).look(frame))
        for number, (_, frame) in looks.items()
        if frame is not None
    }
    seen = frozenset[BoardMark]().union(*(examine(*view, plan, book).seen for view in views.values()))
    found = _named(settings)
    for number, (told, _) in looks.items():
        own = [told]
        if number in views:
            own += examine(*views[number], plan, book, elsewhere=seen).findings
        found += own if number == 1 else [one._replace(what=f"{one.what} {number}") for one in own]
    if len(views) > 1 and (same := alike(views[1].reading, views[2].reading, plan)) is not None:
        found.append(Finding("camera 2", CheckLevel.WARNING, same))
    if settings.dice_camera is not None:
        found.append(_look(settings.dice_camera)[0]._replace(what="dice camera"))
    return Seen(found, views, plan)


def _named(settings: Settings) -> list[Finding]:
    """Return what is found without a look: a camera that is simulated, or named for two things."""
    found = list[Finding]()
    if settings.camera == SIMULATED:
        found.append(Finding("camera", CheckLevel.GOOD, Message("simulated: there is none to look through")))
    try:
        check_cameras(settings)
    except InputError as trouble:
        found.append(Finding("cameras", CheckLevel.BAD, trouble.message))
    return found


def _look(source: str) -> tuple[Finding, Frame | None]:
    """Return how the camera does, and its picture."""
    try:
        opened = open_source(source)
        try:
            frame = opened.read()
        finally:
            opened.close()
    except (CameraError, InputError) as trouble:
        return Finding("camera", CheckLevel.BAD, trouble.message), None
    if frame is None:
        return Finding("camera", CheckLevel.BAD, Message("{1} holds no picture", opened.label)), None
    height, width = frame.image.shape[:2]
    return Finding(
        "camera", CheckLevel.GOOD, Message("{1} sends {2} x {3}", opened.label, width, height)
    ), frame


def files_of(seen: Seen) -> Iterator[tuple[str, bytes]]:
    """Yield what a bundle holds of *seen*: names and contents."""
    yield "board.toml", format_plan(seen.plan).encode()
    for number, (frame, reading) in seen.views.items():
        drawn = draw_overlay(frame.image, reading, seen.plan)
        mark = "" if number == 1 else f"-{number}"
        for name, image in (("picture", frame.image), ("overlay", drawn)):
            yield f"{name}{mark}.png", cv2.imencode(".png", image)[1].tobytes()
