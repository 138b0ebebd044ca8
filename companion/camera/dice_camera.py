"""A second camera, over the dice mat alone: its dice are laid onto what the board's camera says."""

from dataclasses import replace

from companion.camera.side_camera import NO_PICTURE, SideCamera
from rules.kernel.translatable import Message
from vision.health import EyeState
from vision.mateyes import MatEyes, MatReading
from vision.reading import Reading
from vision.source.frames import Frame, Source, mirrored

NOT_FOUND = Message("the dice mat is not found: its camera must see at least three of its marks")


class DiceCamera(SideCamera):
    """Looks at the dice mat with *eyes*."""

    called = Message("Dice camera")

    def __init__(self, source: Source, eyes: MatEyes) -> None:
        super().__init__(source)
        self._eyes = eyes
        self._latest = MatReading(EyeState.NO_MARKS, None, (), 0)
        self._is_mirrored = self._has_looked = False
        self.start()

    def laid_onto(self, reading: Reading) -> Reading:
        """Return the board's *reading* with the mat's dice, and with what is wrong with their camera."""
        with_dice = self._latest.onto(reading)
        return replace(with_dice, reason=reading.reason or self.trouble)

    @property
    def said(self) -> Message | None:
        """Return what keeps it from seeing the mat, None where nothing does."""
        return self.trouble or (None if self._has_looked else NO_PICTURE)

    def look(self, frame: Frame) -> EyeState:
        """Read *frame*; return in what state the mat is."""
        self._latest, self._has_looked = self._read(frame), True
        self.trouble = NOT_FOUND if self._latest.state is EyeState.NO_MARKS else None
        return self._latest.state

    def lose(self, trouble: Message) -> None:
        """Take the mat for not seen: what moved when the camera went must not keep the board waiting."""
        self._latest = self._latest._replace(state=EyeState.NO_MARKS)
        self.trouble = Message("dice: {1}; type them until it is back", trouble)

    def _read(self, frame: Frame) -> MatReading:
        """Return what is read in *frame*, or in its mirror image where that can be read."""
        seen = self._eyes.look(mirrored(frame) if self._is_mirrored else frame)
        if seen.is_mirrored:
            self._is_mirrored = not self._is_mirrored
            seen = self._eyes.look(mirrored(frame) if self._is_mirrored else frame)
        return seen
