"""What pictures tell of every edition's waits: the only module of the referee that knows all editions."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from companion.reconcile.editions.edition_sight import Commands
from companion.reconcile.editions.first import FIRST_SIGHT
from companion.reconcile.editions.second import SECOND_SIGHT
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Advance, AdvanceWait, Command, CounterWait, ExtraAttackWait, Wait


def _advance(to: Hex) -> Advance:
    return Advance(to=to)


ANSWERS: Mapping[type[Wait], Callable[[Game, Any, Hex], Iterator[Commands]]] = {
    **FIRST_SIGHT.answers,
    **SECOND_SIGHT.answers,
}
GOING: Mapping[type[Wait], Callable[[Hex], Command]] = {
    AdvanceWait: _advance,
    **FIRST_SIGHT.going,
    **SECOND_SIGHT.going,
}
PASSED: Collection[type[Wait]] = (
    AdvanceWait,
    CounterWait,
    ExtraAttackWait,
    *FIRST_SIGHT.passed,
    *SECOND_SIGHT.passed,
)
