"""Stored games whose rules were mended since: named, gone on with, gone back in; none crashes or vanishes."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest
import tomli_w
from click.testing import CliRunner, Result
from selenium import webdriver

from companion.app.services import open_store
from companion.cli import herald
from companion.journal.check_import import check_game, start_of
from companion.journal.journal import BrokenLogError, Journal, follow
from companion.journal.jsonl import GameRow, format_export, read_export
from companion.journal.store import NoSuchGameError, Store
from companion.library.library import Library
from companion.reconcile.divergence import Doubt, go_back, gone_back
from companion.report.page import report_of
from companion.table.requests import Undo
from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.values import CardId, CardNumber, KindId, Seat, Step
from rules.kernel.view import view
from rules.registry import decode_entry
from tests.companion.browser import Tablet, inside, served_world
from tests.companion.dashboard_world import Device, World, world
from tests.companion.in_sight import SIZES, hidden
from tests.companion.journal.test_kept import a_move
from tests.companion.sent_view import sent_view
from tests.rules.playing import PACK, full_rules, learning_rules, play_random
from tests.shares import share

GAMES = 50
CHUNK = 5
NUMBERS = ("combat", "move", "figures", "health")
RESUME = ("--no-camera", "--no-voice", "--headless")


class Case(NamedTuple):
    """A game that is not over, and the number of a unit that is mended after it was stored."""

    row: GameRow
    log: tuple[m.Entry, ...]
    kind: str
    number: str
    value: int


def case(seed: int) -> Case:
    """Return a random game, and one of its units' numbers made one more or one less."""
    scenario = "battle" if seed % 5 == 0 else "learning"
    played = play_random(full_rules() if scenario == "battle" else learning_rules(), seed)
    chance = Random(seed)
    log = played.log[: chance.randrange(len(played.log) // 2, len(played.log))]
    kinds = played.start.ruleset.catalogue.kinds
    kind = kinds[chance.choice(sorted({unit.kind for unit in played.end.state.units.values()}))]
    numbers = [name for name in NUMBERS if getattr(kind, name) is not None]
    number = chance.choice(numbers)
    former = getattr(kind, number)
    value = former - 1 if former > 1 and chance.random() < 0.5 else former + 1
    row = GameRow(id=f"game-{seed}", scenario=scenario, edition="second", started=1.0, version="0.1.0")
    return Case(row, log, kind.id, number, value)


def mend(data: Path, kind: str, number: str, value: int) -> None:
    """Change one number of the rules, as a group does that looks at its cards once more."""
    folder = data / "packs" / "second" / "own"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "units.toml").write_text(tomli_w.dumps({kind: {number: value}}))


def stored(data: Path, row: GameRow, log: tuple[m.Entry, ...]) -> None:
    told = data / "packs" / "second" / "known"
    told.mkdir(parents=True, exist_ok=True)
    for name, text in PACK.items():
        (told / f"{name}.toml").write_text(text)
    with closing(open_store(data)) as store:
        store.take_in(row, log)


def journal_of(data: Path, store: Store, name: str) -> Journal:
    row = store.game(name)
    return Journal(start_of(Library(data), row, name).ruleset, store, row)


def goes_on(journal: Journal, moves: int = 4) -> None:
    """Play on: whatever the rules offer is done and can be shown, the report too."""
    for _ in range(moves):
        before = len(journal.entries)
        played = journal.record((a_move(journal.game),), by="south")
        assert not isinstance(played, m.Refusal), (played, journal.game.state.wait)
        assert len(journal.entries) == before + 1
        for seat in (None, *Seat):
            view(journal.game, seat)
        if journal.game.state.step is Step.OVER:
            break
    assert report_of(journal)


def run(*words: object) -> Result:
    return CliRunner().invoke(herald, [str(word) for word in words])


@pytest.mark.parametrize("first", share(range(0, GAMES, CHUNK), journeys=(0,)))
def test_fifty_games_outlive_a_mended_number(first: int, tmp_path: Path) -> None:
    """From the store, from an export and resumed at the command line, as booked and from the entry before."""
    diverging: list[Case] = []
    for seed in range(first, first + CHUNK):
        given = case(seed)
        data = tmp_path / str(seed)
        stored(data, given.row, given.log)
        mend(data, given.kind, given.number, given.value)
        to = check_taken_in(data, given)
        with closing(open_store(data)) as store:
            journal = journal_of(data, store, given.row.id)
            assert journal.entries == given.log, "nothing vanishes"
            doubt = Doubt(journal).question
            assert (doubt is None) == (to is None)
            goes_on(journal)
        if to is not None:
            check_gone_back(data, given.row.id, to)
            if not diverging:
                check_resumed(data, given.row.id, to)
            diverging.append(given)
    assert diverging, "no game of these diverges: nothing was tried"


def check_taken_in(data: Path, given: Case) -> int | None:
    """Have the game's export looked over; return the entry before the one that comes out otherwise."""
    row, entries = read_export(format_export(given.row, given.log), "game.jsonl")
    checked = check_game(Library(data), row, entries, "game.jsonl")
    if checked.diverges is None:
        return None
    assert checked.diverges.entry in given.log
    again = check_game(Library(data), row, gone_back(entries, checked.diverges.to, at=2.0), "game.jsonl")
    assert again.diverges is None
    return checked.diverges.to


def check_gone_back(data: Path, game: str, to: int) -> None:
    with closing(open_store(data)) as store:
        length = store.count(game)
        go_back(store, game, to)
        journal = journal_of(data, store, game)
        assert len(journal.entries) == length + 1, "the log keeps what was taken back"
        assert Doubt(journal).question is None
        assert (journal.played[-1].entry.seq if journal.played else 0) == to
        goes_on(journal)


def check_resumed(data: Path, game: str, to: int) -> None:
    """Have it resumed without a camera, which ends at once."""
    result = run("games", "resume", game, *RESUME, "--back-to", to, "--data", data)
    assert "Traceback" not in result.output
    assert "without a camera there is nothing to see" in result.stderr
    assert "today's rules" not in result.stderr


def learning(seed: int = 1) -> Case:
    """Return a game of the learning scenario that diverges where its harvesters have fewer dice."""
    played = play_random(learning_rules(), seed, whims=False)
    row = GameRow(id="monday", scenario="learning", edition="second", started=1.0, version="0.1.0")
    return Case(row, played.log[:60], "blood_harvesters", "combat", 9)


@pytest.fixture
def mended(tmp_path: Path) -> Path:
    """Return a data folder with a stored game whose rules were mended since."""
    given = learning()
    stored(tmp_path, given.row, given.log)
    mend(tmp_path, given.kind, given.number, given.value)
    return tmp_path


def first_otherwise() -> m.Entry:
    """Return the first attack of the harvesters: it has other dice now."""
    return next(
        entry
        for entry in learning().log
        for event in entry.events
        if isinstance(event, m.AttackDeclared) and event.unit.startswith("blood_harvesters")
    )


def test_resuming_names_the_entry_and_the_way_back(mended: Path) -> None:
    seq = first_otherwise().seq
    told = run("games", "resume", "monday", *RESUME, "--data", mended).stderr
    assert f"By today's rules entry {seq} would come out otherwise: " in told
    assert "The game goes on as it was booked." in told
    assert f"herald games resume monday --back-to {seq - 1}" in told


def test_importing_names_the_entry_and_the_way_back(mended: Path, tmp_path: Path) -> None:
    seq = first_otherwise().seq
    file, there = tmp_path / "game.jsonl", ("--data", mended)
    assert run("games", "export", "monday", "-o", file, *there).exit_code == 0
    file.write_bytes(file.read_bytes().replace(b'"id":"monday"', b'"id":"tuesday"'))
    told = run("games", "import", file, *there)
    assert told.stdout == "tuesday\n"
    assert f"entry {seq} " in told.stderr
    assert f"herald games resume tuesday --back-to {seq - 1}" in told.stderr
    file.write_bytes(file.read_bytes().replace(b'"id":"tuesday"', b'"id":"sunday"'))
    told = run("games", "import", file, "--back-to", seq - 1, *there)
    assert (told.exit_code, told.stderr) == (0, "")
    with closing(open_store(mended)) as store:
        assert journal_of(mended, store, "sunday").played[-1].entry.seq == seq - 1
        assert store.count("sunday") == len(learning().log) + 1


def test_going_back_to_where_the_game_stands_adds_nothing(mended: Path) -> None:
    for _ in range(2):
        with closing(open_store(mended)) as store:
            go_back(store, "monday", 9)
            assert store.count("monday") == len(learning().log) + 1


def test_going_back_to_what_does_not_count_is_refused(mended: Path) -> None:
    with closing(open_store(mended)) as store, pytest.raises(NoSuchGameError, match="entry 999 is none"):
        go_back(store, "monday", 999)
    refused = run("play", "--back-to", "3", *RESUME, "--data", mended)
    assert (refused.exit_code, "name it with --game" in refused.stderr) == (2, True)


def test_a_log_that_makes_no_game_any_more_is_gone_on_with_before_that(mended: Path, tmp_path: Path) -> None:
    """A unit that is in no box any more: the game cannot be shown, and is not lost."""
    given = learning()
    log = list(given.log)
    index = next(index for index, entry in enumerate(log) if isinstance(entry.command, m.Order))
    line = msgspec.json.encode(log[index]).replace(b"blood_harvesters-", b"dragon-")
    log[index] = decode_entry(line.replace(b"viper_legion-", b"dragon-"))
    stored(tmp_path / "other", given.row, tuple(log))
    there = ("--data", tmp_path / "other")
    told = run("games", "resume", "monday", *RESUME, *there).stderr
    assert f"entry {index + 1} does not follow" in told
    assert f"herald games resume monday --back-to {index}" in told
    assert f"--back-to {index}" in run("games", "report", "monday", *there).stderr
    assert f"--back-to {index}" in run("save-scenario", "ford", *there).stderr
    file = tmp_path / "game.jsonl"
    assert run("games", "export", "monday", "-o", file, *there).exit_code == 0
    told = run("games", "import", file, "--data", tmp_path / "third").stderr
    assert f"herald games import {file} --back-to {index}" in told
    assert run("games", "import", file, "--back-to", index, "--data", tmp_path / "third").exit_code == 0
    run("games", "resume", "monday", *RESUME, "--back-to", index, *there)
    for data in (tmp_path / "other", tmp_path / "third"):
        with closing(open_store(data)) as store:
            journal = journal_of(data, store, "monday")
            assert journal.entries[: len(log)] == tuple(log)
            goes_on(journal)


def test_a_log_that_tells_a_number_of_no_card_makes_no_game() -> None:
    """Odds of a billion dice would never be reckoned to their end."""
    start = learning_rules()
    for value in (-1, 13, 10**9):
        told = m.NumberTold(kind=KindId("viper_legion"), number=CardNumber.COMBAT, value=value)
        entry = m.Entry(seq=1, at=1.0, by="south", frame=None, command=None, events=(told,))
        with pytest.raises(BrokenLogError, match="no card of Viper Legion has such numbers"):
            follow(new_game(start), (entry,), "game x")


@pytest.fixture
def table(mended: Path) -> Iterator[World]:
    with world(mended, game="monday") as opened:
        yield opened


def asked(device: Device) -> dict[str, object] | None:
    question: dict[str, object] | None = sent_view(device.world.table)["question"]
    return question


def answer(device: Device, choice: int) -> None:
    question = asked(device)
    assert question is not None
    told = {"question": question["text"], "id": question["id"], "choice": choice}
    assert device.post("/answer", told).json["ok"]


def test_the_page_asks_and_the_game_goes_on_meanwhile(table: World) -> None:
    device, seq = table.device("both"), first_otherwise().seq
    question = asked(device)
    assert question is not None
    assert f"entry {seq} " in str(question["text"])
    choices = question["choices"]
    assert isinstance(choices, list)
    assert [choice["text"] for choice in choices] == [
        "Go on as booked",
        f"Back to entry {seq - 1} (entries taken back: {table.seq - seq + 1})",
    ]
    length = table.seq
    table.say(a_move(table.table.game))
    assert table.seq == length + 1
    assert asked(device) == question


@pytest.mark.browser
def test_a_phone_that_joins_is_shown_the_question(mended: Path, driver: webdriver.Chrome, port: int) -> None:
    with served_world(mended, port=port, game="monday") as served:
        phone = Tablet(driver, port)
        phone.shape("390x844")
        phone.join(served.access.codes.join)
        phone.wait(lambda: phone.find(".question"), "the question")
        phone.wait(
            lambda: inside(phone, '.question h2, [data-key="choice 1"], [data-key="choice 2"]'), "it in sight"
        )
        driver.get("about:blank")


@pytest.mark.browser
def test_the_table_s_question_is_in_sight_with_everything_else_present(
    mended: Path, driver: webdriver.Chrome, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with served_world(mended, port=port, game="monday", language="ro") as served:
        tablet.join(served.access.codes.join)
        tablet.wait(lambda: tablet.find(".question"), "the question")
        assert list(hidden(tablet, SIZES)) == []
        driver.get("about:blank")


def test_going_on_as_booked_changes_nothing_and_is_not_asked_again(table: World) -> None:
    device, before, length = table.device("both"), table.table.game, table.seq
    answer(device, 1)
    assert (table.table.game, table.seq, asked(device)) == (before, length, None)
    table.say(a_move(table.table.game))
    assert asked(device) is None


def test_going_back_takes_back_to_the_entry_before(table: World) -> None:
    device, length = table.device("both"), table.seq
    answer(device, 2)
    assert asked(device) is None
    assert table.table.journal.played[-1].entry.seq == first_otherwise().seq - 1
    assert table.seq == length + 1


def test_what_was_taken_back_is_no_longer_asked_about(table: World) -> None:
    assert asked(table.device("both")) is not None
    assert table.table.ask(Undo(to=first_otherwise().seq, by="both")).sentence is None
    assert asked(table.device("both")) is not None
    assert table.table.ask(Undo(to=first_otherwise().seq - 1, by="both")).sentence is None
    assert asked(table.device("both")) is None


def test_a_hidden_entry_that_diverges_is_told_as_the_log_tells_it(tmp_path: Path) -> None:
    hand = tuple(CardId("line_advance") for _ in range(99))
    entry = m.Entry(
        seq=1,
        at=0.0,
        by="north",
        frame=None,
        command=m.NoteHand(seat=Seat.NORTH, known=hand),
        events=(m.HandNoted(seat=Seat.NORTH, known=hand[:1]),),
    )
    stored(tmp_path, learning().row, (entry,))
    with closing(open_store(tmp_path)) as store:
        question = Doubt(journal_of(tmp_path, store, "monday")).question
    assert question is not None
    assert question.text.startswith("By today's rules entry 1 could not be done")
    assert "dvance" not in question.text
    assert [choice.text for choice in question.choices] == [
        "Go on as booked",
        "Back to the start (entries taken back: 1)",
    ]


def test_a_unit_keeps_the_figures_it_had_though_its_card_has_fewer_now(tmp_path: Path) -> None:
    given = case(5)
    joined = next(
        event
        for entry in given.log
        for event in entry.events
        if isinstance(event, m.UnitJoined) and event.figures > 1
    )
    stored(tmp_path, given.row, given.log)
    mend(tmp_path, joined.kind, "figures", 1)
    with closing(open_store(tmp_path)) as store:
        journal = journal_of(tmp_path, store, given.row.id)
        assert Doubt(journal).question is not None
        goes_on(journal)
