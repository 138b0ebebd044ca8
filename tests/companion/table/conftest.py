"""Tables for tests: one that is seen, and one played by touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.table_services import Services


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    opened = Services(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Services]:
    """A table without a camera."""
    opened = Services(tmp_path, has_camera=False)
    yield opened
    opened.close()
