"""How soon the next picture is looked at: at once while something moves, now and then at rest.

Looking and unpacking are most of what a table at rest costs.
"""

from time import monotonic

from vision.health import EyeState
from vision.source.frames import CameraSource, Source

RESTING_S = 1 / 8
"""From one look to the next at rest: a hand that reaches in takes longer."""

CALM_S = 1.5
"""How long nothing has moved before the table counts as at rest: what was read is read again meanwhile."""

BUSY = frozenset({EyeState.CHANGING, EyeState.COVERED})


class PictureRate:
    """The pace of looking through one source that is live; others come as they come."""

    def __init__(self) -> None:
        self._busy_at = monotonic()
        self._was_quiet = False

    def seen(self, state: EyeState) -> None:
        """Take in how the newest picture was."""
        is_quiet = state is EyeState.QUIET
        if state in BUSY or is_quiet != self._was_quiet:
            self._busy_at = monotonic()
        self._was_quiet = is_quiet

    def pause_s(self, source: Source) -> float:
        """Return how long to wait from one look through *source* to the next, and let it rest meanwhile."""
        if not isinstance(source, CameraSource):
            return 0.0
        source.is_resting = monotonic() - self._busy_at >= CALM_S
        return RESTING_S if source.is_resting else 0.0
