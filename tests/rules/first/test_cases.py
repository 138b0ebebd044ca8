"""The worked examples of the First Edition, each a test."""

import pytest

from tests.rules.first.adapter import CASES, REASONS, Example, examples, pieces, play, standing
from tests.rules.first.by_sentences import BySentences

FILES = ("01", "02", "03", "04", "05", "06", "07", "08")


@pytest.mark.parametrize(
    "example", [pytest.param(one, id=one.id) for name in FILES for one in examples(name)]
)
def test_a_worked_example(example: Example) -> None:
    play(example, BySentences(example))


def test_every_example_is_read_and_every_reason_has_a_word() -> None:
    assert {path.name[:2] for path in CASES.glob("*.toml")} == set(FILES)
    every = [one for name in FILES for one in examples(name)]
    assert len({one.id for one in every}) == len(every)
    reasons = {
        answer.removeprefix("refused ")
        for one in every
        for _, answer in one.steps
        if answer.startswith("refused ")
    }
    assert reasons == set(REASONS)
    for one in every:
        assert all(unit.figures > 0 for unit in standing(one.setup))
        assert all(piece.kind for piece in pieces(one.terrain))
