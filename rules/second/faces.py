"""The faces of the Second Edition's die, and which of them hit (RB p. 9)."""

from collections.abc import Mapping

from rules.kernel.edition import Faces
from rules.kernel.values import AttackType, Face

FACES = Faces(retreat=Face.MORALE, lore=Face.LORE)
HITS: Mapping[AttackType, frozenset[Face]] = {
    AttackType.MELEE: frozenset({Face.STRIKE, Face.CLEAVE}),
    AttackType.RANGED: frozenset({Face.PIERCE}),
}
LOST_WHEN_WEAK = frozenset({Face.CLEAVE})
