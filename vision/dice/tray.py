"""The dice tray in the picture: its plane at the height of the dice's tops, and what differs from its ground.

Knows neither faces nor the game.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.board.optics import Camera, camera_of
from vision.board.plan import Tray

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]
Map = NDArray[np.float32]

MASK_SCALE = 1.0
"""Pixels a millimetre of the map that dice are searched in."""

CONTRASTS = (22.0, 11.0)
"""Dice stand out from the tray's ground by the first (CIE Lab) or, in poor light, by the second."""

RIM_PX = 8
"""So near the tray's edge its walls may be in sight."""

FOREIGN_CONTRAST = 14.0
SHADOW_WEIGHT = 0.4
"""What is darker than the tray, but of its colour, may be a shadow: its lightness counts so much less."""

DEEPEST, SHADOW_HUE = 0.4, 8.0
"""A shadow leaves so much of the ground's lightness, and its colour (CIE Lab): its edge is no hand's."""

FOREIGN_MM = 26
"""What is so wide and is no die is a hand."""

WIDEST_INK_MM, WIDEST_LINE_MM = 9, 5
"""A sticker has white this near on both sides of its black; the lines of other symbols are thinner."""

WIDEST_HOLE_MM2 = 250.0
"""A symbol makes no larger hole in a die."""

THIN_MM = 9
"""What is thinner is a wall's edge or a gleam."""

MARGIN_MM = 3.0
OUT_MM, IN_MM = 40.0, 8.0
"""How far from the tray's edge a die is still looked for, outside and inside."""

LEAST_AREA_MM2 = 30.0


@dataclass(frozen=True, slots=True, eq=False)
class TrayView:
    """How a camera sees the tray: homographies (3, 3) from mm at the dice's tops and feet to pixels.

    *low* and *high* (2,) are the tray's corners in mm, *scale* its pixels a millimetre.
    """

    top: Points
    foot: Points
    low: Points
    high: Points
    scale: float

    def lean(self, at_mm: Points) -> Points:
        """Return where a die's foot seems to be, beside its top at *at_mm* (2,), on the plane of the tops."""
        pixels = carry(self.foot, at_mm[None])
        back = np.asarray(np.linalg.inv(self.top), np.float64)
        return np.asarray(carry(back, pixels)[0] - at_mm, np.float64)


class DieColour(NamedTuple):
    """A die's own colour (CIE Lab, (3,)), and whether much of its faces is black."""

    ground_lab: Points
    is_black_inked: bool


class TrayGround(NamedTuple):
    """The tray seen from above: maps (h, w) at MASK_SCALE, pixel (0, 0) at *origin* mm, y up the map.

    *share*, 0 to 1, is how surely a pixel is a die's; *foreign* is what differs from the tray in any way.
    """

    share: Map
    foreign: NDArray[np.uint8]
    origin: Points


def carry(homography: Points, points: Points) -> Points:
    """Carry (n, 2) *points* by a (3, 3) *homography*."""
    there = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(there[:, :2] / there[:, 2:])


def view_of(registration: Registration, tray: Tray, *, size: tuple[int, int], die_mm: float) -> TrayView:
    """Return how the tray is seen in a picture of *size* (width, height) with dice of *die_mm*."""
    camera = camera_of(registration.matrix, size)
    camera = replace(camera, bend=registration.k1 * (camera.focal / registration.width_px) ** 2)
    corners = tray.corners_mm
    foot = registration.to_pixels(corners)
    top = foot + _rise(camera, corners, die_mm)
    return TrayView(
        top=_homography(corners, top),
        foot=_homography(corners, foot),
        low=corners[0],
        high=corners[2],
        scale=float(np.sqrt(cv2.contourArea(top.astype(np.float32)) / np.prod(corners[2] - corners[0]))),
    )


