"""What people did against the rules is booked so, and stays so: exported, taken in, replayed, reported."""

from contextlib import closing
from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.app.services import open_store
from companion.cli import herald
from companion.journal.check_import import check_game
from companion.journal.journal import Journal
from companion.journal.jsonl import GameRow, format_export, read_export
from companion.journal.store import Store
from companion.library.library import Library
from companion.report.page import report_of
from companion.table.history import Correction, correction
from companion.words.announcer import log_text
from rules.kernel import messages as m
from rules.kernel.replay import divergence, live
from rules.kernel.values import Seat, Why
from tests.rules.playing import Played, learning_rules, play_random

ROW = GameRow(id="monday", scenario="learning", edition="second", started=1.0, version="0.1.0")
TOLD = "rules otherwise than the rulebook"


def run(*words: object) -> Result:
    return CliRunner().invoke(herald, [str(word) for word in words])


def overruled(entries: tuple[m.Entry, ...]) -> list[m.Entry]:
    return [one for one in live(entries) if any(isinstance(event, m.Overruled) for event in one.events)]


@pytest.fixture(scope="module")
def game() -> Played:
    """Return a game in which the rules were overruled more than once."""
    games = (play_random(learning_rules(), seed) for seed in range(100))
    return next(each for each in games if len(overruled(each.log)) > 2)


@pytest.fixture
def data(game: Played, tmp_path: Path) -> Path:
    with closing(open_store(tmp_path)) as store:
        store.take_in(ROW, game.log)
    return tmp_path


def journal_of(store: Store) -> Journal:
    return Journal(learning_rules(), store, ROW)


def test_what_was_overruled_is_in_the_export_and_taken_in(game: Played, data: Path, tmp_path: Path) -> None:
    file, there = tmp_path / "game.jsonl", tmp_path / "other"
    assert run("games", "export", "monday", "-o", file, "--data", data).exit_code == 0
    result = run("games", "import", file, "--data", there)
    assert (result.exit_code, result.stderr) == (0, "")
    with closing(open_store(there)) as store:
        assert overruled(store.entries("monday")) == overruled(game.log)
        assert journal_of(store).game.state == game.end.state


def test_what_was_overruled_is_played_again(game: Played, data: Path, tmp_path: Path) -> None:
    assert divergence(game.start, game.log) is None
    file = tmp_path / "game.jsonl"
    assert run("games", "export", "monday", "-o", file, "--data", data).exit_code == 0
    result = run("replay", file, "--data", data)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count(TOLD) == len(overruled(game.log))


def test_what_was_overruled_is_reported(game: Played, data: Path) -> None:
    told = run("games", "report", "monday", "--data", data).stdout
    assert told.count(TOLD) == len(overruled(game.log))
    with closing(open_store(data)) as store:
        journal = journal_of(store)
    page = report_of(journal)
    for one in journal.played:
        if one.entry in overruled(game.log):
            assert escape(log_text(one.entry.events, one.game), quote=False) in page


def test_what_was_overruled_is_kept_when_the_past_is_corrected(game: Played, data: Path) -> None:
    """A banner is worth less: what was overruled later is overruled again, as far as the game holds."""
    with closing(open_store(data)) as store:
        journal = journal_of(store)
        last = journal.record((m.CorrectScore(seat=Seat.SOUTH, lore=0),), by="south")
        assert not isinstance(last, m.Refusal)
        first = next(one.entry for one in journal.played if isinstance(one.entry.command, m.PlaceBanner))
        assert isinstance(first.command, m.PlaceBanner)
        before = [one.command for one in overruled(journal.entries)]
        made = correction(
            journal, first.seq, replace(first.command, points=1), by="south", keep=True, seat=None
        )
        assert isinstance(made, Correction)
        assert not isinstance(journal.rewrite(made.to, made.redone, by="south"), m.Refusal)
        kept = [one.command for one in overruled(journal.entries)]
        assert kept
        assert kept == before[: len(kept)]


def test_what_was_overruled_stays_when_the_rules_are_mended(game: Played) -> None:
    """The rules forbid it for another reason: nobody is asked, and the log says what it said."""
    other = m.Overruled(why=Why.TOO_FAR, page="RB p. 99")
    log = tuple(
        replace(one, events=tuple(other if isinstance(event, m.Overruled) else event for event in one.events))
        for one in game.log
    )
    row, entries = read_export(format_export(ROW, log), "game.jsonl")
    checked = check_game(Library(Path("none")), row, entries, "game.jsonl")
    assert checked.diverges is None
    assert overruled(entries) == overruled(log)
