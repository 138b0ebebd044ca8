"""From the picture in which the table has come to rest to the event on the screens: pictures and ms.

Units move on a simulated table; pictures go through the real eyes, referee,
rules and store (with its syncing to disk), and a subscriber waits as a tablet
would.  The settling window is three pictures; the bound is three more.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.demo.demo import Demo
from companion.library.settings import Settings
from companion.table.requests import Submit
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceBanner, PlayCard, StartGame
from rules.kernel.values import CardId

WINDOW, BOUND = 3, 6
ROUNDS = 12
UNITS = ("blood_harvesters-3", "blood_harvesters-4", "blood_harvesters-5")
HEXES = ("D5", "F5", "H5")


def laid_out(folder: Path, seed: int) -> Services:
    """Return a table with the learning scenario begun, Line Advance played, and every tag in its place."""
    services = services_of(create_app(Settings(data=folder, camera="simulated", voice=False), seed=seed))
    assert services.simulated is not None
    assert services.watch is not None
    for name, unit in services.table.game.state.units.items():
        assert unit.at is not None
        services.simulated.place(name, unit.at)
    banners = [PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")]
    for command in (*banners, StartGame(), PlayCard(card=CardId("line_advance"))):
        services.table.ask(Submit(command=command, by="benchmark"))
    for _ in range(6):
        services.watch.step()
    return services


def one_move(services: Services, unit: str, to: str) -> tuple[int, float, list[float]]:
    """Move *unit*; return pictures and ms until a screen shows it, and the ms of each picture's look."""
    assert services.simulated is not None
    assert services.watch is not None
    screen = services.table.subscribe()
    services.simulated.hand(Hex(to), north=True)
    services.watch.step()
    services.simulated.place(unit, Hex(to))
    services.simulated.hand(None)
    last = services.table.journal.last
    looks: list[float] = []
    spent = 0.0
    for count in range(1, 30):
        frame = services.watch.source.read()
        assert frame is not None
        start = time.perf_counter()
        services.watch.look(frame)
        while screen.get(timeout=0) is not None:
            pass
        looks.append((time.perf_counter() - start) * 1000)
        spent += looks[-1]
        if services.table.moment.seq > last:
            return count, spent, looks
    raise SystemExit(f"the move of {unit} to {to} was not understood")


def main() -> None:
    """Measure and print."""
    counts, spent, looks = list[int](), list[float](), list[float]()
    for seed in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            services = laid_out(Path(folder), seed)
            count, ms, each = one_move(services, UNITS[seed % 3], HEXES[seed % 3])
            counts.append(count)
            spent.append(ms)
            looks += each
            services.close()
    print(f"pictures from rest to event: {min(counts)} to {max(counts)} (window {WINDOW}, bound {BOUND})")
    print(f"work in them: median {statistics.median(spent):.0f} ms, most {max(spent):.0f} ms")
    print(f"one picture: median {statistics.median(looks):.1f} ms, most {max(looks):.1f} ms")
    with tempfile.TemporaryDirectory() as folder:
        services = services_of(
            create_app(Settings(data=Path(folder), camera="simulated", voice=False), seed=1)
        )
        assert services.simulated is not None
        assert services.watch is not None
        start = time.perf_counter()
        game = Demo(services.table, services.watch, services.simulated, seed=1).play()
        seconds, entries = time.perf_counter() - start, services.table.journal.last
        print(f"a whole demo game: {game.state.turn} turns, {entries} entries in {seconds:.0f} s")
        services.close()
    if max(counts) > BOUND:
        raise SystemExit("slower than the bound")


if __name__ == "__main__":
    main()
