"""Who may know whom, read from the imports: the rooms of the design and their walls."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from rules.registry import EDITIONS
from tests.packaging.syntax import tree_of

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "vision", "printables", "companion")
# What of ours a room may import besides itself; a name with a dot is that module alone.
ALLOWED = {
    "rules": (),
    "vision": ("rules.kernel.hexes", "rules.kernel.translatable"),
    "printables": ("rules.kernel.hexes", "rules.kernel.catalogue", "rules.kernel.translatable"),
    "companion": ("rules", "vision", "printables"),
}
# From top to bottom: a room imports only from those below it, never from one beside it.
LAYERS = {
    "rules": (
        ("registry",),
        ("first", "second"),
        ("kernel",),
    ),
    "companion": (
        ("cli",),
        ("app",),
        ("web",),
        ("archive", "demo", "report"),
        ("table",),
        ("camera", "preparation", "voice"),
        ("reconcile",),
        ("journal",),
        ("library",),
        ("network",),
        ("words",),
        ("input",),
        ("files",),
    ),
    "vision": (
        ("simulate", "mateyes", "overlay", "settle", "two_views"),
        ("eyes",),
        ("rests",),
        ("reading",),
        ("health",),
        ("dice",),
        ("tags",),
        ("rest",),
        ("board",),
        ("source",),
        ("sightings",),
        ("errors",),
    ),
}
MOST_MODULES = 20
NOT_FOR_CHAPTERS = ("rules.first.variants", "rules.first.messages.arms", "rules.first.printed.deployment")
UNFIT_FOR_RULES = {"random", "secrets", "time", "datetime", "pathlib", "logging", "threading", "os", "io"}


class Import(NamedTuple):
    file: str
    line: int
    module: str


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@cache
def imports(source: str, file: str, *, at_run_time: bool = False) -> tuple[Import, ...]:
    """Return each name that *source* imports with its module in front; ``.`` for a relative import.

    *at_run_time* leaves out what only type checkers read: a game holds its edition, whose functions
    take games, and that circle is one of types.
    """
    tree = tree_of(source)
    return tuple(
        Import(file, node.lineno, name)
        for node in statements(tree, at_run_time=at_run_time)
        for name in imported_by(node)
    )


def statements(tree: ast.AST, *, at_run_time: bool) -> Iterator[ast.stmt]:
    """Yield every statement below *tree*, *at_run_time* none under ``if TYPE_CHECKING``."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) if at_run_time:
                continue
            case ast.stmt():
                yield node
                yield from statements(node, at_run_time=at_run_time)
            case ast.excepthandler() | ast.match_case():
                yield from statements(node, at_run_time=at_run_time)


def imported_by(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [name.name for name in names]
        case ast.ImportFrom(level=0, module=str(module), names=names):
            return [f"{module}.{name.name}" for name in names]
        case ast.ImportFrom():
            return ["."]
    return []


def is_within(module: str, allowed: str) -> bool:
    return module == allowed or module.startswith(f"{allowed}.")


def strangers(room: str, found: Iterable[Import]) -> list[Import]:
    """Return the imports of ours that *room* may not have, and relative ones, which could hide them."""
    ours = [each for each in found if each.module == "." or each.module.split(".")[0] in ROOMS]
    fit = (room, *ALLOWED[room])
    return [each for each in ours if not any(is_within(each.module, name) for name in fit)]


def imports_of(path: Path, *, at_run_time: bool = False) -> tuple[Import, ...]:
    return imports(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)), at_run_time=at_run_time)


def every_import(room: str, *, at_run_time: bool = False) -> list[Import]:
    return [each for path in sources(room) for each in imports_of(path, at_run_time=at_run_time)]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_design_allows(room: str) -> None:
    assert sources(room), f"{room} is empty"
    assert not strangers(room, every_import(room))


def test_the_rules_import_no_clock_file_thread_random_or_log() -> None:
    assert not [each for each in every_import("rules") if each.module.split(".")[0] in UNFIT_FOR_RULES]


def test_the_rules_need_msgspec_and_the_standard_library_only() -> None:
    fit = {*sys.stdlib_module_names, "rules", "msgspec"}
    assert not [
        each for each in every_import("rules", at_run_time=True) if each.module.split(".")[0] not in fit
    ]


def test_the_first_edition_s_chapters_do_not_know_its_variants_nor_the_words_of_call_to_arms() -> None:
    chapters = [each for path in sources("rules/first/play") for each in imports_of(path)]
    assert chapters
    assert not [each for each in chapters if any(is_within(each.module, name) for name in NOT_FOR_CHAPTERS)]


def layer_of(package: str, module: str) -> int | None:
    """Return the layer of what *module* names in *package*, the uppermost 0; None for what is in none."""
    room = module.removeprefix(f"{package}.").split(".")[0]
    return next((depth for depth, rooms in enumerate(LAYERS[package]) if room in rooms), None)


