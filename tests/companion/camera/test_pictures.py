"""Pictures of the moment: small, few, kept beside the game, and never in its way."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.camera import snapshots as pictures
from companion.camera.snapshots import LARGEST_BYTES, WIDTH_PX, Snapshot, Snapshots, kept_pictures, packed
from companion.cli import herald
from companion.files import replace_file
from companion.journal.notices import Notices
from companion.library.picture_choice import PictureChoice
from rules.kernel.messages import Entry, PlayCard, StartGame
from rules.kernel.values import CardId
from tests.companion.dashboard_world import World, world

RIGHT = np.array([(640, 0), (1280, 0), (1280, 720), (640, 720)], np.float64)


def noise(seed: int) -> Snapshot:
    """Return a picture as hard to pack as any; the board lies in its right half."""
    image = np.random.default_rng(seed).integers(0, 256, (720, 1280, 3), np.uint8)
    return Snapshot(image, RIGHT, 1.125)


def entries(*numbers: int) -> list[Entry]:
    return [Entry(seq=n, at=0.0, by="camera", frame=None, command=StartGame(), events=()) for n in numbers]


def test_a_picture_is_small_and_shows_the_board_alone() -> None:
    flat = Snapshot(np.zeros((720, 1280, 3), np.uint8), RIGHT, 1.125)
    flat.image[:, 640:] = 200
    for shot in (flat, noise(1)):
        made = cv2.imdecode(np.frombuffer(packed(shot), np.uint8), cv2.IMREAD_COLOR)
        assert made is not None
        assert made.shape == (540, WIDTH_PX, 3)
        assert made.mean() > 100  # what lies beside the board is black
    assert len(packed(flat)) <= LARGEST_BYTES


def test_the_oldest_pictures_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST", 3)
    kept = Snapshots(tmp_path, "g", lambda: noise(1))
    for number in (8, 9, 10, 11):
        kept.keep(entries(number), {})
    kept.close()
    assert sorted(kept.numbers()) == [9, 10, 11]


def test_the_pictures_of_the_game_longest_left_alone_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(packed(noise(1)))
    monkeypatch.setattr(pictures, "MOST_BYTES", 3 * size)
    for game, number in (("old", 1), ("new", 1), ("new", 2), ("new", 3)):
        kept = Snapshots(tmp_path, game, lambda: noise(1))
        kept.keep(entries(number), {})
        kept.close()
    assert Snapshots(tmp_path, "old").numbers() == set()
    assert sorted(kept.numbers()) == [1, 2, 3]


def test_a_picture_that_goes_while_they_are_counted_or_tidied_is_in_nobody_s_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People delete all of them at another device, or by hand."""
    notices = Notices()
    kept = Snapshots(tmp_path, "g", lambda: noise(1), board=notices)
    listed = pictures._pictures
    monkeypatch.setattr(pictures, "_pictures", lambda folder: [*listed(folder), folder / "7.jpg"])
    monkeypatch.setattr(pictures, "MOST_BYTES", -1)
    replace_file(tmp_path / "pictures" / "old" / "1.jpg", bytes(1000))
    assert kept_pictures(tmp_path).size == 1000
    kept.keep(entries(1), {})
    kept.close()
    assert not notices.open and not list((tmp_path / "pictures").rglob("*.jpg"))


def test_the_pictures_of_all_games_are_counted_and_deleted_by_a_command(tmp_path: Path) -> None:
    def told(*more: str, answer: str = "") -> str:
        asked = ["games", "pictures", "--data", str(tmp_path), *more]
        return CliRunner().invoke(herald, asked, input=answer).output

    where, first = f"in {tmp_path / 'pictures'}\n", tmp_path / "pictures" / "old" / "1.jpg"
    replace_file(first, bytes(250_000))
    one = f"1 picture of 1 game, 0.2 MB, {where}"
    assert told() == one
    for answer in ("n\n", ""):
        assert "Delete all of them?" in told("--delete", answer=answer) and first.exists()
    assert told("--delete", answer="y\n").endswith("1 picture is deleted.\n") and not first.exists()
    for game in ("old", "new"):
        replace_file(tmp_path / "pictures" / game / "1.jpg", bytes(250_000))
    assert told("--delete", "--yes") == f"2 pictures of 2 games, 0.5 MB, {where}2 pictures are deleted.\n"
    assert told("--delete") == f"0 pictures of 0 games, 0.0 MB, {where}"


