"""Every reason to refuse something: its sentence in both languages, its page, and whether it is final."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from companion.words.announcer import refusal_text
from companion.words.names import Language
from companion.words.phrases import load_phrases
from rules.kernel import messages as m
from rules.kernel.game import play
from rules.kernel.values import FINAL, Why
from rules.registry import AnyCommand
from tests.companion.words.refused import CASES
from tests.rules.drawn import tags

TOLD = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))
RULINGS = Path(__file__).parents[3] / "docs" / "rulings.md"
ROMANIAN = Language(load_phrases("second", "ro"))


def refused(name: str) -> m.Refusal:
    """Return why the case *name* is refused."""
    _, decision = play(*CASES[name])
    assert isinstance(decision, m.Refusal), name
    return decision


def test_every_reason_has_a_position_and_every_position_its_sentences() -> None:
    of_odds = {Why.NOT_KNOWN}  # no command is refused for it: the table is asked for the number
    assert {name.split()[0] for name in CASES} == set(Why) - of_odds
    assert CASES.keys() == TOLD.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_says_what_is_the_matter_in_both_languages(name: str) -> None:
    refusal = refused(name)
    assert refusal.why == name.split()[0]
    assert refusal_text(refusal, CASES[name].game) == TOLD[name]["en"]
    assert refusal_text(refusal, CASES[name].game, ROMANIAN) == TOLD[name]["ro"]


@pytest.mark.parametrize("name", CASES)
def test_what_is_not_nonsense_is_done_if_the_table_rules_so(name: str) -> None:
    refusal, (game, command) = refused(name), CASES[name]
    ruled = msgspec.json.decode(b'{"do":"overrule","command":%s}' % msgspec.json.encode(command), type=object)
    if refusal.final:
        assert "overruled" not in TOLD[name]
        assert refusal.why in FINAL
        return
    _, decision = play(game, msgspec.convert(ruled, AnyCommand))
    assert not isinstance(decision, m.Refusal), decision
    assert decision[0] == m.Overruled(why=refusal.why, page=refusal.page)
    assert " ".join(tags(decision[1:])) == TOLD[name]["overruled"]


def test_what_is_final_is_so_for_a_reason_that_the_rulings_tell() -> None:
    final = {refused(name).why for name in CASES if refused(name).final}
    assert final == FINAL.keys()
    told = RULINGS.read_text(encoding="utf-8")
    assert [reason for reason in FINAL.values() if reason not in told] == []
