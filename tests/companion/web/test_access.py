"""Who may come to the table."""

import socket

import pytest

from companion.web.access.access import ALPHABET, WRONG_PER_MINUTE, Access, Codes, Role, WrongCodes, new_codes
from companion.web.access.request_checks import is_own_name

CODES = Codes(join="7KQ2MX", watch="W4T9PB")


def access(codes: Codes = CODES, secret: bytes = b"s" * 32) -> Access:
    return Access(codes=codes, secret=secret, address="http://192.0.2.20:8765", names=("table.home",))


def test_codes_are_fresh_and_hold_nothing_that_looks_alike() -> None:
    codes = [new_codes() for _ in range(50)]
    assert len({code.join for code in codes} | {code.watch for code in codes}) == 100
    assert not set("01ILO") & set(ALPHABET)
    assert all(set(code.join + code.watch) <= set(ALPHABET) for code in codes)


@pytest.mark.parametrize(
    ("code", "role", "opens"),
    [
        ("7KQ2MX", Role.BOTH, True),
        (" 7kq2mx ", Role.SOUTH, True),
        ("7KQ2MX", Role.WATCH, True),
        ("W4T9PB", Role.WATCH, True),
        ("W4T9PB", Role.BOTH, False),
        ("W4T9PB", Role.NORTH, False),
        ("7KQ2M", Role.BOTH, False),
        ("", Role.WATCH, False),
        ("ÄÖÜ", Role.BOTH, False),
    ],
)
def test_a_code_opens_what_it_is_for(code: str, role: Role, opens: bool) -> None:
    assert access().opens(code, role) is opens


def test_a_ticket_names_its_device_again() -> None:
    guest = access().guest(access().ticket(role=Role.NORTH, name="  Ana's phone "))
    assert guest is not None
    assert (guest.role, guest.name) == (Role.NORTH, "Ana's phone")
    assert guest.role.seat == "north"


def test_two_devices_get_two_tickets() -> None:
    one, other = (access().guest(access().ticket(role=Role.BOTH, name="")) for _ in range(2))
    assert one is not None
    assert other is not None
    assert one.device != other.device


def test_forged_and_foreign_tickets_are_unknown() -> None:
    ticket = access().ticket(role=Role.WATCH, name="x")
    assert access().guest(None) is None
    assert access().guest("") is None
    assert access().guest(ticket[:-2] + ("AA" if ticket[-2:] != "AA" else "BB")) is None
    assert access(secret=b"t" * 32).guest(ticket) is None


def test_a_new_join_code_ends_old_tickets() -> None:
    ticket = access().ticket(role=Role.BOTH, name="")
    assert access(Codes(join="NEWNEW", watch="W4T9PB")).guest(ticket) is None


def test_patience_with_wrong_codes_ends_for_one_address_and_returns_after_a_minute() -> None:
    now = [100.0]
    timeout = WrongCodes(lambda: now[0])
    for _ in range(WRONG_PER_MINUTE):
        assert timeout.wait("192.0.2.5") == 0
        timeout.note_wrong("192.0.2.5")
    assert timeout.wait("192.0.2.5") == 60
    assert timeout.wait("192.0.2.6") == 0
    now[0] += 59.9
    assert timeout.wait("192.0.2.5") == 1
    now[0] += 0.1
    assert timeout.wait("192.0.2.5") == 0


def test_many_addresses_together_cannot_guess_either() -> None:
    now = [0.0]
    timeout = WrongCodes(lambda: now[0])
    for number in range(59):
        timeout.note_wrong(f"192.0.2.{number}")
    assert timeout.wait("192.0.2.7") == 0
    timeout.note_wrong("192.0.2.59")
    assert timeout.wait("192.0.2.7") == 60
    now[0] += 45
    assert timeout.wait("192.0.2.7") == 15


def test_wrong_codes_of_others_make_no_honest_address_wait() -> None:
    timeout = WrongCodes(lambda: 0.0)
    for number in range(600):
        timeout.note_wrong(f"192.0.2.{number % 60}")
    assert timeout.wait("198.51.100.1") == 0


@pytest.mark.parametrize(
    "netloc",
    [
        "127.0.0.1:8765",
        "localhost",
        "LOCALHOST:80",
        "[::1]:8765",
        "192.0.2.20:8765",
        "table.home",
        socket.gethostname(),
    ],
)
def test_own_addresses_and_names_are_known(netloc: str) -> None:
    assert is_own_name(netloc, access())


@pytest.mark.parametrize(
    "netloc",
    [
        "evil.example",
        "127.0.0.1.evil.example:8765",
        "localhost.evil.example",
        "192.0.2.7:8765",
        "localhost@evil.example",
        "evil.example/localhost",
        "127.0.0.1:port",
        "[::1",
        "",
    ],
)
def test_other_names_are_not_ours(netloc: str) -> None:
    assert not is_own_name(netloc, access())
