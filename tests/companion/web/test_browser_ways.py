"""The other addresses of the table, tried from the tablet itself."""

import pytest

from companion.network.addresses import Address, NetworkKind
from companion.web.access import reach
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser


def test_a_tablet_tries_the_table_s_other_addresses(
    tablet: Tablet, table: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = ("127.0.0.1", "localhost", "127.0.1.2")  # nobody listens at the last
    monkeypatch.setattr(reach, "offered", lambda host: [Address(one, "", NetworkKind.WIFI) for one in hosts])
    tablet.join(table.access.codes.join)
    tablet.touch('#tools [data-key="tablets"]')
    tablet.wait(lambda: tablet.find(".ways"), "the other addresses")
    tablet.touch(".ways summary")
    tablet.wait(lambda: "does not reach it" in tablet.text(".ways"), "what came of the tries")
    lights = [way.split("): ")[1].splitlines()[0] for way in tablet.text(".ways ul").split("http")[1:]]
    assert [light.removesuffix("QR picture").strip() for light in lights] == [
        "✓ this tablet came by it",
        "✓ this tablet reaches it",
        "✕ this tablet does not reach it",
    ]
