"""What those are told who do not see the board."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from companion.voice.board_answers import MOST_LETTERS, BoardAnswers
from companion.words.names import load_language
from rules.kernel.decide import options
from rules.kernel.game import Game, new_game, play
from rules.kernel.hands import without_hands
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, Command, Move, Order
from rules.kernel.values import CardId, LoreId, Seat, TerrainId, Tile, UnitId
from tests.companion.voice.listening.spoken import battle
from tests.companion.words.test_no_english import found_in

ARCHERS, HARVESTERS = UnitId("yeoman_archers-2"), UnitId("blood_harvesters-4")


def alone(*standing: tuple[UnitId, str, int]) -> Game:
    """Return the battle with nobody on the board but those, each at its hex with its figures."""
    game, kept = battle(), {name for name, _, _ in standing}
    units = {
        name: unit if name in kept else replace(unit, at=None, figures=0)
        for name, unit in game.state.units.items()
    }
    for name, at, figures in standing:
        units[name] = replace(units[name], at=Hex(at), figures=figures)
    return game._replace(state=replace(game.state, units=units))


def test_a_hex_is_told_with_its_ground_banner_and_unit_and_then_who_is_next_to_it_and_two_hexes_away() -> (
    None
):
    game = alone((ARCHERS, "F5", 1), (HARVESTERS, "E5", 2), (UnitId("citadel_guard-1"), "F7", 3))
    game = game._replace(state=replace(game.state, terrain={Hex("F5"): Tile(kind=TerrainId("forest"))}))
    assert BoardAnswers(game).near(Hex("F5")) == (
        "F 5, forest, a banner worth 2 points, Yeoman Archers two, Daqan, 1 figure; "
        "next to it: Blood Harvesters four, Uthuk, 2 figures, west E 5; "
        "two hexes away: Citadel Guard one, Daqan, 3 figures, north F 7."
    )


@pytest.mark.parametrize(
    ("at", "way"),
    [
        ("G5", "east"),
        ("F6", "north-east"),
        ("E6", "north-west"),
        ("D5", "west"),
        ("E4", "south-west"),
        ("F4", "south-east"),
        ("F3", "south"),
        ("F7", "north"),
        ("G7", "north-east"),
        ("D6", "north-west"),
    ],
)
def test_the_way_to_a_unit_is_a_point_of_the_compass(at: str, way: str) -> None:
    told = BoardAnswers(alone((HARVESTERS, at, 3))).near(Hex("F5"))
    assert told.endswith(f"Uthuk, 3 figures, {way} {at[0]} {at[1]}.")


@pytest.mark.parametrize("at", ["I5", "C5", "H8"])
def test_who_stands_farther_off_than_two_hexes_is_not_near(at: str) -> None:
    told = BoardAnswers(alone((HARVESTERS, at, 3))).near(Hex("F5"))
    assert told == "F 5, a banner worth 2 points; nobody else within two hexes."


def test_what_is_near_is_cut_to_one_breath_and_the_others_are_counted() -> None:
    told = BoardAnswers(battle()).near(Hex("F5"))
    assert told.endswith("Citadel Guard three, Daqan, 3 figures, south-west D 4; and 1 more.")


@pytest.mark.parametrize("lang", ["en", "ro"])
def test_nothing_is_longer_than_one_breath(lang: str, tmp_path: Path) -> None:
    game = battle()
    answers = BoardAnswers(game, load_language(lang, "second", tmp_path))
    told = [answers.near(place) for place in game.ruleset.board.hexes]
    told += [answers.reach(unit.at) for unit in game.state.units.values() if unit.at]
    assert max(map(len, told)) <= MOST_LETTERS
    english = "next to|hexes|can |north|more|once"
    assert lang == "en" or not [one for one in told if re.search(english, one)]


def test_a_unit_that_may_be_ordered_is_told_with_what_it_could_do_then_as_the_rules_offer_it() -> None:
    game = alone((HARVESTERS, "F5", 3), (ARCHERS, "E5", 2), (UnitId("citadel_guard-1"), "G5", 2))
    ordered = play(game, Order(unit=HARVESTERS)).game
    told = BoardAnswers(game).reach(Hex("F5"))
    assert told == f"Once ordered: {BoardAnswers(ordered).reach(Hex('F5'))}"
    attacks, _, moves = told.partition(". It can move to ")
    offered = options(ordered)
    assert (
        attacks
        == "Once ordered: Blood Harvesters four can attack Yeoman Archers two E 5, Citadel Guard one G 5"
    )
    assert sum(isinstance(each, Attack) for each in offered) == 2
    places = {each.to for each in offered if isinstance(each, Move)}
    assert {Hex(each.replace(" ", "")) for each in moves.rstrip(".").split(", ")} == places


def test_the_nearest_hexes_come_first() -> None:
    game = alone((HARVESTERS, "F5", 3))
    told = (
        BoardAnswers(game).reach(Hex("F5")).removeprefix("Once ordered: Blood Harvesters four can move to ")
    )
    far = [
        game.ruleset.board.distance(Hex("F5"), Hex(each.replace(" ", ""))) for each in told[:-1].split(", ")
    ]
    assert far == sorted(far) and set(far) == {1, 2}


def test_of_two_ordered_units_each_is_told_its_own_moves() -> None:
    other = UnitId("blood_harvesters-1")
    game = alone((HARVESTERS, "F5", 3), (other, "C8", 3))
    both = play(play(game, Order(unit=HARVESTERS)).game, Order(unit=other)).game
    for unit in (HARVESTERS, other):
        assert BoardAnswers(game).reach_of(unit) == f"Once ordered: {BoardAnswers(both).reach_of(unit)}"


def test_who_can_do_nothing_and_a_hex_without_anybody_are_told_in_a_sentence() -> None:
    answers = BoardAnswers(alone((ARCHERS, "F5", 2)))
    assert answers.reach_of(ARCHERS) == "Yeoman Archers two can neither attack nor move as things stand."
    assert answers.reach(Hex("E5")) == "Nobody stands on E 5."


def test_a_hand_is_told_to_its_own_seat_alone() -> None:
    side = replace(
        battle().state.sides[Seat.NORTH], cards=3, known=(CardId("wedge"),), known_lore=(LoreId("portal"),)
    )
    game = battle()
    game = game._replace(
        state=replace(game.state, sides={**game.state.sides, Seat.NORTH: replace(side, lore_cards=1)})
    )
    own = BoardAnswers(without_hands(game, Seat.NORTH))
    assert own.hand(Seat.NORTH) == "My hand: Wedge, Portal. 2 cards are not marked."
    assert own.hand(Seat.NORTH, is_marshal=True).startswith("Our hand: Wedge, ")
    for seat in (Seat.SOUTH, None):
        assert "Wedge" not in BoardAnswers(without_hands(game, seat)).hand(Seat.NORTH)
        assert "Wedge" not in BoardAnswers(game).hand(seat)
    assert own.hand(None) == "This device has no hand of its own."


def test_who_is_waited_for_is_told_by_name(tmp_path: Path) -> None:
    named = load_language("en", "second", tmp_path, {Seat.NORTH: "Ana"})
    assert BoardAnswers(battle(), named).waiting() == "Ana: give orders and move"


GAMES = ("learning", "first_steps", "three_fronts.reluctant_allies")


@pytest.mark.parametrize("scenario", GAMES)
def test_whatever_is_asked_in_a_game_of_either_edition_is_one_breath_and_in_romanian_romanian(
    scenario: str, tmp_path: Path
) -> None:
    rules = Library(tmp_path).ruleset(scenario)
    language = load_language("ro", rules.edition.id, tmp_path)
    told = set[str]()
    for game in played(new_game(rules), steps=120):
        assert set(asked_about(BoardAnswers(game)))
        told |= set(asked_about(BoardAnswers(game, language)))
    assert len(told) > 50
    assert {text: found for text in told if (found := found_in(text, rules.edition.id))} == {}


def played(game: Game, *, steps: int) -> Iterator[Game]:
    """Yield every thirtieth position of a game."""
    players, done = ScriptedPlayer(Random(2)), list[Command]()
    while len(done) < steps and (commands := players.next_commands(game)):
        for command in commands:
            game, _ = play(game, command)
            done.append(command)
            if len(done) % 30 == 0:
                yield game


def asked_about(answers: BoardAnswers) -> Iterator[str]:
    """Yield the answers to all that can be asked, each one breath long."""
    game = answers.game
    standing = [unit.at for unit in game.state.units.values() if unit.at is not None]
    told = [answers.near(place) for place in game.ruleset.board.hexes]
    told += [answers.reach(place) for place in (*standing, Hex("A1"))]
    told += [answers.hand(seat) for seat in (None, *game.state.sides)]
    for text in (*told, answers.waiting()):
        assert text
        assert len(text) <= MOST_LETTERS, text
        yield text
