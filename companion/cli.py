"""The command line: names the commands and turns troubles into one sentence and an exit status.

Each command lives in a module of ``companion.commands`` and is imported only
when it runs, so that ``herald --version`` does not wait for OpenCV.
"""

import sys
from importlib import import_module, metadata
from typing import IO

import click

COMMANDS: dict[str, str] = {
    "play": "companion.commands.play",
    "demo": "companion.commands.demo",
    "print": "companion.commands.print_sheets",
    "look": "companion.commands.look",
    "watch": "companion.commands.watch",
    "teach": "companion.commands.teach",
    "fit": "companion.commands.fit",
    "lens": "companion.commands.lens",
    "doctor": "companion.commands.doctor",
    "replay": "companion.commands.replay",
    "sight": "companion.commands.sight",
    "odds": "companion.commands.odds",
    "games": "companion.commands.games",
    "packs": "companion.commands.packs",
    "save-scenario": "companion.commands.save_scenario",
    "rules": "companion.commands.rules",
    "campaign": "companion.commands.campaign",
}


SYSTEM_LIBRARIES = (
    "OpenCV needs it; on Debian, Ubuntu and Raspberry Pi OS: sudo apt-get install libgl1 libglib2.0-0"
)


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for.

    Each module of ``COMMANDS`` holds its click command under the name ``command``.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of ``COMMANDS``."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called *cmd_name*, or None."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        try:
            command: click.Command = import_module(module).command
        except ImportError as trouble:
            if "shared object file" not in str(trouble):
                raise
            raise CouldNot(f"{trouble}. {SYSTEM_LIBRARIES}") from trouble
        return command


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"auto_envvar_prefix": "HERALD"})
@click.version_option(metadata.version("battle-herald"), prog_name="herald")
@click.pass_context
def herald(context: click.Context) -> None:
    """Watch a BattleLore board, keep its books, and tell the table.  Without a command: play."""
    if context.invoked_subcommand is None:
        play = herald.get_command(context, "play")
        assert play is not None
        with play.make_context("play", [], parent=context) as opened:
            play.invoke(opened)


class CouldNot(click.ClickException):
    """The world is wrong (no camera, a port in use): one sentence, exit status 1."""

    exit_code = 1

    def show(self, file: IO[str] | None = None) -> None:
        """Print the sentence on standard error."""
        click.echo(f"herald: {self.message}", file=file or sys.stderr)


class Refused(CouldNot):
    """What was given cannot be used (a file, a log, a command): one sentence, exit status 2."""

    exit_code = 2


def main() -> None:
    """Run the command line."""
    herald(prog_name="herald")
