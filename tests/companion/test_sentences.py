"""Sentences of pages and table in the table's language, and a group's own in place of ours."""

from pathlib import Path

import pytest

from companion.sentences import load_sentences
from rules.catalogue import ConfigError


def test_a_sentence_is_told_in_the_table_s_language_and_english_where_there_is_no_other() -> None:
    assert load_sentences("ro")("Undo") == "Anulează"
    assert load_sentences("en")("Undo") == "Undo"
    assert load_sentences("ro")("Nobody ever said {1} of {2}.", 1, "{2}") == "Nobody ever said 1 of {2}."


def test_a_group_s_own_sentence_stands_in_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "sentences.ro.toml").write_text('"Undo" = "Înapoi"\n', encoding="utf-8")
    assert load_sentences("ro", tmp_path)("Undo") == "Înapoi"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Undone" = "Gata"', "[Undone] is no sentence of this program"),
        ('"Undo" = "Anulează {1}"', "[Undo] must have the same places"),
        ('"Undo" = 3', "Expected `str`"),
        ("Undo =", "sentences.ro.toml"),
    ],
)
def test_a_wrong_file_of_sentences_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "sentences.ro.toml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load_sentences("ro", tmp_path)
    assert said in str(refused.value)
