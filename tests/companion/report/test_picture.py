"""The battle as one picture: well formed, whole within its edges, with all that it needs in itself."""

from xml.etree import ElementTree as ET

import pytest

from companion.journal.journal import follow
from companion.report.page import BattleReport, Pictures, no_pictures
from companion.report.picture import HEIGHT, MARGIN, WIDTH, battle_picture
from companion.words.names import Language
from companion.words.phrases import load_phrases
from companion.words.translator import load_translator
from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat
from tests.companion.report.test_report import ROW
from tests.companion.report.test_story import scripted
from tests.rules.drawn import RULES
from tests.rules.playing import full_rules, play_random

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {Seat.SOUTH: "Wolfgang Amadeus Mommsen", Seat.NORTH: "Ștefan <b>Țăran</b> & Co"}


def drawn(start: Game, log: tuple[m.Entry, ...], pictures: Pictures = no_pictures) -> ET.Element:
    language = Language(load_phrases(start.ruleset.edition.id, "ro"), NAMES, load_translator("ro"))
    told = BattleReport(ROW, start, follow(start, log, "the test"), language, pictures)
    return ET.fromstring(battle_picture(told))


def lines(picture: ET.Element, sort: str) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text") if text.get("class") == f"told {sort}"]


def test_a_finished_game_is_one_picture_with_verdict_board_points_and_four_scenes() -> None:
    picture = drawn(*scripted(7))
    assert " ".join(lines(picture, "verdict")) == "Wolfgang Amadeus Mommsen: victorie, 19 la 13."
    assert len(lines(picture, "title")) == 4
    drawings = [each.get("class") for each in picture.iter(f"{SVG}svg")]
    assert {"map", "chart"} <= set(drawings)
    assert "Țăran</b> & Co" in " ".join(lines(picture, "text"))


def test_what_the_camera_saw_of_the_scenes_stands_in_the_picture_between_points_and_words() -> None:
    picture = drawn(*scripted(7), pictures=lambda seq: b"jpeg")
    seen = list(picture.iter(f"{SVG}image"))
    assert [each.get("href", "")[:22] for each in seen] == ["data:image/jpeg;base64"] * 4
    bottom = float(seen[0].get("y", 0)) + float(seen[0].get("height", 0))
    first = next(text for text in picture.iter(f"{SVG}text") if text.get("class") == "told title")
    assert bottom < float(first.get("y", 0))
    assert max(float(each.get("x", 0)) + float(each.get("width", 0)) for each in seen) <= WIDTH - MARGIN


def test_a_long_name_is_cut_where_its_course_ends_so_that_the_points_are_seen() -> None:
    ends = [text.text for text in drawn(*scripted(7)).iter(f"{SVG}text") if "end " in text.get("class", "")]
    assert ends == ["Wolfgang A… 19", "Ștefan <b>… 13"]


@pytest.mark.parametrize("cut", [0, 1, None])
def test_no_line_lies_beyond_the_edges_and_nothing_is_asked_for_elsewhere(cut: int | None) -> None:
    game = play_random(full_rules(), 2)
    picture = drawn(game.start, tuple(game.log[:cut]))
    assert max(map(len, lines(picture, "verdict"))) <= 29
    for text in picture.iter(f"{SVG}text"):
        if (text.get("class") or "").startswith("told"):
            assert MARGIN <= float(text.get("y", "0")) <= HEIGHT - MARGIN / 2
            assert len(text.text or "") <= 62
    assert not {each.tag for each in picture.iter()} & {f"{SVG}image", f"{SVG}script", f"{SVG}a"}


def test_a_game_that_has_not_begun_is_a_picture_too() -> None:
    assert lines(drawn(new_game(RULES), ()), "title") == []
