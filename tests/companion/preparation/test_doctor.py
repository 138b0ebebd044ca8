"""The doctor: every check just below and just above its limit, and the whole on pictures."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import herald
from companion.cli.commands.doctor import throttle_flags
from companion.network.addresses import Address, NetworkKind
from companion.preparation.checks import (
    CheckLevel,
    Finding,
    check_disk,
    check_focus,
    check_light,
    check_listening,
    check_marks,
    check_name,
    check_network,
    check_power,
    check_service,
    check_shown,
    check_tags,
    check_voice,
)
from companion.words.translator import load_translator
from rules.kernel.translatable import Message
from tests.companion.words.test_no_english import found_in
from tests.vision.painting import camera, painted
from vision.board.calibrate import register
from vision.board.plan import parse_plan
from vision.board.sharpness import steepness
from vision.source.frames import read_picture

GOOD, WARNING, BAD = CheckLevel.GOOD, CheckLevel.WARNING, CheckLevel.BAD
STILLS = Path(__file__).parents[2] / "cases" / "stills"
BOARD = Path(__file__).parents[3] / "config" / "boards" / "second.toml"


JUDGED = (
    (check_marks(2, 4, None), BAD),
    (check_marks(3, 4, 0.2), WARNING),
    (check_marks(4, 4, 0.2), GOOD),
    (check_marks(4, 4, 0.99), GOOD),
    (check_marks(4, 4, 1.01), WARNING),
    (check_marks(4, 4, 2.99), WARNING),
    (check_marks(4, 4, 3.01), BAD),
    (check_light(24.9), BAD),
    (check_light(25.1), WARNING),
    (check_light(59.9), WARNING),
    (check_light(60.1), GOOD),
    (check_light(234.9), GOOD),
    (check_light(235.1), BAD),
    (check_focus(None), WARNING),
    (check_focus(0.179), BAD),
    (check_focus(0.181), WARNING),
    (check_focus(0.279), WARNING),
    (check_focus(0.281), GOOD),
    (check_tags(0.69, 29.0), BAD),
    (check_tags(0.71, 29.0), WARNING),
    (check_tags(0.99, 29.0), WARNING),
    (check_tags(1.01, 29.0), GOOD),
    (check_tags(0.724, None), BAD),
    (check_tags(0.726, None), GOOD),
    (check_disk(49.0, "games"), BAD),
    (check_disk(51.0, "games"), WARNING),
    (check_disk(499.0, "games"), WARNING),
    (check_disk(501.0, "games"), GOOD),
    (check_power(None), GOOD),
    (check_power(0x0), GOOD),
    (check_power(0x1), BAD),
    (check_power(0x4), BAD),
    (check_power(0x50000), WARNING),
    (check_network([]), WARNING),
    (check_network([Address("10.8.0.2", "tun0", NetworkKind.VPN)]), WARNING),
    (check_network([Address("192.168.0.4", "wlan0", NetworkKind.WIFI)]), GOOD),
    (check_name(is_announced=True), GOOD),
    (check_name(is_announced=False), GOOD),
    (check_voice(None), GOOD),
    (check_voice("No engine. Install one."), WARNING),
)


SERVICES = ((False, False, ()), (True, False, ()), (True, True, ("usermod",)), (True, True, ()))
"""Of the service: installed, running, and what its owner must still type."""


@pytest.mark.parametrize(("finding", "level"), JUDGED)
def test_a_check_fires_just_beyond_its_limit_and_not_before(finding: Finding, level: CheckLevel) -> None:
    assert finding.level is level


def test_whatever_a_check_finds_is_told_in_romanian() -> None:
    more = [check_shown(), check_listening(None), check_listening(Message("There is nothing to say."))]
    more += [check_service(is_installed=a, is_running=b, left=c) for a, b, c in SERVICES]
    told = {finding.text for finding, _ in JUDGED} | {finding.text for finding in more}
    tr = load_translator("ro")
    spoken = {tr(text) for text in told if text.id != "{1}"}
    assert len(spoken) > 30
    assert not spoken & set(map(str, told))
    assert {text: found for text in spoken if (found := found_in(text, "second"))} == {}


def test_a_tag_that_is_too_small_is_told_the_size_to_print() -> None:
    text = str(check_tags(1.17, 15.0).text)
    assert text == (
        "15 mm tags have 0.61 px a module; your camera sees 1.2 px/mm: 25 mm QR or 20 mm ArUco: "
        "print that size, or move the camera nearer"
    )


@pytest.mark.parametrize(("blur", "level"), [(0.1, GOOD), (1.2, WARNING), (3.2, BAD)])
def test_the_focus_is_judged_by_the_edges_of_the_marks(blur: float, level: CheckLevel) -> None:
    plan = parse_plan(BOARD.read_text(), "second.toml")
    image = cv2.GaussianBlur(painted(plan, camera(0.0)), (0, 0), blur)
    registration = register(image, plan)
    assert registration is not None
    assert check_focus(steepness(image, registration)).level is level


@pytest.mark.parametrize(
    ("told", "flags"), [("throttled=0x50005", 0x50005), ("throttled=0x0", 0), ("nonsense", None)]
)
def test_the_throttle_flags_are_read_from_the_pis_own_program(
    told: str, flags: int | None, tmp_path: Path
) -> None:
    program = tmp_path / "vcgencmd"
    program.write_text(f"#!/bin/sh\necho '{told}'\n")
    program.chmod(0o755)
    assert throttle_flags(str(program)) == flags


def test_a_machine_without_that_program_has_no_flags(tmp_path: Path) -> None:
    assert throttle_flags(str(tmp_path / "nothing")) is None


def doctor(*words: object, data: Path) -> Result:
    told = ["--board", STILLS / "board.toml", "--tags", STILLS / "tags.toml", "--data", data, "--no-voice"]
    return CliRunner().invoke(herald, [str(word) for word in ("doctor", *words, *told)])


def levels(*words: object, data: Path) -> dict[str, str]:
    """Return how each check came out."""
    lines = doctor("--json", *words, data=data).stdout.splitlines()
    return {found["check"]: found["level"] for found in map(json.loads, lines)}


def name_cameras(data: Path, **cameras: object) -> None:
    """Have the table's settings name *cameras*."""
    (data / "settings.toml").write_text("".join(f'{name} = "{told}"\n' for name, told in cameras.items()))


