"""What this edition's own chapters say alike: questions in a battle, notes of it, reasons to refuse.

Knows no rule.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import cast

from msgspec.structs import replace

from rules.first.messages.events import FightNoted
from rules.first.table import notes
from rules.kernel import messages as m
from rules.kernel.course import Course, refusal
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import UnitId, Why


class Bar(StrEnum):
    """Why a command cannot be obeyed, where only the First Edition has that reason."""

    NO_BATTLE = "no_battle"
    MUST_BATTLE = "must_battle"
    PLAYED_IN_LIEU = "played_in_lieu"
    LORE_UNITS_FIRST = "lore_units_first"
    FIRST_PLAYER_FIRST = "first_player_first"
    NOT_CONNECTED = "not_connected"
    BARRED_BY_CARD = "barred_by_card"
    NOT_ON_THE_RACK = "not_on_the_rack"
    POWER_NOT_PAID = "power_not_paid"
    TOO_FEW_ORDERS = "too_few_orders"
    ONLY_WHO_ACTS = "only_who_acts"
    ONE_CARD_A_CAMP = "one_card_a_camp"
    NOT_THE_ALLYS = "not_the_allys"
    MUST_BE_PLACED = "must_be_placed"


SHARED: Mapping[str, Why] = {why.value: why for why in Why}
"""Every edition's reasons by their names: where a chapter's own is called so it is the same."""


def ask_in_battle(course: Course, asked: m.Wait) -> bool:
    """Ask something in the midst of a battle; True, as a stage says that it has asked."""
    course.wait(m.OrdersWait(seat=course.state.active), asked)
    return True


def note(course: Course, **fields: object) -> None:
    """Remember something of the innermost battle."""
    course.say(FightNoted(notes=replace(notes(course.fight), **fields)))


def refuse(
    game: Game,
    why: StrEnum,
    rule: str,
    unit: Unit | UnitId | None = None,
    *,
    limit: int | None = None,
    at: Hex | None = None,
    final: bool = False,
) -> m.Refusal:
    """Return a refusal for a reason that may be this edition's own."""
    return refusal(game, SHARED.get(why, cast(Why, why)), rule, unit, limit=limit, at=at, final=final)
