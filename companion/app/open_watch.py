"""What a table is looked at through: source, plan, tag book, dice, and the watch over them."""

from collections.abc import Callable
from pathlib import Path

from companion.camera.camera_memory import CameraBoard, CameraMemory
from companion.camera.chosen_cameras import check_cameras
from companion.camera.dice_camera import DiceCamera
from companion.camera.recording import TOLD, NarratedSource, read_told
from companion.camera.second_camera import SecondCamera
from companion.camera.side_camera import SideCamera
from companion.camera.table_recorder import AboutRecording, TableRecorder, kept_dice
from companion.camera.watch import Watch
from companion.journal.notices import Notices
from companion.library.library import Library
from companion.library.settings import Settings
from companion.preparation.tag_sheets import format_book
from companion.reconcile.grid_check import homes_of
from companion.reconcile.hints import tr_of
from companion.table.requests import Submit
from companion.table.table import Table
from companion.words.names import wording_of
from rules.kernel.messages import Command
from rules.kernel.values import UnitId
from vision.board.plan import BoardPlan, TagBook
from vision.dice.sets import AnyReader, open_dice
from vision.dice.symbols import DieFaces, stickers
from vision.errors import InputError
from vision.eyes import Eyes
from vision.mateyes import MatEyes
from vision.sightings import Observation
from vision.simulate.conditions import Condition, Optics
from vision.simulate.halves import halves_of
from vision.simulate.table import FRAMES_PER_SECOND, SimulatedTable
from vision.source.frames import CameraSource, Frame, Source
from vision.source.open_source import open_source

SIMULATED = "simulated"


def open_watch(
    settings: Settings, library: Library, table: Table, notices: Notices, *, seed: int = 0
) -> tuple[Watch, SimulatedTable | None]:
    """Return what watches *table*, not yet started, and the simulated table where it looks at one.

    What goes wrong with a recording stands on *notices*.  Raises InputError for one camera that is named
    twice, and for files that cannot be used.
    """
    check_cameras(settings)
    scenario = table.journal.start.ruleset.scenario
    board = settings.board or scenario.board
    plan = library.plan_for(scenario.board, settings.board)
    book = library.book(scenario.edition, settings.tags)
    die = library.die_faces(scenario.edition)
    dice = open_dice(settings.dice, die)
    mat = _mat_camera(settings, dice)
    own_dice = None if mat else dice
    memory = CameraMemory(settings.data)
    source, other, simulated = _sources(settings, plan, book, die, memory, seed=seed)
    watch = Watch(
        _narrated(source, settings, table),
        plan=plan,
        make_eyes=lambda plan, view: Eyes(plan, book, own_dice, view),
        report=table.ask,
        keep=lambda plan: library.keep_fit(board, plan),
        beside=_beside(other, plan, lambda plan: Eyes(plan, book, own_dice), mat),
        ignored=lambda: table.moment.ignored,
        known=CameraBoard(memory, str(board), source) if isinstance(source, CameraSource) else None,
        tr=tr_of(table.journal.language),
        name=lambda piece: wording_of(table.game, table.journal.language, spoken=False).unit(UnitId(piece)),
        homes=lambda: homes_of(table.journal),
        every_s=0.0 if simulated is None else 1 / FRAMES_PER_SECOND,
    )
    if settings.record is not None:
        _record(settings.record, settings, table, watch, book, notices)
    return watch, simulated


def _record(
    folder: Path, settings: Settings, table: Table, watch: Watch, book: TagBook, notices: Notices
) -> None:
    """Have all that *watch* sees at rest, and all that is played at *table*, kept in *folder*."""
    dice, taught = kept_dice(settings.dice)
    about = AboutRecording(edition=table.row.edition, scenario=table.row.scenario, dice=dice)
    recorder = TableRecorder(folder, about, format_book(book), taught, notices)
    recorder.begin(table.row, table.journal.entries)
    table.on_entries(recorder.entries)

    def keep(frame: Frame, seen: Observation) -> None:
        registration = watch.registration
        if registration is not None:
            recorder.picture(frame.image, seen, registration, watch.plan, seq=table.moment.seq)

    watch.on_settled = keep


def _beside(
    other: Source | None, plan: BoardPlan, make_eyes: Callable[[BoardPlan], Eyes], mat: DiceCamera | None
) -> tuple[SideCamera, ...]:
    """Return the cameras beside the first: a second one over the board, and the dice mat's own."""
    seconds = () if other is None else (SecondCamera(other, plan, make_eyes),)
    return seconds if mat is None else (*seconds, mat)


def _mat_camera(settings: Settings, dice: AnyReader | None) -> DiceCamera | None:
    """Return the dice mat's own camera, if *settings* name one."""
    if settings.dice_camera is None:
        return None
    if dice is None:
        raise InputError("--dice-camera looks at dice: say with --dice which they are")
    return DiceCamera(open_source(settings.dice_camera, is_awaited=True), MatEyes(dice))


def _sources(
    settings: Settings, plan: BoardPlan, book: TagBook, die: DieFaces, memory: CameraMemory, *, seed: int
) -> tuple[Source, Source | None, SimulatedTable | None]:
    """Return what the board is looked at through, first and second, and the simulated table where it is."""
    assert settings.camera is not None
    named = settings.second_camera
    second = None if named is None else open_source(named, is_awaited=True)
    if settings.camera != SIMULATED:
        last = memory.last
        first = open_source(settings.camera, prefer=() if last is None else (last,), is_awaited=True)
        return first, second, None
    unpacked = Condition(Optics(quality=None))  # packing and unpacking took a sixth of a demo's time
    if plan.has_seam_marks and second is None:
        simulated, one, other = halves_of(plan, book, seed=seed, dice=stickers(die), condition=unpacked)
        return one, other, simulated
    simulated = SimulatedTable(plan, book, seed=seed, dice=stickers(die), condition=unpacked)
    return simulated, second, simulated


def _narrated(source: Source, settings: Settings, table: Table) -> Source:
    """Return *source* with what was told beside a folder of recorded pictures."""
    assert settings.camera is not None
    told = Path(settings.camera) / TOLD
    if not told.is_file():
        return source
    return NarratedSource(source, read_told(told), lambda command: _submit(table, command))


def _submit(table: Table, command: Command) -> None:
    result = table.ask(Submit(command=command, by="recording"))
    if result.seq is None:
        raise InputError("the recording tells what the table refuses: {1} ({2})", command, result.sentence)