def look_for_any(image: Picture, view: TrayView) -> TrayGround:
    """Return what lies on the tray's ground in *image* (h, w, 3) BGR, whatever its colour."""
    margin = np.ceil(np.abs(view.lean((view.low + view.high) / 2)) + MARGIN_MM)
    lab = _from_above(image, view, np.full(2, -RIM_PX / MASK_SCALE))
    away = _weighed(lab - _cloth(lab, np.s_[:, :]))
    contrast = _contrast(away)
    across, up = (margin * MASK_SCALE).astype(int) + RIM_PX
    inside = np.zeros_like(away) if contrast is None else np.clip(away / (0.45 * contrast) - 0.5, 0, 1)
    share = np.pad(inside, ((up, up), (across, across)))
    return TrayGround(filled(share), (share > 0.5).astype(np.uint8), view.low - margin)


def flat_tray(image: Picture, view: TrayView, px_a_mm: float) -> tuple[Picture, Points]:
    """Return the tray from above, north up, at the height of the dice's tops; and (3, 3) from it to mm.

    *image* is (h, w, 3) or (h, w), and so is what is returned.
    """
    columns, rows = np.ceil((view.high - view.low) * px_a_mm).astype(int).tolist()
    step = 1 / px_a_mm
    to_mm = np.array([(step, 0, view.low[0] + step / 2), (0, -step, view.high[1] - step / 2), (0, 0, 1)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        image, view.top @ to_mm, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8), to_mm


def part_seen(image: Picture, view: TrayView, margin: Points) -> tuple[Picture, TrayView]:
    """Return the part of *image* (h, w, 3) with the tray and *margin* mm (2,) around it, and its view."""
    (west, south), (east, north) = (view.low - margin).tolist(), (view.high + margin).tolist()
    corners = np.array([(west, south), (east, south), (east, north), (west, north)])
    seen = np.concatenate([carry(view.top, corners), carry(view.foot, corners)])
    last = np.array([image.shape[1] - 1, image.shape[0] - 1])
    left, top = np.floor(seen.min(axis=0)).clip(0, last).astype(int).tolist()
    right, bottom = (np.ceil(seen.max(axis=0)).clip(0, last).astype(int) + 1).tolist()
    away = np.array([(1, 0, -left), (0, 1, -top), (0, 0, 1)])
    return image[top:bottom, left:right], replace(view, top=away @ view.top, foot=away @ view.foot)


def _rise(camera: Camera, corners: Points, height: float) -> Points:
    """Return how many pixels (n, 2) *corners* (n, 2; mm) seem to move when they are lifted by *height* mm."""
    flat = np.column_stack([corners, np.zeros(len(corners))])
    return camera.project(flat + np.array([0, 0, height])) - camera.project(flat)


def _homography(here: Points, there: Points) -> Points:
    """Return the (3, 3) that carries the four *here* (4, 2) to the four *there* (4, 2)."""
    matrix = cv2.getPerspectiveTransform(here.astype(np.float32), there.astype(np.float32))
    return np.asarray(matrix, np.float64)


def area_mm2(share: Map) -> float:
    """Return how many square millimetres of *share* (h, w) are die."""
    return float((share > 0.5).sum()) / MASK_SCALE**2


def strips_around(tray: Tray) -> tuple[Tray, ...]:
    """Return the four strips just outside of *tray*, where a die may have fallen."""
    (west, south), (east, north) = tray.corners_mm[0].tolist(), tray.corners_mm[2].tolist()
    return (
        Tray(from_mm=(west - OUT_MM, north - IN_MM), to_mm=(east + OUT_MM, north + OUT_MM)),
        Tray(from_mm=(west - OUT_MM, south - OUT_MM), to_mm=(east + OUT_MM, south + IN_MM)),
        Tray(from_mm=(west - OUT_MM, south), to_mm=(west + IN_MM, north)),
        Tray(from_mm=(east - IN_MM, south), to_mm=(east + OUT_MM, north)),
    )


def is_on(tray: Tray, at_mm: tuple[float, float], inset: float) -> bool:
    """Return whether *at_mm* is *inset* mm or more inside of *tray*."""
    at = np.array(at_mm)
    return bool((at > tray.corners_mm[0] + inset).all() and (at < tray.corners_mm[2] - inset).all())


def look_at_ground(image: Picture, view: TrayView, colour: DieColour) -> TrayGround | None:
    """Return what lies on the tray's ground in *image* (h, w, 3) BGR, dice of *colour* foremost.

    None where nothing lies.
    """
    margin = np.ceil(np.abs(view.lean((view.low + view.high) / 2)) + MARGIN_MM)
    lab = _from_above(image, view, margin)
    across, up = (margin * MASK_SCALE).astype(int).tolist()
    inside = np.s_[up:-up, across:-across]
    cloth = _cloth(lab, inside)
    offset = lab - cloth
    rise = _rise_towards(offset, lab[inside], colour)
    contrast = _contrast(rise[up + RIM_PX : -up - RIM_PX, across + RIM_PX : -across - RIM_PX])
    if contrast is None:
        return None
    foreign = np.zeros(lab.shape[:2], np.uint8)
    is_lit_ground = _is_lit_ground(lab[inside], cloth[inside])
    foreign[inside] = (_weighed(offset[inside]) > FOREIGN_CONTRAST) & ~is_lit_ground
    share = np.clip(rise / (0.45 * contrast) - 0.5, 0, 1)
    return TrayGround(filled(np.asarray(share, np.float32)), foreign, view.low - margin)


def _from_above(image: Picture, view: TrayView, margin: Points) -> Map:
    """Return the tray and *margin* mm (2,) around it, (h, w, 3) CIE Lab, at the height of the dice's tops.

    Below nothing it is what lies so far within the tray.
    """
    columns, rows = np.ceil((view.high - view.low + 2 * margin) * MASK_SCALE).astype(int).tolist()
    image, view = part_seen(image, view, margin)
    x, y = view.low - margin + 0.25 / MASK_SCALE
    grid = np.array([[1 / MASK_SCALE, 0, x], [0, 1 / MASK_SCALE, y], [0, 0, 1]])
    around = max(1, round(view.scale / MASK_SCALE))
    flat = cv2.warpPerspective(
        cv2.blur(image, (around, around)), view.top @ grid, (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )  # fmt: skip
    return np.asarray(cv2.cvtColor(flat * np.float32(1 / 255), cv2.COLOR_BGR2LAB), np.float32)


def _weighed(offset: Map) -> Map:
    """Return how far *offset* (h, w, 3) in CIE Lab is from nothing, (h, w), darkness counting less."""
    light, across, down = cv2.split(offset)
    light = np.where(light < 0, SHADOW_WEIGHT * light, light)
    return np.asarray(np.sqrt(light * light + across * across + down * down), np.float32)


def _is_lit_ground(lab: Map, cloth: Map) -> NDArray[np.bool_]:
    """Return where *lab* (h, w, 3) is what its *cloth* looks like in less light or in more, (h, w).

    Less light leaves colour in the same proportion to lightness.  Beyond a shadow's edge the slope of the
    cloth's colour runs off: there it counts as it is in the middle.
    """
    left = (lab[..., 0] + 16) / (cloth[..., 0] + 16)
    colour = cloth[..., 1:] / (cloth[..., :1] + 16)
    off = np.minimum(*(
        np.linalg.norm(lab[..., 1:] - each * (lab[..., :1] + 16), axis=2)
        for each in (colour, np.median(colour, axis=(0, 1)))
    ))  # fmt: skip
    return np.asarray((left > DEEPEST) & (left < 1 / DEEPEST) & (off < SHADOW_HUE), np.bool_)


def _rise_towards(offset: Map, inside: Map, colour: DieColour) -> Map:
    """Return how far *offset* (h, w, 3) goes from the ground of *inside* towards a die's *colour*."""
    towards = colour.ground_lab - np.median(inside.reshape(-1, 3), axis=0)
    towards /= max(float(np.linalg.norm(towards)), 1.0)
    rise = np.asarray(offset @ towards.astype(np.float32), np.float32)
    width = WIDEST_INK_MM if colour.is_black_inked else WIDEST_LINE_MM
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    return np.asarray(cv2.morphologyEx(rise, cv2.MORPH_CLOSE, disc), np.float32)


def _contrast(rise: Map) -> float | None:
    """Return how far dice stand out in *rise* (h, w), or None where nothing does."""
    for least in CONTRASTS:
        strong = rise[rise > least]
        if len(strong) >= LEAST_AREA_MM2 * MASK_SCALE**2:
            return float(np.percentile(strong, 80))
    return None


def is_hand_inside(ground: TrayGround, explained: NDArray[np.uint8]) -> bool:
    """Return whether what is not *explained* (h, w; 0 or 1) in the tray is too wide for a die."""
    rest = ground.foreign & (1 - explained)
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (FOREIGN_MM, FOREIGN_MM))
    if cv2.countNonZero(rest) < cv2.countNonZero(wide):  # most rests are scraps, and eroding takes long
        return False
    return bool(cv2.erode(rest, wide, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)).any())


