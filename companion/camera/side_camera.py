"""A camera beside the first: it looks on its own thread, and what it sees is laid onto the first's."""

import logging
import threading
from abc import ABC, abstractmethod
from time import monotonic
from typing import ClassVar

from companion.camera.picture_rate import PictureRate
from rules.kernel.translatable import Message
from vision.board.plan import BoardPlan
from vision.errors import CameraError
from vision.health import EyeState
from vision.reading import Reading
from vision.source.frames import CameraSource, Frame, Source

NO_PICTURE = Message("it has not sent a picture yet")

logger = logging.getLogger(__name__)


class SideCamera(ABC):
    """Looks through *source*: a camera on a thread of its own, at pictures in step with the first's.

    *called* is what people call it.
    """

    called: ClassVar[Message]

    def __init__(self, source: Source) -> None:
        self.source = source
        self.trouble: Message | None = None
        self._pace = PictureRate()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look, where the source is a camera."""
        if isinstance(self.source, CameraSource):
            self._thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)
            self._thread.start()

    def onto(self, reading: Reading) -> Reading:
        """Return the first camera's *reading* with what this one sees, and with what is wrong with it."""
        if self._thread is None:
            self._step()
        return self.laid_onto(reading)

    @abstractmethod
    def laid_onto(self, reading: Reading) -> Reading:
        """Return *reading* with what this camera saw last."""

    @property
    @abstractmethod
    def said(self) -> Message | None:
        """Return what keeps it from seeing what it watches, None where nothing does."""

    def use(self, plan: BoardPlan) -> None:  # noqa: B027 - most know no board
        """Look by *plan*, whose grid has been fitted anew."""

    @abstractmethod
    def look(self, frame: Frame) -> EyeState:
        """Read *frame*; return in what state the table is there."""

    @abstractmethod
    def lose(self, trouble: Message) -> None:
        """Take what this camera watches for not seen, because of *trouble*."""

    def close(self) -> None:
        """Stop looking and let go of the camera."""
        self._closed.set()
        self.source.close()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._closed.is_set():
            due = monotonic() + self._pace.pause_s(self.source)
            try:
                is_seen = self._step()
            except Exception as fault:
                logger.exception("a picture of %s could not be looked at", self.source.label)
                self.lose(Message("looking failed by a fault of this program ({1})", type(fault).__name__))
                is_seen = False
            self._closed.wait(max(0.0, due - monotonic()) if is_seen else 0.1)

    def _step(self) -> bool:
        """Look once; return whether there was a picture.  Without one what was seen last stays known."""
        try:
            frame = self.source.read()
        except CameraError as trouble:
            self.lose(trouble.message)
            return False
        if frame is None:
            self.lose(Message("the pictures of {1} have come to their end", self.source.label))
            return False
        self._pace.seen(self.look(frame))
        return True
