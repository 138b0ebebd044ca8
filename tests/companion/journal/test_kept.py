"""What people have kept with former versions: each of it opens, is told, and goes on by one move."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from companion.app.services import open_access, open_store
from companion.camera.camera_memory import CameraMemory
from companion.camera.recording import read_told
from companion.camera.snapshots import Snapshots
from companion.journal.campaigns import Campaigns
from companion.journal.check_import import check_game, start_of
from companion.journal.journal import Journal
from companion.journal.jsonl import read_export
from companion.journal.store import NoSuchGameError, Store
from companion.library.library import Library
from companion.library.packs import Packs
from companion.library.settings import Settings, read_defaults
from companion.preparation.steps import SaidMemory
from companion.report.page import report_of
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import Game
from rules.kernel.values import Seat, Step
from rules.second.faces import MORALE
from tests.rules.setting_up import next_piece
from vision.dice.sets import read_set

KEPT = Path(__file__).parents[2] / "kept"
FORMATS = sorted(KEPT.glob("format_*"))


class Stands(NamedTuple):
    """How a kept game stands: its entries, turn, step, points and lore of south and north, figures left."""

    entries: int
    turn: int
    step: Step
    points: tuple[int, int]
    lore: tuple[int, int]
    figures: int


GAMES = {
    "learning-won": Stands(78, 8, Step.OVER, (2, 16), (1, 2), 46),
    "learning-open": Stands(110, 11, Step.ORDER, (2, 8), (3, 6), 47),
    "battle-open": Stands(167, 15, Step.ATTACK, (3, 11), (3, 4), 44),
    "battle-set-up": Stands(40, 0, Step.SET_UP, (0, 0), (2, 0), 35),
    "free-late-lore": Stands(13, 1, Step.ATTACK, (0, 0), (0, 1), 12),
    "learning-corrected": Stands(22, 2, Step.COMMAND, (1, 2), (2, 0), 53),
    "saved-open": Stands(2, 1, Step.ORDER, (0, 0), (0, 0), 12),
}


@pytest.fixture(params=FORMATS, ids=lambda folder: folder.name)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a copy of what a former version has kept."""
    return Path(shutil.copytree(request.param, tmp_path / "kept"))


def stands(game: Game, entries: int) -> Stands:
    sides = [game.state.sides[seat] for seat in (Seat.SOUTH, Seat.NORTH)]
    return Stands(
        entries,
        game.state.turn,
        game.state.step,
        (sides[0].points, sides[1].points),
        (sides[0].lore, sides[1].lore),
        sum(unit.figures for unit in game.state.units.values() if unit.at),
    )


def a_move(game: Game) -> m.Command:
    """Return something that can be done now."""
    if game.state.step is Step.SET_UP:
        return next_piece(game, Random(1))
    if isinstance(game.state.wait, m.DiceWait):
        return m.Roll(faces=(MORALE,) * game.state.wait.count)
    offers = options(game)
    return offers[0] if offers else m.CorrectScore(seat=Seat.SOUTH, lore=1)


def journal_of(data: Path, store: Store, name: str) -> Journal:
    row = store.game(name)
    return Journal(start_of(Library(data), row, name).ruleset, store, row)


def test_every_kept_game_is_listed(kept: Path) -> None:
    with closing(open_store(kept / "data")) as store:
        assert not store.notices
        assert {row.id for row in store.games()} == GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_stands_as_it_was_left_and_goes_on(kept: Path, name: str) -> None:
    with closing(open_store(kept / "data")) as store:
        journal = journal_of(kept / "data", store, name)
        assert stands(journal.game, store.count(name)) == GAMES[name]
        assert report_of(journal)
        played = journal.record((a_move(journal.game),), by="south")
        assert not isinstance(played, m.Refusal)
    with closing(open_store(kept / "data")) as store:
        assert journal_of(kept / "data", store, name).game.state == played[-1].game.state


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_export_is_taken_in_and_is_the_kept_game(kept: Path, name: str, tmp_path: Path) -> None:
    lines = (kept / "exports" / f"{name}.jsonl").read_bytes().splitlines()
    row, entries = read_export(lines, name)
    game = check_game(Library(kept / "data"), row, entries, name).game
    assert stands(game, len(entries)) == GAMES[name]
    with closing(open_store(kept / "data")) as store, closing(Store(tmp_path / "other.sqlite")) as other:
        assert (store.game(name), store.entries(name)) == (row, entries)
        other.take_in(row, entries)
        assert other.entries(name) == entries