def _cloth(lab: Map, inside: tuple[slice, slice]) -> Map:
    """Return the tray's ground without dice, (h, w, 3): a smooth slope fitted to most of *lab*'s inside."""
    rows, columns = lab.shape[:2]
    y, x = np.linspace(-1, 1, rows, dtype=np.float32), np.linspace(-1, 1, columns, dtype=np.float32)
    down, across = (each[part][::5] for each, part in zip((y, x), inside, strict=True))
    v, u = (each.ravel() for each in np.meshgrid(down, across, indexing="ij"))
    few = np.stack([np.ones_like(u), u, v, u * v, u * u, v * v], axis=-1)
    seen = lab[inside][::5, ::5].reshape(-1, 3)
    least, slope = np.diag(np.full(6, 1e-3, np.float32)), np.zeros((7, 3), np.float32)
    weight = _weight(seen - np.median(seen, axis=0), 8)
    for _ in range(4):
        weighed = few * weight[:, None]
        slope[:6] = np.linalg.solve(weighed.T @ few + least, weighed.T @ seen)
        weight = _weight(seen - few @ slope[:6], 5)
    powers = slope.T[:, [[0, 1, 4], [2, 3, 6], [5, 6, 6]]]  # of x across, of y down
    ups, acrosses = (np.stack([np.ones_like(each), each, each * each]) for each in (y, x))
    return np.asarray(cv2.merge([ups.T @ each @ acrosses for each in powers]), np.float32)


def _weight(off: Map | Points, usual: float) -> Map:
    """Return how much each row of *off* (n, 3) counts, (n,): little where it is longer than *usual*."""
    share = np.einsum("ij,ij->i", off, off) / np.float32(usual * usual)
    return np.asarray(1 / (1 + share * share), np.float32)


def filled(share: Map) -> Map:
    """Return *share* (h, w) without the holes that symbols leave, and without what is too thin for a die."""
    solid = (share > 0.5).astype(np.uint8)
    solid = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
    outlines, nesting = cv2.findContours(solid, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for outline, (_, _, _, parent) in zip(outlines, [] if nesting is None else nesting[0], strict=True):
        if parent >= 0 and cv2.contourArea(outline) < WIDEST_HOLE_MM2 * MASK_SCALE**2:
            cv2.drawContours(solid, [outline], -1, (1,), -1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (THIN_MM, THIN_MM))
    thick = cv2.dilate(cv2.morphologyEx(solid, cv2.MORPH_OPEN, disc), np.ones((5, 5), np.uint8))
    return (np.maximum(share, solid) * thick).astype(np.float32)
