"""What the eyes see, drawn over the picture, for people to check.

Grid, marks, tags with their hexes, doubts, glare, dice and their tray, and how the eyes do.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan
from vision.health import EyeState
from vision.reading import Reading
from vision.source.pictures import Picture
from vision.tags.poses import corners_mm

QUALITY = 80  # of a JPEG for people
GRID, TAG, DOUBT, GLARE, DIE, TRAY, MARK = (
    (200, 200, 200),
    (80, 220, 80),
    (40, 80, 240),
    (60, 220, 250),
    (240, 200, 60),
    (200, 160, 40),
    (240, 120, 220),
)
Points = NDArray[np.float64]


def drawn_jpeg(image: Picture, reading: Reading, plan: BoardPlan) -> bytes:
    """Return *image* (h, w, 3) with *reading* drawn over it, as JPEG."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    good, packed = cv2.imencode(".jpg", draw_overlay(image, reading, plan), quality)
    assert good, "a picture can be packed"
    return packed.tobytes()


def draw_overlay(image: Picture, reading: Reading, plan: BoardPlan) -> Picture:
    """Return a copy of *image* (h, w, 3) with what *reading* says drawn over it."""
    drawn = image.copy()
    registration = reading.registration
    if registration is None:
        drawn[: drawn.shape[1] // 48] //= 3
        words = reading.english_reason or "the board is not found"
        _write(drawn, words, (drawn.shape[1] // 100, drawn.shape[1] // 68), DOUBT, size=2.0)
        return drawn
    thin = max(1, image.shape[1] // 1200)
    for name in plan.board.hexes:
        _outline(drawn, registration, plan.outline_mm(name), GRID, thin)
    for name in reading.doubtful:
        _outline(drawn, registration, plan.outline_mm(name, 0.94), DOUBT, 2 * thin)
        _write(drawn, "?", _pixel(registration, np.array(plan.centre_mm(name))), DOUBT, size=2.0)
    for name in reading.glare:
        _outline(drawn, registration, plan.outline_mm(name, 0.88), GLARE, 2 * thin)
        _write(drawn, "glare", _pixel(registration, np.array(plan.centre_mm(name))), GLARE, size=1.2)
    for mark in registration.marks:
        cv2.polylines(drawn, [_ints(mark.corners_px)], isClosed=True, color=MARK, thickness=2 * thin)
    if reading.tray is not None:
        _outline(drawn, registration, reading.tray.corners_mm, TRAY, 2 * thin)
    _tags(drawn, reading, registration)
    _dice(drawn, reading, registration)
    _banner(drawn, reading, registration)
    return drawn


def _tags(drawn: Picture, reading: Reading, registration: Registration) -> None:
    """Write under each tag its hex and piece, then draw all tags, so that no name hides one."""
    thick = 2 * max(1, drawn.shape[1] // 1200)
    colours = [TAG if reading.pieces.get(one.piece) == one.hex else DOUBT for one in reading.sightings]
    for one, colour in zip(reading.sightings, colours, strict=True):
        below = np.array(one.at_mm) - (one.pose.size_mm / 2, one.pose.size_mm * 0.8)
        x, y = _pixel(registration, below)
        words = f"{one.hex} {one.piece}".replace("_", " ").rsplit(" ", 1)
        for line, text in enumerate(words):
            _write(drawn, text, (x, y + line * drawn.shape[1] // 130), colour, size=1.3)
    for one, colour in zip(reading.sightings, colours, strict=True):
        _outline(drawn, registration, corners_mm(one.pose), colour, thick)


def _dice(drawn: Picture, reading: Reading, registration: Registration) -> None:
    """Number the dice, and list beside the tray what each of them shows."""
    corner = (0.0, 0.0) if reading.tray is None else tuple(reading.tray.corners_mm[3])
    left, top = _pixel(registration, np.array(corner))
    line = drawn.shape[1] // 70
    for number, die in enumerate(reading.dice, 1):
        _write(drawn, str(number), _pixel(registration, np.array(die.at_mm)), DIE, size=1.8)
        words = f"{number}  {die.face} {die.confidence:.0%}"
        _write(drawn, words, (left, top - line * (len(reading.dice) - number) - line // 2), DIE, size=1.8)


def _banner(drawn: Picture, reading: Reading, registration: Registration) -> None:
    """Write the eyes' state over the picture's upper edge, and why where something is wrong."""
    colour = TAG if reading.state is EyeState.QUIET and reading.reason is None else DOUBT
    fit = f"marks to {registration.error_mm:.2f} mm" if registration.marks else "corners as tapped"
    words = [
        reading.state.value.replace("_", " "),
        fit,
        *([reading.english_reason] if reading.reason else []),
    ]
    drawn[: drawn.shape[1] // 48] //= 3
    _write(drawn, "   ".join(words), (drawn.shape[1] // 100, drawn.shape[1] // 68), colour, size=2.0)


def _pixel(registration: Registration, at_mm: Points) -> tuple[int, int]:
    """Return the pixel that is nearest to *at_mm* (2,)."""
    x, y = registration.to_pixels(at_mm)
    return round(float(x)), round(float(y))


def _ints(points: Points) -> NDArray[np.int32]:
    """Return *points* (n, 2) in whole pixels."""
    return np.asarray(np.round(points), np.int32)


def _outline(
    drawn: Picture, registration: Registration, corners: Points, colour: tuple[int, int, int], thickness: int
) -> None:
    """Draw a closed line through *corners* (n, 2) mm, bent as the lens bends it."""
    steps = np.linspace(0, 1, 6, endpoint=False)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    around = np.concatenate([start + (end - start) * steps for start, end in sides])
    pixels = _ints(registration.to_pixels(around))
    cv2.polylines(drawn, [pixels], isClosed=True, color=colour, thickness=thickness, lineType=cv2.LINE_AA)


def _write(
    drawn: Picture, text: str, at: tuple[int, int], colour: tuple[int, int, int], *, size: float = 1.0
) -> None:
    """Write *text* on *drawn* (h, w, 3) with a dark edge, so that it is read on any ground."""
    scale = size * drawn.shape[1] / 4200
    step = max(1, drawn.shape[1] // 1200)
    edges = [(x, y) for x in (-step, 0, step) for y in (-step, 0, step) if x or y]
    for (x, y), ink in [*((edge, (0, 0, 0)) for edge in edges), ((0, 0), colour)]:
        place = (at[0] + x, at[1] + y)
        cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 1, cv2.LINE_AA)
