"""What people tap, carried to the table one at a time.

Knows who may tap what, and that a tap made on an old view counts for nothing.
It does not know what is legal: the rules do.
"""

from threading import Lock

import msgspec

from companion.reconcile.log_lines import SHOWN
from companion.table.requests import AnswerQuestion, Correct, Redo, Request, Submit, Undo
from companion.table.result import Fallen
from companion.table.table import Table
from companion.web.access.access import Guest
from companion.web.requests.i18n import tell
from companion.web.requests.limits import in_order, trouble_in
from rules.kernel.game import Game
from rules.kernel.messages import (
    AnyCommand,
    ChooseScenarioCard,
    CorrectScore,
    CorrectUnit,
    Muster,
    NoteHand,
    Overrule,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    PlayLoreCard,
    PlayUnlistedLoreCard,
    Refusal,
    RemoveBanner,
    RemoveTerrain,
    StartGame,
    TellNumber,
)

FOR_EVERYBODY = (
    CorrectUnit,
    CorrectScore,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    RemoveBanner,
    RemoveTerrain,
    StartGame,
    TellNumber,
)
FOR_THEIR_SEAT = (ChooseScenarioCard, Muster, NoteHand, PlayLoreCard, PlayUnlistedLoreCard)
EVENTS_TOLD = 3
NO_GAME = "That does not say which game is to be taken back; nothing was done. Load the page again."
ANOTHER_GAME = "Another game lies on this table now; your tap did nothing. Load the page again."


class Tap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command, made when entry *seen* of *game* was the newest on the device's screen."""

    seen: int
    game: str | None = None
    command: AnyCommand


class UndoTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back everything after entry *to*."""

    seen: int
    to: int
    game: str | None = None


class RedoTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Do again what was taken back last."""

    seen: int
    game: str


class CorrectTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make entry *seq* of the past *command* (None: nothing); *keep*: give up what no longer holds then."""

    seen: int
    seq: int
    command: AnyCommand | None
    keep: bool = False
    game: str | None = None


class AnswerTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choice number *choice* of the question that read *question* and had the *id* in the view."""

    question: str
    choice: int
    id: str | None = None
    game: str | None = None


