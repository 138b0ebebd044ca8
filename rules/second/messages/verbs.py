"""What lore cards of the Second Edition do to the attack in progress, and to the opponent's lore.

Values only.  This module knows no rule.
"""

from rules.kernel.messages import Verb
from rules.kernel.values import Face


class FixDice(Verb, frozen=True, kw_only=True, tag="fix_dice"):
    """The attack in progress is rolled with exactly *count* dice, whatever else holds (Ref, Rune Blade)."""

    count: int


class FuelDamage(Verb, frozen=True, kw_only=True, tag="fuel_damage"):
    """In this attack each *face* may be committed for *damage*, weak or not (Ref, Fury of Y'llan)."""

    face: Face
    damage: int = 1


class IgnoreDamage(Verb, frozen=True, kw_only=True, tag="ignore_damage"):
    """The target ignores *count* damage of the attack in progress (None: all)."""

    count: int | None = None


class TurnBlows(Verb, frozen=True, kw_only=True, tag="turn_blows"):
    """Each of these *faces* in the attack in progress does 1 damage to the attacker."""

    faces: tuple[Face, ...]


class LastStand(Verb, frozen=True, kw_only=True, tag="last_stand"):
    """The target counters before it leaves the board, if the dice eliminate it (Ref, Unstoppable)."""


class BarLore(Verb, frozen=True, kw_only=True, tag="bar_lore"):
    """The opponent plays no further lore card this turn (Ref, Runic Barrier)."""


InFight = FixDice | FuelDamage | IgnoreDamage | TurnBlows | LastStand
"""The verbs that change the attack in progress."""
SecondVerb = InFight | BarLore
