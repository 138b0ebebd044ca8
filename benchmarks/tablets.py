"""From a tap on one tablet to the paint on another, in ms, with 24 tablets and then 200 onlookers as well.

``herald play`` runs in a process of its own.  One of the tablets is Chromium, whose page says
when the frame after the change was drawn; the others are connections that are read in one more
process, and so are the onlookers.  All share one clock and this machine's cores, which on a real
evening are spread over the tablets.  Where it has other things to do, as root:
``chrt -r 5 python -m benchmarks.tablets``.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from selenium import webdriver

from tests.companion.browser import Tablet, chromium, free_port

TABLETS, ONLOOKERS = 24, 200
ROUNDS = 60
BOUND = 100  # ms at the median
UNIT, HEXES = "citadel_guard-2", ("I4", "I3")
VIEW = re.compile(rb'event: view\ndata: \{"number":\d+,"seq":(\d+)')

EYE = """
const [unit] = arguments;
const spot = (hex) => document.querySelector(`[data-hex="${hex}"]`);
const where = () => ["I3", "I4"].find((hex) => spot(hex)?.dataset.unit === unit);
let last = where();
window.painted = [];
new MutationObserver(() => {
  const now = where();
  if (!now || now === last) return;
  last = now;
  requestAnimationFrame(() => requestAnimationFrame(() => window.painted.push(Date.now())));
}).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["data-unit"]});
"""


class Caller:
    """A tablet without a screen."""

    def __init__(self, port: int, code: str, role: str) -> None:
        self._port, self._cookie = port, ""
        joined = self._send("POST", "/join", {"code": code, "role": role, "name": "benchmark"})
        self._cookie = str(joined.getheader("Set-Cookie")).split(";")[0]

    def tap(self, address: str, message: object) -> dict[str, object]:
        """Return what the table answers."""
        answer: dict[str, object] = json.loads(self._send("POST", address, message).read())
        return answer

    def stream(self) -> socket.socket:
        """Return a connection to which the view comes."""
        opened = socket.create_connection(("127.0.0.1", self._port), timeout=30)
        host = f"127.0.0.1:{self._port}"
        opened.sendall(f"GET /events HTTP/1.1\r\nHost: {host}\r\nCookie: {self._cookie}\r\n\r\n".encode())
        if not opened.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL).endswith(b"200"):
            raise SystemExit("a device got no stream")
        return opened

    def _send(self, method: str, address: str, message: object) -> http.client.HTTPResponse:
        host = f"127.0.0.1:{self._port}"
        headers = {"Origin": f"http://{host}", "Content-Type": "application/json", "Cookie": self._cookie}
        asking = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        asking.request(method, address, json.dumps(message), headers)
        return asking.getresponse()


def look_on(port: int, code: str, role: str, count: int, pipe: Connection) -> None:
    """Read the streams of *count* devices until told to stop; then say when each got each entry: seq to s."""
    ears = selectors.DefaultSelector()
    for _ in range(count):
        ears.register(Caller(port, code, role).stream(), selectors.EVENT_READ, bytearray())
    arrived: dict[int, list[float]] = {}
    pipe.send("ready")
    while not pipe.poll():
        for key, _ in ears.select(0.5):
            assert isinstance(key.fileobj, socket.socket)
            part = key.fileobj.recv(1 << 18)
            if not part:
                raise SystemExit("a stream ended")
            key.data.extend(part)
            if key.data.endswith(b"\n\n\r\n"):
                for seq in VIEW.findall(bytes(key.data)):
                    arrived.setdefault(int(seq), []).append(time.time())
                key.data.clear()
    pipe.send(arrived)


@contextmanager
def looking_on(port: int, code: str, role: str, count: int) -> Iterator[Connection]:
    """Have *count* devices of *role* at the table, in a process of their own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=look_on, args=(port, code, role, count, there)
    )
    process.start()
    assert here.recv() == "ready"
    try:
        yield here
    finally:
        if process.exitcode is None:
            here.send("stop")
        process.join(timeout=10)


class Table(NamedTuple):
    """A table that runs: the code for players, the one for onlookers, and its process."""

    join: str
    watch: str
    pid: int


