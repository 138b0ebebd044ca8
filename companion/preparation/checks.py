"""What a doctor looks at before an evening: each check takes what was measured and says what to do.

What they say is told in the language of whoever looks.  Knows no device: whoever calls measures.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from companion.network.addresses import FAR, LOCAL_NAMES, Address
from rules.kernel.translatable import Message, verbatim
from vision.tags.advice import QR_GOOD, QR_LEAST, advise_for, px_per_module

DARK, DIM, BRIGHT = 25.0, 60.0, 235.0  # mean brightness of the picture, of 255
SHARP, SOFT = 0.28, 0.18  # of the contrast of a mark's edge, in one pixel; 0.4 is as sharp as lenses get
MARKS_ALL, MARKS_LEAST = 4, 3
FIT_GOOD_MM, FIT_BAD_MM = 1.0, 3.0
ZEROCONF = "pip install 'battle-herald[zeroconf]'"
DISK_LEAST_MB, DISK_GOOD_MB = 50, 500
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
    text: Message


def check_marks(seen: int, of: int, error_mm: float | None) -> Finding:
    """Judge how many corner marks are seen and how well they fit the plan."""
    if seen < MARKS_LEAST:
        text = Message(
            "{1} of {2} corner marks are seen and {3} are needed: clear and light them", seen, of, MARKS_LEAST
        )
        return Finding("marks", CheckLevel.BAD, text)
    if error_mm is not None and error_mm > FIT_BAD_MM:
        text = Message("the marks fit the plan only to {1} mm: print them at 100 %", f"{error_mm:.1f}")
        return Finding("marks", CheckLevel.BAD, text)
    if seen < min(of, MARKS_ALL):
        text = Message("{1} of {2} corner marks are seen: clear the others", seen, of)
        return Finding("marks", CheckLevel.WARNING, text)
    if error_mm is not None and error_mm > FIT_GOOD_MM:
        error = f"{error_mm:.1f}"
        text = Message("the marks fit to {1} mm: measure the lens with herald lens, or lay them flat", error)
        return Finding("marks", CheckLevel.WARNING, text)
    return Finding("marks", CheckLevel.GOOD, Message("{1} of {2} corner marks are seen", seen, of))


def check_shown() -> Finding:
    """Judge a board without marks whose corners people have tapped."""
    text = Message("the board lies where you tapped its corners, and must stay there; marks would follow it")
    return Finding("marks", CheckLevel.WARNING, text)


def check_light(brightness: float) -> Finding:
    """Judge the picture's mean *brightness* (0-255)."""
    if brightness < DARK:
        text = Message("the picture is dark: switch on a light or uncover the camera")
        return Finding("light", CheckLevel.BAD, text)
    if brightness < DIM:
        text = Message("the light is dim: one more lamp makes tags easier to read")
        return Finding("light", CheckLevel.WARNING, text)
    if brightness > BRIGHT:
        return Finding("light", CheckLevel.BAD, Message("the picture is too bright: turn the lamp away"))
    return Finding("light", CheckLevel.GOOD, Message("the light is enough"))


def check_focus(steepness: float | None) -> Finding:
    """Judge the share of their contrast that the marks' edges rise in a pixel; None: none is seen."""
    if steepness is None:
        return Finding("focus", CheckLevel.WARNING, Message("no mark is seen to judge the focus by"))
    if steepness < SOFT:
        text = Message("the picture is out of focus: focus the camera on the board")
        return Finding("focus", CheckLevel.BAD, text)
    if steepness < SHARP:
        text = Message("the picture is soft: clean the lens and focus on the board")
        return Finding("focus", CheckLevel.WARNING, text)
    return Finding("focus", CheckLevel.GOOD, Message("the picture is sharp"))


def check_tags(px_per_mm: float, size_mm: float | None) -> Finding:
    """Judge whether framed tags of *size_mm* are read where the camera sees *px_per_mm*."""
    advice = advise_for(px_per_mm)
    if size_mm is None:
        return Finding("tags", CheckLevel.GOOD if advice.qr_mm else CheckLevel.BAD, advice.text)
    per_module = px_per_module(px_per_mm, size_mm)
    text = Message("{1} mm tags have {2} px a module; {3}", f"{size_mm:g}", f"{per_module:.2f}", advice.text)
    if per_module < QR_LEAST:
        return Finding(
            "tags", CheckLevel.BAD, Message("{1}: print that size, or move the camera nearer", text)
        )
    return Finding("tags", CheckLevel.WARNING if per_module < QR_GOOD else CheckLevel.GOOD, text)


