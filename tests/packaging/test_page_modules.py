"""The page's modules: no circle of imports, none too long to be read, types that are those of the view."""

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tools import view_types

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
LONGEST = 400
_IMPORTED = re.compile(r"""^(?:import|export)\b[^"';]*["']\./([^"']+)["']""", re.MULTILINE)


def modules() -> Iterator[tuple[str, str]]:
    """Yield each module of our own: its name and its text."""
    return ((path.name, path.read_text(encoding="utf-8")) for path in sorted(STATIC.glob("*.mjs")))


def in_order(imports: dict[str, set[str]]) -> list[str]:
    """Return the modules so that each comes after those that it imports.  Raises CycleError for a circle."""
    return list(TopologicalSorter(imports).static_order())


def test_the_page_s_modules_import_each_other_in_no_circle() -> None:
    imports = {name: set(_IMPORTED.findall(text)) for name, text in modules()}
    assert len(imports) > 40
    assert set(in_order(imports)) >= {"app.mjs", "wall.mjs", "camera.mjs", "dom.mjs"}


def test_a_circle_of_imports_is_noticed() -> None:
    with pytest.raises(CycleError):
        in_order({"log.mjs": {"sheets.mjs"}, "sheets.mjs": {"log.mjs", "dom.mjs"}})


def test_no_module_of_the_page_is_longer_than_can_be_read() -> None:
    assert {name for name, text in modules() if text.count("\n") > LONGEST} == set()


def test_the_page_s_types_are_those_of_what_it_is_sent() -> None:
    stale = "made from the structs: run python -m tools.view_types"
    assert view_types.FILE.read_text(encoding="utf-8") == view_types.view_types(), stale
