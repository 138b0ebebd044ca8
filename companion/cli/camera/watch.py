"""``herald watch``: what comes to rest before a camera, one line a time."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import click
import msgspec

from companion.camera.camera_memory import CameraBoard, CameraMemory
from companion.camera.table_recorder import AboutRecording, TableRecorder, kept_dice
from companion.cli.camera.eyesight import (
    board_option,
    dice_option,
    die_faces,
    json_option,
    read_book,
    read_plan,
    tags_option,
    whose_option,
)
from companion.cli.camera.look import describe_die
from companion.cli.options import data_option, one_sentence
from companion.journal.notices import Notices
from companion.library.settings import NO_DICE
from companion.preparation.tag_sheets import format_book
from vision.board.calibrate import UNKNOWN_VIEW
from vision.board.plan import BoardPlan, TagBook
from vision.dice.sets import open_dice
from vision.dice.symbols import DieFaces, stickers
from vision.errors import CameraError
from vision.eyes import Eyes
from vision.health import EyeState
from vision.reading import Reading
from vision.settle import Settler
from vision.sightings import Observation
from vision.simulate.table import SimulatedTable
from vision.source.frames import CameraSource, Frame, Source
from vision.source.open_source import ANY, open_source

SIMULATED = "simulated"
LOST = "lost"
TIMEOUT_S = 300.0  # for which a lost camera is waited for


@click.command("watch")
@click.argument("source")
@whose_option
@board_option
@tags_option
@dice_option
@data_option
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep each picture at rest, cut to board and tray, and what was read, for `herald score`.",
)
@click.option("--frames", type=click.IntRange(min=1), help="Stop after so many frames.")
@json_option
def command(
    source: str,
    edition: str,
    board: Path | None,
    tags: Path | None,
    dice: str | None,
    data: Path,
    record: Path | None,
    frames: int | None,
    as_json: bool,
) -> None:
    """Print what lies on the table each time it has come to rest in a new way, and how the camera does.

    SOURCE is a camera's number, an address, a video, a folder of pictures, or 'simulated'.  What
    is remembered of a camera, its lens and where the board's corners were tapped, counts here too.
    """
    with one_sentence():
        plan, book = read_plan(board, edition), read_book(tags, edition)
        die = die_faces(edition)
        reader = open_dice(dice, die)
        opened = _open(source, plan, book, die)
        known = None
        if isinstance(opened, CameraSource):
            known = CameraBoard(CameraMemory(data), str(board or edition), opened)

        def eyes(size: tuple[int, int]) -> Eyes:
            return Eyes(plan, book, reader, UNKNOWN_VIEW if known is None else known.view(size))

        recorder = None if record is None else _recorder(record, edition, book, dice)
        try:
            for frame, reading, seen in _watch(opened, eyes, frames, as_json=as_json):
                if recorder is not None and reading.registration is not None:
                    recorder.picture(frame.image, seen, reading.registration, plan, seq=0)
        finally:
            opened.close()


def _open(source: str, plan: BoardPlan, book: TagBook, die: DieFaces) -> Source:
    if source == SIMULATED:
        return SimulatedTable(plan, book, dice=stickers(die))
    return open_source(source, is_awaited=source == ANY)


def _recorder(folder: Path, edition: str, book: TagBook, dice: str | None) -> TableRecorder:
    """Return what records into a new folder of *folder*; its own warning tells where it ends."""
    named, taught = kept_dice(dice or NO_DICE)
    about = AboutRecording(edition=edition, scenario="", dice=named)
    return TableRecorder(folder, about, format_book(book), taught, Notices())


def _watch(
    source: Source, make_eyes: Callable[[tuple[int, int]], Eyes], frames: int | None, *, as_json: bool
) -> Iterator[tuple[Frame, Reading, Observation]]:
    """Tell what comes to rest before *source*, and yield it with its picture."""
    settler, told, count, seen_at = Settler(), "", 0, monotonic()
    eyes, size = None, (0, 0)
    while frames is None or count < frames:
        try:
            frame = source.read()
        except CameraError as trouble:
            if monotonic() - seen_at > TIMEOUT_S:
                raise
            if told != LOST:
                told = LOST
                _say({"state": LOST, "reason": str(trouble)}, as_json=as_json)
            continue
        if frame is None:
            return
        seen_at, count = monotonic(), count + 1
        if eyes is None or frame.image.shape[1::-1] != size:
            size = frame.image.shape[1], frame.image.shape[0]
            eyes = make_eyes(size)
        reading = eyes.look(frame)
        state = EyeState.UNSTEADY if reading.is_unsteady else reading.state
        if state.value != told and not _is_passing(state):
            told = state.value
            place = {"frame": reading.frame, "picture": reading.name}
            _say({"state": told, **place, "reason": reading.english_reason}, as_json=as_json)
        seen = settler.feed(reading)
        if seen is not None:
            _say(describe(seen), as_json=as_json)
            yield frame, reading, seen


def _is_passing(state: EyeState) -> bool:
    """Return whether *state* is how a table is between two rests: nobody needs a line about that."""
    return state is EyeState.CHANGING


def describe(seen: Observation) -> dict[str, Any]:
    """Return an observation as it is printed in JSON."""
    return {
        "frame": seen.frame,
        "picture": seen.name,
        "at": round(seen.at, 3),
        "units": seen.pieces,
        "doubtful": list(seen.doubtful),
        "cards": list(seen.beside),
        "dice": [describe_die(die) for die in seen.dice],
        "roll": seen.roll,
    }


def _say(line: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(line))
    elif "state" in line:
        click.echo(f"camera: {line['state']}" + (f" ({line['reason']})" if line["reason"] else ""))
    else:
        units = ", ".join(f"{piece} {at}" for piece, at in line["units"].items())
        cards = f" | beside the board: {', '.join(line['cards'])}" if line["cards"] else ""
        dice = " ".join(die["face"] for die in line["dice"])
        click.echo(f"table: {units}{cards}" + (f" | roll {line['roll']}: {dice}" if dice else ""))
