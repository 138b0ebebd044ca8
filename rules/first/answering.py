"""Who may battle back (rules summary, Morale and Support).  Knows no state."""

from typing import NamedTuple


class Attacked(NamedTuple):
    """How an attack has ended for its target, once the roll is wholly resolved.

    *bold* is its boldness when the dice were rolled, *keeps_hex* whether it was not forced out of it.
    """

    bold: int
    keeps_hex: bool
    in_melee: bool
    survives: bool
    by_answer: bool = False


def may_battle_back(attacked: Attacked) -> bool:
    """Return whether the target may answer: Bold, in melee, in its hex, and not to an answer itself."""
    return (
        attacked.survives
        and attacked.keeps_hex
        and attacked.in_melee
        and attacked.bold > 0
        and not attacked.by_answer
    )
