"""Which game is on the table: the one owner.  It lays out what the table wants instead.

A game is an app of its own, with its table, camera watch, voice and words.  Another one takes its place
while the server goes on; tablets stay joined, and their pages load themselves anew.
"""

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask

from companion.app import create_app, open_shared, services_of
from companion.app.services import Services, SharedServices
from companion.library.settings import Settings
from companion.library.settings_file import keep_setting
from companion.preparation.game_changes import GameProposal, TableGame
from companion.table.requests import Notify
from companion.web.pages.game_changes import LAID
from companion.web.pages.routes import close_streams
from rules.kernel.translatable import Message, TranslatableError

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

logger = logging.getLogger(__name__)

RETRY_S = 3.0
"""Between two attempts to lay out a game that must be there again."""


class CurrentGame:
    """Serves the app of the game on the table, *first* at first.

    *told* hears of each game once it is laid out.  Raises what ``create_app`` does.
    """

    def __init__(
        self, first: TableGame, *, told: Callable[[Services], object] = lambda services: None
    ) -> None:
        self._told = told
        self.shared: SharedServices = open_shared(first.settings)
        try:
            self.app = self._open(first)
        except BaseException:
            self.shared.close()
            raise

    @property
    def services(self) -> Services:
        """Return what runs for the game on the table."""
        return services_of(self.app)

    @property
    def extensions(self) -> dict[str, Any]:
        """Return what the present app has beside its pages."""
        return self.app.extensions

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Have the present app answer.

        Its pages bear which game's they are, which is read first: what the former app writes is never taken
        for the next game's, however long that takes.
        """
        environ[LAID] = self.shared.changes.now().laid
        return self.app(environ, start_response)

    def start(self) -> None:
        """Begin to look at the table."""
        self._told(self.services)
        if self.services.watch is not None:
            self.services.watch.start()

    def run(self) -> None:
        """Do whatever the table wants, one after the other, until what games share is closed."""
        while (granted := self.shared.changes.wait()) is not None:
            try:
                self.do(granted)
            except Exception:  # a fault in one change must not end all that would be asked for later
                logger.exception("%s failed", granted.text)
                self.shared.changes.done()

    def do(self, granted: GameProposal) -> None:
        """Lay out the game, or do the act, that was *granted*; what cannot be done is told."""
        if isinstance(granted.wanted, TableGame):
            self._lay(granted, granted.wanted)
            return
        trouble = granted.wanted()
        self.shared.changes.done()
        if trouble is not None:
            self.services.table.ask(Notify(text=trouble))

    def _lay(self, granted: GameProposal, wanted: TableGame) -> None:
        """Put the game *wanted* on the table, or else the former one again, and tell everybody."""
        former, before, voice = self.app, self.services.now, self.services.voice
        trouble: Message | None = None
        try:
            self.services.leave()
            _keep_large_board(before.settings, wanted.settings)
            self.app = self._open(wanted)
        except Exception as found:  # whatever it is, the evening goes on with the former game
            logger.exception("%s cannot be laid out; the former game is", granted.text)
            trouble = _told(found)
            if not self._lay_again(before):
                return
        if voice is not None and self.services.voice is not None:
            self.services.voice.speakers.carry(voice.speakers)
        self.shared.changes.laid(granted, before if trouble is None else None)
        close_streams(former)
        self.start()
        self.services.table.ask(Notify(text=self._news(granted, trouble)))

    def close(self) -> None:
        """Stop everything."""
        self.services.close()

    def _lay_again(self, before: TableGame) -> bool:
        """Lay out the game that was there *before* as soon as it can be; False once all is closed."""
        while True:
            try:
                self.app = self._open(before)
            except Exception:  # a full disk, a folder that is away: it comes back, and nobody restarts herald
                logger.exception("the former game cannot be laid out either; tried again in %s s", RETRY_S)
                if self.shared.changes.is_closed_within(RETRY_S):
                    return False
            else:
                return True

    def _open(self, wanted: TableGame) -> Flask:
        return create_app(wanted.settings, is_chosen=wanted.is_chosen, shared=self.shared)

    def _news(self, granted: GameProposal, trouble: Message | None) -> str:
        language = self.services.language
        tr = language.tr
        if trouble is None:
            laid = self.services.table.scenario.name
            sentence = tr(_done(granted.text, language.log_name(granted.who), laid))
            return sentence[:1].upper() + sentence[1:]
        return tr(Message("{1}: that cannot be done ({2}). The game is as before.", granted.text, trouble))


def _keep_large_board(before: Settings, wanted: Settings) -> None:
    """Keep which way the group's large board lies, where that is *wanted* otherwise than *before*."""
    if wanted.large_board not in (None, before.large_board):
        keep_setting(wanted.data, "large_board", wanted.large_board)


def _done(text: Message, who: str, laid: str) -> Message:
    """Return that *who* has done what was wanted, which *text* names, in a sentence that is also spoken.

    The language may be another one by now: *laid* is what it calls the scenario that lies on the table.
    """
    match text.id:
        case "New game: {1}":
            return Message("{1} began a new game: {2}.", who, laid)
        case "Go on with {1}":
            return Message("{1} goes on with {2}.", who, *text.values)
        case "Camera: {1}":
            return Message("{1} chose the camera: {2}.", who, *text.values)
        case "Language: {1}":
            return Message("{1} chose the language: {2}.", who, *text.values)
        case "Taken back: {1}":
            return Message("{1} took this back: {2}.", who, *text.values)
        case _:
            raise LookupError(f"{text.id!r} has no sentence that it is done")


def _told(fault: Exception) -> Message:
    """Return what is wrong with the world, or with this program, in a sentence."""
    if isinstance(fault, TranslatableError):
        return fault.message
    return Message("a fault of this program, {1}", f"{type(fault).__name__}: {fault}")
