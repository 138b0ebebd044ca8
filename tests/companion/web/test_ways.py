"""The ways to the table: every network's address, the likeliest first, and the machine's own name."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app import create_app, services_of
from companion.cli.commands.play import say_other_ways
from companion.library.settings import Settings
from companion.network import addresses, local_name as localname
from companion.network.addresses import LOCAL_NAMES, Address, NetworkKind, host_names, own_names, ranked
from companion.network.local_name import LocalName
from companion.web.access import reach
from companion.web.access.access import Access, Codes
from companion.web.access.reach import Reach
from companion.web.access.request_checks import is_own_name
from companion.web.server.certificate import keep_certificate
from companion.words.translator import Translator
from tests.companion.dashboard_world import World
from tests.companion.voice.speaking.sounding import until


class Bound(NamedTuple):
    address: str
    family: int = socket.AF_INET
    netmask: str | None = "255.255.255.0"
    ptp: str | None = None


LAN = Address("192.168.1.7", "wlan0", NetworkKind.WIFI)
GUEST = Address("192.168.179.7", "eth1", NetworkKind.CABLE)
VPN = Address("10.8.0.2", "tun0", NetworkKind.VPN)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in three networks."""
    monkeypatch.setattr(addresses, "addresses_here", lambda: (LAN, GUEST, VPN))


def test_a_vpn_comes_last_though_it_is_the_way_to_the_internet() -> None:
    interfaces = {
        "tun0": [Bound("10.8.0.2", netmask="255.255.255.255", ptp="10.8.0.1")],
        "docker0": [Bound("172.17.0.1")],
        "eth1": [Bound("192.168.179.7"), Bound("fe80::1%eth1", socket.AF_INET6)],
        "wlan0": [Bound("192.168.1.7"), Bound("2001:db8::7", socket.AF_INET6)],
        "lo": [Bound("127.0.0.1")],
    }
    found = ranked(interfaces, usual="10.8.0.2")
    assert found == (LAN, GUEST, Address("172.17.0.1", "docker0", NetworkKind.VIRTUAL), VPN)
    assert [str(one.named()) for one in found] == [
        "Wi-Fi wlan0",
        "cable eth1",
        "virtual network docker0",
        "VPN tun0",
    ]
    assert ranked(interfaces, usual="192.168.179.7")[0] == GUEST


@pytest.mark.parametrize(
    ("interface", "bound", "kind"),
    [
        ("wlp3s0", Bound("192.168.1.7"), NetworkKind.WIFI),
        ("Wi-Fi", Bound("192.168.1.7"), NetworkKind.WIFI),
        ("enp2s0", Bound("10.0.0.7"), NetworkKind.CABLE),
        ("Ethernet 2", Bound("10.0.0.7"), NetworkKind.CABLE),
        ("en0", Bound("10.0.0.7"), NetworkKind.NETWORK),
        ("utun4", Bound("10.0.0.7"), NetworkKind.VPN),
        ("ProtonVPN", Bound("10.0.0.7"), NetworkKind.VPN),
        ("wg-home", Bound("10.0.0.7"), NetworkKind.VPN),
        ("tailscale0", Bound("100.101.102.103"), NetworkKind.VPN),
        ("ham0", Bound("100.101.102.103"), NetworkKind.VPN),
        ("vEthernet (WSL)", Bound("172.20.0.1"), NetworkKind.VIRTUAL),
        ("br-4f1a2b3c", Bound("172.18.0.1"), NetworkKind.VIRTUAL),
        ("eth0", Bound("169.254.3.4"), NetworkKind.UNCONFIGURED),
    ],
)
def test_a_network_s_kind_is_told_by_its_interface(interface: str, bound: Bound, kind: NetworkKind) -> None:
    assert [one.kind for one in ranked({interface: [bound]}, usual="")] == [kind]


def test_an_ipv6_address_is_told_where_there_is_no_other() -> None:
    found = ranked({"eth0": [Bound("2001:db8::7", socket.AF_INET6, None)]}, usual="")
    assert [one.host for one in found] == ["2001:db8::7"]


def test_this_machine_s_own_addresses_are_found_and_are_its_own() -> None:
    assert all(addresses.is_own_address(one.host) for one in addresses.addresses_here())


def test_a_table_at_one_address_offers_only_that_one(three: None) -> None:
    assert addresses.offered("192.168.179.7") == (GUEST,)
    assert addresses.offered("0.0.0.0") == (LAN, GUEST, VPN)


def open_reach(data: Path, **given: object) -> Reach:
    access = Access(
        codes=Codes(join="JOIN22", watch="WATCH2"), secret=b"s" * 32, address="http://127.0.0.1:8765"
    )
    return Reach(access, Settings(data=data, **given), Translator())


