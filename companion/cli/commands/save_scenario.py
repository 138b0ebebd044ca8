"""``herald save-scenario``: the board of a game becomes a scenario to begin others with."""

from pathlib import Path

import click

from companion.cli.commands.games import opened
from companion.cli.options import data_option
from companion.input.errors import Refused
from companion.journal.game_labels import GameLabels
from companion.library.library import Library
from companion.library.packs import Packs
from companion.library.save_scenario import save_scenario
from companion.reconcile.divergence import open_journal


@click.command(name="save-scenario")
@click.argument("name")
@click.option("--game", default=None, help="The game whose board is saved; the newest by default.")
@data_option
def command(name: str, game: str | None, data: Path) -> None:
    """Keep the board of a game as a scenario called NAME: its units, terrain and banners."""
    library = Library(data)
    with opened(data) as store:
        rows = store.games()
        if game is None and not rows:
            raise Refused("there is no game yet: put a board together with 'herald play --scenario free'.")
        row = rows[0] if game is None else store.game(game)
        board = open_journal(library, store, GameLabels(data), row).game
        scenario = save_scenario(board, name, Packs(library, row.edition))
    click.echo(f"{scenario}: saved; begin it with 'herald play --scenario {scenario}'.")
