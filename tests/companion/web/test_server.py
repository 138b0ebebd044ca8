"""The server as bytes meet it: many screens at once, and requests that are broken, endless or half there."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tornado.httpserver import HTTPServer

from companion.web.access.access import Role
from companion.web.server import sse_frames as bulletin
from companion.web.server.connections import places
from companion.web.server.event_stream import MOST_OF_A_DEVICE, MOST_ONLOOKERS, MOST_PLAYERS
from companion.web.server.requests import STRANGERS_WORKERS
from companion.web.server.server import LONGEST_HEAD, THREADS, served
from tests.companion.dashboard_world import ORIGIN, Device, World, events_in, world
from tests.companion.ports import free_port
from tests.companion.sent_view import sent_view

BIG = b" " * 70_000


class Served:
    """A table served on a port of its own, spoken to over plain sockets."""

    def __init__(self, table: World, port: int) -> None:
        self.table, self.port = table, port
        self.open: list[socket.socket] = []
        own = (
            f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        )
        self.usual: dict[Role | None, str] = {
            None: own,
            **{role: own + self.ticket(role) for role in Role},
        }

    def ticket(self, role: Role) -> str:
        """Return the header by which a new device shows that it has joined."""
        return f"Cookie: herald_ticket_{self.port}={self.table.access.ticket(role=role, name='')}\r\n"

    def connect(self) -> socket.socket:
        """Return a connection that stays open until the test is over."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.open.append(made)
        return made

    def send(
        self,
        line: str,
        headers: str = "",
        body: bytes = b"",
        *,
        by: Role | None = Role.BOTH,
        version: str = "1.1",
    ) -> socket.socket:
        """Send a request by a connection of its own; *by* nobody where it shows no ticket."""
        sent = self.connect()
        sent.sendall(f"{line} HTTP/{version}\r\n{self.usual[by]}{headers}\r\n".encode() + body)
        return sent

    def ask(self, line: str, headers: str = "", body: bytes = b"", *, by: Role | None = Role.BOTH) -> str:
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


@contextmanager
def serving(data: Path) -> Iterator[Served]:
    port = free_port()
    with world(data, port=port) as table, served(table.app, "127.0.0.1", port):
        made = Served(table, port)
        yield made
        for each in made.open:
            each.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as made:
        yield made


def test_two_hundred_onlookers_hold_no_thread_and_leave_the_players_their_places(server: Served) -> None:
    before = threading.active_count()
    onlookers = [
        server.ask("GET /events", server.ticket(Role.WATCH), by=None) for _ in range(MOST_ONLOOKERS + 1)
    ]
    players = [server.ask("GET /events", server.ticket(Role.BOTH), by=None) for _ in range(MOST_PLAYERS + 1)]
    assert MOST_ONLOOKERS >= 200
    assert [answer.split()[1] for answer in onlookers] == ["200"] * MOST_ONLOOKERS + ["503"]
    assert [answer.split()[1] for answer in players] == ["200"] * MOST_PLAYERS + ["503"]
    assert "Retry-After: 5" in players[-1]
    few = THREADS + STRANGERS_WORKERS + (os.cpu_count() or 1) + 4  # what writes views is the loop's own pool
    assert threading.active_count() - before < few
    assert server.tap().startswith("HTTP/1.1 200")
    assert server.table.seq == 1


def test_one_device_has_a_few_streams_and_no_more(server: Served) -> None:
    answers = [server.ask("GET /events") for _ in range(MOST_OF_A_DEVICE + 1)]
    assert [answer.split()[1] for answer in answers] == ["200"] * MOST_OF_A_DEVICE + ["503"]
    assert server.ask("GET /events", server.ticket(Role.BOTH), by=None).startswith("HTTP/1.1 200")


def test_a_screen_that_goes_leaves_its_place_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.event_stream.MOST_PLAYERS", 1)
    with world(tmp_path) as table:
        device = table.device("both")
        for _ in range(2):
            with device.stream() as answer:
                assert next(events_in(answer))[0] == "scenario"
                assert device.get("/events").status_code == 503
            until_free(device)
        assert device.client.head("/events", base_url=ORIGIN).status_code == 200  # takes no place
        assert next(device.events())[0] == "view"


def until_free(device: Device) -> None:
    """Wait until the server has noticed that a screen is gone."""
    for _ in range(200):
        if device.get("/events").status_code == 200:
            return
        time.sleep(0.05)
    raise AssertionError("the place is not free again")


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
    assert b"Content-Encoding" not in head
    assert b"X-Accel-Buffering: no" in head
    assert b"chunked" not in head
    assert body.startswith(b"retry: ")
    until(sent, b"event: beat\n")  # it gives up what is silent for a minute
    server.tap()
    until(sent, b'"seq":1,')


