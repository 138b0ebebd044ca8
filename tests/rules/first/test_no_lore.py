"""An adventure without Lore: symbols bring no token, and no Lore card is played."""

from rules.kernel import messages as m
from rules.kernel.decide import decide
from rules.kernel.ruleset import Game
from rules.kernel.values import LoreId, Seat, Why
from tests.rules.first.engine import rules, small
from tests.rules.first.playing import play_random

STEPS = small(rules("first_steps"))


def test_without_lore_nobody_has_a_token_or_a_card_at_any_time() -> None:
    """Rules summary, Command and Lore adventures."""
    asked = set[object]()

    def watch(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        assert all(side.lore == 0 and not side.lore_cards for side in after.state.sides.values())
        refused = decide(after, m.PlayLoreCard(seat=Seat.SOUTH, card=LoreId("wizard_4")))
        asked.add(refused.why if isinstance(refused, m.Refusal) else refused)

    for seed in range(4):
        play_random(STEPS, seed, watch=(watch,), whims=False)
    assert asked == {Why.NOT_NOW}
