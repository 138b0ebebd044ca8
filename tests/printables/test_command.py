"""``herald print`` as people use it: files out, and one sentence for what cannot be printed."""

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from companion.cli import herald
from printables.trays import spots_of
from tests.shares import share
from vision.board.plan import TagBook, parse_book

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(herald, ["print", *arguments])


def texts(path: Path) -> list[str]:
    """Return each sheet's words."""
    with pypdfium2.PdfDocument(path) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def test_a_scenario_s_tags_are_those_of_its_units_by_the_names_on_their_cards(tmp_path: Path) -> None:
    result = run("tags", "banners", "--scenario", "learning", "-o", "tags.pdf")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("tags.pdf")
    (sheet,) = texts(tmp_path / "tags.pdf")
    units, _, banners = sheet.partition("Banner tags")
    scenario = tomllib.loads((ROOT / "config/second/scenarios.toml").read_text(encoding="utf-8"))["learning"]
    kinds = tomllib.loads((ROOT / "config/second/units.toml").read_text(encoding="utf-8"))
    for kind, entry in kinds.items():
        for number in range(1, 6):
            placed = number <= len(scenario["units"].get(kind, []))
            assert (f"{entry['name']} {number}" in units) == placed
    assert all(f"Banner {number}" in banners for number in (1, 2, 3))


def test_without_a_scenario_the_whole_tag_book_is_printed(tmp_path: Path) -> None:
    assert run("tags", "-o", "tags.pdf").exit_code == 0
    (units,) = texts(tmp_path / "tags.pdf")
    assert "Chaos Lord 1" in units
    assert "Rune Golems 2" in units


@pytest.mark.parametrize(
    "scenario", share(("open_country", "three_fronts.call_to_arms", "free_first"), "open_country")
)
def test_where_nobody_stands_yet_the_tags_of_all_that_may_come_in_are_printed(
    tmp_path: Path, scenario: str
) -> None:
    result = run("tags", "trays", "calibration", "--scenario", scenario, "-o", "tags.pdf")
    assert result.exit_code == 0, result.output
    sheets = " ".join(texts(tmp_path / "tags.pdf"))
    assert "Human swordsmen 1 " in sheets and "Human swordsmen 11 " in sheets


@pytest.mark.parametrize(("scenario", "has_terrain"), [("first_steps", True), ("learning", False)])
def test_all_of_a_scenario_has_terrain_tags_where_terrain_lies_in_it(
    tmp_path: Path, scenario: str, has_terrain: bool
) -> None:
    assert run("all", "--scenario", scenario, "-o", "all.pdf").exit_code == 0
    sheets = " ".join(texts(tmp_path / "all.pdf"))
    assert ("Terrain tags" in sheets) == has_terrain
    assert "Card tags" not in sheets


@pytest.mark.parametrize(
    ("url", "last"), [((), "Calibration"), (("--url", "http://10.0.0.2:8765/j/AB"), "Join")]
)
def test_all_sheets_include_the_join_sheet_where_there_is_an_address(
    tmp_path: Path, url: tuple[str, ...], last: str
) -> None:
    assert run("all", "-o", "all.pdf", *url).exit_code == 0
    titles = texts(tmp_path / "all.pdf")
    assert titles[0].startswith("Unit tags")
    assert titles[-1].startswith(last)


def test_all_sheets_of_the_first_edition_are_those_that_it_has(tmp_path: Path) -> None:
    result = run("all", "--edition", "first", "-o", "all.pdf")
    assert result.exit_code == 0, result.output
    assert "--book FILE" not in result.output
    titles = [text.partition(" •")[0] for text in texts(tmp_path / "all.pdf")]
    assert list(dict.fromkeys(titles)) == [
        "Unit tags", "Terrain tags", "Card tags", "Corner marks", "Dice stickers", "Dice tray", "Calibration"
    ]  # fmt: skip
    sheets = " ".join(texts(tmp_path / "all.pdf"))
    assert all(name in sheets for name in ("Waterway 12", "Magic Pentacle", "Forest Lair", "Bridge 2"))


def test_names_are_printed_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    for edition, name in (("first", "Arcașii oameni 15"), ("second", "Garda Cetății 5")):
        assert run("tags", "--edition", edition, "--language", "ro", "-o", "ro.pdf").exit_code == 0
        assert name in " ".join(texts(tmp_path / "ro.pdf"))


