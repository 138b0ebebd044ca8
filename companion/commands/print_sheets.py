"""``herald print``: sheets to print, as one PDF."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from companion.cli import CouldNot, Refused
from companion.library import EDITIONS, Library, read_text
from companion.settings import data_folder
from printables.grid import Piece
from printables.modules import Modules
from printables.paper import Paper
from printables.sheets import SheetKind, Wanted, draw_sheets
from printables.words import SheetError
from rules.catalogue import ConfigError, Scenario
from rules.values import KindId
from vision.plan import BoardPlan, TagBook, parse_book, parse_plan, tag_modules
from vision.trouble import InputError

ALL = "all"
KINDS = [*(kind.value for kind in SheetKind), ALL]
PAPERS = [paper.value for paper in Paper]
BOARD = "second"
SIZE_MM = 22.0
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("print")
@click.argument("kinds", nargs=-1, required=True, metavar="KIND...", type=click.Choice(KINDS))
@click.option("-o", "--output", required=True, type=FILE, help="The PDF to write.")
@click.option("--scenario", help="Print the tags of this scenario only, such as learning.")
@click.option("--paper", type=click.Choice(PAPERS), default=PAPERS[0], show_default=True)
@click.option("--size", type=click.FloatRange(10, 60), help="Side of a tag in mm.  [default: the tag book's]")
@click.option("--board", type=FILE, help="Print the marks of this board (TOML).")
@click.option("--tags", type=FILE, help="Print the tags of this book (TOML).")
@click.option("--url", help="Address for the join sheet, as the table shows it.")
def command(
    kinds: tuple[str, ...],
    output: Path,
    scenario: str | None,
    paper: str,
    size: float | None,
    board: Path | None,
    tags: Path | None,
    url: str | None,
) -> None:
    """Make a PDF of sheets to print.

    KIND is tags, banners, marks, dice, tray, calibration, join, or all.  Everything is in exact
    millimetres: print at 100 %, and check the line of 100 mm on each sheet.
    """
    library = Library(data_folder())
    try:
        played = None if scenario is None else library.ruleset(scenario).scenario
        book = library.book() if tags is None else parse_book(read_text(tags), str(tags))
        units, banners = _pieces(book, _kind_names(library), played)
        wanted = Wanted(
            paper=Paper(paper),
            size_mm=size or book.size_mm or SIZE_MM,
            units=units,
            banners=banners,
            board=_plan(library, board, played),
            url=_checked(url),
        )
        pdf = draw_sheets(_sheets(kinds, url), wanted)
    except (ConfigError, InputError, SheetError) as trouble:
        raise Refused(f"{trouble}") from trouble
    _write(output, pdf)
    click.echo(f"{output}: print it at 100 %, and check the line of 100 mm on each sheet.")


def _sheets(kinds: Sequence[str], url: str | None) -> list[SheetKind]:
    """Return the kinds of sheets in *kinds*; ``all`` has a join sheet only where there is an address."""
    wanted = [SheetKind(kind) for kind in kinds if kind != ALL]
    if ALL in kinds:
        wanted += [kind for kind in SheetKind if kind is not SheetKind.JOIN or url is not None]
    if SheetKind.JOIN in wanted and url is None:
        raise Refused("a join sheet needs an address: give --url with the one that the table shows")
    return wanted


def _checked(url: str | None) -> str | None:
    if url is not None and not url.startswith(("http://", "https://")):
        raise Refused(f"--url {url!r} is no address: it begins with http:// or https://")
    return url


def _plan(library: Library, board: Path | None, played: Scenario | None) -> BoardPlan:
    if board is not None:
        return parse_plan(read_text(board), str(board))
    return library.plan(BOARD if played is None else played.board)


def _kind_names(library: Library) -> dict[KindId, str]:
    """Return what every edition's kinds of units are called."""
    catalogues = [library.catalogue(edition.id) for edition in EDITIONS]
    return {kind.id: kind.name for catalogue in catalogues for kind in catalogue.kinds.values()}


def _pieces(
    book: TagBook, names: Mapping[KindId, str], played: Scenario | None
) -> tuple[list[Piece], list[Piece]]:
    """Return the book's units (of the scenario *played* only) and banners, ready to be drawn."""
    units, banners = [], []
    for payload, piece in book.tags.items():
        kind, _, number = piece.rpartition("-")
        name = names.get(KindId(kind)) or kind.replace("_", " ").capitalize()
        drawn = Piece(_modules(payload, book), f"{name} {number}")
        if kind == "banner":
            banners.append(drawn)
        elif played is None or piece in played.units:
            units.append(drawn)
    return units, banners


def _modules(payload: str, book: TagBook) -> Modules:
    try:
        return tag_modules(payload, book.layout)
    except ValueError as trouble:
        raise Refused(f"tag book: [tags] {trouble}; correct the entry or the layout") from trouble


def _write(output: Path, pdf: bytes) -> None:
    try:
        output.write_bytes(pdf)
    except OSError as trouble:
        raise CouldNot(f"{output}: {trouble.strerror}; choose another place for the file") from trouble
