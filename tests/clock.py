"""A clock that only a test moves on."""


class Clock:
    """Seconds that pass when a test says so: takes the place of ``time``, or of its ``monotonic``."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    monotonic = __call__
