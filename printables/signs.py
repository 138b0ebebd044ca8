"""What a unit's tag shows beside its name: its Camp by a banner's form, its own banner by shape and colour.

Shapes and words say everything that colours say, so that it can be read in grey.
Knows no edition and no language.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import cos, radians, sin
from types import MappingProxyType
from typing import NamedTuple

from printables.paper import Colour, Pages, SheetPlace

WORD_POINTS, WORD_MM = 5.2, 2.1  # letters, and from one line to the next
SIGN_MM = 4.2
PICTURE_MM = 4.6  # from one picture to the next
LOW_SIGN_MM = SIGN_MM
BESIDE_MM = 0.9  # between signs and words

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)


class CampForm(StrEnum):
    """How a Camp's banners are made: broad ones that hang from a crossbar, or pointed ones that fly."""

    HANGING = "hanging"
    FLYING = "flying"


class BannerColour(StrEnum):
    """The colours of units' banners, each with a shape of its own; a question mark for what nobody knows."""

    GREEN = "green"
    BLUE = "blue"
    RED = "red"
    UNKNOWN = "unknown"


class UnitSign(NamedTuple):
    """A piece's *camp* and *banner*, None where it has none, and *words* for all of it."""

    camp: CampForm | None = None
    banner: BannerColour | None = None
    words: tuple[str, ...] = ()


INKS: Mapping[BannerColour, Colour] = MappingProxyType(
    {
        BannerColour.GREEN: (0.30, 0.72, 0.30),
        BannerColour.BLUE: (0.10, 0.22, 0.70),
        BannerColour.RED: (0.80, 0.10, 0.12),
    }
)
"""Unlike in grey too: the green is the lightest, the blue the darkest."""

Outline = tuple[tuple[float, float], ...]
"""Corners in a square of side 1, x right and y down."""

DISC: Outline = tuple(
    (0.5 + 0.5 * cos(radians(turn)), 0.5 + 0.5 * sin(radians(turn))) for turn in range(0, 360, 10)
)
SHAPES: Mapping[BannerColour, Outline] = MappingProxyType(
    {
        BannerColour.GREEN: DISC,
        BannerColour.BLUE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
        BannerColour.RED: ((0.0, 0.08), (1.0, 0.08), (0.5, 1.0)),
    }
)
CLOTHS: Mapping[CampForm, Outline] = MappingProxyType(
    {
        CampForm.HANGING: ((0.16, 0.08), (0.84, 0.08), (0.84, 1.0), (0.5, 0.72), (0.16, 1.0)),
        CampForm.FLYING: ((0.12, 0.04), (1.0, 0.3), (0.12, 0.56)),
    }
)
POLES: Mapping[CampForm, Outline] = MappingProxyType(
    {CampForm.HANGING: ((0.0, 0.04), (1.0, 0.04)), CampForm.FLYING: ((0.08, 0.0), (0.08, 1.0))}
)


def sign_height(sign: UnitSign) -> float:
    """Return how many millimetres *sign* is high as ``draw_sign`` draws it."""
    pictures = [sign.camp, sign.banner]
    return max(PICTURE_MM * sum(each is not None for each in pictures), WORD_MM * len(sign.words))


def draw_sign(pages: Pages, sign: UnitSign, corner: SheetPlace, width: float) -> None:
    """Draw *sign* from its top left *corner*, *width* mm wide: pictures in a column, words beside them."""
    y = corner.y
    if sign.camp is not None:
        draw_camp(pages, sign.camp, corner, SIGN_MM)
        y += PICTURE_MM
    if sign.banner is not None:
        draw_banner(pages, sign.banner, SheetPlace(corner.x, y), SIGN_MM)
    taken = SIGN_MM + BESIDE_MM
    _write(pages, sign.words, SheetPlace(corner.x + taken, corner.y), width - taken)


def draw_low_sign(pages: Pages, sign: UnitSign, top: SheetPlace, *, gap: float, room: float) -> None:
    """Draw *sign* no more than LOW_SIGN_MM high on both sides of its *top* middle, *gap* mm away from it.

    Pictures stand on the left, two words in a line on the right, each in *room* mm.
    """
    side = min(SIGN_MM, (room - BESIDE_MM) / 2)
    x = top.x - gap - side
    if sign.banner is not None:
        draw_banner(pages, sign.banner, SheetPlace(x, top.y), side)
        x -= side + BESIDE_MM
    if sign.camp is not None:
        draw_camp(pages, sign.camp, SheetPlace(x, top.y), side)
    pairs = [" · ".join(sign.words[place : place + 2]) for place in range(0, len(sign.words), 2)]
    _write(pages, pairs, SheetPlace(top.x + gap, top.y), room)


def _write(pages: Pages, lines: Sequence[str], corner: SheetPlace, width: float) -> None:
    for place, words in enumerate(lines):
        at = SheetPlace(corner.x, corner.y + WORD_MM * (place + 0.8))
        pages.fitted(words, at, width, points=WORD_POINTS, centred=False)


def draw_camp(pages: Pages, camp: CampForm, corner: SheetPlace, side: float) -> None:
    """Draw the banner of *camp* in a square of *side* mm: one filled, the other only outlined."""
    start, end = _laid(POLES[camp], corner, side)
    pages.line(start, end, width=0.4)
    pages.filled(_laid(CLOTHS[camp], corner, side), BLACK if camp is CampForm.HANGING else WHITE)


def draw_banner(pages: Pages, banner: BannerColour, corner: SheetPlace, side: float) -> None:
    """Draw the shape of *banner* in its colour in a square of *side* mm."""
    if banner is BannerColour.UNKNOWN:
        middle = SheetPlace(corner.x + side / 2, corner.y + 0.85 * side)
        pages.text("?", middle, points=11, centred=True)
        return
    pages.filled(_laid(SHAPES[banner], corner, side), INKS[banner])


def _laid(outline: Outline, corner: SheetPlace, side: float) -> list[SheetPlace]:
    return [SheetPlace(corner.x + x * side, corner.y + y * side) for x, y in outline]
