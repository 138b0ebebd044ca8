"""What a doctor looks at before an evening: each check takes what was measured and says what to do.

Each *tr*s it in the language of whoever looks.  Knows no device: whoever calls measures.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from companion.network.addresses import FAR, LOCAL_NAMES, Address
from companion.words.translator import Translator
from vision.tags.advice import QR_GOOD, QR_LEAST, advise_for, px_per_module

DARK, DIM, BRIGHT = 25.0, 60.0, 235.0  # mean brightness of the picture, of 255
SHARP, SOFT = 0.28, 0.18  # of the contrast of a mark's edge, in one pixel; 0.4 is as sharp as lenses get
MARKS_ALL, MARKS_LEAST = 4, 3
FIT_GOOD_MM, FIT_BAD_MM = 1.0, 3.0
DISK_LEAST_MB, DISK_GOOD_MB = 50, 500
ENGLISH = Translator()
UNDER_VOLTAGE, THROTTLED, BEFORE = 0x1, 0x6, 0x70000  # bits of the Pi's flag: now, now, since the start


class CheckLevel(StrEnum):
    """How a check came out."""

    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"


class Finding(NamedTuple):
    """One check: what was looked at, how it came out, and what to do."""

    what: str
    level: CheckLevel
    text: str


def check_marks(seen: int, of: int, error_mm: float | None, tr: Translator = ENGLISH) -> Finding:
    """Judge how many corner marks are seen and how well they fit the plan."""
    if seen < MARKS_LEAST:
        text = tr(
            "{1} of {2} corner marks are seen and {3} are needed: clear and light them", seen, of, MARKS_LEAST
        )
        return Finding("marks", CheckLevel.BAD, text)
    if error_mm is not None and error_mm > FIT_BAD_MM:
        text = tr("the marks fit the plan only to {1} mm: print them at 100 %", f"{error_mm:.1f}")
        return Finding("marks", CheckLevel.BAD, text)
    if seen < min(of, MARKS_ALL):
        text = tr("{1} of {2} corner marks are seen: clear the others", seen, of)
        return Finding("marks", CheckLevel.WARNING, text)
    if error_mm is not None and error_mm > FIT_GOOD_MM:
        error = f"{error_mm:.1f}"
        text = tr("the marks fit to {1} mm: measure the lens with herald lens, or lay them flat", error)
        return Finding("marks", CheckLevel.WARNING, text)
    return Finding("marks", CheckLevel.GOOD, tr("{1} of {2} corner marks are seen", seen, of))


def check_shown(tr: Translator = ENGLISH) -> Finding:
    """Judge a board without marks whose corners people have tapped."""
    text = tr("the board lies where you tapped its corners, and must stay there; marks would follow it")
    return Finding("marks", CheckLevel.WARNING, text)


def check_light(brightness: float, tr: Translator = ENGLISH) -> Finding:
    """Judge the picture's mean *brightness* (0-255)."""
    if brightness < DARK:
        text = tr("the picture is dark: switch on a light or uncover the camera")
        return Finding("light", CheckLevel.BAD, text)
    if brightness < DIM:
        text = tr("the light is dim: one more lamp makes tags easier to read")
        return Finding("light", CheckLevel.WARNING, text)
    if brightness > BRIGHT:
        return Finding("light", CheckLevel.BAD, tr("the picture is too bright: turn the lamp away"))
    return Finding("light", CheckLevel.GOOD, tr("the light is enough"))


def check_focus(steepness: float | None, tr: Translator = ENGLISH) -> Finding:
    """Judge the share of their contrast that the marks' edges rise in a pixel; None: none is seen."""
    if steepness is None:
        return Finding("focus", CheckLevel.WARNING, tr("no mark is seen to judge the focus by"))
    if steepness < SOFT:
        text = tr("the picture is out of focus: focus the camera on the board")
        return Finding("focus", CheckLevel.BAD, text)
    if steepness < SHARP:
        text = tr("the picture is soft: clean the lens and focus on the board")
        return Finding("focus", CheckLevel.WARNING, text)
    return Finding("focus", CheckLevel.GOOD, tr("the picture is sharp"))


