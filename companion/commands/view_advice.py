"""What a camera's view of the board says of the tags to print: measured, in a sentence, and as a size."""

from collections.abc import Iterable

import click
import cv2
import numpy as np

from companion.cli import CouldNot
from companion.tagstock import Tag
from vision.addresses import shown_address
from vision.advice import ARUCO_LEAST, ARUCO_MODULES, QR_LEAST, QR_MODULES, Advice, advise, px_per_module
from vision.calibrate import register
from vision.frames import open_source
from vision.plan import BoardPlan
from vision.trouble import CameraError

FRAMES = 10  # tried until the board is found: a camera's first pictures may be dark


def recommended_mm(advice: Advice, *, is_aruco: bool) -> float:
    """Return the size to print.  Raises CouldNot where no tag of the kind is large enough."""
    size = advice.aruco_mm if is_aruco else advice.qr_mm
    if size is None:
        other = advice.aruco_mm is not None and not is_aruco
        remedy = "take --tag aruco, or give --size" if other else "give --size to print nevertheless"
        raise CouldNot(f"{advice.text}; {remedy}.")
    return float(size)


def say(advice: Advice, printed: Iterable[tuple[Tag, float]]) -> None:
    """Print *advice*, and which of the *printed* tags, given with their sizes, are too small to be read."""
    click.echo(f"{advice.text}.")
    for size, is_aruco in sorted({(size, tag.layout.kind == "aruco") for tag, size in printed}):
        modules, least = (ARUCO_MODULES, ARUCO_LEAST) if is_aruco else (QR_MODULES, QR_LEAST)
        if px_per_module(advice.px_per_mm, size, modules) < least:
            remedy = "bring the camera nearer, or print larger ones"
            click.echo(f"Tags of {size:g} mm are too small where it sees worst: {remedy}.", err=True)


def advise_from(view: str, plan: BoardPlan) -> Advice:
    """Return what *view*, a camera or a picture of the board of *plan*, can read.

    Raises CouldNot where it does not show the board, and InputError for a file that
    cannot be used.
    """
    try:
        source = open_source(view)
        try:
            for _ in range(FRAMES):
                frame = source.read()
                if frame is None:
                    break
                gray = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), np.uint8)
                registration = register(gray, plan)
                if registration is not None:
                    return advise(registration, plan)
        finally:
            source.close()
    except CameraError as trouble:
        raise CouldNot(f"{trouble}.") from None
    raise CouldNot(
        f"{shown_address(view)}: the board is not found; at least three of its corner marks must be seen."
    )