def upward(package: str, path: Path, found: Iterable[Import]) -> list[Import]:
    """Return those of *found*, the imports of the module at *path*, that do not go downwards."""
    room = path.relative_to(ROOT / package).with_suffix("").parts[0]
    own = layer_of(package, room)
    assert own is not None, f"{path} is in no layer"
    own_package = [each for each in found if each.module.startswith(f"{package}.")]
    outside = [each for each in own_package if each.module.split(".")[1] != room]
    depths = [(each, layer_of(package, each.module)) for each in outside]
    return [each for each, depth in depths if depth is None or depth <= own]


@pytest.mark.parametrize("package", LAYERS)
def test_every_room_imports_only_from_the_layers_below_it(package: str) -> None:
    paths = [path for path in sources(package) if path != ROOT / package / "__init__.py"]
    assert not [each for path in paths for each in upward(package, path, imports_of(path))]


@pytest.mark.parametrize("package", ROOMS)
def test_no_module_imports_itself_by_way_of_others(package: str) -> None:
    modules = {dotted(path): path for path in sources(package)}
    known = {
        name: {target(each.module, modules) for each in imports_of(path, at_run_time=True)} - {name, None}
        for name, path in modules.items()
    }
    while ends := [name for name, below in known.items() if not below & known.keys()]:
        for name in ends:
            del known[name]
    assert not known, "these import one another"


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def target(name: str, modules: Mapping[str, Path]) -> str | None:
    """Return the module of ours that the imported *name* is, or is in."""
    return name if name in modules else next((m for m in (name.rpartition(".")[0],) if m in modules), None)


def test_no_folder_holds_more_modules_than_can_be_looked_over() -> None:
    folders = {path.parent for package in ROOMS for path in sources(package)}
    crowded = {folder: len(list(folder.glob("*.py"))) for folder in folders}
    assert not {
        str(folder.relative_to(ROOT)): count for folder, count in crowded.items() if count > MOST_MODULES + 1
    }


@pytest.mark.parametrize(
    ("package", "file", "source"),
    [
        ("companion", "words/names.py", "from companion.table.table import Table"),
        ("companion", "camera/watch.py", "def late():\n    from companion.voice.voice import Voice"),
        ("companion", "web/pages/routes.py", "import companion.app"),
        ("rules", "kernel/decide.py", "from rules.second.edition import SECOND"),
        ("rules", "kernel/chapters/cards.py", "def late():\n    import rules.second.retreating"),
        ("rules", "second/edition.py", "from rules.registry import EDITIONS"),
        ("vision", "board/plan.py", "from vision.eyes import Eyes"),
        ("vision", "eyes.py", "from vision.somewhere import anything"),
    ],
)
def test_an_upward_arrow_is_noticed(package: str, file: str, source: str) -> None:
    assert upward(package, ROOT / package / file, imports(source, file))


def edition_comparisons(source: str) -> list[int]:
    """Return the lines on which something is compared with an edition or its id."""
    lines = []
    for node in ast.walk(tree_of(source)):
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


def test_no_edition_s_id_is_compared_outside_the_registry() -> None:
    for path in sources("rules"):
        if path.name != "registry.py":
            assert not edition_comparisons(path.read_text(encoding="utf-8")), path


VARIANTS = {variant.id for edition in EDITIONS for variant in edition.variants}


def names_compared(source: str) -> set[str]:
    """Return the names of variants that *source* compares with something, written out."""
    if not any(f'"{name}"' in source for name in VARIANTS):  # saves parsing nearly all of them
        return set()
    compared = (node for node in ast.walk(tree_of(source)) if isinstance(node, ast.Compare))
    inner = (part for node in compared for part in ast.walk(node) if isinstance(part, ast.Constant))
    return VARIANTS & {part.value for part in inner if isinstance(part.value, str)}


@pytest.mark.parametrize("room", ["rules", "companion"])
def test_a_variant_is_asked_for_by_its_own_constant(room: str) -> None:
    for path in sources(room):
        assert not names_compared(path.read_text(encoding="utf-8")), path


def test_a_written_out_variant_is_noticed() -> None:
    assert names_compared('if "epic" not in edition.played: pass') == {"epic"}


def test_what_all_editions_show_is_told_without_the_first_edition_s_types() -> None:
    for name in ("view_structs.py", "view_json.py"):
        found = imports_of(ROOT / "companion" / "table" / name)
        assert not [each for each in found if is_within(each.module, "rules.first")], name


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("rules", "from vision.board.plan import BoardPlan"),
        ("rules", "import companion"),
        ("vision", "from rules.kernel.state import State"),
        ("vision", "import rules"),
        ("vision", "from rules.kernel import state"),
        ("vision", "import rules.kernel.hexagons"),
        ("vision", "from printables import sheets"),
        ("printables", "from rules.kernel.game import Game"),
        ("printables", "def late():\n    from vision.board.plan import parse_book"),
        ("vision", "from ..rules import state"),
    ],
)
def test_a_wrong_arrow_is_noticed(room: str, source: str) -> None:
    assert strangers(room, imports(source, f"{room}/x.py"))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("rules", "from rules.kernel.state import State"),
        ("vision", "from rules.kernel import hexes"),
        ("vision", "from rules.kernel.hexes import Board, Hex"),
        ("printables", "from rules.kernel.catalogue import Scenario"),
        ("companion", "import rules.kernel.game, vision.board.plan"),
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
