"""What is printed on dice, whatever its colour: how well squares of a picture agree with each shape.

A shape agrees as far as one direction in colour tells its ink from the rest of the square, so one
symbol printed in several inks is one shape here, on light dice and on dark ones.  Which ink it is,
``colours`` tells.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import lab_of
from vision.dice.pips import CORE, PipTemplates, agreements, square_grid

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Values = NDArray[np.float32]

SIDE = 96
MIDDLE = 0.36
"""So far from a face's middle, in sides, its symbol may reach; beyond is the die's own colour."""

STRONGEST, FULL = 95, 0.8
"""What differs from the die more than all but so few parts of a face is full ink."""

ROUNDED, CORNER, SOFT = 0.30, 0.46, 0.04
"""A face's corners are round: what lies beyond says nothing."""

GRID, ALIKE, FULL_INK = 18, 0.88, np.float32(100)
"""Faces of which one's ink explains so much of the other's have one shape."""

TURNS, SHIFTS = tuple(np.deg2rad(np.arange(0, 360, 10)).tolist()), (-0.1, -0.05, 0.0, 0.05, 0.1)
STEPS = ((0.03, 4.0), (0.02, 2.0), (0.01, 1.0))
"""How pictures of one shape are laid upon each other: radians and sides, then steps in sides and degrees."""

AROUND = np.array([(x, y, t) for x in (-1, 0, 1) for y in (-1, 0, 1) for t in (-1, 0, 1)], np.float64)


class _Lie(NamedTuple):
    """How well one picture's ink explains another's, and how it must be moved (sides) and turned for that."""

    score: float
    place: Points


class InkShapes:
    """The shapes printed on dice, from *pictures* of their faces (h, w, 3) BGR, one or several a face.

    ``faces`` has for each shape the faces that show it: several, where only their ink tells them apart.
    """

    def __init__(self, pictures: Mapping[str, Sequence[Picture]]) -> None:
        inks = {face: [ink_of(each) for each in some] for face, some in pictures.items()}
        usual = {face: _usual(some, _best(some)) for face, some in inks.items()}
        self.faces: list[list[str]] = []
        for face, ink in usual.items():
            shape = next((each for each in self.faces if _lie(usual[each[0]], ink).score >= ALIKE), None)
            if shape is None:
                self.faces.append([face])
            else:
                shape.append(face)
        self._inks = [
            _usual([each for face in faces for each in inks[face]], usual[faces[0]]) for faces in self.faces
        ]
        self.templates = lru_cache(maxsize=16)(self._drawn)

    @property
    def are_inks_told(self) -> bool:
        """Return whether some faces differ by nothing but their ink."""
        return any(len(faces) > 1 for faces in self.faces)

    def place_of(self, picture: Picture, shape: int) -> Points:
        """Return how *shape* lies on the face in *picture* (h, w, 3): right, down (sides), turn (radians)."""
        return _lie(self._inks[shape], ink_of(picture)).place

    def ink(self, shape: int, places: NDArray[np.floating], blur: float) -> Values:
        """Return how much ink *shape* has at *places* (n, 2), in sides from its middle, (n,), 0 to 1.

        The picture is blurred by *blur* sides.
        """
        soft = cv2.GaussianBlur(self._inks[shape], (0, 0), max(blur, 0.005) * SIDE)
        return _read(np.asarray(soft), places)

    def _drawn(self, grid: int, turns: int, blur: float) -> PipTemplates:
        """Return templates of *grid* samples a side, each shape at so many *turns*; *blur* is in samples.

        Their faces are the shapes' numbers.
        """
        sigma = float(np.hypot(0.4, blur)) * CORE / grid
        rows = [
            self.ink(shape, _turned(square_grid(grid), 2 * np.pi * turn / turns), sigma)
            for shape in range(len(self._inks))
            for turn in range(turns)
        ]
        return _templates(np.array(rows), np.repeat(np.arange(len(self._inks)), turns), grid)


def ink_of(picture: Picture) -> Values:
    """Return how much ink is where on a face in *picture* (h, w, 3) BGR, (SIDE, SIDE), 0 to 1."""
    lab = lab_of(np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8))
    lab = np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), np.float32)
    at = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    away = np.hypot(*np.meshgrid(at, at))
    offset = lab - np.median(lab[(away > MIDDLE) & (away < CORNER)], axis=0)
    strength = np.linalg.norm(offset, axis=2)
    inside = away < MIDDLE
    strong = inside & (strength >= np.percentile(strength[inside], STRONGEST))
    towards = np.median(offset[strong], axis=0)
    ink = offset @ towards / max(float(towards @ towards), 1.0) / FULL
    return np.asarray(np.clip(ink, 0, 1) * (away < CORNER), np.float32)


