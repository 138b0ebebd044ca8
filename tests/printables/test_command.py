"""``herald print`` as people use it: files out, and one sentence for what cannot be printed."""

import tomllib
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from companion.cli import herald

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
    units, banners = texts(tmp_path / "tags.pdf")
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
    ("url", "last"), [((), "Printer scale"), (("--url", "http://10.0.0.2:8765/j/AB"), "Join")]
)
def test_all_sheets_include_the_join_sheet_where_there_is_an_address(
    tmp_path: Path, url: tuple[str, ...], last: str
) -> None:
    assert run("all", "-o", "all.pdf", *url).exit_code == 0
    titles = texts(tmp_path / "all.pdf")
    assert titles[0].startswith("Unit tags")
    assert titles[-1].startswith(last)


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
        (("tags", "--tags", "missing.toml"), "missing.toml", 2),
        (("tags", "--tags", "long.toml"), "VL1-NAKBCX-TOO-LONG", 2),
        (("marks", "--board", "wide.toml"), "wider than the paper", 2),
        (("marks", "--board", "bare.toml"), "no marks", 2),
        (("tags", "--size", "5"), "--size", 2),
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
    result = run("-o", "out.pdf", *arguments)
    assert result.exit_code == status
    assert words in result.output
    assert len([line for line in result.output.splitlines() if line.startswith(("herald: ", "Error: "))]) == 1
    assert "Traceback" not in result.output
    assert not (tmp_path / "out.pdf").exists()
