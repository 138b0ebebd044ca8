"""The learning scenario plays itself: hands, tags and dice on a simulated table, seen by the real eyes.

A scripted player plays a shadow game and acts it out.  The table is told only
what no camera can see (a card, an attack, a choice); everything else must be
understood from the pictures.  At the end both logs must be equal.
"""

import time
from collections.abc import Callable, Iterator
from random import Random

import cv2

from companion.camera.recording import FrameRecorder
from companion.camera.watch import Watch
from companion.demo.editions import SHOWN
from companion.demo.scripted_player import ScriptedPlayer
from companion.reconcile.moment import Moment, TableState
from companion.reconcile.sightings.laid_tags import BANNER
from companion.table.requests import Submit
from companion.table.table import Table
from companion.words.translator import player_in_log
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Command,
    Event,
    Move,
    Order,
    OverWait,
    PlaceBanner,
    Refusal,
    Roll,
    StartGame,
)
from rules.kernel.state import Unit
from rules.kernel.values import Seat
from vision.simulate.table import SimulatedTable

TIMEOUT = 60
"""After so many pictures without the expected conclusion, a gesture counts as not understood."""

MOST_COMMANDS = 5000
BETWEEN_S = 2.0
"""What people take from one act to the next, by the camera's clock; hands without a pause are a flicker."""

HAND_FRAMES = 2
SHAKING_FRAMES = 5
"""How long the dice are in the hand: the tray is seen to be empty meanwhile."""

MOST_THROWS, DOUBTED_FRAMES = 3, 15
"""How often dice are thrown that nobody can read, and after how many pictures that is plain."""

COLOURS = {Seat.SOUTH: "blue", Seat.NORTH: "red"}
"""Of each camp's figures."""


class DemoError(Exception):
    """The pictures were not understood as they were meant: says what was done and what was made of it."""


class DemoPace:
    """How fast people see it: *frame* seconds a picture, *thought* seconds before something is told."""

    def __init__(self, *, frame: float = 0.0, thought: float = 0.0) -> None:
        self.frame, self.thought = frame, thought


