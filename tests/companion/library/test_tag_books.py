"""Which book of tags belongs to a game: the owners' own for it, the one that they had before, or ours."""

from pathlib import Path

import pytest

from companion.library.library import Library
from companion.preparation.box_contents import BoxContents
from companion.preparation.print_order import stock_for
from printables.sheets import SheetKind
from printables.signs import BannerColour
from rules.kernel.catalogue import ConfigError

OWN = '[tags]\n"VL1-NAKBCX" = "viper_legion-1"\n'
FIRST = '[tags]\n"HBF1-MINE" = "human_blue_foot-1"\n'
ODD = '[tags]\n"A1-MINE" = "our_own_dragon-1"\n'


def pieces(data: Path, edition: str) -> set[str]:
    return set(Library(data).book(edition).pieces.values())


def test_without_a_book_of_their_own_each_game_has_ours(tmp_path: Path) -> None:
    assert "viper_legion-1" in pieces(tmp_path, "second")
    assert "human_blue_foot-11" in pieces(tmp_path, "first")


@pytest.mark.parametrize("edition", ["first", "second"])
def test_every_unit_of_an_adventure_that_comes_with_the_program_has_a_tag(
    tmp_path: Path, edition: str
) -> None:
    units = {unit for each in Library(tmp_path).rulesets(edition) for unit in each.owners}
    assert units <= pieces(tmp_path, edition)


def test_a_book_from_when_there_was_one_game_stays_that_game_s(tmp_path: Path) -> None:
    (tmp_path / "tags.toml").write_text(OWN)
    assert pieces(tmp_path, "second") == {"viper_legion-1"}
    assert "human_blue_foot-11" in pieces(tmp_path, "first")


def test_a_book_with_units_of_both_games_is_read_for_both(tmp_path: Path) -> None:
    (tmp_path / "tags.toml").write_text(OWN + FIRST.removeprefix("[tags]\n"))
    assert pieces(tmp_path, "second") == pieces(tmp_path, "first") == {"viper_legion-1", "human_blue_foot-1"}


def test_a_book_of_units_that_no_game_knows_is_read_for_all(tmp_path: Path) -> None:
    (tmp_path / "tags.toml").write_text(ODD)
    assert pieces(tmp_path, "second") == pieces(tmp_path, "first") == {"our_own_dragon-1"}


def test_a_game_s_own_book_comes_before_the_one_for_all(tmp_path: Path) -> None:
    (tmp_path / "tags").mkdir()
    (tmp_path / "tags.toml").write_text(OWN + FIRST.removeprefix("[tags]\n"))
    (tmp_path / "tags" / "first.toml").write_text(FIRST)
    assert pieces(tmp_path, "first") == {"human_blue_foot-1"}
    assert "viper_legion-1" in pieces(tmp_path, "second")


@pytest.mark.parametrize("edition", ["third", "", "../first", "first.toml"])
def test_a_book_of_no_game_is_refused_with_those_there_are(tmp_path: Path, edition: str) -> None:
    with pytest.raises(ConfigError, match="first, second"):
        Library(tmp_path).book(edition)


def test_what_a_pack_tells_of_a_unit_stands_on_its_tag(tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "first" / "own" / "units.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text('[goblin_foot]\nbanner = "green"\nweapon = "short_sword"\n')
    library = Library(tmp_path)
    stock = stock_for(BoxContents(library, "first", "en"), library.book("first"))
    signs = {tag.piece: tag.sign for tag in stock[SheetKind.TAGS]}
    sign = signs["goblin_foot-11"]
    assert sign is not None and sign.banner is BannerColour.GREEN
    assert sign.words == ("Pennant", "Green banner", "Goblinoids", "Short sword")


def test_each_figure_of_a_troop_has_a_tag_by_its_banner_and_type(tmp_path: Path) -> None:
    library = Library(tmp_path)
    stock = stock_for(BoxContents(library, "first", "en"), library.book("first"))
    figures = [tag.piece for tag in stock[SheetKind.FIGURES]]
    counts = {
        name: figures.count(name) for name in ("human_blue_foot-1", "human_red_mounted-1", "hill_giant-1")
    }
    assert counts == {"human_blue_foot-1": 4, "human_red_mounted-1": 3, "hill_giant-1": 1}


@pytest.mark.parametrize("wrong", ["[goblin_foot]\nname = 5\n", "goblin_foot = 5\n", "[goblin_foot\n"])
def test_a_pack_that_is_wrong_is_told_in_one_sentence(tmp_path: Path, wrong: str) -> None:
    pack = tmp_path / "packs" / "first" / "own" / "units.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text(wrong)
    with pytest.raises(ConfigError, match=r"units\.toml"):
        BoxContents(Library(tmp_path), "first", "en")
