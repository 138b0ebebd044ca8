"""What ``make test`` does of a long row; the rest is done by a target that takes longer."""

from collections.abc import Iterable
from typing import Any

import pytest


def share(
    row: Iterable[object], *kept: object, rest: pytest.MarkDecorator = pytest.mark.journey
) -> list[Any]:
    """Return *row* for ``parametrize``: each that is not *kept* bears the mark *rest*."""
    return [pytest.param(each, marks=() if each in kept else rest) for each in row]
