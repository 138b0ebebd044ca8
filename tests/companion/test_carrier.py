"""What devices are sent over connections of their own: whole, in order, and never at another's cost."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from companion.dashboard.bulletin import BEAT, OPENING
from companion.dashboard.carrier import STALLED_SECONDS, Follower
from companion.dashboard.desk import TableDesk
from companion.dashboard.stream import Streams
from companion.table import Table
from rules.hexes import Hex
from rules.messages import PlaceBanner
from rules.values import Seat
from tests.companion.dashboard_world import World, world

BIG = b"x" * 1_000_000


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end of a connection, and the device's."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(10)
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


def taken(theirs: socket.socket, count: int) -> bytes:
    """Return the next *count* bytes that the device is sent."""
    parts = b""
    while len(parts) < count:
        parts += theirs.recv(count - len(parts))
    return parts


def events(theirs: socket.socket) -> Iterator[tuple[str, Any]]:
    """Yield each event that the device is sent plainly, as its name and what it holds."""
    text = theirs.makefile("rb")
    while line := text.readline():
        lines = dict(
            each.decode().rstrip("\n").split(": ", 1) for each in (line, *iter(text.readline, b"\n"))
        )
        yield lines["event"], json.loads(lines["data"])


def test_a_device_that_takes_nothing_in_is_not_waited_for_and_gets_the_newest_view_later(
    line: tuple[socket.socket, socket.socket],
) -> None:
    ours, theirs = line
    follower = Follower(ours, None, is_chunked=False)
    assert follower.show(1, lambda: (1, BIG))
    assert follower.is_behind
    for number in range(2, 9):
        assert follower.show(number, lambda: pytest.fail("a view that cannot be sent is not written"))
    assert follower.beat()
    while follower.is_behind:
        theirs.recv(1 << 20)
        follower.show(8, lambda: (8, b"the newest"))
    assert theirs.recv(1 << 20).endswith(b"xthe newest")


def test_a_device_that_takes_nothing_in_for_long_is_given_up(
    line: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = Follower(line[0], None, is_chunked=False)
    assert follower.show(1, lambda: (1, BIG))
    monkeypatch.setattr("companion.dashboard.carrier.STALLED_SECONDS", 0.0)
    assert not follower.beat()


def test_a_device_that_has_gone_is_noticed(line: tuple[socket.socket, socket.socket]) -> None:
    follower = Follower(line[0], None, is_chunked=False)
    assert follower.show(1, lambda: (1, b"a view"))
    line[1].close()
    assert not follower.beat()


def test_a_device_that_goes_before_it_has_taken_everything_is_noticed(
    line: tuple[socket.socket, socket.socket],
) -> None:
    follower = Follower(line[0], None, is_chunked=False)
    assert follower.show(1, lambda: (1, BIG))
    line[1].close()
    assert not follower.show(1, lambda: pytest.fail("it has been sent that one"))


def test_before_its_first_view_a_device_is_sent_nothing_and_each_view_once(
    line: tuple[socket.socket, socket.socket],
) -> None:
    ours, theirs = line
    follower = Follower(ours, None, is_chunked=True)
    assert follower.beat()
    assert follower.show(3, lambda: (4, b"a view"))
    assert follower.show(4, lambda: pytest.fail("it has been sent that one"))
    assert follower.beat()
    expected = b"12\r\n" + OPENING + b"a view\r\n" + b"%x\r\n" % len(BEAT) + BEAT + b"\r\n"
    assert taken(theirs, len(expected)) == expected


def test_a_connection_that_is_carried_gets_the_view_each_change_and_an_end(
    table: World, line: tuple[socket.socket, socket.socket]
) -> None:
    streams = Streams(table.table)
    stream = streams.open(Seat.NORTH, can_play=True)
    assert stream is not None
    stream.carry(line[0], is_chunked=False)
    sent = events(line[1])
    first = next(sent)
    table.say(PlaceBanner(at=Hex("C5")))
    changed = next(view for name, view in sent if name == "view")
    streams.close()
    assert (first[0], first[1]["seq"], changed["seq"]) == ("view", 0, 1)
    assert [name for name, _ in sent] in ([], ["beat"])


class Spoilt:
    """A table whose views for the north cannot be written."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.subscribe = table.subscribe

    def snapshot(self, seat: Seat | None) -> dict[str, Any]:
        if seat is Seat.NORTH:
            raise LookupError("a fault of ours")
        return self._table.snapshot(seat)


def test_a_view_that_cannot_be_written_costs_its_device_the_line_and_no_other(
    table: World, line: tuple[socket.socket, socket.socket], caplog: pytest.LogCaptureFixture
) -> None:
    streams = Streams(cast(TableDesk, Spoilt(table.table)))
    other, its = socket.socketpair()
    other.settimeout(10)
    for seat, end in ((Seat.SOUTH, line[0]), (Seat.NORTH, its)):
        stream = streams.open(seat, can_play=True)
        assert stream is not None
        stream.carry(end, is_chunked=False)
    with other:
        assert other.recv(100) == b""
    sent = events(line[1])
    assert next(sent)[0] == "view"
    table.say(PlaceBanner(at=Hex("C5")))
    assert next(view["seq"] for name, view in sent if name == "view") == 1
    streams.close()
    assert "a view could not be written" in caplog.text


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system cannot be told")
def test_a_device_that_goes_without_a_word_is_given_up_by_the_system() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        ours, _ = server.accept()
        with ours:
            Follower(ours, None, is_chunked=False)
            limit_ms = ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert limit_ms == 1000 * STALLED_SECONDS


def test_a_connection_handed_over_after_the_end_is_closed(
    table: World, line: tuple[socket.socket, socket.socket]
) -> None:
    streams = Streams(table.table)
    stream = streams.open(None, can_play=False)
    streams.close()
    assert stream is not None
    stream.carry(line[0], is_chunked=False)
    assert line[1].recv(100) == b""
