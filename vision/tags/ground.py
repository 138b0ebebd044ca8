"""Whether a place where a tag lay shows the ground: it is lit and coloured like what has stayed around it.

A card that hides a whole tag leaves nothing of it to be compared, but it is brighter, darker or of another
colour than all around it that has stayed as it was, or hides what lay close around the tag as well.  Where a
tag was taken away that is as it was.  Knows no tag, and no board: the ground is what is there.
"""

from enum import StrEnum
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.source.pictures import Picture
from vision.tags.correlation import Floats
from vision.tags.poses import sampled

PLACE, PLACE_SAMPLES = 0.9, 12  # of a tag's side: its place without the rim; samples along that
RIM = (0.62, 0.85)  # a ring from a tag's middle, in its sides: what is larger than the tag lies on that too
RINGS = ((0.95, 1.35), (1.5, 2.2))  # likewise: whose parts tell the ground
PARTS, PART_SAMPLES = 4, 6  # parts along a ring's side, without its corner; samples along the side of a part
SAME, VERY_SAME = 0.12, 0.05  # natural logarithms, like the next two: ground that has stayed is as bright
STRANGE, STRANGE_COLOUR = 0.2, 0.15  # from every part of the ground; bare boards have it in 3 of 1,000 places
FEWEST = 4  # parts that have stayed, with fewer of which nothing is known
HIDDEN_RIM, BARE_RIM = 0.1, 0.6  # shares of the rim that have stayed: with less, and with more, it is certain
AS_DARK = 5.0  # grey levels added to all, so that noise in the dark has no colour

Views = NDArray[np.float32]


class TagPlace(StrEnum):
    """What the place of a tag shows that is seen there no longer."""

    BARE = "bare"
    HIDDEN = "hidden"
    UNCLEAR = "unclear"


class PlaceView(NamedTuple):
    """The place of a tag in a picture: *image* (h, w, 3) or (h, w), seen in *view* (1, 3, 3)."""

    image: Picture
    view: Views


def place_of(before: PlaceView, now: PlaceView, *, was_read: bool) -> TagPlace:
    """Return what the place of a tag shows *now*: bare ground or something else.

    In the grey picture *before*, the tag *was_read*, or something lay on it already.
    """
    gray = PlaceView(np.asarray(cv2.cvtColor(now.image, cv2.COLOR_BGR2GRAY), np.uint8), now.view)
    brighter = _bright(gray, AROUND) - _bright(before, AROUND)
    light = float(np.median(brighter[RIM_PARTS:]))
    stayed = np.abs(brighter - light) < SAME
    if int(stayed[RIM_PARTS:].sum()) < FEWEST:
        return TagPlace.UNCLEAR
    rim = float(stayed[:RIM_PARTS].mean())
    off = np.abs(_look(now, AROUND)[RIM_PARTS:][stayed[RIM_PARTS:]] - _look(now, MIDDLE))
    if (off > (STRANGE, STRANGE_COLOUR, STRANGE_COLOUR)).any(axis=1).all():
        return TagPlace.HIDDEN
    if not was_read:
        [change] = _bright(gray, MIDDLE) - _bright(before, MIDDLE)
        return TagPlace.HIDDEN if rim >= BARE_RIM and abs(change - light) < SAME else TagPlace.BARE
    if rim < HIDDEN_RIM:
        return TagPlace.HIDDEN
    is_bare = float((np.abs(brighter - light)[:RIM_PARTS] < VERY_SAME).mean()) >= BARE_RIM
    return TagPlace.BARE if is_bare else TagPlace.UNCLEAR


def _look(seen: PlaceView, parts: Floats) -> Floats:
    """Return brightness and colour of *parts* (m, n, 2), *seen* in colours, (m, 3)."""
    channels = (np.ascontiguousarray(seen.image[..., channel]) for channel in range(3))
    blue, green, red = (_bright(PlaceView(channel, seen.view), parts) for channel in channels)
    return np.stack([(blue + green + red) / 3, red - green, blue - green], axis=1)


def _bright(seen: PlaceView, parts: Floats) -> Floats:
    """Return how bright *parts* (m, n, 2) are, *seen* in grey, (m,)."""
    return np.asarray(np.log(sampled(seen.image, seen.view, parts)[0].mean(axis=1) + AS_DARK), np.float32)


def _ring(inner: float, outer: float) -> Floats:
    """Return a square ring around a tag's middle in equal parts, (parts, samples, 2), in tag sides."""
    middles = (np.arange(PART_SAMPLES) + 0.5) / PART_SAMPLES
    out = inner + (outer - inner) * middles
    step = 2 * inner / PARTS
    alongs = [*(-inner + step * (number + middles) for number in range(PARTS)), out]
    side = np.array([np.stack(np.meshgrid(along, out), axis=-1).reshape(-1, 2) for along in alongs])
    turns = [np.array([(cos, sin), (-sin, cos)]) for cos, sin in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return np.concatenate([side @ turn for turn in turns]).astype(np.float32)


AROUND = np.concatenate([_ring(inner, outer) for inner, outer in (RIM, *RINGS)])
RIM_PARTS = len(AROUND) // (1 + len(RINGS))
_ALONG = ((np.arange(PLACE_SAMPLES) + 0.5) / PLACE_SAMPLES - 0.5) * PLACE
MIDDLE = np.stack(np.meshgrid(_ALONG, _ALONG), axis=-1).reshape(1, -1, 2).astype(np.float32)
