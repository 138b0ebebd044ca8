"""What may be seen at the table of one edition only: which answers to its own waits move a unit.

Values only.  Knows no picture.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, Refusal, Wait
from rules.kernel.values import UnitId

Commands = tuple[Command, ...]
Going = Callable[[Game, Any, Hex], Refusal | None]
Laid = Callable[[Game, Any, Hex, Collection[str]], Commands | None]


class EditionSight(NamedTuple):
    """What pictures tell of one edition's own waits.

    *answers* yield what may have put the unit that a wait is about on a hex, *going* says why
    the rules do not let it go there.  *asked_first* is what was asked about the same unit in the same moment
    before a wait.  *passed* are the waits that are let pass by going on.
    *laid* say what the pieces that lie in a hex answer to a wait: nothing while they wait for their
    turn, None where they are terrain like any other.  *placing* are the waits in which units come onto
    the board as in every set-up.  *cards* are the commands, of a *card*, by which a Command card that
    is laid down answers a wait, the first that the rules allow; the first of two is not meant where another
    tag of the same card lies there already.  *moving* are the commands that put any unit on a hex while
    a wait lasts.
    """

    answers: Mapping[type[Wait], Callable[[Game, Any, Hex], Iterator[Commands]]]
    going: Mapping[type[Wait], Going]
    passed: Collection[type[Wait]]
    laid: Mapping[type[Wait], Laid]
    placing: tuple[type[Wait], ...] = ()
    cards: Mapping[type[Wait], tuple[type[Command], ...]] = MappingProxyType({})
    moving: Mapping[type[Wait], Callable[[UnitId, Hex], Command]] = MappingProxyType({})
    asked_first: Mapping[type[Wait], type[Wait]] = MappingProxyType({})
