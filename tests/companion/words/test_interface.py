"""What a language's catalogue says, and which files say it."""

from pathlib import Path

import pytest

from companion.words import interface

DANISH = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: companion/web/static/home.mjs
msgid "Continue"
msgstr "Fortsæt"

#: companion/web/static/game/ask.mjs
msgid "Roll"
msgstr "Slå"

msgid "Back"
msgstr "Tilbage"
"""


def test_what_files_say_is_known_and_what_names_no_file_may_be_said_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "da").mkdir()
    (tmp_path / "da" / interface.CATALOGUE).write_text(DANISH, encoding="utf-8")
    monkeypatch.setattr(interface, "WORDS", tmp_path)
    assert interface.said_in("da", {"companion/web/static/home.mjs"}) == {"Continue", "Back"}
    assert interface.read_catalogue("da").keys() == {"Continue", "Roll", "Back"}
    assert interface.said_in("sv", {"companion/web/static/home.mjs"}) == frozenset()
