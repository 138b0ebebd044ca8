"""Which stickers on the plane of the tops are tops, and which are sides of dice that stand there.

A side may look like one more top.  But it lies where the side of a die must be seen, and has no side of
its own.  Knows no picture: whether a sticker is read on a side is asked for.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.dice.tray import TrayView
from vision.sightings import SURE

Points = NDArray[np.float64]
NO_SCORE, ALL_SCORE, ALL_GAP = 0.65, 0.95, 0.2  # from no confidence to all of it
NO_ROOM = 0.9  # dice whose tops lie nearer than so many sides are one die: its top and a side of it
SIDE_MM = 2.5  # so near to where a die's side must be seen it may be that
OWN_SURE = 0.65  # so surely a sticker is read on a side of its own
ALIKE = 0.01  # scores as a top and as a side that differ by less tell nothing
NO_SIDE = 0.1  # what fits so much better as a top is no side; sides fit as such at least as well
SQUARE_LEANS = (0.7, 1.4)  # a side that is seen so high, in dice, may look square
SQUARE_SLANT = 0.35  # radians; one that is more askew does not
AGAIN_MM = 3.0  # so near to another the same sticker is seen again
CLEARER = 0.2  # where what counts as a side is so much surer than its top, the top is asked for
UNSURE_SCORE = NO_SCORE + 0.9 * SURE * (ALL_SCORE - NO_SCORE)


class ReadSticker(NamedTuple):
    """What is read on the plane of the tops: a *face* at (2,) mm, turned by radians."""

    face: str
    at_mm: Points
    turn: float
    score: float
    gap: float

    @property
    def confidence(self) -> float:
        """Return how sure the face is, 0 to 1."""
        score = (self.score - NO_SCORE) / (ALL_SCORE - NO_SCORE)
        return float(np.clip(min(score, self.gap / ALL_GAP), 0.05, 1))

    @property
    def as_unsure(self) -> "ReadSticker":
        """Return this sticker so that it is asked for."""
        return self._replace(score=min(self.score, UNSURE_SCORE))


class ReadOn(Protocol):
    """Reads the middle of a plane: (3, 3) carries mm there to mm at the height of the tops."""

    def __call__(self, side: Points, *, is_turn_known: bool = True) -> ReadSticker | None:
        """Return what is read there; where its turn is not known so well, others are tried."""


IsBare = Callable[[Points], bool]
"""Whether no die's top may lie at (2,) mm."""


class Part(StrEnum):
    """What of a die a sticker is.

    *EITHER*: no side of its own is seen, and it fits both alike.
    """

    TOP = "top"
    SIDE = "side"
    EITHER = "either"


class _StickerDie(NamedTuple):
    """The die that has *top* on top; its foot seems to be *lean* (2,) beside it.

    *sides* are those that are seen: which way each looks (2,), as long as half a die's side, and its
    middle (2,).  All is in mm at the height of the tops.
    """

    top: ReadSticker
    half_mm: float
    lean: Points
    sides: tuple[tuple[Points, Points], ...]

    def side_at(self, at_mm: Points) -> tuple[Points, Points] | None:
        """Return the side that may be what is seen at *at_mm* (2,)."""
        return next((side for side in self.sides if _apart(side[1], at_mm) < SIDE_MM), None)

    def is_hidden_by(self, dice: Sequence[ReadSticker], near_mm: float) -> bool:
        """Return whether one of *dice* lies so near to the middle of a side that is seen."""
        return any(_apart(die.at_mm, middle) < near_mm for die in dice for _, middle in self.sides)

    def plane(self, side: tuple[Points, Points]) -> Points:
        """Return the (3, 3) from mm on *side*, around its middle, to mm at the height of the tops."""
        (x, y), middle = side
        plane = np.identity(3)
        plane[:2] = np.column_stack(
            [np.array((-y, x)) / self.half_mm, -self.lean / (2 * self.half_mm), middle]
        )
        return plane


def tops_among(
    stickers: Sequence[ReadSticker], view: TrayView, die_mm: float, read_on: ReadOn, is_bare: IsBare
) -> list[ReadSticker]:
    """Return the tops among *stickers*, each once; those that may be sides too are not sure."""
    cubes = [_cube(sticker, view, die_mm) for sticker in _each_once(stickers)]
    farthest = sorted(cubes, key=lambda cube: float(cube.top.at_mm @ cube.lean))
    kept: list[_StickerDie] = []
    for cube, part in zip(farthest, _parts(farthest, read_on, is_bare), strict=True):
        top = cube.top
        of = next((n for n, other in enumerate(kept) if _is_of(other, top, part)), None)
        if of is None:
            kept.append(cube if part is Part.TOP else cube._replace(top=top.as_unsure))
        elif top.confidence > kept[of].top.confidence + CLEARER:
            kept[of] = kept[of]._replace(top=kept[of].top.as_unsure)
    return [cube.top for cube in kept]


def _each_once(stickers: Sequence[ReadSticker]) -> list[ReadSticker]:
    """Return *stickers* without those that are seen again, the surest first."""
    once: list[ReadSticker] = []
    for sticker in sorted(stickers, key=lambda each: (each.confidence, each.score), reverse=True):
        if all(_apart(sticker.at_mm, other.at_mm) >= AGAIN_MM for other in once):
            once.append(sticker)
    return once


