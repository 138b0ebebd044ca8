"""How many orders a Command card gives, and what an order costs (rules summary, Command, Creatures).

Knows no card by name and no state.
"""

from rules.first.printed.profiles import Profile

ELSEWHERE = 3
"""Lore for ordering a Creature in another section than the card's; it uses up an order all the same."""


def orders_given(count: int | str, *, held: int, fitting: int, commander: int = 0) -> int:
    """Return how many orders *count* is, with *held* Command cards, the played one included.

    ``command`` is Equal to Command; ``all`` is every one of the *fitting* units, ``camp`` the ally's among
    them, ``commander`` the level of the *commander*.
    """
    if isinstance(count, int):
        return count
    return {"command": held, "all": fitting, "camp": fitting, "commander": commander}[count]


def lore_price(unit: Profile, *, is_in_section: bool, is_lore: bool) -> int | None:
    """Return what a section card's order for *unit* costs in Lore, or None where it cannot be ordered so."""
    if is_in_section:
        return 0
    return None if unit.is_troop or not is_lore else ELSEWHERE
