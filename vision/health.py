"""What may be wrong with a picture as a whole: darkness, a lens out of focus, covered marks, glare.

Each measure has two thresholds, one to call it wrong and one to call it well again, so
that nothing flaps between the two.  Knows no tags.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from rules.kernel.translatable import Message, counted
from vision.board.calibrate import Registration
from vision.board.plan import BoardMark, BoardPlan
from vision.rest.glance import Mask, Zones, nothing_but_white
from vision.source.frames import Frame
from vision.source.pictures import Picture

Floats = NDArray[np.float32]

DARK, LIT = 10.0, 13.0  # of 255, on average
DIM, LIGHT = 30.0, 36.0  # in which nothing is at rest any more ...
DIM_SHARE, LIGHT_SHARE = 0.4, 0.5  # ... and so much of what it was at rest
FORGETTING = 0.995  # of that, a picture: a lamp may take its time to go out
BLURRED_MM, SHARP_MM = 1.45, 1.33  # width of a mark's edges on the board; a module is 0.9 mm
BLURRED_TIMES, SHARP_TIMES = 1.25, 1.12  # of the width at rest
BLURRED_PX = 2.6  # of the sharpest edges in a picture without marks
UNLIKE, LIKE = 0.55, 0.7  # correlation of a mark with itself at rest, to be covered or seen
LEAST_CONTRAST = 12.0  # grey levels, for edges to have a width
EVERY = 10  # pictures; a lens may lose its focus too slowly for anything to change
GLARING, FADED = 0.10, 0.05  # share of a hex
NOWHERE: Mapping[str, Iterable[Hex]] = {}
PATCH_MM = 6.0  # narrower white is paper, or a figure's edge
SHINE_MM, AROUND_MM = 22.0, 40.0  # narrower white is a die; so far around glare a glance is changed by it


class EyeState(StrEnum):
    """What the eyes can say about the table at this moment."""

    QUIET = "quiet"
    CHANGING = "changing"
    COVERED = "covered"
    NO_MARKS = "no_marks"
    DARK = "dark"
    FROZEN = "frozen"
    OUT_OF_FOCUS = "out_of_focus"
    UNSTEADY = "unsteady"


ACT = frozenset({EyeState.NO_MARKS, EyeState.DARK, EyeState.FROZEN, EyeState.OUT_OF_FOCUS, EyeState.UNSTEADY})
"""The states in which the game stands still until people do something."""


def sentence(
    state: EyeState,
    *,
    unseen: tuple[int, ...] = (),
    marks: int = 0,
    covered: tuple[int, ...] = (),
    glare: tuple[Hex, ...] = (),
    twice: Mapping[str, Iterable[Hex]] = NOWHERE,
    is_blurred: bool = False,
) -> Message | None:
    """Return what is wrong, where, and what helps; None where all is well.

    The board has *marks* marks, of which *unseen* are missing where it is not found, or
    *covered* where it is; *is_blurred* is a picture that has no sharp edge.  *twice* has the hexes of
    pieces that are seen in several.
    """
    match state:
        case EyeState.UNSTEADY:
            return UNSTEADY
        case EyeState.NO_MARKS if is_blurred:
            return Message("the board is not found and the picture is blurred: {1}", FOCUS)
        case EyeState.NO_MARKS if not marks:
            return Message("the board is not found: its plan lists no marks")
        case EyeState.NO_MARKS:
            ids = ", ".join(map(str, unseen))
            return Message("the board is not found: marks {1} are not seen, and at least three must be", ids)
        case EyeState.DARK:
            return Message("the picture is dark: switch on a light or uncover the camera")
        case EyeState.FROZEN:
            return Message(
                "the camera sends the same picture again and again: unplug it and plug it in again"
            )
        case EyeState.OUT_OF_FOCUS:
            return Message("the picture is out of focus: {1}", FOCUS)
        case EyeState.COVERED:
            return Message("something lies over the board: waiting until it is gone")
        case _ if twice:
            places = ", ".join(f"{piece} ({', '.join(hexes)})" for piece, hexes in twice.items())
            return Message("seen in two places: {1}; take one of the tags away", places)
        case EyeState.QUIET if glare:
            return Message("covered by glare at {1}: turn the lamp or the board a little", _hexes(glare))
        case EyeState.QUIET if covered:
            ids = ", ".join(map(str, covered))
            return Message(
                "{1}: the board is still known by the rest; clear what lies there when you can",
                counted(len(covered), "mark {2} is covered", "marks {2} are covered", ids),
            )
        case _:
            return None


UNSTEADY = Message(
    "the picture jumps from moment to moment (noise, flicker or torn pictures): "
    "check the camera's cable, its socket and the lamp"
)
MIRRORED = Message("the picture is mirrored: switch off mirroring in the settings of the camera")
FOCUS = Message("clean the lens, hold something printed under it until it is sharp, or move the camera away")


def _hexes(names: tuple[Hex, ...]) -> Message:
    return counted(len(names), "hex {2}", "hexes {2}", ", ".join(names))


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """Where a mark lies in the picture, how it looked at rest (h, w), and its pixels a millimetre."""

    mark: BoardMark
    rows: slice
    columns: slice
    looks: Floats
    scale: float

    def of(self, image: Picture) -> Floats:
        """Return this part of *image*, its green."""
        return image[self.rows, self.columns, 1].astype(np.float32)


class Health:
    """Watches over the pictures (h, w, 3) BGR of one camera; ``begin`` tells what they look like at rest.

    Masks are (h, w; 0 or 1), of a glance's size.
    """

    def __init__(self, plan: BoardPlan) -> None:
        self._plan = plan
        self._is_dark = False
        self._is_dim = False
        self.is_out_of_focus = False
        self.covered = tuple[BoardMark, ...]()
        """The marks that are covered while the board is known by others."""
        self.glare = frozenset[Hex]()
        self._patches: list[_Patch] = []
        self._visible = frozenset[BoardMark]()
        self._width: float | None = None
        self._level = 0.0
        self._rest_level: float | None = None
        self._count = 0
        self._shine: Mask | None = None
        self._shone: Mask | None = None

    def is_dark(self, draft: Picture) -> bool:
        """Return whether nothing can be seen in a picture of which *draft* (h, w, 3) tells enough."""
        level = self._level = float(draft[::16, ::16].mean())
        self._is_dark = level < (LIT if self._is_dark else DARK)
        if self._rest_level is None:
            self._is_dim = False
        else:
            most, share = (LIGHT, LIGHT_SHARE) if self._is_dim else (DIM, DIM_SHARE)
            self._is_dim = level < most and level < share * self._rest_level
        return self._is_dark

    @property
    def is_dim(self) -> bool:
        """Return whether the light has gone since the table was at rest: noise is then no movement."""
        return self._is_dim

    def rest(self) -> None:
        """Take the newest picture's light for usual, and its glare for what was there at rest."""
        level = self._level
        self._rest_level = level if self._rest_level is None else max(level, FORGETTING * self._rest_level)
        self._shone = self._shine

    def begin(self, image: Picture, registration: Registration) -> None:
        """Remember how the marks look in *image*, in which the board was found."""
        self._patches = [
            patch for mark in self._plan.marker if (patch := _patch(image, mark, registration)) is not None
        ]
        self._visible = frozenset(patch.mark for patch in self._patches)
        seen = {one.mark for one in registration.marks}
        self._patches = [patch for patch in self._patches if patch.mark in seen]
        self.covered = tuple(mark for mark in self._plan.marker if seen and mark in self._visible - seen)
        self._width = self._edge_mm(image, self._patches)
        self.is_out_of_focus = False

    def look(self, frame: Frame, *, is_changed: bool) -> None:
        """Judge the focus and the marks of *frame*; where nothing has changed, only now and then."""
        self._count += 1
        is_due = is_changed or self.is_out_of_focus or self._count % EVERY == 0
        if not (self._patches and is_due):
            return
        image = frame.image
        seen = [patch for patch in self._patches if self._is_seen(patch, image)]
        clear = {patch.mark for patch in seen}
        self.covered = tuple(mark for mark in self._plan.marker if mark in self._visible - clear)
        width = self._edge_mm(image, seen)
        if not seen:
            self.is_out_of_focus = is_blurred(image)
        elif width is None or self._width is None:
            self.is_out_of_focus = False
        elif self.is_out_of_focus:
            self.is_out_of_focus = width > SHARP_MM and width > SHARP_TIMES * self._width
        else:
            self.is_out_of_focus = width > BLURRED_MM and width > BLURRED_TIMES * self._width

    def _is_seen(self, patch: _Patch, image: Picture) -> bool:
        limit = LIKE if patch.mark in self.covered else UNLIKE
        return _correlation(patch.of(image), patch.looks) >= limit

    def _edge_mm(self, image: Picture, patches: list[_Patch]) -> float | None:
        """Return the width of the sharpest of the marks' edges on the board, in mm."""
        widths = [(edge_width(patch.of(image)), patch.scale) for patch in patches]
        return min((width / scale for width, scale in widths if width is not None), default=None)

    def look_for_glare(self, small: Picture, zones: Zones) -> frozenset[Hex]:
        """Return the hexes of which a part is nothing but white in a glance's picture (h, w, 3)."""
        white = nothing_but_white(small)
        if not self.glare and cv2.countNonZero(white) < GLARING * zones.hex_px / 2:
            self._shine = None
            return self.glare
        scale = float(np.sqrt(zones.hex_px)) / self._plan.hex_width_mm
        mask = _opened(white, PATCH_MM * scale)
        around = 2 * round(AROUND_MM * scale) + 1
        shine = cv2.dilate(_opened(mask, SHINE_MM * scale), np.ones((around, around), np.uint8))
        self._shine = np.asarray(shine, np.uint8)
        self.glare = frozenset(
            zones.hexes_under(mask, GLARING) | (self.glare & zones.hexes_under(mask, FADED))
        )
        return self.glare

    def without_glare(self, mask: Mask) -> Mask:
        """Return what of *mask* was not changed by glare that has come or gone since the last rest."""
        for shine in (self._shine, self._shone):
            mask = mask if shine is None else np.asarray(mask & (1 - shine), np.uint8)
        return mask


