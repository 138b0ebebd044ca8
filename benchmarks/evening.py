"""How often an evening's people must correct what the camera read: taps a game, over whole games of pictures.

    python -m benchmarks.evening --games 200

Each game is the demo's, played through the whole table in a room of its own: hands that only point, twice a
turn; a camera that is bumped once; figures against a third of the tags; half of the rooms by a warm lamp, a
quarter with a lens that hunts, a quarter at 720p (else 1080p); dice with printed stickers on the white mat.
Whenever the table has not made of the pictures what was done, its people tap: they answer its question
where one of the answers is true, and else take back what is wrong and type what was done.  An error is
silent where the table finds that everything is as it should be, and it is not.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import click
import cv2
import numpy as np

from companion.camera.watch import Watch
from companion.demo.demo import Demo, DemoError
from companion.journal.jsonl import VERSION, GameRow
from companion.journal.store import Store
from companion.library.library import Library
from companion.reconcile.differences import DifferenceOffer
from companion.reconcile.grid_check import homes_of
from companion.reconcile.moment import Moment, TableState
from companion.reconcile.questions import ChoiceAction
from companion.table.requests import AnswerQuestion, Request, Settle, Submit, TickErrand, Undo
from companion.table.table import Table
from rules.kernel.game import Game, play
from rules.kernel.messages import Command, Refusal
from vision.dice.sets import open_dice
from vision.dice.symbols import stickers
from vision.eyes import Eyes
from vision.simulate.conditions import Condition, Lighting, Optics
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame

SMALL, LARGE = (1280, 720), (1920, 1080)
WARM = Lighting(gain=0.5, warm=0.35, lean=(0.25, 0.1))
WHITE_MAT = (236, 238, 238)
POINTING = 0.25  # of what is done, after somebody has only pointed
POINTING_FRAMES = 3
BUMP_MM, BUMP_DEG = 9.0, 1.2
HUNTS = 0.01  # of the pictures, in which a lens begins to hunt
HUNT_PX = (0.8, 1.6, 2.6, 3.6, 4.0, 4.0, 3.2, 2.2, 1.2, 0.6)  # sigma, picture by picture
TOUCHED = 3  # of so many tags one is touched by figures
ROUNDS = 6  # in which people try to bring table and journal together
SETTLING_FRAMES = 6  # after what people have tapped
BY = "benchmark"


class Room(NamedTuple):
    """Where an evening is played."""

    seed: int
    is_warm: bool
    has_hunting_lens: bool
    size: tuple[int, int]


class Result(NamedTuple):
    """What an evening in *room* has cost: taps that corrected, and answers that were given; *silent* errors.

    *complaints* counts what the table told of a camera that does not see; *trouble* is what ended it early.
    """

    room: Room
    corrections: int
    answers: int
    silent: int
    complaints: int
    entries: int
    trouble: str


class LivingRoom:
    """A source of pictures of *table* through the lens of *room*."""

    label = "simulated living room"

    def __init__(self, table: SimulatedTable, room: Room) -> None:
        self._table, self._room = table, room
        self._random = Random(room.seed)
        self._hunt: list[float] = []

    def read(self) -> Frame:
        """Return the next picture."""
        frame = self._table.read()
        if self._room.has_hunting_lens and not self._hunt and self._random.random() < HUNTS:
            self._hunt = list(HUNT_PX)
        if not self._hunt:
            return frame
        sigma = self._hunt.pop(0)
        blurred = np.asarray(cv2.GaussianBlur(frame.image, (0, 0), sigma), np.uint8)
        return Frame(picture=blurred, number=frame.number, at=frame.at)

    def close(self) -> None:
        """Do nothing: nothing is open."""


class Evening(Demo):
    """A demo whose people mend what the table has made of the pictures, and count their taps."""

    def __init__(self, table: Table, watch: Watch, simulated: SimulatedTable, room: Room) -> None:
        super().__init__(table, watch, simulated, seed=room.seed)
        self.corrections = self.answers = self.silent = self.complaints = 0
        self._complaint = ""
        self._living = Random(room.seed + 7)
        self._bump_at = self._living.randint(15, 60)
        self._script: list[tuple[Command, Game]] = []

    def _decide(self, commands: tuple[Command, ...]) -> None:
        for command in commands:
            super()._decide((command,))
            self._script.append((command, self._shadow))

    def _act(self, commands: tuple[Command, ...]) -> None:
        if len(self._script) >= self._bump_at:
            self._bump_at = 10**9
            shift = (self._living.uniform(-BUMP_MM, BUMP_MM), self._living.uniform(-BUMP_MM, BUMP_MM))
            self._simulated.bump(shift, self._living.uniform(-BUMP_DEG, BUMP_DEG))
        if self._living.random() < POINTING:
            hexes = sorted(self._simulated.pieces.values())
            north = self._living.random() < 0.5
            self._simulated.hand(self._living.choice(hexes), north=north)
            self._look(POINTING_FRAMES)
            self._withdraw()
        super()._act(commands)

    def _lay_out(self) -> None:
        super()._lay_out()
        for count, unit in enumerate(self._shadow.state.units.values()):
            if count % TOUCHED == 0:
                self._simulated.touch(unit.id)

    def _submit(self, commands: tuple[Command, ...]) -> None:
        try:
            super()._submit(commands)
        except DemoError:
            self._mend()

    def _wait_until_in_step(self, commands: tuple[Command, ...]) -> None:
        for _ in range(ROUNDS):
            self._look_until(self._is_in_step, commands)
            if self._is_in_step() and self._rightly_played() == len(self._script):
                return
            self.silent += self._is_in_step()
            self._mend()
        raise DemoError(f"people could not mend it: {commands}; the table says {self._table.moment.text}")

    def _look_until(self, is_so: Callable[[], bool], commands: tuple[Command, ...]) -> None:
        try:
            super()._look_until(is_so, commands)
        except DemoError:
            self._mend()

    def _has_all(self) -> bool:
        return len(self._table.journal.played) >= len(self._script)

    def _is_in_step(self) -> bool:
        moment = self._table.moment
        return self._has_all() and moment.state is TableState.IN_STEP and moment.question is None

    def _rightly_played(self) -> int:
        """Return how many of the first commands the table has as they were done."""
        pairs = zip(self._table.journal.played, self._script, strict=False)
        wrong = (n for n, (one, (_, done)) in enumerate(pairs) if one.game.state != done.state)
        return next(wrong, min(len(self._table.journal.played), len(self._script)))

    def _mend(self) -> None:
        """Do what people do where the table has understood something otherwise, or not at all."""
        right, played = self._rightly_played(), self._table.journal.played
        if self._answer():
            self.answers += 1
        elif right < len(self._script) or right < len(played):
            if right < len(played):
                self._tap(Undo(to=played[right - 1].entry.seq if right else 0, by=BY))
            for command, _ in self._script[right:]:
                self._tap(Submit(command=command, by=BY))
        else:
            moment = self._table.moment
            for one in moment.differences:
                self._tap(Settle(offer=DifferenceOffer.IGNORE, differences=(one.id,), by=BY))
            for errand in moment.errands:
                self._tap(TickErrand(errand=errand.id, by=BY))
        self._look(SETTLING_FRAMES)

    def _tap(self, request: Request) -> None:
        self._table.ask(request)
        self.corrections += 1

    def _answer(self) -> bool:
        """Answer the table's question where one of its answers tells what was done."""
        question = self._table.moment.question
        if question is None:
            return False
        true = next((n for n, each in enumerate(question.choices, 1) if self._is_true(each.answer)), None)
        if true is None:
            return False
        self._table.ask(AnswerQuestion(choice=true, by=BY, text=question.text))
        return True

    def _is_true(self, answer: ChoiceAction) -> bool:
        journal = self._table.journal
        game = journal.game if answer.to is None else journal.at(answer.to)
        for command in answer.commands:
            game, decision = play(game, command)
            if isinstance(decision, Refusal):
                return False
        is_change = bool(answer.commands) or answer.to is not None
        return is_change and any(game.state == done.state for _, done in self._script)

    def _heed(self, moment: Moment) -> None:
        """Count what the table complains of, and look on; what is not seen meanwhile is tapped at last."""
        complaint = moment.text if moment.state is TableState.CAMERA_LOST else ""
        self.complaints += complaint not in ("", self._complaint)
        self._complaint = complaint

    def _compare(self) -> None:
        """Compare nothing: what was misunderstood stands in the log, taken back."""


