"""How long a store of many games, and a game of many entries, let the table wait; and what is written.

``python -m benchmarks.store [GAMES] [ENTRIES]``: 1,000 games of 400 entries without arguments.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

import msgspec

from companion.app.services import STORE
from companion.demo.scripted_player import ScriptedPlayer
from companion.journal import backup as storebackup, sqlite_file as storefile
from companion.journal.journal import Journal
from companion.journal.repair import find_damage, open_mended
from companion.journal.store import GameRow, Store
from companion.library.library import Library
from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.moment import CameraState
from companion.table.history import board_at, lines
from companion.table.requests import Submit, Undo
from companion.table.table import Table
from rules.kernel.game import new_game, play
from rules.kernel.messages import Command, Entry, NoteHand, Retracted, TurnEnded
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Seat
from vision.sightings import Observation

LONG = 10_000
SHORT = 100
BACK = 30  # entries that a long game goes back by when it is over, to go on otherwise
TRIES = 40
FIRST_PAGE = """
import sys
from pathlib import Path
from time import perf_counter, process_time
begun = perf_counter()
from companion.app import create_app, evening_of
from companion.library.settings import Settings

app = create_app(Settings(data=Path(sys.argv[1]), game="game-0000", voice=False, host="127.0.0.1"))
evening, client = evening_of(app), app.test_client()
codes = evening.door.codes
client.post("/join", json={"code": codes.join, "role": "both"}, base_url=evening.door.address)
page = client.get("/", base_url=evening.door.address)
evening.table.view(None)
print(page.status_code, perf_counter() - begun, process_time())
evening.close()
"""


def row_of(name: str) -> GameRow:
    """Return the line of a game called *name*."""
    return GameRow(id=name, scenario="learning", edition="second", started=1.0, version="0")


def log_of(ruleset: Ruleset, count: int, *, notes: int = 0) -> list[Entry]:
    """Return a log of *count* entries that the rules allow, with undos where the game was over.

    The first *notes* of them are notes of a hand, after which the game is as it was.
    """
    made: list[Entry] = []
    reached: list[tuple[int, Game]] = [(0, new_game(ruleset))]
    player = ScriptedPlayer(random.Random(1))
    for _ in range(notes):
        noted = NoteHand(seat=Seat.SOUTH, known=())
        game, decision = play(reached[-1][1], noted)
        assert isinstance(decision, tuple)
        made.append(_entry(len(made) + 1, noted, decision))
        reached.append((made[-1].seq, game))
    while len(made) < count:
        game = reached[-1][1]
        if game.state.winner is not None:
            del reached[-BACK:]
            made.append(_entry(len(made) + 1, None, (Retracted(to=reached[-1][0]),)))
            player = ScriptedPlayer(random.Random(len(made)))
            continue
        for command in player.next_commands(game):
            game, decision = play(game, command)
            assert isinstance(decision, tuple)
            made.append(_entry(len(made) + 1, command, decision))
            reached.append((made[-1].seq, game))
    return made[:count]


def _entry(seq: int, command: Command | None, events: tuple[object, ...]) -> Entry:
    return msgspec.convert(
        {"seq": seq, "at": float(seq), "by": "south", "frame": None, "command": command, "events": events},
        Entry,
    )


def fill(path: Path, games: int, log: list[Entry]) -> None:
    """Write *games* games, each with all of *log*, into the store *path* and its backup, row by row."""
    rows = [(entry.seq, msgspec.json.encode(entry)) for entry in log]
    with closing(storefile.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with storefile.transaction(connection):
            for number in range(games):
                row = msgspec.structs.astuple(row_of(f"game-{number:04}"))
                connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
                entries = ((row[0], seq, entry) for seq, entry in rows)
                connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", entries)
    storebackup.back_up(path)


def written() -> int:
    """Return how many bytes this process has had written to disks, 0 where the system does not say."""
    try:
        told = Path("/proc/self/io").read_text()
    except OSError:
        return 0
    return int(next(line.split()[1] for line in told.splitlines() if line.startswith("write_bytes")))


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long *what* takes, and how much of a processor."""
    begun, busy = time.perf_counter(), time.process_time()
    yield
    taken, busy = 1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - busy)
    print(f"{what:60} {taken:10.1f} ms, {busy:.1f} ms of a processor")


