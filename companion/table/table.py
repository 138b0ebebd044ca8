"""The table: owns the game.  One thread, one inbox; whatever is asked of it is done in order.

rules, then disk, and only then announcer, screens and errands.  A command that
breaks something fails alone: the log says so and the evening goes on.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from companion.journal.journal import CAMERA, Journal, PlayedEntry
from companion.journal.store import GameRow, Store, StoreError
from companion.library.unknown_values import why_undone
from companion.reconcile.camera_reports import BoardSeen, CameraNews, GridDoubted
from companion.reconcile.hints import move_doubts
from companion.reconcile.manual_overrides import take_word
from companion.reconcile.moment import CameraState, Moment
from companion.reconcile.questions import ChoiceAction
from companion.reconcile.reconciler import Reconciler
from companion.reconcile.toasts import Toast, with_toast
from companion.table.battle import LastBattle
from companion.table.history import Correction, carried, changes_told, correction, done_again, taken_back_told
from companion.table.inbox import Inbox
from companion.table.listeners import Hear, Keep, Listeners, Warn, safely
from companion.table.requests import (
    AnswerQuestion,
    Correct,
    LookAgain,
    Notify,
    OfTheNewest,
    ReadNotices,
    Redo,
    Request,
    Settle,
    ShowAgain,
    Submit,
    TickErrand,
    Undo,
)
from companion.table.result import RequestResult
from companion.table.screens import Screens
from companion.table.subscription import Subscription
from companion.table.view_json import TableViewer
from companion.table.view_structs import ScenarioView, ShownVoice, TableView
from companion.table.write_status import Writing
from companion.words.announcer import refusal_text
from companion.words.names import Language
from rules.kernel.game import Game, Ruleset
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Command,
    Entry,
    PlayLoreCard,
    PlayUnlistedLoreCard,
    Refusal,
    Roll,
    TurnStarted,
)
from rules.kernel.replay import played_late, taken_back
from rules.kernel.values import Seat, Why
from vision.errors import InputError

TRY_AGAIN_S = 1.0
"""How often it is tried anew while nothing can be written."""

logger = logging.getLogger(__name__)


class Table:
    """One game on one table.

    Listeners hear events once they are stored; one listener's failure never stops
    the next.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        store: Store,
        row: GameRow,
        *,
        has_camera: bool = False,
        language: Language | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.row, self._store = row, store
        self.journal = Journal(ruleset, store, row, language=language, clock=clock)
        camera = CameraState.WATCHING if has_camera else CameraState.NONE
        self._reconciler = Reconciler(self.journal, camera=camera, clock=clock)
        safely(self._reconciler.recall)
        self._viewer = TableViewer(ruleset, game_id=row.id, language=language)
        self._viewer.add_lines(self.journal.played)
        self._battle = LastBattle(self.journal)
        self._listeners = Listeners()
        self._writing = Writing(store.board, self.journal.tr)
        self._gone = taken_back(self.journal.entries)
        self._toasts: tuple[Toast, ...] = ()
        self._screens = Screens(self._viewer, self._now(number=1))
        self._inbox = Inbox("table", self._guarded, every_s=TRY_AGAIN_S)
        self._read_no_more = store.board.listen(lambda: self._inbox.put(ReadNotices()))
        self._inbox.start()

    def listen(self, hear: Hear, warn: Warn | None = None, correct: Warn | None = None) -> None:
        """Have *hear* told of events, and *warn* of what people should look up for.

        Where the past is corrected, *correct* is told what that changed, and *hear* nothing.
        """
        self._listeners.add(hear, warn, correct)

    def on_entries(self, keep: Keep) -> None:
        """Have *keep* told of entries once they are stored, and which were which before a correction.

        It must not wait.
        """
        self._listeners.keepers.append(keep)

    def add_voice(self, state: Callable[[], ShownVoice]) -> None:
        """Have the view's ``voice`` filled by *state*."""
        self._viewer.voice = state

    def mark_demo(self) -> None:
        """Have the view say that this game plays itself."""
        self._viewer.is_demo = True

    @property
    def is_demo(self) -> bool:
        """Return whether this game plays itself."""
        return self._viewer.is_demo

    def close(self) -> None:
        """Finish what is in the inbox and stop; whatever is asked later is answered at once."""
        self._read_no_more()
        self._inbox.close()
        self._screens.ring()

    def ask(self, request: Request) -> RequestResult:
        """Have *request* done by the table's own thread, after what was asked before."""
        result = self._inbox.put(request)
        if result is None:
            return RequestResult(sentence=self.journal.tr("The table is closed."))
        return result.result()

    def view(self, seat: Seat | None) -> TableView:
        """Return what a screen of *seat* (None: everybody) is shown now.  Never blocks."""
        return self._screens.view(seat)

    @property
    def scenario(self) -> ScenarioView:
        """Return what a screen is shown that never changes."""
        return self._viewer.scenario

    @property
    def moment(self) -> Moment:
        """Return the table as it was last published, with all that is hidden."""
        return self._screens.moment

    def subscribe(self) -> Subscription:
        """Return a subscription to the numbers of the view."""
        return self._screens.subscribe()

    def notify_screens(self) -> None:
        """Wake the screens although the table is as it was: what is heard has changed."""
        self._screens.notify_screens()

    @property
    def game(self) -> Game:
        """Return the game as it was last published."""
        return self.moment.game

    def _guarded(self, request: Request) -> RequestResult:
        try:
            return self._if_seen(request) or self._do(request)
        except StoreError as trouble:
            self._cannot_write(trouble)
            return RequestResult(sentence=f"{self.journal.tr(trouble.message)}.")
        except InputError as trouble:
            logger.exception("nothing was done")
            return RequestResult(sentence=f"{self.journal.tr(trouble.message)}.")
        except Exception as fault:
            logger.exception("a command failed; the game stands as before")
            named = f"{type(fault).__name__}: {fault}"
            return RequestResult(
                sentence=self.journal.tr("That failed by a fault of this program ({1}).", named)
            )

    def _if_seen(self, request: Request) -> RequestResult | None:
        """Return what says that the log has grown past what was seen; None where it has not."""
        if not isinstance(request, OfTheNewest) or request.seen in (None, self.journal.last):
            return None
        tr = self.journal.tr
        sentence = tr("The table has moved on meanwhile: look again, then repeat it if it still holds.")
        return RequestResult(sentence=sentence, conflict=sentence)

    def _do(self, request: Request) -> RequestResult:
        match request:
            case Submit():
                return self._submit(request)
            case Undo(to=to, by=by):
                return self._undo(to, by=by)
            case Redo(by=by):
                return self._redo(by=by)
            case Correct():
                return self._correct_past(request)
            case AnswerQuestion():
                return self._answer_question(request)
            case TickErrand(errand=errand, by=by):
                return self._tick(errand, by=by)
            case Settle():
                return self._settle(request)
            case LookAgain(hexes=hexes):
                return self._look_again(hexes)
            case Notify(text=text):
                return self._notify(text)
            case BoardSeen(observation=observation):
                self._reconciler.hear(observation)
                return self._look()
            case CameraNews():
                self._reconciler.hear_of_camera(request)
                return self._look()
            case GridDoubted(off=off, lay=lay):
                self._reconciler.grid.hear(off, lay)
                return RequestResult()
            case ReadNotices():
                self._writing.read_board()
                safely(self._publish)
                return RequestResult()
            case ShowAgain():
                self._viewer.tell_again(self.journal.played)
                self._screens.refresh(self._now(self.moment.number))
                return RequestResult()

    def _cannot_write(self, trouble: StoreError) -> None:
        """Tell it on every screen, and try again from time to time."""
        self._writing.failed(trouble)
        self._inbox.again = self._try_again
        safely(self._publish)

    def _try_again(self) -> None:
        safely(self._look)
        if not self._writing.is_failing:
            self._inbox.again = None

    def _submit(self, asked: Submit) -> RequestResult:
        result = self._play((asked.command,), by=asked.by, frame=asked.frame, seat=asked.seat)
        if result.refusal is None:
            safely(self._look)
        elif result.refusal.why in (Why.WRONG_TIME, Why.GAME_IS_OVER):
            return self._play_late(asked.command, by=asked.by, seat=asked.seat) or result
        return result

    def _play_late(self, command: Command, *, by: str, seat: Seat | None) -> RequestResult | None:
        """Play a lore card in its moment, which is over, and what came after it again; None without one."""
        if not isinstance(command, PlayLoreCard | PlayUnlistedLoreCard):
            return None
        started = self.journal.holding(TurnStarted)[-1:]
        first = self.journal.before(started[0].seq) if started else 0
        again = played_late(self.journal.at(first), self.journal.after(first), command, seat)
        return None if again is None else self._follow(ChoiceAction(again.commands, to=again.to), by=by)

    def _play(
        self,
        commands: Sequence[Command],
        *,
        by: str,
        frame: int | None = None,
        seat: Seat | None = None,
    ) -> RequestResult:
        """Decide, store, and tell everybody."""
        before = self.journal.game
        played = self.journal.record(commands, by=by, frame=frame, seat=seat)
        if isinstance(played, Refusal):
            return self._refused(played, before)
        for command in commands:
            safely(partial(take_word, self._reconciler, command, by_hand=by != CAMERA))
        safely(partial(self._reconciler.changed, before, [one.entry for one in played]))
        safely(partial(self._viewer.add_lines, played))
        last = played[-1].entry
        safely(partial(self._show_beside, commands if by == CAMERA else (), before, last))
        self._spread(played)
        safely(partial(self._say_undone, before, last))
        return RequestResult(seq=last.seq)

    def _show_beside(self, seen: Sequence[Command], before: Game, last: Entry) -> None:
        """Show in one toast what must be known beside what is stored, of which *last* is the newest.

        That is what nobody here knows of moves that the camera has *seen* (of a tapped one its screen tells),
        and why a number forbids what had waited for it.
        """
        told = [*dict.fromkeys(move_doubts(seen, before, self.journal.language)), *self._undone(before, last)]
        if told:
            self._toasts = with_toast(self._toasts, " ".join(told))

    def _say_undone(self, before: Game, last: Entry) -> None:
        for reason in self._undone(before, last):  # after what has happened, which may be an alarm
            self._listeners.say(reason)

    def _undone(self, before: Game, last: Entry) -> list[str]:
        """Return why a number that *last* has told forbids what had waited for it, if it does."""
        undone = why_undone(before, self.journal.game, events=last.events)
        if undone is None:
            return []
        return [f"{refusal_text(undone, self.journal.game, self.journal.language)}."]

    def _spread(
        self,
        played: Sequence[PlayedEntry],
        *,
        gone: Sequence[Entry] = (),
        told: str | None = None,
        former: Mapping[int, int] | None = None,
    ) -> None:
        """Show and announce what is stored, *gone* taken back: a fault in that makes it no less stored."""
        self._writing.worked()
        self._gone = () if played[-1].entry.command is not None else tuple(gone)
        self._listeners.keep([one.entry for one in played], former or {})
        safely(self._publish)
        self._listeners.announce(played, told)

    def _refused(self, refusal: Refusal, game: Game) -> RequestResult:
        return RequestResult(
            refusal=refusal, sentence=f"{refusal_text(refusal, game, self.journal.language)}."
        )

    def _undo(self, to: int, *, by: str, is_alone: bool = True) -> RequestResult:
        """Take back everything after entry *to*, and tell it where that *is_alone* what is done."""
        before, gone = self.journal.game, self.journal.after(to)
        told = taken_back_told(self.journal, to, by=by) if gone and is_alone else None
        try:
            entry = self.journal.take_back(to, by=by)
        except LookupError:
            return RequestResult(sentence=self.journal.tr("That entry has been taken back already."))
        self._turned_back(before, [entry])
        if told is not None:
            self._toasts = with_toast(self._toasts, told, passes=True)
        self._spread([PlayedEntry(entry, self.journal.game)], gone=gone, told=told)
        safely(self._look)
        return RequestResult(seq=entry.seq)

    def _redo(self, *, by: str) -> RequestResult:
        if not self._gone:
            return RequestResult(sentence=self.journal.tr("Nothing was taken back just now."))
        return self._correct(done_again(self.journal, self._gone), None, by=by)

    def _notify(self, text: str) -> RequestResult:
        self._toasts = with_toast(self._toasts, text)
        self._publish()
        self._listeners.say(text)
        return RequestResult()

    def _correct_past(self, asked: Correct) -> RequestResult:
        made = correction(
            self.journal, asked.seq, asked.command, by=asked.by, keep=asked.keep, seat=asked.seat
        )
        return made if isinstance(made, RequestResult) else self._correct(made, asked.command, by=asked.by)

    def _correct(self, made: Correction, command: Command | None, *, by: str) -> RequestResult:
        before, gone = self.journal.game, self.journal.after(made.to)
        played = self.journal.rewrite(made.to, made.redone, by=by)
        if isinstance(played, Refusal):
            return self._refused(played, before)
        if command is not None and not isinstance(command, Roll):  # its dice were used up long ago
            safely(partial(take_word, self._reconciler, command, by_hand=True))
        told = changes_told(made, self.journal, before)
        self._turned_back(before, [one.entry for one in played[: 1 if command is None else 2]])
        self._spread(played, gone=gone, told=told, former=carried(made, played))
        safely(self._look)
        return RequestResult(seq=played[-1].entry.seq, told=told)

    def _turned_back(self, before: Game, entries: Sequence[Entry]) -> None:
        """Have eyes, errands and log follow *entries*, the first of which is an undo."""
        taken_up = before.state.banners.keys() - self.journal.game.state.banners.keys()
        self._reconciler.witness.disbelieve_banners(taken_up)
        safely(partial(self._reconciler.changed, before, entries))
        safely(partial(self._viewer.tell_again, self.journal.played))

    def _answer_question(self, asked: AnswerQuestion) -> RequestResult:
        answer = self._reconciler.choose(asked.choice, text=asked.text, key=asked.key, own=asked.own)
        if answer is None:
            return RequestResult(sentence=self.journal.tr("That question has been settled meanwhile."))
        return self._follow(answer, by=asked.by, own=asked.own)

    def _follow(self, answer: ChoiceAction, *, by: str, own: int = 0) -> RequestResult:
        if answer.goes_behind(own):
            return RequestResult(back=answer.to)
        result = RequestResult()
        if answer.moves_grid is not None:
            self._reconciler.grid.move(answer.moves_grid)
        if answer.to is not None:
            result = self._undo(answer.to, by=by, is_alone=not answer.commands)
        if answer.commands and result.sentence is None:
            result = self._play(answer.commands, by=by)
        safely(self._look)
        return result

    def _tick(self, errand: int, *, by: str) -> RequestResult:
        if not self._reconciler.tick(errand):
            return RequestResult(sentence=self.journal.tr("That errand is done already."))
        logger.info("%s says that errand %d is done", by, errand)
        self._look()
        return RequestResult()

    def _settle(self, asked: Settle) -> RequestResult:
        answer = self._reconciler.settle(asked.offer, asked.differences, asked.own)
        if answer is None:
            return RequestResult(sentence=self.journal.tr("Table and books agree about that meanwhile."))
        logger.info("%s: %s %s", asked.by, asked.offer, ", ".join(asked.differences))
        return self._follow(answer, by=asked.by, own=asked.own)

    def _look_again(self, hexes: Sequence[Hex]) -> RequestResult:
        if not self._reconciler.look_again(hexes):
            return RequestResult(sentence=self.journal.tr("That hex is looked at already."))
        return self._look()

    def _look(self) -> RequestResult:
        """Draw conclusions from what is seen until there are no more, then publish.

        What cannot be written stays to be done, and is tried again.
        """
        result = RequestResult()
        try:
            while (action := self._reconciler.conclusion()) and result.sentence is None:
                self._writing.is_behind = True
                result = self._conclude(action)
            self._writing.is_behind = False
            if self._writing.is_failing:
                self._store.try_writing()
                self._writing.worked()
        except StoreError as trouble:
            self._cannot_write(trouble)
        finally:
            self._publish()
        return result

    def _conclude(self, action: ChoiceAction) -> RequestResult:
        if action.to is not None:
            return self._follow(action, by=CAMERA)
        return self._play(action.commands, by=CAMERA, frame=self._reconciler.frame)

    def _now(self, number: int) -> Moment:
        moment = self._reconciler.moment(number, self._viewer.lines)
        told = msgspec.structs.replace(
            moment, redo=len(self._gone), toasts=self._toasts, blows=self._battle.blows()
        )
        return self._writing.shown(told)

    def _publish(self) -> None:
        """Let the screens see the present state, if it differs from what they have."""
        moment = self._now(self.moment.number)
        if self._screens.show(moment):
            self._listeners.warn(moment)
