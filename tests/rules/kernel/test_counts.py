"""How many ways a position can go on: series of options, counted by depth.

Depth 1 is derived by hand; what lies deeper is pinned, so that a change of any rule shows.
Dice do not count as a step: they always show strike, cleave, pierce, morale, lore, heroic,
in that order, as many as are rolled.
"""

from itertools import cycle, islice

import pytest

from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.ruleset import Game
from rules.second.faces import FACES
from tests.rules.drawn import after, drawn, started
from tests.rules.packs import packed


def leaves(game: Game, depth: int) -> int:
    """Return how many series of *depth* options there are, the dice being rolled in between."""
    while isinstance(game.state.wait, m.DiceWait):
        game, _ = after(game, m.Roll(faces=tuple(islice(cycle(FACES.all), game.state.wait.count))))
    offered = options(game)
    if depth == 1:
        return len(offered)
    return sum(leaves(after(game, option)[0], depth - 1) for option in offered)


PACK = """
[roc_warrior]
move = 2
combat = 4
traits = ["legend", "melee"]

[obscenes]
move = 2
combat = 3
"""

# 1: Citadel Guard on B5: A5, A4, B4, B6 are next to it (C5 is taken, A6 is water); A5 (ford) and
# B4 (building) end the move, A4 leads on to A3 and B3, B6 (hill) to B7, C6 and C7: nine moves.
# Yeoman Archers on A1: A2 and B1, then A3, B3, B2 and C1: six.  The guard attacks C5, the archers
# E1 at range 4; C5 is in their range too, but B4 stands in the line.  And the end.
# 2: after the guard's moves 9 * 6 moves of the archers less 2 (A3, B3 taken), 9 shots, 3 attacks
# (from B4, B6, C6) and 9 ends; after the archers' 6 * 9 - 2 moves, 6 attacks, 5 shots at E1 (A3 is
# too far), 1 at C5 (along the edge of B4, from C1) and 6 ends; after the guard's attack its strike is
# committed or not; after the shot another or none; after the end the other's 22 cards.
GROUND = """
6 rr hh
5 rf CG VL/ff
4 .. bb
1 YA .. .. .. BH
"""
GROUND_COUNTS = {
    1: 9 + 6 + 1 + 1 + 1,
    2: (52 + 9 + 3 + 9) + (52 + 6 + 5 + 1 + 6) + 2 + 2 + 22,
    3: 691,
    4: 4633,
}

# 1: Roc Warrior on C5, move 2, flying: eighteen hexes lie within two, B5 and D5 are taken; water,
# forest and building do not matter: sixteen moves.  It attacks D5.  The stunned guard does nothing.
# And the end.
# 2: after a move the end, and from five hexes (E5, D6, C6, D4, C4) the attack; after the attack, which
# forces a retreat, the early counter or none; after the end the other's 22 cards.
FLIGHT = """
6 .. rr ll
5 .. CGs RW OB
4 ff bb rr
"""
FLIGHT_COUNTS = {1: 16 + 1 + 1, 2: 16 + 5 + 2 + 22, 3: 406, 4: 1345}

# 1: eleven cards, each for its text or for one unit anywhere.  2: 182 as derived in test_options,
# and after BattleLore, whose dice give three orders to infantry, nine units and the end.
FIRST_TURN_COUNTS = {1: 22, 2: 182 + 10, 3: 3478}


@pytest.mark.parametrize(("depth", "series"), FIRST_TURN_COUNTS.items())
def test_the_first_turn(depth: int, series: int) -> None:
    assert leaves(started(), depth) == series


@pytest.mark.parametrize(("depth", "series"), GROUND_COUNTS.items())
def test_forest_hill_building_and_a_river_with_a_ford(depth: int, series: int) -> None:
    assert leaves(drawn(GROUND), depth) == series


@pytest.mark.parametrize(("depth", "series"), FLIGHT_COUNTS.items())
def test_a_flying_legend_and_a_ferocious_target(depth: int, series: int) -> None:
    assert leaves(drawn(FLIGHT, rules=packed(PACK)), depth) == series
