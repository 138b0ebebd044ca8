"""How the table's page comes to a cheap tablet: bytes of the first load, ms to first paint and to the board.

Chromium is slowed down to a cheap tablet on a middling network: a quarter of the processor, 10 Mbit/s, and
40 ms from question to answer.  The bytes are of all answers with their headers.
"""

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from selenium import webdriver

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.companion.browser import Tablet, chromium, free_port, served_world
from tests.companion.dashboard_world import World
from tests.companion.first_load import first_load

ROUNDS = 7
SLOWDOWN = 4
NETWORK = {
    "offline": False,
    "latency": 40,
    "downloadThroughput": 10_000_000 / 8,
    "uploadThroughput": 10_000_000 / 8,
}
BOUND_BYTES, BOUND_MS = 200_000, 600
PAINT = (
    "const done = arguments[0];"
    "const look = () => {"
    " const [paint] = performance.getEntriesByName('first-contentful-paint');"
    " if (paint && document.querySelector('#board svg')) done([paint.startTime, performance.now()]);"
    " else setTimeout(look, 5); }; look();"
)


def cold(driver: webdriver.Chrome, *, slow: bool) -> None:
    """Forget what was loaded, and be a cheap tablet where it is *slow*."""
    rate = SLOWDOWN if slow else 1
    none = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", NETWORK if slow else none)
    driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": rate})


def measured(tablet: Tablet) -> tuple[float, float]:
    """Return the ms to the first paint with something on it, and those to the board."""
    driver = tablet.driver
    driver.get("about:blank")
    cold(driver, slow=True)
    driver.get(tablet.home)
    painted, board = driver.execute_async_script(PAINT)
    cold(driver, slow=False)
    return float(painted), float(board)


def weighed(world: World) -> int:
    """Return the bytes of all answers of a first load."""
    return sum(first_load(world.device("both")).values())


def main() -> None:
    """Measure and print; stop with 1 where a bound is passed."""
    with tempfile.TemporaryDirectory() as data, chromium() as driver:
        port = free_port()
        tablet = Tablet(driver, port)
        tablet.shape("1280x800")
        with served_world(Path(data), port=port) as world:
            world.start()
            tablet.join(world.access.codes.join)
            rounds = [measured(tablet) for _ in range(ROUNDS)]
            driver.get("about:blank")
            size = weighed(world)  # over a server of its own, which would have kept the others' views waiting
    painted, board = (statistics.median(each) for each in zip(*rounds, strict=True))
    found: dict[str, Any] = {
        "bytes": size,
        "first paint, ms": round(painted),
        "quickest, ms": round(min(each for each, _ in rounds)),
        "board, ms": round(board),
    }
    print(json.dumps(found))
    if size >= BOUND_BYTES or painted >= BOUND_MS:
        raise SystemExit(f"at most {BOUND_BYTES} bytes and {BOUND_MS} ms to the first paint are allowed")


if __name__ == "__main__":
    main()