def _opened(mask: Mask, side: float) -> Mask:
    """Return *mask* (h, w) without what is narrower than *side* pixels."""
    square = np.ones((max(2, round(side)),) * 2, np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, square), np.uint8)


def edge_width(part: Floats) -> float | None:
    """Return how many pixels wide the sharpest edges of *part* (h, w) are; None where there is none."""
    low, high = _levels(part, 5, 95)
    if high - low < LEAST_CONTRAST:
        return None
    across = cv2.Sobel(part, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(part, cv2.CV_32F, 0, 1, scale=1 / 8)
    (steepest,) = _levels(np.asarray(cv2.magnitude(across, down), np.float32), 97)
    return float((high - low) / (steepest * np.sqrt(2 * np.pi)))


def _levels(part: Floats, *percents: int) -> list[float]:
    """Return what so many *percents* of the pixels of *part* (h, w) do not pass; every other one is asked."""
    few = part[::2, ::2].ravel()
    ranks = [percent * (few.size - 1) // 100 for percent in percents]
    return [float(level) for level in np.partition(few, ranks)[ranks]]


def is_blurred(image: Picture) -> bool:
    """Return whether not one part of *image* (h, w, 3) has sharp edges, though some have edges."""
    green = image[..., 1]
    height, width = green.shape[0] // 8, green.shape[1] // 8
    parts = [
        green[row * height : (row + 1) * height, column * width : (column + 1) * width]
        for row in range(8)
        for column in range(8)
    ]
    strong = sorted(parts, key=lambda part: -float(part.std()))[:6]
    widths = [edge_width(part.astype(np.float32)) for part in strong]
    known = [one for one in widths if one is not None]
    return bool(known) and min(known) > BLURRED_PX * max(1.0, image.shape[1] / 1280)


def _patch(image: Picture, mark: BoardMark, registration: Registration) -> _Patch | None:
    """Return the part of *image* (h, w, 3) that *mark* lies in, or None where that is not wholly seen."""
    around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * mark.size_mm * 0.6
    corners = registration.to_pixels(around + mark.centre_mm)
    (left, top), (right, bottom) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    if left < 0 or top < 0 or right > image.shape[1] or bottom > image.shape[0]:
        return None
    rows, columns = slice(int(top), int(bottom)), slice(int(left), int(right))
    looks = image[rows, columns, 1].astype(np.float32)
    return _Patch(mark, rows, columns, looks, registration.scale(np.array(mark.centre_mm)))


def _correlation(one: Floats, other: Floats) -> float:
    """Return the correlation of two pictures (h, w) of one shape, -1 to 1."""
    first, second = (one - one.mean()).ravel(), (other - other.mean()).ravel()
    return float(first @ second) / max(float(np.linalg.norm(first) * np.linalg.norm(second)), 1e-3)
