"""``herald replay``: plays a log, or a script of commands, through the rules."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from companion.cli.options import data_option, one_sentence, print_lines
from companion.input.errors import Refused
from companion.input.safe_parsing import LINE, LOG, UNREADABLE, TooMuchError, measured, read_bytes
from companion.journal.check_import import start_of
from companion.journal.jsonl import read_export
from companion.library.library import Library
from companion.words.announcer import log_text, refusal_text
from rules.kernel.game import Game, new_game, play
from rules.kernel.messages import Command, Entry, Refusal
from rules.kernel.replay import changes, live, replayed
from rules.registry import AnyCommand
from vision.errors import InputError


class ReplayLine(msgspec.Struct, frozen=True, kw_only=True):
    """A command, where it stands in its file, and the events that its log holds (None: a script has none)."""

    where: str
    command: Command
    entry: Entry | None = None


@click.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--scenario", default="learning", help="What a script of commands is played on; a log knows its own."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line per event, instead of words.")
@data_option
def command(file: Path, scenario: str, as_json: bool, data: Path) -> None:
    """Play FILE: a game from 'herald games export', or one command a line as JSON."""
    with one_sentence():
        game, lines = read_lines(Library(data), file, scenario)
    for line in lines:
        game, decision = (
            play(game, line.command) if line.entry is None else replayed(game, line.entry, line.command)
        )
        if isinstance(decision, Refusal):
            raise Refused(f"{line.where}: {refusal_text(decision, game)}.")
        if as_json:
            print_lines(decision)
        else:
            click.echo(log_text(decision, game))
        if line.entry is not None and changes(decision) != changes(line.entry.events):
            raise Refused(f"{line.where}: these rules now answer otherwise than the log has it.")


def read_lines(library: Library, file: Path, scenario: str) -> tuple[Game, list[ReplayLine]]:
    """Return how the game in *file* begins, a script's by *scenario*, and its commands.

    Raises InputError, ConfigError and NoSuchGameError.
    """
    try:
        content = read_bytes(file, LOG).splitlines()
    except OSError as trouble:
        raise InputError("{1}: cannot be read ({2})", file, trouble.strerror) from None
    except TooMuchError as trouble:
        raise InputError("{1}: {2}", file, trouble) from None
    if content and b'"herald"' in content[0]:
        row, entries = read_export(content, str(file))
        return start_of(library, row, str(file)), [
            ReplayLine(where=f"{file}, entry {entry.seq}", command=entry.command, entry=entry)
            for entry in live(entries)
            if entry.command is not None
        ]
    return new_game(library.ruleset(scenario)), list(_script(content, file))


def _script(content: list[bytes], file: Path) -> Iterator[ReplayLine]:
    for number, line in enumerate(content, start=1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            yield ReplayLine(where=where, command=msgspec.json.decode(measured(line, LINE), type=AnyCommand))
        except UNREADABLE as trouble:
            raise InputError("{1}: this is no command ({2})", where, trouble) from None
