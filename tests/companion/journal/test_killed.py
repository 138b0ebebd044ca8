"""A running game that is killed at any moment loses nothing that its screens had been told."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from companion.app.services import open_store
from companion.demo.scripted_player import ScriptedPlayer
from companion.journal.store import GameRow
from companion.library.library import Library
from companion.table.requests import Submit, Undo
from companion.table.table import Table
from rules.kernel import messages as m
from rules.kernel.replay import fold
from rules.kernel.state import State
from rules.kernel.values import Step
from rules.second import messages as second
from tests.companion.sent_view import sent_view
from tests.rules.playing import PACK
from tests.rules.setting_up import next_piece
from tests.shares import share

SET_UP = {
    "scenario_cards": second.ScenarioCardsWait,
    "terrain": second.TerrainWait,
    "fords": second.FordWait,
    "muster": second.MusterWait,
    "deployment": m.SetUpWait,
}
"""The steps in which a battle is set up, by what is waited for."""


def open_table(data: Path, step: str) -> Table:
    """Open the one game in *data*: a battle in the set-up *step*, or the learning scenario ("")."""
    scenario = "battle" if step else "learning"
    for name, text in PACK.items() if step else ():
        pack = Library(data).pack_folder("second") / "group" / f"{name}.toml"
        pack.parent.mkdir(parents=True, exist_ok=True)
        pack.write_text(text, encoding="utf-8")
    row = GameRow(id="g", scenario=scenario, edition="second", started=0.0, version="0")
    return Table(Library(data).ruleset(scenario), open_store(data), row)


def digest(state: State) -> str:
    """Return a short word for everything that *state* holds."""
    return sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def play_for_ever(data: Path, step: str) -> None:
    """Play, and say what a subscribed screen is shown: what a killed process runs."""
    table = open_table(data, step)
    moves = set_up_for_ever(table, step) if step else battle_for_ever(table)
    screen = table.subscribe()
    for command in moves:
        here = not step or isinstance(table.game.state.wait, SET_UP[step])
        assert table.ask(Submit(command=command, by="south")).seq is not None
        assert screen.get(timeout=60) is not None
        sys.stdout.write(f"{sent_view(table)['seq']} {digest(table.game.state)} {here}\n")
        sys.stdout.flush()


def battle_for_ever(table: Table) -> Iterator[m.Command]:
    """Yield one game after the other, each begun by taking back the one before."""
    player = ScriptedPlayer(random.Random(1))
    while True:
        if isinstance(table.game.state.waits[-1], m.OverWait):
            table.ask(Undo(to=0, by="south"))
            player = ScriptedPlayer(random.Random(1))
        yield from player.next_commands(table.game)


def set_up_for_ever(table: Table, step: str) -> Iterator[m.Command]:
    """Yield what sets a battle up as far as *step*, which is gone through again and again."""
    chance, kind = random.Random(len(table.journal.entries)), SET_UP[step]
    order = list(SET_UP.values())
    while True:
        wait = table.game.state.wait
        is_later = wait is not None and type(wait) in order[order.index(kind) + 1 :]
        if is_later or table.game.state.step is not Step.SET_UP:
            places = [one.entry.seq for one in table.journal.played if isinstance(one.game.state.wait, kind)]
            table.ask(Undo(to=chance.choice(places or [0]), by="south"))
        yield next_piece(table.game, chance)


def kill(data: Path, times: int, luck: random.Random, step: str = "") -> None:
    """Kill a game in *data* so many *times*, in *step*, and check that all it had said is there."""
    for _ in range(times):
        game = subprocess.Popen([sys.executable, __file__, str(data), step], stdout=subprocess.PIPE)
        assert game.stdout is not None
        shown, left = list[bytes](), luck.randrange(1, 40)
        while left:
            shown.append(game.stdout.readline())
            assert shown[-1], "the game ended by itself"
            left -= shown[-1].endswith(b"True\n")
        game.send_signal(signal.SIGKILL)
        shown += game.stdout.read().splitlines(keepends=True)
        game.wait()
        game.stdout.close()
        seen = dict(line.decode().split()[:2] for line in shown if line.endswith(b"\n"))
        table = open_table(data, step)
        assert sent_view(table)["notices"] == []
        entries = table.journal.entries
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert len(entries) >= max(map(int, seen))
        for seq, position in seen.items():
            assert digest(fold(table.journal.start.state, entries[: int(seq)])) == position
        assert fold(table.journal.start.state, entries) == table.game.state
        table.close()


@pytest.mark.parametrize("times", share((3, 8), 3, journeys=()))
def test_a_killed_game_goes_on_with_everything_its_screens_were_shown(tmp_path: Path, times: int) -> None:
    kill(tmp_path, times, random.Random(6))


@pytest.mark.parametrize("step", share(SET_UP, "deployment", "muster"))
def test_a_battle_killed_while_it_is_set_up_goes_on_there(tmp_path: Path, step: str) -> None:
    kill(tmp_path, 1, random.Random(8), step)


@pytest.mark.long
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kill(tmp_path, 100, random.Random(7))


@pytest.mark.long
@pytest.mark.parametrize("step", SET_UP)
def test_twenty_kills_in_each_step_of_a_set_up_lose_nothing(tmp_path: Path, step: str) -> None:
    kill(tmp_path, 20, random.Random(9), step)


if __name__ == "__main__":
    play_for_ever(Path(sys.argv[1]), sys.argv[2])