def _best(inks: Sequence[Values]) -> Values:
    """Return that of *inks* (SIDE, SIDE) which explains the others best."""
    return max(inks, key=lambda ink: sum(_lie(ink, other).score for other in inks))


def _usual(inks: Sequence[Values], first: Values) -> Values:
    """Return *inks* (SIDE, SIDE) of one shape laid upon each other, in the middle of their faces.

    They are first laid upon the *first*.
    """
    usual, quarter = first, np.pi / 2
    for _ in range(2):
        places = np.array([_lie(usual, each).place for each in inks])
        laid = [_moved(ink, place) for ink, place in zip(inks, places, strict=True)]
        usual = np.asarray(np.median(laid, axis=0), np.float32)
    turns = (places[:, 2] - places[0, 2] + quarter / 2) % quarter - quarter / 2
    lean = (float(np.median(turns)) + places[0, 2] + quarter / 2) % quarter - quarter / 2
    middles = [_turned(-place[None, :2], -place[2])[0] for place in places]
    return _moved(usual, np.array([*np.median(middles, axis=0), -lean]))


def _lie(ink: Values, other: Values) -> _Lie:
    """Return how *ink* lies on *other*, both (SIDE, SIDE)."""
    at = square_grid(GRID)
    shown = np.asarray(cv2.GaussianBlur(other, (0, 0), 0.5 * SIDE / GRID), np.float32)
    soft = np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.5 * SIDE / GRID), np.float32)
    template = _templates(_read(soft, at)[None], np.zeros(1, np.int64), GRID)

    def scores(places: Points) -> Values:
        patches = _read(shown, _turned(at, places[:, 2]) + places[:, None, :2])
        return agreements(patches[..., None] * FULL_INK, template)[:, 0]

    tried = np.array([(x, y, turn) for turn in TURNS for x in SHIFTS for y in SHIFTS])
    found = scores(tried)
    place, score = tried[found.argmax()], float(found.max())
    for shift, twist in STEPS:
        tried = place + AROUND * (shift, shift, np.deg2rad(twist))
        found = scores(tried)
        place, score = tried[found.argmax()], float(found.max())
    return _Lie(score, place)


def _moved(ink: Values, place: Points) -> Values:
    """Return *ink* (SIDE, SIDE) as it is seen from *place* (3,): right, down (sides), turn (radians)."""
    at = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    places = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
    return _read(ink, _turned(places, place[2]) + place[:2]).reshape(SIDE, SIDE)


def _turned(places: NDArray[np.floating], turn: float | NDArray[np.floating]) -> Points:
    """Return *places* (n, 2) turned by *turn* radians, for several turns (m,) those of each, (m, n, 2)."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(places @ np.moveaxis(np.array([(cos, sin), (-sin, cos)]), (0, 1), (-2, -1)), np.float64)


def _read(ink: Values, places: NDArray[np.floating]) -> Values:
    """Return *ink* (SIDE, SIDE) at *places* (..., 2), in sides from its middle, (...)."""
    x, y = np.moveaxis(
        (places.reshape(-1, *places.shape[-2:]) * SIDE + SIDE / 2 - 0.5).astype(np.float32), -1, 0
    )
    return np.asarray(cv2.remap(ink, x, y, cv2.INTER_LINEAR).reshape(places.shape[:-1]), np.float32)


def _templates(ink: Values, numbers: NDArray[np.int64], grid: int) -> PipTemplates:
    """Return *ink* (n, samples) as templates of the *numbers* (n,)."""
    at = square_grid(grid)
    corner = np.hypot(*np.maximum(np.abs(at) - ROUNDED, 0).T) + ROUNDED
    weight = np.clip((CORNER - corner) / SOFT + 0.5, 0, 1).astype(np.float32)
    weight /= weight.sum()
    level = ink - (ink @ weight)[:, None]
    level /= np.maximum(np.sqrt(level**2 @ weight), 1e-3)[:, None]
    return PipTemplates(weight, (level * weight).T.copy(), (ink > 0.5).T.copy(), numbers)
