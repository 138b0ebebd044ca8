"""Whether a place where a tag lay shows the ground: it is lit and coloured like what has stayed around it.

A card that hides a whole tag leaves nothing of it to be compared, but it is brighter, darker or of another
colour than all around it that has stayed as it was, or hides what lay close around the tag as well.  Where a
tag was taken away that is as it was.  Knows no tag, and no board: the ground is what is there.
"""

from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.source.pictures import Picture
from vision.tags.correlation import Floats
from vision.tags.poses import sampled

PLACE, PLACE_SAMPLES = 0.9, 12  # of a tag's side: its place without the rim; samples along that
RIM = (0.62, 0.85)  # a ring from a tag's middle, in its sides: what is larger than the tag lies on that too
RINGS = ((0.95, 1.35), (1.5, 2.2))  # likewise: whose parts tell the ground
PARTS, PART_SAMPLES = 4, 6  # parts along a ring's side, without its corner; samples along the side of a part
SAME, VERY_SAME = (0.12, 0.1, 0.1), (0.05, 0.1, 0.1)  # ground that has stayed is as bright and coloured
STRANGE = (0.2, 0.15, 0.15)  # from every part of the ground; bare boards have it in 3 of 1,000 places
FEWEST = 4  # parts that have stayed, with fewer of which nothing is known
GROUND_RIM = 0.5  # share of the rim that was ground: on a tray less is
HIDDEN_RIM, BARE_RIM = 0.1, 0.6  # shares of the rim that have stayed: with less, and with more, it is certain
AS_DARK = 5.0  # grey levels added to all, so that noise in the dark has no colour

Views = NDArray[np.float32]


class TagPlace(StrEnum):
    """What the place of a tag shows that is seen there no longer."""

    BARE = "bare"
    HIDDEN = "hidden"
    UNCLEAR = "unclear"


class PlaceView(NamedTuple):
    """The place of a tag in a picture: *image* (h, w, 3), seen in *view* (1, 3, 3)."""

    image: Picture
    view: Views


def around_of(seen: PlaceView) -> Floats:
    """Return how the parts of a tag's rim and of the ground around it look, (n, 3)."""
    return _look(seen, AROUND)


def place_of(was: Floats, now: PlaceView) -> TagPlace:
    """Return what the place of a tag shows *now*: bare ground or something else.

    *was* (n, 3) is how it looked all around when the tag was read.
    """
    around = around_of(now)
    change = around - was
    light = np.median(change[RIM_PARTS:], axis=0)
    off = np.abs(change - light)
    stayed = (off < SAME).all(axis=1)
    ground = around[RIM_PARTS:][stayed[RIM_PARTS:]]
    if len(ground) < FEWEST:
        return TagPlace.UNCLEAR
    if not _is_like(_look(now, MIDDLE), ground)[0]:
        return TagPlace.HIDDEN
    was_ground = _is_like(was[:RIM_PARTS], was[RIM_PARTS:][stayed[RIM_PARTS:]])
    if was_ground.mean() >= GROUND_RIM and stayed[:RIM_PARTS][was_ground].mean() < HIDDEN_RIM:
        return TagPlace.HIDDEN
    is_bare = float((off[:RIM_PARTS] < VERY_SAME).all(axis=1).mean()) >= BARE_RIM
    return TagPlace.BARE if is_bare else TagPlace.UNCLEAR


def _is_like(looks: Floats, ground: Floats) -> NDArray[np.bool_]:
    """Return for each of *looks* (m, 3) whether any part of the *ground* (n, 3) looks like it, (m,)."""
    return np.asarray((np.abs(looks[:, None] - ground) <= STRANGE).all(axis=2).any(axis=1), np.bool_)


def _look(seen: PlaceView, parts: Floats) -> Floats:
    """Return how *parts* (m, n, 2) look, (m, 3): logarithms of brightness, and of red and blue to green."""
    blue, green, red = np.log(sampled(seen.image, seen.view, parts)[0].mean(axis=1) + AS_DARK).T
    return np.stack([(blue + green + red) / 3, red - green, blue - green], axis=1)


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
