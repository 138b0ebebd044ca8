"""Who may come to the table: join codes, signed tickets, roles, and patience with wrong codes.

Knows no game and no web framework.
"""

import hmac
import secrets
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from threading import Lock
from time import monotonic

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from companion.input.text import LONGEST_NAME, is_name, is_reserved, tidy
from rules.kernel.values import Seat, Section

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6
WRONG_PER_MINUTE = 8
ALL_WRONG_PER_MINUTE = 60
MOST_LEFT = 1000
"""Devices that have left of which the newest are known: those of years."""


class Role(StrEnum):
    """What a device is for: one player's seat, a place at it, the tablet in the middle, or only looking.

    Where several people share a side, SOUTH and NORTH are the places of those who decide for it.
    """

    SOUTH = "south"
    SOUTH_ALLY = "south_ally"
    SOUTH_LEFT = "south_left"
    SOUTH_RIGHT = "south_right"
    NORTH = "north"
    NORTH_ALLY = "north_ally"
    NORTH_LEFT = "north_left"
    NORTH_RIGHT = "north_right"
    BOTH = "both"
    WATCH = "watch"

    @property
    def seat(self) -> Seat | None:
        """Return the seat whose own view this device may see."""
        if self in (Role.BOTH, Role.WATCH):
            return None
        return Seat(self.value) if self.value in {*Seat} else Seat(self.value.partition("_")[0])

    @property
    def section(self) -> Section | None:
        """Return the section that this device's place at its side has."""
        if self.seat is None:
            return None
        return Section(self.value.partition("_")[2]) if self.seat.value != self.value else Section.CENTER

    @property
    def is_marshal(self) -> bool:
        """Return whether somebody else decides about the cards of this device's side."""
        return self.section in (Section.LEFT, Section.RIGHT)


class Codes(msgspec.Struct, frozen=True, kw_only=True):
    """The word that lets a device play, and the one that lets it look."""

    join: str
    watch: str


def new_codes() -> Codes:
    """Return fresh codes of letters and digits that nobody mistakes for one another."""
    word = "".join(secrets.choice(ALPHABET) for _ in range(2 * CODE_LENGTH))
    return Codes(join=word[:CODE_LENGTH], watch=word[CODE_LENGTH:])


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """A device that has joined."""

    device: str
    role: Role
    name: str

    @property
    def can_play(self) -> bool:
        """Return whether this device may do more than look."""
        return self.role is not Role.WATCH


def may_be_called(name: str) -> bool:
    """Return whether a device may have this tidy *name*, or "" for none."""
    return not name or (is_name(name, LONGEST_NAME) and not is_reserved(name))


class WrongCodes:
    """Counts wrong codes of the last minute, by address and in all.

    Many addresses can make one wait that has sent a wrong code itself, and no other.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def wait(self, address: str) -> int:
        """Return how many seconds *address* must wait before another try; 0: it may try."""
        with self._lock:
            now = self._clock()
            while self._wrong and now - self._wrong[0][0] >= 60:
                self._wrong.popleft()
            own = [at for at, who in self._wrong if who == address]
            if len(own) >= WRONG_PER_MINUTE:
                return max(1, round(60 - (now - own[-WRONG_PER_MINUTE])))
            if own and len(self._wrong) >= ALL_WRONG_PER_MINUTE:
                return max(1, round(60 - (now - self._wrong[0][0])))
            return 0

    def note_wrong(self, address: str) -> None:
        """Remember a wrong code from *address*."""
        with self._lock:
            self._wrong.append((self._clock(), address))


class Access:
    """Lets devices in and knows them again.

    Tickets are signed with *secret* and the join code: a new code ends them all.
    *address* is where tablets find this server; *names* are further host names
    by which it may be called.  The tickets of the devices *left* count no more;
    *keep_left* takes all of these when another one leaves.
    """

    def __init__(
        self,
        *,
        codes: Codes,
        secret: bytes,
        address: str,
        names: tuple[str, ...] = (),
        left: tuple[str, ...] = (),
        keep_left: Callable[[tuple[str, ...]], object] = lambda left: None,
    ) -> None:
        self.codes = codes
        self.address = address.rstrip("/")
        self.names = names
        self.timeout = WrongCodes()
        self._left, self._keep_left = left, keep_left
        self._signer = URLSafeSerializer(secret, salt=f"herald ticket {codes.join}")

    @property
    def join_url(self) -> str:
        """Return the link that lets a device play."""
        return f"{self.address}/join/{self.codes.join}"

    @property
    def watch_url(self) -> str:
        """Return the link that lets a device look."""
        return f"{self.address}/watch/{self.codes.watch}"

    @property
    def wall_url(self) -> str:
        """Return the link that shows the table on a wall screen."""
        return f"{self.address}/wall/{self.codes.watch}"

    @property
    def look_url(self) -> str:
        """Return the link that shows the game at once, to look on."""
        return f"{self.address}/look/{self.codes.watch}"

    def opens(self, code: str, role: Role) -> bool:
        """Return whether *code* lets a device in as *role*; who may play may also look."""
        given = code.strip().upper().encode()
        fits = hmac.compare_digest(given, self.codes.join.encode())
        may_look = hmac.compare_digest(given, self.codes.watch.encode())
        return fits or (may_look and role is Role.WATCH)

    def ticket(self, *, role: Role, name: str) -> str:
        """Return a signed ticket for a new device."""
        guest = Guest(device=secrets.token_hex(4), role=role, name=tidy(name))
        text: str = self._signer.dumps(msgspec.to_builtins(guest))
        return text

    def guest(self, ticket: str | None) -> Guest | None:
        """Return who holds *ticket*, or None where it is not one of ours or has ended."""
        if not ticket:
            return None
        try:
            guest = msgspec.convert(self._signer.loads(ticket), Guest)
        except (BadSignature, msgspec.ValidationError, RecursionError):
            return None
        if guest.device in self._left:
            return None
        return guest if may_be_called(guest.name) else msgspec.structs.replace(guest, name="")

    def leave(self, guest: Guest) -> None:
        """Let *guest*'s ticket count no more."""
        self._left = (*self._left, guest.device)[-MOST_LEFT:]
        self._keep_left(self._left)
