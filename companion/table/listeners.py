"""Who is told what has happened at a table.  One listener's failure never stops the next."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.journal.journal import PlayedEntry
from companion.reconcile.moment import AT_REST, Moment
from rules.kernel.game import Game
from rules.kernel.messages import Entry, Event

Hear = Callable[[tuple[Event, ...], Game], None]
Warn = Callable[[str], None]
Keep = Callable[[Sequence[Entry], Mapping[int, int]], None]

logger = logging.getLogger(__name__)


class Listeners:
    """Those who hear events, are warned, or keep something beside the entries."""

    def __init__(self) -> None:
        self.keepers: list[Keep] = []
        self._hearers: list[Hear] = []
        self._warners: list[Warn] = []
        self._correctors: dict[Hear, Warn] = {}
        self._warned: set[str] = set()

    def add(self, hear: Hear, warn: Warn | None, correct: Warn | None) -> None:
        """Have *hear* told of events, *warn* of alarms, *correct* of what a correction has changed."""
        self._hearers.append(hear)
        if warn is not None:
            self._warners.append(warn)
        if correct is not None:
            self._correctors[hear] = correct

    def warn(self, moment: Moment) -> None:
        """Have each alarm of *moment* said once, until the table is seen at rest without it."""
        text = " ".join(text for alarm, text in moment.alarms.items() if alarm not in self._warned)
        self._warned = moment.alarms.keys() | (set() if moment.state in AT_REST else self._warned)
        if text:
            self.say(text)

    def say(self, text: str) -> None:
        """Have everybody told *text*, now."""
        for warn in self._warners:
            safely(partial(warn, text))

    def keep(self, entries: Sequence[Entry], former: Mapping[int, int]) -> None:
        """Have something kept beside *entries*, which are stored; *former*: which they were before."""
        for keep in self.keepers:
            safely(partial(keep, entries, former))

    def announce(self, played: Sequence[PlayedEntry], told: str | None) -> None:
        """Have the events of *played* heard, or where the past was corrected what that changed, *told*."""
        for hear in self._hearers:
            if told is not None and hear in self._correctors:
                safely(partial(self._correctors[hear], told))
                continue
            for one in played:
                safely(partial(hear, one.entry.events, one.game))


def safely(call: Callable[[], object]) -> None:
    """Do what follows from a stored entry; its failure is logged and stops nothing else."""
    try:
        call()
    except Exception:
        logger.exception("the entry is stored, but something that follows from it failed")
