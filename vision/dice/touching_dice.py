"""Dice that touch: which of many likely tops are dice, told by all of them together.

Tops lie at one height, so none of them hides another: dice are squares that do not overlap,
and their bodies together must cover what is seen of dice, and little else.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cubes import cube_outline, paint, sides_seen
from vision.dice.die_search import DiceScene, DieMatch, TopFinder
from vision.dice.tray import MASK_SCALE

Points = NDArray[np.float64]
Mask = NDArray[np.uint8]

LEAST_SCORE = 0.7
"""No top whose face agrees less is told together with others: a wall may agree so well."""

COVERS, SPILLS = 0.5, 0.33
"""What a top's area that is covered counts for, and what lies outside of the patch counts against."""

MOST_OVERLAP = 0.15
"""Of its top so much may seem to lie in another: they are found half a millimetre or so astray."""

SIDE_MM, LEAST_OWNER, SIDE_DOUBT = 3.5, 0.75, 1.5
"""So near the middle of another die's side a top may be that side; only a die this sure has any."""

CLEARLY_NO_SIDE, DOUBTED_LEAD = 0.3, 0.04
"""What agrees less clearly better as a top than as a side leads by no more: it is not sure."""

SAME_MM = 4.0
BEAM = 48
"""So many choices are followed at once."""


class _Cube(NamedTuple):
    """A likely die: what its face is worth, its cover of the map as bits, whom it overlaps, as bits.

    *if_side* says what the face is worth if that other die, whose side it may be, lies there.
    """

    worth: float
    body: int
    rivals: int
    if_side: dict[int, float]


class _Choice(NamedTuple):
    """Some dice (bits), the bits that they cover, those they may not be joined by, and their worth."""

    dice: int
    cover: int
    barred: int
    total: float


class Patch(NamedTuple):
    """A part of the map that is dice: *mask* (h, w; 0 or 1), its corner in mm, how cubes lean there."""

    mask: Mask
    corner: Points
    lean: Points


def dice_together(
    finder: TopFinder, scene: DiceScene, patch: Patch, die_mm: float, most: int
) -> list[DieMatch]:
    """Return the dice that together explain *patch* best, of the *most* likely tops in it."""
    likely = finder.everywhere(scene, patch.mask.astype(np.float32), patch.corner, most)
    tops = [each for each in likely if each.score >= LEAST_SCORE]
    cubes = _cubes(finder, scene, tops, patch, die_mm)
    seen, area = _bits(patch.mask), (die_mm * MASK_SCALE) ** 2
    best = _best(cubes, seen, area, 0)
    found = []
    for number, top in enumerate(tops):
        if best.dice >> number & 1:
            alike = _numbers(each.face == top.face and _apart(each, top) < SAME_MM for each in tops)
            lead = best.total - _best(cubes, seen, area, alike).total
            may_be_side = any(
                best.dice >> owner & 1 and worth < CLEARLY_NO_SIDE
                for owner, worth in cubes[number].if_side.items()
            )
            found.append(top._replace(lead=min(lead, DOUBTED_LEAD) if may_be_side else lead))
    return found


def _best(cubes: Sequence[_Cube], seen: int, area: float, barred: int) -> _Choice:
    """Return the dice that explain the bits *seen* best, none of them *barred*."""
    choices = [_Choice(0, 0, barred, 0.0)]
    for number, cube in enumerate(cubes):
        more = []
        for choice in choices:
            if not choice.barred >> number & 1:
                dice, cover = choice.dice | 1 << number, choice.cover | cube.body
                covered = (cover & seen).bit_count()
                total = (
                    _faces(cubes, dice) + (COVERS * covered - SPILLS * (cover.bit_count() - covered)) / area
                )
                more.append(_Choice(dice, cover, choice.barred | cube.rivals, total))
        choices = sorted([*choices, *more], key=lambda each: -each.total)[:BEAM]
    return choices[0]


def _faces(cubes: Sequence[_Cube], dice: int) -> float:
    """Return what the faces of *dice* (bits) are worth together."""
    total = 0.0
    for number, cube in enumerate(cubes):
        if dice >> number & 1:
            total += min([cube.worth, *(worth for owner, worth in cube.if_side.items() if dice >> owner & 1)])
    return total


def _cubes(
    finder: TopFinder, scene: DiceScene, tops: Sequence[DieMatch], patch: Patch, die_mm: float
) -> list[_Cube]:
    """Return *tops* as cubes that cover *patch*."""
    outlines = [cube_outline(each.pose, patch.lean, die_mm) for each in tops]
    squares = [square.astype(np.float32) for square, _ in outlines]
    sides = _sides(finder, scene, tops, patch.lean, die_mm)
    cubes = []
    for top, (_, body), square, if_side in zip(tops, outlines, squares, sides, strict=True):
        canvas = np.zeros_like(patch.mask)
        paint(canvas, body, patch.corner, 1)
        rivals = _numbers(
            cv2.intersectConvexConvex(square, each)[0] > MOST_OVERLAP * die_mm**2 for each in squares
        )
        cubes.append(_Cube(top.score - LEAST_SCORE, _bits(canvas), rivals, if_side))
    return cubes


def _sides(
    finder: TopFinder, scene: DiceScene, tops: Sequence[DieMatch], lean: Points, die_mm: float
) -> list[dict[int, float]]:
    """Return for each of *tops* what its face is worth if it is the side of another, by that one's number.

    *lean* (2,) is as ``TrayView.lean`` tells it, in mm.
    """
    owners = [
        (number, edge)
        for number, each in enumerate(tops)
        if each.score >= LEAST_OWNER
        for edge in sides_seen(each.pose, lean, die_mm)
    ]
    scores = finder.side_scores(scene, [edge for _, edge in owners])
    worths: list[dict[int, float]] = [{} for _ in tops]
    for (owner, edge), score in zip(owners, scores, strict=True):
        middle = edge.mean(axis=0) + lean / 2
        for number, each in enumerate(tops):
            if number != owner and np.hypot(*(middle - each.pose[:2])) < SIDE_MM:
                worths[number][owner] = SIDE_DOUBT * (each.score - score)
    return worths


def _apart(one: DieMatch, other: DieMatch) -> float:
    """Return how many mm the two lie apart."""
    return float(np.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y))


def _numbers(chosen: Iterable[bool]) -> int:
    """Return as bits which of them are *chosen*."""
    return sum(1 << number for number, each in enumerate(chosen) if each)


def _bits(mask: Mask) -> int:
    """Return *mask* (h, w; 0 or 1) as one number's bits."""
    return int.from_bytes(np.packbits(mask).tobytes(), "big")
