"""Every tag that can be printed, and the tag book that lists those that were."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from companion.preparation.box_contents import BoxContents
from printables.grid import Piece
from printables.sheets import SheetKind
from printables.signs import UnitSign
from rules.kernel.values import Seat, UnitId
from vision.board.figure_spots import FigureSpots
from vision.board.plan import FAMILIES, STANDARD, Layout, TagBook, parse_book, payload_of, tag_modules
from vision.errors import InputError, NoTagError

ARUCO = Layout(kind="aruco", family="DICT_5X5_100", quiet=1, frame=0, rim=0)
"""A family of its own: the board's and the mat's marks, the stickers and the lens sheet are 4x4."""
LARGE_ARUCO = msgspec.structs.replace(ARUCO, family="DICT_5X5_250")
"""For what the small family has not marks enough."""
EXTRAS = (SheetKind.TERRAIN, SheetKind.TOKENS, SheetKind.CARDS)
BANNER = "banner"
SPOT_FIELDS = ("reach_mm", "out_mm", "spot_mm", "hole_mm")
NOBODY_S: Mapping[UnitId, Seat] = MappingProxyType({})


class Tag(NamedTuple):
    """A tag: its payload, its piece with name and sign, how it is drawn, and its size if told.

    *figures* has its unit; on a tray it is printed with their *spots*.
    """

    payload: str
    piece: str
    name: str
    layout: Layout
    size_mm: float | None
    sign: UnitSign | None = None
    figures: int = 0
    spots: FigureSpots | None = None
    is_card: bool = False

    def drawn(self, size_mm: float | None) -> Piece:
        """Return it ready to be drawn, *size_mm* large or as its book says.  Raises InputError."""
        try:
            modules = tag_modules(self.payload, self.layout)
            return Piece(modules, self.name, size_mm or self.size_mm, self.sign, self.figures)
        except NoTagError as trouble:
            raise InputError("tag book: [tags] {1}; correct the entry or the layout", trouble) from trouble


Stock = Mapping[SheetKind, list[Tag]]


def stock_of(
    contents: BoxContents, book: TagBook, *, owners: Mapping[UnitId, Seat] = NOBODY_S, aruco: bool
) -> Stock:
    """Return the tags of *book* by their sheet, and those of terrain, tokens and cards it does not list.

    *owners* are whose the units are in a scenario.  With *aruco* each piece has a small mark
    instead; its number does not depend on what is printed with it.
    """
    kinds = {
        SheetKind.TERRAIN: contents.terrain(),
        SheetKind.TOKENS: contents.tokens(),
        SheetKind.CARDS: dict.fromkeys(contents.cards, 1),
    }
    sheets = {kind: sheet for sheet, counts in reversed(kinds.items()) for kind in counts}
    sheets[BANNER] = SheetKind.BANNERS
    stock: dict[SheetKind, list[Tag]] = {kind: [] for kind in (SheetKind.TAGS, SheetKind.BANNERS, *EXTRAS)}

    def add(sheet: SheetKind, payload: str, piece: str, part: TagBook | None) -> None:
        kind, _, number = piece.rpartition("-")
        sign = contents.sign(kind, int(number) if number.isdecimal() else 1, owners.get(UnitId(piece)))
        is_single = sheet is SheetKind.CARDS or (sheet is SheetKind.TERRAIN and sign is not None)
        named = contents.name(kind) if is_single else f"{contents.name(kind)} {number}"
        layout, size = (STANDARD, None) if part is None else (part.layout, part.size_mm)
        figures = contents.figures(kind) if sheet is SheetKind.TAGS else 0
        is_card = sheet is SheetKind.CARDS
        stock[sheet].append(Tag(payload, piece, named, layout, size, sign, figures, is_card=is_card))

    for part in book.parts:
        for payload, piece in (part.tags | part.cards).items():
            add(sheets.get(piece.rpartition("-")[0], SheetKind.TAGS), payload, piece, part)
    listed = {*book.pieces.values(), *(card for part in book.parts for card in part.cards.values())}
    for sheet, counts in kinds.items():
        pieces = [f"{kind}-{number}" for kind, count in counts.items() for number in range(1, count + 1)]
        for place, piece in enumerate(pieces, 1):
            if piece not in listed:
                add(sheet, payload_of(f"{contents.initial(sheet)}{place}"), piece, None)
    return _as_aruco(stock) if aruco else stock


def with_figures(stock: Stock) -> Stock:
    """Return *stock* and, for the figures' sheet, each unit's tag once for each of its figures."""
    units = stock[SheetKind.TAGS]
    figures = [tag for tag in units for _ in range(tag.figures)]
    return {**stock, SheetKind.FIGURES: figures}


def _as_aruco(stock: Stock) -> Stock:
    pieces = dict.fromkeys(tag.piece for tags in stock.values() for tag in tags)
    numbers = {piece: str(number) for number, piece in enumerate(pieces)}
    layout = ARUCO if len(numbers) <= FAMILIES[ARUCO.family] else LARGE_ARUCO
    return {
        sheet: [
            tag._replace(payload=numbers[tag.piece], layout=layout, size_mm=None)
            for tag in {tag.piece: tag for tag in tags}.values()
        ]
        for sheet, tags in stock.items()
    }


class _Part(NamedTuple):
    """What is collected for one part of a book: its tags, and the trays' spots with how many figures."""

    tags: dict[str, str]
    cards: dict[str, str]
    spots: list[FigureSpots]

    def add(self, payload: str, piece: str, spots: FigureSpots | None, *, is_card: bool) -> None:
        (self.cards if is_card else self.tags)[payload] = piece
        if spots is not None:
            self.spots.append(spots)

    def book(self, layout: Layout, size_mm: float | None) -> TagBook:
        """Return the part; trays printed for another board than the first ones have no spots."""
        if not self.spots:
            return TagBook(tags=self.tags, cards=self.cards, layout=layout, size_mm=size_mm)
        first = self.spots[0]
        figures = {
            payload: count
            for spots in self.spots
            if msgspec.structs.replace(spots, figures=first.figures) == first
            for payload, count in spots.figures.items()
        }
        spots = msgspec.structs.replace(first, figures=figures)
        return TagBook(tags=self.tags, cards=self.cards, layout=layout, size_mm=size_mm, spots=spots)


