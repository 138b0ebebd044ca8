"""Games as JSON lines, the form for exchange and tests: one header line, then one entry a line.

Knows the form, not the rules: whether a log makes a game is ``companion.journal.journal``'s.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from importlib import metadata
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from companion.input.errors import NoSuchGameError as NoSuchGameError, StoreError as StoreError
from companion.input.safe_parsing import LINE, UNREADABLE, measured
from companion.journal.formats import newest, upgrade_entry, upgrade_game
from rules.kernel.messages import Entry, Retracted
from rules.kernel.translatable import Message
from rules.registry import decode_entry

VERSION = metadata.version("battle-herald")

_END_OF_TIME = 253402214400  # the last day that a calendar of four digits has


class GameRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is kept of a game beside its entries.  *started* is seconds since 1970 (UTC)."""

    id: Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z")]
    scenario: str
    edition: str
    started: Annotated[float, msgspec.Meta(ge=0, le=_END_OF_TIME)]
    version: str


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of an export."""

    herald: Literal["game"]
    format: int
    game: dict[str, Any]


class _AnyHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What every version's first line holds."""

    herald: Literal["game"]
    format: Annotated[int, msgspec.Meta(ge=1)]


def format_export(row: GameRow, entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield a game as JSON lines, without line ends."""
    yield msgspec.json.encode(Header(herald="game", format=newest(), game=msgspec.to_builtins(row)))
    for entry in entries:
        yield msgspec.json.encode(entry)


def read_export(lines: Iterable[bytes], name: str) -> tuple[GameRow, tuple[Entry, ...]]:
    """Return the game and the log that an export's *lines* hold.

    One of an older format is upgraded.  Raises NoSuchGameError, naming file and line, for what is
    none or of a newer format.
    """
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not numbered:
        raise NoSuchGameError("{1} is empty: it should be a game written by 'herald games export'", name)
    where = Message("{1}, line {2}", name, numbered[0][0])
    written = _format(numbered[0][1], where, name)
    row = _row(numbered[0][1], where, written)
    entries = [
        read_entry(line, Message("{1}, line {2}", name, number), written) for number, line in numbered[1:]
    ]
    fault = fault_of(entries)
    if fault is not None:
        raise NoSuchGameError("{1}: {2}", name, fault.text)
    return row, tuple(entries)


def _format(line: bytes, where: Message, name: str) -> int:
    """Return the number of the format that an export's first *line* tells."""
    try:
        header = msgspec.json.decode(measured(line, LINE), type=_AnyHeader)
    except UNREADABLE:
        raise NoSuchGameError("{1}: this is no game written by 'herald games export'", where) from None
    if header.format > newest():
        raise NoSuchGameError(
            "{1} was written by a newer version of herald (format {2}, this one reads up to {3}): "
            "open it with that version",
            name,
            header.format,
            newest(),
        )
    return header.format


def _row(line: bytes, where: Message, written: int) -> GameRow:
    try:
        header = msgspec.json.decode(measured(line, LINE), type=Header)
        return msgspec.convert(upgrade_game(header.game, written), GameRow)
    except UNREADABLE as trouble:
        raise NoSuchGameError("{1}: the game's own line is wrong ({2})", where, trouble) from None


def read_entry(line: bytes, where: Message, written: int | None = None) -> Entry:
    """Return the entry that *line* holds, in format *written* (None: today's).

    Raises NoSuchGameError, naming *where*, for what is none.
    """
    try:
        return decode_entry(upgrade_entry(measured(line, LINE), written or newest()))
    except UNREADABLE as trouble:
        raise NoSuchGameError("{1}: this is no entry of a game ({2})", where, trouble) from None


class Fault(NamedTuple):
    """What is wrong with a log, and at which of its places, from 1."""

    place: int
    text: Message


def fault_of(entries: Iterable[Entry]) -> Fault | None:
    """Return the first thing that keeps *entries* from being a log, or None.

    A log counts from 1 without a gap; whoever takes back goes to an entry that
    counts, or to 0; and only an undo has no command.
    """
    counting = [0]
    for expected, entry in enumerate(entries, start=1):
        if entry.seq != expected:
            return Fault(
                expected, Message("entry {1} is missing, {2} stands in its place", expected, entry.seq)
            )
        undone = [event.to for event in entry.events if isinstance(event, Retracted)]
        if not undone:
            if entry.command is None:
                return Fault(expected, Message("entry {1} has no command", expected))
            counting.append(expected)
            continue
        if entry.command is not None or len(entry.events) != 1:
            return Fault(expected, Message("entry {1} is an undo and holds something else too", expected))
        kept = bisect_right(counting, undone[0])
        if not kept or counting[kept - 1] != undone[0]:
            return Fault(
                expected,
                Message("entry {1} goes back to entry {2}, which does not count", expected, undone[0]),
            )
        del counting[kept:]
    return None
