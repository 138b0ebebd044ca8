"""What can be asked of the table, as values; the table's thread does one after the other.

What acts on the game names who asks: *by*.
"""

import msgspec

from companion.reconcile.camera_reports import CameraReport
from companion.reconcile.differences import DifferenceOffer
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command
from rules.kernel.values import Seat


class OfTheNewest(msgspec.Struct, frozen=True, kw_only=True):
    """Something about the log; nothing is done where entry *seen* (None: whichever) is not the newest."""

    by: str
    seen: int | None = None


class Submit(OfTheNewest, frozen=True, kw_only=True):
    """Have *command* judged by what *seat* (None: everybody) may know, and stored on disk."""

    command: Command
    frame: int | None = None
    seat: Seat | None = None


class Undo(OfTheNewest, frozen=True, kw_only=True):
    """Take back everything after entry *to*; 0 is the start."""

    to: int


class Redo(OfTheNewest, frozen=True, kw_only=True):
    """Do again what was taken back last, as it was told then."""


class Correct(OfTheNewest, frozen=True, kw_only=True):
    """Make entry *seq* of the past *command* (None: nothing) and play what came after it again.

    It is judged by what *seat* may know.  Where a later entry no longer holds, the receipt tells which
    and nothing is done; with *keep* what came before that one is kept.
    """

    seq: int
    command: Command | None
    keep: bool = False
    seat: Seat | None = None


class AnswerQuestion(OfTheNewest, frozen=True, kw_only=True):
    """Give the open question the answer numbered *choice* (from 1).

    *text* and *key* are those of the question that was shown: nothing is done where another is open, nor
    where entry *own* would be taken back: the receipt says then what would be.
    """

    choice: int
    own: int = 0
    text: str | None = None
    key: str | None = None


class TickErrand(msgspec.Struct, frozen=True, kw_only=True):
    """Take somebody's word that *errand* is done."""

    errand: int
    by: str


class Settle(OfTheNewest, frozen=True, kw_only=True):
    """Take *offer* for the *differences* between table and journal that have these ids.

    Nothing is done where entry *own* would be taken back: the receipt says then what would be.
    """

    offer: DifferenceOffer
    differences: tuple[str, ...]
    own: int = 0


class LookAgain(msgspec.Struct, frozen=True, kw_only=True):
    """Compare *hexes*, which are ignored, again."""

    hexes: tuple[Hex, ...]


class Notify(msgspec.Struct, frozen=True, kw_only=True):
    """Have every screen show *text*, and the voice say it."""

    text: str


class ReadNotices(msgspec.Struct, frozen=True, kw_only=True):
    """Take up the notices that stand now."""


class ShowAgain(msgspec.Struct, frozen=True, kw_only=True):
    """Show and word everything anew: who plays is called otherwise now, or what pages ask for is settled."""


TakesBack = Undo | Correct | AnswerQuestion | Settle
"""What may take back what was done."""

Request = TakesBack | Submit | Redo | TickErrand | LookAgain | Notify | ReadNotices | ShowAgain | CameraReport
