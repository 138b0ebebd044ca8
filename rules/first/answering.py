"""Who may battle back (rules summary, Morale and Support).  Knows no state."""

from typing import NamedTuple


class Attacked(NamedTuple):
    """How an attack has ended for its target, once the roll is wholly resolved.

    *bold* is its boldness when the dice were rolled, *keeps_hex* whether it was not forced out of it,
    *is_answered* whether the attack was an answer itself, or is one that nobody answers.
    """

    bold: int
    keeps_hex: bool
    in_melee: bool
    survives: bool
    is_answered: bool = False


def may_battle_back(attacked: Attacked) -> bool:
    """Return whether the target may answer: Bold, in melee, in its hex, to what can be answered."""
    return (
        attacked.survives
        and attacked.keeps_hex
        and attacked.in_melee
        and attacked.bold > 0
        and not attacked.is_answered
    )
