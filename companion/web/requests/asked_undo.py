"""An undo that would take back what the other side did: that side is asked first, where it is awake.

Knows who has acted when.  What taking back does, the table knows.
"""

from collections.abc import Callable

from companion.table.requests import Undo
from companion.table.table import Table
from companion.web.access.access import Guest
from companion.web.requests.commands import CommandAnswer, UndoRequest, name_of
from companion.web.requests.i18n import tr
from companion.web.requests.ports import ChangesPort
from companion.web.requests.rights import FOR_EVERYBODY, whose
from rules.kernel.translatable import Message, counted
from rules.kernel.values import Seat

GONE_ON = Message("The game has gone on meanwhile: nothing was taken back.")


class AskedUndo:
    """Undos at *table* that *changes* asks about; *awake* are the devices of a seat that are there now."""

    def __init__(self, table: Table, changes: ChangesPort, awake: Callable[[Seat], frozenset[str]]) -> None:
        self._table, self._changes, self._awake = table, changes, awake

    def ask(self, tap: UndoRequest, guest: Guest) -> CommandAnswer | None:
        """Have the other side asked about what *guest* wants taken back; None where nobody is asked."""
        other = self._whose(tap.to, guest)
        asked = frozenset[str]() if other is None else self._awake(other)
        if not asked or tap.game != self._table.row.id:
            return None
        undo = Undo(to=tap.to, by=name_of(guest), seen=tap.seen)
        if self._changes.propose(
            lambda: self._taken_back(undo),
            self._text(tap.to),
            by=guest.device,
            who=name_of(guest),
            asked=asked,
        ):
            return CommandAnswer(ok=True)
        return CommandAnswer(
            ok=False, conflict=tr("Another change is being asked for: wait until that is settled.")
        )

    def _taken_back(self, undo: Undo) -> str | None:
        result = self._table.ask(undo)
        return result.sentence if result.conflict is None else self._table.journal.tr(GONE_ON)

    def _whose(self, to: int, guest: Guest) -> Seat | None:
        """Return which other seat has done something after entry *to*, None for none.

        A tablet for the whole table has no other seat, and whatever anybody may say is nobody's.
        """
        seat, journal = guest.role.seat, self._table.journal
        before = journal.start
        for entry, after in journal.played if seat is not None else ():
            command = entry.command
            if entry.seq > to and command is not None and not isinstance(command, FOR_EVERYBODY):
                actors = whose(command, before) or (before.state.wait.seat,)
                if not {None, seat} & {*actors} and entry.by != name_of(guest):
                    return actors[0]
            before = after
        return None

    def _text(self, to: int) -> Message:
        """Return what would be taken back, in words."""
        told = [line.text.rstrip(".") for line in self._table.moment.lines if line.seq > to and line.text]
        first, more = told[0] if told else "", len(told) - 1
        if more < 1:
            return Message("Take back: {1}", first)
        after = counted(more, "(and {1} entry after it)", "(and {1} entries after it)")
        return Message("Take back: {1} {2}", first, after)
