"""``herald lens``: measures a camera's lens from pictures of the printed lens sheet."""

from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from companion.camera.camera_memory import CameraMemory
from companion.cli.options import data_option, one_sentence
from companion.input.errors import Refused
from vision.board.lens import SheetView, find_sheet, measure_lens
from vision.source.frames import CameraSource, Source
from vision.source.open_source import open_source

ENOUGH = 8  # pictures of the sheet
MOST_FRAMES = 900
NEW_POSE = 0.06  # of the picture's width that the sheet must have moved on average


@click.command("lens")
@click.argument("source")
@data_option
@click.option("--for", "camera", help="The camera that took the pictures.  [default: SOURCE or the last]")
def command(source: str, data: Path, camera: str | None) -> None:
    """Measure the lens of the camera SOURCE from the sheet of `herald print lens`, and remember it.

    Hold the printed sheet flat before the camera, large in the picture, and tilt it another
    way each time.  SOURCE may also be a folder of such pictures or a video.
    """
    memory = CameraMemory(data)
    with one_sentence():
        opened = open_source(source)
        try:
            grays = _collect(opened)
        finally:
            opened.close()
        name = camera or (opened.identity if isinstance(opened, CameraSource) else memory.last)
        if name is None:
            raise Refused("no camera has been used yet: say with --for which one took the pictures.")
        lens = measure_lens(grays)
        size = grays[0].shape[1], grays[0].shape[0]
        memory.keep_lens(name, size, lens)
    click.echo(
        f"{name} at {size[0]} x {size[1]}: lens measured to {lens.error_px:.2f} px "
        f"from {len(grays)} pictures (k1 {lens.k1:+.3f}, k2 {lens.k2:+.3f})"
    )


def _collect(source: Source) -> list[NDArray[np.uint8]]:
    """Return pictures in which the sheet lies each time elsewhere, and a still's in any case."""
    grays: list[NDArray[np.uint8]] = []
    last: SheetView | None = None
    for _ in range(MOST_FRAMES):
        frame = source.read()
        if frame is None:
            break
        gray = frame.gray
        view = find_sheet(gray)
        if frame.still:
            grays.append(gray)
        elif view is not None and (last is None or _has_moved(last, view, gray.shape[1])):
            grays.append(gray)
            last = view
            click.echo(f"picture {len(grays)} of {ENOUGH}: now tilt the sheet another way", err=True)
        if len(grays) == ENOUGH and not frame.still:
            break
    return grays


def _has_moved(last: SheetView, now: SheetView, width: int) -> bool:
    """Return whether the sheet lies well away from where it lay in the picture before."""
    before = {(float(x), float(y)): at for (x, y), at in zip(last.at_mm, last.at_px, strict=True)}
    moves = [
        float(np.hypot(*(at - before[float(x), float(y)])))
        for (x, y), at in zip(now.at_mm, now.at_px, strict=True)
        if (float(x), float(y)) in before
    ]
    return not moves or float(np.mean(moves)) > NEW_POSE * width
