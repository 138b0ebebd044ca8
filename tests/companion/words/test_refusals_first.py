"""Each of the First Edition's reasons to refuse: its sentence in both languages, its rule with its source."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from companion.library.library import Library
from companion.words.announcer import refusal_text
from companion.words.editions import words_of
from companion.words.glossary import Glossary, load_glossary
from companion.words.names import load_language
from rules.kernel import messages as m
from rules.kernel.game import play
from rules.kernel.values import FINAL, Why
from rules.registry import EDITIONS, AnyCommand
from tests.companion.words.refused_first import CASES, ELSEWHERE

TOLD = tomllib.loads(Path(__file__).with_name("refusals_first.toml").read_text(encoding="utf-8"))
NOWHERE = Path("no such folder")
LANGUAGES = {lang: load_language(lang, "first", NOWHERE) for lang in ("en", "ro")}
OWN = words_of("first")


def refused(name: str) -> m.Refusal:
    """Return why the case *name* is refused."""
    _, decision = play(*CASES[name])
    assert isinstance(decision, m.Refusal), name
    return decision


@pytest.fixture(scope="module")
def glossaries() -> dict[str, Glossary]:
    catalogue = Library(NOWHERE).catalogue("first")
    return {lang: load_glossary(catalogue, "first", language) for lang, language in LANGUAGES.items()}


def test_what_no_book_says_is_the_table_s_in_each_language() -> None:
    for edition in EDITIONS:
        assert edition.pages["correction"] == "the table"
    game, (why, page) = CASES["occupied"].game, (Why.NO_SUCH_UNIT, "the table")
    told = refusal_text(m.Refusal(why=why, page=page), game, LANGUAGES["ro"])
    assert told == "Nu există o astfel de unitate (masa)"


def test_every_reason_has_a_position_and_every_position_its_sentences() -> None:
    reasons = {*map(str, OWN.reasons), *(set(Why) - OWN.other_reasons - ELSEWHERE.keys())}
    assert {name.split()[0] for name in CASES} == reasons
    assert CASES.keys() == TOLD.keys()


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_says_what_is_the_matter_in_both_languages(name: str, lang: str) -> None:
    refusal, language = refused(name), LANGUAGES[lang]
    assert refusal.why == name.split()[0]
    bare = msgspec.structs.replace(refusal, page="")
    assert refusal_text(bare, CASES[name].game, language) == TOLD[name][lang]


@pytest.mark.parametrize("name", CASES)
def test_whoever_asks_why_is_told_the_rule_with_its_source_in_both_languages(
    name: str, glossaries: dict[str, Glossary]
) -> None:
    refusal = refused(name)
    assert refusal.rule == TOLD[name]["rule"]
    english, romanian = (glossaries[lang][refusal.rule] for lang in LANGUAGES)
    assert refusal.page in english.page.split("; ")
    assert romanian.page == english.page
    assert romanian.text != english.text


@pytest.mark.parametrize("name", CASES)
def test_what_is_not_nonsense_is_done_if_the_table_rules_so(name: str) -> None:
    refusal, (game, command) = refused(name), CASES[name]
    if refusal.final:
        assert refusal.why in FINAL
        return
    ruled = msgspec.json.decode(b'{"do":"overrule","command":%s}' % msgspec.json.encode(command), type=object)
    _, decision = play(game, msgspec.convert(ruled, AnyCommand))
    assert not isinstance(decision, m.Refusal), decision
    assert decision[0] == m.Overruled(why=refusal.why, page=refusal.page)
