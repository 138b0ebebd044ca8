"""Plants small faults in the code, one at a time in a copy of it, and tells which of them no test finds.

    python tools/plant_faults.py vision --seed 7 --count 24

Same seed, same code: same faults.  All tests of the part run once before, as "make test" runs them, to
learn which of them reach the faults; for each fault some that reach it run, and the first failure ends
them.  What these do not find is planted together, and all tests run once for the lot: what then fails
runs with each fault alone, until nothing fails.  A fault that is not found is a gap in the tests, or it
changes nothing that anybody could notice: that is for people to judge.
"""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise, zip_longest
from pathlib import Path
from random import Random
from subprocess import PIPE, STDOUT, Popen
from typing import NamedTuple

import click
from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
PARTS = {
    "rules": ("rules", "*.py"),
    "vision": ("vision", "*.py"),
    "companion": ("companion", "*.py"),
    "page": ("companion/web/static", "*.mjs"),
}
TESTS = {
    "rules": ("tests/rules", "tests/games", "tests/companion/table", "tests/companion/journal"),
    "vision": ("tests/vision", "tests/companion/camera"),
    "companion": ("tests/companion",),
}
"""Where the tests of each package are."""

NO_PRODUCT = ("vision/simulate/", "/vendor/")
"""Pictures for tests and demo, which may well look a little otherwise, and what others wrote."""

QUICK = "not long and not journey"
PYTEST = (sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider")
SIDE_BY_SIDE = ("-n", str(os.cpu_count() or 1), "--dist", "worksteal")
NEAR = 60  # tests that run for one fault alone; a line of the whole table is reached by a thousand
NEAR_S = 600.0  # after which they are called hanging
ALL_S = 3600.0  # and all tests
FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\s:]+(?:::\w+)*)", re.M)

