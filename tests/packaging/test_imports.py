"""Who may know whom, read from the imports: the rooms of the design and their walls."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "vision", "printables", "companion")
# What of ours a room may import besides itself; a name with a dot is that module alone.
ALLOWED = {
    "rules": (),
    "vision": ("rules.hexes",),
    "printables": ("rules.hexes", "rules.catalogue"),
    "companion": ("rules", "vision", "printables"),
}
UNFIT_FOR_RULES = {"random", "secrets", "time", "datetime", "pathlib", "logging", "threading", "os", "io"}


class Import(NamedTuple):
    file: str
    line: int
    module: str


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(source: str, file: str) -> Iterator[Import]:
    """Yield each name that *source* imports with its module in front; ``.`` for a relative import."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (Import(file, node.lineno, name.name) for name in names)
            case ast.ImportFrom(level=0, module=str(module), names=names):
                yield from (Import(file, node.lineno, f"{module}.{name.name}") for name in names)
            case ast.ImportFrom():
                yield Import(file, node.lineno, ".")


def is_within(module: str, allowed: str) -> bool:
    return module == allowed or module.startswith(f"{allowed}.")


def strangers(room: str, found: Iterator[Import]) -> list[Import]:
    """Return the imports of ours that *room* may not have, and relative ones, which could hide them."""
    ours = [each for each in found if each.module == "." or each.module.split(".")[0] in ROOMS]
    fit = (room, *ALLOWED[room])
    return [each for each in ours if not any(is_within(each.module, name) for name in fit)]


def every_import(room: str) -> Iterator[Import]:
    for path in sources(room):
        yield from imports(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_design_allows(room: str) -> None:
    assert sources(room), f"{room} is empty"
    assert not strangers(room, every_import(room))


def test_the_rules_import_no_clock_file_thread_random_or_log() -> None:
    assert not [each for each in every_import("rules") if each.module.split(".")[0] in UNFIT_FOR_RULES]


def test_the_rules_need_msgspec_and_the_standard_library_only() -> None:
    fit = {*sys.stdlib_module_names, "rules", "msgspec"}
    assert not [each for each in every_import("rules") if each.module.split(".")[0] not in fit]


def edition_comparisons(source: str) -> list[int]:
    """Return the lines on which something is compared with an edition or its id."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        else:
            continue
        if any(is_edition(side) for side in sides):
            lines.append(node.lineno)
    return lines


def is_edition(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value="first" | "second"):
            return True
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return any(is_edition(element) for element in elements)
        case ast.Name(id="FIRST" | "SECOND") | ast.Attribute(attr="FIRST" | "SECOND"):
            return True
    return False


def test_no_edition_s_id_is_compared_outside_editions() -> None:
    for path in sources("rules"):
        if "editions" not in path.parts:
            assert not edition_comparisons(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("rules", "from vision.board.plan import BoardPlan"),
        ("rules", "import companion"),
        ("vision", "from rules.state import State"),
        ("vision", "import rules"),
        ("vision", "from rules import state"),
        ("vision", "import rules.hexagons"),
        ("vision", "from printables import sheets"),
        ("printables", "from rules.game import Game"),
        ("printables", "def late():\n    from vision.board.plan import parse_book"),
        ("vision", "from ..rules import state"),
    ],
)
def test_a_wrong_arrow_is_noticed(room: str, source: str) -> None:
    assert strangers(room, imports(source, f"{room}/x.py"))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("rules", "from rules.state import State"),
        ("vision", "from rules import hexes"),
        ("vision", "from rules.hexes import Board, Hex"),
        ("printables", "from rules.catalogue import Scenario"),
        ("companion", "import rules.game, vision.board.plan"),
    ],
)
def test_a_right_arrow_is_let_pass(room: str, source: str) -> None:
    assert not strangers(room, imports(source, f"{room}/x.py"))


@pytest.mark.parametrize(
    "source",
    [
        'if edition.id == "second": pass',
        "x = game.ruleset.edition is SECOND",
        'x = name in ("first", "second")',
        'match name:\n    case "first": pass',
    ],
)
def test_a_comparison_of_an_edition_s_id_is_noticed(source: str) -> None:
    assert edition_comparisons(source)
