"""The sentences of pages, questions and alarms, in the language of the table.

They stand in the code in English, ``tell("The camera is back after {1} s.", 4)``; a file
of the language has what stands for each.  What happens in the game has phrases of its own
(``companion.words.phrases``).
"""

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec

from companion.input.safe_parsing import parse_toml, read_text
from companion.words.phrasebook import BASE
from rules.kernel.catalogue import ConfigError

_PLACE = re.compile(r"\{(\d)\}")
_JOINTS = ("; ", ": ", "] ")
"""What parts are joined by that several tell: a file and what is wrong in it, a trouble and its remedy."""


class Sentences:
    """What is told in the language *lang*: *told* has, by each English sentence, the one that stands for it.

    The places of values are ``{1}``, ``{2}``, ...
    """

    def __init__(self, lang: str = BASE, told: Mapping[str, str] | None = None) -> None:
        self.lang = lang
        self.told = told or {}
        by_length = sorted(self.told, key=lambda english: len(_PLACE.sub("", english)), reverse=True)
        self._patterns = [(_pattern(english), english) for english in by_length if _PLACE.search(english)]

    def __call__(self, english: str, *values: object) -> str:
        """Return *english* in this language, with *values* in their places."""
        sentence = self.told.get(english, english)
        return _PLACE.sub(lambda place: str(values[int(place[1]) - 1]), sentence)

    def finished(self, text: str) -> str:
        """Return *text*, in English and with its values filled in by whoever knows no language, in this one.

        Where nothing stands for the whole, its parts are told; as they are where nothing stands for them.
        """
        if text in self.told:
            return self.told[text]
        for pattern, english in self._patterns:
            if found := pattern.fullmatch(text):
                values = {int(name[1:]): self.finished(value) for name, value in found.groupdict().items()}
                return self(english, *(values.get(place, "") for place in range(1, max(values) + 1)))
        for joint in _JOINTS:
            first, joined, rest = text.partition(joint)
            if joined:
                return f"{self.finished(first)}{joint}{self.finished(rest)}"
        return text


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


def _pattern(english: str) -> re.Pattern[str]:
    """Return what matches *english* with any values in its places, the same in those of the same number."""
    parts, met = "", set[str]()
    for index, part in enumerate(_PLACE.split(english)):
        if index % 2 == 0:
            parts += re.escape(part)
        else:
            parts += f"(?P=p{part})" if part in met else f"(?P<p{part}>.+)"
            met.add(part)
    return re.compile(parts, re.DOTALL)


def places(sentence: str) -> set[str]:
    """Return the places that *sentence* has for values."""
    return set(_PLACE.findall(sentence))


def _own(path: Path) -> dict[str, str]:
    return _parsed(read_text(path), path.name) if path.exists() else {}


def _parsed(text: str, name: str) -> dict[str, str]:
    try:
        return msgspec.convert(parse_toml(text, name), dict[str, str])
    except msgspec.ValidationError as trouble:
        raise ConfigError(name, None, str(trouble)) from None
