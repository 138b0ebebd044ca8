"""``herald sight``: questions in, answers out, bad lines named."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import herald
from companion.cli.commands.sight import SightAnswer, answers, read_grounds
from companion.library.library import Library
from tests.rules import geometry

QUESTION = '{"from": "C5", "to": "D5"}'


def ask(*lines: str, flags: tuple[str, ...] = ("--json",)) -> tuple[int, str, str]:
    given = ["sight", "--data", "nowhere", *flags]
    result = CliRunner().invoke(herald, given, input="\n".join(lines) + "\n")
    return result.exit_code, result.stdout, result.stderr


def answer(start: str, end: str, **more: Any) -> SightAnswer:
    [found] = answers([json.dumps({"from": start, "to": end, **more}).encode()], GROUNDS)
    return found


GROUNDS = read_grounds(Library(Path("nowhere")))


def test_each_question_gets_its_answer_in_turn() -> None:
    status, answered, _ = ask(
        '{"edition": "second", "from": "C5", "to": "F5", "units": ["D5"], "terrain": {"E5": "forest"}}',
        '{"edition": "second", "from": "C5", "to": "C7", "units": ["B6"], "terrain": {}}',
    )
    assert status == 0
    assert [json.loads(line) for line in answered.splitlines()] == [
        {"clear": False, "by": "D5", "distance": 3},
        {"clear": True, "by": None, "distance": 2},
    ]


def test_without_json_it_answers_in_words() -> None:
    _, answered, _ = ask(QUESTION, '{"from": "C5", "to": "E5", "units": ["D5"]}', flags=())
    assert answered.splitlines() == ["clear, 1 hex", "blocked by D5, 2 hexes"]


@pytest.mark.parametrize(
    ("kind", "by"),
    [
        *((kind, "D5") for kind in ("hill", "forest", "building", "command_tent")),
        *((kind, None) for kind in ("clear", "water", "river", "lake", "ford", "bridge")),
    ],
)
def test_terrain_blocks_as_the_catalogue_says(kind: str, by: str | None) -> None:
    """Reference sheet 6.8."""
    assert answer("C5", "F5", terrain={"D5": kind}).by == by


def test_a_unit_on_a_hill_looks_over_units_but_not_over_terrain() -> None:
    assert answer("C5", "F5", units=["D5"], terrain={"C5": "hill"}).clear
    assert answer("C5", "F5", units=["D5"], terrain={"C5": "hill", "E5": "building"}).by == "E5"
    assert answer("C5", "F5", units=["D5"], terrain={"F5": "hill"}).by == "D5"


def test_along_edges_terrain_must_stand_on_both_sides() -> None:
    """C5 to C7 runs between B6 and C6 (docs/rulings.md 2 and 25)."""
    assert answer("C5", "C7", units=["B6", "C6"]).clear
    assert answer("C5", "C7", units=["B6"], terrain={"C6": "hill"}).clear
    assert answer("C5", "C7", terrain={"B6": "river", "C6": "hill"}).clear
    assert answer("C5", "C7", terrain={"B6": "forest", "C6": "hill"}).by in ("B6", "C6")


def test_the_ends_and_a_hex_itself_are_always_seen() -> None:
    woods = {"C5": "forest", "D5": "building"}
    assert answer("C5", "D5", units=["C5", "D5"], terrain=woods) == SightAnswer(
        clear=True, by=None, distance=1
    )
    assert answer("C5", "C5") == SightAnswer(clear=True, by=None, distance=0)


def test_terrain_of_the_owners_own_packs_is_known(tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "second" / "walls" / "terrain.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text(
        '[wall]\nname = "Wall"\nsummary = "Ours."\nblocks_sight = true\nconfidence = "certain"\npage = "-"\n',
        encoding="utf-8",
    )
    question = '{"from": "C5", "to": "E5", "terrain": {"D5": "wall"}}'
    assert json.loads(ask(question, flags=("--json", "--data", str(tmp_path)))[1])["by"] == "D5"
    assert ask(question)[0] == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "JSON is malformed"),
        ("[" * 5000, "line 2"),
        ('{"from": "C5"}', "`to`"),
        ('{"from": "C5", "to": "Z7"}', "'Z7'; the board goes from A1 to L9"),
        ('{"from": "c5", "to": "C7"}', "'c5'"),
        ('{"from": "C5", "to": "L6"}', "'L6'"),
        ('{"from": "C5", "to": "C7", "units": ["M1"]}', "'M1'"),
        ('{"from": "C5", "to": "C7", "terrain": {"A0": "hill"}}', "'A0'"),
        ('{"from": "C5", "to": "C7", "units": "C6"}', "`$.units`"),
        ('{"from": "C5", "to": "C7", "unit": []}', "`unit`"),
        ('{"from": "C5", "to": "C7", "terrain": {"C6": "swamp"}}', "'swamp' for C6; known are barricade, "),
        ('{"edition": "third", "from": "C5", "to": "C7"}', "'third' is not known here; known: second"),
    ],
)
def test_a_bad_line_is_named_in_one_sentence(line: str, says: str) -> None:
    """What stands before it is answered, what comes after it is not."""
    status, answered, complaint = ask(QUESTION, line, QUESTION)
    assert status == 2
    assert len(answered.splitlines()) == 1
    assert complaint.startswith("herald: standard input, line 2: ")
    assert says in complaint
    assert len(complaint.splitlines()) == 1


def test_a_line_that_is_no_text_is_named_too() -> None:
    result = CliRunner().invoke(herald, ["sight"], input=b'{"from": "C\xff", "to": "C5"}\n')
    assert result.exit_code == 2
    assert result.stderr.startswith("herald: standard input, line 1: ")


@pytest.mark.parametrize("text", ["", "\n", "\n  \n\n"])
def test_nothing_asked_is_nothing_answered(text: str) -> None:
    result = CliRunner().invoke(herald, ["sight", "--json"], input=text)
    assert (result.exit_code, result.output) == (0, "")


def test_empty_lines_count_in_the_number_of_a_bad_one() -> None:
    assert "line 4: " in ask(QUESTION, "", "  ", "{")[2]


def test_a_big_batch_is_answered_line_by_line() -> None:
    chance, places = Random(3), tuple(geometry.CENTRES)
    asked, expected = [], []
    for _ in range(1500):
        start, end = chance.sample(places, 2)
        units, woods = chance.sample(places, 12), chance.sample(places, 12)
        terrain = dict.fromkeys(woods, "forest")
        asked.append(json.dumps({"from": start, "to": end, "units": units, "terrain": terrain}))
        expected.append(geometry.blockers(geometry.met(start, end), units, woods))
    status, answered, _ = ask(*asked)
    assert status == 0
    for question, line, blockers in zip(asked, answered.splitlines(), expected, strict=True):
        found = json.loads(line)
        assert found["by"] in (blockers or {None}), question
        assert found["clear"] is not bool(blockers)