def test_the_doctor_finds_a_good_table_good_and_bundles_it(tmp_path: Path) -> None:
    bundle = tmp_path / "report.zip"
    result = doctor(STILLS / "still_overhead.jpg", "--json", "--bundle", bundle, data=tmp_path)
    assert result.exit_code == 0, result.output
    found = {one["check"]: one["level"] for one in map(json.loads, result.stdout.splitlines())}
    assert {found[name] for name in ("camera", "marks", "light", "focus", "tags")} == {"good"}
    with zipfile.ZipFile(bundle) as archive:
        assert set(archive.namelist()) == {"report.txt", "board.toml", "picture.png", "overlay.png"}
        assert "4 of 4 corner marks" in archive.read("report.txt").decode()
        kept = cv2.imdecode(np.frombuffer(archive.read("picture.png"), np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(kept, read_picture(STILLS / "still_overhead.jpg"))


Change = Callable[[np.ndarray], np.ndarray]


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda image: image // 12, "light"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 3.0), "focus"),
        (lambda image: image[:, :800], "marks"),
    ],
)
def test_the_doctor_says_what_is_bad_and_leaves_with_1(change: Change, check: str, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), change(read_picture(STILLS / "still_overhead.jpg")))
    result = doctor(picture, data=tmp_path)
    assert result.exit_code == 1
    assert f"BAD   {check}" in result.output


def test_a_camera_that_does_not_open_is_one_bad_check_among_the_others(tmp_path: Path) -> None:
    result = doctor("http://127.0.0.1:9/video", data=tmp_path)
    assert result.exit_code == 1
    assert "BAD   camera   http://127.0.0.1:9/video does not open; check the address" in result.output
    assert "disk" in result.output and "Traceback" not in result.output


def test_sentences_that_cannot_be_read_are_told_before_a_camera_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.commands.doctor._camera", lambda *_: pytest.fail("it was opened"))
    (tmp_path / "sentences.ro.toml").write_text("no = toml = at all")
    result = doctor(STILLS / "still_overhead.jpg", "--language", "ro", data=tmp_path)
    assert result.exit_code == 2, result.output
    assert "sentences.ro.toml" in result.output


def test_a_bundle_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    result = doctor(STILLS / "still_overhead.jpg", "--bundle", tmp_path / "no" / "b.zip", data=tmp_path)
    assert result.exit_code == 1 and "cannot be written" in result.output


def test_the_doctor_looks_through_both_cameras_that_the_settings_name(tmp_path: Path) -> None:
    """A mark that one of them sees need not be seen by the other."""
    whole, corner, black = STILLS / "still_overhead.jpg", tmp_path / "corner.png", tmp_path / "black.png"
    image = read_picture(whole)
    cv2.imwrite(str(black), image // 12)
    image[: image.shape[0] // 3, -image.shape[1] // 4 :] = 90
    cv2.imwrite(str(corner), image)

    assert levels(corner, data=tmp_path)["marks"] == "warning"
    name_cameras(tmp_path, camera=corner, second_camera=whole)
    both = levels(data=tmp_path)
    assert (both["camera 2"], both["marks"], both["marks 2"]) == ("good", "good", "good")
    assert levels("--second-camera", black, data=tmp_path)["light 2"] == "bad"


def test_a_simulated_camera_is_none_to_look_through(tmp_path: Path) -> None:
    name_cameras(tmp_path, camera="simulated")
    told = levels(data=tmp_path)
    assert told["camera"] == "good" and "disk" in told and "marks" not in told


def test_one_camera_for_two_things_is_found_before_the_table_refuses_it(tmp_path: Path) -> None:
    black = tmp_path / "black.png"
    cv2.imwrite(str(black), np.zeros((90, 160, 3), np.uint8))
    name_cameras(tmp_path, camera=black, dice_camera=black)
    told = levels(data=tmp_path)
    assert (told["cameras"], told["dice camera"]) == ("bad", "good")


def test_a_bundle_calls_the_second_picture_so_where_the_first_camera_sends_none(
    tmp_path: Path,
) -> None:
    bundle, black = tmp_path / "report.zip", tmp_path / "black.png"
    cv2.imwrite(str(black), np.zeros((90, 160, 3), np.uint8))
    name_cameras(tmp_path, camera=tmp_path / "gone.mp4", second_camera=black)
    told = levels("--bundle", bundle, data=tmp_path)
    assert (told["camera"], told["camera 2"]) == ("bad", "good")
    with zipfile.ZipFile(bundle) as archive:
        assert {*archive.namelist()} == {"report.txt", "board.toml", "picture-2.png", "overlay-2.png"}
