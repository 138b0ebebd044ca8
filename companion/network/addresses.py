"""The addresses and names by which tablets may call this machine, each with what it is, the likeliest first.

Link, Host check, certificate and doctor ask here, so that what one of them offers the
others know.  Sends nothing, and knows no server.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

import psutil

from rules.kernel.translatable import Message, verbatim

EVERYWHERE = frozenset({"0.0.0.0", "::"})
"""What is listened at for every network."""

LOCAL_NAMES = ("herald.local", "herald-2.local", "herald-3.local")
"""What this machine may be called by where it announces itself; more than one table may be in a network."""

NOWHERE = "127.0.0.1"
_FAR_AWAY = "198.51.100.1"  # of no network: only the way to it is asked for
_CARRIERS = ipaddress.ip_network("100.64.0.0/10")  # Tailscale has its addresses here; homes have none


class NetworkKind(StrEnum):
    """What a network is, by the name of its interface; the likelier tablets are in it, the sooner."""

    WIFI = "Wi-Fi"
    CABLE = "cable"
    NETWORK = "network"
    UNCONFIGURED = "unconfigured network"
    VIRTUAL = "virtual network"
    VPN = "VPN"


_KINDS: tuple[tuple[NetworkKind, re.Pattern[str]], ...] = (
    (
        NetworkKind.VPN,
        re.compile(r"^(tun|tap|wg|ppp|utun|ipsec|zt|nebula)|vpn|wireguard|tailscale|zerotier|wintun"),
    ),
    (NetworkKind.VPN, re.compile(r"nordlynx|mullvad|proton|anyconnect|cscotun|fortinet|hamachi|tap-windows")),
    (
        NetworkKind.VIRTUAL,
        re.compile(r"^(docker|br-|virbr|veth|vnet|vmnet|vboxnet|lxc|lxd|cni|podman|bridge\d)"),
    ),
    (NetworkKind.VIRTUAL, re.compile(r"vethernet|virtualbox|vmware|hyper-v|wsl")),
    (NetworkKind.WIFI, re.compile(r"^(wl|ath|wi-?fi)")),
    (NetworkKind.CABLE, re.compile(r"^(eth|en[ospx]|end|lan)")),
)


FAR = frozenset({NetworkKind.VPN, NetworkKind.VIRTUAL})
"""Networks in which no tablet of this room is."""


class Address(NamedTuple):
    """An address of this machine, its *interface* as the system calls it, and the kind of network there."""

    host: str
    interface: str
    kind: NetworkKind

    def named(self) -> Message:
        """Return what the network is called: its kind, and the system's own name."""
        kind = {
            NetworkKind.WIFI: verbatim("Wi-Fi"),
            NetworkKind.CABLE: Message("cable"),
            NetworkKind.NETWORK: Message("network"),
            NetworkKind.UNCONFIGURED: Message("network without a router"),
            NetworkKind.VIRTUAL: Message("virtual network"),
            NetworkKind.VPN: verbatim("VPN"),
        }[self.kind]
        if self.interface.casefold() in ("", str(kind).casefold()):
            return kind
        return Message("{1} {2}", kind, self.interface)


class Bound(Protocol):
    """An address of an interface, as psutil tells it."""

    family: int
    address: str
    netmask: str | None
    ptp: str | None


def addresses_here() -> tuple[Address, ...]:
    """Return this machine's addresses in networks that are up, the likeliest for tablets first."""
    states = psutil.net_if_stats()
    up = {
        name: bound
        for name, bound in psutil.net_if_addrs().items()
        if name not in states or states[name].isup
    }
    return ranked(up, usual=_usual_address())


def ranked(interfaces: Mapping[str, Iterable[Bound]], *, usual: str) -> tuple[Address, ...]:
    """Return the addresses of *interfaces* that tablets may reach, the likeliest first.

    *usual* is the address by which this machine reaches the internet, "" where it does not.
    IPv6 addresses are told only where there are no others: nobody likes to type them.
    """
    found = [
        Address(one.address, name, _kind(name, one))
        for name, bound in interfaces.items()
        for one in bound
        if one.family in (socket.AF_INET, socket.AF_INET6) and _can_be_reached(one.address)
    ]
    old = [one for one in found if ":" not in one.host]
    kinds = list(NetworkKind)
    place = [NetworkKind.WIFI, NetworkKind.CABLE, NetworkKind.NETWORK]
    return tuple(
        sorted(
            old or found,
            key=lambda one: (
                0 if one.kind in place else kinds.index(one.kind),
                one.host != usual,
                kinds.index(one.kind),
            ),
        )
    )


def _can_be_reached(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False  # with a zone: good on this machine only
    return not (address.is_loopback or (address.version == 6 and address.is_link_local))


def _kind(interface: str, bound: Bound) -> NetworkKind:
    address = ipaddress.ip_address(bound.address)
    is_alone = bound.ptp is not None or bound.netmask == "255.255.255.255"
    if is_alone or (address.version == 4 and address in _CARRIERS):
        return NetworkKind.VPN
    name = interface.casefold()
    found = next((kind for kind, pattern in _KINDS if pattern.search(name)), NetworkKind.NETWORK)
    is_usual = found not in (NetworkKind.VPN, NetworkKind.VIRTUAL)
    return NetworkKind.UNCONFIGURED if address.is_link_local and is_usual else found


def _usual_address() -> str:
    """Return the address by which this machine reaches the internet, "" where it does not.  Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_FAR_AWAY, 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return address


def offered(host: str) -> tuple[Address, ...]:
    """Return the addresses at which tablets find a table that listens at *host*, the likeliest first."""
    if host not in EVERYWHERE:
        here = {one.host: one for one in addresses_here()}
        return (here.get(host, Address(host, "", NetworkKind.NETWORK)),)
    return addresses_here() or (Address(NOWHERE, "", NetworkKind.NETWORK),)


def reached_at(host: str) -> str:
    """Return where tablets likeliest find a table that listens at *host*."""
    return offered(host)[0].host


def in_link(host: str) -> str:
    """Return *host* as it stands in a link: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def host_names() -> tuple[str, ...]:
    """Return the names of this machine, in lower case, those that it may announce included."""
    own = socket.gethostname().lower()
    return ("localhost", own, f"{own}.local", *LOCAL_NAMES)


def own_names(*further: str) -> tuple[str, ...]:
    """Return the names and addresses by which tablets may call this machine, *further* ones first."""
    here = (one.host for one in addresses_here())
    bare = (name.strip("[]") for name in further)
    return tuple(dict.fromkeys((*bare, *host_names(), NOWHERE, "::1", *here)))


def is_own_address(text: str) -> bool:
    """Return whether *text* is an IP address of this machine."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if address.is_loopback:
        return True
    if address.is_multicast or address.is_unspecified or text.endswith(".255"):
        return False  # these can be bound, but name no machine
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((text, 0))  # only an address of this machine can be bound
        except OSError:
            return False
    return True