def test_an_entry_played_again_keeps_its_picture(tmp_path: Path) -> None:
    kept = Snapshots(tmp_path, "g", lambda: noise(2))
    kept.keep(entries(4), {})
    kept.keep(entries(7), {7: 4})
    kept.close()
    assert kept.read(7) == kept.read(4) is not None


def test_where_nothing_can_be_written_there_is_no_picture_and_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file in the way")
    kept = Snapshots(tmp_path, "g", lambda: noise(1))
    kept.keep(entries(1), {})
    kept.close()
    assert (kept.read(1), kept.numbers()) == (None, frozenset())


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game begun under a simulated camera's eyes."""
    with world(tmp_path_factory.mktemp("seen"), camera="simulated") as made:
        watch = made.services.watch
        assert watch is not None
        for _ in range(30):
            watch.step()
            if watch.shot() is not None:
                break
        made.start()
        made.say(PlayCard(card=CardId("line_advance")))
        made.services.pictures.close()
        yield made


def test_what_was_seen_with_an_entry_is_shown_to_everybody_at_the_table(seen: World) -> None:
    game = seen.table.row.id
    page = json.loads(seen.device("watch").get("/past/log").text)
    assert page["pictures"] == [line["seq"] for line in page["lines"]]
    answer = seen.device("watch").get(f"/past/picture.jpg?seq={seen.seq}&game={game}")
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"].startswith("private")
    assert len(answer.data) <= LARGEST_BYTES
    assert seen.stranger().get(f"/past/picture.jpg?seq={seen.seq}&game={game}").status_code == 403


def test_there_is_no_picture_of_another_game_or_another_moment(seen: World) -> None:
    device = seen.device("both")
    assert device.get(f"/past/picture.jpg?seq={seen.seq}&game=another").status_code == 404
    assert device.get("/past/picture.jpg?seq=999").status_code == 404


def test_nothing_is_kept_once_somebody_has_said_no_nor_what_waited_to_be_written(tmp_path: Path) -> None:
    choice = PictureChoice(tmp_path, None)
    waiting = Mock(side_effect=(True, False))
    for number, is_wanted in enumerate((choice.is_kept, waiting, choice.is_kept), start=1):
        kept = Snapshots(tmp_path, "g", lambda: noise(1), is_wanted=is_wanted)
        kept.keep(entries(number), {})
        kept.close()
        choice.say(is_kept=False)
    assert kept.numbers() == {1}


def test_an_old_game_still_has_its_pictures(seen: World, tmp_path: Path) -> None:
    data = seen.services.settings.data
    shutil.copytree(data / "pictures", tmp_path / "pictures")
    again = Snapshots(tmp_path, seen.table.row.id)
    assert again.read(1) == seen.services.pictures.read(1) is not None


def test_a_picture_shows_the_board_from_above_and_nothing_around_it() -> None:
    image = np.full((720, 1280, 3), 255, np.uint8)
    corners = np.array([(500, 100), (800, 120), (1100, 650), (150, 600)], np.float64)
    cv2.fillConvexPoly(image, corners.astype(np.int32), (0, 0, 0))
    made = cv2.imdecode(np.frombuffer(packed(Snapshot(image, corners, 0.75)), np.uint8), cv2.IMREAD_COLOR)
    assert made is not None and made.shape == (360, WIDTH_PX, 3)
    assert made[3:-3, 3:-3].max() < 40


def test_no_picture_is_kept_where_the_disk_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "LEAST_FREE_BYTES", shutil.disk_usage(tmp_path).total + 1)
    board = Notices()
    kept = Snapshots(tmp_path, "g", lambda: noise(1), board=board)
    kept.keep(entries(1), {})
    kept.close()
    assert kept.numbers() == frozenset() and board.open
