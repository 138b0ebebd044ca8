"""``herald doctor``: looks at everything a table needs, and says what to do."""

import platform
import shutil
import subprocess
import time
import zipfile
from importlib import metadata
from pathlib import Path

import click
import cv2
import msgspec

from companion.addresses import addresses_here
from companion.checkup import (
    Finding,
    Level,
    check_disk,
    check_name,
    check_network,
    check_power,
    check_voice,
)
from companion.cli import CouldNot
from companion.commands.eyesight import board_option, json_option, read_book, read_plan, tags_option
from companion.commands.options import data_option, one_sentence, voice_option
from companion.examination import examine
from companion.localname import can_announce
from companion.speech import Voice
from vision.eyes import Eyes, Reading
from vision.frames import ANY, Frame, open_source
from vision.overlay import draw_overlay
from vision.plan import BoardPlan, format_plan
from vision.trouble import CameraError

VOICE_PATIENCE_S = 15.0
SIGNS = {Level.GOOD: "ok  ", Level.WARNING: "mind", Level.BAD: "BAD "}


@click.command("doctor")
@click.argument("source", default=ANY)
@data_option
@board_option
@tags_option
@voice_option
@json_option
@click.option("--bundle", type=click.Path(path_type=Path), help="Write all of it to FILE.zip, for a report.")
def command(
    source: str,
    data: Path,
    board: Path | None,
    tags: Path | None,
    voice: bool,
    as_json: bool,
    bundle: Path | None,
) -> None:
    """Check camera, marks, light, focus, tags, voice, network, disk and power before you play.

    SOURCE is what `herald watch` takes; the first camera found, unless it is named.
    """
    with one_sentence():
        plan, book = read_plan(board), read_book(tags)
        found, frame = _look(source)
        reading = None if frame is None else Eyes(plan, book).look(frame)
    if frame is not None and reading is not None:
        found += examine(frame, reading, plan, book).findings
    found += [_voice()] if voice else []
    found += [
        check_network(addresses_here()),
        check_name(is_announced=can_announce()),
        _disk(data),
        check_power(throttle_flags()),
    ]
    for one in found:
        click.echo(_line(one, as_json=as_json))
    if bundle is not None:
        _write(bundle, found, frame, reading, plan)
    if any(one.level is Level.BAD for one in found):
        raise CouldNot(f"{sum(one.level is Level.BAD for one in found)} of {len(found)} checks came out bad.")


def _look(source: str) -> tuple[list[Finding], Frame | None]:
    """Return how the camera does, and its picture."""
    try:
        opened = open_source(source)
        try:
            frame = opened.read()
        finally:
            opened.close()
    except CameraError as trouble:
        return [Finding("camera", Level.BAD, str(trouble))], None
    if frame is None:
        return [Finding("camera", Level.BAD, f"{opened.label} holds no picture")], None
    height, width = frame.image.shape[:2]
    return [Finding("camera", Level.GOOD, f"{opened.label} sends {width} x {height}")], frame


def _voice() -> Finding:
    voice = Voice()
    try:
        end = time.monotonic() + VOICE_PATIENCE_S
        while voice.status().state == "off" and time.monotonic() < end:  # it is starting
            time.sleep(0.1)
        status = voice.status()
    finally:
        voice.close()
    return check_voice(None if status.state == "ready" else f"{status.reason} {status.remedy}".strip())


def _disk(data: Path) -> Finding:
    folder = next(one for one in (data, *data.absolute().parents) if one.exists())
    return check_disk(shutil.disk_usage(folder).free / 1e6, str(data))


def throttle_flags(program: str = "vcgencmd") -> int | None:
    """Return the Raspberry Pi's throttle flags, or None on a machine that has none."""
    try:
        line = [program, "get_throttled"]
        told = subprocess.run(line, capture_output=True, text=True, timeout=5, check=True)
        return int(told.stdout.strip().partition("=")[2], 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _line(one: Finding, *, as_json: bool) -> str:
    if as_json:
        return msgspec.json.encode({"check": one.what, "level": one.level, "text": one.text}).decode()
    return f"{SIGNS[one.level]}  {one.what:<8} {one.text}"


def _write(
    path: Path, found: list[Finding], frame: Frame | None, reading: Reading | None, plan: BoardPlan
) -> None:
    """Write the report, the picture and what was read in it to the archive *path*."""
    program = f"herald {metadata.version('battle-herald')}, Python {platform.python_version()}"
    lines = [f"{program}, {platform.platform()}, OpenCV {cv2.__version__}"]
    lines += [_line(one, as_json=False) for one in found]
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("report.txt", "\n".join(lines) + "\n")
            archive.writestr("board.toml", format_plan(plan))
            if frame is not None and reading is not None:
                drawn = draw_overlay(frame.image, reading, plan)
                for name, image in (("picture.png", frame.image), ("overlay.png", drawn)):
                    archive.writestr(name, cv2.imencode(".png", image)[1].tobytes())
    except OSError as trouble:
        raise CouldNot(f"{path}: cannot be written ({trouble.strerror}); name another file.") from None
    click.echo(f"{path}: attach this file to your report; it holds the camera's picture.", err=True)
