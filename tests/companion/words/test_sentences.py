"""Sentences of pages and table in the table's language, and a group's own in place of ours."""

from pathlib import Path

import pytest

from companion.words.translator import Sentences, load_sentences, places
from rules.kernel.catalogue import ConfigError
from tests.companion import told


def test_a_sentence_is_told_in_the_table_s_language_and_english_where_there_is_no_other() -> None:
    assert load_sentences("ro")("Join") == "Intră"
    assert load_sentences("en")("Join") == "Join"
    assert load_sentences("ro")("Nobody ever said {1} of {2}.", 1, "{2}") == "Nobody ever said 1 of {2}."


def test_a_group_s_own_sentence_stands_in_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "sentences.ro.toml").write_text('"Join" = "Hai"\n', encoding="utf-8")
    assert load_sentences("ro", tmp_path)("Join") == "Hai"


def test_a_sentence_whose_values_are_filled_in_already_is_found_by_what_stands_around_them() -> None:
    tell = Sentences("ro", {"{1} opens; {2}": "{1} se deschide; {2}", "plug it in": "conectați-o"})
    assert tell.finished("camera 0 opens; plug it in") == "camera 0 se deschide; conectați-o"
    assert tell.finished("camera 0 shuts") == "camera 0 shuts"


def test_values_are_found_in_whatever_order_and_however_often_a_sentence_has_them() -> None:
    tell = Sentences("ro", {"{2} of {1} are {2}": "din {1}, {2}", "only {3} is told": "doar {3}"})
    assert tell.finished("red of all are red") == "din all, red"
    assert tell.finished("red of all are blue") == "red of all are blue"
    assert tell.finished("only this is told") == "doar this"


def test_parts_that_nothing_stands_for_together_are_told_one_by_one() -> None:
    tell = Sentences(
        "ro", {"{1} is no TOML": "{1} nu este TOML", "check it": "verificați", "a dot": "un punct"}
    )
    text = "units.toml: [guard] this is no TOML; check it: a dot"
    assert tell.finished(text) == "units.toml: [guard] this nu este TOML; verificați: un punct"


def test_of_several_sentences_that_fit_the_longest_is_told() -> None:
    tell = Sentences("ro", {"{1} is {2}": "{1} este {2}", "mark {1} is covered": "semnul {1} este acoperit"})
    assert tell.finished("mark 3 is covered") == "semnul 3 este acoperit"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Joined" = "Gata"', "[Joined] is no sentence of this program"),
        ('"Join" = "Intră {1}"', "[Join] must have the same places"),
        ('"Join" = 3', "Expected `str`"),
        ("Join =", "sentences.ro.toml"),
    ],
)
def test_a_wrong_file_of_sentences_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "sentences.ro.toml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load_sentences("ro", tmp_path)
    assert said in str(refused.value)


def test_every_sentence_that_is_told_stands_in_romanian_and_no_other() -> None:
    romanian = load_sentences("ro").told
    said = told.in_modules() | told.in_templates() | told.in_python() | told.filled_in()
    assert said - romanian.keys() == set(), "sentences.ro.toml lacks them"
    assert romanian.keys() - said == set(), "nobody says them any more: take them out of sentences.ro.toml"


def test_a_sentence_has_the_same_places_in_romanian() -> None:
    romanian = load_sentences("ro").told
    assert [english for english, text in romanian.items() if places(english) != places(text)] == []
