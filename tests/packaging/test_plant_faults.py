"""The tool that plants faults: each is one change, the code stays code, tests that reach it come first."""

import ast
import os
from pathlib import Path
from select import select

import pytest
from coverage import CoverageData

from tools.plant_faults import (
    ROOT,
    Fault,
    Module,
    draw,
    failure,
    found_alone,
    found_together,
    page_faults,
    reaching_tests,
)

CODE = '''
"""A module."""

LIMIT: int = 3


def is_near(one: int, other: int) -> bool:
    """Return 7."""
    assert one != other
    if not one:
        log.warning("0")
        note(one)
    if other:
        return abs(one - other) <= LIMIT and one is not None
    return False
'''

FAULTS = [
    ("number", "3", "4"),
    ("not", "not one", "one"),
    ("statement", "note(one)", "pass"),
    ("branch", "other", "not other"),
    ("return", "abs(one - other) <= LIMIT and one is not None", "True"),
    ("return", "abs(one - other) <= LIMIT and one is not None", "False"),
    ("and or", "and", "or"),
    ("comparison", "<=", "<"),
    ("sum", "-", "+"),
    ("comparison", "is not", "is"),
    ("return", "False", "True"),
]


def test_a_module_has_these_faults_and_none_in_what_only_describes_or_logs() -> None:
    found = Module("near.py", CODE.encode()).faults()
    assert [(one.kind, one.old, one.new) for one in found] == FAULTS


def test_a_module_of_the_page_has_these_faults() -> None:
    code = "// 1 === 1\n  show(one);\n  if (!one && one.at <= 3) return one - 1;\n"
    assert [(one.line, one.kind, one.old, one.new) for one in page_faults("near.mjs", code.encode())] == [
        (2, "statement", "  show(one);", ";"),
        (3, "comparison", "<=", "<"),
        (3, "and or", "&&", "||"),
        (3, "not", "!", ""),
        (3, "sum", "-", "+"),
        (3, "number", "3", "4"),
        (3, "number", "1", "2"),
        (3, "return", "one - 1", "null"),
    ]


@pytest.mark.parametrize("part", ["vision", "page"])
def test_the_same_seed_draws_the_same_faults_and_each_leaves_code(part: str) -> None:
    drawn = draw(part, 5, 8)
    assert drawn == draw(part, 5, 8)
    for fault in drawn:
        content = (ROOT / fault.path).read_bytes()
        planted = fault.planted(content)
        assert (
            planted != content
            and planted.splitlines()[: fault.line - 1] == content.splitlines()[: fault.line - 1]
        )
        if fault.path.endswith(".py"):
            ast.parse(planted)


def test_the_reaching_tests_a_fault_are_tried_first_its_own_room_s_before_others() -> None:
    reached = CoverageData(no_disk=True)
    for test in (
        "",
        "tests/far/test_far.py::test_far[a|b]|run",
        "tests/vision/test_near.py::test_near|setup",
    ):
        reached.set_context(test)
        reached.add_lines({str(ROOT / "vision/near.py"): [3]})
    reached.set_context("tests/vision/test_near.py::test_of_another_line|run")
    reached.add_lines({str(ROOT / "vision/near.py"): [4]})
    fault = Fault("vision/near.py", 2, "return", 0, "(\n1)", "None")
    assert reaching_tests(fault, reached, ROOT) == [
        "tests/vision/test_near.py::test_near",
        "tests/far/test_far.py::test_far[a|b]",
    ]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy with the module and two tests of it, of which one comes to all of its lines."""
    monkeypatch.delenv("SLIPCOVER_ENABLED", raising=False)  # the lines of the copy are not to be counted
    tests = tmp_path / "tests" / "vision"
    for folder in (tmp_path / "vision", tests, tmp_path / "tests" / "companion" / "camera"):
        folder.mkdir(parents=True)
    (tmp_path / "vision" / "__init__.py").touch()
    (tmp_path / "vision" / "near.py").write_text(CODE)
    (tests / "test_near.py").write_text(
        "from vision.near import LIMIT, is_near\n\n\n"
        "def test_three_is_near():\n    assert is_near(1, 4)\n\n\n"
        "def test_the_limit():\n    assert LIMIT == 3\n"
    )
    return tmp_path


def fault_of(kind: str, old: str) -> Fault:
    faults = Module("vision/near.py", CODE.encode()).faults()
    [fault] = [one for one in faults if (one.kind, one.old) == (kind, old)]
    return fault


def test_a_fault_is_found_by_the_test_that_fails_and_the_code_is_then_as_it_was(copy: Path) -> None:
    reached, fault = CoverageData(no_disk=True), fault_of("comparison", "<=")
    reached.set_context("tests/vision/test_near.py::test_three_is_near|run")
    reached.add_lines({str(copy / fault.path): [fault.line]})
    found = found_alone(fault, reached, copy)
    assert found == "tests/vision/test_near.py::test_three_is_near - assert False"
    assert (copy / fault.path).read_text() == CODE


@pytest.mark.journey
def test_what_the_nearest_tests_do_not_find_is_looked_for_together_and_told_of_each(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.plant_faults.SIDE_BY_SIDE", ("-p", "no:xdist"))
    (copy / "vision" / "far.py").write_text(CODE)
    near = fault_of("number", "3")
    assert found_together([near, fault_of("and or", "and")._replace(path="vision/far.py")], copy) == {
        near: "tests/vision/test_near.py::test_the_limit - assert 4 == 3"
    }


def test_what_hangs_is_ended_with_all_that_it_began(tmp_path: Path) -> None:
    os.mkfifo(line := tmp_path / "line")
    end = os.open(line, os.O_RDONLY | os.O_NONBLOCK)  # it can be read once nobody can write any more
    try:
        assert failure(["sh", "-c", f"sleep 60 > {line} & wait"], tmp_path, within_s=2.0) == "hangs for 2 s"
        assert select([end], [], [], 20)[0] == [end]
    finally:
        os.close(end)


def test_what_a_fault_writes_at_home_is_written_in_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/etc")
    told = failure(["sh", "-c", 'echo "not ok 1 - $HOME $XDG_CONFIG_HOME"; exit 1'], tmp_path, within_s=20)
    assert told == f"{tmp_path / 'home'} "
    assert (tmp_path / "home").is_dir()


def test_a_fault_is_never_planted_in_code_that_has_changed() -> None:
    with pytest.raises(AssertionError, match=r"near\.py is not as it was"):
        Fault("near.py", 1, "number", 0, "3", "4").planted(b"5")
