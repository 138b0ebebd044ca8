"""The command line: names the commands and turns troubles into one sentence and an exit status.

Each command lives in a module of ``companion.cli`` and is imported only
when it runs: help and version wait for nothing, and what needs no picture runs without OpenCV.
"""

import os
import sys
import threading
from importlib import import_module
from typing import NamedTuple

import click

from companion.cli.groups import CommandGroup
from companion.input.errors import CouldNot


class Listed(NamedTuple):
    """A command as help lists it: its module in ``companion.cli``, and its own first sentence."""

    module: str
    help: str


PLAYING: dict[str, Listed] = {
    "play": Listed(
        "commands.play",
        "Open the table: camera, journal, voice, and the dashboard for every tablet.",
    ),
    "demo": Listed(
        "commands.demo",
        "Play a scenario by itself: simulated pictures, real eyes, rules, voice and dashboard.",
    ),
    "games": Listed(
        "commands.games",
        "List, resume, export, import and report games.",
    ),
    "campaign": Listed(
        "commands.campaign",
        "Keep campaigns of four scenarios: begin, record what was played, ask what comes next.",
    ),
}
PREPARING: dict[str, Listed] = {
    "print": Listed(
        "commands.print_sheets",
        "Make a PDF of sheets to print.",
    ),
    "doctor": Listed(
        "commands.doctor",
        "Check camera, marks, light, tags, voice, network, service, disk and power before you play.",
    ),
    "score": Listed(
        "camera.score",
        "Say how well the recordings in FOLDER, written with --record, are read today.",
    ),
    "teach": Listed(
        "camera.teach",
        "Learn the faces of a set of dice and write them to the file SET, for `--dice SET`.",
    ),
    "fit": Listed(
        "camera.fit",
        "Fit the board's grid to PICTURE, in which its marks are seen, and write the fitted plan.",
    ),
    "lens": Listed(
        "camera.lens",
        "Measure the lens of the camera SOURCE from the sheet of `herald print lens`, and remember it.",
    ),
    "service": Listed(
        "commands.service",
        "Have a table start with the machine: install, remove, status (Linux with systemd).",
    ),
}
CARDS_AND_RULES: dict[str, Listed] = {
    "rules": Listed(
        "commands.rules",
        "Explain the rules about WORDS; without any, name all entries, or compare all.",
    ),
    "odds": Listed(
        "commands.odds",
        "Tell the exact odds of ATTACKER attacking TARGET.",
    ),
    "sight": Listed(
        "commands.sight",
        "Answer questions about lines of sight.",
    ),
    "packs": Listed(
        "commands.packs",
        "List, check, export and import packs: costs, cards, maps and units that you filled in.",
    ),
    "save-scenario": Listed(
        "commands.save_scenario",
        "Keep the board of a game as a scenario called NAME: its units, terrain and banners.",
    ),
}
DEVELOPING: dict[str, Listed] = {
    "look": Listed(
        "camera.look",
        "Say which units stand in which hexes in each PICTURE, and which dice lie in the tray.",
    ),
    "watch": Listed(
        "camera.watch",
        "Print what lies on the table each time it has come to rest in a new way, and how the camera does.",
    ),
    "replay": Listed(
        "commands.replay",
        "Play FILE: a game from 'herald games export', or one command a line as JSON.",
    ),
}
GROUPS = {
    "To play": PLAYING,
    "To prepare": PREPARING,
    "Cards and rules": CARDS_AND_RULES,
    "For developers": DEVELOPING,
}
COMMANDS: dict[str, Listed] = {name: listed for group in GROUPS.values() for name, listed in group.items()}

NO_OPENCV = (
    "OpenCV, which pictures need, does not start ({}). On Debian, Ubuntu and Raspberry Pi OS: "
    "sudo apt-get install libgl1 libglib2.0-0. Without pictures: herald play --no-camera."
)


PLAY = "play"
OWN_FLAGS = ("--version", "--help")


class LazyGroup(CommandGroup):
    """A group that imports a command's module when the command is asked for.

    Each module of ``COMMANDS`` holds its click command under the name ``command``.  Where none is named,
    as in ``herald --port 8080``, it is ``play``.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take *args* apart, ``play`` in front of flags that are a command's."""
        is_named = bool(args) and (args[0] in OWN_FLAGS or not args[0].startswith("-"))
        return super().parse_args(ctx, args if is_named else [PLAY, *args])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of ``COMMANDS``."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called *cmd_name*, or None."""
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        command: click.Command = import_module(f"companion.cli.{listed.module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in their groups, without importing any."""
        width = max(map(len, COMMANDS))
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), listed.help) for name, listed in group.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that is asked for.

        Raises CouldNot, saying what to install, where OpenCV does not start.
        """
        try:
            return super().invoke(ctx)
        except ImportError as trouble:
            if trouble.name != "cv2" and "shared object file" not in str(trouble):
                raise
            raise CouldNot(NO_OPENCV.format(trouble)) from trouble


@click.group(cls=LazyGroup, context_settings={"auto_envvar_prefix": "HERALD"})
@click.version_option(package_name="battle-herald", prog_name="herald")
def herald() -> None:
    """Watch a BattleLore board, keep its journal, and tell the table.  Without a command: play."""


def main() -> None:
    """Run the command line."""
    try:
        herald(prog_name="herald")
    except SystemExit as end:
        if any(thread.daemon for thread in threading.enumerate()):
            _leave(end)
        raise


def _leave(end: SystemExit) -> None:
    """End at once: a camera that hangs, and comes back while Python ends, would abort the program."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(end.code if isinstance(end.code, int) else int(end.code is not None))
