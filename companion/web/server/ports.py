"""The ports at which the table listens: the one that was asked for, or the next that is free."""

import errno
import socket
import sys

import click

from companion.input.errors import CouldNot

ANYWHERE = ("0.0.0.0", "::", "")
WAITING = 1024
"""How many connections may wait to be taken in: a party of onlookers comes all at once."""

TRIED = 20
_OTHER_HOST = "name one with --host, or leave it out for all networks"
_Address = tuple[str | int | bytes, ...]


class PortTakenError(CouldNot):
    """Something else listens at a port."""


def usable_port(host: str, port: int) -> int:
    """Return *port*, or the next one at which nobody listens, and say so.

    Raises CouldNot where none of the next ones can be used, or the address cannot.
    """
    troubles = []
    for candidate in range(port, min(port + TRIED, 65536)):
        try:
            for listener in listen(host, candidate):
                listener.close()
        except PortTakenError as trouble:
            troubles.append(trouble)
            continue
        if troubles:
            click.echo(
                f"Port {port} is in use by another program: this table is at port {candidate}.", err=True
            )
        return candidate
    raise troubles[0]


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at *port* of *host*, both kinds of addresses for every network.

    Raises CouldNot where the port or the address cannot be used.
    """
    found: list[socket.socket] = []
    try:
        for family, address in _resolved(host, port):
            found += _bound(family, address, is_spare=host in ANYWHERE and family is socket.AF_INET6)
    except OSError as trouble:
        for each in found:
            each.close()
        if trouble.errno == errno.EADDRNOTAVAIL:
            raise CouldNot(f"{host} is no address of this machine: {_OTHER_HOST}.") from None
        kind = PortTakenError if trouble.errno == errno.EADDRINUSE else CouldNot
        raise kind(
            f"port {port} on {host} cannot be used ({trouble.strerror}): "
            "stop what uses it, or name another with --port."
        ) from None
    return found


def _bound(family: socket.AddressFamily, address: _Address, *, is_spare: bool) -> list[socket.socket]:
    """Return a socket that listens at *address*; none where a spare one has no network."""
    try:
        made = socket.socket(family, socket.SOCK_STREAM)
    except OSError:
        if is_spare:
            return []
        raise
    try:
        made.setblocking(False)
        if sys.platform != "win32":  # there it would let two listen
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(WAITING)
    except OSError as trouble:
        made.close()
        if is_spare and trouble.errno != errno.EADDRINUSE:
            return []
        raise
    return [made]


def _resolved(host: str, port: int) -> list[tuple[socket.AddressFamily, _Address]]:
    """Return each family and address that *host* stands for.  Raises CouldNot where there is none."""
    named = ("0.0.0.0", "::") if host in ANYWHERE else (host,)
    try:
        found: list[tuple[socket.AddressFamily, _Address]] = [
            (family, address)
            for each in named
            for family, *_, address in socket.getaddrinfo(
                each, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
        ]
    except (OSError, ValueError):
        raise CouldNot(f"there is no address {host!r}: {_OTHER_HOST}.") from None
    return list(dict.fromkeys(found))
