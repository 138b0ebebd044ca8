"""How table and journal stand to each other at one moment, as screens and voice are told."""

from enum import StrEnum

import msgspec

from companion.journal.notices import ShownNotice
from companion.reconcile.differences import Disagreement
from companion.reconcile.errands import Errand
from companion.reconcile.questions import TableQuestion
from companion.reconcile.toasts import Toast
from rules.kernel.battle.deeds import DieDeed
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import AttackDeclared, Event
from rules.kernel.values import Face


class CameraState(StrEnum):
    """How the camera is doing.  HIDDEN: pictures come, but the board cannot be read in them."""

    NONE = "none"
    WATCHING = "watching"
    SETTLING = "settling"
    HIDDEN = "hidden"
    LOST = "lost"


class TableState(StrEnum):
    """Whether what lies on the table is what the journal says.  NOT_KEPT: nothing can be written down."""

    IN_STEP = "in_step"
    SETTLING = "settling"
    OUT_OF_STEP = "out_of_step"
    ERRANDS = "errands"
    NO_CAMERA = "no_camera"
    CAMERA_LOST = "camera_lost"
    NOT_KEPT = "not_kept"


AT_REST = frozenset(
    {TableState.IN_STEP, TableState.OUT_OF_STEP, TableState.ERRANDS, TableState.NO_CAMERA},
)
"""Where it is known which troubles are over; while people move or nothing is seen, it is not."""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log in words; *turn* is the one after it, *rules* the glossary's entries about it."""

    seq: int
    turn: int
    at: float
    by: str
    text: str
    rules: tuple[str, ...] = ()


class DiceSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The dice in the tray that may be the roll that is waited for, as read, and which are *doubtful*."""

    faces: tuple[str, ...]
    confidence: tuple[float, ...]
    doubtful: tuple[bool, ...]


class RollEntered(msgspec.Struct, frozen=True, kw_only=True):
    """The newest roll that counts, its entry, and the entry to go back to for rolling anew."""

    seq: int
    undo_to: int
    faces: tuple[Face, ...]


class BattlePart(msgspec.Struct, frozen=True, kw_only=True):
    """An attack or counter as far as it has gone: its *dice* with what each did, and what came of it.

    *seq* is the entry of its roll, None before it.
    """

    attack: AttackDeclared
    seq: int | None = None
    dice: tuple[DieDeed, ...] = ()
    events: tuple[Event, ...] = ()


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that screens are shown, at view number *number*.  Immutable: any thread may read it.

    *redo* is how many entries can be done again that were taken back last.  *alarms* is what people
    should look up for: the sentence by what tells this occurrence from another one.  *notices* are
    what people must know beside the game; *toasts* are shown for a moment.  *blows* are those of the
    battle that is on, or was the last act: the attack, and the counter.
    """

    number: int
    seq: int
    game: Game
    lines: tuple[LogLine, ...]
    errands: tuple[Errand, ...]
    state: TableState
    text: str
    differences: tuple[Disagreement, ...]
    ignored: tuple[Hex, ...]
    question: TableQuestion | None
    dice: DiceSeen | None
    roll: RollEntered | None
    blows: tuple[BattlePart, ...] = ()
    undo_to: int | None
    redo: int = 0
    toasts: tuple[Toast, ...] = ()
    alarms: dict[str, str]
    notices: tuple[ShownNotice, ...] = ()