def test_small_tags_of_a_game_with_many_pieces_are_of_a_larger_family(tmp_path: Path) -> None:
    kinds = ("tags", "terrain", "tokens", "cards")
    result = run(*kinds, "--edition", "first", "--tag", "aruco", "-o", "a.pdf", "--book", "all.toml")
    assert result.exit_code == 0, result.output
    printed = book(tmp_path / "all.toml")
    pieces = printed.pieces | printed.cards
    assert len(set(pieces.values())) == len(printed.pieces) + len(printed.cards) > 200
    assert printed.layout.family == "DICT_5X5_250" and "scout_left-1" in printed.cards.values()


def test_letter_paper_is_letter_paper(tmp_path: Path) -> None:
    assert run("dice", "--paper", "letter", "-o", "dice.pdf").exit_code == 0
    with pypdfium2.PdfDocument(tmp_path / "dice.pdf") as document:
        assert document[0].get_size() == pytest.approx((612.0, 792.0), abs=0.01)


LONG = '[tags]\n"VL1-NAKBCX-TOO-LONG" = "viper_legion-1"\n'
WIDE = "width_mm = 700\nheight_mm = 700\nrows = [3]\nhex_width_mm = 50\n" + "".join(
    f'[[marker]]\nfamily = "DICT_4X4_50"\nid = {number}\ncentre_mm = [{x}, {y}]\nsize_mm = 200\n'
    for number, (x, y) in enumerate([(110, 590), (590, 590), (590, 110), (110, 110)])
)


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [
        (("join",), "--url", 2),
        (("join", "--url", "herald"), "begins with http", 2),
        (("tags", "--scenario", "nowhere"), "nowhere", 2),
        (("tags", "--edition", "third"), "first, second", 2),
        (("tags", "--edition", "../first"), "first, second", 2),
        (("tags", "--edition", "first", "--scenario", "learning"), "--edition first", 2),
        (("banners", "--edition", "first"), "no banner tags", 2),
        (("tags", "--tags", "missing.toml"), "missing.toml", 2),
        (("tags", "--tags", "long.toml"), "VL1-NAKBCX-TOO-LONG", 2),
        (("marks", "--board", "wide.toml"), "wider than the paper", 2),
        (("marks", "--board", "bare.toml"), "no marks", 2),
        (("tags", "--size", "5"), "--size", 2),
        (("tags", "--size", "nan"), "--size", 2),
        (("tags", "--size", "inf"), "--size", 2),
        (("tags", "--size", "-1e400"), "--size", 2),
        (("tags", "--size", "large"), "--size", 2),
        (("trays", "--size", "20"), "19.", 2),
        (("trays", "tags", "--book", "book.toml"), "16 mm", 2),
        (("marks", "--book", "book.toml"), "no tag is printed", 2),
        (("tags", "--for", "bare.jpg"), "board is not found", 1),
        (("tags", "--for", "missing.jpg"), "missing.jpg", 2),
        (("tags", "--tag", "qr", "--tags", "small.toml"), "ArUco", 2),
        (("posters",), "posters", 2),
        (("dice", "-o", "no/such/folder.pdf"), "no/such/folder.pdf", 1),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], words: str, status: int
) -> None:
    (tmp_path / "long.toml").write_text(LONG)
    (tmp_path / "wide.toml").write_text(WIDE)
    (tmp_path / "bare.toml").write_text(WIDE.partition("[[marker]]")[0])
    (tmp_path / "small.toml").write_text('[layout]\nkind = "aruco"\n[tags]\n"8" = "viper_legion-1"\n')
    cv2.imwrite(str(tmp_path / "bare.jpg"), np.full((480, 640, 3), 120, np.uint8))
    result = run("-o", "out.pdf", *arguments)
    assert result.exit_code == status, result.output
    assert words in result.output
    assert len([line for line in result.output.splitlines() if line.startswith(("herald: ", "Error: "))]) == 1
    assert "Traceback" not in result.output
    assert not (tmp_path / "out.pdf").exists()
    assert not (tmp_path / "book.toml").exists()


def test_a_file_that_nobody_names_is_called_after_what_is_printed(tmp_path: Path) -> None:
    result = run("dice", "tray", "dice")
    assert result.exit_code == 0 and result.output.startswith("herald-dice-tray.pdf: ")
    assert texts(tmp_path / "herald-dice-tray.pdf")


VIEW = ROOT / "tests" / "cases" / "learning" / "learning_0.jpg"
SEEN_AT = ROOT / "tests" / "cases" / "learning" / "board.toml"


