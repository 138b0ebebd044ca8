"""Whether what happens can be kept, what stands on every screen while it cannot, and all other notices there.

Lives in the table's thread.
"""

import logging

from msgspec.structs import replace

from companion.journal.jsonl import StoreError
from companion.journal.notices import Notices, ShownNotice
from companion.journal.sqlite_file import DamagedError
from companion.reconcile.moment import Moment, TableState
from companion.words.translator import Translator
from rules.kernel.translatable import Message

WRITING = "writing"

logger = logging.getLogger(__name__)


class Writing:
    """Whether the store takes what the table gives it.  *board* has the notices, *tr* words them.

    *is_behind*: something has been seen on the table that is not in the journal.
    """

    def __init__(self, board: Notices, tr: Translator) -> None:
        self.is_failing = False
        self.is_behind = False
        self._board, self._tr = board, tr
        self._notices: tuple[ShownNotice, ...] = ()
        self.read_board()

    def read_board(self) -> None:
        """Take up the notices that stand now, in the table's language."""
        self._notices = tuple(
            ShownNotice(
                id=one.id,
                text=self._tr(one.text),
                remedy="" if one.remedy is None else self._tr(one.remedy),
                can_dismiss=one.can_dismiss,
            )
            for one in self._board.open
        )

    def failed(self, trouble: StoreError) -> None:
        """Note that nothing could be written, for *trouble*."""
        if not self.is_failing:
            logger.warning("nothing is kept: %s", trouble)
        self.is_failing = True
        self._board.post(
            WRITING,
            Message("Nothing is kept any more. {1}.", trouble),
            _remedy(trouble),
            can_dismiss=False,
        )
        self.read_board()

    def worked(self) -> None:
        """Note that what has happened is on disk."""
        self.is_behind = False
        if self.is_failing:
            logger.info("what happens is kept again")
            self.is_failing = False
            self._board.mend(WRITING)
            self.read_board()

    def shown(self, moment: Moment) -> Moment:
        """Return *moment* with the notices, each to be said once, and as not kept where that is so."""
        alarms = {f"notice {one.id}: {one.text}": f"{one.text} {one.remedy}".strip() for one in self._notices}
        moment = replace(moment, notices=self._notices, alarms={**moment.alarms, **alarms})
        if not self.is_behind and not self.is_failing:
            return moment
        text = (
            self._tr("What the camera sees is not in the books yet.")
            if self.is_behind
            else self._tr("What happens now is not kept.")
        )
        return replace(moment, state=TableState.NOT_KEPT, text=text)


def _remedy(trouble: StoreError) -> Message:
    if isinstance(trouble, DamagedError):
        return Message("End herald and start it again: what was kept before goes on.")
    return Message(
        "Make room: delete or move what is not needed. What the camera sees is then booked by "
        "itself; what was tapped meanwhile must be tapped again."
    )
