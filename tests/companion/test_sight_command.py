"""``herald sight``: questions in, answers out, bad lines named."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import herald


def ask(*lines: str, flags: tuple[str, ...] = ("--json",)) -> tuple[int, str, str]:
    result = CliRunner().invoke(herald, ["sight", *flags], input="\n".join(lines) + "\n")
    return result.exit_code, result.stdout, result.stderr


def test_each_question_gets_its_answer_in_turn() -> None:
    status, answers, _ = ask(
        '{"edition": "second", "from": "C5", "to": "F5", "units": ["D5"], "terrain": {"E5": "forest"}}',
        '{"edition": "second", "from": "C5", "to": "C7", "units": ["B6"], "terrain": {}}',
    )
    assert status == 0
    assert [json.loads(line) for line in answers.splitlines()] == [
        {"clear": False, "by": "D5", "distance": 3},
        {"clear": True, "by": None, "distance": 2},
    ]


def test_without_json_it_answers_in_words() -> None:
    _, answers, _ = ask('{"from": "C5", "to": "D5"}', '{"from": "C5", "to": "E5", "units": ["D5"]}', flags=())
    assert answers.splitlines() == ["clear, 1 hex", "blocked by D5, 2 hexes"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "JSON is malformed"),
        ("[" * 5000, "line 2"),
        ('{"from": "C5"}', "`to`"),
        ('{"from": "C5", "to": "Z7"}', "'Z7'"),
        ('{"from": "C5", "to": "C7", "units": "C6"}', "`$.units`"),
        ('{"from": "C5", "to": "C7", "unit": []}', "`unit`"),
        ('{"from": "C5", "to": "C7", "terrain": {"C6": "swamp"}}', "'swamp'"),
        ('{"edition": "third", "from": "C5", "to": "C7"}', "'third'"),
    ],
)
def test_a_bad_line_is_named_in_one_sentence(line: str, says: str) -> None:
    status, answers, complaint = ask('{"from": "C5", "to": "D5"}', line)
    assert status == 2
    assert len(answers.splitlines()) == 1
    assert complaint.startswith("herald: standard input, line 2: ")
    assert says in complaint
    assert len(complaint.splitlines()) == 1
