"""What ``look``, ``watch`` and ``fit`` share: the board, the tags and the dice they are told to use."""

from pathlib import Path

import click

from companion.input.safe_parsing import read_toml
from companion.library.library import Library
from companion.library.settings import NO_DICE, STICKERS, data_folder
from vision.board.plan import BoardPlan, TagBook, parse_plan

BOARD = "second"
TOML = click.Path(path_type=Path, dir_okay=False)

board_option = click.option(
    "--board", type=TOML, help="The board's plan (TOML).  [default: the Second Edition's]"
)
tags_option = click.option(
    "--tags", type=TOML, help="The tags that may lie on it (TOML).  [default: those of `herald print`]"
)
dice_option = click.option(
    "--dice",
    help=f"A set made with `herald teach`, a folder with a picture for each face, '{STICKERS}' for those of "
    f"`herald print`, 'pips' for any dice with pips, or '{NO_DICE}'.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def read_plan(path: Path | None) -> BoardPlan:
    """Return the plan in *path*, or the usual board's.  Raises ConfigError or InputError."""
    return Library(data_folder()).plan(BOARD) if path is None else parse_plan(read_toml(path), str(path))


def read_book(path: Path | None) -> TagBook:
    """Return the tag book in *path*, or the usual one.  Raises ConfigError or InputError."""
    return Library(data_folder()).book(BOARD, path)
