"""Keeps true what tablets are offered while networks come and go: every address by its network, and a name.

A machine that starts with the power is up before its network is; a laptop is carried from one to
another.  Which ways tablets have really come by is remembered, and those go first.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from companion.library.settings import Settings
from companion.network.addresses import FAR, in_link, is_own_address, offered
from companion.network.local_name import LocalName, can_announce
from companion.web.access.access import Access
from companion.words.translator import Translator

LOOK_S = 20.0
"""How often it is seen anew which networks there are."""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way to the table: its address, what network it leads through, and whether a tablet has come by it."""

    url: str
    name: str
    is_tried: bool


class Reach:
    """The ways to a table that is served as *settings* say; its *access* has the likeliest.

    They are told by *tr*, which may be another one when another game is laid out.
    """

    def __init__(self, access: Access, settings: Settings, tr: Translator) -> None:
        self._access, self._settings, self.tr = access, settings, tr
        self._tried: set[str] = set()
        self._local: LocalName | None = None
        self._ended = threading.Event()
        self.announced: Callable[[str], None] = lambda url: None

    def ways(self) -> tuple[Way, ...]:
        """Return every way to the table: those that tablets have come by first, then the likeliest."""
        addresses = [(one.host, self.tr(one.named())) for one in offered(self._settings.host)]
        if self._local is not None and self._local.name is not None:
            addresses.insert(1, (self._local.name, self.tr("by name, where the tablet knows such names")))
        ways = [Way(url=self._url(host), name=name, is_tried=host in self._tried) for host, name in addresses]
        return tuple(sorted(ways, key=lambda way: not way.is_tried))

    def note(self, host: str, visitor: str) -> None:
        """Take in that a device that has joined came from the address *visitor* by the name *host*."""
        if host not in self._tried and not is_own_address(visitor):
            self._tried.add(host)
            self.look()

    def look(self) -> None:
        """See which networks there are, and have the door offer the likeliest."""
        here = next(way for way in self.ways() if not _is_name(way.url))
        self._access.address = here.url

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Look again and again, and announce the name, while the block runs."""
        keeper = threading.Thread(target=self._keep, name="reach", daemon=True)
        keeper.start()
        try:
            yield
        finally:
            self._ended.set()
            keeper.join(timeout=5)

    def _keep(self) -> None:
        try:
            while True:
                self.look()
                self._announce()
                if self._ended.wait(LOOK_S):
                    return
        finally:
            self._withdraw()

    def _announce(self) -> None:
        """Announce the name anew where the networks have changed."""
        hosts = tuple(
            one.host for one in offered(self._settings.host) if one.kind not in FAR and one.interface
        )
        if not can_announce() or (self._local is not None and self._local.hosts == hosts):
            return
        self._withdraw()
        self._local = LocalName(hosts, self._settings.port, scheme=self._scheme)
        if self._local.name is not None:
            self.announced(self._url(self._local.name))

    def _withdraw(self) -> None:
        if self._local is not None:
            self._local.close()
            self._local = None

    @property
    def _scheme(self) -> str:
        return "https" if self._settings.https else "http"

    def _url(self, host: str) -> str:
        return f"{self._scheme}://{in_link(host)}:{self._settings.port}"


def _is_name(url: str) -> bool:
    return url.rpartition(":")[0].endswith(".local")