def test_a_kept_game_is_written_out_as_it_was_read(kept: Path) -> None:
    """Fields may have been added since; what was there is there still, under its name."""
    with closing(open_store(kept / "data")) as store:
        for name in GAMES:
            former = (kept / "exports" / f"{name}.jsonl").read_bytes().splitlines()
            for then, now in zip(former, store.export(name), strict=True):
                assert_holds(msgspec.json.decode(now), msgspec.json.decode(then), name)


def assert_holds(now: object, then: object, where: str) -> None:
    if isinstance(then, dict):
        assert isinstance(now, dict)
        assert then.keys() <= now.keys(), where
        for key, value in then.items():
            assert_holds(now[key], value, f"{where}, {key}")
    elif isinstance(then, list):
        assert isinstance(now, list)
        assert len(now) == len(then), where
        for number, value in enumerate(then):
            assert_holds(now[number], value, f"{where}[{number}]")
    else:
        assert now == then, where


def test_a_kept_backup_brings_the_games_back(kept: Path) -> None:
    store, backup = kept / "data" / "games.sqlite", kept / "data" / "games.backup.sqlite"
    with closing(sqlite3.connect(store)) as source, closing(sqlite3.connect(backup)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    store.write_bytes(b"damaged")
    with closing(open_store(kept / "data")) as opened:
        assert len(opened.notices) == 1
        assert {name: opened.count(name) for name in GAMES} == {
            name: stood.entries for name, stood in GAMES.items()
        }


def test_kept_packs_hold_together_and_are_taken_in_elsewhere(kept: Path, tmp_path: Path) -> None:
    packs = Packs(Library(kept / "data"))
    assert packs.names() == ("maps", "own", "the_ford_at_dusk", "told")
    catalogue = packs.check()
    assert catalogue.kinds["blood_harvesters"].cost == 4
    assert "the_ford_at_dusk" in catalogue.scenarios
    text = (kept / "exports" / "told.toml").read_text()
    assert Packs(Library(tmp_path / "new")).take_in(text, file="told.toml") == "told"
    assert Packs(Library(tmp_path / "new")).read("told") == packs.read("told")


def test_kept_settings_are_taken(kept: Path) -> None:
    told = read_defaults(kept / "data")
    assert (told["scenario"], told["language"], told["names"], told["port"]) == (
        "battle",
        "ro",
        "Ana,Bogdan",
        8800,
    )


def test_joined_tablets_stay_joined(kept: Path) -> None:
    former = msgspec.json.decode((kept / "data" / "door.json").read_bytes())
    access = open_access(Settings(data=kept / "data"))
    assert msgspec.to_builtins(access.codes) == former["codes"]


def test_kept_cameras_are_known(kept: Path) -> None:
    memory = CameraMemory(kept / "data")
    assert memory.last is not None
    view = memory.view(memory.last, "second", (1280, 720))
    assert view.lens is not None
    assert view.corners_px is not None


def test_what_was_said_of_the_steps_to_the_first_turn_is_known(kept: Path) -> None:
    assert SaidMemory(kept / "data", "learning").read() == {"print": "done", "voice": "skipped"}


def test_a_kept_campaign_goes_on(kept: Path) -> None:
    campaign = Campaigns(kept / "data").read("winter")
    assert [chapter.game for chapter in campaign.chapters] == ["learning-won"]


def test_fitted_board_tag_book_dice_and_pictures_are_read(kept: Path) -> None:
    library = Library(kept / "data")
    assert library.plan("second").hex_width_mm == 53.5
    assert library.book("second").pieces
    assert len(read_set(kept / "data" / "our.dice").faces) == 6
    assert Snapshots(kept / "data", "learning-won").numbers() == {3}


def test_a_kept_recording_is_read(kept: Path) -> None:
    assert [told.before for told in read_told(kept / "recording" / "told.jsonl")] == ["00000.jpg", None]


def test_a_kept_game_whose_scenario_is_gone_says_so(kept: Path) -> None:
    shutil.rmtree(kept / "data" / "packs" / "second" / "the_ford_at_dusk")
    with (
        closing(open_store(kept / "data")) as store,
        pytest.raises(NoSuchGameError, match="ford_at_dusk"),
    ):
        journal_of(kept / "data", store, "saved-open")
