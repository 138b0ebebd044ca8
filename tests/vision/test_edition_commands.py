"""The command line of the eyes for the First Edition: its board, its tags, its dice."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import herald
from companion.library.library import Library
from rules.kernel.hexes import Hex
from vision.dice.sets import read_set
from vision.dice.symbols import stickers
from vision.simulate.table import SimulatedTable

UNITS = {"human_blue_mounted-1": "F4", "goblinoid_blue_foot-12": "M9", "hill_giant-1": "A1"}
FACES = ["green", "blue", "red", "bonus_strike", "lore", "flag"]


def run(*words: object, told: str = "") -> Result:
    return CliRunner().invoke(herald, [str(word) for word in words], input=told)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> SimulatedTable:
    library = Library(tmp_path_factory.mktemp("none"))
    faces = stickers(library.die_faces("first"))
    made = SimulatedTable(library.plan("first"), library.book("first"), size=(1600, 900), seed=2, dice=faces)
    for unit, at in UNITS.items():
        made.place(unit, Hex(at))
    made.roll(["bonus_strike", "flag"])
    return made


@pytest.fixture(scope="module")
def picture(table: SimulatedTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "table.png"
    cv2.imwrite(str(path), table.read().image)
    return path


def test_look_reads_the_first_edition_s_board_tags_and_dice(picture: Path) -> None:
    result = run("look", picture, "--edition", "first", "--dice", "stickers", "--json")
    assert result.exit_code == 0, result.output
    seen = json.loads(result.stdout)
    assert seen["units"] == UNITS
    assert sorted(die["face"] for die in seen["dice"]) == ["bonus_strike", "flag"]


def test_watch_simulates_the_first_edition_s_table() -> None:
    result = run("watch", "simulated", "--edition", "first", "--frames", 3, "--json")
    assert result.exit_code == 0, result.output
    assert [json.loads(line)["units"] for line in result.stdout.splitlines() if "units" in line] == [{}]


def test_fit_writes_the_first_edition_s_plan(picture: Path, table: SimulatedTable, tmp_path: Path) -> None:
    corners = table.to_pixels(np.array([table.plan.centre_mm(at) for at in table.plan.corner_hexes]))
    told = [f"{x:.1f},{y:.1f}" for x, y in corners]
    result = run("fit", picture, "--edition", "first", "--corners", *told, "-o", tmp_path / "board.toml")
    assert result.exit_code == 0, result.output
    assert "A9" in result.stdout
    assert "M9" in result.stdout


def test_teach_asks_for_the_first_edition_s_faces(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    for number, face in enumerate(FACES):
        cv2.imwrite(str(shown / f"{number}.png"), stickers(Library(tmp_path).die_faces("first"))[face])
    file = tmp_path / "set.json"
    result = run("teach", file, "--source", shown, "--edition", "first", "--times", 1, told="\n" * 6)
    assert result.exit_code == 0, result.output
    assert list(read_set(file).faces) == FACES
