"""The sentences of pages, questions and alarms, in the language of the table.

They stand in the code in English, ``tell("The camera is back after {1} s.", 4)``; a file
of the language has what stands for each.  What happens in the game has phrases of its own
(``companion.phrases``).
"""

import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec

from companion.phrases import BASE
from rules.catalogue import ConfigError

_PLACE = re.compile(r"\{(\d)\}")


class Sentences(msgspec.Struct, frozen=True):
    """What is told in the language *lang*: by each English sentence the one that stands for it.

    The places of values are ``{1}``, ``{2}``, ...
    """

    lang: str = BASE
    told: Mapping[str, str] = {}

    def __call__(self, english: str, *values: object) -> str:
        """Return *english* in this language, with *values* in their places."""
        sentence = self.told.get(english, english)
        return _PLACE.sub(lambda place: str(values[int(place[1]) - 1]), sentence)


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
            raise ConfigError(name, english, "must have the same places, {1} and so on, as the English")
    return Sentences(lang, {**ours, **own})


def places(sentence: str) -> set[str]:
    """Return the places that *sentence* has for values."""
    return set(_PLACE.findall(sentence))


def _own(path: Path) -> dict[str, str]:
    try:
        return _parsed(path.read_text(encoding="utf-8"), path.name)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as trouble:
        raise ConfigError(path.name, None, f"cannot be read ({trouble})") from None


def _parsed(text: str, name: str) -> dict[str, str]:
    try:
        return msgspec.convert(tomllib.loads(text), dict[str, str])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as trouble:
        raise ConfigError(name, None, str(trouble)) from None
