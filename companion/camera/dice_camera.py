"""A second camera, over the dice mat alone: its dice are laid onto what the board's camera says."""

import logging
import threading
from dataclasses import replace
from time import monotonic

from companion.camera.picture_rate import PictureRate
from rules.kernel.translatable import Message
from vision.errors import CameraError
from vision.health import EyeState
from vision.mateyes import MatEyes, MatReading
from vision.reading import Reading
from vision.source.frames import CameraSource, Frame, Source, mirrored

logger = logging.getLogger(__name__)

NOT_FOUND = Message("the dice mat is not found: its camera must see at least three of its marks")


class DiceCamera:
    """Looks with *eyes*: through a camera on a thread of its own, at pictures in step with the board's."""

    def __init__(self, source: Source, eyes: MatEyes) -> None:
        self._source, self._eyes = source, eyes
        self._latest = MatReading(EyeState.NO_MARKS, None, (), 0)
        self._trouble: Message | None = None
        self._pace, self._is_mirrored = PictureRate(), False
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        if isinstance(source, CameraSource):
            self._thread = threading.Thread(target=self._run, name="dice camera", daemon=True)
            self._thread.start()

    def onto(self, reading: Reading) -> Reading:
        """Return the board's *reading* with the mat's dice, and with what is wrong with their camera."""
        if self._thread is None:
            self._step()
        with_dice = self._latest.onto(reading)
        return replace(with_dice, reason=reading.reason or self._trouble)

    def close(self) -> None:
        """Stop looking and let go of the camera."""
        self._closed.set()
        self._source.close()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._closed.is_set():
            due = monotonic() + self._pace.pause_s(self._source)
            try:
                is_seen = self._step()
            except Exception as fault:
                logger.exception("a picture of the dice could not be looked at")
                self._lose(Message("looking failed by a fault of this program ({1})", type(fault).__name__))
                is_seen = False
            self._closed.wait(max(0.0, due - monotonic()) if is_seen else 0.1)

    def _step(self) -> bool:
        """Look once; return whether there was a picture.  Without one the dice stay what they were."""
        try:
            frame = self._source.read()
        except CameraError as trouble:
            self._lose(trouble.message)
            return False
        if frame is None:
            self._lose(Message("the pictures of {1} have come to their end", self._source.label))
            return False
        self._latest = self._read(frame)
        self._pace.seen(self._latest.state)
        self._trouble = NOT_FOUND if self._latest.state is EyeState.NO_MARKS else None
        return True

    def _read(self, frame: Frame) -> MatReading:
        """Return what is read in *frame*, or in its mirror image where that can be read."""
        seen = self._eyes.look(mirrored(frame) if self._is_mirrored else frame)
        if seen.is_mirrored:
            self._is_mirrored = not self._is_mirrored
            seen = self._eyes.look(mirrored(frame) if self._is_mirrored else frame)
        return seen

    def _lose(self, trouble: Message) -> None:
        """Take the mat for not seen: what moved when the camera went must not keep the board waiting."""
        self._latest = self._latest._replace(state=EyeState.NO_MARKS)
        self._trouble = Message("dice: {1}; type them until it is back", trouble)
