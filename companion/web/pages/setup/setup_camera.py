"""What the page that leads to the first turn shows of the camera.  Loaded only where there is one."""

import threading
import time
from typing import Any

from companion.camera.watch import Watch, WatchedPicture
from companion.preparation.checks import CheckLevel, Finding
from companion.preparation.picture_check import Examined, examine
from companion.preparation.steps import as_sentence
from companion.words.translator import Translator
from rules.kernel.translatable import Message
from vision.board.plan import TagBook
from vision.health import EyeState
from vision.tags.advice import QR_GOOD, QR_LEAST, Advice, px_per_module

PAUSE_S, HANDS_S = 1.0, 4.0
UNSETTLED = frozenset({EyeState.CHANGING, EyeState.COVERED})


class CameraStep:
    """Looks at the pictures of *watch*, of which *game* is played, once a second however many ask.

    Hands over the board hide marks and dim the light, so pictures with hands are looked at only
    where nothing else has come for ``HANDS_S`` seconds.
    """

    def __init__(self, watch: Watch, book: TagBook, tr: Translator) -> None:
        self._watch, self._book, self._tr = watch, book, tr
        self._looking = threading.Lock()
        self._examined: Examined | None = None
        self._at = float("-inf")

    def look(self) -> Examined | None:
        """Return what the newest picture says, None before the first."""
        with self._looking:
            glance = self._watch.glance
            if glance is not None and time.monotonic() - self._at >= self._pause(glance):
                self._examined = examine(*glance, self._watch.plan, self._book)
                self._at = time.monotonic()
            return self._examined

    def _pause(self, glance: WatchedPicture) -> float:
        return HANDS_S if glance.reading.state in UNSETTLED else PAUSE_S

    def shown(self, examined: Examined | None) -> dict[str, Any]:
        """Return what the page shows of the camera, *examined* being what its newest picture says."""
        watch = self._watch
        marks = watch.plan.marker
        return {
            "label": watch.source.label,
            "board": (watch.plan.width_mm, watch.plan.height_mm),
            "marks": [
                {"id": mark.id, "at": mark.centre_mm, "seen": examined is not None and mark in examined.seen}
                for mark in marks
            ],
            "findings": []
            if examined is None
            else [(one.what, one.level, as_sentence(self._tr(one.text))) for one in self.findings(examined)],
        }

    def findings(self, examined: Examined) -> tuple[Finding, ...]:
        """Return what was found, of tags in plain words, and what keeps the second camera from helping."""
        advice, size, second = examined.advice, examined.size_mm, self._watch.second
        found = examined.findings
        if advice is not None and size is not None:
            text = _tag_text(size, advice)
            found = tuple(one._replace(text=text) if one.what == "tags" else one for one in found)
        if second is None or second.said is None:
            return found
        return (*found, Finding("second_camera", CheckLevel.WARNING, second.said))


def _tag_text(size_mm: float, advice: Advice) -> Message:
    """Return how large a tag of *size_mm* is in the picture, and what that means, in plain words."""
    px, module = round(size_mm * advice.px_per_mm), px_per_module(advice.px_per_mm, size_mm)
    size = Message("a tag of {1} mm is {2} pixels wide where the camera sees it worst", f"{size_mm:g}", px)
    if module >= QR_GOOD:
        return Message("{1}: {2}", size, Message("that is read well"))
    if advice.qr_mm is None:
        remedy = Message("bring the camera nearer, or take a sharper one")
    else:
        remedy = Message("print tags of {1} mm, or bring the camera nearer", advice.qr_mm)
    is_read = module >= QR_LEAST
    told = Message("that is only just read") if is_read else Message("that is too small")
    return Message("{1}: {2}; {3}", size, told, remedy)
