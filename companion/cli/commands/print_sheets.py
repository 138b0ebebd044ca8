"""``herald print``: sheets to print, as one PDF, and which tags the camera can read."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import click

from companion.cli.options import setting_option
from companion.input.errors import CouldNot, Refused
from companion.input.safe_parsing import read_toml
from companion.library.library import Library
from companion.library.settings import data_folder
from companion.preparation.box_contents import BoxContents
from companion.preparation.print_order import (
    PrintOrder,
    Sizes,
    draw_order,
    lays_terrain,
    sizes_of,
    stock_for,
    units_to_print,
)
from companion.preparation.tag_sheets import Stock, Tag, book_of, format_book, is_listed
from printables.paper import Paper
from printables.sheets import SheetKind
from printables.words import SheetError
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import Game, new_game
from rules.kernel.printed import Scenario
from vision.board.plan import BoardPlan, TagBook, parse_book, parse_plan
from vision.errors import InputError
from vision.tags.advice import ARUCO_LEAST, ARUCO_MODULES, QR_LEAST, QR_MODULES, Advice, px_per_module

ALL = "all"
USUAL = (  # what an evening needs
    SheetKind.TAGS,
    SheetKind.BANNERS,
    SheetKind.MARKS,
    SheetKind.DICE,
    SheetKind.TRAY,
    SheetKind.CALIBRATION,
)
WHOLE = (SheetKind.TERRAIN, SheetKind.CARDS)
"""What belongs to an edition beside that, whatever is played of it."""
KINDS = [*(kind.value for kind in SheetKind), ALL]
PAPERS = [paper.value for paper in Paper]
EDITION = "second"
LEAST_MM, MOST_MM = 10.0, 60.0
FILE = click.Path(path_type=Path, dir_okay=False)


class TagSize(click.ParamType[float]):
    """The side of a tag in mm."""

    name = "mm"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number that *value* is.  Raises Refused for what is none, or no size for a tag."""
        try:
            size = float(str(value))
        except ValueError:
            size = LEAST_MM - 1
        if not LEAST_MM <= size <= MOST_MM:
            raise Refused(f"--size {value!r} is no size for a tag: give {LEAST_MM:g} to {MOST_MM:g} (mm)")
        return size


@click.command("print")
@click.argument("kinds", nargs=-1, required=True, metavar="KIND...", type=click.Choice(KINDS))
@click.option("-o", "--output", type=FILE, help="The PDF to write.  [default: herald-KIND.pdf, here]")
@click.option("--scenario", help="Print the tags of this scenario only, such as learning.")
@click.option(
    "--edition", help=f"Print what belongs to this edition.  [default: the scenario's, or {EDITION}]"
)
@setting_option("language", help="The language of the pieces' names.")
@click.option("--paper", type=click.Choice(PAPERS), default=PAPERS[0], show_default=True)
@click.option("--size", type=TagSize(), help="Side of a tag in mm, 10 to 60.  [default: the tag book's]")
@click.option("--tag", type=click.Choice(["qr", "aruco"]), help="Kind of tag.  [default: the tag book's]")
@click.option("--for", "view", metavar="SOURCE", help="Camera or picture: say, and print, what it can read.")
@click.option("--board", type=FILE, help="Print the marks of this board (TOML).")
@click.option("--tags", type=FILE, help="Print the tags of this book (TOML).")
@click.option("--book", type=FILE, help="Write what is printed into this tag book, for --tags.")
@click.option("--url", help="Address for the join sheet, as the table shows it.")
def command(
    kinds: tuple[str, ...],
    output: Path | None,
    scenario: str | None,
    edition: str | None,
    language: str,
    paper: str,
    size: float | None,
    tag: str | None,
    view: str | None,
    board: Path | None,
    tags: Path | None,
    book: Path | None,
    url: str | None,
) -> None:
    """Make a PDF of sheets to print.

    KIND is tags (one a unit), trays (cards for under the figures, with the unit's tag three times),
    figures (that tag for each of its figures), banners, terrain, tokens, cards, marks (the board's
    corners), dice (stickers), tray (for the dice), calibration, rims and lens (to try and measure
    the camera), join, or all: tags, banners, marks, dice, tray, calibration, join where --url is
    given, terrain where the scenario has any, and of a whole edition terrain and cards.  Everything
    is in exact millimetres: print at 100 %, and check the line of 100 mm on each sheet.
    """
    if output is None and (view is None or book is not None):
        output = Path(f"herald-{'-'.join(dict.fromkeys(kinds))}.pdf")
    library = Library(data_folder())
    try:
        game = None if scenario is None else new_game(library.ruleset(scenario))
        played = None if game is None else game.ruleset.scenario
        edition = _edition(edition, played)
        contents = BoxContents(library, edition, language)
        plan = _plan(library, board, edition if played is None else played.board)
        advised = None if view is None else _advised(view, plan)
        listed = library.book(edition, tags)
        stock = _listed(_stock(contents, listed, tag, game), listed, kinds)
        sizes, sheets = _sizes(size, stock, plan, advised), _sheets(kinds, url, stock, game)
        order = PrintOrder(sheets, stock, sizes, plan, Paper(paper), _checked(url), contents.stickers())
        if advised is not None:
            say(advised, order.printed())
        if output is None:
            return
        text = None if book is None else _book_text(order, book)
        pdf = draw_order(order)
    except (ConfigError, InputError, SheetError) as trouble:
        raise Refused(f"{trouble}") from trouble
    _write(output, pdf)
    click.echo(f"{output}: print it at 100 %, and check the line of 100 mm on each sheet.")
    _keep_book(book, text, is_listed=is_listed(order.printed(), listed))


