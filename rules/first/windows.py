"""When a Lore card may be played, and for how long it holds (Lore Cards: Phases of Play).

Knows no card by name and no state: a moment is told.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.first.printed.lore import LoreMasterCard, LoreWindow


class Phase(StrEnum):
    """The phase of the turn in which a Lore card is played."""

    COMMAND = "command"
    ORDERS = "orders"
    MOVEMENT = "movement"
    COMBAT = "combat"


class BattleMoment(NamedTuple):
    """Where the innermost battle stands: *is_own_roll* is the card's player's, *lies* once the dice do."""

    in_melee: bool
    is_own_roll: bool
    lies: bool


class LoreMoment(NamedTuple):
    """A moment of a turn as the player of a card sees it.

    *card_lies*: the turn's Command card has been played.  *battle* is None between battles.
    """

    phase: Phase
    is_own_turn: bool
    card_lies: bool = False
    battle: BattleMoment | None = None


class Untimely(StrEnum):
    """Why a Lore card cannot be played now."""

    NOT_A_REACTION = "not_a_reaction"
    WRONG_MOMENT = "wrong_moment"


class Lasting(StrEnum):
    """How long a Lore card holds, unless it says otherwise itself."""

    AT_ONCE = "at_once"
    REST_OF_TURN = "rest_of_turn"
    WHOLE_BATTLE = "whole_battle"
    DEFENDERS_TURN = "defenders_turn"
    ONE_ROLL = "one_roll"


_OPEN: Mapping[LoreWindow, Callable[[LoreMoment], bool]] = {
    LoreWindow.ALONGSIDE: lambda now: now.phase is Phase.COMMAND and now.is_own_turn,
    LoreWindow.IN_LIEU: lambda now: now.phase is Phase.COMMAND and now.is_own_turn and not now.card_lies,
    LoreWindow.COMMAND_REACTION: lambda now: (
        now.phase is Phase.COMMAND and not now.is_own_turn and now.card_lies
    ),
    LoreWindow.ORDERS: lambda now: now.phase is Phase.ORDERS and now.is_own_turn,
    LoreWindow.ORDERS_REACTION: lambda now: now.phase is Phase.ORDERS and not now.is_own_turn,
    LoreWindow.MOVEMENT: lambda now: now.phase is Phase.MOVEMENT and now.is_own_turn,
    LoreWindow.MOVEMENT_REACTION: lambda now: now.phase is Phase.MOVEMENT and not now.is_own_turn,
    LoreWindow.BATTLE: lambda now: now.battle is not None,
    LoreWindow.MELEE: lambda now: now.battle is not None and now.battle.in_melee,
    LoreWindow.RANGED: lambda now: now.battle is not None and not now.battle.in_melee,
    LoreWindow.BEFORE_ROLL: lambda now: (
        now.battle is not None and not now.battle.is_own_roll and not now.battle.lies
    ),
    LoreWindow.AFTER_ROLL: lambda now: (
        now.battle is not None and not now.battle.is_own_roll and now.battle.lies
    ),
}


def is_open(window: LoreWindow, now: LoreMoment) -> bool:
    """Return whether *now* is a moment of *window*."""
    return _OPEN[window](now)


def untimely(card: LoreMasterCard, now: LoreMoment) -> Untimely | None:
    """Return why *card* cannot be played *now*; None also where nobody knows its background or windows.

    In the opponent's turn only Reaction cards are played (BattleLore: Lore).
    """
    if not now.is_own_turn and card.reaction is False:
        return Untimely.NOT_A_REACTION
    if card.windows and not any(is_open(window, now) for window in card.windows):
        return Untimely.WRONG_MOMENT
    return None


def lasting(window: LoreWindow, *, on_defender: bool) -> Lasting:
    """Return how long a card played in *window* holds; *on_defender*: for a unit that is attacked."""
    match window:
        case LoreWindow.IN_LIEU:
            return Lasting.REST_OF_TURN
        case LoreWindow.BATTLE | LoreWindow.MELEE | LoreWindow.RANGED:
            return Lasting.DEFENDERS_TURN if on_defender else Lasting.WHOLE_BATTLE
        case LoreWindow.BEFORE_ROLL | LoreWindow.AFTER_ROLL:
            return Lasting.ONE_ROLL
        case _:
            return Lasting.AT_ONCE
