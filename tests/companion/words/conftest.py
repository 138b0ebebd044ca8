"""A game of the learning scenario, in its third turn."""

import pytest

from rules.kernel import messages as m
from rules.kernel.catalogue import parse_catalogue
from rules.kernel.hexes import Board
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Side, State
from rules.kernel.values import Seat, Step
from rules.second.edition import SECOND
from rules.second.state.game import SecondState
from tests.rules.shelf import printed_texts


@pytest.fixture(scope="module")
def game() -> Game:
    catalogue = parse_catalogue(printed_texts(), SECOND)
    board = Board([12, 11] * 4 + [12], [3.5, 7.5])
    ruleset = Ruleset(SECOND, catalogue, board, catalogue.scenarios["learning"])
    state = State(
        own=SecondState(),
        turn=3,
        active=Seat.NORTH,
        step=Step.ATTACK,
        first=Seat.NORTH,
        units={},
        sides={Seat.NORTH: Side(points=16), Seat.SOUTH: Side(points=7)},
        waits=(m.OrdersWait(seat=Seat.NORTH),),
    )
    return Game(ruleset, state)