@pytest.mark.journey
def test_four_who_look_through_the_camera_hold_up_no_tap(tmp_path: Path) -> None:
    port = free_port()
    with (
        world(tmp_path, port=port, camera="simulated") as table,
        served(table.app, "127.0.0.1", port),
        ThreadPoolExecutor(4) as pool,
    ):
        assert table.services.watch is not None
        table.services.watch.step()
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


@pytest.mark.parametrize("headers", ["Host: 127.0.0.1\r\nContent-Length: {}\r\n", "Host: 127.0.0.1:{}\r\n"])
def test_a_number_without_end_is_refused_and_is_no_fault_of_ours(
    server: Served, caplog: pytest.LogCaptureFixture, headers: str
) -> None:
    sent = server.connect()
    sent.sendall(f"POST /do HTTP/1.1\r\n{headers.format('9' * 5000)}\r\n".encode())
    assert sent.recv(4096).startswith(b"HTTP/1.1 400")
    assert not caplog.records


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


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that waits half a second for what is to come."""
    monkeypatch.setattr("companion.web.server.server.TIMEOUT_S", 0.5)
    with serving(tmp_path) as made:
        yield made


@pytest.mark.parametrize("by", [None, Role.BOTH])
def test_what_is_only_half_sent_is_given_up_and_holds_up_no_tap(hasty: Served, by: Role | None) -> None:
    many = 2 * (THREADS + STRANGERS_WORKERS)
    halves = [hasty.send("POST /do", "Content-Length: 50\r\n", b"{", by=by) for _ in range(many)]
    assert hasty.tap().startswith("HTTP/1.1 200")
    assert {half.recv(4096)[:12] for half in halves} == {b"HTTP/1.1 408"}


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_who_never_ends_a_head_is_let_go_and_holds_up_no_tap(hasty: Served, sent: bytes) -> None:
    silent = [hasty.connect() for _ in range(100)]
    for each in silent:
        each.sendall(sent)
    assert hasty.tap().startswith("HTTP/1.1 200")
    for each in silent:
        assert each.recv(100) == b""


def test_a_byte_now_and_then_does_not_keep_a_head_open(hasty: Served) -> None:
    slow = hasty.send("GET /", "X: ")
    slow.settimeout(0.1)
    for _ in range(50):
        try:
            slow.sendall(b"x")
            assert slow.recv(100) == b""
        except TimeoutError:
            continue
        except ConnectionError:
            pass
        return
    raise AssertionError("it still stands")


@pytest.mark.parametrize("before", ["GET /", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_a_head_without_an_end_is_refused_at_its_limit(server: Served, before: str) -> None:
    sent = server.connect()
    sent.sendall(before.encode())
    count = 0
    try:
        for _ in range(1000):
            sent.sendall(b"x" * 4096)
            count += 4096
    except ConnectionError:
        pass
    assert count < 4_096_000
    assert sent.recv(4096).startswith(b"HTTP/1.1 431")
    assert server.ask("GET /", f"X: {'x' * (LONGEST_HEAD - 4000)}\r\n").startswith("HTTP/1.1 200")


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Length: {n}\r\nContent-Length: 3\r\n",
        "Content-Length: {n}\r\nContent-Length: {n}\r\n",
        "Content-Length: {n}, {n}\r\n",
        "Content-Length : {n}\r\n",
        "X : y\r\nContent-Length: {n}\r\n",
        "Content-Length: {n}\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: {n}\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: identity\r\nContent-Length: {n}\r\n",
        "X\r\nContent-Length: {n}\r\n",
        "Host: 127.0.0.1\r\nContent-Length: {n}\r\n",
    ],
)
def test_a_head_that_can_be_read_in_two_ways_is_refused(server: Served, headers: str) -> None:
    message = json.dumps({"seen": 0, "command": {"do": "place_banner", "at": "C5"}}).encode()
    chunk = b"%x\r\n%b\r\n0\r\n\r\n" % (len(message), message)
    for sent in (message, chunk):  # whichever way it is read, it would be a tap
        assert server.ask("POST /do", headers.format(n=len(message)), sent).startswith("HTTP/1.1 400")
    assert server.table.seq == 0


@pytest.mark.parametrize("host", ["", "127.0.0.1:x", "127.0.0.1:99999999", "[", "a b"])
def test_a_host_that_is_none_is_refused(server: Served, host: str) -> None:
    sent = server.connect()
    sent.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert sent.recv(4096).decode().split()[1] in ("400", "403")


def test_strangers_make_room_for_one_another_and_never_for_themselves_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.connections.STRANGERS", 20)
    port = free_port()
    with world(tmp_path, port=port) as table, served(table.app, "127.0.0.1", port):
        server = Served(table, port)
        looking = server.send("GET /events")
        until(looking, b"event: view")
        silent = [server.connect() for _ in range(60)]
        assert server.tap().startswith("HTTP/1.1 200")
        assert [each.recv(100) for each in silent[:40]] == [b""] * 40  # the oldest went
        until(looking, b'"seq":1,')  # the device that has joined did not
        for each in server.open:
            each.close()


@pytest.mark.parametrize("files", [1024, 4096, 8192])
def test_however_few_files_may_be_open_every_stream_has_one(files: int) -> None:
    strangers, joined = places(files)
    assert joined > MOST_PLAYERS + MOST_ONLOOKERS
    assert strangers > 6 * 20  # twenty browsers that load the page for the first time
    assert files - strangers - joined >= 200  # for games, pictures and sound


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_more_open_files_are_asked_for_where_the_system_allows_them() -> None:
    script = (
        "import resource; from companion.web.server.connections import most_files;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard));"
        "print(most_files(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], hard)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    most, soft, hard = map(int, told.stdout.split())
    assert most == soft == (8192 if hard < 0 else min(hard, 8192))


def test_two_requests_at_once_are_answered_in_order(server: Served) -> None:
    asked = server.send("GET /links", "\r\nGET /nothing HTTP/1.1\r\n" + server.usual[Role.BOTH])
    text = until(asked, b"HTTP/1.1 404")
    assert text.startswith(b"HTTP/1.1 200")


def test_a_request_to_a_table_that_is_being_stopped_is_told_so_and_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    close, is_closing, is_asked = HTTPServer.close_all_connections, threading.Event(), threading.Event()

    async def closed_late(tornado: HTTPServer) -> None:
        is_closing.set()
        await asyncio.get_running_loop().run_in_executor(None, is_asked.wait, 20)
        await close(tornado)

    monkeypatch.setattr(HTTPServer, "close_all_connections", closed_late)
    port, told = free_port(), ""
    with world(tmp_path, port=port) as table, ExitStack() as stack, ThreadPoolExecutor(1) as beside:
        stack.enter_context(served(table.app, "127.0.0.1", port))
        line, asked = (
            Served(table, port).connect(),
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode(),
        )
        line.sendall(asked)
        assert line.recv(100_000)
        stopped = beside.submit(stack.close)
        assert is_closing.wait(20)
        line.sendall(asked)
        told = line.recv(1000).decode()
        is_asked.set()
        stopped.result(timeout=20)
        line.close()
    assert told.startswith("HTTP/1.1 503 ") and told.endswith("The table is being stopped. Nothing was done.")
    assert caplog.records == []


def test_a_view_is_packed_once_for_all_who_look(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    real = bulletin.packed
    monkeypatch.setattr(bulletin, "packed", lambda text: packed.append(text) or real(text))
    devices = [server.send("GET /events", server.ticket(Role.BOTH), by=None) for _ in range(20)]
    for each in devices:
        until(each, b"event: view")
    server.tap()
    for each in devices:
        until(each, b'"seq":1,')
    views = [text for text in packed if b"event: view" in text]
    assert len(views) == 2
    assert not [text for text in packed if b"event: scenario" in text]  # that was done once, at the start
    assert b'"scenario":{' not in views[0]


def test_an_event_costs_a_watcher_a_sixth_of_the_view(server: Served) -> None:
    whole = len(json.dumps(sent_view(server.table.table), separators=(",", ":")))
    sent = server.send("GET /events", "Accept-Encoding: gzip\r\n", by=Role.WATCH)
    body = until(sent, b"\r\n\r\n").partition(b"\r\n\r\n")[2]
    reader = Unpacked(sent, body)
    reader.until(b"event: view")
    before = reader.count
    server.tap()
    reader.until(b'"seq":1,')
    assert 6 * (reader.count - before) < whole


class Unpacked:
    """A packed stream in chunks, read by *sent*; *body* has been read already."""

    def __init__(self, sent: socket.socket, body: bytes) -> None:
        self._sent, self._chunks, self.count, self.text = sent, body, 0, b""
        self._reader = zlib.decompressobj(16 + zlib.MAX_WBITS)

    def until(self, word: bytes) -> None:
        """Read up to *word*."""
        while word not in self.text:
            size, _, rest = self._chunks.partition(b"\r\n")
            if rest and len(rest) >= int(size, 16) + 2:
                chunk, self._chunks = rest[: int(size, 16)], rest[int(size, 16) + 2 :]
                self.count += len(chunk)
                self.text += self._reader.decompress(chunk)
            else:
                self._chunks += self._sent.recv(1 << 16)