class ErrandTap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Errand *id* is done."""

    id: int
    game: str | None = None


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """Why a tap did nothing, in words; *rule* is the glossary's entry, *can_overrule*: the table may."""

    why: str
    text: str
    page: str = ""
    rule: str = ""
    can_overrule: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a tap.  *conflict* tells what had happened meanwhile; nothing was done then.

    *fallen* is the entry that a correction of the past would not leave standing, *told* what one changed.
    """

    ok: bool
    seq: int | None = None
    refused: Refused | None = None
    conflict: str | None = None
    fallen: Fallen | msgspec.UnsetType = msgspec.UNSET
    told: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return 200 if self.conflict is None else 409


class Counter:
    """Where taps are handed in: one at a time, in the order in which they come."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = Lock()

    def do(self, tap: Tap, guest: Guest) -> Result:
        """Have a command decided, unless the log is not the one that the device was shown."""
        with self._lock:
            game = self._table.moment.game
            if self._is_stale(tap):
                return self._meanwhile(tap.seen)
            if not may(guest, tap.command, game):
                return Result(ok=False, refused=_not_your_seat(tap.command, game))
            command = in_order(tap.command)
            trouble = trouble_in(command)
            if trouble is not None:
                return Result(ok=False, refused=_impossible(trouble))
            asked = Submit(command=command, by=name_of(guest), seen=tap.seen, seat=guest.role.seat)
            return self._result(asked, tap.seen)

    def undo(self, tap: UndoTap, guest: Guest) -> Result:
        """Take back everything after an entry, unless the log is not the one that the device was shown."""
        with self._lock:
            if self.is_of_another_game(tap.game):
                return self._meanwhile(tap.seen)
            if tap.game is None:
                return Result(ok=False, conflict=tell(NO_GAME))
            return self._result(Undo(to=tap.to, by=name_of(guest), seen=tap.seen), tap.seen)

    def redo(self, tap: RedoTap, guest: Guest) -> Result:
        """Do again what was taken back last, unless the log is not the one that the device was shown."""
        with self._lock:
            if self.is_of_another_game(tap.game):
                return self._meanwhile(tap.seen)
            return self._result(Redo(by=name_of(guest), seen=tap.seen), tap.seen)

    def correct(self, tap: CorrectTap, guest: Guest) -> Result:
        """Correct an entry of the past, unless the log is not the one that the device was shown."""
        inner = tap.command.command if isinstance(tap.command, Overrule) else tap.command
        with self._lock:
            if self._is_stale(tap):
                return self._meanwhile(tap.seen)
            if inner is not None and not isinstance(inner, SHOWN):
                return Result(ok=False, refused=_only_left_out())
            trouble = trouble_in(tap.command)
            if trouble is not None:
                return Result(ok=False, refused=_impossible(trouble))
            asked = Correct(
                seq=tap.seq,
                command=tap.command,
                by=name_of(guest),
                seen=tap.seen,
                keep=tap.keep,
                seat=guest.role.seat,
            )
            return self._result(asked, tap.seen)

    def answer(self, tap: AnswerTap, guest: Guest) -> Result:
        """Answer the open question, if it is still the one that the device shows."""
        asked = AnswerQuestion(choice=tap.choice, by=name_of(guest), text=tap.question, key=tap.id)
        with self._lock:
            return self.of_this_game(tap.game, asked)

    def of_this_game(self, game: str | None, asked: Request) -> Result:
        """Have *asked* done, unless the device that asks was shown another *game*."""
        if self.is_of_another_game(game):
            return Result(ok=False, conflict=tell(ANOTHER_GAME))
        return self._result(asked)

    def is_of_another_game(self, game: str | None) -> bool:
        """Return whether a device was shown another *game* (None: it does not say)."""
        return game not in (None, self._table.row.id)

    def _is_stale(self, tap: Tap | CorrectTap) -> bool:
        return tap.seen != self._table.moment.seq or self.is_of_another_game(tap.game)

    def _meanwhile(self, seen: int) -> Result:
        """Return what has happened since entry *seen*; nothing was done."""
        news = [line.text for line in self._table.moment.lines if line.seq > seen and line.text]
        text = tell(
            "The game has changed since you looked; your tap did nothing. Look again before you repeat it."
        )
        if news:
            told = " ".join(news[-EVENTS_TOLD:])
            text = tell(
                "Meanwhile this happened: {1} Your tap did nothing. Repeat it if it is still right.", told
            )
        return Result(ok=False, conflict=text)

    def _result(self, asked: Request, seen: int = 0) -> Result:
        receipt = self._table.ask(asked)
        if receipt.conflict is not None:
            return self._meanwhile(seen)
        if receipt.refusal is not None:
            return Result(ok=False, refused=_refused(receipt.refusal, receipt.sentence))
        if receipt.sentence is not None:
            return Result(ok=False, conflict=receipt.sentence)
        if receipt.fallen is not None:
            return Result(ok=False, fallen=receipt.fallen)
        return Result(ok=True, seq=receipt.seq, told=receipt.told or msgspec.UNSET)


def may(guest: Guest, command: AnyCommand, game: Game) -> bool:
    """Return whether *guest*'s seat may give *command* now: its own player's, or the table's."""
    seat = guest.role.seat
    if not guest.can_play:
        return False
    if seat is None or isinstance(command, FOR_EVERYBODY):
        return True
    if isinstance(command, FOR_THEIR_SEAT):
        return command.seat is seat
    if isinstance(command, Overrule) and isinstance(command.command, (*FOR_EVERYBODY, *FOR_THEIR_SEAT)):
        return may(guest, command.command, game)
    return game.state.wait.seat in (None, seat)


def name_of(guest: Guest) -> str:
    """Return who is named in the log for what *guest* taps."""
    return guest.name or {"south": "south player", "north": "north player"}.get(guest.role, "table tablet")


def _impossible(text: str) -> Refused:
    return Refused(why="impossible_number", text=text)


def _only_left_out() -> Refused:
    text = tell(
        "That cannot be put in its place: leave the entry out, or take back to it and play on from there."
    )
    return Refused(why="only_left_out", text=text)


def _not_your_seat(command: AnyCommand, game: Game) -> Refused:
    inner = command.command if isinstance(command, Overrule) else command
    if isinstance(inner, FOR_THEIR_SEAT):
        faction = game.ruleset.faction_name(inner.seat)
        return Refused(why="not_your_seat", text=tell("Only a device of the {1} can say that.", faction))
    assert game.state.wait.seat is not None, "else everybody may"
    faction = game.ruleset.faction_name(game.state.wait.seat)
    text = tell("The game is waiting for the {1}, not for this seat.", faction)
    return Refused(why="not_your_seat", text=text)


def _refused(refusal: Refusal, sentence: str | None) -> Refused:
    return Refused(
        why=refusal.why,
        text=sentence or tell("The rules do not allow that."),
        page=refusal.page,
        rule=refusal.rule,
        can_overrule=not refusal.final,
    )
