"""How a tablet that has joined is answered while strangers hold 1,400 connections, and what the server holds.

``herald play`` runs in a process of its own.  1,000 connections say nothing, 200 send a byte of a head and
200 a byte of a message each second; one that the server ends is opened anew at once.  Then a head of 300 MB
is sent.  All of it stays on this machine and ends by itself.
"""

import json
import multiprocessing
import selectors
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.tablets import HEXES, UNIT, Caller, playing, told
from companion.web.server.connections import most_files
from tests.companion.ports import free_port

IDLE, SLOW_HEADS, SLOW_MESSAGES = 1000, 200, 200
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
MESSAGE = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n"
TAPS = 60
MEDIAN_MS, WORST_MS, MOST_MB = 1000, 2000, 200
ENDLESS = 300 * 1_000_000


class Strangers:
    """Connections that are always there: what the server ends comes again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ears = selectors.DefaultSelector()
        self.ended = 0

    def open(self, start: bytes) -> None:
        """Open a connection that sends *start* and then a byte each second; nothing where that is empty."""
        made = socket.create_connection(("127.0.0.1", self._port), timeout=30)
        made.setblocking(False)
        self._ears.register(made, selectors.EVENT_READ, start)
        if start:
            made.send(start)

    def second(self) -> None:
        """Do what is to be done in one second."""
        for key in list(self._ears.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            if key.data:
                with suppress(OSError):  # it is found to be ended below
                    key.fileobj.send(b"x")
        until = time.monotonic() + 1
        while time.monotonic() < until:
            for key, _ in self._ears.select(0.1):
                assert isinstance(key.fileobj, socket.socket)
                self._ears.unregister(key.fileobj)
                key.fileobj.close()
                self.ended += 1
                self.open(key.data)


def stand(port: int, pipe: Connection) -> None:
    """Stand in the way until told to stop; then say how many connections the server has ended."""
    most_files()
    strangers = Strangers(port)
    for start, count in ((b"", IDLE), (HEAD, SLOW_HEADS), (MESSAGE, SLOW_MESSAGES)):
        for _ in range(count):
            strangers.open(start)
    pipe.send("ready")
    while not pipe.poll():
        strangers.second()
    pipe.send(strangers.ended)


@contextmanager
def standing(port: int) -> Iterator[Connection]:
    """Have all strangers there, in a process of their own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=stand, args=(port, there))
    process.start()
    assert here.recv() == "ready"
    try:
        yield here
    finally:
        here.send("stop")
        print(f"  the server ended {here.recv()} of their connections")
        process.join(timeout=20)


def taps(player: Caller, seq: int) -> tuple[int, list[float]]:
    """Tap for a while, each time by a new connection; return the newest entry, and each wait in ms."""
    waits = []
    for each in range(TAPS):
        command = {"do": "correct_unit", "unit": UNIT, "at": HEXES[each % 2], "figures": 3}
        start = time.monotonic()
        answer = player.tap("/do", {"seen": seq, "command": command})
        waits.append(1000 * (time.monotonic() - start))
        if not answer.get("ok"):
            raise SystemExit(f"a tap was refused: {answer}")
        seq = int(str(answer["seq"]))
        time.sleep(0.2)
    return seq, waits


def memory_mb(pid: int) -> float:
    """Return what process *pid* holds now; 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def endless(port: int) -> tuple[int, str]:
    """Send a head of 300 MB; return how many bytes were sent until the server ended it, and its answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as sent:
        count, part = sent.send(HEAD), b"x" * 65536
        try:
            while count < ENDLESS:
                count += sent.send(part)
        except OSError:
            pass
        return count, sent.recv(100).split(b"\r\n")[0].decode()


def main() -> None:
    """Measure alone, among strangers, and once they are gone; then the endless head."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, playing(folder, port, None) as table:
        player = Caller(port, table.join, "both")
        before = memory_mb(table.pid)
        seq, alone = taps(player, 0)
        print(told("tap to answer, nobody else", alone))
        with standing(port):
            seq, among = taps(player, seq)
            held = memory_mb(table.pid)
            print(told(f"among {IDLE} idle, {SLOW_HEADS} slow heads, {SLOW_MESSAGES} slow messages", among))
        time.sleep(6)
        seq, after = taps(player, seq)
        print(told("when they are gone", after))
        print(f"  memory: {before:.0f} MB, among strangers {held:.0f}, afterwards {memory_mb(table.pid):.0f}")
        count, answer = endless(port)
        print(
            f"  300 MB of a head: ended after {count // 1000} kB, {answer!r}, {memory_mb(table.pid):.0f} MB"
        )
    is_slow = statistics.median(among) > MEDIAN_MS or max(among) > WORST_MS
    if is_slow or held > MOST_MB or "431" not in answer:
        raise SystemExit(json.dumps({"slower or larger than the bounds": [max(among), held, answer]}))


if __name__ == "__main__":
    main()
