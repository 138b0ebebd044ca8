"""The table of what the sources say against what is tested, with its pages: ``pytest -s`` prints it.

What the boxes hold (units, abilities, cards, terrain, scenario cards) is taken from the
catalogue, so that a new entry without a test fails; set-up steps, clarifications and the
players' questions are written out in ``covered.toml`` from the rule texts.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rules.kernel.messages.verbs import tag_of
from rules.second.messages import SecondSpecial
from rules.second.printed import ArmyCard, ScenarioCard
from tests.rules.drawn import RULES

HERE = Path(__file__).parent
COVERED = tomllib.loads((HERE / "covered.toml").read_text(encoding="utf-8"))
BOXES: dict[str, dict[str, list[str]]] = COVERED["boxes"]
TEXTS: dict[str, dict[str, list[str]]] = COVERED["texts"]
CITED = (
    "RB p.",
    "Ref, ",
    "nit card",
    "cenario card",
    "ommand card",
    "eference sheet",
    "F1",
    "F2",
    "F3",
    "F4",
    "Guardians",
    "Ours",
    "DESIGN",
)


class Row(NamedTuple):
    """A line of the table: a *subject* of a *chapter*, its *page*, and the *tests* that hold us to it."""

    chapter: str
    subject: str
    page: str
    tests: tuple[str, ...]


class Entry(NamedTuple):
    """Something that the boxes hold: by what name, what is printed on it, and its page."""

    id: str
    name: str
    page: str


def catalogue() -> Mapping[str, list[Entry]]:
    """Return everything that the catalogue holds, chapter by chapter."""
    book = RULES.catalogue
    told = {
        "units": book.kinds,
        "abilities": book.abilities,
        "command_cards": book.cards,
        "lore_cards": book.lore,
        "terrain": book.terrain,
        "scenario_cards": book.of(ScenarioCard),
        "army_cards": book.of(ArmyCard),
    }
    entries = {
        chapter: [Entry(card.id, card.name, card.page) for card in cards.values()]
        for chapter, cards in told.items()
    }
    rules = [tag_of(sort) for sort in SecondSpecial.__args__]
    entries["scenario_rules"] = [Entry(name, name.replace("_", " "), "F4") for name in rules]
    entries["scenarios"] = [Entry(each.id, each.name, "RB p. 5, 14") for each in book.scenarios.values()]
    return entries


def table() -> Iterator[Row]:
    """Yield all rows, the boxes' first."""
    for chapter, entries in catalogue().items():
        for entry in entries:
            yield Row(chapter, entry.name, entry.page, tuple(BOXES[chapter].get(entry.id, ())))
    for chapter, subjects in TEXTS.items():
        for subject, (page, *tests) in subjects.items():
            yield Row(chapter, subject, page, tuple(tests))


@cache
def written() -> Mapping[str, str]:
    """Return the docstring of every test of the rules, by ``file::function`` without their ``test_``."""
    return {
        f"{file.stem.removeprefix('test_')}::{node.name.removeprefix('test_')}": ast.get_docstring(node) or ""
        for file in sorted(HERE.rglob("test_*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_everything_that_the_sources_say_is_tested() -> None:
    """Every unit, ability, card, terrain, set-up step and clarification; nothing untested."""
    lines = []
    for chapter, rows in groupby(table(), key=lambda row: row.chapter):
        lines += ["", chapter.replace("_", " ").capitalize()]
        for row in rows:
            lines.append(f"  {row.subject} ({row.page})")
            lines += [f"      {test}" for test in row.tests or ("UNTESTED",)]
    sys.stdout.write("\n".join(lines) + "\n")
    assert [row for row in table() if not row.tests] == []


def test_every_test_of_the_table_is_there() -> None:
    missing = {test for row in table() for test in row.tests if test not in written()}
    assert sorted(missing) == []


def test_every_test_of_the_table_cites_a_page() -> None:
    named = {test for row in table() for test in row.tests}
    assert sorted(test for test in named if not any(word in written().get(test, "") for word in CITED)) == []


def test_every_row_has_a_page() -> None:
    assert [row for row in table() if not row.page] == []


def test_the_table_names_nothing_that_the_catalogue_has_lost() -> None:
    """An entry that is renamed takes its tests with it."""
    known = {chapter: {entry.id for entry in entries} for chapter, entries in catalogue().items()}
    assert set(BOXES) == set(known)
    lost = [name for chapter, tests in BOXES.items() for name in tests if name not in known[chapter]]
    assert lost == []
