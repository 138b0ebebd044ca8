"""What one side wants and the other is asked about: another game in place of this one, or an act taken back.

Knows no table, no request and no language: who lays games out waits here for the next one.
"""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.library.settings import Settings
from rules.kernel.translatable import Message

ANSWER_S = 15.0
"""How long those who are asked have to say no; what was done all the same can be taken back."""

FRESH_S = 60.0
"""How long a change can be taken back without asking."""


class TableGame(NamedTuple):
    """What a table plays and how, as *settings* say; not *is_chosen*: nobody has said yet what is played."""

    settings: Settings
    is_chosen: bool = True


Act = Callable[[], str | None]
"""Something that is done once it is granted; returns why it could not be, None where it was."""


class GameProposal(NamedTuple):
    """The game, or the act, that *who*, on the device *by*, *wanted*.

    It is granted once one device of each side *asked* has said yes, or at the second *ends*, unless one
    says no.  *text* says what it is; *number* tells proposals apart, and *who* is called as in the log.
    """

    number: int
    wanted: TableGame | Act
    text: Message
    by: str
    who: str
    asked: tuple[frozenset[str], ...]
    ends: float

    @property
    def devices(self) -> frozenset[str]:
        """Return the devices whose answer is still awaited."""
        return frozenset[str]().union(*self.asked)


class ChangedGame(NamedTuple):
    """What was last changed, *text*, by *who* at the second *at*, and what the table had *before*."""

    text: Message
    who: str
    at: float
    before: TableGame


class ChangesNow(NamedTuple):
    """What is *open* and what was the *last* change at one moment; *laid* is new with each game laid out.

    *is_granted*: what was wanted is being done.
    """

    laid: str
    is_granted: bool
    open: GameProposal | None
    last: ChangedGame | None


class GameChanges:
    """The one proposal that is open, and the last change.  Safe from any thread.

    *number* grows with all that screens are told; *changed* is called then, and must not wait.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.number = 1
        self.open: GameProposal | None = None
        self.last: ChangedGame | None = None
        self.changed: Callable[[], object] = lambda: None
        self._granted: GameProposal | None = None
        self._laid = secrets.token_hex(4)
        self._bell = threading.Condition()
        self._is_closed = False

    def propose(
        self, wanted: TableGame | Act, text: Message, *, by: str, who: str, asked: Sequence[frozenset[str]]
    ) -> bool:
        """Take in what *who* wants, and ask the devices of each side *asked*.

        False while something else is asked, or being done.
        """
        sides = tuple(side for side in asked if side)
        with self._bell:
            if self.open is not None or self._granted is not None:
                return False
            ends = self.clock() + (ANSWER_S if sides else 0.0)
            made = GameProposal(self.number + 1, wanted, text, by, who, sides, ends)
            if sides:
                self.open = made
            else:
                self._granted = made
            self._tell()
        return True

    def answer(self, number: int, device: str, *, agrees: bool) -> GameProposal | None:
        """Take in what *device* says to proposal *number*; None where it is not asked, or no longer.

        A yes is that of its side, and others are asked on.  Who has asked may say no as well.
        """
        with self._bell:
            asked = self.open
            if asked is None or asked.number != number:
                return None
            if device not in asked.devices and (agrees or device != asked.by):
                return None
            left = tuple(side for side in asked.asked if device not in side)
            self.open = asked._replace(asked=left) if agrees and left else None
            self._granted = asked if agrees and not left else None
            self._tell()
        return asked

    def take_back(self, *, by: str, who: str, others: frozenset[str]) -> bool:
        """Let the table have what it had before the last change; False where that cannot be asked now.

        Only after a while *others* are asked: by then they play what was changed to.
        """
        last = self.last
        if last is None:
            return False
        asked = (others,) if self.clock() - last.at > FRESH_S else ()
        return self.propose(last.before, Message("Taken back: {1}", last.text), by=by, who=who, asked=asked)

    def now(self) -> ChangesNow:
        """Return all at one moment: nobody hears that a game is laid out, and not that it is another one."""
        with self._bell:
            return ChangesNow(self._laid, self._granted is not None, self.open, self.last)

    def due(self) -> GameProposal | None:
        """Return what is to be done now, None for nothing."""
        with self._bell:
            if self.open is not None and self.clock() >= self.open.ends:
                self.open, self._granted = None, self.open
            return self._granted

    def wait(self) -> GameProposal | None:
        """Return what is to be done as soon as it is, None once this is closed."""
        with self._bell:
            while not self._is_closed:
                found = self.due()
                if found is not None:
                    return found
                self._bell.wait(None if self.open is None else max(0.0, self.open.ends - self.clock()))
        return None

    def done(self) -> None:
        """Take in that the act that was granted is done, or could not be."""
        with self._bell:
            self._granted = None
            self._tell()

    def laid(self, granted: GameProposal, before: TableGame | None) -> None:
        """Take in that what was *granted* lies there in place of *before*; None: that lies there again."""
        with self._bell:
            self._granted, self._laid = None, secrets.token_hex(4)
            if before is not None:
                self.last = ChangedGame(granted.text, granted.who, self.clock(), before)
            self._tell()

    def is_closed_within(self, seconds: float) -> bool:
        """Wait so long, or until this is closed; return whether it is."""
        with self._bell:
            return self._bell.wait_for(lambda: self._is_closed, seconds)

    def close(self) -> None:
        """Have ``wait`` return."""
        with self._bell:
            self._is_closed = True
            self._bell.notify_all()

    def _tell(self) -> None:
        self.number += 1
        self._bell.notify_all()
        self.changed()
