"""What all tests share: a thread for each worker's numbers, and what is made once for all its tests."""

import gc
import os
import pickle
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM")
os.environ.update(dict.fromkeys(ONE_THREAD, "1"))  # before the libraries are loaded, and for child processes
GROUNDS = 32
"""How many grounds a worker keeps, 3 to 6 MB each."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Keep the garbage collector from the thousands of tests, which live to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
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
