"""The board as it is printed and the tags that may lie on it: plans and tag books.

Everything is in millimetres on the board's plane: x east, y north, from the board's
south-west corner.  Knows no picture and no file: texts come in.
"""

from functools import cached_property, lru_cache
from hashlib import sha256
from math import sqrt
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np
import qrcode
from numpy.typing import NDArray
from qrcode.exceptions import DataOverflowError

from rules.kernel.hexes import Board, Hex
from rules.kernel.translatable import Message, counted
from vision.board.figure_spots import FigureSpots
from vision.board.homography import carried, homography, is_convex
from vision.errors import InputError, NoTagError
from vision.sightings import Point

if TYPE_CHECKING:
    import cv2

ROW_STEP = sqrt(3) / 2  # hex widths from one row to the next
CORE = 0.75  # of a hex's size
CORNERS = 4  # marks of a board that is one piece
PAYLOAD_LENGTH = 10
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALLOWED = frozenset(DIGITS + " $%*+-./:")  # what a QR code calls alphanumeric

FAMILIES = {
    **{f"DICT_{n}X{n}_{count}": count for n in (4, 5, 6, 7) for count in (50, 100, 250, 1000)},
    "DICT_ARUCO_ORIGINAL": 1024,
    **dict.fromkeys(("DICT_APRILTAG_16h5", "DICT_APRILTAG_16H5"), 30),
    **dict.fromkeys(("DICT_APRILTAG_25h9", "DICT_APRILTAG_25H9"), 35),
    **dict.fromkeys(("DICT_APRILTAG_36h10", "DICT_APRILTAG_36H10"), 2320),
    **dict.fromkeys(("DICT_APRILTAG_36h11", "DICT_APRILTAG_36H11"), 587),
    **dict.fromkeys(("DICT_ARUCO_MIP_36h12", "DICT_ARUCO_MIP_36H12"), 250),
}
"""OpenCV's families of marks, with how many marks each has: known without loading OpenCV."""

Kind = TypeVar("Kind")
Positive = Annotated[float, msgspec.Meta(gt=0, le=10_000)]
MOST_TAGS = 1000
"""Each is drawn once to see whether its layout can hold it."""
Modules = Annotated[int, msgspec.Meta(ge=0, le=20)]


class BoardMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ArUco mark that lies on the board: its dictionary, id, centre and the side of its black square."""

    family: str
    id: Annotated[int, msgspec.Meta(ge=0)]
    centre_mm: Point
    size_mm: Positive


class Tray(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The inside of the dice tray: two opposite corners."""

    from_mm: Point
    to_mm: Point

    @property
    def corners_mm(self) -> NDArray[np.float64]:
        """Return the tray's corners, (4, 2), counter-clockwise from the south-west."""
        (x, y), (u, v) = self.from_mm, self.to_mm
        west, east, south, north = min(x, u), max(x, u), min(y, v), max(y, v)
        return np.array([(west, south), (east, south), (east, north), (west, north)], np.float64)


class HexPlace(NamedTuple):
    """The hex nearest to a point, and how far inside its nearest side the point is: below 0 off the grid."""

    nearest: Hex
    margin_mm: float

    @property
    def hex(self) -> Hex | None:
        """Return the hex that holds the point, or None off the grid."""
        return self.nearest if self.margin_mm >= 0 else None


class BoardPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A printed board: its size, its hexes, its corner marks and the dice tray beside it.

    The grid is centred on the board unless *grid* holds the fitted centres of the four
    corner hexes: first and last of the top row, last and first of the bottom row.
    """

    width_mm: Positive
    height_mm: Positive
    rows: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=26)], ...], msgspec.Meta(min_length=1, max_length=50)
    ]
    hex_width_mm: Positive
    section_lines: tuple[float, ...] = ()
    marker: Annotated[tuple[BoardMark, ...], msgspec.Meta(max_length=200)] = ()
    tray: Tray | None = None
    grid: tuple[Point, Point, Point, Point] | None = None

    @cached_property
    def board(self) -> Board:
        """Return the board's hexes without their millimetres."""
        return Board(self.rows, self.section_lines)

    @cached_property
    def _spots(self) -> NDArray[np.float64]:
        """Return every hex's centre in hex widths, (n, 2), in the order of ``board.hexes``."""
        return np.array([(spot.x / 2, spot.y * ROW_STEP) for spot in self.board.spots.values()], np.float64)

    @cached_property
    def corner_hexes(self) -> tuple[Hex, Hex, Hex, Hex]:
        """Return the four hexes a grid is fitted by: NW, NE, SE, SW."""
        board, top = self.board, len(self.rows) - 1
        row = {y: [name for name, spot in board.spots.items() if spot.y == y] for y in (0, top)}
        return row[top][0], row[top][-1], row[0][-1], row[0][0]

    @cached_property
    def _to_mm(self) -> NDArray[np.float64]:
        """Return the (3, 3) homography from hex widths to millimetres."""
        if self.grid is not None:
            corners = [self._spots[self.board.hexes.index(name)] for name in self.corner_hexes]
            return homography(np.array(corners, np.float64), np.array(self.grid, np.float64))
        width = self.hex_width_mm
        middle = (self._spots.min(axis=0) + self._spots.max(axis=0)) / 2
        shift = np.array([self.width_mm, self.height_mm]) / 2 - middle * width
        return np.array([(width, 0, shift[0]), (0, width, shift[1]), (0, 0, 1)], np.float64)

    @cached_property
    def _to_widths(self) -> NDArray[np.float64]:
        """Return the (3, 3) homography from millimetres to hex widths."""
        return np.asarray(np.linalg.inv(self._to_mm), np.float64)

    @cached_property
    def centres_mm(self) -> NDArray[np.float64]:
        """Return the centre of every hex, (n, 2), in the order of ``board.hexes``."""
        return carried(self._spots, self._to_mm)

    def centre_mm(self, name: Hex) -> Point:
        """Return the centre of hex *name*.  Raises ValueError for a hex that is not on the board."""
        x, y = self.centres_mm[self.board.hexes.index(name)]
        return float(x), float(y)

    def place(self, at_mm: Point) -> HexPlace:
        """Return the hex nearest to *at_mm* and how far inside it that is."""
        at = carried(np.array([at_mm], np.float64), self._to_widths)[0]
        across, up = np.abs(self._spots - at).T
        inside = 0.5 - np.maximum(across, across / 2 + up * ROW_STEP)
        best = int(np.argmax(inside))
        return HexPlace(self.board.hexes[best], float(inside[best]) * self.hex_width_mm)

    def hex_at(self, at_mm: Point) -> Hex | None:
        """Return the hex that holds *at_mm*, or None off the grid."""
        return self.place(at_mm).hex

    def outline_mm(self, name: Hex, grow: float = 1.0) -> NDArray[np.float64]:
        """Return the six corners of hex *name*, (6, 2), *grow* times its size."""
        turns = np.deg2rad(30 + 60 * np.arange(6))
        ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) / sqrt(3) * grow
        around = self._spots[self.board.hexes.index(name)] + ring
        return carried(around, self._to_mm)

    @cached_property
    def cores_mm(self) -> NDArray[np.float64]:
        """Return the corners of the inner part of each hex, in which its tag lies: (n, 6, 2)."""
        return np.stack([self.outline_mm(name, CORE) for name in self.board.hexes])

    @property
    def has_seam_marks(self) -> bool:
        """Return whether marks lie where the halves of a large board meet, so that a camera can know each."""
        return len(self.marker) > CORNERS

    @property
    def corners_mm(self) -> NDArray[np.float64]:
        """Return the board's corners, (4, 2), counter-clockwise from the south-west."""
        return np.array([(0, 0), (self.width_mm, 0), (self.width_mm, self.height_mm), (0, self.height_mm)])


