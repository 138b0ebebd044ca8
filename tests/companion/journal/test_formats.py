"""What an older format holds is upgraded step by step before it is read; a newer one is refused."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.services import open_store
from companion.journal import formats
from companion.journal.check_import import start_of
from companion.journal.formats import Upgrade
from companion.journal.journal import Journal
from companion.journal.jsonl import NoSuchGameError, StoreError, read_export
from companion.journal.store import Store
from companion.library.library import Library
from tests.companion.journal.test_kept import GAMES, KEPT, kept, stands

FORMER = KEPT / "format_1"
GAME = "learning-corrected"
__all__ = ["kept"]


def renamed(entry: dict[str, Any]) -> dict[str, Any]:
    """Return *entry* as if format 1 had called the teller ``who``."""
    return {("by" if field == "who" else field): value for field, value in entry.items()}


def moved(game: dict[str, Any]) -> dict[str, Any]:
    """Return *game* as if the learning scenario had been called ``lesson`` in format 1."""
    return {**game, "scenario": {"lesson": "learning"}.get(game["scenario"], game["scenario"])}


STEP = Upgrade(game=moved, entry=renamed)


def former(lines: list[bytes]) -> list[bytes]:
    """Return the export *lines* as that made-up format 1 would have written them."""
    first = lines[0].replace(b'"scenario":"learning"', b'"scenario":"lesson"')
    return [first, *(line.replace(b'"by":', b'"who":') for line in lines[1:])]


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this version write format 2."""
    monkeypatch.setattr(formats, "UPGRADES", (STEP,))


def exported(name: str = GAME) -> list[bytes]:
    return (FORMER / "exports" / f"{name}.jsonl").read_bytes().splitlines()


def test_today_no_format_needs_an_upgrade() -> None:
    assert formats.newest() == 1
    assert formats.upgrade_entry(b"{}", 1) == b"{}"


@pytest.mark.usefixtures("two")
def test_an_export_of_an_older_format_is_upgraded() -> None:
    row, entries = read_export(former(exported()), "game.jsonl")
    assert row.scenario == "learning"
    assert {entry.by for entry in entries} == {"Ana", "Bogdan", "camera"}


@pytest.mark.usefixtures("two")
def test_an_old_line_that_breaks_an_upgrade_is_refused_with_its_place() -> None:
    lines = former(exported())
    with pytest.raises(NoSuchGameError, match=r"game\.jsonl, line 1: .*it is not as its format says"):
        read_export([lines[0].replace(b'"scenario"', b'"scene"'), *lines[1:]], "game.jsonl")
    with pytest.raises(NoSuchGameError, match=r"game\.jsonl, line 3"):
        read_export([*lines[:2], b"[]", *lines[3:]], "game.jsonl")


@pytest.mark.parametrize("number", [2, 99])
def test_an_export_of_a_newer_format_is_refused_in_one_sentence(number: int) -> None:
    lines = exported()
    with pytest.raises(NoSuchGameError, match=f"newer version of herald .format {number}, .* up to 1"):
        read_export([lines[0].replace(b'"format":1', b'"format":%d' % number)], "game.jsonl")


@pytest.mark.parametrize("number", [0, -1])
def test_a_format_that_never_was_is_refused(number: int) -> None:
    with pytest.raises(NoSuchGameError, match="no game written by"):
        read_export([exported()[0].replace(b'"format":1', b'"format":%d' % number)], "game.jsonl")


def made_former(path: Path) -> None:
    """Make of the store *path* one as that made-up format 1 would have it."""
    with closing(sqlite3.connect(path)) as there, there:
        there.execute("UPDATE games SET scenario = 'lesson' WHERE scenario = 'learning'")
        there.execute("""UPDATE entries SET entry = CAST(replace(entry, '"by":', '"who":') AS BLOB)""")


@pytest.mark.usefixtures("two")
def test_a_store_of_an_older_format_is_upgraded_and_kept_as_it_was(kept: Path) -> None:
    data = kept / "data"
    made_former(data / "games.sqlite")
    with closing(open_store(data)) as store:
        assert [notice for notice in store.notices if "games.format-1.sqlite" in notice]
        for name in ("learning-won", "learning-open", GAME):
            row = store.game(name)
            journal = Journal(start_of(Library(data), row, name).ruleset, store, row)
            assert stands(journal.game, store.count(name)) == GAMES[name]
        assert msgspec.json.decode(next(iter(store.export(GAME))))["format"] == 2
    with closing(sqlite3.connect(data / "games.format-1.sqlite")) as there:
        assert there.execute("PRAGMA user_version").fetchone()[0] == 1
        assert there.execute("SELECT count(*) FROM games WHERE scenario = 'lesson'").fetchone()[0] == 3
    with closing(open_store(data)) as store:
        assert not store.notices


@pytest.mark.usefixtures("two")
def test_the_backup_of_an_older_format_serves_too(kept: Path) -> None:
    path = kept / "data" / "games.sqlite"
    made_former(path)
    path.rename(path.with_name("games.backup.sqlite"))
    with closing(open_store(kept / "data")) as store:
        assert {row.id for row in store.games()} == GAMES.keys()
        assert store.game(GAME).scenario == "learning"


def test_a_store_in_which_somebody_plays_is_not_upgraded(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(kept / "data")) as playing:
        playing.lock(GAME)
        monkeypatch.setattr(formats, "UPGRADES", (STEP,))
        with pytest.raises(StoreError, match="older format, and another herald is playing"):
            Store(kept / "data" / "games.sqlite")
        assert playing.game(GAME).scenario == "learning"
