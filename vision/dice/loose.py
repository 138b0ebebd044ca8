"""Dice with pips that lie anywhere in a picture: of unknown size and colours, on an unknown ground.

No board and no tray need be in sight.  Dice are looked for as if the camera looked straight
down, and again as if it stood at a slant: a top that looks square in one of these is one.
"""

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import PIP_FACES, agreements, pip_templates, square_grid
from vision.dice.tops import FINE_GRID, Levels, Tops, find_tops

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Map = NDArray[np.float32]

SLANTS = (1.0, 1.4)
"""How much higher a picture must be drawn for tops to be square: straight down, and at 45 degrees."""

WORK_PX = 1280
SMALLEST, LARGEST = 1 / 45, 1 / 6
"""A die's side, in sides of the picture."""

SOFT_PX = 0.7
LEAST_WORTH, CLEAR_WORTH = 0.4, 0.55
COUNTED = 0.05
"""A face whose pips were also found one by one is worth so much more for each of them."""

UNCOUNTED = 0.45
"""No face is surer whose pips were not all found one by one; must be below SURE."""

TOUCHING = 0.425
SAME_PLACE = 0.5
UNLIKE = (0.6, 1.65)
"""Dice of one picture are not that much smaller or larger than most of them."""

SLANTED = 1.12
BESIDE, BELOW = 0.75, (0.3, 1.2)
SAME_COLOUR = 15.0
PIP_SHARE = (0.05, 0.15)
HALF_WAY = 0.5
"""A spot is a pip if its colour is nearer to the pips' than to the die's."""

RIM = 0.43


class LooseDie(NamedTuple):
    """A die that lies at *x*, *y*, its *side* across (px), seen at a *slant* (see SLANTS).

    *worth* says how well face and outline fit, *rival* how near another face comes (0 to 1);
    *is_counted* whether as many pips as the face has were found one by one.  *body* and
    *pip* are colours (CIE Lab).
    """

    x: float
    y: float
    side: float
    slant: float
    face: str
    worth: float
    outline: float
    rival: float
    is_counted: bool
    body: tuple[float, float, float]
    pip: tuple[float, float, float]

    @property
    def confidence(self) -> float:
        """Return how sure the face is, 0 to 1: below SURE where count and comparison do not agree."""
        fit, lead = (self.worth - LEAST_WORTH) / 0.3, (1 - self.rival) / 0.2
        return float(np.clip(min(fit, lead, 1.0 if self.is_counted else UNCOUNTED), 0, 1))

    @property
    def rank(self) -> float:
        """Return what speaks for this die beside others at its place."""
        return self.worth * (1 + COUNTED * int(self.face) * self.is_counted)


def loose_dice(image: Picture, is_wanted: Callable[[LooseDie], bool] = lambda die: True) -> list[LooseDie]:
    """Return the dice with pips in *image* (h, w, 3) BGR that are wanted, the clearest first."""
    zoom = WORK_PX / max(image.shape[:2])
    seen: list[LooseDie] = []
    for slant in SLANTS:
        lab = soft_lab(image, zoom, zoom * slant)
        found = described(lab, *find_tops(lab, SMALLEST * WORK_PX, LARGEST * WORK_PX))
        seen += [
            die._replace(x=die.x / zoom, y=die.y / zoom / slant, side=die.side / zoom, slant=slant)
            for die in found
            if is_wanted(die)
        ]
    dice = _alike(chosen(seen))
    if _slant_of(dice) < SLANTED:
        return _alike(chosen([die for die in seen if die.slant == 1.0]))
    return [die for die in dice if not any(_is_side(die, other) for other in dice)]


def soft_lab(image: Picture, across: float, up: float) -> Map:
    """Return *image* drawn *across* and *up* times as large, (h, w, 3) CIE Lab."""
    method = cv2.INTER_CUBIC if across > 1 else cv2.INTER_AREA
    drawn = cv2.resize(image, None, fx=across, fy=up, interpolation=method).astype(np.float32) / 255
    lab = cv2.cvtColor(np.clip(drawn, 0, 1), cv2.COLOR_BGR2LAB)
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), SOFT_PX), np.float32)


