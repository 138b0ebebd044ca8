"""The sentences of pages, questions and alarms, in the language of the table.

They stand in the code in English, ``tell("The camera is back after {1} s.", 4)``; a file of the
language has what stands for each.  Whoever knows no language hands over a ``Message``.  What happens
in the game has phrases of its own (``companion.words.phrases``).
"""

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec

from companion.input.safe_parsing import parse_toml, read_text
from companion.words.phrasebook import BASE
from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import Message, Value, fill, places, verbatim

TELLERS = {
    name.id: name
    for name in (
        Message("camera"),
        Message("herald"),
        Message("north player"),
        Message("south player"),
        Message("table tablet"),
        Message("this computer"),
    )
}
"""Who stands in the log beside the players' own names, which may be none of these: see ``is_reserved``."""


class Sentences:
    """What is told in the language *lang*: *told* has, by each English sentence, the one that stands for it.

    The places of values are ``{1}``, ``{2}``, ...
    """

    def __init__(self, lang: str = BASE, told: Mapping[str, str] | None = None) -> None:
        self.lang = lang
        self.told = told or {}

    def __call__(self, sentence: str | Message, *values: object) -> str:
        """Return *sentence* in this language: a message, or the English with its *values*.

        Values that are messages, or hold one, are told in this language too; all others stay as they are.
        """
        message = sentence if isinstance(sentence, Message) else Message(sentence, *values)
        return fill(self.told.get(message.id, message.id), message.values, self.worded)

    def worded(self, value: Value) -> str:
        """Return *value* in this language where it is a message, else as it is."""
        return self(value) if isinstance(value, Message) else str(value)


def teller(by: str, tell: Sentences) -> str:
    """Return who the log means with *by*: a player's own name, or what herald calls somebody by *tell*."""
    return tell(TELLERS[by]) if by in TELLERS else by


def load_sentences(lang: str, folder: Path | None = None) -> Sentences:
    """Return the sentences of *lang*, with those in the group's own *folder* in place of ours.

    Raises ConfigError, naming file and sentence, for what is no TOML, no sentence of ours, or has
    other places for values.
    """
    if lang == BASE:
        return Sentences()
    name = f"sentences.{lang}.toml"
    ours = _parsed((resources.files("config") / name).read_text(encoding="utf-8"), name)
    own = {} if folder is None else _own(folder / name)
    for english, sentence in own.items():
        if english not in ours:
            raise ConfigError(name, english, "is no sentence of this program: keep the English as it is")
        if places(sentence) != places(english):
            raise ConfigError(
                name, english, "must have the same places, {1} and so on, as the English", "{1}"
            )
    return Sentences(lang, {**ours, **own})


def _own(path: Path) -> dict[str, str]:
    return _parsed(read_text(path), path.name) if path.exists() else {}


def _parsed(text: str, name: str) -> dict[str, str]:
    try:
        return msgspec.convert(parse_toml(text, name), dict[str, str])
    except msgspec.ValidationError as trouble:
        raise ConfigError(name, None, verbatim(trouble)) from None
