"""The table of the First Edition's rules against what is tested."""

import ast
import tomllib
from pathlib import Path

from tests.rules.first import config_tables
from tests.rules.first.adapter import CASES, examples

HERE = Path(__file__).parent
TABLE = tomllib.loads((HERE / "covered.toml").read_text(encoding="utf-8"))
COVERED: dict[str, list[str]] = TABLE["covered"]
ABILITIES: dict[str, list[str]] = TABLE["abilities"]
UNTESTED: dict[str, str] = TABLE["untested"]
RULES = {*range(1, 317)}
"""Parts A to U."""


def names_of_tests() -> set[str]:
    """Return the worked examples by their ids, and the tests of this folder as the table names them."""
    found = {one.id for path in CASES.glob("*.toml") for one in examples(path.name[:2])}
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.add(f"{path.stem.removeprefix('test_')}::{node.name.removeprefix('test_')}")
    return found


def test_every_rule_is_tested_or_says_why_not() -> None:
    assert all(UNTESTED.values())
    assert {*map(int, COVERED), *map(int, UNTESTED)} == RULES
    assert not COVERED.keys() & UNTESTED.keys()


def test_every_ability_is_tested() -> None:
    assert set(ABILITIES) == set(config_tables.ABILITIES)
    assert all(ABILITIES.values())


def test_every_test_that_the_table_names_is_there() -> None:
    named = {test for tests in (*COVERED.values(), *ABILITIES.values()) for test in tests}
    assert named - names_of_tests() == set()
