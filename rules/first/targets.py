"""Whom a unit may attack: adjacent enemies first, then by range and sight.

Rules summary, Range and Line of Sight.  Knows no unit by name and no dice.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple

from rules.kernel.hexes import Board, Hex
from rules.kernel.sight import Sight, line_of_sight


class Barred(StrEnum):
    """Why a target cannot be attacked."""

    OUT_OF_RANGE = "out_of_range"
    ADJACENT_ENEMY = "adjacent_enemy"
    SIGHT_BLOCKED = "sight_blocked"


class Aim(NamedTuple):
    """What there is to say of an attack on one target: its *distance*, and what bars it, *by* which hex."""

    distance: int
    barred: Barred | None = None
    by: Hex | None = None

    @property
    def is_melee(self) -> bool:
        """Return whether the target stands next to the attacker; a bow used there is melee too."""
        return self.distance == 1


def sees(
    board: Board,
    start: Hex,
    end: Hex,
    *,
    units: Collection[Hex],
    ground: Collection[Hex],
    beside: bool = True,
) -> Sight:
    """Return what can be seen of *end*, past hexes with *units* and with *ground* that blocks sight.

    In this edition units are obstructions *beside* a line along edges too, alone or opposite
    terrain (docs/rulings.md), unless the table reads that otherwise.
    """
    if not beside:
        return line_of_sight(board, start, end, units=units, blocking=ground)
    return line_of_sight(board, start, end, units=(), blocking={*units, *ground})


def shot(
    board: Board,
    start: Hex,
    end: Hex,
    *,
    reach: int,
    enemies: Collection[Hex],
    units: Collection[Hex],
    ground: Collection[Hex] = (),
    beside: bool = True,
) -> Aim:
    """Return what bars a unit on *start*, whose weapon reaches *reach* hexes, from attacking *end*.

    *enemies* are the hexes of its enemies, *units* those of all units, also *beside* a line along
    edges, *ground* those of terrain that blocks sight.  The hex of the target counts, the
    attacker's own does not.
    """
    distance = board.distance(start, end)
    if distance > 1 and any(board.distance(start, enemy) == 1 for enemy in enemies):
        return Aim(distance, Barred.ADJACENT_ENEMY)
    if distance > reach:
        return Aim(distance, Barred.OUT_OF_RANGE)
    sight = sees(board, start, end, units=units, ground=ground, beside=beside)
    return Aim(distance) if sight.clear else Aim(distance, Barred.SIGHT_BLOCKED, sight.by)


def targets(
    board: Board,
    start: Hex,
    *,
    reach: int,
    enemies: Collection[Hex],
    units: Collection[Hex],
    ground: Collection[Hex] = (),
) -> dict[Hex, Aim]:
    """Return the enemies that a unit on *start* may attack, as :func:`shot` has them."""
    shots = {
        end: shot(board, start, end, reach=reach, enemies=enemies, units=units, ground=ground)
        for end in enemies
    }
    return {end: found for end, found in shots.items() if found.barred is None}
