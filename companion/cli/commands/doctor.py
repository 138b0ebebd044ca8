"""``herald doctor``: looks at everything a table needs, and says what to do."""

import platform
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from companion.cli import NO_OPENCV
from companion.cli.camera.eyesight import board_option, json_option, tags_option, whose_option
from companion.cli.options import data_option, one_sentence, setting_option
from companion.cli.systemd_service import has_systemd, remedies, service_state
from companion.input.errors import CouldNot
from companion.library.settings import Settings
from companion.network.addresses import addresses_here
from companion.network.local_name import can_announce
from companion.preparation.checks import (
    CheckLevel,
    Finding,
    check_disk,
    check_listening,
    check_name,
    check_network,
    check_power,
    check_service,
    check_voice,
)
from companion.voice.voice import Voice, VoiceSettings
from companion.words.translator import Translator, load_translator
from rules.kernel.translatable import Message, verbatim

if TYPE_CHECKING:
    from companion.cli.camera.doctor_camera import Seen

VOICE_TIMEOUT_S = 15.0
NO_CAMERA = Finding("camera", CheckLevel.GOOD, Message("none is looked for: you play by touch"))
SIGNS = {CheckLevel.GOOD: "ok  ", CheckLevel.WARNING: "mind", CheckLevel.BAD: "BAD "}


@click.command("doctor")
@click.argument("source", default=lambda: _own_camera())
@click.option("--no-camera", is_flag=True, help="You play by touch alone: camera and tags are not looked at.")
@data_option
@whose_option
@board_option
@tags_option
@setting_option("second_camera")
@setting_option("dice_camera")
@setting_option("voice")
@setting_option("language", help="The language of what is said.")
@json_option
@click.option("--bundle", type=click.Path(path_type=Path), help="Write all of it to FILE.zip, for a report.")
def command(
    source: str,
    no_camera: bool,
    data: Path,
    edition: str,
    board: Path | None,
    tags: Path | None,
    second_camera: str | None,
    dice_camera: str | None,
    voice: bool,
    language: str,
    as_json: bool,
    bundle: Path | None,
) -> None:
    """Check camera, marks, light, tags, voice, network, service, disk and power before you play.

    SOURCE is what `herald watch` takes; the table's own camera, or the first found, unless it is named.
    """
    with one_sentence():
        tr = load_translator(language, data)
    named = Settings(
        data=data, camera=source, second_camera=second_camera, dice_camera=dice_camera, board=board, tags=tags
    )
    seen = NO_CAMERA if no_camera else _camera(named, edition)
    found = [seen] if isinstance(seen, Finding) else list(seen.findings)
    found += [_voice(tr)] if voice else []
    found += [check_listening(_no_ear())]
    found += [check_network(addresses_here()), check_name(is_announced=can_announce())]
    found += [_service(), _disk(data), check_power(throttle_flags())]
    for one in found:
        click.echo(_line(one, tr, as_json=as_json))
    if bundle is not None:
        _write(bundle, found, None if isinstance(seen, Finding) else seen)
    if any(one.level is CheckLevel.BAD for one in found):
        raise CouldNot(
            f"{sum(one.level is CheckLevel.BAD for one in found)} of {len(found)} checks came out bad."
        )


def _own_camera() -> str:
    """Return the camera that the table's settings name, or any."""
    own: str = (click.get_current_context().default_map or {}).get("camera", "any")
    return own


def _camera(settings: Settings, edition: str) -> "Seen | Finding":
    """Return what is seen through the cameras, or that pictures cannot be read here at all."""
    try:
        from companion.cli.camera.doctor_camera import look_at
    except ImportError as trouble:
        return Finding("camera", CheckLevel.BAD, verbatim(NO_OPENCV.format(trouble).rstrip(".")))
    with one_sentence():
        return look_at(settings, edition)


def _voice(tr: Translator) -> Finding:
    voice = Voice(VoiceSettings(lang=tr.lang, tr=tr))
    try:
        end = time.monotonic() + VOICE_TIMEOUT_S
        while voice.status().state == "off" and time.monotonic() < end:  # it is starting
            time.sleep(0.1)
        status = voice.status()
    finally:
        voice.close()
    told = (status.reason, status.details and f"({status.details})", status.remedy)
    return check_voice(None if status.state == "ready" else " ".join(filter(None, told)))


def _no_ear() -> Message | None:
    """Return why spoken commands cannot be taken here, and the remedy; None where they can."""
    from companion.voice.listening.recogniser import NoRecogniserError, Recogniser

    try:
        Recogniser()
    except NoRecogniserError as trouble:
        return trouble.message
    return None


def _service() -> Finding:
    if not has_systemd():
        return Finding("service", CheckLevel.GOOD, Message("herald is started by hand on this system"))
    state = service_state()
    left = remedies(state) if state.is_installed else ()
    return check_service(is_installed=state.is_installed, is_running=state.is_running, left=left)


def _disk(data: Path) -> Finding:
    folder = next(one for one in (data, *data.absolute().parents) if one.exists())
    return check_disk(shutil.disk_usage(folder).free / 1e6, str(data))


def throttle_flags(program: str = "vcgencmd") -> int | None:
    """Return the Raspberry Pi's throttle flags, or None on a machine that has none."""
    try:
        line = [program, "get_throttled"]
        told = subprocess.run(line, capture_output=True, text=True, timeout=5, check=True)
        return int(told.stdout.strip().partition("=")[2], 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _line(one: Finding, tr: Translator, *, as_json: bool) -> str:
    text = tr(one.text).rstrip(".")
    if as_json:
        return msgspec.json.encode({"check": one.what, "level": one.level, "text": text}).decode()
    return f"{SIGNS[one.level]}  {one.what:<8} {text}"


def _write(path: Path, found: list[Finding], seen: "Seen | None") -> None:
    """Write the report, the picture and what was read in it to the archive *path*."""
    program = f"herald {metadata.version('battle-herald')}, Python {platform.python_version()}"
    lines = [f"{program}, {platform.platform()}"]
    files: Iterable[tuple[str, bytes]] = ()
    if seen is not None:
        from companion.cli.camera.doctor_camera import PROGRAM, files_of

        lines, files = [f"{lines[0]}, {PROGRAM}"], files_of(seen)
    lines += [_line(one, Translator(), as_json=False) for one in found]
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("report.txt", "\n".join(lines) + "\n")
            for name, content in files:
                archive.writestr(name, content)
    except OSError as trouble:
        raise CouldNot(f"{path}: cannot be written ({trouble.strerror}); name another file.") from None
    shown = "" if seen is None else "; it holds the camera's picture"
    click.echo(f"{path}: attach this file to your report{shown}.", err=True)
