"""The addresses and names by which tablets may call this machine.

Link, Host check, certificate and doctor ask here, so that what one of them offers the
others know.  Sends nothing, and knows no server.
"""

import ipaddress
import socket

EVERYWHERE = frozenset({"0.0.0.0", "::"})
"""What is listened at for every network."""


def own_address() -> str:
    """Return this machine's address in the local network; 127.0.0.1 where it is in none.  Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def reached_at(host: str) -> str:
    """Return where tablets find a table that listens at *host*."""
    return own_address() if host in EVERYWHERE else host


def in_link(host: str) -> str:
    """Return *host* as it stands in a link: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def host_names() -> tuple[str, ...]:
    """Return the names of this machine, in lower case."""
    own = socket.gethostname().lower()
    return ("localhost", own, f"{own}.local")


def own_names(*further: str) -> tuple[str, ...]:
    """Return the names and addresses by which tablets may call this machine, *further* ones first."""
    own = socket.gethostname()
    try:
        found = socket.getaddrinfo(own, None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        found = []
    addresses = (str(address[0]) for *_, address in found)
    bare = (name.strip("[]") for name in further)
    return tuple(dict.fromkeys((*bare, own, f"{own}.local", "localhost", "127.0.0.1", *addresses)))


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
