"""Who sits where: which devices have joined for a player's seat, and what the table is told of it.

Whoever joins for a seat sees its hand, so nobody joins for one that others have, and nobody
changes seats, unseen.  Knows no ticket and no code.
"""

from collections.abc import Callable
from threading import Lock

import msgspec

from companion.input.text import LONGEST_NAME, is_reserved, shortened
from companion.table.requests import Notify
from companion.table.table import Table
from companion.web.access.access import Access, Guest, Role, may_be_called
from companion.web.requests.i18n import tr
from companion.words.names import wording_of
from rules.kernel.values import Seat

MOST = 64
"""Devices of a seat that are remembered; the newest."""


class LeaveTableRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device asks to leave the table; *sure*: it was asked."""

    sure: bool = False


class Seats:
    """The devices at each player's seat of *table*, as far as they have shown themselves since the start.

    *named* is told by which name somebody sits at a seat.
    """

    def __init__(self, table: Table, access: Access, named: Callable[[Seat, str], object]) -> None:
        self._table, self._access, self._named = table, access, named
        self._devices: dict[Seat, dict[str, None]] = {seat: {} for seat in Seat}
        self._shared: dict[str, None] = {}
        self._lock = Lock()

    def here(self, guest: Guest) -> None:
        """Take in that *guest* is there."""
        if not guest.can_play or guest.device in self._of(guest.role):
            return
        with self._lock:
            self._remember(guest)
        self._call(guest)

    def devices(self, seat: Seat) -> frozenset[str]:
        """Return the devices of *seat*'s own."""
        with self._lock:
            return frozenset(self._devices[seat])

    def is_other(self, guest: Guest, device: str) -> bool:
        """Return whether *device* plays for another side than *guest*, or for both while *guest* has one."""
        own = self._of(guest.role)
        return device not in own and any(
            device in devices for devices in (*self._devices.values(), self._shared)
        )

    def _of(self, role: Role) -> dict[str, None]:
        return self._shared if role.seat is None else self._devices[role.seat]

    def _remember(self, guest: Guest) -> None:
        devices = self._of(guest.role)
        devices[guest.device] = None
        if len(devices) > MOST:
            del devices[next(iter(devices))]

    def _call(self, guest: Guest) -> None:
        if guest.role.seat is not None and guest.name:
            self._named(guest.role.seat, guest.name)

    def change(self, former: Guest | None, new: Guest | None) -> None:
        """Let *former* be *new* from now on (None: nobody), and tell the table what it should know."""
        if former is not None:
            self._access.leave(former)
        with self._lock:  # else of two that come at once neither would be told of
            for devices in (*self._devices.values(), self._shared):
                devices.pop("" if former is None else former.device, None)
            told = self._news(former, new)
            if new is not None and new.can_play:
                self._remember(new)
        if told is not None:
            self._table.ask(Notify(text=told))
        if new is not None:
            self._call(new)

    def _news(self, former: Guest | None, new: Guest | None) -> str | None:
        """Return what everybody is told; *former* is remembered no more, *new* not yet."""
        words = wording_of(self._table.game, self._table.journal.language, spoken=False)
        factions = words.ruleset.scenario.factions
        left = None if former is None else former.role.seat
        taken = None if new is None else new.role.seat
        if new is None or taken is None:
            return left and tr("A device of the {1} has left its seat.", words.faction(factions[left]))
        side = words.faction(factions[taken])
        if left is not None and left is not taken:
            former_side = words.faction(factions[left])
            return tr("A device of the {1} has changed seats: it is now of the {2}.", former_side, side)
        if left is taken or not self._devices[taken]:
            return None
        if new.name:
            return tr("One more device has joined for the {1}: {2}.", side, new.name)
        return tr("One more device has joined for the {1}.", side)


def question(guest: Guest | None, role: Role | None) -> str | None:
    """Return what *guest* is asked before it becomes a *role* (None: leaves the table); None for nothing."""
    if guest is None or guest.role is role:
        return None
    if guest.role.seat is not None:
        return tr("This device has a player's seat. Shall it leave that seat? The other player is told.")
    if role is None:
        return tr("Shall this device leave the table? It can join again with the code.")
    return None


def trouble_with_name(name: str) -> str | None:
    """Return the sentence that refuses the tidy *name* of a device, None for none."""
    if may_be_called(name):
        return None
    if is_reserved(name):
        return tr("{1} stands for somebody else in the log: choose another name.", shortened(name))
    return tr(
        "A name has letters and at most {1} signs, all of which can be shown: choose another.", LONGEST_NAME
    )
