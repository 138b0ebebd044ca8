"""What screens are told of the game that somebody wants instead, and of the last one that was changed."""

from collections.abc import Sequence

from companion.preparation.game_changes import Act, GameChanges
from companion.table.view_structs import ShownChangedGame, ShownGameChanges, ShownGameProposal
from companion.words.names import Language
from rules.kernel.translatable import Message

LAID = "herald.laid"
"""Where a request's environment holds its game's ``ChangesNow.laid``."""


class ChangesStatus:
    """The *changes* as screens are told of them, in the words of *language*."""

    def __init__(self, changes: GameChanges, language: Language) -> None:
        self._changes, self._language = changes, language

    @property
    def number(self) -> int:
        """Return a number that grows with every change."""
        return self._changes.number

    def propose(self, act: Act, text: Message, *, by: str, who: str, asked: Sequence[frozenset[str]]) -> bool:
        """Have *act* done unless one of the sides *asked* says no; False while something else is asked."""
        return self._changes.propose(act, text, by=by, who=who, asked=asked)

    def told(self) -> ShownGameChanges:
        """Return what is asked, and what was changed last."""
        laid, is_granted, asked, last = self._changes.now()
        now = self._changes.clock()
        return ShownGameChanges(
            laid=laid,
            is_granted=is_granted,
            open=None
            if asked is None
            else ShownGameProposal(
                number=asked.number,
                text=self._language.tr(asked.text),
                who=self._language.log_name(asked.who),
                by=asked.by,
                asked=tuple(sorted(asked.devices)),
                left=max(0.0, asked.ends - now),
            ),
            last=None
            if last is None
            else ShownChangedGame(
                text=self._language.tr(last.text),
                who=self._language.log_name(last.who),
                ago=now - last.at,
            ),
        )