class Layout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the tags of a book are drawn, in modules from the code outwards: white, black frame, white rim.

    For the kind ``aruco`` the code is a mark of *family* with its own black border; the
    payloads are its ids.
    """

    kind: Literal["framed_qr", "aruco"] = "framed_qr"
    version: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    error_correction: Literal["L", "M", "Q", "H"] = "H"
    mask: Annotated[int, msgspec.Meta(ge=0, le=7)] = 2
    quiet: Modules = 2
    frame: Modules = 2
    rim: Modules = 0
    family: str = "DICT_4X4_50"


STANDARD = Layout()


class TagBook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every tag that may lie on the table: payload to piece.

    *size_mm* is the side of a whole tag as printed, its white and black margins included;
    None where the book does not say.  Tags of other kinds or sizes are listed in books of
    their own, *also*; several payloads, and several tags of one payload, may be one piece.
    Where tags are on trays with *spots* under the figures, it tells where those are.  *cards* are the tags
    that lie beside the board instead, each for a card.
    """

    tags: dict[str, str] = {}
    layout: Layout = STANDARD
    size_mm: Positive | None = None
    spots: FigureSpots | None = None
    also: tuple["TagBook", ...] = ()
    cards: dict[str, str] = {}

    @property
    def parts(self) -> tuple["TagBook", ...]:
        """Return the books of one kind and size that this one is made of, itself first."""
        return (msgspec.structs.replace(self, also=()), *self.also)

    @property
    def pieces(self) -> dict[str, str]:
        """Return the piece of every tag of every part, by payload."""
        return {payload: piece for part in self.parts for payload, piece in part.tags.items()}


def payload_of(name: str) -> str:
    """Return the text of the standard tag called *name*: ``VL1`` gives ``VL1-NAKBCX``.

    Raises NoTagError for a name that is too long or has characters a tag cannot hold.
    """
    room = PAYLOAD_LENGTH - len(name) - 1
    if room < 1 or not name or not ALLOWED.issuperset(name):
        raise NoTagError("{1} is no tag's name: 1 to 8 of 0-9 A-Z", repr(name))
    number = int.from_bytes(sha256(f"tag:{name}".encode()).digest()[:8], "big")
    digits = []
    for _ in range(room):
        number, digit = divmod(number, 36)
        digits.append(DIGITS[digit])
    return f"{name}-{''.join(digits)}"


@lru_cache(MOST_TAGS)
def tag_modules(payload: str, layout: Layout) -> NDArray[np.bool_]:
    """Return a whole tag with its margins, (n, n) modules, row 0 at its top; True is black.

    It is drawn once and shared, so it cannot be written to.  Raises NoTagError for a payload that
    *layout* cannot hold.
    """
    if layout.kind == "aruco":
        family = family_of(layout.family)
        if family is None or not payload.isdecimal():
            raise NoTagError("{1} has no mark {2}", layout.family, repr(payload))
        side = family.markerSize + 2
        code = np.asarray(family.generateImageMarker(int(payload), side, borderBits=1)) < 128
    else:
        code = _qr_modules(payload, layout)
    for margin, black in ((layout.quiet, False), (layout.frame, True), (layout.rim, False)):
        code = np.pad(code, margin, constant_values=black)
    code.flags.writeable = False
    return code


def _qr_modules(payload: str, layout: Layout) -> NDArray[np.bool_]:
    """Return the code alone, (n, n), True for black.  Raises ValueError for a payload that is too long."""
    level = getattr(qrcode.constants, f"ERROR_CORRECT_{layout.error_correction}")
    code = qrcode.QRCode(
        version=layout.version, error_correction=level, box_size=1, border=0, mask_pattern=layout.mask
    )
    code.add_data(payload)
    try:
        code.make(fit=False)
    except DataOverflowError:
        raise NoTagError("{1} is too long for a version {2} code", repr(payload), layout.version) from None
    return np.array(code.get_matrix(), np.bool_)


def family_of(name: str) -> "cv2.aruco.Dictionary | None":
    """Return OpenCV's dictionary of marks called *name*, or None."""
    import cv2  # only marks need it; all else that is printed does without

    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    return None if number is None else cv2.aruco.getPredefinedDictionary(number)


def parse_plan(text: str, file: str | Message) -> BoardPlan:
    """Return the board that *text* (TOML) describes.  Raises InputError naming *file* and the field."""
    plan = _decode(text, file, BoardPlan)
    for mark in plan.marker:
        _check_family(mark.family, mark.id, file, "marker")
    names = [(mark.family, mark.id) for mark in plan.marker]
    for family, number in names:
        if names.count((family, number)) > 1:
            raise InputError(
                "{1}: [marker] {2} {3} is listed twice; give each mark its own id", file, family, number
            )
    if 0 < len(names) < 3:
        told = counted(
            len(names),
            "{2}: [marker] lists {1} mark; at least three are needed",
            "{2}: [marker] lists {1} marks; at least three are needed",
            file,
        )
        raise InputError(told)
    if plan.tray is not None and np.prod(np.ptp(plan.tray.corners_mm, axis=0)) < 1:
        raise InputError("{1}: [tray] has no room between from_mm and to_mm; give two opposite corners", file)
    if plan.grid is not None and not is_convex(np.array(plan.grid, np.float64)):
        raise InputError(
            "{1}: [grid] is no four-sided grid; give the centres of the corner hexes NW, NE, SE, SW", file
        )
    return plan


