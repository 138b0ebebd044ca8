"""``herald look``: what lies on the table in single pictures."""

from pathlib import Path
from typing import Any

import click
import cv2
import msgspec

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
from companion.cli.options import one_sentence
from companion.input.errors import CouldNot, Refused
from vision.dice.sets import open_dice
from vision.errors import InputError
from vision.eyes import Eyes
from vision.overlay import draw_overlay
from vision.reading import Reading
from vision.sightings import SURE, DieSeen
from vision.source.frames import Frame, read_picture


@click.command("look")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE...")
@whose_option
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
    edition: str,
    board: Path | None,
    tags: Path | None,
    dice: str | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Say which units stand in which hexes in each PICTURE, and which dice lie in the tray.

    What else has a tag is told with them, such as markers, and so are cards beside the board.

    Dice are told even where no board is seen, wherever they lie; their places are then in pixels.
    """
    with one_sentence():
        plan, book = read_plan(board, edition), read_book(tags, edition)
        reader = open_dice(dice, die_faces(edition))
    refused, found = [], 0
    for number, path in enumerate(pictures):
        try:
            image = read_picture(path)
        except InputError as trouble:
            refused.append(str(trouble))
            continue
        reading = Eyes(plan, book, reader).look(Frame(image, number, 0.0, path.name, still=True))
        loose = reader.loose(image) if reader is not None and reading.registration is None else ()
        found += reading.registration is not None or bool(loose)
        said = describe(path, reading, loose)
        click.echo(msgspec.json.encode(said) if as_json else _in_words(path, reading, loose))
        if overlay is not None:
            _save(
                overlay / f"{path.stem}.png" if len(pictures) > 1 else overlay,
                draw_overlay(image, reading, plan),
            )
    if refused:
        raise Refused(f"{refused[0]}.")
    if not found:
        raise CouldNot("no board was found in any picture; check that at least three corner marks are seen.")


def describe(path: Path, reading: Reading, loose: tuple[DieSeen, ...] = ()) -> dict[str, Any]:
    """Return *reading* of the picture in *path* as it is printed in JSON.

    Without a board the dice are the *loose* ones, and "dice_at" says that their places are pixels.
    """
    error = reading.error_mm
    seen: dict[str, Any] = {
        "found": error is not None,
        "error_mm": None if error is None else round(error, 3),
    }
    if error is None:
        seen["reason"] = reading.english_reason
    return {
        "picture": str(path),
        "board": seen,
        "state": reading.state.value,
        "tags": dict(sorted(reading.tags.items())),
        "units": reading.pieces,
        "doubtful": list(reading.doubtful),
        "twice": list(reading.twice),
        "cards": list(reading.beside),
        "dice_at": "mm" if reading.registration is not None else "px",
        "dice": [describe_die(die) for die in (reading.dice if reading.registration is not None else loose)],
        "ms": round(reading.ms, 1),
    }


def describe_die(die: DieSeen) -> dict[str, Any]:
    """Return *die* as it is printed in JSON; its trouble only if it has one."""
    seen = {"face": die.face, "at": [round(x, 1) for x in die.at_mm], "confidence": round(die.confidence, 3)}
    return {**seen, "trouble": die.trouble} if die.trouble else seen


def dice_in_words(dice: tuple[DieSeen, ...]) -> str:
    """Return the faces of *dice*, with "?" for a face that must be asked for and its trouble in brackets."""
    return ", ".join(
        (die.face if die.confidence >= SURE else f"{die.face}?")
        + (f" ({die.trouble})" if die.trouble else "")
        for die in dice
    )


def _in_words(path: Path, reading: Reading, loose: tuple[DieSeen, ...]) -> str:
    if reading.error_mm is None:
        return f"{path}: {reading.reason}" + (f"\n  dice: {dice_in_words(loose)}" if loose else "")
    lines = [
        f"{path}: board found to {reading.error_mm:.2f} mm, {len(reading.pieces)} units, {reading.ms:.0f} ms"
    ]
    lines += [
        f"  {at:>3}  {piece}" for piece, at in sorted(reading.pieces.items(), key=lambda entry: entry[1])
    ]
    if reading.doubtful:
        lines.append(f"  not sure about {', '.join(reading.doubtful)}")
    if reading.beside:
        lines.append(f"  beside the board: {', '.join(reading.beside)}")
    if reading.dice:
        lines.append(f"  dice: {dice_in_words(reading.dice)}")
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
