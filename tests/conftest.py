"""What all tests share: a thread for each worker's numbers, and what is made once for all its tests."""

import gc
import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")
os.environ.update(dict.fromkeys(ONE_THREAD, "1"))  # before the libraries are loaded, and for child processes
GROUNDS = 32
"""How many grounds a worker keeps, 3 to 6 MB each."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Keep the garbage collector from the thousands of tests, and have it seldom look at all that lives."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(700, 10, 300)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one worker begin with what takes longest, and the others' small tests left for the end."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


@pytest.fixture(scope="session", autouse=True)
def grounds_are_drawn_once() -> None:
    """Have simulated tables share their grounds: the same board, camera and seed give the same picture."""
    from vision.simulate import table

    draw = table.draw_ground

    @lru_cache(GROUNDS)
    def drawn(asked: bytes) -> "table.Picture":
        plan, camera, size, more = pickle.loads(asked)
        ground = draw(plan, camera, size, **more)
        ground.flags.writeable = False
        return ground

    table.draw_ground = lambda plan, camera, size, **more: drawn(pickle.dumps((plan, camera, size, more)))


SEARCHING_ANEW: set[str] = set()
"""The test that runs, where it puts something else in the place of what searches, or counts that."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """Have a test that patches anything search its pictures itself, and keep what it finds from others."""
    if "monkeypatch" in getattr(item, "fixturenames", ()):
        SEARCHING_ANEW.add(item.nodeid)
    try:
        return (yield)
    finally:
        SEARCHING_ANEW.clear()


@pytest.fixture(scope="session", autouse=True)
def pictures_are_searched_once() -> Iterator[None]:
    """Have tests share what is found in a picture: many begin at the same table, and look for all on it."""
    from vision import eyes
    from vision.board import calibrate
    from vision.dice import mat
    from vision.tags import locate

    find, scan = calibrate.find_marks, locate.FramedReader.scan
    found: dict[bytes, tuple[calibrate.SeenMark, ...]] = {}
    scanned: dict[bytes, locate.Scan] = {}

    def find_once(gray: calibrate.Gray, marks: tuple[calibrate.BoardMark, ...]) -> tuple[Any, ...]:
        if SEARCHING_ANEW:
            return find(gray, marks)
        asked = _digest(gray, marks)
        if asked not in found:
            found[asked] = find(gray, marks)
        return found[asked]

    def scan_once(
        reader: locate.FramedReader, gray: calibrate.Gray, at: Any, area: Any, sizes: Any, **known: Any
    ) -> locate.Scan:
        if SEARCHING_ANEW:
            return scan(reader, gray, at, area, sizes, **known)
        matcher = reader.matcher
        asked = _digest(matcher.book, matcher.rivals, gray, at, area, dict(sizes), known)
        if asked not in scanned:
            scanned[asked] = scan(reader, gray, at, area, sizes, **known)
        return locate.Scan(*map(list, scanned[asked]))

    with pytest.MonkeyPatch.context() as patch:
        for module in (calibrate, eyes, mat):
            patch.setattr(module, "find_marks", find_once)
        patch.setattr(locate.FramedReader, "scan", scan_once)
        yield


def _digest(*asked: object) -> bytes:
    """Return what tells the same request from another, pictures among it, and keeps none of them."""
    return hashlib.blake2b(pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)).digest()


@pytest.fixture(scope="session", autouse=True)
def addresses_are_compiled_once() -> Iterator[None]:
    """Have tables share what Werkzeug compiles of each address, which is half of making a table."""
    from werkzeug.routing import Rule

    compiled = Rule._compile_builder
    kept: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (rule.rule, *rule._trace, repr(rule.defaults), append_unknown)
        if key not in kept:
            kept[key] = compiled(rule, append_unknown)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield
