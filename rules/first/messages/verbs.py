"""What only the First Edition's Lore cards do.  Values only."""

from rules.first.messages.allies import TargetAlly
from rules.kernel.messages import Verb


class BattleFirst(Verb, frozen=True, kw_only=True, tag="battle_first"):
    """The target of the battle that has been declared battles before its attacker does."""


class TakeBackCommand(Verb, frozen=True, kw_only=True, tag="take_back_command"):
    """The acting player takes back what he has played in the Command step, and plays another card."""


FirstVerb = BattleFirst | TakeBackCommand | TargetAlly
