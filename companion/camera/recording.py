"""Recorded games: settled pictures, and beside them what the players told the table and when.

``told.jsonl`` holds one line per command: ``{"before": PICTURE, "command": {…}}``;
*before* is null for what was told after the last picture.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic

import cv2
import msgspec

from companion.input.safe_parsing import LINE, LOG, UNREADABLE, TooMuchError, measured, read_bytes
from rules.kernel.messages import Command
from rules.kernel.messages.holding import CommandT
from rules.registry import AnyCommand
from vision.errors import InputError
from vision.source.frames import Frame, Source

TOLD = "told.jsonl"
QUALITY = 92


class NarratedCommand(
    msgspec.Struct, Generic[CommandT], frozen=True, kw_only=True, forbid_unknown_fields=True
):  # fmt: skip
    """*command* was told before the picture called *before* was taken (None: after the last)."""

    before: str | None
    command: CommandT


class FrameRecorder:
    """Writes a recording into *folder*, which is made.

    Raises InputError for a folder that is not empty or cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise InputError("{1}: is not empty; name a new folder for the recording", folder)
            (folder / TOLD).touch()
        self._folder = folder
        self._pictures = 0
        self._waiting: list[Command] = []

    def picture(self, frame: Frame) -> None:
        """Keep *frame*; what was told since the last one was told before it.

        Raises InputError where it cannot be written.
        """
        name = f"{self._pictures:05d}.jpg"
        self._pictures += 1
        quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        if not cv2.imwrite(str(self._folder / name), frame.image, quality):
            raise InputError("{1}: cannot be written; check the disk", self._folder / name)
        self._write(name)

    def told(self, command: Command) -> None:
        """Keep *command*."""
        self._waiting.append(command)

    def close(self) -> None:
        """Keep what was told after the last picture."""
        self._write(None)

    def _write(self, before: str | None) -> None:
        lines = [
            msgspec.json.encode(NarratedCommand(before=before, command=command)) for command in self._waiting
        ]
        self._waiting = []
        with _writing(self._folder / TOLD), (self._folder / TOLD).open("ab") as file:
            file.writelines(line + b"\n" for line in lines)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as trouble:
        raise InputError(
            "{1}: cannot be written ({2}); name another folder for the recording", path, trouble.strerror
        ) from None


def read_told(path: Path) -> list[NarratedCommand]:
    """Return what was told, in order.  Raises InputError, naming the line, for what is none."""
    told = list[NarratedCommand]()
    try:
        lines = read_bytes(path, LOG).splitlines()
    except OSError as trouble:
        raise InputError("{1}: cannot be read ({2})", path, trouble.strerror) from None
    except TooMuchError as trouble:
        raise InputError("{1}: {2}", path, trouble) from None
    for number, line in enumerate(lines, start=1):
        try:
            told.append(msgspec.json.decode(measured(line, LINE), type=NarratedCommand[AnyCommand]))
        except UNREADABLE as trouble:
            raise InputError(
                "{1}, line {2}: this is nothing a player tells ({3})", path, number, trouble
            ) from None
    return told


class NarratedSource:
    """Pictures of *source*, each handed out only after *tr* was given what players told before it."""

    def __init__(
        self, source: Source, told: Iterable[NarratedCommand], tr: Callable[[Command], None]
    ) -> None:
        self.label = source.label
        self._source = source
        self._told = list(told)
        self._tr = tr

    def read(self) -> Frame | None:
        """Return the next frame; tells first what comes before it."""
        frame = self._source.read()
        name = None if frame is None else frame.name
        while self._told and (frame is None or self._told[0].before == name):
            self._tr(self._told.pop(0).command)
        return frame

    def close(self) -> None:
        """Close the source."""
        self._source.close()
