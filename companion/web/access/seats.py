"""Who sits where: which devices have joined for a player's seat, and what the table is told of it.

Whoever joins for a seat sees its hand, so nobody joins for one that others have, and nobody
changes seats, unseen.  Where several people share a side each of them has a place, one device each.
Knows no ticket and no code.
"""

from collections.abc import Callable, Collection, Mapping
from threading import Lock
from time import monotonic
from typing import NamedTuple

import msgspec

from companion.input.text import LONGEST_NAME, is_reserved, shortened
from companion.table.requests import Notify
from companion.table.table import Table
from companion.web.access.access import Access, Guest, Role, may_be_called
from companion.web.requests.i18n import tr
from companion.words.names import wording_of
from rules.kernel.values import CAMPS, Seat, Section

MOST = 64
"""Devices of a seat that are remembered; the newest."""

GONE_S = 60.0
"""How long nothing comes from a device whose page is not open, until another may have its place."""


class Place(NamedTuple):
    """What a device can join as, in words: *about* says more.

    Who has one that *is_taken* is not said: whoever asks may not have the code.
    """

    role: Role
    name: str
    about: str
    is_taken: bool = False


class LeaveTableRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device asks to leave the table; *sure*: it was asked."""

    sure: bool = False


class Seats:
    """The devices at each player's seat of *table*, as far as they have shown themselves since the start.

    *named* is told by which name somebody sits at a seat, *seated* who shares each side.
    """

    def __init__(
        self,
        table: Table,
        access: Access,
        named: Callable[[Seat, str], object],
        seated: Callable[[Mapping[Seat, Mapping[Section, str]]], object] = lambda people: None,
    ) -> None:
        self._table, self._access, self._named, self._seated = table, access, named, seated
        self._devices: dict[Seat, dict[str, Guest]] = {seat: {} for seat in table.game.ruleset.seats}
        self._shared: dict[str, Guest] = {}
        self._seen: dict[str, float] = {}
        self._lock = Lock()

    def here(self, guest: Guest) -> None:
        """Take in that *guest* is there."""
        if not guest.can_play:
            return
        self._seen[guest.device] = monotonic()
        if guest.device in self._of(guest.role):
            return
        with self._lock:
            self._remember(guest)
        self._call(guest)
        self._tell_seated()

    def devices(self, seat: Seat) -> frozenset[str]:
        """Return the devices of *seat*'s own."""
        with self._lock:
            return frozenset(self._devices[seat])

    def count(self, devices: frozenset[str]) -> dict[str, int]:
        """Return how many of *devices* of players are for each seat, and how many for ``both`` sides."""
        of_seats = {seat.value: len(devices & self.devices(seat)) for seat in self._devices}
        return {**of_seats, "both": len(devices) - sum(of_seats.values())}

    def is_other(self, guest: Guest, device: str) -> bool:
        """Return whether *device* plays for another side than *guest*, or for both while *guest* has one."""
        own = self._of(guest.role)
        return device not in own and any(
            device in devices for devices in (*self._devices.values(), self._shared)
        )

    def _of(self, role: Role) -> dict[str, Guest]:
        return self._shared if role.seat is None else self._devices[role.seat]

    def _remember(self, guest: Guest) -> None:
        devices = self._of(guest.role)
        devices[guest.device] = guest
        self._seen[guest.device] = monotonic()
        if len(devices) > MOST:
            self._forget(next(iter(devices)))

    def _forget(self, device: str) -> None:
        for devices in (*self._devices.values(), self._shared):
            devices.pop(device, None)
        self._seen.pop(device, None)

    def _call(self, guest: Guest) -> None:
        seat, section = guest.role.seat, guest.role.section
        if seat is not None and guest.name and section is Section.CENTER:
            self._named(seat, guest.name)

    @property
    def _roles(self) -> tuple[Role, ...]:
        """Return the places of those who play the game on the table."""
        ruleset = self._table.game.ruleset
        are_shared = ruleset.edition.wings is not None
        return tuple(
            role
            for role in Role
            if role.seat in ruleset.seats and (are_shared or role.section is Section.CENTER)
        )

    @property
    def _are_many(self) -> bool:
        """Return whether more than two can play the game on the table: then a place is one device's."""
        return len(self._roles) > len(CAMPS)

    def fitted(self, role: Role) -> Role:
        """Return *role*, or what stands for it in this game: for an ally, where two play, his camp."""
        if role.seat is None or role in self._roles:
            return role
        seats = self._table.game.ruleset.seats
        return Role(role.seat if role.seat in seats else role.seat.camp)

    def _tell_seated(self) -> None:
        """Tell who shares the sides, where several people do."""
        if self._table.game.ruleset.edition.wings is None:
            return
        with self._lock:
            people = {
                seat: {one.role.section: one.name for one in reversed(guests.values()) if one.role.section}
                for seat, guests in self._devices.items()
            }
        self._seated(people)

    def places(self, awake: Collection[str], *, named: bool) -> tuple[Place, ...]:
        """Return what devices can join as, beside those that are for everybody; those *awake* keep theirs.

        Where two play who they are is said if *named*: to who has the code.
        """
        if not self._are_many:
            last, language = len(self._table.game.ruleset.board.rows), self._table.journal.language
            names = language.names if named and language is not None else {}
            south, north = (names.get(seat, "") for seat in CAMPS)
            return (
                Place(
                    Role.SOUTH,
                    tr("{1} (south)", south) if south else tr("The south player"),
                    tr("Sits at row {1} of the board", 1),
                ),
                Place(
                    Role.NORTH,
                    tr("{1} (north)", north) if north else tr("The north player"),
                    tr("Sits at row {1} of the board", last),
                ),
            )
        words = wording_of(self._table.game, self._table.journal.language, spoken=False)
        return tuple(self._place(role, words.side(role.seat), awake) for role in self._roles if role.seat)

    def _place(self, role: Role, side: str, awake: Collection[str]) -> Place:
        """Return one of the places at *side*, which several people may share."""
        titles = {
            Section.LEFT: tr("Field Marshal, left wing"),
            Section.CENTER: tr("Lord Commander"),
            Section.RIGHT: tr("Field Marshal, right wing"),
        }
        assert role.section is not None
        told = (
            tr("Plays the units of that wing") if role.is_marshal else tr("Chooses the cards, plays all else")
        )
        holder = self.holder(None, role)
        is_taken = holder is not None and not self.is_gone(holder, awake)
        taken = None if holder is None else tr("Taken") if is_taken else tr("Taken, by a device that is gone")
        if self._table.game.ruleset.edition.wings is None:
            return Place(role, side, taken or "", is_taken)
        return Place(role, f"{side}: {titles[role.section]}", taken or told, is_taken)

    def holder(self, former: Guest | None, role: Role) -> Guest | None:
        """Return who has *role*'s place that is not *former*'s own device (None: a new one), None for nobody.

        Only where more than two can play a place is one device's.
        """
        return next((one for one in self._others(former) if one.role is role), None)

    def _others(self, former: Guest | None) -> tuple[Guest, ...]:
        """Return who has a place of one device's own, beside *former*."""
        if not self._are_many:
            return ()
        with self._lock:
            return tuple(
                one
                for guests in self._devices.values()
                for one in guests.values()
                if former is None or one.device != former.device
            )

    def is_gone(self, holder: Guest, awake: Collection[str]) -> bool:
        """Return whether *holder*'s device is not *awake* and nothing has come from it for a while."""
        is_quiet = monotonic() - self._seen.get(holder.device, -GONE_S) >= GONE_S
        return is_quiet and holder.device not in awake

    def why_taken(self, former: Guest | None, role: Role) -> str | None:
        """Return why *role*'s place is not free for *former*'s device (None: a new one), None where it is."""
        holder = self.holder(former, role)
        if holder is None:
            return None
        if {one.role for one in self._others(former)} >= {*self._roles}:
            return tr("All places at this table are taken: this device can look on.")
        if holder.name:
            return tr("{1} has that place already: choose another one.", holder.name)
        return tr("Another device has that place already: choose another one.")

    def change(self, former: Guest | None, new: Guest | None) -> None:
        """Let *former* be *new* from now on (None: nobody), and tell the table what it should know."""
        if former is not None:
            self._access.leave(former)
        with self._lock:  # else of two that come at once neither would be told of
            self._forget("" if former is None else former.device)
            told = self._news(former, new)
            if new is not None and new.can_play:
                self._remember(new)
        if told is not None:
            self._table.ask(Notify(text=told))
        if new is not None:
            self._call(new)
        self._tell_seated()

    def _news(self, former: Guest | None, new: Guest | None) -> str | None:
        """Return what everybody is told; *former* is remembered no more, *new* not yet."""
        words = wording_of(self._table.game, self._table.journal.language, spoken=False)
        left = None if former is None else former.role.seat
        taken = None if new is None else new.role.seat
        if new is None or taken is None:
            return left and tr("A device of the {1} has left its seat.", words.side(left))
        side = words.side(taken)
        if left is not None and left is not taken:
            former_side = words.side(left)
            return tr("A device of the {1} has changed seats: it is now of the {2}.", former_side, side)
        if left is taken or not self._devices[taken]:
            return None
        if new.name:
            return tr("One more device has joined for the {1}: {2}.", side, new.name)
        return tr("One more device has joined for the {1}.", side)


def question(guest: Guest | None, role: Role | None, holder: Guest | None = None) -> str | None:
    """Return what *guest* is asked before it becomes a *role* (None: leaves the table); None for nothing.

    *holder* is who has that place and is gone.
    """
    if holder is not None:
        return tr("Another device has that place, and is gone. Shall this one have it? Everybody is told.")
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