def test_a_picture_of_the_board_says_which_tags_to_print_and_those_are_printed(tmp_path: Path) -> None:
    view = ("--for", str(VIEW), "--board", str(SEEN_AT), "--scenario", "learning")
    said = run("tags", *view)
    assert said.exit_code == 0, said.output
    assert "px/mm: 20 mm QR or 18 mm ArUco" in said.output
    for kind, size in (((), 20.0), (("--tag", "aruco"), 18.0)):
        assert run("tags", *view, *kind, "-o", "tags.pdf", "--book", "new.toml").exit_code == 0
        assert book(tmp_path / "new.toml").size_mm == size
        (tmp_path / "new.toml").unlink()


def test_tags_that_the_camera_would_not_read_are_said_to_be_too_small() -> None:
    view = ("--for", str(VIEW), "--board", str(SEEN_AT))
    assert "12 mm are too small" in run("tags", "--size", "12", *view).output
    assert "too small" not in run("tags", "--size", "20", *view).output


def book(path: Path) -> TagBook:
    return parse_book(path.read_text(encoding="utf-8"), path.name)


def test_what_is_printed_in_several_goes_is_one_tag_book(tmp_path: Path) -> None:
    run("tags", "--scenario", "learning", "--size", "25", "-o", "a.pdf", "--book", "mine.toml")
    run("tokens", "--tag", "aruco", "-o", "b.pdf", "--book", "mine.toml")
    run("banners", "--size", "25", "-o", "c.pdf", "--book", "mine.toml")
    parts = {(part.layout.kind, part.size_mm): part for part in book(tmp_path / "mine.toml").parts}
    assert set(parts) == {("framed_qr", 25.0), ("aruco", 18.0)}
    assert {"viper_legion-1", "banner-1"} <= set(parts["framed_qr", 25.0].tags.values())
    assert "attacker-1" in parts["aruco", 18.0].tags.values()
    again = run("tags", "tokens", "--tags", "mine.toml", "-o", "d.pdf", "--book", "again.toml")
    assert again.exit_code == 0, again.output
    assert book(tmp_path / "again.toml").pieces.items() <= book(tmp_path / "mine.toml").pieces.items()


def test_a_small_tag_s_number_does_not_depend_on_what_is_printed_with_it(tmp_path: Path) -> None:
    assert run("tokens", "--tag", "aruco", "-o", "a.pdf", "--book", "few.toml").exit_code == 0
    kinds = ("tags", "banners", "terrain", "tokens", "cards")
    assert run(*kinds, "--tag", "aruco", "-o", "b.pdf", "--book", "all.toml").exit_code == 0
    few, everything = book(tmp_path / "few.toml").pieces, book(tmp_path / "all.toml").pieces
    assert few.items() <= everything.items()
    assert len(set(everything.values())) == len(everything)


def test_each_figure_of_a_unit_has_the_unit_s_tag(tmp_path: Path) -> None:
    result = run("figures", "--scenario", "learning", "--size", "15", "-o", "a.pdf", "--book", "mine.toml")
    assert result.exit_code == 0, result.output
    words = " ".join(texts(tmp_path / "a.pdf"))
    assert words.count("Viper Legion 1") == 3
    assert book(tmp_path / "mine.toml").size_mm == 15.0


@pytest.mark.parametrize(
    ("arguments", "is_told"),
    [
        (("all",), False),
        (("tags", "banners", "--size", "25"), False),
        (("trays",), True),
        (("trays", "--size", "15.5", "--book", "mine.toml"), False),
        (("trays", "banners"), True),
        (("tokens",), True),
        (("tags", "--tag", "aruco"), True),
        (("tokens", "--book", "mine.toml"), False),
    ],
)
def test_tags_that_the_eyes_would_not_expect_are_to_be_printed_with_a_book(
    arguments: tuple[str, ...], is_told: bool
) -> None:
    result = run(*arguments, "--scenario", "learning", "-o", "a.pdf")
    assert result.exit_code == 0, result.output
    assert ("--book FILE" in result.output) == is_told


def test_the_book_of_printed_trays_tells_where_their_spots_are(tmp_path: Path) -> None:
    for kind, scenario in (("trays", "learning"), ("banners", "learning")):
        result = run(kind, "--scenario", scenario, "--size", "16", "-o", "a.pdf", "--book", "mine.toml")
        assert result.exit_code == 0, result.output
    listed = book(tmp_path / "mine.toml")
    spots = spots_of(54.0, 16.0)
    assert spots is not None and listed.spots is not None and listed.also == ()
    assert {field: getattr(listed.spots, field) for field in spots._fields} == spots._asdict()
    pieces = {listed.pieces[payload].rpartition("-")[0] for payload in listed.spots.figures}
    assert set(listed.spots.figures.values()) == {3} and "viper_legion" in pieces and "banner" not in pieces