def _cube(top: ReadSticker, view: TrayView, die_mm: float) -> _StickerDie:
    lean, half = view.lean(top.at_mm), die_mm / 2
    turns = top.turn + np.pi / 2 * np.arange(4)
    ways = half * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    sides = tuple((way, top.at_mm + way + lean / 2) for way in ways if way @ lean > 0)
    return _StickerDie(top, half, lean, sides)


def _parts(farthest: Sequence[_StickerDie], read_on: ReadOn, is_bare: IsBare) -> list[Part]:
    """Return what the top of each cube is; they go from the *farthest* to the nearest.

    The nearest is told first: only a die hides the side of what is behind it.
    """
    parts: list[Part] = []
    dice: list[ReadSticker] = []
    for number in range(len(farthest) - 1, -1, -1):
        cube = farthest[number]
        behind = [other for other in farthest[:number] if other.side_at(cube.top.at_mm) is not None]
        part = _part(cube, behind, dice, read_on) if behind else _part_alone(cube, dice, read_on, is_bare)
        if part is not Part.SIDE:
            dice.append(cube.top)
        parts.append(part)
    return parts[::-1]


def _part(
    cube: _StickerDie, behind: Sequence[_StickerDie], dice: Sequence[ReadSticker], read_on: ReadOn
) -> Part:
    """Return what *cube*'s top is, where sides of those *behind* may be; *dice* lie before it.

    An edge of the tray, of its mat or of a shadow is no sticker.
    """
    is_room = all(_has_room(cube, one) for one in (*dice, *(other.top for other in behind)))
    if is_room and _has_own_side(cube, dice, read_on):
        return Part.TOP
    is_hidden = cube.is_hidden_by(dice, cube.half_mm)
    if not is_room or not (is_hidden or cube.top.confidence >= SURE):
        return Part.SIDE
    as_side = max(_score_as_side(cube.top, other, read_on) for other in behind)
    if not is_hidden:
        return Part.EITHER if 0 < as_side < cube.top.score - NO_SIDE else Part.SIDE
    if abs(cube.top.score - as_side) < ALIKE:
        return Part.EITHER
    return Part.TOP if cube.top.score > as_side else Part.SIDE


def _part_alone(cube: _StickerDie, dice: Sequence[ReadSticker], read_on: ReadOn, is_bare: IsBare) -> Part:
    """Return what *cube*'s top is, behind which no sticker was read; *dice* lie before it.

    It may be the side of a die whose top is not read: covered, in a gleam, of no sticker.
    """
    top, length = cube.top, float(np.hypot(*cube.lean))
    if top.confidence < SURE or not SQUARE_LEANS[0] <= length / (2 * cube.half_mm) <= SQUARE_LEANS[1]:
        return Part.TOP
    way, _ = max(cube.sides, key=lambda side: float(side[0] @ cube.lean))
    if way @ cube.lean < np.cos(SQUARE_SLANT) * cube.half_mm * length:
        return Part.TOP
    as_side = read_on(cube.plane((way, top.at_mm)))
    guessed = 2 * ALIKE  # how such a die would be turned is not known so well
    if as_side is None or as_side.score < top.score - guessed or _has_own_side(cube, dice, read_on):
        return Part.TOP
    is_hidden = cube.is_hidden_by(dice, 2 * cube.half_mm)
    return Part.TOP if is_hidden and is_bare(top.at_mm - way - cube.lean / 2) else Part.EITHER


def _has_own_side(cube: _StickerDie, dice: Sequence[ReadSticker], read_on: ReadOn) -> bool:
    """Return whether a sticker is read on a side of *cube* that no sure one of *dice* hides."""
    sure = [die.at_mm for die in dice if die.confidence >= SURE]
    for side in cube.sides:
        if all(_apart(at, side[1]) >= cube.half_mm for at in sure):
            own = read_on(cube.plane(side))
            if own is not None and own.confidence >= OWN_SURE:
                return True
    return False


def _score_as_side(sticker: ReadSticker, cube: _StickerDie, read_on: ReadOn) -> float:
    """Return how well *sticker* is read as a side of *cube*."""
    side = cube.side_at(sticker.at_mm)
    seen = None if side is None else read_on(cube.plane((side[0], sticker.at_mm)), is_turn_known=False)
    return 0.0 if seen is None else seen.score


def _is_of(cube: _StickerDie, sticker: ReadSticker, part: Part) -> bool:
    """Return whether *sticker*, which is nearer to the camera, is *cube*'s top again or a side of it."""
    return not _has_room(cube, sticker) or (part is Part.SIDE and cube.side_at(sticker.at_mm) is not None)


def _has_room(cube: _StickerDie, sticker: ReadSticker) -> bool:
    """Return whether a die with *sticker* on top has room beside *cube*."""
    return _apart(sticker.at_mm, cube.top.at_mm) >= NO_ROOM * 2 * cube.half_mm


def _apart(one: Points, other: Points) -> float:
    return float(np.hypot(*(one - other)))
