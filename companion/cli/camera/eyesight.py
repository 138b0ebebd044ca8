"""What ``look``, ``watch``, ``fit`` and others share: whose board, tags and dice they are told to use."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.options import edition_option
from companion.input.safe_parsing import read_toml
from companion.library.library import Library
from companion.library.settings import NO_DICE, STICKERS, data_folder
from vision.board.plan import BoardPlan, TagBook, parse_plan

if TYPE_CHECKING:  # the doctor does without OpenCV
    from vision.dice.symbols import DieFaces

TOML = click.Path(path_type=Path, dir_okay=False)

board_option = click.option("--board", type=TOML, help="The board's plan (TOML).  [default: the edition's]")
tags_option = click.option(
    "--tags", type=TOML, help="The tags that may lie on it (TOML).  [default: those of `herald print`]"
)
dice_option = click.option(
    "--dice",
    help=f"A set made with `herald teach`, a folder with a picture for each face, '{STICKERS}' for those of "
    f"`herald print`, 'pips' for any dice with pips, or '{NO_DICE}'.",
)
whose_option = edition_option("Whose board, tags and dice they are.")
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


def read_plan(path: Path | None, edition: str) -> BoardPlan:
    """Return the plan in *path*, or that of *edition*'s board.  Raises ConfigError or InputError."""
    return Library(data_folder()).plan(edition) if path is None else parse_plan(read_toml(path), str(path))


def read_book(path: Path | None, edition: str) -> TagBook:
    """Return the tag book in *path*, or *edition*'s.  Raises ConfigError or InputError."""
    return Library(data_folder()).book(edition, path)


def die_faces(edition: str) -> "DieFaces":
    """Return the faces of *edition*'s die.  Raises ConfigError."""
    return Library(data_folder()).die_faces(edition)
