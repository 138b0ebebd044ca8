"""Demonstrations of the First Edition seen by eyes that err in nothing: what the referee makes of them.

No picture is drawn, so twenty whole games of each adventure take minutes rather than hours.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest

from companion.app import create_app, services_of
from companion.camera.watch import Watch
from companion.demo.demo import Demo
from companion.library.settings import Settings
from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.moment import CameraState
from companion.table.table import Table
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from vision.sightings import DieSeen, Observation
from vision.simulate.table import SimulatedTable

LARGE_ARMS = ("three_fronts.call_to_arms", "three_fronts.call_to_arms.reluctant_allies")
ADVENTURES = (
    "border_watch",
    "first_steps",
    "war_council",
    "border_watch.medieval_lore",
    "three_fronts",
    "three_fronts.reluctant_allies",
    "high_council",
    *LARGE_ARMS,
)


class HandledTable:
    """Pieces and dice as hands leave them, in place of the simulated table's pictures."""

    def __init__(self) -> None:
        self.pieces: dict[str, Hex] = {}
        self.dice: tuple[DieSeen, ...] = ()
        self.rolls = 0
        self.is_covered = False

    def figures(self, piece: str, count: int, colour: str = "blue") -> None:
        """Change nothing: eyes see tags, not figures."""

    def place(self, piece: str, at: Hex) -> None:
        self.pieces[piece] = at

    def remove(self, piece: str) -> None:
        del self.pieces[piece]

    def hand(self, over: Hex | None = None, *, tray: bool = False, north: bool = False) -> None:
        self.is_covered = over is not None or tray

    def let_pass(self, seconds: float) -> None:
        """Change nothing: these eyes count looks, not time."""

    def clear_tray(self) -> None:
        self.dice = ()

    def roll(self, faces: Sequence[str]) -> None:
        self.rolls += 1
        self.dice = tuple(
            DieSeen(face=face, at_mm=(20.0 * place, 10.0 * self.rolls), confidence=1.0)
            for place, face in enumerate(faces)
        )


class PerfectEyes:
    """Reports *handled* to *table* whenever no hand is over it and something lies otherwise."""

    def __init__(self, table: Table, handled: HandledTable) -> None:
        self._table, self._handled = table, handled
        self._looks = 0
        self._told: object = None

    def step(self) -> None:
        """Look once."""
        self._looks += 1
        handled = self._handled
        self._table.ask(
            CameraNews(CameraState.SETTLING if handled.is_covered else CameraState.WATCHING, "", "")
        )
        lies = (dict(handled.pieces), handled.dice)
        if handled.is_covered or lies == self._told:
            return
        self._told = lies
        observation = Observation(
            frame=self._looks,
            name=None,
            at=float(self._looks),
            pieces=lies[0],
            dice=handled.dice,
            fresh=handled.dice,
            roll=handled.rolls,
        )
        self._table.ask(BoardSeen(observation=observation))


def play(folder: Path, scenario: str, seed: int, *, turns: int | None = None) -> Game:
    """Play a demonstration, which compares itself to its script; return how it ended."""
    settings = Settings(data=folder, camera=None, voice=False, scenario=scenario)
    services = services_of(create_app(settings, seed=seed))
    try:
        handled = HandledTable()
        eyes = cast(Watch, PerfectEyes(services.table, handled))
        demo = Demo(services.table, eyes, cast(SimulatedTable, handled), seed=seed)
        services.table.listen(_stopper(demo, turns))
        return demo.play()
    finally:
        services.close()


def _stopper(demo: Demo, turns: int | None) -> Callable[[object, Game], None]:
    def stop(_: object, now: Game) -> None:
        demo.stopped = turns is not None and now.state.turn > turns

    return stop


def test_two_turns_of_an_adventure_with_councils_equal_their_script(tmp_path: Path) -> None:
    assert play(tmp_path, "war_council", 1, turns=2).state.turn == 3


def test_a_turn_of_an_adventure_for_four_equals_its_script(tmp_path: Path) -> None:
    assert len(play(tmp_path, "three_fronts.reluctant_allies", 1, turns=1).state.sides) == 4


@pytest.mark.journey
@pytest.mark.parametrize("scenario", LARGE_ARMS)
def test_armies_from_secret_cards_on_the_large_board_equal_their_script(
    tmp_path: Path, scenario: str
) -> None:
    assert play(tmp_path, scenario, 1, turns=1).state.turn == 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("scenario", ADVENTURES)
def test_twenty_games_of_each_adventure_equal_their_scripts(tmp_path: Path, scenario: str, seed: int) -> None:
    assert play(tmp_path, scenario, seed).state.winner is not None
