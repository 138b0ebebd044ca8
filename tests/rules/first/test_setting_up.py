"""How a First Edition game begins, by commands: councils, Landmarks, hands (rules summary, Set-up)."""

from rules.first.messages.commands import ChooseCouncil, PlaceLandmark
from rules.first.messages.waits import CouncilWait, LandmarkWait
from rules.first.printed.lore import GivenCouncil
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat, UnitId
from rules.kernel.view import view
from tests.rules.first.engine import rules
from tests.rules.first.test_commanding import done, why

WIZARD = GivenCouncil(commander=3, masters={"wizard": 3})
ROGUE = GivenCouncil(commander=2, masters={"rogue": 3, "cleric": 1})


def chosen(*councils: tuple[Seat, GivenCouncil]) -> Game:
    game = new_game(rules("war_council"))
    return done(game, *(ChooseCouncil(seat=seat, council=council) for seat, council in councils))


def test_an_adventure_without_lore_begins_with_the_pieces() -> None:
    game = new_game(rules("first_steps"))
    assert options(game) == (m.StartGame(),)
    game = done(game, m.PlaceUnit(unit=UnitId("human_blue_foot-1"), at=Hex("E2")), m.StartGame())
    assert game.state.units[UnitId("human_blue_foot-1")].at == "E2"
    assert {side.cards for side in game.state.sides.values()} == {4}
    assert {side.lore for side in game.state.sides.values()} == {0}
    assert game.state.wait == m.CardWait(seat=Seat.SOUTH)


def test_a_council_of_seven_levels_or_of_strangers_is_refused() -> None:
    game = new_game(rules("war_council"))
    seven = GivenCouncil(commander=3, masters={"wizard": 3, "rogue": 1})
    strange = GivenCouncil(commander=3, masters={"bard": 3})
    for council, reason in ((seven, "wrong_number_of_levels"), (strange, "no_such_master")):
        assert why(game, ChooseCouncil(seat=Seat.SOUTH, council=council)) == reason


def test_councils_are_opened_once_both_are_chosen_and_bring_their_landmarks() -> None:
    game = chosen((Seat.SOUTH, WIZARD))
    assert game.state.wait == CouncilWait(missing=(Seat.NORTH,))  # type: ignore[comparison-overlap]
    assert not table(game.state).councils_open
    game = done(game, ChooseCouncil(seat=Seat.NORTH, council=ROGUE))
    assert table(game.state).councils_open
    assert table(game.state).due == {
        Seat.SOUTH: ("magic_pentacle", "stronghold"),
        Seat.NORTH: ("rogues_den",),
    }
    assert game.state.wait == LandmarkWait(seat=Seat.NORTH, landmarks=("rogues_den",))  # type: ignore[comparison-overlap]


def test_nothing_that_a_seat_sees_tells_the_others_council_before_it_is_open() -> None:
    seen = [
        view(chosen((Seat.SOUTH, council)), seat)
        for council in (WIZARD, ROGUE)
        for seat in (Seat.NORTH, None)
    ]
    assert seen[:2] == seen[2:]
    own = view(chosen((Seat.SOUTH, WIZARD)), Seat.SOUTH).setting
    assert own.councils == {Seat.SOUTH: WIZARD}


def test_landmarks_lie_on_the_board_with_their_owner_and_the_stronghold_must() -> None:
    game = chosen((Seat.SOUTH, WIZARD), (Seat.NORTH, ROGUE))
    game = done(game, PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex("F6")))
    assert game.state.terrain[Hex("F6")].owner is Seat.NORTH
    assert m.Decline() not in options(game)
    game = done(
        game,
        PlaceLandmark(seat=Seat.SOUTH, landmark="magic_pentacle", at=Hex("K4")),
        PlaceLandmark(seat=Seat.SOUTH, landmark="stronghold", at=Hex("E3")),
    )
    assert isinstance(game.state.wait, m.SetUpWait)


def test_the_council_deals_command_cards_lore_cards_and_tokens() -> None:
    game = chosen(
        (Seat.SOUTH, WIZARD), (Seat.NORTH, GivenCouncil(commander=2, masters={"rogue": 2, "cleric": 2}))
    )
    while not isinstance(game.state.wait, m.SetUpWait):
        game = done(game, options(game)[0])
    game = done(game, m.StartGame())
    held = {
        seat: (side.cards, side.lore_cards, side.lore, side.lore_discards)
        for seat, side in game.state.sides.items()
    }
    assert held == {Seat.SOUTH: (6, 3, 3, 1), Seat.NORTH: (5, 2, 2, 2)}
