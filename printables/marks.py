"""Sheets of ArUco marks: the board's corners and the mat for the dice."""

from printables.modules import mark_modules
from printables.paper import BOLD, MARGIN_MM, Pages, SheetPlace, Size
from printables.words import CornerMark, MarkedBoard, SheetError

BESIDE_MM = 4.0  # between two cards
HOOK_MM = 7.0  # the heavy corner's arms

MAT_FAMILY = "DICT_4X4_50"
MAT_IDS = (4, 5, 6, 7)  # from the north-west corner clockwise
MAT_MM = Size(180.0, 200.0)
MAT_MARK_MM = 24.0
MAT_INSET_MM = 16.0  # from the mat's edges to a mark's centre

CORNER_WORDS = (
    "Print on stiff, dull paper (gloss mirrors the lamp) and cut along the grey lines. Leave all the white: "
    "the camera finds black on white.",
    "Lay each card so that its heavy corner covers the board's corner of that name, as seen from the south "
    "edge. Fix the cards; keep them flat, and clear of hexes and figures.",
    "The cards suit a board of {width:g} × {height:g} mm. On any other lay them at its corners all the same, "
    "and fit the grid once, on the camera page or with “herald fit”.",
)
MAT_WORDS = (
    "Do not cut this sheet. Lay it flat beside the board, in the camera's view, and roll the dice onto it.",
    "Keep dice and hands off the four marks.",
)


def draw_corner_marks(pages: Pages, board: MarkedBoard) -> None:
    """Draw a card for each of *board*'s marks, two abreast where the paper is wide enough.

    Raises SheetError for a mark that is larger than the paper.
    """
    instructions = [words.format(width=board.width_mm, height=board.height_mm) for words in CORNER_WORDS]
    step = max(2 * _half(mark, board) for mark in board.marker) + BESIDE_MM
    across = min(2, int((pages.size.width - 2 * MARGIN_MM + BESIDE_MM) // step))
    left = (pages.size.width - across * step + BESIDE_MM) / 2
    if across < 1:
        raise SheetError("a mark's card of {1} mm is wider than the paper", f"{step - BESIDE_MM:g}")
    rest = sorted(board.marker, key=lambda mark: _reading_order(mark, board))
    while rest:
        pages.start("Corner marks", instructions)
        fitting = across * int((pages.bottom - pages.top + BESIDE_MM) // step)
        for place, mark in enumerate(rest[:fitting]):
            row, column = divmod(place, across)
            _draw_card(pages, mark, board, SheetPlace(left + column * step, pages.top + row * step))
        rest = rest[fitting:]


def draw_dice_mat(pages: Pages) -> None:
    """Draw the mat whose four marks show where dice count."""
    pages.start("Dice tray", MAT_WORDS)
    left, top = (pages.size.width - MAT_MM.width) / 2, pages.top + 2.0
    pages.box(SheetPlace(left, top), MAT_MM, width=0.4, grey=0)
    inset, half = MAT_INSET_MM, MAT_MARK_MM / 2
    right, low = left + MAT_MM.width - inset - half, top + MAT_MM.height - inset - half
    near, high = left + inset - half, top + inset - half
    corners = (SheetPlace(near, high), SheetPlace(right, high), SheetPlace(right, low), SheetPlace(near, low))
    for number, corner in zip(MAT_IDS, corners, strict=True):
        pages.modules(mark_modules(MAT_FAMILY, number), corner, MAT_MARK_MM)
    pages.text("north", SheetPlace(pages.size.width / 2, top + 5.0), points=9, centred=True)


def corner_name(mark: CornerMark, board: MarkedBoard) -> str:
    """Return the corner that *mark* lies nearest to, such as ``north-west``."""
    x, y = mark.centre_mm
    return f"{'north' if y > board.height_mm / 2 else 'south'}-{'east' if x > board.width_mm / 2 else 'west'}"


def _reading_order(mark: CornerMark, board: MarkedBoard) -> tuple[bool, bool]:
    """Return what sorts marks as they lie on the board: northern ones first, then from the west."""
    x, y = mark.centre_mm
    return y < board.height_mm / 2, x > board.width_mm / 2


def _half(mark: CornerMark, board: MarkedBoard) -> float:
    """Return half the side of *mark*'s card.

    A card reaches from the mark's centre to the board's nearer edges, so that it
    lies right when it is flush with the corner; if that leaves too little white or
    wastes paper, it has a white edge of a module and a half.
    """
    x, y = mark.centre_mm
    across, up = min(x, board.width_mm - x), min(y, board.height_mm - y)
    module = mark.size_mm / 6
    white = min(across, up) - mark.size_mm / 2
    if abs(across - up) <= 1.0 and module <= white <= 2 * module:
        return min(across, up)
    return mark.size_mm / 2 + 1.5 * module


def _draw_card(pages: Pages, mark: CornerMark, board: MarkedBoard, corner: SheetPlace) -> None:
    half = _half(mark, board)
    side, white, name = 2 * half, half - mark.size_mm / 2, corner_name(mark, board)
    pages.box(corner, Size(side, side))
    pages.modules(
        mark_modules(mark.family, mark.id), SheetPlace(corner.x + white, corner.y + white), mark.size_mm
    )
    _draw_hook(pages, name, corner, side)
    pages.text(name, SheetPlace(corner.x + half, corner.y + 3.6), points=8, font=BOLD, centred=True)
    x, y = mark.centre_mm
    across, up = min(x, board.width_mm - x), min(y, board.height_mm - y)
    vertical, horizontal = name.split("-")
    where = f"mark {mark.id}: centre {across:g} mm from {horizontal}, {up:g} mm from {vertical} edge"
    pages.fitted(
        where, SheetPlace(corner.x + half, corner.y + side - 2.0), side - 2 * HOOK_MM - 4.0, points=6.5
    )


def _draw_hook(pages: Pages, name: str, corner: SheetPlace, side: float) -> None:
    """Make the card's corner called *name* heavy."""
    x = corner.x + (side - 0.8 if name.endswith("east") else 0.8)
    y = corner.y + (side - 0.8 if name.startswith("south") else 0.8)
    arm_x = -HOOK_MM if name.endswith("east") else HOOK_MM
    arm_y = -HOOK_MM if name.startswith("south") else HOOK_MM
    pages.line(SheetPlace(x, y), SheetPlace(x + arm_x, y), width=0.8)
    pages.line(SheetPlace(x, y), SheetPlace(x, y + arm_y), width=0.8)
