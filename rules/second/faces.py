"""The faces of the Second Edition's die, and which of them hit (RB p. 9)."""

from collections.abc import Mapping

from rules.kernel.edition import Faces
from rules.kernel.values import AttackType, Face

STRIKE = Face("strike")
CLEAVE = Face("cleave")
PIERCE = Face("pierce")
MORALE = Face("morale")
LORE = Face("lore")
HEROIC = Face("heroic")

FACES = Faces(all=(STRIKE, CLEAVE, PIERCE, MORALE, LORE, HEROIC), retreat=MORALE, lore=LORE)
HITS: Mapping[AttackType, frozenset[Face]] = {
    AttackType.MELEE: frozenset({STRIKE, CLEAVE}),
    AttackType.RANGED: frozenset({PIERCE}),
}
LOST_WHEN_WEAK = frozenset({CLEAVE})
