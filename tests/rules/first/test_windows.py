"""When a Lore card may be played: every window at every moment, and how long it holds."""

from itertools import product

import pytest

from rules.first.printed.lore import LoreMasterCard, LoreWindow
from rules.first.windows import BattleMoment, Lasting, LoreMoment, Phase, Untimely, is_open, lasting, untimely

MOMENTS = {
    "own command": LoreMoment(Phase.COMMAND, True),
    "own command, card lies": LoreMoment(Phase.COMMAND, True, card_lies=True),
    "other's command": LoreMoment(Phase.COMMAND, False),
    "other's command, card lies": LoreMoment(Phase.COMMAND, False, card_lies=True),
    "own orders": LoreMoment(Phase.ORDERS, True, True),
    "other's orders": LoreMoment(Phase.ORDERS, False, True),
    "own moves": LoreMoment(Phase.MOVEMENT, True, True),
    "other's moves": LoreMoment(Phase.MOVEMENT, False, True),
    "own combat": LoreMoment(Phase.COMBAT, True, True),
    "own melee": LoreMoment(Phase.COMBAT, True, True, BattleMoment(True, True, False)),
    "own shot lies": LoreMoment(Phase.COMBAT, True, True, BattleMoment(False, True, True)),
    "answered": LoreMoment(Phase.COMBAT, True, True, BattleMoment(True, False, False)),
    "answer lies": LoreMoment(Phase.COMBAT, True, True, BattleMoment(True, False, True)),
    "shot at": LoreMoment(Phase.COMBAT, False, True, BattleMoment(False, False, False)),
    "shot lies": LoreMoment(Phase.COMBAT, False, True, BattleMoment(False, False, True)),
    "own answer": LoreMoment(Phase.COMBAT, False, True, BattleMoment(True, True, False)),
}
OPEN = {
    LoreWindow.ALONGSIDE: "own command; own command, card lies",
    LoreWindow.IN_LIEU: "own command",
    LoreWindow.COMMAND_REACTION: "other's command, card lies",
    LoreWindow.ORDERS: "own orders",
    LoreWindow.ORDERS_REACTION: "other's orders",
    LoreWindow.MOVEMENT: "own moves",
    LoreWindow.MOVEMENT_REACTION: "other's moves",
    LoreWindow.BATTLE: "own melee; own shot lies; answered; answer lies; shot at; shot lies; own answer",
    LoreWindow.MELEE: "own melee; answered; answer lies; own answer",
    LoreWindow.RANGED: "own shot lies; shot at; shot lies",
    LoreWindow.BEFORE_ROLL: "answered; shot at",
    LoreWindow.AFTER_ROLL: "answer lies; shot lies",
}


def card(*windows: LoreWindow, reaction: bool | None) -> LoreMasterCard:
    return LoreMasterCard(
        id="any",
        name="Any",
        master="rogue",
        windows=windows,
        reaction=reaction,
        confidence="certain",
        page="a test",
    )


@pytest.mark.parametrize(("window", "moment"), list(product(LoreWindow, MOMENTS)))
def test_each_window_is_open_at_its_moments_and_no_others(window: LoreWindow, moment: str) -> None:
    """Lore Cards: Phases of Play."""
    assert is_open(window, MOMENTS[moment]) is (moment in OPEN[window].split("; "))


def test_in_the_opponents_turn_only_reactions_are_played() -> None:
    """BattleLore: Lore."""
    now = MOMENTS["shot at"]
    assert untimely(card(LoreWindow.BATTLE, reaction=False), now) is Untimely.NOT_A_REACTION
    assert untimely(card(LoreWindow.BATTLE, reaction=True), now) is None
    assert untimely(card(LoreWindow.MELEE, reaction=True), now) is Untimely.WRONG_MOMENT
    assert untimely(card(LoreWindow.BATTLE, reaction=False), MOMENTS["own melee"]) is None


def test_what_is_not_known_of_a_card_forbids_nothing() -> None:
    assert all(untimely(card(reaction=None), now) is None for now in MOMENTS.values())


@pytest.mark.parametrize(
    ("window", "on_defender", "found"),
    [
        (LoreWindow.ALONGSIDE, False, Lasting.AT_ONCE),
        (LoreWindow.IN_LIEU, False, Lasting.REST_OF_TURN),
        (LoreWindow.MOVEMENT_REACTION, False, Lasting.AT_ONCE),
        (LoreWindow.BATTLE, False, Lasting.WHOLE_BATTLE),
        (LoreWindow.BATTLE, True, Lasting.DEFENDERS_TURN),
        (LoreWindow.MELEE, True, Lasting.DEFENDERS_TURN),
        (LoreWindow.BEFORE_ROLL, True, Lasting.ONE_ROLL),
        (LoreWindow.AFTER_ROLL, False, Lasting.ONE_ROLL),
    ],
)
def test_how_long_a_card_holds(window: LoreWindow, on_defender: bool, found: Lasting) -> None:
    assert lasting(window, on_defender=on_defender) is found
