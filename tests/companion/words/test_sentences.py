"""Sentences of pages and table in the table's language, and a group's own in place of ours."""

import pytest

from companion.input.errors import StoreError
from companion.input.text import RESERVED
from companion.words.translator import LOG_NAMES, Translator, load_translator, log_name, player_in_log
from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import Message, counted, listed, verbatim
from rules.kernel.values import Seat

TELL = Translator(
    "ro",
    {
        "{1} opens; {2}": "{1} se deschide; {2}",
        "{1} in {2}": "{1} în {2}",
        "in use": "folosit",
        "plug it in": "conectați-o",
        "camera": "cameră",
        "{1} die": {"one": "un zar", "few": "{1} zaruri", "other": "{1} de zaruri"},
    },
)


def test_a_sentence_is_told_in_the_table_s_language_and_english_where_there_is_no_other() -> None:
    assert load_translator("ro")("Join") == "Intră"
    assert load_translator("en")("Join") == "Join"
    assert load_translator("ro")("Nobody ever said {1} of {2}.", 1, "{2}") == "Nobody ever said 1 of {2}."


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
    assert load_translator("ro")(kept.message) == f"/a/b: nu se poate scrie ({value}); verificați discul"


def test_an_error_given_as_a_value_is_told_too() -> None:
    trouble = ConfigError("units.toml", "guard", "is no TOML ({1})", "line 3 in it")
    assert str(trouble) == "units.toml: [guard] is no TOML (line 3 in it)"
    said = load_translator("ro")("A campaign cannot be read. {1}.", trouble)
    assert said == "O campanie nu se poate citi. units.toml: [guard] nu este TOML (line 3 in it)."


def test_who_herald_names_in_the_log_is_told_and_a_player_s_own_name_is_not() -> None:
    assert set(LOG_NAMES) == RESERVED
    assert log_name("camera", TELL) == "cameră"
    assert [log_name(by, TELL) for by in ("in use", "plug it in")] == ["in use", "plug it in"]


def test_whoever_plays_and_told_no_name_is_called_in_the_log_so_that_it_can_be_told() -> None:
    assert {player_in_log(seat) for seat in Seat} < {*LOG_NAMES}


@pytest.mark.parametrize(
    ("number", "english", "romanian"),
    [
        (0, "0 dice", "0 zaruri"),
        (1, "1 die", "un zar"),
        (2, "2 dice", "2 zaruri"),
        (19, "19 dice", "19 zaruri"),
        (20, "20 dice", "20 de zaruri"),
        (101, "101 dice", "101 zaruri"),
    ],
)
def test_a_number_decides_the_form_in_each_language(number: int, english: str, romanian: str) -> None:
    told = counted(number, "{1} die", "{1} dice")
    assert (str(told), Translator()(told), TELL(told)) == (english, english, romanian)
    assert TELL("{1} opens; {2}", told, told) == f"{romanian} se deschide; {romanian}"


def test_what_a_number_decides_is_english_where_no_other_form_is_known() -> None:
    told = counted(2, "{2} had {1} turn", "{2} had {1} turns", "Ana")
    assert TELL(told) == "Ana had 2 turns"