def _keep_book(book: Path | None, text: str | None, *, is_listed: bool) -> None:
    """Write the tag *book*, or say that one is wanted where not all that is printed *is_listed*."""
    if book is not None and text is not None:
        _write(book, text.encode())
        click.echo(
            f"{book}: the tags that were printed; give it as --tags, or keep it as the table's tags.toml."
        )
    elif not is_listed:
        click.echo(
            "Not all of these tags are in the tag book like this: print them with --book FILE as well."
        )


def _edition(asked: str | None, played: Scenario | None) -> str:
    if played is None:
        return asked or EDITION
    if asked not in (None, played.edition):
        raise Refused(f"--edition {asked}: the scenario {played.id} is one of the edition {played.edition!r}")
    return played.edition


def _stock(contents: BoxContents, book: TagBook, kind: str | None, game: Game | None) -> Stock:
    if kind == "qr" and any(part.layout.kind != "framed_qr" for part in book.parts):
        raise Refused("--tag qr: the tag book lists ArUco marks; leave --tags out, or --tag")
    if game is None:
        return stock_for(contents, book, aruco=kind == "aruco")
    units, owners = units_to_print(game, book), game.ruleset.scenario.owners
    return stock_for(contents, book, units=units, owners=owners, aruco=kind == "aruco")


def _listed(stock: Stock, book: TagBook, kinds: Collection[str]) -> Stock:
    """Return *stock*; of sheets that ``all`` alone asks for, only the terrain and cards that *book* lists."""
    listed = {piece for part in book.parts for piece in (part.tags | part.cards).values()}
    added = [kind for kind in WHOLE if ALL in kinds and kind not in kinds]
    return {**stock, **{kind: [tag for tag in stock[kind] if tag.piece in listed] for kind in added}}


def _sizes(size: float | None, stock: Stock, plan: BoardPlan, advised: Advice | None) -> Sizes:
    """Return what was asked for, else what the view allows, else the usual.  Raises CouldNot."""
    if size is not None or advised is None:
        return sizes_of(stock, plan, asked_mm=size)
    is_aruco = any(tag.layout.kind == "aruco" for tag in stock[SheetKind.TAGS])
    return sizes_of(stock, plan, advised_mm=recommended_mm(advised, is_aruco=is_aruco))


def _book_text(order: PrintOrder, file: Path) -> str:
    """Return the text of the tag book *file* with what is printed; what it lists besides stays."""
    former = parse_book(read_toml(file), str(file)) if file.exists() else None
    return format_book(book_of(order.printed(), former))


def _sheets(kinds: Sequence[str], url: str | None, stock: Stock, game: Game | None) -> list[SheetKind]:
    """Return the kinds of sheets in *kinds*; ``all`` has those for which there is a tag or an address."""
    wanted = [SheetKind(kind) for kind in kinds if kind != ALL]
    if ALL in kinds:
        more = WHOLE if game is None else (SheetKind.TERRAIN,) if lays_terrain(game) else ()
        usual = [kind for kind in (*USUAL, *more) if stock.get(kind) != []]
        wanted += [*usual, *([SheetKind.JOIN] if url is not None else [])]
    if SheetKind.JOIN in wanted and url is None:
        raise Refused("a join sheet needs an address: give --url with the one that the table shows")
    return wanted


def _checked(url: str | None) -> str | None:
    if url is not None and not url.startswith(("http://", "https://")):
        raise Refused(f"--url {url!r} is no address: it begins with http:// or https://")
    return url


def _plan(library: Library, board: Path | None, usual: str) -> BoardPlan:
    return library.plan(usual) if board is None else parse_plan(read_toml(board), str(board))


def _write(output: Path, content: bytes) -> None:
    try:
        output.write_bytes(content)
    except OSError as trouble:
        raise CouldNot(f"{output}: {trouble.strerror}; choose another place for the file") from trouble


def _advised(view: str, plan: BoardPlan) -> Advice:
    from companion.cli.camera.view_advice import advise_from

    return advise_from(view, plan)


def recommended_mm(advice: Advice, *, is_aruco: bool) -> float:
    """Return the size to print.  Raises CouldNot where no tag of the kind is large enough."""
    size = advice.aruco_mm if is_aruco else advice.qr_mm
    if size is None:
        other = advice.aruco_mm is not None and not is_aruco
        remedy = "take --tag aruco, or give --size" if other else "give --size to print nevertheless"
        raise CouldNot(f"{advice.text}; {remedy}.")
    return float(size)


def say(advice: Advice, printed: Iterable[tuple[Tag, float]]) -> None:
    """Print *advice*, and which of the *printed* tags, given with their sizes, are too small to be read."""
    click.echo(f"{advice.text}.")
    for size, is_aruco in sorted({(size, tag.layout.kind == "aruco") for tag, size in printed}):
        modules, least = (ARUCO_MODULES, ARUCO_LEAST) if is_aruco else (QR_MODULES, QR_LEAST)
        if px_per_module(advice.px_per_mm, size, modules) < least:
            remedy = "bring the camera nearer, or print larger ones"
            click.echo(f"Tags of {size:g} mm are too small where it sees worst: {remedy}.", err=True)
