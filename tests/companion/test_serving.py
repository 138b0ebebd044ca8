"""The server as bytes meet it: many screens at once, and requests that are broken, endless or half there."""

import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.dashboard import Role
from companion.dashboard.stream import MOST_ONLOOKERS, MOST_PLAYERS
from companion.serving import THREADS, served
from tests.companion.dashboard_world import ORIGIN, World, world
from tests.companion.ports import free_port

BIG = b" " * 70_000


class Served:
    """A table served on a port of its own, spoken to over plain sockets."""

    def __init__(self, table: World, port: int) -> None:
        self.table, self.port = table, port
        self.open: list[socket.socket] = []
        self.usual = {
            role: f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Cookie: herald_ticket_{port}={table.door.ticket(role=role, name='')}\r\n"
            "Content-Type: application/json\r\n"
            for role in Role
        }

    def send(
        self, line: str, headers: str = "", body: bytes = b"", *, by: Role = Role.BOTH, version: str = "1.1"
    ) -> socket.socket:
        """Send a request; its connection stays open until the test is over."""
        sent = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.open.append(sent)
        sent.sendall(f"{line} HTTP/{version}\r\n{self.usual[by]}{headers}\r\n".encode() + body)
        return sent

    def ask(self, line: str, headers: str = "", body: bytes = b"", *, by: Role = Role.BOTH) -> str:
        """Return the first bytes of the answer: its status at least."""
        return self.send(line, headers, body, by=by).recv(4096).decode()

    def whole(self, line: str) -> bytes:
        """Return the whole answer."""
        sent = self.send(line, "Connection: close\r\n")
        return b"".join(iter(lambda: sent.recv(1 << 16), b""))

    def tap(self) -> str:
        tap = {"seen": self.table.seq, "command": {"do": "place_banner", "at": "C5"}}
        body = json.dumps(tap).encode()
        return self.ask("POST /do", f"Content-Length: {len(body)}\r\n", body)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    port = free_port()
    with world(tmp_path, port=port) as table, served(table.app, "127.0.0.1", port):
        made = Served(table, port)
        yield made
        for each in made.open:
            each.close()


def test_two_hundred_onlookers_hold_no_thread_and_leave_the_players_their_places(server: Served) -> None:
    before = threading.active_count()
    onlookers = [server.ask("GET /events", by=Role.WATCH) for _ in range(MOST_ONLOOKERS + 1)]
    players = [server.ask("GET /events") for _ in range(MOST_PLAYERS + 1)]
    assert MOST_ONLOOKERS >= 200
    assert [answer.split()[1] for answer in onlookers] == ["200"] * MOST_ONLOOKERS + ["503"]
    assert [answer.split()[1] for answer in players] == ["200"] * MOST_PLAYERS + ["503"]
    assert "Retry-After: 5" in players[-1]
    assert threading.active_count() == before + 2  # one for the players, one for the onlookers
    assert server.tap().startswith("HTTP/1.1 200")
    assert server.table.seq == 1


def test_a_screen_that_goes_leaves_its_place_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.dashboard.stream.MOST_PLAYERS", 1)
    with world(tmp_path) as table:
        device = table.device("both")
        for _ in range(2):
            events = device.events()
            assert next(events)[0] == "view"
            assert device.get("/events").status_code == 503
            events.close()  # type: ignore[attr-defined]
        device.client.get("/events", base_url=ORIGIN, buffered=False).close()  # never read from
        assert next(device.events())[0] == "view"


def until(sent: socket.socket, word: bytes) -> bytes:
    """Return what comes up to *word*."""
    text = b""
    while word not in text:
        part = sent.recv(1 << 16)
        assert part, text[-200:]
        text += part
    return text


def test_a_proxy_of_the_old_kind_is_sent_plain_bytes_beats_and_the_wish_to_hold_nothing_back(
    server: Served,
) -> None:
    sent = server.send("GET /events", version="1.0")  # as nginx asks unless told otherwise
    head, _, body = until(sent, b"event: view\ndata: ").partition(b"\r\n\r\n")
    assert b"X-Accel-Buffering: no" in head
    assert b"chunked" not in head
    assert body.startswith(b"retry: ")
    until(sent, b"event: beat\n")  # it gives up what is silent for a minute
    server.tap()
    until(sent, b'"seq":1,')


def test_four_who_look_through_the_camera_hold_up_no_tap(tmp_path: Path) -> None:
    port = free_port()
    with (
        world(tmp_path, port=port, camera="simulated") as table,
        served(table.app, "127.0.0.1", port),
        ThreadPoolExecutor(4) as pool,
    ):
        assert table.evening.watch is not None
        table.evening.watch.step()
        server, is_over = Served(table, port), threading.Event()

        def look() -> int:
            seen = 0
            while not is_over.is_set():
                seen += len(server.whole("GET /camera.jpg")) > 10_000
            return seen

        viewers = [pool.submit(look) for _ in range(4)]
        answers = [server.tap() for _ in range(2)]
        is_over.set()
        assert answers[0].startswith("HTTP/1.1 200")
        assert answers[1].startswith("HTTP/1.1 200")  # told that the hex is taken
        assert all(viewer.result() for viewer in viewers)
        for each in server.open:
            each.close()


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
    port = free_port()
    with world(tmp_path, port=port) as table, served(table.app, "127.0.0.1", port):
        server = Served(table, port)
        halves = [server.send("POST /do", "Content-Length: 50\r\n", b"{") for _ in range(THREADS)]
        assert server.tap().startswith("HTTP/1.1 200")
        assert halves[0].recv(4096).startswith(b"HTTP/1.1 408")
        for each in server.open:
            each.close()
