"""Every tag that can be printed, and the tag book that lists those that were."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from companion.library.library import Library
from companion.reconcile.terrain_tags import tag_kinds
from printables.grid import Piece
from printables.sheets import SheetKind
from rules.kernel.catalogue import Catalogue
from rules.kernel.printed import Kind
from rules.registry import EDITIONS
from vision.board.plan import STANDARD, Layout, TagBook, parse_book, payload_of, tag_modules
from vision.errors import InputError, NoTagError

ARUCO = Layout(kind="aruco", family="DICT_5X5_100", quiet=1, frame=0, rim=0)
"""A family of its own: the board's and the mat's marks, the stickers and the lens sheet are 4x4."""
TERRAIN = {
    "hill": 6,
    "forest": 6,
    "building": 4,
    "bridge": 2,
    "river": 8,
    "lake": 4,
    "ford": 4,
    "command_tent_south": 1,
    "command_tent_north": 1,
}
"""How many tags of each there are; new ones go to the end, for a tag is named by its place in the list."""
OTHER_TILES = 2  # of each kind of terrain that boxes and packs add
TOKENS = {"attacker": 2, "target": 2}
INITIALS = {SheetKind.TERRAIN: "T", SheetKind.TOKENS: "K", SheetKind.CARDS: "C"}
BANNER = "banner"


class Tag(NamedTuple):
    """A tag: what stands on it, its piece and that piece's name, how it is drawn, and its size if told."""

    payload: str
    piece: str
    name: str
    layout: Layout
    size_mm: float | None

    def drawn(self, size_mm: float | None) -> Piece:
        """Return it ready to be drawn, *size_mm* large or as its book says.  Raises InputError."""
        try:
            return Piece(tag_modules(self.payload, self.layout), self.name, size_mm or self.size_mm)
        except NoTagError as trouble:
            raise InputError("tag book: [tags] {1}; correct the entry or the layout", trouble) from trouble


Stock = Mapping[SheetKind, list[Tag]]


def stock_of(library: Library, book: TagBook, *, aruco: bool) -> Stock:
    """Return the tags of *book* by their sheet, and those of terrain, tokens and cards it does not list.

    With *aruco* each piece has a small mark instead; its number does not depend on what
    is printed with it.
    """
    catalogues = [library.catalogue(edition.id) for edition in EDITIONS]
    units = kinds_of(library)
    cards = {str(card.id): card.name for catalogue in catalogues for card in catalogue.cards.values()}
    tiles = _tiles(catalogues)
    names = {kind: unit.name for kind, unit in units.items()} | cards
    stock: dict[SheetKind, list[Tag]] = {kind: [] for kind in (SheetKind.TAGS, SheetKind.BANNERS, *INITIALS)}
    for part in book.parts:
        for payload, piece in part.tags.items():
            kind, _, number = piece.rpartition("-")
            name = names.get(kind) or kind.replace("_", " ").capitalize()
            tag = Tag(payload, piece, f"{name} {number}", part.layout, part.size_mm)
            stock[_sheet(kind, tiles, cards)].append(tag)
    listed = {tag.piece for tags in stock.values() for tag in tags}
    for sheet, extras in _extras(tiles, cards).items():
        for place, (piece, name) in enumerate(extras, 1):
            if piece not in listed:
                payload = payload_of(f"{INITIALS[sheet]}{place}")
                stock[sheet].append(Tag(payload, piece, name, STANDARD, None))
    return _as_aruco(stock) if aruco else stock


def kinds_of(library: Library) -> dict[str, Kind]:
    """Return every edition's kinds of units."""
    catalogues = [library.catalogue(edition.id) for edition in EDITIONS]
    return {str(kind.id): kind for catalogue in catalogues for kind in catalogue.kinds.values()}


def with_figures(stock: Stock, kinds: Mapping[str, Kind]) -> Stock:
    """Return *stock* and, for the figures' sheet, each unit's tag once for each of its figures."""
    counts = {kind: unit.figures for kind, unit in kinds.items()}
    units = stock[SheetKind.TAGS]
    figures = [tag for tag in units for _ in range(counts.get(tag.piece.rpartition("-")[0], 1))]
    return {**stock, SheetKind.FIGURES: figures}


def _tiles(catalogues: Iterable[Catalogue]) -> dict[str, int]:
    """Return how many tags there are for each sort of terrain, known ones first."""
    kinds = [
        kind for catalogue in catalogues for one in catalogue.terrain.values() for kind in tag_kinds(one)
    ]
    return TERRAIN | {kind: OTHER_TILES for kind in kinds if kind not in TERRAIN}


def _sheet(kind: str, tiles: Mapping[str, int], cards: Mapping[str, str]) -> SheetKind:
    if kind == BANNER:
        return SheetKind.BANNERS
    if kind in tiles:
        return SheetKind.TERRAIN
    if kind in TOKENS:
        return SheetKind.TOKENS
    return SheetKind.CARDS if kind in cards else SheetKind.TAGS


def _extras(tiles: Mapping[str, int], cards: Mapping[str, str]) -> dict[SheetKind, list[tuple[str, str]]]:
    """Return piece and name of everything that may have a tag and is no unit and no banner."""
    counted = {
        sheet: [
            (f"{kind}-{number}", f"{kind.replace('_', ' ').capitalize()} {number}")
            for kind, count in kinds.items()
            for number in range(1, count + 1)
        ]
        for sheet, kinds in ((SheetKind.TERRAIN, tiles), (SheetKind.TOKENS, TOKENS))
    }
    return {**counted, SheetKind.CARDS: [(f"{card}-1", name) for card, name in cards.items()]}


def _as_aruco(stock: Stock) -> Stock:
    numbers: dict[str, int] = {}
    return {
        sheet: [
            tag._replace(payload=str(numbers.setdefault(tag.piece, len(numbers))), layout=ARUCO, size_mm=None)
            for tag in {tag.piece: tag for tag in tags}.values()
        ]
        for sheet, tags in stock.items()
    }


def book_of(printed: Iterable[tuple[Tag, float]], former: TagBook | None) -> TagBook:
    """Return the book of the tags *printed*, each with its size in mm, and of *former*'s others.

    Raises InputError where one tag was printed in two sizes.
    """
    parts: dict[tuple[Layout, float | None], dict[str, str]] = {}
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
        parts.setdefault((tag.layout, size), {})[tag.payload] = tag.piece
    for part in () if former is None else former.parts:
        others = {payload: piece for payload, piece in part.tags.items() if payload not in sizes}
        if others:
            parts.setdefault((part.layout, part.size_mm), {}).update(others)
    journal = [TagBook(tags=tags, layout=layout, size_mm=size) for (layout, size), tags in parts.items()]
    if not journal:
        raise InputError("--book: no tag is printed; ask for tags, trays, banners, terrain, tokens or cards")
    return msgspec.structs.replace(journal[0], also=tuple(journal[1:]))


def is_listed(printed: Iterable[tuple[Tag, float]], book: TagBook) -> bool:
    """Return whether eyes that know *book* read all that is *printed*: they learn another size, but one."""
    tags = list(printed)
    drawn = {payload: part.layout for part in book.parts for payload in part.tags}
    sizes = {size for _, size in tags}
    told = {(payload, part.size_mm) for part in book.parts for payload in part.tags}
    return all(drawn.get(tag.payload) == tag.layout for tag, _ in tags) and (
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
        lines += ["", f"[{under}tags]"]
        lines += [f"{json.dumps(payload)} = {json.dumps(piece)}" for payload, piece in part.tags.items()]
    text = "\n".join(lines) + "\n"
    parse_book(text, "--book")
    return text