def check_disk(free_mb: float, folder: str) -> Finding:
    """Judge the room left for games in *folder*."""
    free = f"{free_mb:.0f}"
    if free_mb < DISK_LEAST_MB:
        text = Message("only {1} MB are free in {2}: make room", free, folder)
        return Finding("disk", CheckLevel.BAD, text)
    if free_mb < DISK_GOOD_MB:
        text = Message("{1} MB are free in {2}: make room soon", free, folder)
        return Finding("disk", CheckLevel.WARNING, text)
    return Finding("disk", CheckLevel.GOOD, Message("{1} MB are free in {2}", free, folder))


def check_power(flags: int | None) -> Finding:
    """Judge the Raspberry Pi's throttle *flags*; None on other machines."""
    if flags is None:
        return Finding("power", CheckLevel.GOOD, Message("this machine does not report weak power"))
    if flags & UNDER_VOLTAGE:
        text = Message("the power supply is too weak now: use the Pi's own supply")
        return Finding("power", CheckLevel.BAD, text)
    if flags & THROTTLED:
        text = Message("the Pi is slowed down now: cool it, use its own supply")
        return Finding("power", CheckLevel.BAD, text)
    if flags & BEFORE:
        text = Message("the Pi was slowed down before: use its own supply")
        return Finding("power", CheckLevel.WARNING, text)
    return Finding("power", CheckLevel.GOOD, Message("power and heat are fine"))


def check_network(addresses: Sequence[Address]) -> Finding:
    """Judge this machine's own *addresses*, the likeliest for tablets first."""
    if not addresses:
        text = Message("this machine is in no network, so no tablet can join")
        return Finding("network", CheckLevel.WARNING, text)
    told = [Message("{1} ({2})", one.host, one.named()) for one in addresses]
    if addresses[0].kind in FAR:
        text = Message("only {1}: join the network that the tablets are in, or no tablet can", _row(told))
        return Finding("network", CheckLevel.WARNING, text)
    reached = Message("tablets reach this machine at {1}", told[0])
    text = Message("{1}; also {2}", reached, _row(told[1:])) if told[1:] else reached
    return Finding("network", CheckLevel.GOOD, text)


def _row(told: Sequence[Message]) -> Message:
    return reduce(lambda first, second: Message("{1}, {2}", first, second), told)


def check_name(*, is_announced: bool) -> Finding:
    """Tell whether tablets can find this machine by a name."""
    if is_announced:
        text = Message("while a table is open it is {1} in the network", LOCAL_NAMES[0])
        return Finding("name", CheckLevel.GOOD, text)
    text = Message("tablets find this machine by its number; for herald.local: {1}", ZEROCONF)
    return Finding("name", CheckLevel.GOOD, text)


def check_service(*, is_installed: bool, is_running: bool, left: Sequence[str]) -> Finding:
    """Judge the service that starts with the machine; *left* are lines that its owner must still type."""
    if not is_installed:
        text = Message("herald is started by hand; 'herald service install' has it start with the machine")
        return Finding("service", CheckLevel.GOOD, text)
    if not is_running:
        text = Message("the service does not run: 'herald service status' says where to look")
        return Finding("service", CheckLevel.BAD, text)
    if left:
        return Finding("service", CheckLevel.WARNING, Message("it runs, but type once: {1}", "; ".join(left)))
    return Finding("service", CheckLevel.GOOD, Message("herald runs, and starts with the machine"))


def check_listening(trouble: Message | None) -> Finding:
    """Tell whether spoken commands can be taken: None, or why not and the remedy."""
    if trouble is None:
        text = Message("spoken commands can be taken: herald play --listen")
        return Finding("commands", CheckLevel.GOOD, text)
    return Finding("commands", CheckLevel.GOOD, Message("spoken commands are not taken: {1}", trouble))


def check_voice(trouble: str | None) -> Finding:
    """Judge the voice: None, or why it is silent and the remedy."""
    if trouble is None:
        return Finding("voice", CheckLevel.GOOD, Message("a voice is there"))
    return Finding("voice", CheckLevel.WARNING, verbatim(trouble))
