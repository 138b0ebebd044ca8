"""The mat that dice are rolled onto: where its four marks say that dice count."""

import numpy as np

from vision.board.calibrate import Gray, Registration, find_marks
from vision.board.plan import BoardMark, Tray

FAMILY, SIZE_MM = "DICT_4X4_50", 24.0  # must agree with the sheet in printables.marks
NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST = 4, 5, 6, 7
OPPOSITE = ({NORTH_WEST, SOUTH_EAST}, {NORTH_EAST, SOUTH_WEST})
ROOM_MM = 4.0  # white around a mark
MARKS = tuple(
    BoardMark(family=FAMILY, id=number, centre_mm=(0.0, 0.0), size_mm=SIZE_MM)
    for number in (NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST)
)


def find_mat(gray: Gray, registration: Registration) -> Tray | None:
    """Return the rectangle between the mat's marks in *gray* (h, w), None where no two opposite are seen.

    A mat that lies askew is taken for the upright rectangle between its marks.
    """
    seen = {one.mark.id: registration.to_mm(one.corners_px.mean(axis=0)) for one in find_marks(gray, MARKS)}
    if not any(pair <= set(seen) for pair in OPPOSITE):
        return None
    centres = np.array(list(seen.values()))
    inset = SIZE_MM / 2 + ROOM_MM
    (west, south), (east, north) = centres.min(axis=0) + inset, centres.max(axis=0) - inset
    if east - west < SIZE_MM or north - south < SIZE_MM:
        return None
    return Tray(from_mm=(float(west), float(south)), to_mm=(float(east), float(north)))
