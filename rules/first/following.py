"""What an attacker may do once its target's hex is empty: gain ground, pursue, battle once more.

Rules summary, Follow-on Actions.  Knows no state.
"""

from collections.abc import Collection
from typing import NamedTuple

from rules.first.moving import Surroundings, steps
from rules.first.printed.pieces import UnitType
from rules.kernel.hexes import Board, Hex


class Won(NamedTuple):
    """What an attack was that emptied its target's hex.

    *is_bonus*: a Bonus Melee Attack, after which there is no second pursuit.  *is_answer*: the
    unit battled back, or first as a defender, and neither gains ground nor pursues.  *is_followed*:
    ground is gained after it though it was no melee.
    """

    type: UnitType
    in_melee: bool
    is_bonus: bool = False
    is_answer: bool = False
    is_followed: bool = False


def gains_ground(won: Won) -> bool:
    """Return whether the attacker may enter the hex that was left; arrows gain none (docs/rulings.md)."""
    return (won.in_melee or won.is_followed) and not won.is_answer


def pursues(won: Won) -> bool:
    """Return whether entering that hex is the mounted's pursuit, which allows a Bonus Melee Attack."""
    return gains_ground(won) and won.in_melee and won.type is UnitType.MOUNTED and not won.is_bonus


def pursuit_ends(
    board: Board,
    left: Hex,
    *,
    units: Collection[Hex],
    closed: Collection[Hex],
    stopping: Collection[Hex],
    beyond: int = 1,
) -> frozenset[Hex]:
    """Return where a pursuit into the hex that was *left* can end: there, so many hexes *beyond*, or back.

    *units* are the hexes of the other units, *closed* those that cannot be entered, *stopping*
    those whose terrain ends a move.
    """
    if left in closed:
        return frozenset()
    if left in stopping:
        return frozenset({left})
    around = Surroundings(board, units=units, closed=closed, stopping=stopping)
    return frozenset(steps(around, left, beyond))


def bonus_targets(board: Board, at: Hex, enemies: Collection[Hex], *, may_battle: bool) -> frozenset[Hex]:
    """Return whom a unit that has pursued to *at* may strike once more: any adjacent enemy.

    Not where the ground that it entered lets nobody battle this turn.
    """
    return (
        frozenset(near for near in board.neighbours[at].values() if near in enemies)
        if may_battle
        else frozenset()
    )