def turns(store: Store, ruleset: Ruleset) -> None:
    """Play a new game, and print what entries and turns' ends cost the thread that plays, and the disk."""
    journal, player = Journal(ruleset, store, row_of("new")), ScriptedPlayer(random.Random(2))
    taps, ends, before = list[float](), list[float](), written()
    while journal.game.state.winner is None:
        commands = player.next_commands(journal.game)
        begun = time.perf_counter()
        played = journal.record(commands, by="south")
        taken = 1000 * (time.perf_counter() - begun)
        assert isinstance(played, tuple)
        is_end = any(isinstance(event, TurnEnded) for one in played for event in one.entry.events)
        (ends if is_end else taps).append(taken)
    print(f"{'a tap, decided and on disk':60} {median(taps):10.1f} ms, at worst {max(taps):.1f}")
    print(f"{'the end of a turn':60} {median(ends):10.1f} ms, at worst {max(ends):.1f}")
    store._upkeep.close()
    amount = (written() - before) / 1e6
    print(f"{f'written for {journal.last} entries and {len(ends)} backups':60} {amount:10.1f} MB")


def many_games(folder: Path, ruleset: Ruleset, games: int, entries: int) -> None:
    """Print what a store with many games costs."""
    path = folder / STORE
    with timed(f"making {games} games of {entries} entries"):
        fill(path, games, log_of(ruleset, entries))
    print(f"{'the store':60} {path.stat().st_size / 1e6:10.1f} MB")
    taken, busy = first_page(folder)
    what = "the first page and view, modules loaded; no voice, no camera"
    print(f"{what:60} {1000 * taken:10.1f} ms, {1000 * busy:.1f} ms of a processor")
    with timed("opening the store"):
        store = Store(path)
    with timed("taking up the newest game"):
        row = store.games()[0]
        store.lock(row.id)
        Journal(ruleset, store, row)
    turns(store, ruleset)
    store.close()
    with timed("looking through all of it, which goes on beside the game"):
        find_damage(path, lambda: False)
    with timed("mending all of it, after damage"):
        open_mended(path, whole=True).connection.close()


def first_page(data: Path) -> tuple[float, float]:
    """Return how many seconds a new process takes to show a game of *data*, and of a processor."""
    told = subprocess.run(
        [sys.executable, "-c", FIRST_PAGE, str(data)], check=True, capture_output=True, text=True
    )
    status, taken, busy = told.stdout.split()
    assert status == "200"
    return float(taken), float(busy)


def one_game(ruleset: Ruleset, count: int) -> dict[str, float]:
    """Return in ms of a processor what things cost in a game of *count* entries, which end alike."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / STORE)
        row = row_of("long")
        store.take_in(row, log_of(ruleset, count, notes=count - SHORT))
        table = Table(ruleset, store, row, has_camera=True)
        try:
            return _costs(table)
        finally:
            table.close()
            store.close()


def _costs(table: Table) -> dict[str, float]:
    units = table.game.state.units.values()
    pieces = {str(unit.id): unit.at for unit in units if unit.at is not None}
    table.ask(CameraNews(CameraState.WATCHING))
    journal = table.journal

    def tap() -> None:
        table.ask(Submit(command=NoteHand(seat=Seat.NORTH, known=()), by="north"))

    def undo() -> None:
        table.ask(Undo(to=journal.before(journal.played[-1].entry.seq), by="south"))

    frames = iter(range(10**6))

    def look() -> None:
        table.ask(BoardSeen(observation=Observation(frame=next(frames), name=None, at=0.0, pieces=pieces)))

    def past() -> None:
        board_at(journal, journal.played[len(journal.played) // 2].entry.seq, None)
        lines(journal, count=40)

    look()
    return {
        "a tap": _middle(tap),
        "an undo": _middle(undo),
        "a picture": _middle(look),
        "a moment of the past, and a page of the log": _middle(past),
    }


def _middle(work: Callable[[], None]) -> float:
    taken = []
    for _ in range(TRIES):
        begun = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - begun))
    return median(taken)


def main(games: int = 1000, entries: int = 400) -> None:
    """Print every figure."""
    with tempfile.TemporaryDirectory() as folder:
        ruleset = Library(Path(folder)).ruleset("learning")
        many_games(Path(folder), ruleset, games, entries)
        short, long = one_game(ruleset, SHORT), one_game(ruleset, LONG)
    for what, cost in short.items():
        told = f"{what}, in a game of {SHORT} and of {LONG} entries"
        print(f"{told:60} {cost:10.1f} and {long[what]:.1f} ms of a processor")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
