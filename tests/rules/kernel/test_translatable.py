"""What people are told before its language is known."""

from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import LONGEST_VALUE, Message


def test_a_name_as_long_as_a_book_is_cut_wherever_it_stands_in_a_sentence() -> None:
    name = "x" * 100_000
    for told in (
        Message("no unit is called {1}", name),
        ConfigError("units.toml", name, "{1} is unknown", name),
    ):
        assert len(str(told)) < 2 * LONGEST_VALUE + 100
        assert "…" in str(told)


def test_a_usual_value_is_told_whole() -> None:
    assert str(Message("{1} of {2}", "y" * LONGEST_VALUE, 7)) == "y" * LONGEST_VALUE + " of 7"
