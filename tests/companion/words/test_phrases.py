"""The files of phrases are complete together, and what is wrong in one is told with its place."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.words.phrases import load_phrases, parse_phrases
from rules.kernel.catalogue import ConfigError
from rules.kernel.ruleset import Game
from tests.companion.words.worded import COMMON, OWN, texts_of


def test_the_phrases_know_every_trait_and_faction_of_the_catalogue(game: Game) -> None:
    words = load_phrases("second").words
    catalogue = game.ruleset.catalogue
    assert {trait for kind in catalogue.kinds.values() for trait in kind.traits} <= set(words["traits"])
    assert set(catalogue.factions) <= set(words["factions"])


SAYS = 'say = "to {to}"'


@pytest.mark.parametrize(
    ("file", "find", "put", "place", "problem"),
    [
        (COMMON, "[events.moved]", "[events.mooved]", f"{COMMON}: [events.mooved]", "no code answers"),
        (COMMON, '[events.combat_ended]\nshow = ""\n', "", f"{OWN}: [events.combat_ended]", "is missing"),
        (
            OWN,
            "[events.healed.tokens]",
            "[events.healed.token]",
            f"{OWN}: [events.healed.token]",
            "no code answers",
        ),
        (COMMON, SAYS, 'say = "to {too}"', f"{COMMON}: [events.moved]", "nothing fills {too}, field say"),
        (COMMON, SAYS, 'say = "to {to"', f"{COMMON}: [events.moved]", "expected '}'"),
        (
            COMMON,
            SAYS,
            'say = "to {to:a|b}"',
            f"{COMMON}: [events.moved]",
            "is no {number:one|many}, field say",
        ),
        (COMMON, SAYS, "say = 5", f"{COMMON}: [events.moved]", "field say"),
        (COMMON, SAYS, 'sai = "to {to}"', f"{COMMON}: [events.moved]", "sai"),
        (OWN, 'priority = "urgent"', 'priority = "loud"', f"{OWN}: [events.game_won]", "field priority"),
        (COMMON, 'stun = "stunned"\n', "", f"{COMMON}: [markers.stun]", "is missing"),
        (OWN, 'poison = "Poison"', 'poisson = "Poison"', f"{OWN}: [abilities.poisson]", "no code answers"),
        (COMMON, 'bare = "That is too far"\n', "", f"{COMMON}: [refusals.too_far]", "field bare"),
        (COMMON, 'or = "or"', 'or = "{unit}"', f"{COMMON}: [orders]", "nothing fills {unit}, field or"),
        (COMMON, 'lang = "en"', 'lang = "en', f"{COMMON}: ", "is not TOML"),
        (COMMON, 'lang = "en"', "", f"{OWN}: ", "field lang"),
        (OWN, "[factions]", "[songs]\n[factions]", f"{OWN}: [songs]", "no code answers"),
    ],
)
def test_a_wrong_phrase_is_reported_with_file_entry_and_field(
    file: str, find: str, put: str, place: str, problem: str
) -> None:
    texts = texts_of("en")
    assert find in texts[file]
    with pytest.raises(ConfigError) as caught:
        parse_phrases({**texts, file: texts[file].replace(find, put, 1)}, "second")
    assert str(caught.value).startswith(place)
    assert problem in str(caught.value)


def test_what_is_missing_is_told_with_the_file_of_its_section_and_not_with_the_last_one() -> None:
    texts = {**texts_of("en"), "second/summaries.toml": "[summaries.cards]"}
    texts[OWN] = re.sub("(?m)^bar_lore = .*\n", "", texts[OWN])
    with pytest.raises(ConfigError, match=re.escape(f"{OWN}: [verbs.bar_lore] is missing")):
        parse_phrases(texts, "second")


@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("lang", ["en", "ro"])
def test_what_any_edition_says_is_not_said_again_by_one(lang: str, edition: str) -> None:
    common, own = (set(leaves(tomllib.loads(text))) for text in texts_of(lang, edition).values())
    assert not common & own


def leaves(table: dict[str, Any], place: str = "") -> Iterator[str]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{place}.{name}")
        else:
            yield f"{place}.{name}"


def test_a_language_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(ConfigError, match=r"words/xx/common\.toml: there is no such file"):
        load_phrases("second", "xx")


def test_our_phrases_are_our_own_and_free_of_signs_that_are_read_out() -> None:
    def spoken(entry: object) -> list[str]:
        if not isinstance(entry, dict):
            return []
        own = [entry["say"]] if "say" in entry else []
        return own + [text for part in entry.values() for text in spoken(part)]

    tables = [tomllib.loads(text) for text in texts_of("en").values()]
    found = [text for table in tables for part in ("events", "waits") for text in spoken(table[part])]
    assert len(found) > 40
    assert not [text for text in found if re.search(r"[/\\()_#*→]", re.sub(r"\{[^}]*\}", "", text))]