def described(lab: Map, tops: Tops, spots: Points) -> list[LooseDie]:
    """Return *tops* of *lab* (h, w, 3) as dice: faces, colours, and whether the *spots* bear the face out.

    *spots* (n, 4) are as ``find_spots`` gives them.
    """
    if not len(tops.squares):
        return []
    templates = pip_templates(FINE_GRID)
    patches = Levels(lab).sample(tops.squares, square_grid(FINE_GRID))
    best = agreements(patches, templates).argmax(axis=1)
    column, row = np.rint(spots[:, :2].T).astype(int)
    colours = lab[row.clip(0, lab.shape[0] - 1), column.clip(0, lab.shape[1] - 1)]
    dice = []
    for number, ((x, y, side, _), patch) in enumerate(zip(tops.squares.tolist(), patches, strict=True)):
        inked = templates.inked[:, best[number]]
        pip = np.median(patch[inked], axis=0)
        body = np.median(patch[~inked & (templates.weight > 0)], axis=0)
        face = int(tops.scores[number].argmax())
        towards = (colours - body) @ (pip - body) / max(float(np.sum((pip - body) ** 2)), 1.0)
        dice.append(
            LooseDie(
                x, y, side, 1.0, PIP_FACES[face], float(tops.worth[number]),
                float(tops.sides[number].mean()), 0.0,
                _count(tops.squares[number], spots[towards > HALF_WAY]) == face + 1,
                tuple(body.tolist()), tuple(pip.tolist()),
            )
        )  # fmt: skip
    return dice


def _count(square: Points, spots: Points) -> int:
    """Return how many of *spots* (n, 4) lie in *square* (4,), off its rim, and are as large as pips."""
    apart = spots[:, :2] - square[:2]
    cos, sin = np.cos(square[3]), np.sin(square[3])
    inside = np.abs(apart @ np.array([(cos, -sin), (sin, cos)])).max(axis=1) < RIM * square[2]
    share = spots[:, 2] / square[2]
    return int((inside & (share > PIP_SHARE[0]) & (share < PIP_SHARE[1])).sum())


def chosen(seen: list[LooseDie]) -> list[LooseDie]:
    """Return those of *seen* that are dice of their own, the best first, each with its rival."""
    ranked = sorted((die for die in seen if die.worth >= LEAST_WORTH), key=lambda die: -die.rank)
    kept: list[LooseDie] = []
    for die in ranked:
        if all(_distance(die, other) > TOUCHING * (die.side + other.side) for other in kept):
            others = [
                each.rank
                for each in ranked
                if each.face != die.face and _distance(die, each) < SAME_PLACE * die.side
            ]
            kept.append(die._replace(rival=max(others, default=0.0) / die.rank))
    return kept


def _distance(one: LooseDie, other: LooseDie) -> float:
    """Return how far two dice lie apart, in pixels across."""
    slant = np.sqrt(one.slant * other.slant)
    return float(np.hypot(one.x - other.x, (one.y - other.y) * slant))


def _alike(dice: list[LooseDie]) -> list[LooseDie]:
    """Return *dice* without those that are much smaller or larger than the clear ones."""
    clear = [die.side for die in dice if die.worth > CLEAR_WORTH] or [die.side for die in dice]
    return [die for die in dice if UNLIKE[0] < die.side / np.median(clear) < UNLIKE[1]]


def _slant_of(dice: list[LooseDie]) -> float:
    return (
        float(np.average([die.slant for die in dice], weights=[die.worth for die in dice])) if dice else 1.0
    )


def _is_side(die: LooseDie, top: LooseDie) -> bool:
    """Return whether *die* is the side of that die: at a slant a side is seen right below its top."""
    size = (die.side + top.side) / 2
    beside, below = abs(die.x - top.x) / size, (die.y - top.y) / size
    is_alike = np.hypot(*np.subtract(die.body, top.body)[1:]) < SAME_COLOUR
    return bool(beside < BESIDE and BELOW[0] < below < BELOW[1] and is_alike)
