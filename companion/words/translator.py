"""The sentences of pages, questions and alarms, in the language of the table.

They stand in the code in English, ``tr("The camera is back after {1} s.", 4)``; a file of the
language has what stands for each.  Whoever knows no language hands over a ``Message``.  What happens
in the game has phrases of its own (``companion.words.phrases``).
"""

from collections.abc import Mapping
from pathlib import Path

from companion.words.interface import Forms, read_catalogue
from companion.words.own_sentences import own_sentences
from companion.words.phrasebook import BASE
from companion.words.plurals import category_of
from rules.kernel.translatable import Message, Value, fill
from rules.kernel.values import Seat

LOG_NAMES = {
    name.id: name
    for name in (
        Message("camera"),
        Message("dice of the computer"),
        Message("herald"),
        Message("north player"),
        Message("north player's ally"),
        Message("south player"),
        Message("south player's ally"),
        Message("table tablet"),
        Message("this computer"),
    )
}
"""Who stands in the log beside the players' own names, which may be none of these: see ``is_reserved``."""


class Translator:
    """What is told in the language *lang*: *told* has, by each English sentence, what stands for it.

    That is a sentence, or its forms where a number decides.  The places of values are ``{1}``, ``{2}``, ...
    """

    def __init__(self, lang: str = BASE, told: Mapping[str, str | Forms] | None = None) -> None:
        self.lang = lang
        self.told = told or {}

    def __call__(self, sentence: str | Message, *values: object) -> str:
        """Return *sentence* in this language: a message, or the English with its *values*.

        Values that are messages, or hold one, are told in this language too; all others stay as they are.
        """
        message = sentence if isinstance(sentence, Message) else Message(sentence, *values)
        return fill(self._sentence(message), message.values, self.worded)

    def _sentence(self, message: Message) -> str:
        found = self.told.get(message.id, message.english)
        if isinstance(found, str):
            return found
        return found.get(category_of(self.lang, message.number), found["other"])

    def worded(self, value: Value) -> str:
        """Return *value* in this language where it is a message, else as it is."""
        return self(value) if isinstance(value, Message) else str(value)


def log_name(by: str, tr: Translator) -> str:
    """Return who the log means with *by*: a player's own name, or what herald calls somebody by *tr*."""
    return tr(LOG_NAMES[by]) if by in LOG_NAMES else by


def player_in_log(seat: Seat) -> str:
    """Return what the log calls whoever plays *seat* and has told no name."""
    return f"{seat.camp} player" if seat is seat.camp else f"{seat.camp} player's ally"


def load_translator(lang: str, folder: Path | None = None) -> Translator:
    """Return the sentences of *lang*, with those in the group's own *folder* in place of ours.

    One of theirs that the program no longer says is left out, and logged.  Raises ConfigError, naming file
    and sentence, for what is no TOML or has other places for values.
    """
    ours = read_catalogue(lang)
    return Translator(lang, ours if folder is None else {**ours, **own_sentences(lang, folder, ours)})
