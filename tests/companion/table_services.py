"""A table with its store, and a camera whose observations a test makes up."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.journal.store import GameRow, Store
from companion.library.library import Library
from companion.reconcile.camera_reports import BoardSeen
from companion.table.requests import Submit
from companion.table.table import RequestResult, Table
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Command,
    Event,
    PlaceBanner,
    PlayCard,
    StartGame,
)
from rules.kernel.values import CardId, UnitId
from tests.companion.sent_view import sent_view
from vision.sightings import DieSeen, Observation

BH4, CG4, BH3 = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4"), UnitId("blood_harvesters-3")
SET_UP: tuple[Command, ...] = (*(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")), StartGame())
LINE_ADVANCE = PlayCard(card=CardId("line_advance"))
ROW = GameRow(id="g", scenario="learning", edition="second", started=0.0, version="0")


class Services:
    """A table with its store, and a camera whose observations the test makes up."""

    def __init__(self, folder: Path, *, has_camera: bool = True, row: GameRow = ROW) -> None:
        self.store = Store(folder / "games.sqlite")
        ruleset = Library(folder).ruleset(row.scenario)
        self.table = Table(ruleset, self.store, row, has_camera=has_camera, clock=lambda: 1000.0)
        self.heard: list[Event] = []
        self.warned: list[str] = []
        self.table.listen(lambda events, game: self.heard.extend(events), self.warned.append)
        self._frame = 0
        self._roll = 0
        self._dice: tuple[DieSeen, ...] = ()

    def begin(self, *more: Command) -> None:
        for command in (*SET_UP, *more):
            self.say(command)

    def say(self, command: Command) -> RequestResult:
        result = self.table.ask(Submit(command=command, by="south"))
        assert result.seq is not None, result.sentence
        return result

    def throw(self, *faces: str, confidence: float = 0.9, trouble: str = "") -> None:
        """Let dice come to rest, the last with *trouble*; they are seen from the next look on."""
        self._roll += 1
        self._dice = tuple(
            DieSeen(
                face=face,
                at_mm=(800.0 + 30 * place, 200.0 + 9 * self._roll),
                confidence=confidence,
                trouble=trouble if place == len(faces) - 1 else "",
            )
            for place, face in enumerate(faces)
        )

    def look(self, *missing: UnitId, **moved: str) -> None:
        """See every unit where the journal has it, but the *moved* ones elsewhere and the *missing* not."""
        self.see({name: at for name, at in self._places(moved).items() if name not in missing})

    def _places(self, moved: Mapping[str, str]) -> dict[str, Hex]:
        units = self.table.journal.game.state.units
        at: dict[str, Hex] = {name: unit.at for name, unit in units.items() if unit.at is not None}
        return at | {f"{name[:-1].rstrip('_')}-{name[-1]}": Hex(place) for name, place in moved.items()}

    def see(self, pieces: Mapping[str, Hex], *beside: str, carried: Mapping[str, int] | None = None) -> None:
        """See *pieces* in their hexes, and others *beside* the board, so often *carried* elsewhere there."""
        self._frame += 1
        self.table.ask(
            BoardSeen(
                observation=Observation(
                    frame=self._frame,
                    name=None,
                    at=float(self._frame),
                    pieces=dict(pieces),
                    dice=self._dice,
                    fresh=self._dice,
                    roll=self._roll,
                    beside=beside,
                    carried=dict(carried or {}),
                )
            )
        )

    @property
    def view(self) -> dict[str, Any]:
        return sent_view(self.table)

    @property
    def state(self) -> str:
        state: str = self.view["table"]["state"]
        return state

    def at(self, unit: UnitId) -> Hex | None:
        return self.table.game.state.units[unit].at

    def commands(self) -> list[Command]:
        return [entry.command for entry in self.table.journal.entries if entry.command is not None]

    def close(self) -> None:
        self.table.close()
        self.store.close()