def book_of(printed: Iterable[tuple[Tag, float]], former: TagBook | None) -> TagBook:
    """Return the book of the tags *printed*, each with its size in mm, and of *former*'s others.

    Raises InputError where one tag was printed in two sizes.
    """
    parts: defaultdict[tuple[Layout, float | None], _Part] = defaultdict(lambda: _Part({}, {}, []))
    sizes: dict[str, float] = {}
    for tag, size in printed:
        if sizes.setdefault(tag.payload, size) != size:
            raise InputError(
                "--book: {1} would have tags of {2} mm and {3} mm; print its tag or its tray, or both"
                " in one --size",
                tag.name,
                f"{sizes[tag.payload]:g}",
                f"{size:g}",
            )
        parts[(tag.layout, size)].add(tag.payload, tag.piece, tag.spots, is_card=tag.is_card)
    for part in () if former is None else former.parts:
        for payload, piece in (part.tags | part.cards).items():
            if payload not in sizes:
                is_card, spots = payload in part.cards, _spots_of(part, payload)
                parts[(part.layout, part.size_mm)].add(payload, piece, spots, is_card=is_card)
    books = [part.book(layout, size) for (layout, size), part in parts.items()]
    if not books:
        raise InputError("--book: no tag is printed; ask for tags, trays, banners, terrain, tokens or cards")
    return msgspec.structs.replace(books[0], also=tuple(books[1:]))


def _spots_of(part: TagBook, payload: str) -> FigureSpots | None:
    """Return the spots of one tag's tray as *part* lists them."""
    if part.spots is None or payload not in part.spots.figures:
        return None
    return msgspec.structs.replace(part.spots, figures={payload: part.spots.figures[payload]})


def is_listed(printed: Iterable[tuple[Tag, float]], book: TagBook) -> bool:
    """Return whether eyes that know *book* read all that is *printed*: they learn another size, but one."""
    tags = list(printed)
    drawn = {payload: part.layout for part in book.parts for payload in part.tags | part.cards}
    sizes = {size for _, size in tags}
    told = {(payload, part.size_mm) for part in book.parts for payload in part.tags | part.cards}
    spotted = {payload: _spots_of(part, payload) for part in book.parts for payload in part.tags | part.cards}
    is_drawn = all(
        drawn.get(tag.payload) == tag.layout and tag.spots in (None, spotted[tag.payload]) for tag, _ in tags
    )
    return is_drawn and (
        (len(sizes) < 2 and not book.also) or all((tag.payload, size) in told for tag, size in tags)
    )


def format_book(book: TagBook) -> str:
    """Return *book* as TOML that ``parse_book`` reads back."""
    lines = ["# Which tags were printed: payload = piece.  Written by `herald print --book`."]
    for number, part in enumerate(book.parts):
        under = "also." if number else ""
        if number:
            lines += ["", "[[also]]"]
        if part.size_mm is not None:
            lines.append(f"size_mm = {part.size_mm!r}")
        lines += ["", f"[{under}layout]"]
        fields = msgspec.structs.asdict(part.layout).items()
        lines += [f"{field} = {json.dumps(setting)}" for field, setting in fields]
        if part.spots is not None:
            lines += ["", f"[{under}spots]"]
            lines += [f"{field} = {getattr(part.spots, field)!r}" for field in SPOT_FIELDS]
            lines += ["", f"[{under}spots.figures]"]
            lines += [f"{json.dumps(payload)} = {count}" for payload, count in part.spots.figures.items()]
        for table, listed in (("tags", part.tags), ("cards", part.cards)):
            if listed:
                lines += ["", f"[{under}{table}]"]
                lines += [f"{json.dumps(payload)} = {json.dumps(piece)}" for payload, piece in listed.items()]
    text = "\n".join(lines) + "\n"
    parse_book(text, "--book")
    return text
