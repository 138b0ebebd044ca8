"""``herald look``: what lies on the table in single pictures."""

from pathlib import Path
from typing import Any

import click
import cv2
import msgspec

from companion.cli import CouldNot, Refused
from companion.commands.eyesight import (
    board_option,
    dice_option,
    json_option,
    read_book,
    read_dice,
    read_plan,
    tags_option,
)
from companion.commands.options import one_sentence
from vision.eyes import Eyes, Reading
from vision.frames import Frame, read_picture
from vision.overlay import draw_overlay
from vision.trouble import InputError


@click.command("look")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE...")
@board_option
@tags_option
@dice_option
@click.option(
    "--overlay",
    type=click.Path(path_type=Path),
    help="Draw what is seen: a file for one picture, a folder for several.",
)
@json_option
def command(
    pictures: tuple[Path, ...],
    board: Path | None,
    tags: Path | None,
    dice: str | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Say which units stand in which hexes in each PICTURE, and which dice lie in the tray."""
    with one_sentence():
        plan, book, reader = read_plan(board), read_book(tags), read_dice(dice)
    refused, found = [], 0
    for number, path in enumerate(pictures):
        try:
            image = read_picture(path)
        except InputError as trouble:
            refused.append(str(trouble))
            continue
        reading = Eyes(plan, book, reader).look(Frame(image, number, 0.0, path.name, still=True))
        found += reading.registration is not None
        click.echo(msgspec.json.encode(describe(path, reading)) if as_json else _in_words(path, reading))
        if overlay is not None:
            _save(
                overlay / f"{path.stem}.png" if len(pictures) > 1 else overlay,
                draw_overlay(image, reading, plan),
            )
    if refused:
        raise Refused(f"{refused[0]}.")
    if not found:
        raise CouldNot("no board was found in any picture; check that at least three corner marks are seen.")


def describe(path: Path, reading: Reading) -> dict[str, Any]:
    """Return *reading* of the picture in *path* as it is printed in JSON."""
    error = reading.error_mm
    seen: dict[str, Any] = {
        "found": error is not None,
        "error_mm": None if error is None else round(error, 3),
    }
    if error is None:
        seen["reason"] = reading.reason
    return {
        "picture": str(path),
        "board": seen,
        "state": reading.state.value,
        "tags": dict(sorted(reading.tags.items())),
        "units": reading.pieces,
        "doubtful": list(reading.doubtful),
        "twice": list(reading.twice),
        "dice": [
            {"face": die.face, "at": [round(x, 1) for x in die.at_mm], "confidence": round(die.confidence, 3)}
            for die in reading.dice
        ],
        "ms": round(reading.ms, 1),
    }


def _in_words(path: Path, reading: Reading) -> str:
    if reading.error_mm is None:
        return f"{path}: {reading.reason}"
    lines = [
        f"{path}: board found to {reading.error_mm:.2f} mm, {len(reading.pieces)} units, {reading.ms:.0f} ms"
    ]
    lines += [
        f"  {at:>3}  {piece}" for piece, at in sorted(reading.pieces.items(), key=lambda entry: entry[1])
    ]
    if reading.doubtful:
        lines.append(f"  not sure about {', '.join(reading.doubtful)}")
    if reading.dice:
        lines.append("  dice: " + ", ".join(die.face for die in reading.dice))
    if reading.reason:
        lines.append(f"  {reading.reason}")
    return "\n".join(lines)


def _save(path: Path, picture: cv2.typing.MatLike) -> None:
    good, packed = cv2.imencode(".png", picture)
    assert good, "a picture that was read can be written"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed.tobytes())
    except OSError as trouble:
        raise CouldNot(f"{path}: cannot be written ({trouble.strerror}); name another file.") from None
