"""The table: owns the game.  One thread, one inbox; whatever is asked of it is done in order.

rules, then disk, and only then announcer, screens and errands.  A command that
breaks something fails alone: the log says so and the evening goes on.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from companion.journal.journal import CAMERA, Books, Played
from companion.journal.store import GameRow, Store, StoreError
from companion.library.unknown_values import why_undone
from companion.reconcile.camera_reports import BoardSeen, CameraNews, GridDoubted
from companion.reconcile.manual_overrides import take_word
from companion.reconcile.moment import CameraState, Moment
from companion.reconcile.questions import Answer
from companion.reconcile.reconciler import Overseer
from companion.reconcile.toasts import Toast, with_toast
from companion.table.history import Correction, carried, changes_told, correction, done_again
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
    Submit,
    TickErrand,
    Undo,
)
from companion.table.result import Receipt
from companion.table.screens import Screens
from companion.table.subscription import Subscription
from companion.table.view_json import TableViewer
from companion.table.view_structs import ScenarioView, ShownVoice, TableView
from companion.table.write_status import Writing
from companion.words.announcer import refusal_text
from companion.words.names import Tongue
from rules.kernel.game import Game, Ruleset
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    AnyCommand,
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
        tongue: Tongue | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.row, self._store = row, store
        self.books = Books(ruleset, store, row, tongue=tongue, clock=clock)
        camera = CameraState.WATCHING if has_camera else CameraState.NONE
        self._overseer = Overseer(self.books, camera=camera, clock=clock)
        safely(self._overseer.recall)
        self._viewer = TableViewer(ruleset, game_id=row.id, tongue=tongue)
        self._viewer.tell(self.books.played)
        self._listeners = Listeners()
        self._writing = Writing(store.board, self.books.tell)
        self._gone = taken_back(self.books.entries)
        self._toasts: tuple[Toast, ...] = ()
        self._screens = Screens(self._viewer, self._now(number=1))
        self._inbox = Inbox("table", self._guarded, every_s=TRY_AGAIN_S)
        store.board.listen(lambda: self._inbox.put(ReadNotices()))
        self._inbox.start()

    def listen(self, hear: Hear, warn: Warn | None = None, correct: Warn | None = None) -> None:
        """Have *hear* told of events, and *warn* of what people should look up for.

        Where the past is corrected, *correct* is told what that changed, and *hear* nothing.
        """
        self._listeners.add(hear, warn, correct)

    def accompany(self, keep: Keep) -> None:
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

    def close(self) -> None:
        """Finish what is in the inbox and stop; whatever is asked later is answered at once."""
        self._inbox.close()
        self._screens.ring()

    def ask(self, request: Request) -> Receipt:
        """Have *request* done by the table's own thread, after what was asked before."""
        receipt = self._inbox.put(request)
        if receipt is None:
            return Receipt(sentence=self.books.tell("The table is closed."))
        return receipt.result()

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

    def nudge(self) -> None:
        """Wake the screens although the table is as it was: what is heard has changed."""
        self._screens.nudge()

    @property
    def game(self) -> Game:
        """Return the game as it was last published."""
        return self.moment.game

    def _guarded(self, request: Request) -> Receipt:
        try:
            return self._if_seen(request) or self._do(request)
        except StoreError as trouble:
            self._cannot_write(trouble)
            return Receipt(sentence=f"{self.books.tell(trouble.message)}.")
        except InputError as trouble:
            logger.exception("nothing was done")
            return Receipt(sentence=f"{self.books.tell(trouble.message)}.")
        except Exception as fault:
            logger.exception("a command failed; the game stands as before")
            named = f"{type(fault).__name__}: {fault}"
            return Receipt(sentence=self.books.tell("That failed by a fault of this program ({1}).", named))

    def _if_seen(self, request: Request) -> Receipt | None:
        """Return what says that the log has grown past what was seen; None where it has not."""
        if not isinstance(request, OfTheNewest) or request.seen in (None, self.books.last):
            return None
        tell = self.books.tell
        sentence = tell("The table has moved on meanwhile: look again, then repeat it if it still holds.")
        return Receipt(sentence=sentence, conflict=sentence)

    def _do(self, request: Request) -> Receipt:
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
                self._overseer.hear(observation)
                return self._look()
            case CameraNews():
                self._overseer.hear_of_camera(request)
                return self._look()
            case GridDoubted(off=off, lay=lay):
                self._overseer.grid.hear(off, lay)
                return Receipt()
            case ReadNotices():
                self._writing.read_board()
                safely(self._publish)
                return Receipt()

    def _cannot_write(self, trouble: StoreError) -> None:
        """Tell it on every screen, and try again from time to time."""
        self._writing.failed(trouble)
        self._inbox.again = self._try_again
        safely(self._publish)

    def _try_again(self) -> None:
        safely(self._look)
        if not self._writing.is_failing:
            self._inbox.again = None

    def _submit(self, asked: Submit) -> Receipt:
        receipt = self._play((asked.command,), by=asked.by, frame=asked.frame, seat=asked.seat)
        if receipt.refusal is None:
            safely(self._look)
        elif receipt.refusal.why in (Why.WRONG_TIME, Why.GAME_IS_OVER):
            return self._play_late(asked.command, by=asked.by, seat=asked.seat) or receipt
        return receipt

    def _play_late(self, command: AnyCommand, *, by: str, seat: Seat | None) -> Receipt | None:
        """Play a lore card in its moment, which is over, and what came after it again; None without one."""
        if not isinstance(command, PlayLoreCard | PlayUnlistedLoreCard):
            return None
        started = self.books.holding(TurnStarted)[-1:]
        first = self.books.before(started[0].seq) if started else 0
        again = played_late(self.books.at(first), self.books.after(first), command, seat)
        return None if again is None else self._follow(Answer(again.commands, to=again.to), by=by)

    def _play(
        self,
        commands: Sequence[AnyCommand],
        *,
        by: str,
        frame: int | None = None,
        seat: Seat | None = None,
    ) -> Receipt:
        """Decide, store, and tell everybody."""
        before = self.books.game
        played = self.books.record(commands, by=by, frame=frame, seat=seat)
        if isinstance(played, Refusal):
            return self._refused(played, before)
        for command in commands:
            safely(partial(take_word, self._overseer, command, by_hand=by != CAMERA))
        safely(partial(self._overseer.changed, before, [one.entry for one in played]))
        safely(partial(self._viewer.tell, played))
        self._spread(played)
        last = played[-1].entry
        undone = why_undone(before, self.books.game, events=last.events)
        if undone is not None:
            self._notify(f"{refusal_text(undone, self.books.game, self.books.tongue)}.")
        return Receipt(seq=last.seq)

    def _spread(
        self,
        played: Sequence[Played],
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

    def _refused(self, refusal: Refusal, game: Game) -> Receipt:
        return Receipt(refusal=refusal, sentence=f"{refusal_text(refusal, game, self.books.tongue)}.")

    def _undo(self, to: int, *, by: str) -> Receipt:
        before, gone = self.books.game, self.books.after(to)
        try:
            entry = self.books.take_back(to, by=by)
        except LookupError:
            return Receipt(sentence=self.books.tell("That entry has been taken back already."))
        self._turned_back(before, [entry])
        self._spread([Played(entry, self.books.game)], gone=gone)
        safely(self._look)
        return Receipt(seq=entry.seq)

    def _redo(self, *, by: str) -> Receipt:
        if not self._gone:
            return Receipt(sentence=self.books.tell("Nothing was taken back just now."))
        return self._correct(done_again(self.books, self._gone), None, by=by)

    def _notify(self, text: str) -> Receipt:
        self._toasts = with_toast(self._toasts, text)
        self._publish()
        self._listeners.say(text)
        return Receipt()

    def _correct_past(self, asked: Correct) -> Receipt:
        made = correction(self.books, asked.seq, asked.command, by=asked.by, keep=asked.keep, seat=asked.seat)
        return made if isinstance(made, Receipt) else self._correct(made, asked.command, by=asked.by)

    def _correct(self, made: Correction, command: AnyCommand | None, *, by: str) -> Receipt:
        before, gone = self.books.game, self.books.after(made.to)
        played = self.books.rewrite(made.to, made.redone, by=by)
        if isinstance(played, Refusal):
            return self._refused(played, before)
        if command is not None and not isinstance(command, Roll):  # its dice were used up long ago
            safely(partial(take_word, self._overseer, command, by_hand=True))
        told = changes_told(made, self.books, before)
        self._turned_back(before, [one.entry for one in played[: 1 if command is None else 2]])
        self._spread(played, gone=gone, told=told, former=carried(made, played))
        safely(self._look)
        return Receipt(seq=played[-1].entry.seq, told=told)

    def _turned_back(self, before: Game, entries: Sequence[Entry]) -> None:
        """Have eyes, errands and log follow *entries*, the first of which is an undo."""
        taken_up = before.state.banners.keys() - self.books.game.state.banners.keys()
        self._overseer.witness.disbelieve_banners(taken_up)
        safely(partial(self._overseer.changed, before, entries))
        safely(partial(self._viewer.tell_again, self.books.played))

    def _answer_question(self, asked: AnswerQuestion) -> Receipt:
        answer = self._overseer.choose(asked.choice, text=asked.text, key=asked.key)
        if answer is None:
            return Receipt(sentence=self.books.tell("That question has been settled meanwhile."))
        return self._follow(answer, by=asked.by)

    def _follow(self, answer: Answer, *, by: str) -> Receipt:
        receipt = Receipt()
        if answer.moves_grid is not None:
            self._overseer.grid.move(answer.moves_grid)
        if answer.to is not None:
            receipt = self._undo(answer.to, by=by)
        if answer.commands and receipt.sentence is None:
            receipt = self._play(answer.commands, by=by)
        safely(self._look)
        return receipt

    def _tick(self, errand: int, *, by: str) -> Receipt:
        if not self._overseer.tick(errand):
            return Receipt(sentence=self.books.tell("That errand is done already."))
        logger.info("%s says that errand %d is done", by, errand)
        self._look()
        return Receipt()

    def _settle(self, asked: Settle) -> Receipt:
        answer = self._overseer.settle(asked.offer, asked.differences)
        if answer is None:
            return Receipt(sentence=self.books.tell("Table and books agree about that meanwhile."))
        logger.info("%s: %s %s", asked.by, asked.offer, ", ".join(asked.differences))
        return self._follow(answer, by=asked.by)

    def _look_again(self, hexes: Sequence[Hex]) -> Receipt:
        if not self._overseer.look_again(hexes):
            return Receipt(sentence=self.books.tell("That hex is looked at already."))
        return self._look()

    def _look(self) -> Receipt:
        """Draw conclusions from what is seen until there are no more, then publish.

        What cannot be written stays to be done, and is tried again.
        """
        receipt = Receipt()
        try:
            while (commands := self._overseer.conclusion()) and receipt.sentence is None:
                self._writing.is_behind = True
                receipt = self._play(commands, by=CAMERA, frame=self._overseer.frame)
            self._writing.is_behind = False
            if self._writing.is_failing:
                self._store.try_writing()
                self._writing.worked()
        except StoreError as trouble:
            self._cannot_write(trouble)
        finally:
            self._publish()
        return receipt

    def _now(self, number: int) -> Moment:
        moment = self._overseer.moment(number, self._viewer.lines)
        return self._writing.shown(msgspec.structs.replace(moment, redo=len(self._gone), toasts=self._toasts))

    def _publish(self) -> None:
        """Let the screens see the present state, if it differs from what they have."""
        moment = self._now(self.moment.number)
        if self._screens.show(moment):
            self._listeners.warn(moment)
