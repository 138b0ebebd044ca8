"""The recorded games of this folder: found, read, and played again entry by entry.

A folder is a table: its ``packs``, and its games.  ``01.jsonl.gz`` is what ``herald games export`` writes
(docs/file-format.md), ``01.digests.gz`` has a line for the start and for each entry: its number and the
digests of what it led to, part by part (``facts``).  Read either with ``zcat``.
"""

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.journal.jsonl import read_export
from companion.library.library import Library
from rules.kernel.game import new_game
from rules.kernel.messages import Entry, Refusal, Retracted
from rules.kernel.replay import changes, replayed
from rules.kernel.ruleset import Game, Ruleset
from tests.games.facts import PARTS, digests, facts

TABLES = Path(__file__).parent
LOG, DIGESTS = ".jsonl.gz", ".digests.gz"


class Moment(NamedTuple):
    """An entry (0: the start), the *game* after it, and what is amiss with it, "" for nothing."""

    seq: int
    game: Game
    fault: str = ""


def names() -> list[str]:
    """Return every recorded game as ``table/number``."""
    return sorted(f"{path.parent.name}/{path.name.removesuffix(LOG)}" for path in TABLES.glob(f"*/*{LOG}"))


def lines(name: str) -> list[bytes]:
    """Return the lines of the game *name*, as it was exported."""
    return gzip.decompress(_path(name, LOG).read_bytes()).splitlines()


def first_difference(name: str) -> str | None:
    """Return the first thing in which the game *name* is not played as it was recorded, or None.

    It names the entry, and what is decided otherwise or the parts whose digests differ.
    """
    kept = gzip.decompress(_path(name, DIGESTS).read_bytes()).decode().splitlines()
    for line, moment in zip(kept, moments(name), strict=True):
        fault = moment.fault or _differing(line, moment)
        if fault:
            return f"{name}, entry {moment.seq}: {fault}"
    return None


def _differing(line: str, moment: Moment) -> str:
    """Return which parts of *moment* are not those of the *line* of digests."""
    number, *was = line.split()
    assert int(number) == moment.seq
    now = digests(facts(moment.game))
    parts = [part for part, one, other in zip(PARTS, was, now, strict=True) if one != other]
    return f"not as it was: {', '.join(parts)} (see tests/games/record.py --show)" if parts else ""


def moments(name: str) -> Iterator[Moment]:
    """Yield the start and each entry of the game *name*, every command decided anew."""
    row, entries = read_export(lines(name), name)
    game = new_game(ruleset(_path(name, LOG).parent, row.scenario))
    reached = {0: game}
    yield Moment(0, game)
    for entry in entries:
        back = [event.to for event in entry.events if isinstance(event, Retracted)]
        moment = Moment(entry.seq, reached[back[0]]) if back else _decided(game, entry)
        game = reached[entry.seq] = moment.game
        yield moment


def _decided(game: Game, entry: Entry) -> Moment:
    """Return what the command of *entry* leads to in *game*, and whether that is what it led to."""
    command = entry.command
    assert command is not None
    after, decision = replayed(game, entry, command)
    if isinstance(decision, Refusal):
        return Moment(entry.seq, game, f"{command} is refused: {decision}")
    if changes(decision) != changes(entry.events):
        return Moment(entry.seq, after, f"{command} leads to {decision}, it led to {entry.events}")
    return Moment(entry.seq, after)


@cache
def ruleset(table: Path, scenario: str) -> Ruleset:
    """Return the rules by which *scenario* is played at *table*, with its packs."""
    return Library(table).ruleset(scenario)


def _path(name: str, ending: str) -> Path:
    return TABLES / f"{name}{ending}"
