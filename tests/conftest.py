"""What all tests share: a thread for each worker's numbers, and simulated tables drawn once."""

import gc
import os
import pickle
from collections.abc import Iterator
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
