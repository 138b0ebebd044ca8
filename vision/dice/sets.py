"""Sets of dice as files that a group can share, and which dice the text of an option names.

A set file is JSON: what the dice are called, how large they are, and small pictures (PNG,
base64) of each face.  Knows neither cameras nor what a face means in the game.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.dice.inks.reader import InkReader
from vision.dice.inks.shapes import InkShapes
from vision.dice.pip_dice import PipReader
from vision.dice.pips import PIP_FACES
from vision.dice.reader import DIE_MM, DiceReader
from vision.dice.stickers.reader import StickerReader
from vision.dice.symbols import SECOND_DIE, DieFaces, on_white, read_faces
from vision.errors import InputError
from vision.sightings import DieSeen
from vision.source.pictures import TooLargeError, decode

Picture = NDArray[np.uint8]

STICKERS, PIPS, NONE = "stickers", "pips", "none"
FORMAT: Final = "herald dice set 1"
MOST_BYTES = 4_000_000
MOST_FACES, MOST_EXAMPLES, MOST_SIGNS = 20, 8, 255
LEAST_PX, MOST_PX = 12, 512
KEPT_PX = 96
DIE_SIZES = (5.0, 60.0)


class AnyReader(Protocol):
    """Reads dice in a tray, or loose in a picture (h, w, 3) BGR without a board."""

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die in *tray*, its place in mm."""

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return every die in *image*, its place in pixels."""


class DiceSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A taught set: *faces* holds pictures of each face (PNG, base64), *reads* how they are told apart."""

    format: Literal["herald dice set 1"] = FORMAT
    name: str
    reads: Literal["pips", "symbols"]
    die_mm: float = DIE_MM
    faces: dict[str, list[str]]

    def pictures(self, where: str) -> dict[str, list[Picture]]:
        """Return the pictures of each face, (h, w, 3) BGR.  Raises InputError naming *where* and the face."""
        return {
            face: [_picture(text, f"{where}: face {face!r}, picture {number}")
                   for number, text in enumerate(texts, 1)]
            for face, texts in self.faces.items()
        }  # fmt: skip


def make_set(
    name: str, faces: Mapping[str, Sequence[Picture]], *, reads: Literal["pips", "symbols"], die_mm: float
) -> DiceSet:
    """Return a set with *faces*' pictures (h, w, 3) BGR, made small.

    Raises InputError where a set could not be read.
    """
    packed = {face: [_packed(each) for each in some[:MOST_EXAMPLES]] for face, some in faces.items()}
    made = DiceSet(name=name, reads=reads, die_mm=die_mm, faces=packed)
    _check(made, name)
    return made


def format_set(dice: DiceSet) -> bytes:
    """Return *dice* as the bytes of its file."""
    return msgspec.json.format(msgspec.json.encode(dice), indent=1)


def parse_set(text: bytes, where: str) -> DiceSet:
    """Return the set in *text*.  Raises InputError naming *where* and what is wrong."""
    try:
        dice = msgspec.json.decode(text, type=DiceSet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as trouble:
        raise InputError("{1}: is no dice set ({2}); make one with `herald teach`", where, trouble) from None
    _check(dice, where)
    return dice


def read_set(path: Path) -> DiceSet:
    """Return the set in the file at *path*.  Raises InputError."""
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise InputError(
                "{1}: more than {2} bytes are too many for a dice set; make it again with `herald teach`",
                path,
                MOST_BYTES,
            )
        return parse_set(content, str(path))
    except OSError as trouble:
        raise InputError(
            "{1}: cannot be read ({2}); check the file's name and rights", path, trouble.strerror
        ) from None


def open_dice(which: str | None, die: DieFaces = SECOND_DIE) -> AnyReader | None:
    """Return a reader of the dice that *which* names, or None for no dice; *die* is what they have for faces.

    It is ``stickers`` (those of `herald print`), ``pips`` (any dice with pips), a set file
    of `herald teach`, a folder with a picture per face, or ``none``.  Raises InputError for
    what is none of these.
    """
    if which is None or which == NONE:
        return None
    if which == STICKERS:
        return StickerReader(die)
    if which == PIPS:
        return PipReader()
    path = Path(which)
    if not path.exists():
        raise InputError(
            "--dice {1}: there is no such file or folder; give a set made with `herald teach`, a "
            "folder with a picture a face, '{2}', '{3}' or '{4}'",
            which,
            STICKERS,
            PIPS,
            NONE,
        )
    if path.is_dir():
        return _by_symbols({face: [picture] for face, picture in read_faces(path, die).items()}, DIE_MM)
    return reader_of(read_set(path), which, die)


def reader_of(dice: DiceSet, where: str, die: DieFaces = SECOND_DIE) -> AnyReader:
    """Return a reader of *dice* by the names of *die*.

    Raises InputError where one of its pictures is none.
    """
    pictures = {die.called(face): shown for face, shown in dice.pictures(where).items()}
    if dice.reads == PIPS:
        return PipReader(pictures, die_mm=dice.die_mm)
    return _by_symbols(pictures, dice.die_mm)


def _by_symbols(pictures: Mapping[str, Sequence[Picture]], die_mm: float) -> AnyReader:
    """Return a reader of dice that are known by *pictures* (h, w, 3) BGR of their faces."""
    shapes = InkShapes(pictures)
    if shapes.are_inks_told:
        return InkReader(pictures, shapes, die_mm=die_mm)
    return DiceReader(pictures, die_mm=die_mm)


def _check(dice: DiceSet, where: str) -> None:
    """Raise InputError for the first thing in *dice* that no reader could use."""
    if not DIE_SIZES[0] <= dice.die_mm <= DIE_SIZES[1]:
        raise InputError(
            "{1}: dice of {2} mm cannot be; give {3} to {4}",
            where,
            f"{dice.die_mm:g}",
            f"{DIE_SIZES[0]:g}",
            f"{DIE_SIZES[1]:g}",
        )
    if not 2 <= len(dice.faces) <= MOST_FACES:
        raise InputError(
            "{1}: has {2} faces; a set needs 2 to {3}: teach each face", where, len(dice.faces), MOST_FACES
        )
    if not dice.name.strip() or len(dice.name) > MOST_SIGNS or not dice.name.isprintable():
        raise InputError("{1}: has no usable name; give it one of 1 to {2} letters", where, MOST_SIGNS)
    for face, pictures in dice.faces.items():
        if not face.strip() or len(face) > 24 or not face.isprintable():
            raise InputError(
                "{1}: face {2} has no usable name; give it one of 1 to 24 letters", where, repr(face)
            )
        if not 1 <= len(pictures) <= MOST_EXAMPLES:
            raise InputError(
                "{1}: face {2} has {3} pictures; teach it with 1 to {4}",
                where,
                repr(face),
                len(pictures),
                MOST_EXAMPLES,
            )
    if dice.reads == PIPS and not set(dice.faces) <= set(PIP_FACES):
        odd = sorted(set(dice.faces) - set(PIP_FACES))[0]
        raise InputError(
            "{1}: face {2} is not one of 1 to 6; name the faces of dice with pips so", where, repr(odd)
        )


def _packed(picture: Picture) -> str:
    """Return *picture* (h, w, 3), made small, as PNG in base64."""
    small = picture
    if max(picture.shape[:2]) > KEPT_PX:
        shrink = KEPT_PX / max(picture.shape[:2])
        small = np.asarray(
            cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    done, png = cv2.imencode(".png", small)
    assert done, "a picture that was read can be written"
    return base64.b64encode(png.tobytes()).decode("ascii")


def _picture(text: str, where: str) -> Picture:
    """Return the picture (h, w, 3) BGR that *text* holds.  Raises InputError naming *where*."""
    try:
        packed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        packed = b""
    try:
        image = decode(packed, cv2.IMREAD_UNCHANGED)
    except TooLargeError:
        image = None
    if image is None or not LEAST_PX <= min(image.shape[:2]) <= max(image.shape[:2]) <= MOST_PX:
        raise InputError(
            "{1}: is no picture of {2} to {3} pixels; teach that face again", where, LEAST_PX, MOST_PX
        )
    return on_white(image)
