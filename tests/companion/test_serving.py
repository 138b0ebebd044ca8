"""The server as bytes meet it: many screens at once, and requests that are broken, endless or half there."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.dashboard import Role
from companion.dashboard.stream import MOST_STREAMS
from companion.serving import THREADS, served
from tests.companion.dashboard_world import ORIGIN, World, world

BIG = b" " * 70_000


class Served:
    """A table served on a port of its own, spoken to over plain sockets."""

    def __init__(self, table: World, port: int) -> None:
        self.table, self.port = table, port
        self.open: list[socket.socket] = []
        ticket = self.table.door.ticket(role=Role.BOTH, name="")
        self.usual = (
            f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Cookie: herald_ticket_{port}={ticket}\r\nContent-Type: application/json\r\n"
        )

    def send(self, line: str, headers: str = "", body: bytes = b"") -> socket.socket:
        """Send a request; its connection stays open until the test is over."""
        sent = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.open.append(sent)
        sent.sendall(f"{line} HTTP/1.1\r\n{self.usual}{headers}\r\n".encode() + body)
        return sent

    def ask(self, line: str, headers: str = "", body: bytes = b"") -> str:
        """Return the first bytes of the answer: its status at least."""
        return self.send(line, headers, body).recv(4096).decode()

    def tap(self) -> str:
        tap = {"seen": self.table.seq, "command": {"do": "place_banner", "at": "C5"}}
        body = json.dumps(tap).encode()
        return self.ask("POST /do", f"Content-Length: {len(body)}\r\n", body)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with world(tmp_path, port=port) as table, served(table.app, "127.0.0.1", port):
        made = Served(table, port)
        yield made
        for each in made.open:
            each.close()


def test_with_eighty_screens_a_tap_is_still_answered_and_those_that_are_too_many_are_told(
    server: Served,
) -> None:
    answers = [server.ask("GET /events") for _ in range(80)]
    assert 80 > THREADS > MOST_STREAMS
    assert [answer.split()[1] for answer in answers] == ["200"] * MOST_STREAMS + ["503"] * (80 - MOST_STREAMS)
    assert "Retry-After: 5" in answers[-1]
    assert server.tap().startswith("HTTP/1.1 200")
    assert server.table.seq == 1


def test_a_screen_that_goes_leaves_its_place_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.dashboard.stream.MOST_STREAMS", 1)
    with world(tmp_path) as table:
        device = table.device("both")
        for _ in range(2):
            events = device.events()
            assert next(events)[0] == "view"
            assert device.get("/events").status_code == 503
            events.close()  # type: ignore[attr-defined]
        device.client.get("/events", base_url=ORIGIN, buffered=False).close()  # never read from
        assert next(device.events())[0] == "view"


@pytest.mark.parametrize("length", ["-1", "+5", "five", "0x5", "5 5"])
def test_a_length_that_is_none_is_refused_and_not_waited_for(server: Served, length: str) -> None:
    assert server.ask("POST /do", f"Content-Length: {length}\r\n").startswith("HTTP/1.1 400")


@pytest.mark.parametrize(
    ("chunks", "status"),
    [
        (b"2\r\n{}\r\n0\r\n\r\n", 400),  # read whole, and no tap
        (b"%x\r\n" % len(BIG) + BIG + b"\r\n0\r\n\r\n", 413),
        ((b"8000\r\n" + b" " * 0x8000 + b"\r\n") * 3, 413),
        (b"1" * 300, 413),
        (b"zz\r\n", 400),
        (b"-5\r\n", 400),
        (b"2\r\n{}{}\r\n", 400),
    ],
)
def test_a_message_in_chunks_is_put_together_and_refused_where_it_is_too_long_or_broken(
    server: Served, chunks: bytes, status: int
) -> None:
    assert server.ask("POST /do", "Transfer-Encoding: chunked\r\n", chunks).startswith(f"HTTP/1.1 {status}")


def test_a_tap_in_chunks_is_a_tap(server: Served) -> None:
    body = json.dumps({"seen": 0, "command": {"do": "place_banner", "at": "C5"}}).encode()
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    assert server.ask("POST /do", "Transfer-Encoding: chunked\r\n", chunks).startswith("HTTP/1.1 200")


def test_what_is_only_half_sent_is_given_up_and_holds_up_no_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.serving.PATIENCE_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with world(tmp_path, port=port) as table, served(table.app, "127.0.0.1", port):
        server = Served(table, port)
        halves = [server.send("POST /do", "Content-Length: 50\r\n", b"{") for _ in range(THREADS)]
        assert server.tap().startswith("HTTP/1.1 200")
        assert halves[0].recv(4096).startswith(b"HTTP/1.1 408")
        for each in server.open:
            each.close()
