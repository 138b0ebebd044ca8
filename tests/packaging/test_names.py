"""Names: one class a name, and no word that only this house would understand."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.packaging.syntax import tree_of

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "vision", "printables", "companion")
# Once words of this program for what everybody else calls otherwise: see CONTRIBUTING.md, Names.
GIVEN_UP = {
    "awry", "byhand", "carrier", "census", "crowd", "evening", "overseer", "patience", "receipt",
    "reckoning", "remarks", "shelf", "tongue", "vigil",
}  # fmt: skip


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return tuple((path.relative_to(ROOT), tree_of(path.read_text(encoding="utf-8"))) for path in paths)


def names_in(tree: ast.Module) -> Iterator[str]:
    """Yield what *tree* names itself: modules, classes, functions, parameters, variables and fields."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case (
                ast.arg(arg=name)
                | ast.Name(id=name, ctx=ast.Store())
                | ast.Attribute(attr=name, ctx=ast.Store())
            ):
                yield name


def words_of(name: str) -> set[str]:
    """Return the words of a name in snake_case or CamelCase, in small letters."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", name)}


def test_every_class_has_a_name_of_its_own() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path))
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


def test_nothing_is_named_by_a_word_that_was_given_up() -> None:
    found = [
        (str(path), name)
        for path, tree in trees()
        for name in (path.stem, *names_in(tree))
        if words_of(name) & GIVEN_UP
    ]
    assert found == []
