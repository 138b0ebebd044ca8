"""Dice of which three faces show one helmet in three colours, drawn for tests and measures."""

from collections.abc import Mapping

import cv2
import numpy as np

from vision.dice.symbols import IVORY, SIDE
from vision.simulate.scenery import Colour, Picture

INKS: Mapping[str, Colour] = {"green": (60, 120, 30), "blue": (180, 60, 30), "red": (40, 30, 190)}
BLACK: Colour = (34, 30, 30)
VIOLET: Colour = (150, 50, 110)

HELMET = ((128, 40), (176, 70), (196, 128), (196, 204), (146, 204), (146, 140), (168, 128), (88, 128),
          (110, 140), (110, 204), (60, 204), (60, 128), (80, 70))  # fmt: skip
FLAG = ((70, 44), (90, 44), (206, 84), (90, 132), (90, 216), (70, 216))
SWORD = ((92, 168), (164, 84), (176, 96), (104, 180))
SPIKES, WIDE, NARROW = 6, 92, 36


def helmet_faces() -> dict[str, Picture]:
    """Return six faces (n, n, 3) BGR: helmets in the colours of INKS, a strike, a flag, lore."""
    faces = {name: _drawn((HELMET,), ink) for name, ink in INKS.items()}
    disc = np.full((SIDE, SIDE, 3), IVORY, np.uint8)
    cv2.circle(disc, (128, 128), 88, BLACK, -1, cv2.LINE_AA)
    cv2.fillPoly(disc, [np.array(SWORD, np.int32)], IVORY, cv2.LINE_AA)
    turns = np.pi * np.arange(2 * SPIKES) / SPIKES
    away = np.where(np.arange(2 * SPIKES) % 2, NARROW, WIDE)
    star = 128 + away * np.stack([np.cos(turns), np.sin(turns)])
    lore = _drawn((tuple(map(tuple, star.T.astype(int).tolist())),), VIOLET)
    return {**faces, "strike": disc, "flag": _drawn((FLAG,), BLACK), "lore": lore}


def _drawn(outlines: tuple[tuple[tuple[int, ...], ...], ...], ink: Colour) -> Picture:
    """Return a face of ivory with *outlines* filled with *ink*."""
    picture = np.full((SIDE, SIDE, 3), IVORY, np.uint8)
    for outline in outlines:
        cv2.fillPoly(picture, [np.array(outline, np.int32)], ink, cv2.LINE_AA)
    return picture
