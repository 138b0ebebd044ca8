"""What ``make test`` does of a long row, what ``make journeys`` does, and what waits for ``make long``."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def share(row: Iterable[object], *kept: object, journeys: Collection[object] | None = None) -> list[Any]:
    """Return *row* for ``parametrize``: what is not *kept* is a journey.

    Where *journeys* are given only these are, and all others are for ``make long``.
    """

    def marks(each: object) -> tuple[pytest.MarkDecorator, ...]:
        if each in kept:
            return ()
        return (pytest.mark.journey if journeys is None or each in journeys else pytest.mark.long,)

    return [pytest.param(each, marks=marks(each)) for each in row]
