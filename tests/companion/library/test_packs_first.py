"""What the owners of the First Edition fill in: a form for each gap, and bad input told in one sentence."""

from pathlib import Path
from random import Random
from typing import cast

import pytest

from companion.library.library import Library
from companion.library.pack_forms import printed_forms
from companion.library.packs import Packs
from companion.library.unknown_values import told, unknown_values
from rules.first.edition import FIRST
from rules.first.play.asking import profile
from rules.first.printed.lore import LoreMasterCard
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.ruleset import Game
from rules.kernel.values import CardNumber, KindId, LoreId, Seat
from tests.companion.library.test_packs import EXAMPLES, files
from tests.rules.first.arms import FINISH, laid, put
from vision.errors import InputError

OURS = next(text for text in EXAMPLES if 'edition = "first"' in text)
GOBLINS = KindId("goblin_foot")


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(Library(tmp_path), "first")


def gaps(packs: Packs) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(each.file, each.entry): each.fields for each in unknown_values(packs.check(), FIRST)}


def done(game: Game, *commands: m.Command) -> Game:
    for command in commands:
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), decision
    return game


def test_whatever_the_first_edition_lacks_is_a_gap_with_a_field_in_a_form(packs: Packs) -> None:
    catalogue = packs.check()
    forms = printed_forms(catalogue, FIRST)
    for (file, entry), fields in gaps(packs).items():
        asked = {field.name for field in forms[file].fields}
        assert set(fields) <= asked, (file, entry)
    assert gaps(packs)["units", GOBLINS] == ("banner", "weapon")


def test_what_is_told_is_no_gap_any_more_and_what_says_no_is_told(packs: Packs) -> None:
    packs.keep("units", GOBLINS, {"banner": "green"})
    packs.keep("terrain", "elevated", {"blocks_sight": False, "stops": False})
    assert gaps(packs)["units", GOBLINS] == ("weapon",)
    assert gaps(packs)["terrain", "elevated"] == ("dice_in", "dice_out")


def test_what_is_known_in_part_is_a_gap_until_a_pack_tells_it(packs: Packs) -> None:
    assert gaps(packs)["cards", "battlelore"] == ("does",)
    packs.keep("cards", "battlelore", {"copies": 2})
    assert gaps(packs)["cards", "battlelore"] == ("does",)
    packs.keep("cards", "battlelore", {"does": [{"verb": "add_dice", "count": 1}]})
    assert ("cards", "battlelore") not in gaps(packs)


def test_a_new_entry_of_each_file_begins_with_what_it_needs(packs: Packs) -> None:
    forms = printed_forms(packs.check(), FIRST)
    for file, form in forms.items():
        if form.fresh is not None:
            heading = {"name": "Of our own", "page": "Our card", "confidence": "certain"}
            packs.keep(file, "of_our_own", {**form.fresh, **heading})
    assert {file for file, form in forms.items() if form.fresh is None} == {"banners", "rulings"}


def test_a_pack_of_units_creatures_weapons_and_lore_plays(packs: Packs, tmp_path: Path) -> None:
    packs.take_in(OURS, file="ours.toml")
    assert ("creatures", "giant_spider") in gaps(packs)
    game = done(new_game(Library(tmp_path).ruleset("our_skirmish")), m.StartGame())
    chance = Random(3)
    goblin = profile(game, game.state.army(Seat.NORTH)[0])
    assert (goblin.dice, goblin.battle, goblin.weapon and goblin.weapon.id) == (2, 2, "short_sword")
    for _ in range(300):
        offered = options(game)
        if not offered:
            break
        game = done(game, cast(m.Command, chance.choice(offered)))
    assert game.state.turn > 1


