"""The file of phrases is complete, and what is wrong with it is told with its place."""

import re
import tomllib

import pytest

from companion.words.phrases import load_phrases, parse_phrases
from rules.kernel.catalogue import ConfigError
from rules.kernel.ruleset import Game
from tests.companion.words.worded import (
    FILE,
    shelf,
)


def test_the_phrases_know_every_trait_and_faction_of_the_catalogue(game: Game) -> None:
    words = load_phrases("second").words
    catalogue = game.ruleset.catalogue
    assert {trait for kind in catalogue.kinds.values() for trait in kind.traits} <= set(words["traits"])
    assert set(catalogue.factions) <= set(words["factions"])


@pytest.mark.parametrize(
    ("find", "put", "place", "problem"),
    [
        ("[events.moved]", "[events.mooved]", "[events.mooved]", "no code answers"),
        ('[events.combat_ended]\nshow = ""\n', "", "[events.combat_ended]", "is missing"),
        ("[events.healed.tokens]", "[events.healed.token]", "[events.healed.token]", "no code answers"),
        ('say = "to {to}"', 'say = "to {too}"', "[events.moved]", "nothing fills {too}, field say"),
        ('say = "to {to}"', 'say = "to {to"', "[events.moved]", "expected '}'"),
        ('say = "to {to}"', 'say = "to {to:a|b}"', "[events.moved]", "is no {number:one|many}, field say"),
        ('say = "to {to}"', "say = 5", "[events.moved]", "field say"),
        ('say = "to {to}"', 'sai = "to {to}"', "[events.moved]", "sai"),
        ('priority = "urgent"', 'priority = "loud"', "[events.game_won]", "field priority"),
        ('stun = "stunned"\n', "", "[markers.stun]", "is missing"),
        ('poison = "Poison"', 'poisson = "Poison"', "[abilities.poisson]", "no code answers"),
        ('bare = "That is too far"\n', "", "[refusals.too_far]", "field bare"),
        ('or = "or"', 'or = "{unit}"', "[orders]", "nothing fills {unit}, field or"),
        ('lang = "en"', 'lang = "en', FILE, "is not TOML"),
        ('lang = "en"', "", FILE, "field lang"),
        ('lang = "en"', 'lang = "en"\n[songs]\n[oops]', "[songs]", "no code answers"),
    ],
)
def test_a_wrong_phrase_is_reported_with_file_entry_and_field(
    find: str, put: str, place: str, problem: str
) -> None:
    text = shelf("phrases.en.toml")
    assert find in text
    if put.startswith("lang") and "songs" in put:
        text, put = f"{text}\n[songs]\n", find
    with pytest.raises(ConfigError) as caught:
        parse_phrases(text.replace(find, put, 1), FILE)
    assert FILE in str(caught.value)
    assert place in str(caught.value)
    assert problem in str(caught.value)


def test_a_language_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(ConfigError, match=r"second/phrases\.xx\.toml: there is no such file"):
        load_phrases("second", "xx")


def test_our_phrases_are_our_own_and_free_of_signs_that_are_read_out() -> None:
    table = tomllib.loads(shelf("phrases.en.toml"))

    def spoken(entry: object) -> list[str]:
        if not isinstance(entry, dict):
            return []
        own = [entry["say"]] if "say" in entry else []
        return own + [text for part in entry.values() for text in spoken(part)]

    found = spoken(table["events"]) + spoken(table["waits"])
    assert len(found) > 40
    assert not [text for text in found if re.search(r"[/\\()_#*→]", re.sub(r"\{[^}]*\}", "", text))]
