"""What a table is looked at through: source, plan, tag book, dice, and the watch over them."""

from pathlib import Path

from companion.library import Library, read_text
from companion.recording import TOLD, NarratedSource, read_told
from companion.settings import Settings
from companion.table import Table
from companion.watch import Watch
from rules.messages import AnyCommand
from vision.dice import DiceReader
from vision.eyes import Eyes
from vision.frames import Source, open_source
from vision.plan import BoardPlan, TagBook, parse_book, parse_plan
from vision.simulate import SimulatedTable
from vision.trouble import InputError

SIMULATED = "simulated"


def open_watch(
    settings: Settings, library: Library, table: Table, *, seed: int = 0
) -> tuple[Watch, SimulatedTable | None]:
    """Return what watches *table*, not yet started, and the simulated table where it looks at one."""
    board = table.books.start.ruleset.scenario.board
    plan = _plan(settings, library, board)
    book = _book(settings, library)
    dice = None if plan.tray is None else _dice(settings)
    source, stage = _source(settings, plan, book, seed=seed)
    watch = Watch(
        _narrated(source, settings, table),
        plan=plan,
        make_eyes=lambda plan: Eyes(plan, book, dice),
        table=table,
        keep=lambda plan: library.keep_fit(board, plan),
    )
    return watch, stage


def _plan(settings: Settings, library: Library, board: str) -> BoardPlan:
    """Return the plan of the file that *settings* name, or of the scenario's board."""
    if settings.board is None:
        return library.plan(board)
    return parse_plan(read_text(settings.board), str(settings.board))


def _book(settings: Settings, library: Library) -> TagBook:
    """Return the tag book of the file that *settings* name, or the usual one."""
    if settings.tags is None:
        return library.book()
    return parse_book(read_text(settings.tags), str(settings.tags))


def _dice(settings: Settings) -> DiceReader:
    """Return a reader of the dice that *settings* name: a folder with a picture per face, or our stickers."""
    return DiceReader.stickers() if settings.dice is None else DiceReader.from_faces(settings.dice)


def _source(
    settings: Settings, plan: BoardPlan, book: TagBook, *, seed: int
) -> tuple[Source, SimulatedTable | None]:
    """Return what the table is looked at through, and the simulated table where it is one."""
    assert settings.camera is not None
    if settings.camera == SIMULATED:
        stage = SimulatedTable(plan, book, seed=seed)
        return stage, stage
    return open_source(settings.camera), None


def _narrated(source: Source, settings: Settings, table: Table) -> Source:
    """Return *source* with what was told beside a folder of recorded pictures."""
    assert settings.camera is not None
    told = Path(settings.camera) / TOLD
    if not told.is_file():
        return source
    return NarratedSource(source, read_told(told), lambda command: _tell(table, command))


def _tell(table: Table, command: AnyCommand) -> None:
    receipt = table.submit(command, by="recording")
    if receipt.seq is None:
        raise InputError(f"the recording tells what the table refuses: {command} ({receipt.sentence})")