def format_plan(plan: BoardPlan) -> str:
    """Return *plan* as TOML that ``parse_plan`` reads back."""
    lines = [f"width_mm = {plan.width_mm!r}", f"height_mm = {plan.height_mm!r}"]
    lines += [f"rows = {list(plan.rows)}", f"hex_width_mm = {plan.hex_width_mm!r}"]
    if plan.section_lines:
        lines.append(f"section_lines = {list(plan.section_lines)}")
    if plan.grid is not None:
        lines.append(f"grid = {[list(corner) for corner in plan.grid]}")
    for mark in plan.marker:
        lines += ["", "[[marker]]", f'family = "{mark.family}"', f"id = {mark.id}"]
        lines += [f"centre_mm = {list(mark.centre_mm)}", f"size_mm = {mark.size_mm!r}"]
    if plan.tray is not None:
        lines += ["", "[tray]", f"from_mm = {list(plan.tray.from_mm)}", f"to_mm = {list(plan.tray.to_mm)}"]
    return "\n".join(lines) + "\n"


def parse_book(text: str, file: str) -> TagBook:
    """Return the tags that *text* (TOML) lists.  Raises InputError naming *file* and the entry."""
    book = _decode(text, file, TagBook)
    listed = set[str]()
    if not any(part.tags or part.cards for part in book.parts):
        raise InputError("{1}: [tags] lists no tag; list what may lie on the table", file)
    if sum(len(part.tags) + len(part.cards) for part in book.parts) > MOST_TAGS:
        raise InputError(
            "{1}: [tags] lists more than {2} tags; leave out those not on the table", file, MOST_TAGS
        )
    for number, part in enumerate(book.parts):
        if part.also:
            raise InputError(
                "{1}: [also {2}] holds a book in a book; list it beside the others", file, number
            )
        for payload in (*part.tags, *part.cards):
            table = "tags" if payload in part.tags else "cards"
            where = table if number == 0 else Message("also {1}: {2}", number, table)
            if payload in listed:
                raise InputError(
                    "{1}: [{2}] {3} is listed twice; give each tag one place", file, where, repr(payload)
                )
            _check_tag(payload, part.layout, file, where)
            listed.add(payload)
    return book


def _check_tag(payload: str, layout: Layout, file: str, where: str | Message) -> None:
    if layout.kind == "aruco":
        number = int(payload) if payload.isdecimal() else -1
        _check_family(layout.family, number, file, Message("{1}: {2}", where, repr(payload)))
    elif not payload or not ALLOWED.issuperset(payload):
        raise InputError(
            "{1}: [{2}] {3} holds characters no tag has; use 0-9 A-Z $%*+-./:", file, where, repr(payload)
        )
    try:
        tag_modules(payload, layout)
    except NoTagError as trouble:
        raise InputError("{1}: [{2}] {3}; shorten it or change the layout", file, where, trouble) from None


def _check_family(name: str, number: int, file: str | Message, where: str | Message) -> None:
    count = FAMILIES.get(name)
    if count is None:
        raise InputError(
            "{1}: [{2}] family {3} is not known; use for example 'DICT_4X4_50'", file, where, repr(name)
        )
    if not 0 <= number < count:
        raise InputError("{1}: [{2}] is no id of {3}; use 0 to {4}", file, where, name, count - 1)


def _decode(text: str, file: str | Message, wanted: type[Kind]) -> Kind:
    try:
        return msgspec.toml.decode(text, type=wanted)
    except msgspec.ValidationError as trouble:
        message, _, path = str(trouble).partition(" - at `$")
        field = f" {path.rstrip('`').lstrip('.')}:" if path else ""
        raise InputError("{1}:{2} {3}; correct this entry", file, field, message) from None
    except msgspec.DecodeError as trouble:
        raise InputError(
            "{1}: is no TOML that can be read ({2}); correct or replace it", file, trouble
        ) from None
