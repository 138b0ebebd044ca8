"""What people hand in, measured before anybody parses it: its size, its depth, its parts, its numbers.

A parser may need far more time and memory than its text is long: a key of 15,000 parts has cost
twelve seconds and 1.3 GB.  One walk over the text, no longer than the text itself, refuses such
texts first.  Knows TOML and JSON only as far as strings, brackets and separators go.
"""

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import TranslatableError


class Limits(NamedTuple):
    """How much a text may hold: bytes, brackets or parts of a key within one another, and parts in all."""

    size: int
    depth: int
    parts: int


FILE = Limits(size=1024 * 1024, depth=12, parts=40_000)
"""A file of settings, phrases, tags, a board, a pack: a hundred times what ours hold."""

LINE = Limits(size=1024 * 1024, depth=24, parts=40_000)
"""A line of a log: one entry of a game."""

LOG = 128 * 1024 * 1024
"""Bytes of the longest log that is read: a hundred times an evening's."""

MESSAGE = Limits(size=64 * 1024, depth=16, parts=8_000)
"""What a page of the table sends."""

LONGEST_BARE = 80
"""Signs of the longest number, and of the longest key without quotes."""

_TOKEN = re.compile(
    r"""
      (?P<comment> \#[^\n]* )
    | (?P<text> \"{3} (?: [^"\\] | \\. | "(?!"") )*+ "{0,5}
              | '{3}  (?: [^'] | '(?!'') )*+ '{0,5}
              | " (?: [^"\\\n] | \\. )*+ "?
              | ' [^'\n]*+ '? )
    | (?P<opens> [\[{] )
    | (?P<closes> [\]}] )
    | (?P<joins> \. )
    | (?P<parts> [=,:\n] )
    | (?P<bare> [^\s\#"'\[\]{}.=,:]++ )
    """,
    re.VERBOSE | re.DOTALL,
)
"""The first fault of a text ends its parsing, so what follows a string without end need not be told apart."""


class TooMuchError(TranslatableError, ValueError):
    """A text that is not parsed at all: one sentence says what is too much."""


UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TooMuchError)
"""All that decoding what was ``measured`` raises for bytes that hold no message."""


def measure(text: str, limits: Limits = FILE) -> None:
    """Raise TooMuchError where *text*, which is TOML or JSON, is more than *limits* allow."""
    if len(text) > limits.size:
        raise TooMuchError("is longer than the {1} KB that are read", limits.size // 1024)
    depth = parts = joined = 0
    for token in _TOKEN.finditer(text):
        sort = token.lastgroup
        if sort == "comment":
            continue
        parts += 1
        depth += (sort == "opens") - (sort == "closes")
        joined = joined + 1 if sort == "joins" else 0 if sort in ("opens", "closes", "parts") else joined
        if max(depth, joined) > limits.depth:
            raise TooMuchError("tables and lists lie more than {1} deep in one another", limits.depth)
        if parts > limits.parts:
            raise TooMuchError("has more than the {1} parts that are read", limits.parts)
        if sort == "bare" and token.end() - token.start() > LONGEST_BARE:
            raise TooMuchError("has a number or a word without quotes of more than {1} signs", LONGEST_BARE)


def check_toml(text: str, file: str, limits: Limits = FILE) -> str:
    """Return *text*, which somebody else parses.  Raises ConfigError where it is too much."""
    try:
        measure(text, limits)
    except TooMuchError as trouble:
        raise ConfigError(file, None, "is no TOML that can be read ({1})", trouble) from None
    return text


def parse_toml(text: str, file: str, limits: Limits = FILE) -> dict[str, Any]:
    """Return what *text* says.  Raises ConfigError where it is no TOML, or too much of it."""
    check_toml(text, file, limits)
    try:
        return tomllib.loads(text)
    except (RecursionError, ValueError) as trouble:  # a date that no calendar has is a ValueError only
        raise ConfigError(file, None, "is no TOML ({1})", trouble) from None


def measured(content: bytes, limits: Limits = FILE) -> bytes:
    """Return *content*, which is JSON.  Raises TooMuchError, and UnicodeDecodeError where it is no text."""
    measure(content.decode(), limits)
    return content


def read_text(file: Traversable | Path) -> str:
    """Return the text of a config file.  Raises ConfigError where it is missing, no UTF-8 or too long."""
    try:
        return read_bytes(file).decode().replace("\r\n", "\n")
    except FileNotFoundError:
        raise ConfigError(str(file), None, "there is no such file") from None
    except OSError as trouble:
        raise ConfigError(str(file), None, "cannot be read: {1}", trouble.strerror) from None
    except TooMuchError as trouble:
        raise ConfigError(str(file), None, trouble.message) from None
    except UnicodeDecodeError as trouble:
        raise ConfigError(
            str(file), None, "is no text in UTF-8: {1} at byte {2}", trouble.reason, trouble.start
        ) from None


def read_toml(file: Traversable | Path) -> str:
    """Return the text of a config file that somebody else parses.  Raises ConfigError."""
    return check_toml(read_text(file), str(file))


def read_bytes(path: Traversable | Path, most: int = FILE.size) -> bytes:
    """Return what is in *path*.  Raises OSError, and TooMuchError for more than *most* bytes."""
    with path.open("rb") as opened:
        content: bytes = opened.read(most + 1)
    if len(content) > most:
        raise TooMuchError("is longer than the {1} KB that are read", most // 1024)
    return content
