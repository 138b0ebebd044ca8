"""What light does to pictures of a table that nobody touches: steps, drift, flicker, glare."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.source.pictures import Picture

Change = Callable[[Picture], Picture]


def gain(share: float) -> Change:
    """Return what a lamp does that gives *share* of the light."""
    return lambda image: cv2.convertScaleAbs(image, alpha=share)


def gamma(power: float) -> Change:
    """Return what a camera's own brightness curve does when it drifts."""
    curve = np.rint(255 * (np.arange(256) / 255) ** power).astype(np.uint8)
    return lambda image: np.asarray(cv2.LUT(image, curve), np.uint8)


def glare(spots_px: np.ndarray, *, size: tuple[int, int] = (45, 30)) -> Change:
    """Return what bright ellipses of *size* (px) around *spots_px* (n, 2) do."""

    def change(image: Picture) -> Picture:
        shine = np.zeros(image.shape[:2], np.float32)
        for x, y in spots_px:
            cv2.ellipse(shine, (int(x), int(y)), size, 20, 0, 360, (260.0,), -1)
        shine = cv2.GaussianBlur(shine, (0, 0), 6)
        bright = cv2.convertScaleAbs(cv2.merge([shine] * 3))
        return np.asarray(cv2.add(image, bright), np.uint8)

    return change


def in_turn(changes: Sequence[Change]) -> Change:
    """Return what all of *changes* do, one after the other."""

    def change(image: Picture) -> Picture:
        for each in changes:
            image = each(image)
        return image

    return change


class Services:
    """The light of an evening: *day* frames from noon to night, a lamp switched each *step* frames.

    *spots_px* (n, 2) are hidden by glare now and then, one more each time.
    """

    def __init__(self, spots_px: np.ndarray, *, day: int, step: int) -> None:
        self._spots, self._day, self._step = spots_px, day, step
        self._number = 0
        self.has_glare = False
        """Whether the newest frame, or one shortly before, had glare."""

    def __call__(self, image: Picture) -> Picture:
        """Return *image* as it looks in the next frame's light."""
        number, self._number = self._number, self._number + 1
        round_, phase = divmod(number, self._step)
        ramp = 2 + round_ % 4  # frames that a change of the lamp takes
        share = min(1.0, (phase + 1) / ramp) if phase < self._step // 2 else 0.0
        lamp = 1 + (0.6, -0.6)[round_ % 2] * share
        flicker = 1 + 0.05 * np.sin(2.7 * number)
        changes = [gamma(1 + 0.35 * np.sin(2 * np.pi * number / self._day)), gain(lamp * flicker)]
        self.has_glare = round_ % 3 == 2 or (round_ > 2 and round_ % 3 == 0)
        if round_ % 3 == 2:
            changes.append(glare(self._spots[: 1 + round_ // 3 % len(self._spots)]))
        return in_turn(changes)(image)