def test_an_adventure_of_a_book_is_played_on_an_empty_board_once_it_is_known_what_wins(
    packs: Packs, tmp_path: Path
) -> None:
    assert packs.check().scenarios["agincourt"].points_to_win == 4
    assert "tourelles" not in packs.check().scenarios
    packs.keep("adventures", "tourelles", {"banners": 6})
    heading = {"name": "Our mill", "page": "Our book", "confidence": "certain"}
    packs.keep("adventures", "our_mill", {**heading, "number": 30, "lore": False, "banners": 5})
    assert packs.check().scenarios["tourelles"].points_to_win == 6
    game = new_game(Library(tmp_path).ruleset("our_mill"))
    game = done(game, put("human_blue_foot-1", "E3"), put("human_blue_foot-11", "E7"), m.StartGame())
    assert (game.state.turn, game.ruleset.scenario.points_to_win) == (1, 5)


@pytest.mark.parametrize("taken", ["two_hills", "free", "our_skirmish"])
def test_no_adventure_bears_the_id_of_a_scenario_of_either_edition(
    packs: Packs, tmp_path: Path, taken: str
) -> None:
    packs.take_in(OURS, file="ours.toml")
    before = files(tmp_path)
    told = {"name": "Our mill", "page": "Our book", "confidence": "certain", "number": 30, "lore": False}
    with pytest.raises(InputError, match=r"there is a game .* already: choose another name; nothing"):
        packs.keep("adventures", taken, {**told, "banners": 5})
    assert files(tmp_path) == before


def test_a_lore_card_does_what_a_pack_says_of_it(packs: Packs, tmp_path: Path) -> None:
    packs.keep("lore", "rogue_1", {"does": [{"verb": "gain_lore", "count": 2}]})
    ruleset = Library(tmp_path).ruleset("war_council")
    assert ruleset.catalogue.of(LoreMasterCard)["rogue_1"].does == (m.GainLore(count=2),)
    game = new_game(ruleset)
    while not isinstance(game.state.wait, m.SetUpWait):
        game = done(game, next(each for each in options(game)))
    game = done(game, m.StartGame())
    north = game.state.active
    before = game.state.sides[north].lore
    price = 1 if before < 4 else 4
    game = done(game, m.CorrectScore(seat=north, points=0, lore=9, cards=4, lore_cards=2))
    game = done(game, m.PlayLoreCard(seat=north, card=LoreId("rogue_1")))
    assert game.state.sides[north].lore in (9 - 1 + 2, 9 - 4 + 2), price


def test_numbers_told_at_the_table_are_kept_as_fields_of_the_pack(packs: Packs, tmp_path: Path) -> None:
    kind = KindId("human_blue_foot")
    game = done(new_game(Library(tmp_path).ruleset("first_steps")), m.StartGame())
    game = done(
        game,
        m.TellNumber(kind=kind, number=CardNumber.MOVE, value=2),
        m.TellNumber(kind=kind, number=CardNumber.COMBAT, value=4),
    )
    (kept,) = told(game)
    assert (kept.file, kept.entry, kept.fields) == ("units", kind, {"battle": 2, "walk": 2, "dice": 4})
    packs.keep(kept.file, kept.entry, kept.fields)
    assert packs.check().kinds[kind].combat == 4


COUNCILS = """
[pack]
name = "mine"
edition = "first"
[scenarios.war_council.councils]
south = { commander = 3, masters = { wizard = 3, rogue = 1 } }
north = { commander = 3, masters = { wizard = 3 } }
"""
WRONG = [
    ("units", GOBLINS, {"banner": "purple"}, "[goblin_foot] nothing is called 'purple', field banner"),
    ("units", GOBLINS, {"weapon": "halberd"}, "nothing is called 'halberd', field weapon"),
    ("units", GOBLINS, {"race": "elf"}, "nothing is called 'elf', field race"),
    ("units", GOBLINS, {"speed": 3}, "[goblin_foot] nothing reads speed"),
    ("creatures", "giant_spider", {"banner": "purple"}, "nothing is called 'purple', field banner"),
    ("creatures", "giant_spider", {"level": 0}, "Expected `int` >= 1, field level"),
    ("weapons", "sling", {"strikes": "sometimes"}, "Invalid enum value 'sometimes', field strikes"),
    ("lore", "rogue_8", {"master": "bard"}, "nothing is called 'bard', field master"),
    ("lore", "rogue_8", {"windows": ["attacking"]}, "Invalid enum value 'attacking', field windows"),
    ("lore", "rogue_8", {"does": [{"verb": "fuel_damage", "face": "heroic"}]}, "'fuel_damage', field does"),
    ("terrain", "ford", {"on": ["sea"]}, "no terrain tile is called 'sea', field on"),
    ("landmarks", "creature_lair", {"ground": "sea"}, "nothing is called 'sea', field ground"),
    ("cards", "forward", {"does": [{"verb": "grant_orders", "count": "all!"}]}, "field does"),
]


