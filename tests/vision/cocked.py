"""A die that does not lie flat, drawn into a simulated table's picture."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.simulate.objects import DIE_MM, die_cards
from vision.simulate.scenery import lay, sprite_of_card
from vision.simulate.table import SimulatedTable
from vision.source.pictures import Picture

CUBE = np.array([(x, y, z) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))], float) * DIE_MM
SIDES = ((4, 5, 6, 7), (0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))


def with_cocked(
    table: SimulatedTable, faces: dict[str, Picture], at_mm: Sequence[float], *, tip: float, turn: float
) -> Picture:
    """Return *table*'s picture with a die one lower edge of it at *at_mm*, tipped by *tip* radians."""
    cards = list(die_cards(faces).values())
    about = np.array([(1, 0, 0), (0, np.cos(tip), -np.sin(tip)), (0, np.sin(tip), np.cos(tip))])
    around = np.array([(np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)])
    corners = CUBE @ about.T @ around.T + np.array([*at_mm, 0])
    middle = corners.mean(axis=0)
    image = table.read().image.copy()
    for number, side in enumerate(SIDES):
        outward = corners[list(side)].mean(axis=0) - middle
        if outward @ (table.camera.eye - middle) > 0:
            tone = 0.75 + 0.25 * float(outward[2]) / (DIE_MM / 2)
            card = sprite_of_card(table.camera.project(corners[list(side)]), cards[number], np.full(3, tone))
            lay(image, card)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.5), np.uint8)
