"""The scripted player: legal, sensible, the same for the same luck, and it comes to an end."""

from random import Random

import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from rules.kernel.game import Game, new_game, play
from rules.kernel.messages import Attack, Command, Order, OverWait, Refusal


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return new_game(Library(tmp_path_factory.mktemp("none")).ruleset("learning"))


def played(start: Game, seed: int) -> tuple[Game, list[Command]]:
    game, said = start, list[Command]()
    player = ScriptedPlayer(Random(seed))
    while not isinstance(game.state.waits[-1], OverWait):
        for command in player.next_commands(game):
            game, decision = play(game, command)
            assert not isinstance(decision, Refusal), (command, decision)
            said.append(command)
        assert len(said) < 3000
    return game, said


@pytest.mark.parametrize("seed", range(8))
def test_every_game_comes_to_an_end_by_legal_commands(start: Game, seed: int) -> None:
    game, said = played(start, seed)
    assert game.state.winner is not None
    assert 4 <= game.state.turn <= 60
    assert sum(isinstance(command, Attack) for command in said) > 10


def test_the_same_luck_gives_the_same_game_and_other_luck_another(start: Game) -> None:
    assert played(start, 3)[1] == played(start, 3)[1]
    assert played(start, 3)[1] != played(start, 4)[1]


def test_units_are_named_only_where_it_is_worth_it(start: Game) -> None:
    """Nobody names every unit of a card for nothing: an ordered unit moves or attacks, mostly."""
    _, said = played(start, 5)
    orders = sum(isinstance(command, Order) for command in said)
    acts = sum(not isinstance(command, Order) for command in said)
    assert orders < acts
