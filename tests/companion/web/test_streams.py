"""What devices are sent over their event streams: whole, in order, and never at another's cost."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.table.table import Table
from companion.table.view_structs import TableView
from companion.web.pages.routes import close_streams
from companion.web.server import sse_frames as bulletin
from companion.web.server.connections import UNANSWERED_MS, limit
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, PlaceBanner
from rules.kernel.values import Seat, UnitId
from tests.companion.dashboard_world import Device, World, events_in, world

BIG = 8_000_000  # more than the system keeps for who takes nothing in


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as made:
        yield made


def asleep(device: Device) -> socket.socket:
    """Return a connection of *device* that asks for its stream and takes nothing in."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(20)
    made.connect(("127.0.0.1", device.world.port))
    ticket = device.client.get_cookie("herald_ticket_8765", domain="127.0.0.1")
    assert ticket is not None
    host = f"Host: 127.0.0.1:8765\r\nCookie: {ticket.key}={ticket.value}"
    made.sendall(f"GET /events HTTP/1.0\r\n{host}\r\n\r\n".encode())
    assert b" 200 " in made.recv(16, socket.MSG_PEEK)  # it has its place before anybody else asks
    return made


def body_of(connection: socket.socket) -> Iterator[bytes]:
    """Yield the lines after the answer's head."""
    with connection.makefile("rb", buffering=1 << 20) as text:
        while text.readline().strip():
            pass
        yield from text


@pytest.fixture
def big(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every view is much longer than it was, by a comment."""
    real = bulletin.packed

    def padded(text: bytes) -> bulletin.StreamPart:
        if b"event: view" in text:
            return bulletin.StreamPart(b":" + b"x" * BIG + b"\n" + text, real(text).packed)
        return real(text)

    monkeypatch.setattr(bulletin, "packed", padded)


def change(table: World, figures: int) -> None:
    table.say(CorrectUnit(unit=UnitId("citadel_guard-2"), at=None, figures=figures))


@pytest.mark.usefixtures("big")
def test_who_takes_nothing_in_is_not_waited_for_and_gets_the_newest_later(table: World) -> None:
    table.start()
    seen, before = table.device("both").events(), table.seq
    with closing(asleep(table.device("both"))) as sleeper:
        next(seen)
        for number in range(1, 7):
            change(table, 1 + number % 2)
            view = next(told for name, told in seen if name == "view")
            while view["seq"] < before + number:
                view = next(told for name, told in seen if name == "view")
        views = []
        for name, told in events_in(body_of(sleeper)):
            if name == "view":
                views.append(told["seq"])
            if views and views[-1] == before + 6:
                break
    seen.close()
    assert views[0] == before
    assert len(views) < 7  # those between were never kept for it


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    """A device at a table that has a place for one player's stream alone."""
    monkeypatch.setattr("companion.web.server.event_stream.MOST_PLAYERS", 1)
    with world(tmp_path) as made:
        yield made.device("both")


@pytest.mark.usefixtures("big")
def test_who_takes_nothing_in_for_long_is_given_up(player: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(asleep(player)):
        wait_for(player, 503)
        monkeypatch.setattr("companion.web.server.event_stream.STALLED_SECONDS", 0.3)
        wait_for(player, 200)


@pytest.mark.usefixtures("big")
def test_who_goes_before_it_has_taken_everything_leaves_its_place(player: Device) -> None:
    with closing(asleep(player)):
        wait_for(player, 503)
    wait_for(player, 200)


def wait_for(device: Device, status: int) -> None:
    """Wait until a request for a stream is answered with *status*."""
    given_up_at = monotonic() + 30
    while device.get("/events").status_code != status:
        assert monotonic() < given_up_at, f"never {status}"
        sleep(0.02)


def test_each_view_is_sent_once_and_what_never_changes_before_it(table: World) -> None:
    table.start()
    with table.device("north").stream() as answer:
        events = events_in(answer)
        assert next(events)[0] == "scenario"
        first = next(events)
        change(table, 1)
        sent = [next(events) for _ in range(3)]
    assert first[0] == "view"
    assert "scenario" not in first[1]
    later = [told["number"] for name, told in sent if name == "view"]
    assert later == sorted({*later} - {first[1]["number"]})
    assert "scenario" not in [name for name, _ in sent]


def test_beats_go_on_while_others_are_woken_by_what_is_nothing_to_them(table: World) -> None:
    """Else a device would show that it is cut off while a party comes in."""
    with table.device("north").stream() as answer:
        events = events_in(answer)
        assert [next(events)[0] for _ in range(2)] == ["scenario", "view"]
        is_over = threading.Event()

        def notify_screens() -> None:
            while not is_over.wait(0.05):
                table.table.notify_screens()

        nudger = threading.Thread(target=notify_screens)
        nudger.start()
        beat = next(name for name, _ in events if name not in ("voice", "changes"))
        is_over.set()
        nudger.join()
    assert beat == "beat"


def test_a_stream_ends_with_the_server_and_a_later_one_at_once(table: World) -> None:
    early = table.device("north").events()
    assert next(early)[1]["seq"] == 0
    table.say(PlaceBanner(at=Hex("C5")))
    assert next(told for name, told in early if name == "view")["seq"] == 1
    close_streams(table.app)
    assert [name for name, _ in early if name != "beat"] == []
    with table.device("north").stream() as late:
        assert late.read() == b""


def test_a_view_that_cannot_be_written_costs_its_device_the_line_and_no_other(
    table: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = Table.view

    def spoilt(self: Table, seat: Seat | None) -> TableView:
        if seat is Seat.NORTH:
            raise LookupError("a fault of ours")
        return real(self, seat)

    south, north = table.device("south"), table.device("north")
    monkeypatch.setattr(Table, "view", spoilt)
    seen = south.events()
    assert next(seen)[0] == "view"
    assert list(north.events()) == []
    table.say(PlaceBanner(at=Hex("C5")))
    assert next(told for name, told in seen if name == "view")["seq"] == 1
    seen.close()
    assert "a view could not be written" in caplog.text


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system cannot be told")
def test_a_device_that_goes_without_a_word_is_given_up_by_the_system() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        ours, _ = server.accept()
        with ours:
            limit(ours)
            assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNANSWERED_MS