@pytest.mark.parametrize(("file", "entry", "fields", "said"), WRONG)
def test_what_does_not_fit_is_refused_in_one_sentence_and_nothing_is_kept(
    packs: Packs, tmp_path: Path, file: str, entry: str, fields: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError) as trouble:
        packs.keep(file, entry, fields)
    assert said in str(trouble.value)
    assert "\n" not in str(trouble.value)
    assert files(tmp_path) == {}


@pytest.mark.parametrize("hexes", [["Z99", "B1"], ["G1", "B1"], ["D2", "B1"], ["B1", "A5"], ["B1", "B1"]])
def test_a_deployment_card_whose_troops_cannot_stand_where_it_says_is_refused(
    packs: Packs, tmp_path: Path, hexes: list[str]
) -> None:
    troops = ["human_blue_foot", "human_green_foot"]
    said = r"\[standard_a_1\] '\w+' is no hex of the first 4 rows .* field places.left"
    with pytest.raises(InputError, match=said):
        packs.keep("deployment_cards", "standard_a_1", {"troops": troops, "places": {"left": hexes}})
    assert files(tmp_path) == {}


def test_a_council_of_seven_levels_and_one_of_strangers_are_refused_in_one_sentence(packs: Packs) -> None:
    for text, said in (
        (COUNCILS, "[war_council] a council has 6 levels, and this one 7, field councils"),
        (COUNCILS.replace("rogue = 1", "bard = 1"), "nothing is called 'bard', field councils"),
    ):
        with pytest.raises(InputError) as trouble:
            packs.take_in(text, file="mine.toml")
        assert said in str(trouble.value)


def test_a_pack_of_the_other_edition_is_refused_in_one_sentence(packs: Packs) -> None:
    with pytest.raises(InputError, match="is not of the edition 'first'"):
        packs.take_in(OURS.replace('edition = "first"', 'edition = "second"', 1), file="ours.toml")


def test_what_stands_on_a_deployment_card_is_kept_as_its_guard_was_deployed(
    packs: Packs, tmp_path: Path
) -> None:
    game = done(laid(), FINISH, put("human_blue_foot-1", "F1"), put("human_blue_foot-2", "F2"), FINISH)
    game = done(game, FINISH, put("human_green_foot-11", "L8"), FINISH)
    south, north = told(game)
    blue = "human_blue_foot"
    assert (south.file, south.entry, south.name) == (
        "deployment_cards",
        "standard_a_2",
        "Standards A 2",
    )
    assert south.fields == {"troops": [blue, blue], "places": {"center": ["F1", "F2"]}}
    assert north.fields == {"troops": ["human_green_foot"], "places": {"left": ["A2"]}}
    for one in (south, north):
        packs.keep(one.file, one.entry, one.fields)
    again = done(laid(Library(tmp_path).ruleset("open_country")), FINISH)
    assert options(again) == (put("human_blue_foot-1", "F1"), put("human_blue_foot-1", "F2"))
    assert told(done(again, *options(again)[:1], put("human_blue_foot-2", "F2"), FINISH)) == ()
