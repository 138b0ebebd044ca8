"""Dice and boldness are shown as sums with their parts, in both editions and languages."""

import pytest

from companion.words.announcer import log_text, sentences
from companion.words.ask import ask_of
from companion.words.names import Language
from companion.words.phrases import load_phrases
from companion.words.rule_links import rules_asked, rules_of
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import play
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat, UnitId
from tests.rules.drawn import attack, drawn
from tests.rules.first import test_abilities as first

GUARDS, GREEN = UnitId("human_blue_foot-1"), UnitId("human_green_foot-1")
AGAINST = m.Attack(unit=GUARDS, target=GREEN)


def declared(game: Game, command: m.Command) -> tuple[Game, tuple[m.Event, ...]]:
    game, events = play(game, command)
    assert not isinstance(events, m.Refusal)
    return game, events


def in_woods() -> Game:
    return first.drawn("south human_blue_foot E4, north human_green_foot E5", terrain="E5 wooded")


@pytest.mark.parametrize(
    ("lang", "dice", "parts"),
    [
        ("en", "2 dice: ", "3 by the blue banner, −1 for woods"),
        ("ro", "2 zaruri: ", "stindard albastru 3, pădure −1"),
    ],
)
def test_the_dice_of_a_battle_are_told_with_their_parts_before_it_and_as_they_are_asked_for(
    lang: str, dice: str, parts: str
) -> None:
    language, game = Language(load_phrases("first", lang)), in_woods()
    offered = ask_of(game.state.wait, options(game), game, language)
    assert next(each.sum for each in offered.choices if each.command == AGAINST) == dice + parts
    game, events = declared(game, AGAINST)
    assert ask_of(game.state.wait, options(game), game, language).sum == dice + parts
    assert log_text(events, game, language).endswith(parts)
    assert parts not in " ".join(one.text for one in sentences(events, game, language=language))


def test_why_so_many_dice_are_asked_for_is_explained_by_all_that_changes_them() -> None:
    game, events = declared(in_woods(), AGAINST)
    assert rules_asked(game.state.wait, game) == ("roll", "blue", "wooded")
    assert rules_of(events, game)[-2:] == ("blue", "wooded")


def test_dice_of_one_part_are_no_sum() -> None:
    game, events = declared(first.drawn("south human_blue_foot E4, north human_green_foot E5"), AGAINST)
    assert ask_of(game.state.wait, options(game), game).sum == ""
    assert log_text(events, game).endswith("3 dice)")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Bold 3: 1 of its own, +1 by support, +1 for ramparts"),
        ("ro", "Curajos 3: din fire 1, sprijin +1, metereze +1"),
    ],
)
def test_who_may_stand_is_told_how_bold_it_is_and_by_what(lang: str, told: str) -> None:
    dwarves = "north dwarf_swordsmen E5, north dwarf_swordsmen E6, north dwarf_swordsmen D5"
    game = first.drawn(f"south human_blue_foot E4, {dwarves}", terrain="E5 ramparts")
    game = first.attack(game, "human_blue_foot", "dwarf_swordsmen")
    game = first.roll(game, *("flag",) * game.state.wait.count)
    assert ask_of(game.state.wait, options(game), game, Language(load_phrases("first", lang))).sum == told


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("5 .. .. .. .. BH2/ff CG", "3 dice: 3 of its own, −1 for forest, +1 by Rage"),
        ("5 .. .. .. .. BH CG", ""),
    ],
)
def test_the_second_edition_tells_its_dice_in_the_same_way(picture: str, told: str) -> None:
    game, _ = declared(drawn(picture, active=Seat.NORTH), attack("BH", "CG"))
    assert ask_of(game.state.wait, options(game), game).sum == told
