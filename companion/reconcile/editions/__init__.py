"""What pictures tell of every edition's waits: the only module of the referee that knows all editions."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from companion.reconcile.editions.edition_sight import Commands, Going, Laid
from companion.reconcile.editions.first import FIRST_SIGHT, landmark_grounds
from companion.reconcile.editions.second import SECOND_SIGHT
from rules.kernel.catalogue import Catalogue
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    AdvanceWait,
    CardWait,
    Command,
    CounterWait,
    ExtraAttackWait,
    PlayCard,
    Refusal,
    SetUpWait,
    Wait,
)
from rules.kernel.printed import Terrain
from rules.kernel.values import UnitId


def _why_not_on(game: Game, wait: AdvanceWait, to: Hex) -> Refusal | None:
    decision = play(game, Advance(to=to)).decision
    return decision if isinstance(decision, Refusal) else None


ANSWERS: Mapping[type[Wait], Callable[[Game, Any, Hex], Iterator[Commands]]] = {
    **FIRST_SIGHT.answers,
    **SECOND_SIGHT.answers,
}
GOING: Mapping[type[Wait], Going] = {
    AdvanceWait: _why_not_on,
    **FIRST_SIGHT.going,
    **SECOND_SIGHT.going,
}
ASKED_FIRST: Mapping[type[Wait], type[Wait]] = {**FIRST_SIGHT.asked_first, **SECOND_SIGHT.asked_first}
"""What was asked about the same unit before a wait: both are one moment of the table."""
MOVING: Mapping[type[Wait], Callable[[UnitId, Hex], Command]] = {**FIRST_SIGHT.moving, **SECOND_SIGHT.moving}
"""What says, in answer to a wait, that any unit has been put on a hex."""
PASSED: Collection[type[Wait]] = (
    AdvanceWait,
    CounterWait,
    ExtraAttackWait,
    *FIRST_SIGHT.passed,
    *SECOND_SIGHT.passed,
)
PLACING: tuple[type[Wait], ...] = (SetUpWait, *FIRST_SIGHT.placing, *SECOND_SIGHT.placing)
"""The waits in which units are put on the board, those that were in no army too."""
LAID: Mapping[type[Wait], Laid] = {**FIRST_SIGHT.laid, **SECOND_SIGHT.laid}

CARDS: Mapping[type[Wait], tuple[type[Command], ...]] = {
    CardWait: (PlayCard,),
    **FIRST_SIGHT.cards,
    **SECOND_SIGHT.cards,
}
"""What a Command card that is laid down, known by its tag, may say in answer to a wait."""
SAID_BY_CARDS = tuple({say for says in CARDS.values() for say in says})


def grounds(catalogue: Catalogue) -> Mapping[str, Terrain]:
    """Return the terrain that each piece is that can be laid on the board, by what its tag is called."""
    return dict[str, Terrain](catalogue.terrain.items()) | landmark_grounds(catalogue)
