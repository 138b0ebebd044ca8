"""The command line of the eyes: look, watch and fit."""

import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import herald
from companion.cli.camera.watch import describe
from rules.kernel.hexes import Hex
from vision.board.calibrate import register
from vision.board.plan import parse_plan
from vision.sightings import Observation


def run(*words: object) -> Result:
    return CliRunner().invoke(herald, [str(word) for word in words])


@pytest.fixture
def told(cases: Path) -> list[object]:
    folder = cases / "stills"
    return ["--board", folder / "board.toml", "--tags", folder / "tags.toml"]


@pytest.fixture(scope="module")
def seen(cases: Path) -> dict[str, Any]:
    stills, faces = cases / "stills", cases / "learning" / "dice_faces"
    board = ["--board", stills / "board.toml", "--tags", stills / "tags.toml"]
    result = run("look", stills / "still_dice.jpg", *board, "--dice", faces, "--json")
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


def test_look_prints_one_object_with_the_named_fields(seen: dict[str, Any], cases: Path) -> None:
    assert seen["picture"] == str(cases / "stills" / "still_dice.jpg")
    assert seen["board"]["found"] is True
    assert 0 < seen["board"]["error_mm"] < 0.5
    assert seen["tags"]["CG3-BQ5CK0"] == "I4"
    assert seen["units"]["citadel_guard-3"] == "I4"
    assert seen["doubtful"] == [] == seen["cards"]
    assert seen["ms"] > 0


def test_look_reads_the_dice_and_says_where_they_lie(seen: dict[str, Any]) -> None:
    assert sorted(die["face"] for die in seen["dice"]) == ["cleave", "heroic", "heroic", "strike"]
    for die in seen["dice"]:
        east, north = die["at"]
        assert 784 < east < 984 and 160 < north < 400
        assert 0.5 < die["confidence"] <= 1


def test_look_at_a_board_without_marks_says_found_false_and_could_not(
    tmp_path: Path, told: list[object]
) -> None:
    path = tmp_path / "table.png"
    path.write_bytes(cv2.imencode(".png", np.full((480, 640, 3), 90, np.uint8))[1].tobytes())
    result = run("look", path, *told, "--json")
    assert result.exit_code == 1
    line = json.loads(result.stdout)
    assert line["board"]["found"] is False
    assert "marks 0, 1, 2, 3" in line["board"]["reason"]
    assert result.stderr.count("\n") == 1


def test_look_at_what_is_no_picture_is_refused_in_one_sentence(tmp_path: Path, told: list[object]) -> None:
    path = tmp_path / "shot.jpg"
    path.write_text("no picture")
    result = run("look", path, *told, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "shot.jpg" in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "text", "names"),
    [
        ("--board", "width_mm = 'x'", "width_mm"),
        ("--tags", "[tags]\n'low' = 'x'", "low"),
        ("--board", "]", "TOML"),
    ],
)
def test_a_wrong_file_is_refused_naming_it_and_its_field(
    option: str, text: str, names: str, tmp_path: Path, cases: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    result = run("look", cases / "stills" / "still_dice.jpg", option, path)
    assert result.exit_code == 2
    assert "wrong.toml" in result.stderr and names in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("option", ["--board", "--tags", "--dice"])
def test_a_missing_file_is_refused(option: str, tmp_path: Path, cases: Path) -> None:
    result = run("look", cases / "stills" / "still_dice.jpg", option, tmp_path / "nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr


def test_watch_tells_the_story_of_a_folder_in_order(cases: Path) -> None:
    folder = cases / "learning"
    board = ["--board", folder / "board.toml", "--tags", folder / "tags.toml"]
    result = run("watch", folder, *board, "--dice", folder / "dice_faces", "--json")
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["picture"] for line in lines if "units" in line] == [
        f"learning_{n}.jpg" for n in (0, 2, 3, 5, 6)
    ]
    states = [(line["picture"], line["state"]) for line in lines if "state" in line]
    assert ("learning_1.jpg", "covered") in states and ("learning_4.jpg", "covered") in states
    assert [line["roll"] for line in lines if "units" in line] == [0, 0, 1, 1, 1]


def test_watch_tells_markers_and_cards_beside_the_board() -> None:
    seen = Observation(frame=1, name=None, at=1.0, pieces={"poison-1": Hex("F4")}, beside=("wedge-1",))
    line = describe(seen)
    assert (line["units"], line["cards"]) == ({"poison-1": "F4"}, ["wedge-1"])


def test_what_watch_has_recorded_is_scored_against_what_was_read_or_corrected(
    cases: Path, tmp_path: Path, told: list[object]
) -> None:
    pictures, kept = tmp_path / "pictures", tmp_path / "kept"
    pictures.mkdir()
    shutil.copy(cases / "stills" / "still_overhead.jpg", pictures)
    result = run("watch", pictures, *told, "--record", kept)
    assert result.exit_code == 0, result.output
    assert "of 22 units to be seen 100.0% right, 0 in a wrong hex" in run("score", kept).stdout
    (lines,) = kept.glob("*/seen.jsonl")
    lines.write_text(lines.read_text().replace('"viper_legion-1":"A7"', '"viper_legion-1":"A8"'))
    scored = run("score", kept).stdout
    assert "1 in a wrong hex, 0 where none stood" in scored and "viper_legion-1 at A7" in scored


@pytest.mark.journey
def test_watch_a_simulated_table_without_units() -> None:
    result = run("watch", "simulated", "--frames", 4, "--json")
    assert result.exit_code == 0, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines[0]["state"] == "quiet"
    assert lines[1]["units"] == {}


def test_watch_a_camera_that_is_not_there_could_not(told: list[object]) -> None:
    result = run("watch", "97", *told, "--json")
    assert result.exit_code == 1
    assert "camera 97" in result.stderr and result.stderr.count("\n") == 1


def test_fit_writes_a_plan_whose_corner_hexes_lie_where_they_were_shown(
    cases: Path, tmp_path: Path, told: list[object]
) -> None:
    folder, fitted = cases / "stills", tmp_path / "fitted.toml"
    picture = folder / "still_overhead.jpg"
    plan = parse_plan((folder / "board.toml").read_text(), "board.toml")
    gray = cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE)
    registration = register(np.asarray(gray, np.uint8), plan)
    assert registration is not None
    shown = [(x + 7.0, y - 5.0) for x, y in (plan.centre_mm(name) for name in plan.corner_hexes)]
    pixels = [f"{x:.3f},{y:.3f}" for x, y in registration.to_pixels(np.array(shown))]
    result = run("fit", picture, *told[:2], "--corners", *pixels, "-o", fitted)
    assert result.exit_code == 0, result.output
    again = parse_plan(fitted.read_text(), "fitted.toml")
    for name in ("A9", "L9", "L1", "A1", "F5"):
        x, y = plan.centre_mm(name)
        assert again.centre_mm(name) == pytest.approx((x + 7, y - 5), abs=0.05)


@pytest.mark.parametrize(
    ("corners", "names"),
    [
        (("1,1", "9,1", "9,9", "one"), "one"),
        (("100,100", "900,100", "900,90000", "100,900"), "outside"),
        (("100,100", "900,900", "900,100", "100,900"), "grid"),
    ],
)
def test_fit_refuses_corners_that_are_none(
    corners: tuple[str, ...], names: str, cases: Path, tmp_path: Path, told: list[object]
) -> None:
    picture, output = cases / "stills" / "still_overhead.jpg", tmp_path / "fitted.toml"
    result = run("fit", picture, *told[:2], "--corners", *corners, "-o", output)
    assert result.exit_code == 2
    assert names in result.stderr
    assert not output.exists()