def room(seed: int) -> Room:
    """Return the room of evening *seed*."""
    return Room(
        seed,
        is_warm=seed % 2 == 1,
        has_hunting_lens=seed % 4 == 2,
        size=SMALL if seed % 4 == 3 else LARGE,
    )


def evening(place: Room, scenario: str) -> Result:
    """Play an evening in *place*, and return what it has cost."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        library, store = Library(Path(folder)), Store(Path(folder) / "games.sqlite")
        ruleset = library.ruleset(scenario)
        row = GameRow(
            id="evening", scenario=scenario, edition=ruleset.edition.id, started=0.0, version=VERSION
        )
        table, trouble = Table(ruleset, store, row, has_camera=True), ""
        played = _laid_out(table, library, place)
        try:
            played.play()
        except DemoError as stopped:
            trouble = str(stopped)
        finally:
            table.close()
            store.close()
        entries = len(table.journal.played)
        taps = played.corrections, played.answers
        return Result(place, *taps, played.silent, played.complaints, entries, trouble)


def _laid_out(table: Table, library: Library, place: Room) -> Evening:
    """Return an evening at *table*, which is watched in *place*."""
    ruleset = table.game.ruleset
    edition = ruleset.edition.id
    plan, book, die = library.plan(ruleset.scenario.board), library.book(edition), library.die_faces(edition)
    simulated = SimulatedTable(
        plan,
        book,
        size=place.size,
        seed=place.seed,
        dice=stickers(die),
        condition=Condition(Optics(), WARM if place.is_warm else Lighting()),
        felt=WHITE_MAT,
    )
    dice = open_dice("stickers", die)
    watch = Watch(
        LivingRoom(simulated, place),
        plan=plan,
        make_eyes=lambda plan, view: Eyes(plan, book, dice, view),
        report=table.ask,
        ignored=lambda: table.moment.ignored,
        homes=lambda: homes_of(table.journal),
    )
    return Evening(table, watch, simulated, place)


def show(results: Sequence[Result]) -> None:
    """Print how the evenings went, the distribution of corrections last."""
    taps = [one.corrections for one in results]
    for one in results:
        if one.corrections or one.silent or one.trouble:
            print(
                f"  evening {one.room.seed}: {one.corrections} corrections, {one.silent} silent {one.trouble}"
            )
    entries = sum(one.entries for one in results)
    print(
        f"{len(results)} games, {entries} entries, {sum(one.answers for one in results)} questions answered"
    )
    print(f"complaints of the camera: {sum(one.complaints for one in results)}")
    print(f"games played to their end: {sum(not one.trouble for one in results)}")
    print(f"silent errors: {sum(one.silent for one in results)}")
    print(f"corrections a game: median {median(taps):g}, most {max(taps)}")
    print(f"games with at most 2 corrections: {sum(tap <= 2 for tap in taps) / len(taps):.1%}")
    print("corrections  games")
    for count, games in sorted(Counter(taps).items()):
        print(f"{count:>11}  {games}")


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--first", type=click.IntRange(min=0), default=0, help="The first evening's number.")
@click.option("--scenario", default="learning", show_default=True)
@click.option("--at-once", default=2, show_default=True, help="Games side by side.")
def main(games: int, first: int, scenario: str, at_once: int) -> None:
    """Play so many evenings and print what people had to correct."""
    places = [room(seed) for seed in range(first, first + games)]
    with ProcessPoolExecutor(at_once) as pool:
        show(list(pool.map(evening, places, [scenario] * games)))


if __name__ == "__main__":
    main()
