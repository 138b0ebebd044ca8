"""Rulings, glossary and engine say the same: each ruling is played by a test."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion.words.glossary import load_glossary
from tests.rules.drawn import RULES
from tests.rules.test_coverage import written

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"


class Ruling(msgspec.Struct, forbid_unknown_fields=True):
    """Where a ruling is played, and by which words it and the glossary's entry are known."""

    tests: tuple[str, ...]
    says: str
    glossary: str = ""
    told: str = ""


TOLD = msgspec.convert(
    tomllib.loads(Path(__file__).with_name("rulings.toml").read_text(encoding="utf-8")), dict[str, Ruling]
)


@cache
def rulings() -> Mapping[str, str]:
    """Return the rows of the page by their numbers."""
    rows = re.finditer(r"^\| (\d+) \|(.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {row[1]: row[2] for row in rows}


def test_the_rulings_are_numbered_and_none_is_left_unplayed() -> None:
    assert list(rulings()) == [str(number) for number in range(1, len(rulings()) + 1)]
    assert rulings().keys() == TOLD.keys()


@pytest.mark.parametrize("number", TOLD)
def test_ruling_glossary_and_engine_say_the_same(number: str) -> None:
    ruling = TOLD[number]
    assert ruling.says in rulings()[number]
    assert [test for test in ruling.tests if test not in written()] == []
    if ruling.glossary:
        entry = load_glossary(RULES.catalogue, RULES.edition.id)[ruling.glossary]
        assert ruling.told in " ".join(entry.text)