def check_tags(px_per_mm: float, size_mm: float | None) -> Finding:
    """Judge whether framed tags of *size_mm* are read where the camera sees *px_per_mm*."""
    advice = advise_for(px_per_mm)
    if size_mm is None:
        return Finding("tags", CheckLevel.GOOD if advice.qr_mm else CheckLevel.BAD, advice.text)
    per_module = px_per_module(px_per_mm, size_mm)
    text = f"{size_mm:g} mm tags have {per_module:.2f} px a module; {advice.text}"
    if per_module < QR_LEAST:
        return Finding("tags", CheckLevel.BAD, f"{text}: print that size, or move the camera nearer")
    return Finding("tags", CheckLevel.WARNING if per_module < QR_GOOD else CheckLevel.GOOD, text)


def check_disk(free_mb: float, folder: str) -> Finding:
    """Judge the room left for games in *folder*."""
    if free_mb < DISK_LEAST_MB:
        return Finding("disk", CheckLevel.BAD, f"only {free_mb:.0f} MB are free in {folder}: make room")
    if free_mb < DISK_GOOD_MB:
        return Finding("disk", CheckLevel.WARNING, f"{free_mb:.0f} MB are free in {folder}: make room soon")
    return Finding("disk", CheckLevel.GOOD, f"{free_mb:.0f} MB are free in {folder}")


def check_power(flags: int | None) -> Finding:
    """Judge the Raspberry Pi's throttle *flags*; None on other machines."""
    if flags is None:
        return Finding("power", CheckLevel.GOOD, "this machine does not report weak power")
    if flags & UNDER_VOLTAGE:
        return Finding("power", CheckLevel.BAD, "the power supply is too weak now: use the Pi's own supply")
    if flags & THROTTLED:
        return Finding("power", CheckLevel.BAD, "the Pi is slowed down now: cool it, use its own supply")
    if flags & BEFORE:
        return Finding("power", CheckLevel.WARNING, "the Pi was slowed down before: use its own supply")
    return Finding("power", CheckLevel.GOOD, "power and heat are fine")


def check_network(addresses: Sequence[Address]) -> Finding:
    """Judge this machine's own *addresses*, the likeliest for tablets first."""
    if not addresses:
        return Finding("network", CheckLevel.WARNING, "this machine is in no network, so no tablet can join")
    told = [f"{one.host} ({one.named()})" for one in addresses]
    if addresses[0].kind in FAR:
        text = f"only {', '.join(told)}: join the network that the tablets are in, or no tablet can"
        return Finding("network", CheckLevel.WARNING, text)
    others = f"; also {', '.join(told[1:])}" if told[1:] else ""
    return Finding("network", CheckLevel.GOOD, f"tablets reach this machine at {told[0]}{others}")


def check_name(*, is_announced: bool) -> Finding:
    """Tell whether tablets can find this machine by a name."""
    if is_announced:
        return Finding(
            "name", CheckLevel.GOOD, f"while a table is open it is {LOCAL_NAMES[0]} in the network"
        )
    text = "tablets find this machine by its number; for herald.local: pip install 'battle-herald[zeroconf]'"
    return Finding("name", CheckLevel.GOOD, text)


def check_service(*, is_installed: bool, is_running: bool, left: Sequence[str]) -> Finding:
    """Judge the service that starts with the machine; *left* are lines that its owner must still type."""
    if not is_installed:
        text = "herald is started by hand; 'herald service install' has it start with the machine"
        return Finding("service", CheckLevel.GOOD, text)
    if not is_running:
        text = "the service does not run: 'herald service status' says where to look"
        return Finding("service", CheckLevel.BAD, text)
    if left:
        return Finding("service", CheckLevel.WARNING, f"it runs, but type once: {'; '.join(left)}")
    return Finding("service", CheckLevel.GOOD, "herald runs, and starts with the machine")


def check_listening(trouble: str | None) -> Finding:
    """Tell whether spoken commands can be taken: None, or why not and the remedy."""
    if trouble is None:
        return Finding("commands", CheckLevel.GOOD, "spoken commands can be taken: herald play --listen")
    return Finding("commands", CheckLevel.GOOD, f"spoken commands are not taken: {trouble}")


def check_voice(trouble: str | None) -> Finding:
    """Judge the voice: None, or why it is silent and the remedy."""
    if trouble is None:
        return Finding("voice", CheckLevel.GOOD, "a voice is there")
    return Finding("voice", CheckLevel.WARNING, trouble)
