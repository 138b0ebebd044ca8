"""What has been said: for devices that come for it late, and for whoever wants to hear it again.

Knows no engine and no player.  Others may read while one thread adds.
"""

import time
from collections import deque
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from companion.voice.speaking.relay import RelayedSentence
from companion.voice.speaking.speakers import addressed
from companion.voice.speaking.waiting import Item
from companion.words.levels import Priority

BREATH = 12.0  # s between the beginnings of sentences that belong together
REPEATED = 3  # sentences that are said again at the most
AGAIN = "again"  # begins the keys of what is said again
REMEMBERED = 16  # sentences that a device can still ask for


class _AnnouncedEntry(NamedTuple):
    """A sentence that can be said again, begun *at* some second of the clock."""

    text: str
    lang: str
    at: float


class SaidSentences:
    """The last sentences, numbered from 1; *lang* is the language of those that have none of their own."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._said: deque[RelayedSentence] = deque(maxlen=REMEMBERED)
        self._told: deque[_AnnouncedEntry] = deque(maxlen=REPEATED)

    @property
    def last(self) -> RelayedSentence | None:
        """Return the newest, None where nothing was said yet."""
        said = tuple(self._said)
        return said[-1] if said else None

    @property
    def number(self) -> int:
        """Return the newest one's number, 0 where nothing was said yet."""
        return 0 if self.last is None else self.last.number

    def recent(self, after: int) -> tuple[RelayedSentence, ...]:
        """Return those with a number above *after*, oldest first, REMEMBERED at the most."""
        return tuple(said for said in tuple(self._said) if said.number > after)

    def last_breath(self) -> tuple[_AnnouncedEntry, ...]:
        """Return the last that belong together, REPEATED at the most."""
        told = tuple(self._told)
        last = [one for one, later in pairwise(told) if later.at - one.at > BREATH]
        return told[told.index(last[-1]) + 1 :] if last else told

    def add(self, item: Item, by: Mapping[str, str]) -> tuple[RelayedSentence, bool]:
        """Take in that *item* is said by those in *by* now; return how, and whether it is new.

        What this computer alone begins anew is not.
        """
        last = self.last
        if item.cut and last is not None and not addressed(by) and not addressed(last.by):
            return last, False
        urgent = item.priority is Priority.URGENT
        lang = item.lang or self._lang
        said = RelayedSentence(self.number + 1, item.text, lang, by, item.until, urgent)
        self._said.append(said)
        if not item.cut and not item.key.startswith(AGAIN) and not item.only:
            self._told.append(_AnnouncedEntry(item.text, item.lang, time.monotonic()))
        return said, True