class Demo:
    """One game played over *simulated*, watched by *watch*, told to *table*."""

    def __init__(
        self,
        table: Table,
        watch: Watch,
        simulated: SimulatedTable,
        *,
        seed: int,
        pace: DemoPace | None = None,
        recorder: FrameRecorder | None = None,
    ) -> None:
        self._table, self._watch, self._simulated = table, watch, simulated
        table.mark_demo()
        self._random = Random(seed)
        self._player = ScriptedPlayer(Random(seed + 1))
        self._pace = pace or DemoPace()
        self._recorder = recorder
        self._shadow = table.journal.start
        self._events: list[Event] = []
        self._commands = 0
        self.stopped = False
        if recorder is not None:
            watch.on_settled = lambda *_: self._record(recorder)

    @property
    def shadow(self) -> Game:
        """Return the game as the script has it."""
        return self._shadow

    def play(self) -> Game:
        """Play to the end and return the final game.  Raises DemoError where anything is misunderstood."""
        cv2.setNumThreads(1)  # as the watch does that looks by itself
        self._lay_out()
        while not isinstance(self._shadow.state.waits[-1], OverWait) and not self.stopped:
            if self._commands > MOST_COMMANDS:
                raise DemoError("the scripted game does not come to an end")
            self._act(self._player.next_commands(self._shadow))
        if self._recorder is not None:
            self._recorder.close()
        self._compare()
        return self._table.game

    def _record(self, recorder: FrameRecorder) -> None:
        """Keep all of what is on the table, also where two cameras see but a half each."""
        assert self._simulated.newest is not None
        recorder.picture(self._simulated.newest)

    def _lay_out(self) -> None:
        for unit in self._shadow.state.units.values():
            assert unit.at is not None
            self._simulated.figures(unit.id, unit.figures, COLOURS[unit.seat.camp])
            self._simulated.place(unit.id, unit.at)
        self._look(3)

    def _act(self, commands: tuple[Command, ...]) -> None:
        """Do *commands* with hands where hands do it, and tell the rest; then put the table in order."""
        before = self._shadow
        self._decide(commands)
        self._simulated.let_pass(BETWEEN_S)
        match commands[-1]:
            case PlaceBanner(at=at):
                self._lay_banner(at)
            case Roll(faces=faces):
                self._throw_until_read(faces)
            case Move(unit=unit, to=to):
                self._submit(tuple(each for each in commands if isinstance(each, Order) and each.paid))
                self._carry(before.state.units[unit], to)
            case Advance(to=to) if moved := next(self._moved(before), None):
                self._carry(before.state.units[moved.id], to)
            case StartGame():
                self._take_banner_tags()
                self._submit(commands)
            case last if not self._is_shown(before, last):
                self._submit(commands)
        if not self._is_shown(before, commands[-1]):  # what is shown is seen only when it has been done
            self._look_until(self._has_all, commands)
        self._follow(before)
        self._wait_until_in_step(commands)

    def _decide(self, commands: tuple[Command, ...]) -> None:
        for command in commands:
            self._shadow, decision = play(self._shadow, command)
            if isinstance(decision, Refusal):
                raise DemoError(f"the script asked for what the rules refuse: {command} ({decision})")
            self._events += decision
            self._commands += 1

    def _submit(self, commands: tuple[Command, ...]) -> None:
        time.sleep(self._pace.thought)
        by = player_in_log(self._table.game.state.active)
        for command in commands:
            if self._recorder is not None:
                self._recorder.told(command)
            result = self._table.ask(Submit(command=command, by=by))
            if result.seq is None:
                raise DemoError(f"the table refused {command}: {result.sentence}")

    def _moved(self, before: Game) -> Iterator[Unit]:
        """Yield the units that stand elsewhere than in *before*."""
        for name, unit in self._shadow.state.units.items():
            if name not in before.state.units or unit.at != before.state.units[name].at:
                yield unit

    def _follow(self, before: Game) -> None:
        """Do by hand what the rules ask for: retreats, figures and units taken from the board."""
        if any(True for _ in self._moved(before)):
            self._look(1)
        pieces = self._simulated.pieces
        for unit in sorted(self._shadow.state.units.values(), key=lambda unit: unit.at is not None):
            known = before.state.units.get(unit.id)
            if (known is None or unit.figures != known.figures) and unit.at is not None:
                self._simulated.figures(unit.id, unit.figures, COLOURS[unit.seat.camp])
            if unit.at is None and unit.id in pieces:
                self._reach(unit.seat, pieces[unit.id])
                self._simulated.remove(unit.id)
                self._withdraw()
            elif unit.at is not None and pieces.get(unit.id) != unit.at:
                self._carry(unit, unit.at)

    def _carry(self, unit: Unit, to: Hex) -> None:
        start = self._simulated.pieces.get(unit.id)
        if start is not None:
            self._reach(unit.seat, start)
        self._simulated.place(unit.id, to)
        self._reach(unit.seat, to)
        self._withdraw()

    def _reach(self, seat: Seat, over: Hex) -> None:
        self._simulated.hand(over, north=not seat.is_south)
        self._look(HAND_FRAMES)

    def _withdraw(self) -> None:
        self._simulated.hand(None)

    def _throw_until_read(self, faces: tuple[str, ...]) -> None:
        """Throw *faces*; where the table doubts how a die lies, throw them again, as it asks for."""
        for _ in range(MOST_THROWS):
            self._throw(faces)
            for _ in range(DOUBTED_FRAMES):
                self._look(1)
                if self._has_all():
                    return

    def _throw(self, faces: tuple[str, ...]) -> None:
        self._simulated.hand(tray=True)
        self._look(1)
        self._simulated.clear_tray()
        self._withdraw()
        self._look(SHAKING_FRAMES)
        self._simulated.hand(tray=True)
        self._look(1)
        self._simulated.roll(faces)
        self._withdraw()

    def _lay_banner(self, at: Hex) -> None:
        piece = f"{BANNER}{len(self._shadow.state.banners)}"
        self._reach(Seat.SOUTH, at)
        self._simulated.figures(piece, 0)
        self._simulated.place(piece, at)
        self._withdraw()

    def _take_banner_tags(self) -> None:
        """The markers themselves go on lying there; their tags would be in the units' way."""
        for piece, at in list(self._simulated.pieces.items()):
            if piece.startswith(BANNER):
                self._reach(Seat.SOUTH, at)
                self._simulated.remove(piece)
                self._withdraw()

    def _is_shown(self, before: Game, command: Command) -> bool:
        """Return whether *command* is told by where a unit stands after it."""
        is_shown = SHOWN.get(type(command))
        return is_shown is not None and is_shown(before, command, self._shadow)

    def _has_all(self) -> bool:
        return len(self._table.journal.entries) >= self._commands

    def _wait_until_in_step(self, commands: tuple[Command, ...]) -> None:
        """Look until the table finds every piece where it should be."""
        self._look_until(lambda: self._has_all() and self._table.moment.state is TableState.IN_STEP, commands)
        if self._table.game.state != self._shadow.state:
            raise DemoError(
                f"misunderstood: {commands}; made of it: {self._table.journal.entries[-1].command}"
            )

    def _look_until(self, is_so: Callable[[], bool], commands: tuple[Command, ...]) -> None:
        for _ in range(TIMEOUT):
            if is_so():
                return
            self._look(1)
        moment = self._table.moment
        raise DemoError(f"not understood: {commands}; the table says {moment.text}, {moment.question}")

    def _look(self, count: int) -> None:
        for _ in range(count):
            started = time.monotonic()
            self._watch.step()
            self._heed(self._table.moment)
            time.sleep(max(0.0, self._pace.frame - (time.monotonic() - started)))

    def _heed(self, moment: Moment) -> None:
        """Raise DemoError where the table complains of the camera."""
        if moment.state is TableState.CAMERA_LOST:
            raise DemoError(f"the table finds fault with good pictures: {moment.text}")

    def _compare(self) -> None:
        """Raise DemoError at the first event that differs from the script's."""
        stored = [event for entry in self._table.journal.entries for event in entry.events]
        for number, (had, wanted) in enumerate(zip(stored, self._events, strict=False)):
            if had != wanted:
                raise DemoError(f"event {number} is {had}, the script has {wanted}")
        if len(stored) != len(self._events) and not self.stopped:
            raise DemoError(f"{len(stored)} events are stored, the script has {len(self._events)}")
