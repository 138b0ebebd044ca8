"""herald as a service of its user: started by systemd with the machine, going on with the newest game.

Writes the unit and asks systemd; what the machine's owner must do is told as a line to type.
"""

import getpass
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.files import replace_file

UNIT = "herald.service"
GROUPS = ("video", "audio")
"""Who is in these may use camera and loudspeaker without having logged in at the screen."""

_SAFE = re.compile(r"[A-Za-z0-9_./:=,@+-]+")
_TIMEOUT_S = 30.0


class ServiceError(Exception):
    """systemd did not do what it was asked; holds a sentence with the remedy."""


class ServiceState(NamedTuple):
    """How the service is.  *lingers*: it runs from the machine's start on, not from a login."""

    is_installed: bool
    is_running: bool
    lingers: bool
    lacking: tuple[str, ...]


def unit_path() -> Path:
    """Return where systemd looks for the user's unit."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "systemd" / "user" / UNIT


def unit_text(options: Sequence[str]) -> str:
    """Return the unit that plays with *options*, those of ``herald play``."""
    program = Path(sys.executable).with_name("herald")
    line = " ".join(_quoted(word) for word in (str(program), "play", "--game", "newest", *options))
    return f"""[Unit]
Description=herald, the companion at the table
StartLimitIntervalSec=0

[Service]
ExecStart={line}
Environment=PYTHONUNBUFFERED=1
Restart=always
RestartSec=5

[Install]
WantedBy=default.target
"""


def _quoted(word: str) -> str:
    """Return *word* as systemd reads it back."""
    if _SAFE.fullmatch(word):
        return word
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$"), ("\n", "\\n")):
        word = word.replace(sign, written)
    return f'"{word}"'


def has_systemd() -> bool:
    """Return whether this machine's services are systemd's."""
    return _asked("systemctl", "--version") is not None


def install(options: Sequence[str]) -> None:
    """Write the unit, and start it now and with the machine.  Raises ServiceError."""
    path = unit_path()
    try:
        replace_file(path, unit_text(options).encode())
    except OSError as trouble:
        raise ServiceError(f"{path}: cannot be written ({trouble.strerror})") from None
    _told("systemctl", "--user", "daemon-reload")
    _told("systemctl", "--user", "enable", UNIT)
    _told("systemctl", "--user", "restart", UNIT)
    _asked("loginctl", "enable-linger")


def remove() -> bool:
    """Stop the service for good; return whether there was one.  Raises ServiceError."""
    path = unit_path()
    if not path.exists():
        return False
    _told("systemctl", "--user", "disable", "--now", UNIT)
    path.unlink(missing_ok=True)
    _told("systemctl", "--user", "daemon-reload")
    return True


def service_state() -> ServiceState:
    """Return how the service is."""
    lingers = _asked("loginctl", "show-user", "--property=Linger", "--value", getpass.getuser())
    return ServiceState(
        is_installed=unit_path().exists(),
        is_running=_asked("systemctl", "--user", "is-active", UNIT) == "active",
        lingers=lingers == "yes",
        lacking=lacking_groups(),
    )


def lacking_groups() -> tuple[str, ...]:
    """Return those of GROUPS that the user is not in, though the machine has them."""
    if sys.platform == "win32":
        return ()
    import grp

    mine = {os.getegid(), *os.getgroups()}
    lacking = []
    for name in GROUPS:
        try:
            group = grp.getgrnam(name)
        except KeyError:
            continue
        if group.gr_gid not in mine and getpass.getuser() not in group.gr_mem and os.geteuid() != 0:
            lacking.append(name)
    return tuple(lacking)


def remedies(state: ServiceState) -> tuple[str, ...]:
    """Return the lines that the machine's owner must type for *state* to be good."""
    user = getpass.getuser()
    lines = [] if state.lingers else [f"sudo loginctl enable-linger {user}"]
    if state.lacking:
        lines.append(f"sudo usermod -aG {','.join(state.lacking)} {user}")
    return tuple(lines)


def _asked(*line: str) -> str | None:
    """Return what a program answers, None where it is missing or refuses."""
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=_TIMEOUT_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _told(*line: str) -> None:
    """Have a program do something.  Raises ServiceError with what it says."""
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.SubprocessError) as trouble:
        raise ServiceError(f"{' '.join(line)}: {trouble}") from None
    if done.returncode != 0:
        said = " ".join(done.stderr.split()) or f"status {done.returncode}"
        raise ServiceError(f"{' '.join(line)}: {said}")