@contextmanager
def playing(folder: str, port: int, camera: str | None) -> Iterator[Table]:
    """Run ``herald play``; yield how to come in."""
    sight = ["--no-camera"] if camera is None else ["--camera", camera]
    words = [
        "play",
        "--data",
        folder,
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-voice",
        "--scenario",
        "learning",
        *sight,
    ]
    program = "from companion.cli import main; main()"
    herald = subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True)
    assert herald.stdout is not None
    told = ""
    while "/watch/" not in told and (line := herald.stdout.readline()):
        told += line
    try:
        yield Table(told.split("/join/")[1][:6], told.split("/watch/")[1][:6], herald.pid)
    finally:
        herald.terminate()
        herald.wait(timeout=20)


def rounds(player: Caller, driver: webdriver.Chrome, seq: int) -> dict[int, tuple[float, float, float]]:
    """Tap ROUNDS times; return for each entry when it was tapped, answered and painted, in seconds."""
    taps = {}
    for each in range(ROUNDS):
        command = {"do": "correct_unit", "unit": UNIT, "at": HEXES[each % 2], "figures": 3}
        driver.execute_script("window.painted = []")
        start = time.time()
        answer = player.tap("/do", {"seen": seq, "command": command})
        answered = time.time()
        if not answer.get("ok"):
            raise SystemExit(f"a tap was refused: {answer}")
        seq = int(str(answer["seq"]))
        time.sleep(0.15 + 0.013 * (each % 7))
        while not (paints := driver.execute_script("return window.painted")):
            if time.time() - start > 10:
                raise SystemExit("a tap was not painted")
            time.sleep(0.05)
        taps[seq] = start, answered, paints[0] / 1000
    return taps


def told(what: str, ms: Sequence[float]) -> str:
    """Return median, 95 % and worst of *ms* as a line."""
    ordered = sorted(ms)
    high = ordered[int(0.95 * (len(ordered) - 1))]
    return f"  {what}: median {statistics.median(ordered):.0f} ms, 95 % {high:.0f}, worst {ordered[-1]:.0f}"


def measured(
    driver: webdriver.Chrome, player: Caller, crowds: dict[str, Connection], seq: int
) -> tuple[int, float]:
    """Tap, and print when all had it; return the newest entry, and the median of the paints."""
    taps = rounds(player, driver, seq)
    paints = [1000 * (painted - start) for start, _, painted in taps.values()]
    print(told("tap to paint in Chromium", paints))
    print(told("tap to answer", [1000 * (answered - start) for start, answered, _ in taps.values()]))
    for name, pipe in crowds.items():
        pipe.send("stop")
        arrived = pipe.recv()
        waits = [1000 * (at - taps[each][0]) for each in taps for at in arrived.get(each, ())]
        print(told(f"tap to the view at {name}", waits))
    print(f"  load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return max(taps), statistics.median(paints)


def main() -> None:
    """Measure with tablets alone, then with onlookers."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--camera", help="what 'herald play' is to look at meanwhile; by default nothing")
    camera = asked.parse_args().camera
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        playing(folder, port, camera) as (join, watch, _),
        chromium() as driver,
    ):
        player = Caller(port, join, "both")
        tablet = Tablet(driver, port)
        tablet.shape("1280x800")
        tablet.join(join)
        driver.execute_script(EYE, UNIT)
        others = TABLETS - 1
        print(f"{TABLETS} tablets:")
        with looking_on(port, join, "both", others) as tablets:
            seq, alone = measured(driver, player, {f"the {others} others": tablets}, 0)
        print(f"{TABLETS} tablets and {ONLOOKERS} onlookers:")
        with (
            looking_on(port, join, "both", others) as tablets,
            looking_on(port, watch, "watch", ONLOOKERS) as crowd,
        ):
            crowds = {f"the {others} others": tablets, f"{ONLOOKERS} onlookers": crowd}
            _, crowded = measured(driver, player, crowds, seq)
    if max(alone, crowded) > BOUND:
        raise SystemExit("slower than the bound")


if __name__ == "__main__":
    main()
