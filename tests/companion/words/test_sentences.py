"""Sentences of pages and table in the table's language, and a group's own in place of ours."""

from pathlib import Path

import pytest

from companion.input.errors import StoreError
from companion.input.text import RESERVED
from companion.words.translator import TELLERS, Sentences, load_sentences, teller
from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import Message, listed, places, verbatim
from tests.companion import told

TELL = Sentences(
    "ro",
    {
        "{1} opens; {2}": "{1} se deschide; {2}",
        "{1} in {2}": "{1} în {2}",
        "in use": "folosit",
        "plug it in": "conectați-o",
        "camera": "cameră",
    },
)


def test_a_sentence_is_told_in_the_table_s_language_and_english_where_there_is_no_other() -> None:
    assert load_sentences("ro")("Join") == "Intră"
    assert load_sentences("en")("Join") == "Join"
    assert load_sentences("ro")("Nobody ever said {1} of {2}.", 1, "{2}") == "Nobody ever said 1 of {2}."


def test_a_group_s_own_sentence_stands_in_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "sentences.ro.toml").write_text('"Join" = "Hai"\n', encoding="utf-8")
    assert load_sentences("ro", tmp_path)("Join") == "Hai"


def test_a_message_is_told_with_the_messages_that_are_its_values() -> None:
    inner = Message("{1} opens; {2}", "camera 0", Message("plug it in"))
    assert TELL(inner) == "camera 0 se deschide; conectați-o"
    assert str(inner) == "camera 0 opens; plug it in"
    assert TELL(listed([inner, Message("in use")])) == "camera 0 se deschide; conectați-o; folosit"


@pytest.mark.parametrize("value", ["Address already in use", "in use", "camera", "{1}", "plug it in"])
def test_a_value_is_never_translated(value: str) -> None:
    assert TELL("{1} opens; {2}", value, verbatim(value)) == f"{value} se deschide; {value}"
    assert TELL(verbatim(value)) == TELL.worded(value) == value


@pytest.mark.parametrize("value", ["Address already in use", "No space left on device"])
def test_what_the_system_says_stays_as_it_is_within_a_romanian_error(value: str) -> None:
    kept = StoreError("{1}: cannot be written ({2}); check the disk", "/a/b", value)
    assert load_sentences("ro")(kept.message) == f"/a/b: nu se poate scrie ({value}); verificați discul"


def test_an_error_given_as_a_value_is_told_too() -> None:
    trouble = ConfigError("units.toml", "guard", "is no TOML ({1})", "line 3 in it")
    assert str(trouble) == "units.toml: [guard] is no TOML (line 3 in it)"
    said = load_sentences("ro")("A campaign cannot be read. {1}.", trouble)
    assert said == "O campanie nu se poate citi. units.toml: [guard] nu este TOML (line 3 in it)."


def test_who_herald_names_in_the_log_is_told_and_a_player_s_own_name_is_not() -> None:
    assert set(TELLERS) == RESERVED
    assert teller("camera", TELL) == "cameră"
    assert [teller(by, TELL) for by in ("in use", "plug it in")] == ["in use", "plug it in"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Joined" = "Gata"', "[Joined] is no sentence of this program"),
        ('"Join" = "Intră {1}"', "[Join] must have the same places, {1} and so on"),
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
    said = told.in_modules() | told.in_templates() | told.in_python()
    assert said - romanian.keys() == set(), "sentences.ro.toml lacks them"
    assert romanian.keys() - said == set(), "nobody says them any more: take them out of sentences.ro.toml"


def test_no_sentence_of_the_code_has_its_values_in_it_already() -> None:
    assert told.finished() == []


def test_a_sentence_has_the_same_places_in_romanian() -> None:
    romanian = load_sentences("ro").told
    assert [english for english, text in romanian.items() if places(english) != places(text)] == []
