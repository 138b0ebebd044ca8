"""The Raspberry Pi's own camera, read from the program that comes with it: JPEG after JPEG through a pipe.

``rpicam-vid`` (in older systems ``libcamera-vid``) is there on every Raspberry Pi OS; it needs no
binding, so any Python will do.
"""

import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections import deque
from threading import Thread
from typing import IO, Any, NamedTuple

from rules.kernel.translatable import Message
from vision.errors import CameraError
from vision.source.pictures import parse_jpeg

PI = "pi"
PROGRAMS = ("rpicam-vid", "libcamera-vid")
WIDTH, HEIGHT, RATE = 1920, 1080, 15
"""A move is seen as soon in 15 pictures a second, and the Pi packs them for half the work of 30."""

LIST_LIMIT_S, WAIT_S, END_LIMIT_S = 10.0, 5.0, 2.0
CHUNK = 1 << 20  # bytes: as much as a pipe can hold, so that a picture is read at once
LARGEST = 32 << 20  # bytes without a whole picture; more is no picture
START, END = b"\xff\xd8", b"\xff\xd9"
ENDS = re.compile(END)
LISTED = re.compile(r"^\s*(\d+)\s*:\s*(\S+).*\((\S+)\)\s*$", re.MULTILINE)
PI_REMEDY = Message("check its cable, and close other programs that use it")
INSTALL = Message("neither rpicam-vid nor libcamera-vid is installed: sudo apt-get install rpicam-apps")


class PiCamera(NamedTuple):
    """A camera as the program lists it: its number, its sensor, libcamera's name for it."""

    number: int
    model: str
    name: str


def is_pi(identity: str) -> bool:
    """Return whether *identity* names a camera of the Raspberry Pi's own."""
    return identity.partition(":")[0] == PI


def list_pi_cameras() -> list[PiCamera]:
    """Return the cameras that the Raspberry Pi's program sees; none where there is no such program."""
    program = _program()
    if program is None:
        return []
    try:
        told = subprocess.run(
            [program, "--list-cameras"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # where older ones print the list
            timeout=LIST_LIMIT_S,
            check=False,
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.SubprocessError):
        return []
    return [PiCamera(int(number), model, name) for number, model, name in LISTED.findall(told)]


def _program() -> str | None:
    return next((path for name in PROGRAMS if (path := shutil.which(name)) is not None), None)


def _widen(pipe: int) -> None:
    """Have *pipe* hold a whole picture where the system lets it: reading wakes once for each."""
    if sys.platform == "linux":
        import fcntl  # not on Windows, where no such camera is

        try:
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK)
        except OSError:
            return  # this user has too many: it stays as narrow as it was


class PiCapture:
    """``pi`` is the first camera, ``pi:1`` the second, ``pi:NAME`` the one libcamera calls so.

    Raises CameraError where it cannot be read, in the program's own words where it has some.
    """

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._held, self._part = bytearray(), memoryview(bytearray(CHUNK))
        self._end = 0  # of the newest whole picture in what is held
        self._said: deque[str] = deque(maxlen=20)
        self._process = self._started()
        out, errors = self._process.stdout, self._process.stderr
        assert out is not None and errors is not None, "both are pipes"
        self._pipe = out.fileno()
        os.set_blocking(self._pipe, False)
        _widen(self._pipe)
        self._listener = Thread(target=self._listen, args=(errors,), name=f"camera {spec}", daemon=True)
        self._listener.start()

    def _started(self) -> "subprocess.Popen[bytes]":
        program = _program()
        if program is None:
            raise CameraError("camera {1} cannot be read; {2}", self._spec, INSTALL)
        line = [program, "--camera", str(self._number()), "--codec", "mjpeg", "--nopreview", "--timeout", "0"]
        line += ["--width", str(WIDTH), "--height", str(HEIGHT), "--framerate", str(RATE), "--flush"]
        try:
            return subprocess.Popen(
                [*line, "--output", "-"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as trouble:
            raise CameraError(
                "camera {1} cannot be read; {2} does not start ({3})", self._spec, program, trouble.strerror
            ) from None

    def _number(self) -> int:
        wanted = self._spec.partition(":")[2] or "0"
        if wanted.isdecimal():
            return int(wanted)
        found = (one.number for one in list_pi_cameras() if one.name == wanted)
        number = next(found, None)
        if number is None:
            raise CameraError("camera {1} is not there; check its cable", self._spec)
        return number

    def _listen(self, errors: IO[bytes]) -> None:
        """Keep what the program says last: it may say why it ends, and a full pipe would hold it up."""
        with errors:
            for line in errors:
                self._said.append(line.decode("utf-8", "replace").strip())

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether the program runs, or has left something to read."""
        return self._process.poll() is None or len(self._held) > self._end

    def grab(self) -> bool:
        """Take the newest whole picture that has come; return whether one came in time.

        Raises CameraError where the program has ended.
        """
        end = time.monotonic() + WAIT_S
        del self._held[: self._end]
        self._end = 0
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self._pipe], [], [], left)
            if not ready:
                return False
            count = os.readv(self._pipe, [self._part])
            if not count:
                self._ended()
            before = len(self._held)
            self._held += self._part[:count]
            self._end = self._last_end(max(0, before - 1))
            if self._end:
                return True
            if len(self._held) > LARGEST:
                self._held.clear()
        return False

    def _last_end(self, new: int) -> int:
        """Return where the newest whole JPEG ends in what is held, 0 for none; only *new* bytes can end one.

        Most are read at once to their end: that is looked at first, and most pictures are never unpacked.
        """
        if self._held.endswith(END):
            return len(self._held)
        return max((found.end() for found in ENDS.finditer(self._held, new)), default=0)

    def _ended(self) -> None:
        self._held.clear()
        self._end = 0
        self.release()
        said = [line for line in self._said if "error" in line.lower()] or [*self._said]
        why = re.sub(r"^ERROR:\s*|\*+", "", said[-1]).strip() if said else ""
        told = Message("camera {1} has ended", self._spec)
        if why:
            told = Message("camera {1} has ended ({2})", self._spec, why)
        raise CameraError("{1}; {2}", told, PI_REMEDY)

    def retrieve(self) -> tuple[bool, Any]:
        """Return whether the JPEG taken last is a picture, and the picture."""
        *_, former, end = 0, 0, *(found.end() for found in ENDS.finditer(self._held, 0, self._end))
        start = self._held.find(START, former, end)
        picture = parse_jpeg(bytes(self._held[start:end])) if start >= 0 else None
        return picture is not None, picture

    def release(self) -> None:
        """End the program."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(END_LIMIT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._listener.join(END_LIMIT_S)
        if self._process.stdout is not None:
            self._process.stdout.close()
