"""A group's own sentences in place of ours, as they were written in any version."""

import logging
from pathlib import Path

import pytest

from companion.words.translator import Translator, load_translator
from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import counted


def own(folder: Path, text: str) -> Translator:
    (folder / "sentences.ro.toml").write_text(text, encoding="utf-8")
    return load_translator("ro", folder)


def test_a_group_s_own_sentence_stands_in_place_of_ours(tmp_path: Path) -> None:
    assert own(tmp_path, '"Join" = "Hai"\n')("Join") == "Hai"


@pytest.mark.parametrize(
    "text",
    [
        '"{1} die" = ["un cub", "{1} cuburi", "{1} de cuburi"]\n',
        '"die|dice" = "cub|cuburi|de cuburi"\n',  # as version 0.2 had it
    ],
)
def test_a_group_s_own_forms_stand_in_place_of_ours(tmp_path: Path, text: str) -> None:
    tr = own(tmp_path, text)
    dice = [tr(counted(number, "{1} die", "{1} dice")) for number in (1, 2, 20)]
    assert dice[0] in ("un cub", "1 cub")
    assert dice[1:] == ["2 cuburi", "20 de cuburi"]


def test_what_the_program_no_longer_says_is_left_out_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        tr = own(tmp_path, '"Joined" = "Gata"\n"Join" = "Hai"\n')
    assert (tr("Join"), tr("Joined")) == ("Hai", "Joined")
    assert ["[Joined] is no sentence of this program any more" in text for text in caplog.messages] == [True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Join" = "Intră {1}"', "[Join] must have the same places, {1} and so on"),
        ('"Join" = ["Intră", "Hai"]', "[Join] is one sentence, and no list"),
        ('"{1} die" = ["un zar", "{1} zaruri"]', "[{1} die] must be a list of 3 forms"),
        ('"{1} die" = ["{2} zar", "{1} zaruri", "{1} de zaruri"]', "[{1} die] must have the same places"),
        ('"{1} die" = "zaruri"', "[{1} die] must be a list of 3 forms"),
        ('"Join" = 3', "Expected `str | array`"),
        ("Join =", "sentences.ro.toml"),
    ],
)
def test_a_wrong_file_of_sentences_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        own(tmp_path, text + "\n")
    assert said in str(refused.value)
