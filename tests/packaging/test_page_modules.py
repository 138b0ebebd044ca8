"""The page's modules: no circle of imports, none too long to be read, types that are those of the view."""

from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from companion.web.server.static_files import StaticFiles
from tools import view_types

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
LONGEST = 400
MOST_MODULES = 20


def modules() -> Iterator[tuple[str, str]]:
    """Yield each module of our own: its path and its text."""
    for path in sorted(STATIC.rglob("*.mjs")):
        name = path.relative_to(STATIC).as_posix()
        if not name.startswith("vendor/"):
            yield name, path.read_text(encoding="utf-8")


def in_order(imports: dict[str, set[str]]) -> list[str]:
    """Return the modules so that each comes after those that it imports.  Raises CycleError for a circle."""
    return list(TopologicalSorter(imports).static_order())


def test_the_page_s_modules_import_each_other_in_no_circle() -> None:
    files = StaticFiles()
    imports = {name: set(files.imported_by(name)) for name, _ in modules()}
    assert len(imports) > 40
    assert set(in_order(imports)) >= {"app.mjs", "wall.mjs", "camera.mjs", "parts/dom.mjs"}


def test_no_folder_of_the_page_has_more_modules_than_can_be_known() -> None:
    found = Counter(name.rpartition("/")[0] for name, _ in modules())
    assert {folder: count for folder, count in found.items() if count > MOST_MODULES} == {}


def test_a_circle_of_imports_is_noticed() -> None:
    with pytest.raises(CycleError):
        in_order({"log.mjs": {"sheets.mjs"}, "sheets.mjs": {"log.mjs", "dom.mjs"}})


def test_no_module_of_the_page_is_longer_than_can_be_read() -> None:
    assert {name for name, text in modules() if text.count("\n") > LONGEST} == set()


def test_the_page_s_types_are_those_of_what_it_is_sent() -> None:
    stale = "made from the structs: run python -m tools.view_types"
    assert view_types.FILE.read_text(encoding="utf-8") == view_types.view_types(), stale
