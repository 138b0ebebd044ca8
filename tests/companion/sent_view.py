"""What a screen is sent, read back from its JSON."""

from typing import Any

import msgspec

from companion.table.table import Table
from rules.kernel.values import Seat


def sent_view(table: Table, seat: Seat | None = None) -> dict[str, Any]:
    """Return the view of *seat* (None: everybody) with what never changes, as a page gets them."""
    view, scenario = msgspec.json.encode(table.view(seat)), msgspec.json.encode(table.scenario)
    return {**msgspec.json.decode(view), "scenario": msgspec.json.decode(scenario)}
