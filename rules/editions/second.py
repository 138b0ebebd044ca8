"""The Second Edition.

Pages: RB is the rulebook, Ref the Reference Book's glossary, whose page numbers
are not known to us.
"""

from rules.editions import Edition
from rules.values import AttackType, Face

SECOND = Edition(
    id="second",
    name="Second Edition",
    hits={AttackType.MELEE: (Face.STRIKE, Face.CLEAVE), AttackType.RANGED: (Face.PIERCE,)},
    lost_when_weak=frozenset({Face.CLEAVE}),
    retreat=Face.MORALE,
    lore=Face.LORE,
    cure_cost=2,
    pages={
        "set_up": "RB p. 5",
        "turn": "RB p. 6",
        "command": "RB p. 6",
        "order": "RB p. 6",
        "move": "RB p. 6",
        "attack": "RB p. 7",
        "upkeep": "RB p. 7",
        "winning": "RB p. 7",
        "target": "RB p. 8",
        "range": "RB p. 8",
        "sight": "RB p. 8",
        "roll": "RB p. 9",
        "exchange": "RB p. 9",
        "retreat": "RB p. 10",
        "counter": "RB p. 10",
        "advance": "RB p. 10",
        "abilities": "RB p. 10",
        "pursue": "Ref, Pursue",
        "additional": "Ref, Unit Abilities",
        "onslaught": "Ref, Onslaught",
        "poison": "Ref, Poison",
        "stun": "Ref, Stun",
        "cards": "RB p. 6",
        "components": "RB p. 5",
        "correction": "the table",
    },
)
