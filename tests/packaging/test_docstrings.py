"""What a caller cannot guess stands in the docstring: the errors of a function, the shapes of its arrays."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.packaging.syntax import tree_of

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "printables", "rules", "vision")
DIMENSION = r"(?:\.\.\.|\d+|[a-z]+(?: \* (?:[a-z]+|\d+))*)"
SHAPE = re.compile(
    rf"\((?=[^()]*(?:\b[a-w]\b|\d)){DIMENSION},(?: {DIMENSION}(?:, {DIMENSION})*)?(?:[:;][^()]*)?\)"
)
"""As in ``(n, 2)``, ``(h, w, 3)``, ``(3,)``, ``(..., 2)``, ``(tags * 4, n)`` and ``(h, w; 0 or 1)``."""

ARRAYS = {"NDArray", "ndarray"}
# What says "not here", or is no error of ours to explain.
UNSPOKEN = {"NotImplementedError"}
# Their docstrings are what `--help` prints; what goes wrong is said by the command itself.
HELPED = {"command", "group"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Documented(NamedTuple):
    """A function of a module, the classes it stands in, and all that their docstrings say."""

    place: str
    node: Function
    text: str


def functions(source: str, file: str) -> Iterator[Documented]:
    """Yield the public functions and methods of *source*; ``__init__`` and its like are public."""
    yield from _functions(tree_of(source), file, "", "")


def _functions(parent: ast.Module | ast.ClassDef, file: str, names: str, text: str) -> Iterator[Documented]:
    for node in parent.body:
        if not isinstance(node, Function | ast.ClassDef) or is_private(node.name):
            continue
        said, name = f"{text}\n{ast.get_docstring(node) or ''}", f"{names}{node.name}"
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, file, f"{name}.", said)
        else:
            yield Documented(f"{file}:{node.lineno} {name}", node, said)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def last_name(node: ast.AST | None) -> str:
    """Return the name that *node* ends in, ``C`` of ``a.b.C(…)``; nothing where it is no name."""
    match node:
        case ast.Call(func=called):
            return last_name(called)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def caught(attempt: ast.Try) -> set[str]:
    """Return the errors whose very class *attempt* catches."""
    return {last_name(node) for each in attempt.handlers if each.type for node in ast.walk(each.type)}


def raised(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the classes of the errors that leave *nodes*; ``raise`` alone and ``raise error`` name none."""
    for node in nodes:
        match node:
            case ast.Raise(exc=error) if last_name(error)[:1].isupper():
                yield last_name(error)
            case ast.Try():
                yield from set(raised(node.body)) - caught(node)
                yield from raised([*node.handlers, *node.orelse, *node.finalbody])
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                continue
            case _:
                yield from raised(ast.iter_child_nodes(node))


def is_command(function: Function) -> bool:
    return any(last_name(each) in HELPED for each in function.decorator_list)


def untold_errors(source: str, file: str) -> list[str]:
    """Return the public functions of *source* whose docstrings keep an error back, and the error."""
    return [
        f"{each.place} raises {error}: say in its docstring for what"
        for each in functions(source, file)
        if not is_command(each.node)
        for error in sorted(set(raised(each.node.body)) - UNSPOKEN)
        if error not in each.text
    ]


def array_names(source: str) -> set[str]:
    """Return the names that *source* gives to arrays, as in ``Points = NDArray[np.float64]``."""
    return {
        last_name(node.targets[0])
        for node in ast.walk(tree_of(source))
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Subscript)
        and last_name(node.value.value) in ARRAYS
    }


def has_array(function: Function, names: set[str]) -> bool:
    """Return whether an annotation of *function*'s signature has one of *names* in it."""
    spoken = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    annotations = [each.annotation for each in spoken if each.annotation] + (
        [function.returns] if function.returns else []
    )
    return any(
        last_name(node) in names
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names)
        for annotation in annotations
        for node in ast.walk(annotation)
    )


def untold_shapes(source: str, file: str, names: set[str]) -> list[str]:
    """Return the public functions of *source* that take or give an array and say no shape."""
    return [
        f"{each.place} has an array in its signature: say its shape in the docstring, as in (n, 2)"
        for each in functions(source, file)
        if has_array(each.node, names) and not SHAPE.search(each.text)
    ]


def sources(room: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / room).rglob("*.py")):
        yield path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_public_function_raises_its_docstring_says(room: str) -> None:
    untold = [line for source, file in sources(room) for line in untold_errors(source, file)]
    assert not untold, "\n".join(untold)


def test_what_a_public_function_of_the_eyes_takes_and_gives_has_a_shape() -> None:
    read = list(sources("vision"))
    names = ARRAYS.union(*(array_names(source) for source, _ in read))
    assert {"Points", "Picture", "Mask"} <= names
    untold = [line for source, file in read for line in untold_shapes(source, file, names)]
    assert not untold, "\n".join(untold)


FAULTY = '''
Points = NDArray[np.float64]

@click.command
def command() -> None:
    """Play."""
    raise Refused("no board")

class Board:
    """Hexes.  Raises ValueError for none."""

    def __init__(self, rows: int) -> None:
        raise ValueError(rows)

    def hex(self, at: Points) -> str | None:
        """Return the hex at *at*, (mm); nothing beyond (x, y)."""
        try:
            raise KeyError
        except KeyError:
            raise OutsideError("no hex") from None

    def middle(self) -> "list[Points]":
        """Return the middles (n, 2)."""
        raise NotImplementedError

    def _shape(self, at: Points) -> Points:
        raise KeyError
'''


def test_the_check_sees_what_is_kept_back_and_only_that() -> None:
    assert untold_errors(FAULTY, "a.py") == [
        "a.py:15 Board.hex raises OutsideError: say in its docstring for what"
    ]
    assert untold_shapes(FAULTY, "a.py", array_names(FAULTY)) == [
        "a.py:15 Board.hex has an array in its signature: say its shape in the docstring, as in (n, 2)"
    ]


@pytest.mark.parametrize(
    ("text", "is_shape"),
    [
        ("(n, 2)", True), ("(3,)", True), ("(..., 2)", True), ("(h, w; 0 or 1)", True),
        ("(tags * 4, n)", True),
        ("(n, 4: x, y, side, turn)", True), ("(mm)", False), ("(left, top)", False), ("(x, y)", False),
    ],
)  # fmt: skip
def test_a_shape_is_told_from_other_words_in_brackets(text: str, is_shape: bool) -> None:
    assert bool(SHAPE.search(text)) is is_shape