FLIPPED = {
    **{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    **{"in": "not in", "not in": "in", "is": "is not", "is not": "is"},
    **{"and": "or", "or": "and", "+": "-", "-": "+"},
    **{"===": "!==", "!==": "===", "&&": "||", "||": "&&"},
}
OPERATOR = re.compile(r"not\s+in\b|is\s+not\b|\b(in|is|and|or)\b|[<>=!]=|[-+<>]")
NOTHING = {"str": '""', "int": "0", "float": "0.0", "bytes": 'b""'}
NOTHING |= {"list": "[]", "tuple": "()", "dict": "{}", "set": "set()", "frozenset": "frozenset()"}
LOGS = re.compile(r"log(ger)?\.")
NOT_RUN = frozenset({"annotation", "returns", "decorator_list", "bases", "keywords"})
"""The parts of a class, a function or an assignment that do nothing when it is used."""

PAGE_FAULTS: dict[str, tuple[str, Callable[[str], str]]] = {
    "comparison": (r"===|!==|(?<= )[<>]=?(?= )", lambda old: FLIPPED[old]),
    "and or": (r"&&|\|\|", lambda old: FLIPPED[old]),
    "not": (r"(?<=[ (])!(?=[\w(])", lambda old: ""),
    "sum": (r"(?<= )[-+](?= [\w(])", lambda old: FLIPPED[old]),
    "number": (r"(?<=[ (])\d+(?=[;,) ])", lambda old: str(int(old) + 1)),
    "return": (r"(?<=return )[^;\n]+(?=;$)", lambda old: "null"),
    "statement": (r"^ +[\w.]+\([^;\n]*\);$", lambda old: ";"),
}


class Fault(NamedTuple):
    """One change: in file *path* the bytes from *start* on, which are *old*, become *new*."""

    path: str
    line: int
    kind: str
    start: int
    old: str
    new: str

    @property
    def part(self) -> str:
        """Of ``PARTS`` the one that it is in."""
        return "page" if self.path.endswith(".mjs") else self.path.partition("/")[0]

    def __str__(self) -> str:
        was, now = (" ".join(text.split())[:70] or "nothing" for text in (self.old, self.new))
        return f"{self.path}:{self.line} {self.kind}: {was} -> {now}"

    def planted(self, content: bytes) -> bytes:
        """Return the file's *content* with the fault in it."""
        end = self.start + len(self.old.encode())
        assert content[self.start : end].decode() == self.old, f"{self.path} is not as it was"
        return content[: self.start] + self.new.encode() + content[end:]


class Module:
    """One Python module, and the faults that can be planted in it."""

    def __init__(self, path: str, content: bytes) -> None:
        self._path, self._content = path, content
        self._begins = [0]
        for line in content.splitlines(keepends=True):
            self._begins.append(self._begins[-1] + len(line))

    def faults(self) -> Iterator[Fault]:
        """Yield all of them, from the module's beginning to its end."""
        for node, returned in _that_runs(ast.parse(self._content), ""):
            yield from (one for one in self._faults_of(node, returned) if one.new != one.old)

    def _faults_of(self, node: ast.AST, returned: str) -> Iterator[Fault]:
        match node:
            case ast.Compare(left=left, comparators=[right]):
                yield self._flipped("comparison", left, right)
            case ast.BoolOp(values=values):
                yield from (self._flipped("and or", *pair) for pair in pairwise(values))
            case ast.BinOp(op=ast.Add() | ast.Sub()) if not (_is_text(node.left) or _is_text(node.right)):
                yield self._flipped("sum", node.left, node.right)
            case ast.UnaryOp(op=ast.Not()):
                yield self._changed("not", node, ast.unparse(node.operand))
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                yield self._changed("number", node, repr(value + 1 if isinstance(value, int) else 2 * value))
            case ast.If(test=ast.Name() | ast.Call() | ast.Attribute() as test) if not _is_for_types(test):
                yield self._changed("branch", test, f"not {ast.unparse(test)}")
            case ast.Return(value=ast.expr() as value):
                yield from (self._changed("return", value, new) for new in _constants(returned))
            case ast.Expr(value=ast.Call(func=called)) if not LOGS.match(ast.unparse(called)):
                yield self._changed("statement", node, "pass")

    def _changed(self, kind: str, node: ast.expr | ast.stmt, new: str) -> Fault:
        start, end = self._place(node)
        return Fault(self._path, node.lineno, kind, start, self._content[start:end].decode(), new)

    def _flipped(self, kind: str, left: ast.expr, right: ast.expr) -> Fault:
        """Return the other operator between two expressions."""
        start, end = self._place(left)[1], self._place(right)[0]
        found = OPERATOR.search(gap := self._content[start:end].decode())
        assert found is not None, f"{self._path}: no operator in {gap!r}"
        start += len(gap[: found.start()].encode())
        new = FLIPPED[" ".join(found[0].split())]
        return Fault(self._path, left.end_lineno or left.lineno, kind, start, found[0], new)

    def _place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return where *node* begins and ends, in bytes."""
        assert node.end_lineno is not None and node.end_col_offset is not None, "ast.parse sets them"
        begin, end = self._begins[node.lineno - 1], self._begins[node.end_lineno - 1]
        return begin + node.col_offset, end + node.end_col_offset


def _that_runs(node: ast.AST, returned: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield all that runs at and below *node*, each with the type that its function says is *returned*."""
    if isinstance(node, ast.Assert | ast.Raise):
        return
    if isinstance(node, ast.FunctionDef):
        returned = "" if node.returns is None else ast.unparse(node.returns).strip("'\"")
    yield node, returned
    skipped = NOT_RUN if isinstance(node, ast.stmt | ast.arg) else frozenset[str]()
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in skipped:
                yield from _that_runs(child, returned)


def _is_for_types(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "TYPE_CHECKING"


def _is_text(node: ast.expr) -> bool:
    """Return whether *node* is plainly a text or a list: it cannot be taken away from another."""
    is_literal = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    return is_literal or isinstance(node, ast.JoinedStr | ast.List | ast.Tuple)


def _constants(returned: str) -> list[str]:
    """Return what a function of which *returned* is the type might give without any work."""
    if returned == "bool":
        return ["True", "False"]
    if returned.endswith("| None"):
        return ["None"]
    plain = NOTHING.get(returned.partition("[")[0])
    return [] if plain is None else [plain]


def page_faults(path: str, content: bytes) -> Iterator[Fault]:
    """Yield every fault that can be planted in a module of the page, line by line, by its text."""
    start = 0
    for number, line in enumerate(content.decode().splitlines(keepends=True), 1):
        code = "" if line.lstrip().startswith(("//", "*", "/*", "import ")) else line.rstrip("\n")
        for kind, (pattern, changed) in PAGE_FAULTS.items():
            for found in re.finditer(pattern, code):
                at, new = start + len(code[: found.start()].encode()), changed(found[0])
                if new != found[0]:  # "return null" returns nothing already
                    yield Fault(path, number, kind, at, found[0], new)
        start += len(line.encode())


def draw(part: str, seed: int, count: int, root: Path = ROOT) -> list[Fault]:
    """Return *count* faults of *part*: for each first its kind is drawn, then one of that kind."""
    folder, names = PARTS[part]
    kinds: dict[str, list[Fault]] = {}
    for file in sorted((root / folder).rglob(names)):
        path, content = file.relative_to(root).as_posix(), file.read_bytes()
        if not any(each in path for each in NO_PRODUCT):
            found = page_faults(path, content) if part == "page" else Module(path, content).faults()
            for one in found:
                kinds.setdefault(one.kind, []).append(one)
    rng, drawn = Random(seed), dict[Fault, None]()
    while len(drawn) < count:
        drawn[rng.choice(kinds[rng.choice(sorted(kinds))])] = None
    return list(drawn)


def all_tests(part: str) -> list[str]:
    """Return what pytest is told to run all tests of *part*; those under node it does not know."""
    if part == "page":
        return ["-m", f"browser and {QUICK}", "tests/companion/web"]
    return ["-m", QUICK, *TESTS[part]]


def lines_reached(faults: Sequence[Fault], root: Path) -> CoverageData:
    """Run the tests of *faults* in the copy at *root*, and return which lines of their files each reaches.

    Those in the browser are not among them.  Raises ClickException where one fails without any fault.
    """
    part = faults[0].part
    if part == "page":
        return CoverageData(no_disk=True)
    files = sorted({f"    {root / one.path}" for one in faults})
    (root / "faults.cov").write_text("\n".join(["[run]", "include =", *files, ""]))
    counting = ["--cov", "--cov-config=faults.cov", "--cov-context=test", "--cov-report="]
    tests = ["-m", f"not browser and {QUICK}", *TESTS[part]]
    failed = failure([*PYTEST, "-x", *SIDE_BY_SIDE, *counting, *tests], root, within_s=ALL_S)
    if failed:
        raise click.ClickException(f"a test fails without any fault: {failed}")
    reached = CoverageData(str(root / ".coverage"))
    reached.read()
    return reached


def reaching_tests(fault: Fault, reached: CoverageData, root: Path) -> list[str]:
    """Return the tests that come to the lines of *fault* in the copy at *root*, its own room's first."""
    by_line = reached.contexts_by_lineno(str(root / fault.path))
    lines = range(fault.line, fault.line + fault.old.count("\n") + 1)
    tests = {context.rpartition("|")[0] for line in lines for context in by_line.get(line, ())} - {""}
    room = f"tests/{Path(fault.path).parent.as_posix()}/"
    return sorted(tests, key=lambda test: (not test.startswith(room), test))


def found_alone(fault: Fault, reached: CoverageData, root: Path) -> str:
    """Return which of the tests nearest to *fault* finds it in the copy at *root*, "" where none does."""
    if fault.part == "page":
        command = ["tools/node", "node", "--test", "--test-reporter=tap", "tests/page/*.test.mjs"]
    elif near := reaching_tests(fault, reached, root)[:NEAR]:
        command = [*PYTEST, "-x", "-p", "no:xdist", *near]
    else:
        return ""
    with planted([fault], root):
        return failure(command, root, within_s=NEAR_S)


def found_together(faults: Sequence[Fault], root: Path) -> dict[Fault, str]:
    """Return which of all tests finds which of *faults* in the copy at *root*; of one file, one at a time."""
    by_file = dict[str, list[Fault]]()
    for one in faults:
        by_file.setdefault(one.path, []).append(one)
    found = dict[Fault, str]()
    for lot in zip_longest(*by_file.values()):
        found |= _found_in_lot([one for one in lot if one is not None], root)
    return found


def _found_in_lot(lot: Sequence[Fault], root: Path) -> dict[Fault, str]:
    """Return the same of the faults of one *lot*; it ends where nothing fails that fails with one alone."""
    found = dict[Fault, str]()
    while left := [one for one in lot if one not in found]:
        failing = failing_tests(left, root)
        alone = dict[Fault, str]()
        for one in left if failing else ():
            with planted([one], root):
                alone[one] = failure([*PYTEST, "-x", *SIDE_BY_SIDE, *failing], root, within_s=ALL_S)
        if not any(alone.values()):
            break
        found |= {one: test for one, test in alone.items() if test}
    return found


def failing_tests(lot: Sequence[Fault], root: Path) -> list[str]:
    """Return which tests fail with all faults of *lot*: where none of them comes to an end, all."""
    everything = all_tests(lot[0].part)
    with planted(lot, root):
        told = output_of_failed([*PYTEST, "--maxfail=20", *SIDE_BY_SIDE, *everything], root, within_s=ALL_S)
    return [] if told == "" else sorted(set(FAILED.findall(told or ""))) or everything


@contextmanager
def planted(faults: Sequence[Fault], root: Path) -> Iterator[None]:
    """Have *faults*, each of another file, in the copy at *root* for as long as this is open."""
    were = {root / one.path: (root / one.path).read_bytes() for one in faults}
    try:
        for one in faults:
            (root / one.path).write_bytes(one.planted(were[root / one.path]))
        yield
    finally:
        for file, content in were.items():
            file.write_bytes(content)


def failure(command: Sequence[str], root: Path, *, within_s: float) -> str:
    """Run *command* in *root* and return what fails first in it, "" where all is well *within_s*."""
    told = output_of_failed(command, root, within_s=within_s)
    if told is None:
        return f"hangs for {within_s:.0f} s"
    named = re.search(r"^(?:FAILED|ERROR|not ok \d+ -) (.*)$", told, re.M)
    return named[1] if named is not None else told.strip()[-200:]


def output_of_failed(command: Sequence[str], root: Path, *, within_s: float) -> str | None:
    """Run *command* in *root* and return what it printed, "" where it went well, None where it hangs.

    Whatever it started is ended with it, and the home that it knows is none: a fault may write there.
    """
    (home := root / "home").mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home)}
    environment = {name: value for name, value in environment.items() if not name.startswith("XDG_")}
    with Popen(
        command, cwd=root, env=environment, stdout=PIPE, stderr=STDOUT, text=True, start_new_session=True
    ) as running:
        try:
            told, _ = running.communicate(timeout=within_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    return "" if running.returncode in (0, 5) else told or "failed"  # 5: the files hold no test of this kind


def copied(root: Path, into: Path) -> Path:
    """Return a copy of everything in *root* that is kept or would be, with the same set-up."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, into / name)
    for name in (".venv", "node_modules"):
        (into / name).symlink_to(root / name)
    return into


def compile_all(root: Path) -> None:
    """Compile the copy at *root* once: then the tests of a fault compile no more than its own module."""
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""}
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-qq"]
    subprocess.run(collect, cwd=root, env=environment, capture_output=True, check=False)


@click.command()
@click.argument("part", type=click.Choice([*PARTS]))
@click.option("--seed", default=1, show_default=True, help="Which faults are drawn.")
@click.option("--count", default=24, show_default=True, help="How many.")
@click.option("--only", multiple=True, type=int, help="Plant only the fault of this number; may be repeated.")
def main(part: str, seed: int, count: int, only: tuple[int, ...]) -> None:
    """Plant faults in PART, and tell which tests find them."""
    with tempfile.TemporaryDirectory() as folder:
        root = copied(ROOT, Path(folder))
        drawn = {one: number for number, one in enumerate(draw(part, seed, count, root), 1)}
        faults = [one for one, number in drawn.items() if not only or number in only]
        if not faults:
            raise click.ClickException(f"nothing to plant: choose --only among 1 to {len(drawn)}")
        compile_all(root)
        reached = lines_reached(faults, root)
        left = []
        for fault in faults:
            if test := found_alone(fault, reached, root):
                click.echo(f"{drawn[fault]:3} {fault}\n      {test}")
            else:
                left.append(fault)
        late = found_together(left, root)
        for fault in left:
            click.echo(f"{drawn[fault]:3} {fault}\n      {late.get(fault, 'NOT FOUND')}")
    click.echo(
        f"seed {seed}: {len(left) - len(late)} of {len(faults)} faults in {part} were found by no test"
    )


if __name__ == "__main__":
    main()
