"""Calls this machine ``herald.local`` in the local network, as printers do it, where zeroconf is installed.

Tablets then need no number: most systems look such names up by themselves.  Knows no server.
"""

import logging
from collections.abc import Sequence
from ipaddress import ip_address
from typing import TYPE_CHECKING

from companion.network.addresses import LOCAL_NAMES

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_ASKED_MS = 700  # how long it is waited whether somebody else is called so
_SERVICE = "_http._tcp.local."

logger = logging.getLogger(__name__)


def can_announce() -> bool:
    """Return whether what gives this machine a name is installed."""
    try:
        import zeroconf  # noqa: F401
    except ImportError:
        return False
    return True


class LocalName:
    """The name by which this machine, whose addresses are *hosts*, is found until it is closed.

    *name* is None where no network takes it, or where all names are somebody else's.  Takes some seconds
    to make.  Raises ImportError where zeroconf is not installed.
    """

    def __init__(self, hosts: Sequence[str], port: int, *, scheme: str = "http") -> None:
        self.hosts = tuple(hosts)
        self.name: str | None = None
        self._network = _listen(self.hosts)
        if self._network is not None:
            self.name = _announce(self._network, self.hosts, port, scheme)

    def close(self) -> None:
        """Take the name back."""
        if self._network is not None:
            self._network.close()


def _listen(hosts: Sequence[str]) -> "Zeroconf | None":
    from zeroconf import IPVersion, Zeroconf

    four = [host for host in hosts if ip_address(host).version == 4]
    if not four:
        return None  # a name for IPv6 alone: nobody has asked for it
    try:
        return Zeroconf(interfaces=four, ip_version=IPVersion.V4Only)
    except OSError as trouble:
        logger.warning("no name is announced: the network does not take it (%s)", trouble)
        return None


def _announce(network: "Zeroconf", hosts: Sequence[str], port: int, scheme: str) -> str | None:
    """Announce the first name that is nobody else's; return it."""
    from zeroconf import Error, ServiceInfo

    name = next((each for each in LOCAL_NAMES if not _is_taken(network, each, hosts)), None)
    if name is None:
        logger.warning("no name is announced: %s are taken", ", ".join(LOCAL_NAMES))
        return None
    service = ServiceInfo(
        _SERVICE,
        f"{name.removesuffix('.local')}.{_SERVICE}",
        port=port,
        parsed_addresses=list(hosts),
        server=f"{name}.",
        properties={"path": "/", "scheme": scheme},
    )
    try:
        network.register_service(service, allow_name_change=True)
    except (Error, OSError) as trouble:
        logger.warning("%s cannot be announced (%s)", name, trouble)
        return None
    return name


def _is_taken(network: "Zeroconf", name: str, hosts: Sequence[str]) -> bool:
    """Return whether a machine with other addresses than *hosts* is called *name*."""
    from zeroconf import AddressResolver  # type: ignore[attr-defined]  # public, but not listed

    asked = AddressResolver(f"{name}.")
    return asked.request(network, _ASKED_MS) and not set(asked.parsed_addresses()) & set(hosts)
