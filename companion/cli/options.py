"""The flags that several commands share, and troubles as one sentence."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click
import msgspec

from companion.input.errors import CouldNot, NoSuchGameError, Refused, StoreError
from companion.input.text import LONGEST_SENTENCE, shortened
from companion.library.settings import Language, VoiceEngine, data_folder, parse_names, read_defaults
from companion.words.levels import Level
from rules.kernel.catalogue import ConfigError
from vision.errors import CameraError, InputError

if TYPE_CHECKING:
    from companion.table.table import Table
    from rules.kernel.messages import AnyEvent

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=data_folder,
    help="The folder that holds games, fitted boards and settings.",
    is_eager=True,
    callback=lambda context, _, folder: _use_defaults(context, folder),
)
host_option = click.option(
    "--host",
    default="0.0.0.0",
    callback=lambda context, parameter, host: _address(host),
    help="The address to listen at; all networks by default.",
)
port_option = click.option(
    "--port", type=click.IntRange(1, 65535), default=8765, help="The port of the dashboard."
)
https_option = click.option(
    "--https/--no-https",
    default=False,
    envvar="HERALD_HTTPS",
    help="Serve by https, with a certificate of the table's own: tablets can then be kept awake.",
)
back_to_option = click.option(
    "--back-to",
    type=click.IntRange(0),
    default=None,
    metavar="ENTRY",
    help="Take back everything after this entry first; 0 is the start.  The log keeps it.",
)
headless_option = click.option(
    "--headless", is_flag=True, help="No dashboard and no voice: events as JSON lines until the pictures end."
)
voice_option = click.option("--voice/--no-voice", default=True, help="Whether sentences are spoken.")
voice_engine_option = click.option(
    "--voice-engine",
    type=click.Choice(get_args(VoiceEngine)),
    default="auto",
    help="The engine that is tried first.",
)
voice_device_option = click.option(
    "--voice-device", default=None, help="The sound device, as the system names it; the usual one by default."
)
language_option = click.option(
    "--language",
    type=click.Choice(get_args(Language)),
    default="en",
    envvar="HERALD_LANGUAGE",
    help="The language of voice, log, pages and report.",
)
level_option = click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    default=Level.STANDARD.value,
    envvar="HERALD_LEVEL",
    help="How much is said: the score; retreats, losses, lore and disputes too; everything; "
    "or enough to play without seeing the board.",
)
names_option = click.option(
    "--names",
    default="",
    envvar="HERALD_NAMES",
    callback=lambda context, parameter, names: _names(names),
    help="Who plays south and who plays north, as in Ana,Bogdan; they are called so.",
)


def _names(names: str) -> str:
    try:
        parse_names(names)
    except ValueError as trouble:
        raise Refused(f"--names {trouble}.") from None
    return names


def _address(host: str) -> str:
    if not host.strip():
        raise Refused("--host is empty: give an address of this machine, or leave it out for all networks.")
    return host.strip()


def _use_defaults(context: click.Context, folder: Path) -> Path:
    """Take the table's own settings file for what neither flag nor variable says."""
    with one_sentence():
        defaults = read_defaults(folder)
    context.default_map = {**(context.default_map or {}), **defaults}
    return folder


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn what can be wrong with the world into one sentence and its exit status."""
    try:
        yield
    except (ConfigError, InputError, NoSuchGameError) as trouble:
        raise Refused(_sentence(trouble)) from None
    except (CameraError, StoreError) as trouble:
        raise CouldNot(_sentence(trouble)) from None


def _sentence(trouble: Exception) -> str:
    text = shortened(str(trouble), LONGEST_SENTENCE)
    return text if text.endswith(".") else f"{text}."


def print_events(table: "Table") -> None:
    """Print every event from now on as one JSON line, as soon as it is stored."""
    table.listen(lambda events, _: print_lines(events))


def print_lines(events: "Iterable[AnyEvent]") -> None:
    """Print *events* as JSON lines."""
    for event in events:
        click.echo(msgspec.json.encode(event))
