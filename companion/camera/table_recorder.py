"""A recording of a real table, to send and to score: pictures at rest, what was read, and what was true.

A folder holds one folder an evening::

    recording.json   edition, scenario, dice, and who wrote it
    board.toml       the plan as it was fitted
    tags.toml        the tags that may lie there
    dice.set         the taught dice, where they are some
    00000.jpg ...    the board and the tray; whatever lay or stood beside them is black
    seen.jsonl       a line a picture: what was read, and the newest entry of the log at that time
    game.jsonl       the log, with what people took back and corrected; none where no game was played

It stays on this machine until somebody passes it on.  A fault of the disk ends the recording, never the game.
"""

import logging
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.files import make_file, replace_file
from companion.journal.jsonl import VERSION, GameRow, format_export
from companion.journal.notices import Notices
from companion.library.settings import NO_DICE
from rules.kernel.messages import Entry
from rules.kernel.translatable import Message
from vision.board.calibrate import Registration
from vision.board.homography import Points
from vision.board.plan import BoardPlan, format_plan
from vision.sightings import Observation
from vision.source.pictures import Picture

ABOUT, BOARD, TAGS, SEEN, GAME = "recording.json", "board.toml", "tags.toml", "seen.jsonl", "game.jsonl"
TAUGHT = "dice.set"
FORMAT = 1
QUALITY = 92
AROUND_MM = 45.0
"""How far beyond board and tray a picture is kept: figures lean over the edge."""

LEAST_FREE_BYTES = 1_000_000_000
NOTICE = "recording"

logger = logging.getLogger(__name__)


class AboutRecording(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a recording is of; *dice* are named as in the settings, or lie in the file ``TAUGHT``.

    *scenario* is "" where no game was played.
    """

    herald: str = "recording"
    format: int = FORMAT
    version: str = VERSION
    edition: str
    scenario: str
    dice: str


def kept_dice(named: str) -> tuple[str, bytes | None]:
    """Return what a recording calls dice *named* as in the settings, and their set if they were taught."""
    path = Path(named)
    if path.is_file():
        return TAUGHT, path.read_bytes()
    return NO_DICE if path.is_dir() else named, None


class SeenPicture(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was *seen* in the file *picture* when the newest entry of the log was *seq* (0: none)."""

    picture: str
    seq: int
    seen: Observation


class TableRecorder:
    """Records into a new folder of *folder*, with *tags* as text and the set of *taught* dice.

    Whatever fails ends the recording, never the game, and stands on *board*.
    """

    def __init__(
        self, folder: Path, about: AboutRecording, tags: str, taught: bytes | None, board: Notices
    ) -> None:
        self.folder = _free_name(folder)
        self._board = board
        self._plan: BoardPlan | None = None
        self._pictures = 0
        self._is_over = False
        try:
            replace_file(self.folder / ABOUT, msgspec.json.encode(about))
            replace_file(self.folder / TAGS, tags.encode())
            if taught is not None:
                replace_file(self.folder / TAUGHT, taught)
        except OSError as trouble:
            self._end(trouble.strerror or str(trouble))

    def begin(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep the log of the game *row* as far as it has come."""
        self._append(GAME, list(format_export(row, entries)))

    def entries(self, entries: Sequence[Entry], former: Mapping[int, int]) -> None:
        """Keep *entries* of the log."""
        self._append(GAME, [msgspec.json.encode(entry) for entry in entries])

    def picture(
        self, image: Picture, seen: Observation, registration: Registration, plan: BoardPlan, *, seq: int
    ) -> None:
        """Keep of *image* (h, w, 3) what shows board and tray, and that *seen* was read there."""
        if self._is_over:
            return
        name = f"{self._pictures:05d}.jpg"
        good, packed = cv2.imencode(
            ".jpg", cropped(image, registration, plan), [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        )
        assert good
        try:
            if shutil.disk_usage(self.folder).free < LEAST_FREE_BYTES:
                self._end(Message("there is hardly any room on the disk"))
                return
            if plan != self._plan:
                replace_file(self.folder / BOARD, format_plan(plan).encode())
                self._plan = plan
            replace_file(self.folder / name, packed.tobytes())
        except OSError as trouble:
            self._end(trouble.strerror or str(trouble))
            return
        self._pictures += 1
        self._append(SEEN, [msgspec.json.encode(SeenPicture(picture=name, seq=seq, seen=seen))])

    def _append(self, file: str, lines: Sequence[bytes]) -> None:
        if self._is_over:
            return
        path = self.folder / file
        try:
            if not path.exists():
                make_file(path)
            with path.open("ab") as opened:
                opened.writelines(line + b"\n" for line in lines)
        except OSError as trouble:
            self._end(trouble.strerror or str(trouble))

    def _end(self, why: str | Message) -> None:
        self._is_over = True
        logger.warning("the recording in %s has ended (%s)", self.folder, why)
        self._board.post(
            NOTICE,
            Message("The recording in {1} has ended ({2}).", self.folder, why),
            Message("The game itself goes on. Make room on the disk, or record into another folder."),
        )


def cropped(image: Picture, registration: Registration, plan: BoardPlan) -> Picture:
    """Return *image* (h, w, 3) with all black but the board, the tray and what is near them."""
    shown = np.zeros(image.shape[:2], np.uint8)
    for corners in (plan.corners_mm, *(() if plan.tray is None else (plan.tray.corners_mm,))):
        outline = registration.to_pixels(_grown(corners))
        cv2.fillConvexPoly(shown, np.rint(outline).astype(np.int32), 255)
    return np.asarray(cv2.bitwise_and(image, image, mask=shown), np.uint8)


def _grown(corners_mm: Points) -> Points:
    """Return *corners_mm* (4, 2) of a rectangle, ``AROUND_MM`` larger on each side."""
    middle = corners_mm.mean(axis=0)
    return np.asarray(corners_mm + np.sign(corners_mm - middle) * AROUND_MM, np.float64)


def _free_name(folder: Path) -> Path:
    """Return a name in *folder* that tells when, and is not taken."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (folder / f"{stamp}{more}" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())
