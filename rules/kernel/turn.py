"""Whose turn it is to do what: the check that comes before all others."""

from rules.kernel.course import Checks, refusal
from rules.kernel.messages import Wait
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Step, Why


def not_now(game: Game, *waits: type[Wait], unit: Unit | None = None) -> Checks:
    """Yield a refusal if the game waits for none of *waits*: not even the table can overrule that."""
    if isinstance(game.state.wait, waits):
        return
    if game.state.step is Step.OVER:
        yield refusal(game, Why.GAME_IS_OVER, "winning", unit, final=True)
    else:
        yield refusal(game, Why.NOT_NOW, "turn", unit, final=True)
