"""A running game that is killed at any moment loses nothing that its screens had been told."""

import random
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from companion.evening import open_store
from companion.library import Library
from companion.scripted import ScriptedPlayer
from companion.store import GameRow
from companion.table import Table
from rules.messages import OverWait
from rules.replay import fold
from rules.state import State

ROW = GameRow(id="g", scenario="learning", edition="second", started=0.0, version="0")


def open_table(data: Path) -> Table:
    return Table(Library(data).ruleset("learning"), open_store(data), ROW)


def digest(state: State) -> str:
    """Return a short word for everything that *state* holds."""
    return sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def play_for_ever(data: Path) -> None:
    """Play, and say what a subscribed screen is shown: what a killed process runs."""
    table, player = open_table(data), ScriptedPlayer(random.Random(1))
    screen = table.subscribe()
    while True:
        if isinstance(table.game.state.waits[-1], OverWait):
            table.undo(to=0, by="south")
            player = ScriptedPlayer(random.Random(1))
        for command in player.next_commands(table.game):
            assert table.submit(command, by="south").seq is not None
            assert screen.get(timeout=60) is not None
            sys.stdout.write(f"{table.snapshot(None)['seq']} {digest(table.game.state)}\n")
            sys.stdout.flush()


def kill(data: Path, times: int, luck: random.Random) -> None:
    for _ in range(times):
        game = subprocess.Popen([sys.executable, __file__, str(data)], stdout=subprocess.PIPE)
        assert game.stdout is not None
        shown = [game.stdout.readline() for _ in range(luck.randrange(1, 40))]
        game.send_signal(signal.SIGKILL)
        shown += game.stdout.read().splitlines(keepends=True)
        game.wait()
        game.stdout.close()
        seen = dict(line.decode().split() for line in shown if line.endswith(b"\n"))
        table = open_table(data)
        entries = table.books.entries
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= max(map(int, seen))
        for seq, position in seen.items():
            assert digest(fold(table.books.start.state, entries[: int(seq)])) == position
        assert fold(table.books.start.state, entries) == table.game.state
        table.close()


def test_a_killed_game_goes_on_with_everything_its_screens_were_shown(tmp_path: Path) -> None:
    kill(tmp_path, 8, random.Random(6))


@pytest.mark.long
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kill(tmp_path, 100, random.Random(7))


if __name__ == "__main__":
    play_for_ever(Path(sys.argv[1]))
