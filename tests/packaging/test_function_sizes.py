"""Functions stay short enough to be read at once: 40 lines without their docstring.

One that ends in a ``match`` may be longer: it only says who does what.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.packaging.syntax import tree_of

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "printables", "rules", "vision", "tools", "benchmarks")
MOST = 40


def sizes(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield each function of *tree* that is no dispatcher, with its lines."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        first = node.body[0]
        head, start = first.lineno - node.lineno, first.lineno
        if ast.get_docstring(node) is not None:
            start = (first.end_lineno or start) + 1
        if not isinstance(node.body[-1], ast.Match):
            yield node.name, head + (node.end_lineno or start) - start + 1


def test_no_function_is_too_long_to_be_read_at_once() -> None:
    found = [
        (str(path.relative_to(ROOT)), name, lines)
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for name, lines in sizes(tree_of(path.read_text(encoding="utf-8")))
        if lines > MOST
    ]
    assert found == []


def test_lines_are_counted_without_the_docstring_and_a_dispatcher_is_left_out() -> None:
    one = 'def one(\n    a, b\n):\n    """Say.\n\n    More.\n    """\n    return a\n'
    two = "def two(a):\n    b = a\n    match b:\n        case 1:\n            pass\n"
    assert list(sizes(ast.parse(one + two))) == [("one", 4)]
