"""The flags that several commands share, and troubles as one sentence."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import click
import msgspec

from companion.input.errors import CouldNot, NoSuchGameError, Refused, StoreError
from companion.input.text import LONGEST_SENTENCE, shortened
from companion.library.settings import Settings, data_folder, parse_names, read_defaults
from rules.kernel.catalogue import ConfigError
from vision.errors import CameraError, InputError

if TYPE_CHECKING:
    from companion.table.table import Table
from rules.kernel.messages import Event
from rules.registry import EDITIONS

_Command = TypeVar("_Command", bound=Callable[..., Any])
_HINTS = get_type_hints(Settings, include_extras=True)
_DEFAULTS = {field.name: field.default for field in msgspec.structs.fields(Settings)}


def setting_option(name: str, **told: object) -> Callable[[_Command], _Command]:
    """Return the option for the setting *name*: flag, kind, bounds, default and help are its field's.

    *told* is what only the command line knows of it, such as a callback.
    """
    kind, says = get_args(_HINTS[name])
    real = get_args(kind)[0] if NoneType in get_args(kind) else kind  # of "str | None", the text
    flag, default = f"--{name.replace('_', '-')}", _DEFAULTS[name]
    usual: dict[str, Any] = {
        "type": _type_of(real, says),
        "default": None if default is msgspec.NODEFAULT else getattr(default, "value", default),
        "help": says.description,
        "envvar": f"HERALD_{name.upper()}",
    }
    return click.option(f"{flag}/--no-{flag[2:]}" if real is bool else flag, **{**usual, **told})


def _type_of(kind: type, says: msgspec.Meta) -> click.ParamType[Any] | None:
    """Return what click makes of a text for a setting of *kind*; None: what it makes by itself."""
    if among := (says.extra or {}).get("among"):
        return click.Choice(among)
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is int:
        return click.IntRange(cast(int, says.ge), cast(int, says.le))
    if kind is Path:
        return click.Path(path_type=Path)
    return click.Choice([each.value for each in kind]) if issubclass(kind, StrEnum) else None


data_option = setting_option(
    "data",
    type=click.Path(path_type=Path, file_okay=False),
    default=data_folder,
    is_eager=True,
    callback=lambda context, _, folder: _use_defaults(context, folder),
)
host_option = setting_option("host", callback=lambda context, parameter, host: _address(host))
back_to_option = click.option(
    "--back-to",
    type=click.IntRange(0),
    default=None,
    metavar="ENTRY",
    help="Take back everything after this entry first; 0 is the start.  The log keeps it.",
)


def edition_option(text: str, default: str | None = "second") -> Callable[[_Command], _Command]:
    """Return the option that chooses an edition; *text* says what for."""
    known = click.Choice([edition.id for edition in EDITIONS])
    return click.option("--edition", type=known, default=default, help=text)


headless_option = click.option(
    "--headless", is_flag=True, help="No dashboard and no voice: events as JSON lines until the pictures end."
)
names_option = setting_option("names", callback=lambda context, parameter, names: _names(names))


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
    """Turn what can be wrong with the world into one sentence and its exit status.

    Raises Refused for what was asked or configured, CouldNot for a camera or the disk.
    """
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


def print_lines(events: "Iterable[Event]") -> None:
    """Print *events* as JSON lines."""
    for event in events:
        click.echo(msgspec.json.encode(event))