def test_a_way_that_a_tablet_has_come_by_goes_first(three: None, tmp_path: Path) -> None:
    ways = open_reach(tmp_path)
    ways.note("192.168.179.7", "192.168.179.20")
    ways.note("10.8.0.2", "127.0.0.1")  # this computer itself: that says nothing
    assert [(way.url, way.is_tried) for way in ways.ways()] == [
        ("http://192.168.179.7:8765", True),
        ("http://192.168.1.7:8765", False),
        ("http://10.8.0.2:8765", False),
    ]


def test_every_address_is_told_at_the_terminal(
    three: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say_other_ways(open_reach(tmp_path, https=True))
    assert capsys.readouterr().out == (
        "Also:  https://192.168.179.7:8765   (cable eth1)\nAlso:  https://10.8.0.2:8765   (VPN tun0)\n"
    )


def test_the_link_follows_when_a_network_comes_after_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "LOOK_S", 0.01)
    monkeypatch.setattr(reach, "can_announce", lambda: False)
    monkeypatch.setattr(addresses, "addresses_here", lambda: ())
    ways = open_reach(tmp_path)
    with ways.kept():
        assert ways.ways()[0].url == "http://127.0.0.1:8765"
        monkeypatch.setattr(addresses, "addresses_here", lambda: (LAN,))
        until(lambda: ways._access.join_url == "http://192.168.1.7:8765/join/JOIN22")


def test_a_tablet_is_told_every_way_and_may_try_each(three: None, tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, voice=False))
    services = services_of(app)
    table = World(app, services)
    try:
        south = table.device("south")
        told = south.get("/ways").json
        assert told is not None
        assert [(way["url"], way["name"]) for way in told["ways"]] == [
            ("http://192.168.1.7:8765", "Wi-Fi wlan0"),
            ("http://192.168.179.7:8765", "cable eth1"),
            ("http://10.8.0.2:8765", "VPN tun0"),
        ]
        policy = south.get("/").headers["Content-Security-Policy"]
        assert "connect-src 'self' http://192.168.1.7:8765 http://192.168.179.7:8765" in policy
        answer = table.stranger().get("/open")
        assert (answer.status_code, answer.data) == (204, b"")
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert b"<svg" in south.get("/ways.svg?way=2").data
        assert south.get("/ways.svg?way=3").status_code == 404
        assert table.device("watch").get("/ways.svg").status_code == 404
    finally:
        services.close()


# ---- herald.local ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOCAL_NAMES)
def test_an_announced_name_is_known_to_host_check_and_certificate(name: str, tmp_path: Path) -> None:
    access = Access(
        codes=Codes(join="JOIN22", watch="WATCH2"), secret=b"s" * 32, address="http://127.0.0.1:8765"
    )
    assert is_own_name(f"{name}:8765", access)
    assert name in host_names() and name in own_names()
    assert keep_certificate(tmp_path, own_names()).exists()


@contextmanager
def named(host: str, port: int) -> Iterator[str | None]:
    local = LocalName([host], port)
    try:
        yield local.name
    finally:
        local.close()


def test_a_name_is_announced_and_a_second_table_gets_another() -> None:
    from zeroconf import AddressResolver, Zeroconf

    with named("127.0.0.1", 8765) as first:
        asked, asking = AddressResolver("herald.local."), Zeroconf(interfaces=["127.0.0.1"])
        try:
            assert asked.request(asking, 3000)
        finally:
            asking.close()
        assert (first, asked.parsed_addresses()) == ("herald.local", ["127.0.0.1"])
        with named("127.0.0.2", 8766) as second:
            assert second == "herald-2.local"


def test_without_zeroconf_or_network_there_is_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LocalName([], 8765).name is None
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    assert not localname.can_announce()


def test_the_name_is_a_way_as_long_as_it_is_announced(
    three: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, ...]] = []

    class Announced:
        name = "herald.local"

        def __init__(self, hosts: tuple[str, ...], port: int, *, scheme: str) -> None:
            self.hosts = hosts
            told.append(hosts)

        def close(self) -> None:
            told.append(())

    monkeypatch.setattr(reach, "LocalName", Announced)
    monkeypatch.setattr(reach, "LOOK_S", 0.01)
    ways, heard = open_reach(tmp_path), list[str]()
    ways.announced = heard.append
    with ways.kept():
        until(lambda: heard)
        assert [way.url for way in ways.ways()][1] == "http://herald.local:8765"
    assert told == [("192.168.1.7", "192.168.179.7"), ()]  # once, and not to the VPN
    assert heard == ["http://herald.local:8765"]
    assert [way.url for way in ways.ways()][1] == "http://192.168.179.7:8765"
