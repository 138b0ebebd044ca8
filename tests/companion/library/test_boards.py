"""The board of camera and rules: the owners' file of it sets both, others must have the same hexes."""

import tomllib
from pathlib import Path

import pytest
import tomli_w

from companion.input.errors import NoSuchGameError
from companion.journal.game_labels import LABELS, GameLabels
from companion.library.library import Library
from companion.words.translator import load_translator
from rules.kernel.catalogue import ConfigError
from rules.kernel.hexes import Board
from rules.kernel.messages import PlaceBanner, StartGame
from tests.companion.dashboard_world import world
from tests.companion.sent_view import sent_view
from vision.errors import InputError

OURS = Path(__file__).parents[3] / "config" / "boards"
OTHER_PARITY = [12, 13, 12, 13, 12, 13, 12, 13, 12]


def board_file(folder: Path, name: str, **changed: object) -> Path:
    """Return a file like our board *name* with some fields *changed*, in *folder*."""
    folder.mkdir(exist_ok=True)
    fields = tomllib.loads((OURS / f"{name}.toml").read_text()) | changed
    file = folder / f"{name}.toml"
    file.write_text(tomli_w.dumps(fields))
    return file


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rows": OTHER_PARITY}, "rows"),
        ({"rows": OTHER_PARITY[:-1]}, "rows"),
        ({"section_lines": [2.5, 9.5]}, "section_lines"),
    ],
)
def test_a_board_with_other_hexes_than_the_rules_is_refused(
    tmp_path: Path, changed: dict[str, object], told: str
) -> None:
    file = board_file(tmp_path, "first", **changed)
    with pytest.raises(InputError, match=rf"first\.toml: field {told} .* number hexes differently"):
        Library(tmp_path / "data").plan_for("first", file)


def test_a_board_of_another_size_with_the_same_hexes_is_taken(tmp_path: Path) -> None:
    file = board_file(tmp_path, "first", hex_width_mm=50.0)
    assert Library(tmp_path / "data").plan_for("first", file).hex_width_mm == 50.0


def test_a_board_in_the_owners_folder_sets_the_rows_of_camera_and_rules(tmp_path: Path) -> None:
    board_file(tmp_path / "boards", "first", rows=OTHER_PARITY, section_lines=[4.0, 8.0])
    library = Library(tmp_path)
    ruleset = library.ruleset("first_steps")
    assert list(ruleset.board.rows) == OTHER_PARITY
    assert ruleset.board.section_lines == (4.0, 8.0)
    assert library.plan_for("first", None).board.rows == ruleset.board.rows


@pytest.mark.parametrize("text", ["x = 1", "rows = []", "rows = ['a']", "]"])
def test_a_board_in_the_owners_folder_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "first.toml").write_text(text)
    with pytest.raises((ConfigError, InputError), match=r"boards.first\.toml"):
        Library(tmp_path).ruleset("first_steps")


@pytest.mark.parametrize("board", ["epic_wide", "epic_deep"])
def test_a_large_board_needs_the_marks_where_its_halves_meet(tmp_path: Path, board: str) -> None:
    marks = tomllib.loads((OURS / f"{board}.toml").read_text())["marker"]
    file = board_file(tmp_path, board, marker=marks[:4])
    with pytest.raises(
        InputError, match=r"lists 4 marks, .* has 6, two of them where its halves meet"
    ) as told:
        Library(tmp_path / "data").plan_for(board, file)
    said = load_translator("ro")(told.value.message)
    assert f"enumeră 4 semne, iar tabla mare {board} are 6, două dintre ele unde se întâlnesc" in said
    assert not (tmp_path / "data").exists()
    bare = board_file(tmp_path, board, marker=[])  # its corners are tapped on the picture
    assert not Library(tmp_path / "data").plan_for(board, bare).marker


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"rows": OTHER_PARITY}, r"rows = \[13, .*"),
        ({"section_lines": [2.5, 9.5]}, r"section_lines = \[3\.5, .*"),
    ],
)
def test_a_game_is_not_opened_on_a_board_of_other_rows_or_sections_than_it_was_begun_on(
    tmp_path: Path, changed: dict[str, object], told: str
) -> None:
    """Its hexes would lie elsewhere: it is named with the remedy, kept, and passed over for another one."""
    with world(tmp_path, scenario="first_steps") as begun:
        begun.say(StartGame())
        game = begun.table.row.id
    board_file(tmp_path / "boards", "first", **changed)
    said = rf"{game} was begun .* {told} boards/first\.toml has \[.* former ones"
    with pytest.raises(NoSuchGameError, match=said), world(tmp_path, game=game):
        pass
    with world(tmp_path, game="newest") as other:
        assert other.table.row.id != game
        (notice,) = other.services.store.board.open
        assert "passed over" in str(notice.text)


def test_a_game_is_opened_where_its_section_lines_were_measured_anew_between_the_same_hexes(
    tmp_path: Path,
) -> None:
    board_file(tmp_path / "boards", "first", section_lines=[3.6, 8.5])
    labels, ruleset = GameLabels(tmp_path), Library(tmp_path).ruleset("first_steps")
    labels.lay("monday", Board(ruleset.board.rows, (3.9, 8.5)))
    labels.check_board("monday", ruleset)
    labels.lay("tuesday", Board(ruleset.board.rows, (3.5, 8.5)))  # through hexes, which are in two sections
    with pytest.raises(NoSuchGameError):
        labels.check_board("tuesday", ruleset)


@pytest.mark.parametrize("has_label", [True, False])
def test_a_game_is_opened_at_once_where_the_lines_of_its_board_are_the_same_or_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_label: bool
) -> None:
    """Each hex is looked at for other lines alone: every game that is listed is checked."""
    labels, ruleset = GameLabels(tmp_path), Library(tmp_path).ruleset("first_steps")
    if has_label:
        labels.lay("monday", ruleset.board)
    monkeypatch.setattr(type(ruleset.board), "sections", lambda *_: pytest.fail("no hex is looked at"))
    GameLabels(tmp_path).check_board("monday", ruleset)


def test_on_which_board_an_older_game_was_begun_nobody_knows_and_it_is_opened(tmp_path: Path) -> None:
    """What it is played on today says nothing of where it began: it would be refused on its own board."""
    with world(tmp_path) as begun:
        game = begun.table.row.id
        places = sent_view(begun.table)["scenario"]["banners"]["stand_in"]
        begun.say(PlaceBanner(at=places[0]))
        label = begun.services.shared.labels.of(game)
        assert label.rows and label.section_lines
    (tmp_path / LABELS).unlink()
    with world(tmp_path, game=game) as older:
        older.say(PlaceBanner(at=places[1]))
        assert not older.services.shared.labels.of(game).rows
