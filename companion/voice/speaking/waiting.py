"""The sentences that wait to be said: few, in order of importance, merged and never stale.

Knows no thread and no clock: every call is told what time it is, in seconds.
"""

from dataclasses import dataclass

from companion.words.levels import Priority

MOST = 8  # sentences that may wait
QUIET = 0.25  # s without a newer text before a keyed sentence of a burst is said
PROMPT = 0.025  # s likewise where no other of its key came lately: one gesture can be two acts
TIMEOUT = 1.0  # s after which it is said all the same, and after which a burst is over
ECHO = 2.0  # s in which the same sentence is not said twice


@dataclass(slots=True, eq=False)
class Item:
    """One waiting sentence.  *key* ("" for none) names what a newer text replaces.

    *lang* is its language, "" for the voice's own.  *only* one speaker has it, "" for all.
    """

    text: str
    priority: Priority
    key: str
    until: float
    order: int
    since: float
    ready: float
    cut: bool = False  # it was interrupted once and waits for the second time
    lang: str = ""
    only: str = ""


def is_of(key: str, one: str) -> bool:
    """Return whether *key* ("" for none) is *one*, or that of a later breath of it: "turn 1" of "turn"."""
    head, _, number = key.rpartition(" ")
    return bool(one) and (key == one or (head == one and number.isdigit()))


class SentenceQueue:
    """A queue of at most MOST sentences."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.dropped = 0
        self._order = 0
        self._last: tuple[str, float] = ("", float("-inf"))
        self._came: dict[str, float] = {}  # when a sentence of each key came

    def add(
        self,
        text: str,
        priority: Priority,
        *,
        key: str,
        ttl: float,
        now: float,
        lang: str = "",
        only: str = "",
    ) -> bool:
        """Take *text* in; False where it is a duplicate or less important than all that wait.

        The later breaths of an older text of its key are dropped.
        """
        self.items = [item for item in self.items if item.key == key or not is_of(item.key, key)]
        if not text or any(item.text == text and item.only == only for item in self.items):
            return False
        is_burst = bool(key) and now - self._came.get(key, float("-inf")) < TIMEOUT
        self._came[key] = now
        same = next((item for item in self.items if key and item.key == key), None)
        if same is not None:
            same.text, same.lang, same.until, same.cut = text, lang, now + ttl, False
            same.priority = min(same.priority, priority)
            same.ready = min(same.since + TIMEOUT, now + QUIET)
            return True
        if not key and self._last[0] == text and now - self._last[1] < ECHO:
            return False
        self._forget_stale(now)
        if len(self.items) >= MOST and not self._make_room(priority):
            self.dropped += 1
            return False
        self._order += 1
        wait = 0.0 if not key or priority is Priority.URGENT else QUIET if is_burst else PROMPT
        self.items.append(
            Item(text, priority, key, now + ttl, self._order, now, now + wait, lang=lang, only=only)
        )
        return True

    def _make_room(self, priority: Priority) -> bool:
        """Drop the oldest sentence of the least important class, unless the newcomer matters less."""
        victim = max(self.items, key=lambda item: (item.priority, -item.order))
        if victim.priority < priority:
            return False
        self.items.remove(victim)
        self.dropped += 1
        return True

    def _forget_stale(self, now: float) -> None:
        fresh = [item for item in self.items if item.until > now]
        self.dropped += len(self.items) - len(fresh)
        self.items = fresh

    def put_back(self, item: Item) -> None:
        """Let an interrupted sentence wait again, once, before others of its class."""
        newer = any(is_of(item.key, other.key) for other in self.items)
        if not item.cut and not newer and len(self.items) < MOST:
            item.cut = True
            self.items.append(item)

    def take(self, now: float) -> Item | None:
        """Return the most important sentence, or None where none waits or it is not ready yet."""
        self._forget_stale(now)
        best = min(self.items, key=lambda item: (item.priority, item.order), default=None)
        if best is None or best.ready > now:
            return None
        self.items.remove(best)
        self._last = (best.text, now)
        return best

    def pause(self, now: float) -> float | None:
        """Return how long to wait before ``take`` has something to give, or None where nothing waits."""
        best = min(self.items, key=lambda item: (item.priority, item.order), default=None)
        return None if best is None else max(0.0, best.ready - now)

    def overtakes(self, item: Item) -> bool:
        """Return whether something urgent waits while *item*, which is not, is being said."""
        urgent = any(other.priority is Priority.URGENT for other in self.items)
        return urgent and item.priority is not Priority.URGENT

    def clear(self) -> None:
        """Forget all that waits."""
        self.items.clear()
