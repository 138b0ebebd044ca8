"""A group's own sentences, ``sentences.<lang>.toml`` in its data folder, in place of ours.

On the left stands the English, on the right what is said instead: a text, or a list of its forms
where a number decides, the one for one first.
"""

import logging
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.input.safe_parsing import parse_toml, read_text
from companion.words.interface import Forms
from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import places, verbatim

logger = logging.getLogger(__name__)


def own_sentences(lang: str, folder: Path, ours: Mapping[str, str | Forms]) -> dict[str, str | Forms]:
    """Return what stands in *folder* for sentences that *ours* has; what else stands there is logged.

    Raises ConfigError, naming file and sentence, for what is no TOML or does not fit its English.
    """
    path = folder / f"sentences.{lang}.toml"
    found = dict[str, str | Forms]()
    for english, said in _read(path).items():
        known = ours.get(english)
        if known is None:
            logger.warning(
                "%s: [%s] is no sentence of this program any more: take it out, or keep the English as it is",
                path.name,
                english,
            )
        elif isinstance(known, str):
            found[english] = _sentence(path.name, english, said)
        else:
            found[english] = _forms(path.name, english, said, known)
    return found


def _read(path: Path) -> dict[str, str | list[str]]:
    if not path.exists():
        return {}
    try:
        found = msgspec.convert(parse_toml(read_text(path), path.name), dict[str, str | list[str]])
    except msgspec.ValidationError as trouble:
        raise ConfigError(path.name, None, verbatim(trouble)) from None
    return dict(map(_as_now, found.items()))


def _as_now(entry: tuple[str, str | list[str]]) -> tuple[str, str | list[str]]:
    """Return *entry*; in the form of 0.2, "die|dice" = "zar|zaruri|de zaruri", as it is written now."""
    english, said = entry
    if "|" not in english or not isinstance(said, str):
        return entry
    return f"{{1}} {english.partition('|')[0]}", [f"{{1}} {form}" for form in said.split("|")]


def _sentence(file: str, english: str, said: str | list[str]) -> str:
    if not isinstance(said, str):
        raise ConfigError(file, english, "is one sentence, and no list")
    _check_places(file, english, said)
    return said


def _forms(file: str, english: str, said: str | list[str], known: Forms) -> Forms:
    if isinstance(said, str) or len(said) != len(known):
        raise ConfigError(file, english, "must be a list of {1} forms, the one for one first", len(known))
    for form in said:
        _check_places(file, english, form, "1")  # a form may say the number in a word, or not at all
    return dict(zip(known, said, strict=True))


def _check_places(file: str, english: str, said: str, free: str = "") -> None:
    if places(said) - {free} != places(english) - {free}:
        raise ConfigError(file, english, "must have the same places, {1} and so on, as the English", "{1}")
