"""What a doctor looks at before an evening: each check takes what was measured and says what to do.

Knows no device: whoever calls measures.
"""

from enum import StrEnum
from typing import NamedTuple

from vision.advice import QR_GOOD, QR_LEAST, advise_for, px_per_module

DARK, DIM, BRIGHT = 25.0, 60.0, 235.0  # mean brightness of the picture, of 255
SHARP, SOFT = 0.28, 0.18  # of the contrast of a mark's edge, in one pixel; 0.4 is as sharp as lenses get
MARKS_ALL, MARKS_LEAST = 4, 3
FIT_GOOD_MM, FIT_BAD_MM = 1.0, 3.0
DISK_LEAST_MB, DISK_GOOD_MB = 50, 500
UNDER_VOLTAGE, THROTTLED, BEFORE = 0x1, 0x6, 0x70000  # bits of the Pi's flag: now, now, since the start


class Level(StrEnum):
    """How a check came out."""

    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Finding(NamedTuple):
    """One check: what was looked at, how it came out, and what to do."""

    what: str
    level: Level
    text: str


def check_marks(seen: int, of: int, error_mm: float | None) -> Finding:
    """Judge how many corner marks are seen and how well they fit the plan."""
    if seen < MARKS_LEAST:
        text = f"{seen} of {of} corner marks are seen and {MARKS_LEAST} are needed: clear and light them"
        return Finding("marks", Level.BAD, text)
    if error_mm is not None and error_mm > FIT_BAD_MM:
        text = f"the marks fit the plan only to {error_mm:.1f} mm: print them at 100 %"
        return Finding("marks", Level.BAD, text)
    if seen < min(of, MARKS_ALL):
        return Finding("marks", Level.WARNING, f"{seen} of {of} corner marks are seen: clear the others")
    if error_mm is not None and error_mm > FIT_GOOD_MM:
        text = f"the marks fit to {error_mm:.1f} mm: measure the lens with herald lens, or lay them flat"
        return Finding("marks", Level.WARNING, text)
    return Finding("marks", Level.GOOD, f"{seen} of {of} corner marks are seen")


def check_light(brightness: float) -> Finding:
    """Judge the picture's mean *brightness* (0-255)."""
    if brightness < DARK:
        return Finding("light", Level.BAD, "the picture is dark: switch on a light or uncover the camera")
    if brightness < DIM:
        return Finding("light", Level.WARNING, "the light is dim: one more lamp makes tags easier to read")
    if brightness > BRIGHT:
        return Finding("light", Level.BAD, "the picture is too bright: turn the lamp away")
    return Finding("light", Level.GOOD, "the light is enough")


def check_focus(steepness: float | None) -> Finding:
    """Judge the share of their contrast that the marks' edges rise in a pixel; None: none is seen."""
    if steepness is None:
        return Finding("focus", Level.WARNING, "no mark is seen to judge the focus by")
    if steepness < SOFT:
        return Finding("focus", Level.BAD, "the picture is out of focus: focus the camera on the board")
    if steepness < SHARP:
        return Finding("focus", Level.WARNING, "the picture is soft: clean the lens and focus on the board")
    return Finding("focus", Level.GOOD, "the picture is sharp")


def check_tags(px_per_mm: float, size_mm: float | None) -> Finding:
    """Judge whether framed tags of *size_mm* are read where the camera sees *px_per_mm*."""
    advice = advise_for(px_per_mm)
    if size_mm is None:
        return Finding("tags", Level.GOOD if advice.qr_mm else Level.BAD, advice.text)
    per_module = px_per_module(px_per_mm, size_mm)
    text = f"{size_mm:g} mm tags have {per_module:.2f} px a module; {advice.text}"
    if per_module < QR_LEAST:
        return Finding("tags", Level.BAD, f"{text}: print that size, or move the camera nearer")
    return Finding("tags", Level.WARNING if per_module < QR_GOOD else Level.GOOD, text)


def check_disk(free_mb: float, folder: str) -> Finding:
    """Judge the room left for games in *folder*."""
    if free_mb < DISK_LEAST_MB:
        return Finding("disk", Level.BAD, f"only {free_mb:.0f} MB are free in {folder}: make room")
    if free_mb < DISK_GOOD_MB:
        return Finding("disk", Level.WARNING, f"{free_mb:.0f} MB are free in {folder}: make room soon")
    return Finding("disk", Level.GOOD, f"{free_mb:.0f} MB are free in {folder}")


def check_power(flags: int | None) -> Finding:
    """Judge the Raspberry Pi's throttle *flags*; None on other machines."""
    if flags is None:
        return Finding("power", Level.GOOD, "this machine does not report weak power")
    if flags & UNDER_VOLTAGE:
        return Finding("power", Level.BAD, "the power supply is too weak now: use the Pi's own supply")
    if flags & THROTTLED:
        return Finding("power", Level.BAD, "the Pi is slowed down now: cool it, use its own supply")
    if flags & BEFORE:
        return Finding("power", Level.WARNING, "the Pi was slowed down before: use its own supply")
    return Finding("power", Level.GOOD, "power and heat are fine")


def check_network(address: str) -> Finding:
    """Judge this machine's own *address*."""
    if address.startswith("127."):
        return Finding("network", Level.WARNING, "this machine is in no network, so no tablet can join")
    return Finding("network", Level.GOOD, f"tablets reach this machine at {address}")


def check_voice(trouble: str | None) -> Finding:
    """Judge the voice: None, or why it is silent and the remedy."""
    if trouble is None:
        return Finding("voice", Level.GOOD, "a voice is there")
    return Finding("voice", Level.WARNING, trouble)
