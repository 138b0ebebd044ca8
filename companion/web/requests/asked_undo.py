"""What would take back what other sides did: they are asked first, where awake.

An undo, a correction, and the answer to a question about what lies on the table, are all alike in that.

So they are where it goes back behind a moment in which their secrets were opened: whoever has read them
would choose anew.  Knows who has acted when.  What taking back does, the table knows.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from companion.journal.journal import EntryStep
from companion.reconcile.log_lines import SHOWN
from companion.table.history import correction
from companion.table.requests import Correct, TakesBack, Undo
from companion.table.result import RequestResult
from companion.table.table import Table
from companion.web.access.access import Guest
from companion.web.requests.commands import CommandAnswer, name_of
from companion.web.requests.i18n import tr
from companion.web.requests.ports import ChangesPort
from companion.web.requests.rights import FOR_EVERYBODY, whose
from rules.first.messages.arms import DeploymentRevealed, GuardsRevealed
from rules.first.messages.events import CouncilsOpened
from rules.kernel.messages import Command, Overrule
from rules.kernel.translatable import Message, counted
from rules.kernel.values import Seat
from rules.second.messages import ArmiesRevealed, ScenarioCardsRevealed

OPENED_FOR_ALL = (ArmiesRevealed, CouncilsOpened, GuardsRevealed, ScenarioCardsRevealed)
"""What opens the secrets of all sides; others are opened for one."""
GONE_ON = Message("The game has gone on meanwhile: nothing was taken back.")


class _Question(NamedTuple):
    """What would be taken back, and which *others* than who wants it have a say in that."""

    text: Message
    others: frozenset[Seat]


class AskedUndo:
    """What *changes* asks about at *table*; *awake* are the devices of a seat that are there now."""

    def __init__(self, table: Table, changes: ChangesPort, awake: Callable[[Seat], frozenset[str]]) -> None:
        self._table, self._changes, self._awake = table, changes, awake

    def ask(self, wanted: TakesBack, guest: Guest) -> CommandAnswer | RequestResult:
        """Have *wanted* done, or the other sides asked about what it would take back of theirs.

        Either way it is done only while the log is the one that *wanted* has seen.
        """
        if wanted.seen != self._table.moment.seq:
            return self._table.ask(wanted)  # which says so
        question: _Question | None
        match wanted:
            case Undo(to=to):
                question = self._about(to, guest)
            case Correct():
                question = self._about_correction(wanted, guest)
            case _:
                own = self._newest_of_others(guest)
                result = self._table.ask(msgspec.structs.replace(wanted, own=own))
                if result.back is None:
                    return result
                question = self._about(result.back, guest)
        asked = None if question is None else self._propose(wanted, question, guest)
        return asked or self._table.ask(wanted)

    def _about(self, to: int, guest: Guest) -> _Question:
        """Return what is asked before everything after entry *to* is taken back for *guest*."""
        steps, seat = [step for step in self._steps() if step.entry.seq > to], guest.role.seat
        return _Question(self._text(to), _others(steps, seat) | _opened(steps, seat))

    def _newest_of_others(self, guest: Guest) -> int:
        """Return the newest entry that is not taken back before another side was asked; 0 for none."""
        seat, asked = guest.role.seat, 0
        for step in self._steps():
            if any(self._awake(other) for other in _others([step], seat) | _opened([step], seat)):
                asked = step.entry.seq
        return asked

    def _about_correction(self, wanted: Correct, guest: Guest) -> _Question | None:
        """Return what is asked before *wanted* is corrected; None where it cannot be."""
        made = correction(
            self._table.journal,
            wanted.seq,
            wanted.command,
            by=wanted.by,
            keep=wanted.keep,
            seat=wanted.seat,
        )
        if isinstance(made, RequestResult):
            return None
        kept = {redone.like.seq for redone in made.redone if redone.like is not None} - {wanted.seq}
        later = [step for step in self._steps() if step.entry.seq >= wanted.seq]
        gone = [step for step in later if step.entry.seq not in kept]
        text, lost = Message("Correct the past: {1}", made.text), len(gone) - 1
        if lost:
            also = counted(lost, "(and take back {1} later entry)", "(and take back {1} later entries)")
            text = Message("Correct the past: {1} {2}", made.text, also)
        seat, known = guest.role.seat, later if _is_secret(gone[0]) else gone
        return _Question(text, _others(gone, seat) | _opened(known, seat))

    def _propose(self, wanted: TakesBack, question: _Question, guest: Guest) -> CommandAnswer | None:
        """Have each side asked that has a say in it and is awake; None for nobody."""
        asked = [devices for other in sorted(question.others) if (devices := self._awake(other))]
        if not asked:
            return None
        if self._changes.propose(
            lambda: self._done(wanted), question.text, by=guest.device, who=name_of(guest), asked=asked
        ):
            return CommandAnswer(ok=True)
        return CommandAnswer(
            ok=False, conflict=tr("Another change is being asked for: wait until that is settled.")
        )

    def _done(self, wanted: TakesBack) -> str | None:
        result = self._table.ask(wanted)
        return result.sentence if result.conflict is None else self._table.journal.tr(GONE_ON)

    def _steps(self) -> Iterator[EntryStep]:
        """Yield each entry that counts, with the games before and after it."""
        before = self._table.journal.start
        for entry, after in self._table.journal.played:
            yield EntryStep(entry, before, after)
            before = after

    def _text(self, to: int) -> Message:
        """Return what would be taken back, in words."""
        told = [line.text.rstrip(".") for line in self._table.moment.lines if line.seq > to and line.text]
        first, more = told[0] if told else "", len(told) - 1
        if more < 1:
            return Message("Take back: {1}", first)
        after = counted(more, "(and {1} entry after it)", "(and {1} entries after it)")
        return Message("Take back: {1} {2}", first, after)


def _others(steps: list[EntryStep], seat: Seat | None) -> frozenset[Seat]:
    """Return which seats have done something in *steps* that was not *seat*'s to do as well.

    Whatever anybody may say is nobody's, and a tablet for the whole table (*seat* None) has no other side.

    Whoever told it: two devices may have one name, and the camera tells for both sides.
    """
    others = set[Seat]()
    for step in steps if seat is not None else ():
        inner = _told(step)
        if inner is not None and not isinstance(inner, FOR_EVERYBODY):
            owners = set[Seat | None](whose(inner, step.before)) or {step.before.state.wait.seat}
            others |= {each for each in owners if each is not None and seat not in owners}
    return frozenset(others)


def _opened(steps: list[EntryStep], seat: Seat | None) -> frozenset[Seat]:
    """Return which seats but *seat* had secrets that were opened in *steps*; where that is None, none."""
    opened = set[Seat]()
    for step in steps if seat is not None else ():
        for event in step.entry.events:
            if isinstance(event, OPENED_FOR_ALL):
                opened.update(step.after.ruleset.seats)
            elif isinstance(event, DeploymentRevealed):
                opened.add(event.seat)
    return frozenset(each for each in opened if each is not seat)


def _is_secret(step: EntryStep) -> bool:
    """Return whether *step* was a choice that nobody else was shown: left out, it can be made anew."""
    return not isinstance(_told(step), SHOWN)


def _told(step: EntryStep) -> Command | None:
    command = step.entry.command
    return command.command if isinstance(command, Overrule) else command
