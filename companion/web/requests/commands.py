"""What people tap, carried to the table one at a time.

Knows that a tap made on an old view counts for nothing.  It does not know who may tap what, nor what
is legal: the rules do.
"""

from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom
from threading import Lock
from typing import Generic

import msgspec

from companion.reconcile.log_lines import SHOWN
from companion.table.requests import AnswerQuestion, Correct, Redo, Request, Settle, Submit, TakesBack, Undo
from companion.table.result import BrokenEntry, RequestResult
from companion.table.table import Table
from companion.web.access.access import Guest
from companion.web.requests.i18n import tr
from companion.web.requests.limits import in_order, trouble_in
from companion.web.requests.rights import may, places_of, whose
from companion.words.names import Language, side_name, wording_of
from companion.words.translator import player_in_log
from rules.kernel.game import Game
from rules.kernel.messages import Command, DiceWait, Overrule, Refusal, Roll
from rules.kernel.messages.holding import CommandT
from rules.kernel.values import Face, Section
from rules.registry import AnyCommand

EVENTS_TOLD = 3
NO_GAME = "That does not say which game is to be taken back; nothing was done. Load the page again."
ANOTHER_GAME = "Another game lies on this table now; your tap did nothing. Load the page again."


class CommandRequest(
    msgspec.Struct, Generic[CommandT], frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A command, made when entry *seen* of *game* was the newest on the device's screen."""

    seen: int
    game: str | None = None
    command: CommandT


class UndoRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back everything after entry *to*."""

    seen: int
    to: int
    game: str | None = None


class RedoRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Do again what was taken back last."""

    seen: int
    game: str


class RollRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Have the dice that are awaited rolled by the computer."""

    seen: int
    game: str


class CorrectRequest(
    msgspec.Struct, Generic[CommandT], frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Make entry *seq* of the past *command* (None: nothing); *keep*: give up what no longer holds then."""

    seen: int
    seq: int
    command: CommandT | None
    keep: bool = False
    game: str | None = None


SentCommand = CommandRequest[AnyCommand]
SentCorrection = CorrectRequest[AnyCommand]
"""What a body may hold: the commands of all editions."""


class AnswerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choice number *choice* of the question that read *question* and had the *id* in the view."""

    question: str
    choice: int
    id: str | None = None
    game: str | None = None


class ErrandRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Errand *id* is done."""

    id: int
    game: str | None = None


class RefusedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Why a tap did nothing, in words; *rule* is the glossary's entry, *can_overrule*: the table may."""

    why: str
    text: str
    page: str = ""
    rule: str = ""
    can_overrule: bool = False


class CommandAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a tap.  *conflict* tells what had happened meanwhile; nothing was done then.

    *fallen* is the entry that a correction of the past would not leave standing, *told* what one changed.
    """

    ok: bool
    seq: int | None = None
    refused: RefusedAnswer | None = None
    conflict: str | None = None
    fallen: BrokenEntry | msgspec.UnsetType = msgspec.UNSET
    told: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return 200 if self.conflict is None else 409


DICE = "dice of the computer"
"""Who is named in the log for dice that nobody has thrown: the rules know no chance."""


def system_dice(faces: Sequence[Face], count: int) -> tuple[Face, ...]:
    """Return *count* dice rolled by the operating system's random source, every one of *faces* alike."""
    return tuple(SystemRandom().choices(faces, k=count))


class CommandHandler:
    """Where taps are handed in: one at a time, in the order in which they come.

    What takes something back goes to *ask_others*, where others may have a say in it.
    """

    def __init__(
        self,
        table: Table,
        dice: Callable[[Sequence[Face], int], tuple[Face, ...]] = system_dice,
        *,
        ask_others: Callable[[TakesBack, Guest], CommandAnswer | RequestResult] | None = None,
    ) -> None:
        self._table, self._dice, self._ask_others = table, dice, ask_others
        self._lock = Lock()

    def do(self, tap: CommandRequest, guest: Guest) -> CommandAnswer:
        """Have a command decided, unless the log is not the one that the device was shown."""
        with self._lock:
            game = self._table.moment.game
            if self._is_stale(tap):
                return self._meanwhile(tap.seen)
            refused = self._refused_to(guest, tap.command, game)
            if refused is not None:
                return refused
            command = in_order(tap.command)
            trouble = trouble_in(command)
            if trouble is not None:
                return CommandAnswer(ok=False, refused=_impossible(trouble))
            asked = Submit(command=command, by=name_of(guest), seen=tap.seen, seat=guest.role.seat)
            return self._result(asked, tap.seen)

    def roll(self, tap: RollRequest, guest: Guest) -> CommandAnswer:
        """Roll the dice that are awaited of whoever may roll them: they are booked as any others."""
        with self._lock:
            game = self._table.moment.game
            wait = game.state.wait
            if self._is_stale(tap):
                return self._meanwhile(tap.seen)
            if not isinstance(wait, DiceWait):
                return CommandAnswer(ok=False, conflict=tr("No dice are awaited now."))
            command = Roll(faces=self._dice(game.ruleset.edition.faces.all, wait.count))
            refused = self._refused_to(guest, command, game)
            if refused is not None:
                return refused
            return self._result(Submit(command=command, by=DICE, seen=tap.seen), tap.seen)

    def _refused_to(self, guest: Guest, command: Command, game: Game) -> CommandAnswer | None:
        """Return why *guest* may not give *command* now, None where it may."""
        language = self._table.journal.language
        if not may(guest, command, game):
            return CommandAnswer(ok=False, refused=_not_your_seat(command, game, language))
        if language is None or guest.role.seat is None:
            return None
        people = language.people.get(guest.role.seat, {})
        places = places_of(command, game, people)
        if not people or guest.role.section in places:
            return None
        return CommandAnswer(ok=False, refused=_not_your_place(places, guest, people, game, language))

    def undo(self, tap: UndoRequest, guest: Guest) -> CommandAnswer:
        """Take back everything after an entry, unless the log is not the one that the device was shown."""
        with self._lock:
            if self._is_of_another_game(tap.game):
                return self._meanwhile(tap.seen)
            if tap.game is None:
                return CommandAnswer(ok=False, conflict=tr(NO_GAME))
            return self._take_back(Undo(to=tap.to, by=name_of(guest), seen=tap.seen), guest)

    def redo(self, tap: RedoRequest, guest: Guest) -> CommandAnswer:
        """Do again what was taken back last, unless the log is not the one that the device was shown."""
        with self._lock:
            if self._is_of_another_game(tap.game):
                return self._meanwhile(tap.seen)
            return self._result(Redo(by=name_of(guest), seen=tap.seen), tap.seen)

    def correct(self, tap: CorrectRequest, guest: Guest) -> CommandAnswer:
        """Correct an entry of the past, unless the log is not the one that the device was shown."""
        with self._lock:
            asked = self._correction(tap, guest)
            return asked if isinstance(asked, CommandAnswer) else self._take_back(asked, guest)

    def _correction(self, tap: CorrectRequest, guest: Guest) -> Correct | CommandAnswer:
        """Return what the table is asked for by *tap*, or why it is not asked at all."""
        inner = tap.command.command if isinstance(tap.command, Overrule) else tap.command
        if self._is_stale(tap):
            return self._meanwhile(tap.seen)
        if inner is not None and not isinstance(inner, SHOWN):
            return CommandAnswer(ok=False, refused=_only_left_out())
        trouble = trouble_in(tap.command)
        if trouble is not None:
            return CommandAnswer(ok=False, refused=_impossible(trouble))
        return Correct(
            seq=tap.seq,
            command=tap.command,
            by=name_of(guest),
            seen=tap.seen,
            keep=tap.keep,
            seat=guest.role.seat,
        )

    def answer(self, tap: AnswerRequest, guest: Guest) -> CommandAnswer:
        """Answer the open question, if it is still the one that the device shows."""
        asked = AnswerQuestion(choice=tap.choice, by=name_of(guest), text=tap.question, key=tap.id)
        return self.settle(tap.game, asked, guest)

    def settle(self, game: str | None, wanted: AnswerQuestion | Settle, guest: Guest) -> CommandAnswer:
        """Have *wanted* done by *guest*, unless its device was shown another *game*."""
        if self._is_of_another_game(game):
            return CommandAnswer(ok=False, conflict=tr(ANOTHER_GAME))
        with self._lock:
            return self._take_back(wanted, guest)

    def of_this_game(self, game: str | None, asked: Request) -> CommandAnswer:
        """Have *asked* done, unless the device that asks was shown another *game*."""
        if self._is_of_another_game(game):
            return CommandAnswer(ok=False, conflict=tr(ANOTHER_GAME))
        with self._lock:
            return self._result(asked)

    def _take_back(self, wanted: TakesBack, guest: Guest) -> CommandAnswer:
        """Have *wanted* done; where it does not say of which log, it is of the one that is there now."""
        seen = self._table.moment.seq if wanted.seen is None else wanted.seen
        known = msgspec.structs.replace(wanted, seen=seen)
        found = self._table.ask(known) if self._ask_others is None else self._ask_others(known, guest)
        return found if isinstance(found, CommandAnswer) else self._told(found, seen)

    def _is_of_another_game(self, game: str | None) -> bool:
        """Return whether a device was shown another *game* (None: it does not say)."""
        return game not in (None, self._table.row.id)

    def _is_stale(self, tap: CommandRequest | CorrectRequest | RollRequest) -> bool:
        return tap.seen != self._table.moment.seq or self._is_of_another_game(tap.game)

    def _meanwhile(self, seen: int) -> CommandAnswer:
        """Return what has happened since entry *seen*; nothing was done."""
        news = [line.text for line in self._table.moment.lines if line.seq > seen and line.text]
        text = tr(
            "The game has changed since you looked; your tap did nothing. Look again before you repeat it."
        )
        if news:
            told = " ".join(news[-EVENTS_TOLD:])
            text = tr(
                "Meanwhile this happened: {1} Your tap did nothing. Repeat it if it is still right.", told
            )
        return CommandAnswer(ok=False, conflict=text)

    def _result(self, asked: Request, seen: int = 0) -> CommandAnswer:
        return self._told(self._table.ask(asked), seen)

    def _told(self, result: RequestResult, seen: int = 0) -> CommandAnswer:
        """Return *result* of something that was asked when entry *seen* was the newest."""
        if result.conflict is not None:
            return self._meanwhile(seen)
        if result.refusal is not None:
            return CommandAnswer(ok=False, refused=_refused(result.refusal, result.sentence))
        if result.sentence is not None:
            return CommandAnswer(ok=False, conflict=result.sentence)
        if result.fallen is not None:
            return CommandAnswer(ok=False, fallen=result.fallen)
        return CommandAnswer(ok=True, seq=result.seq, told=result.told or msgspec.UNSET)


def name_of(guest: Guest) -> str:
    """Return who is named in the log for what *guest* taps."""
    seat = guest.role.seat
    return guest.name or ("table tablet" if seat is None else player_in_log(seat))


def _impossible(text: str) -> RefusedAnswer:
    return RefusedAnswer(why="impossible_number", text=text)


def _only_left_out() -> RefusedAnswer:
    text = tr(
        "That cannot be put in its place: leave the entry out, or take back to it and play on from there."
    )
    return RefusedAnswer(why="only_left_out", text=text)


def _not_your_seat(command: Command, game: Game, language: Language | None) -> RefusedAnswer:
    words = wording_of(game, language, spoken=False)
    inner = command.command if isinstance(command, Overrule) else command
    owners = whose(inner, game)
    if owners:
        sides = words.choice(side_name(owner, words) for owner in owners)
        return RefusedAnswer(why="not_your_seat", text=tr("Only a device of {1} can say that.", sides))
    assert game.state.wait.seat is not None, "else everybody may"
    side = side_name(game.state.wait.seat, words)
    text = tr("The game is waiting for {1}, not for this seat.", side)
    return RefusedAnswer(why="not_your_seat", text=text)


def _not_your_place(
    places: frozenset[Section], guest: Guest, people: Mapping[Section, str], game: Game, language: Language
) -> RefusedAnswer:
    titles = {
        Section.LEFT: tr("the Field Marshal of the left wing"),
        Section.CENTER: tr("the Lord Commander"),
        Section.RIGHT: tr("the Field Marshal of the right wing"),
    }
    words = wording_of(game, language, spoken=False)
    who = words.choice(people[each] or titles[each] for each in Section if each in places)
    text = tr("That is for {1} to do, not for this device's place.", who)
    return RefusedAnswer(why="not_your_place", text=text)


def _refused(refusal: Refusal, sentence: str | None) -> RefusedAnswer:
    return RefusedAnswer(
        why=refusal.why,
        text=sentence or tr("The rules do not allow that."),
        page=refusal.page,
        rule=refusal.rule,
        can_overrule=not refusal.final,
    )
