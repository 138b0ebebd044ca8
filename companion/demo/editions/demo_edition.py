"""What a demonstration of one edition does of its own.  Values only."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from rules.kernel.game import Game
from rules.kernel.messages import Command, Wait

Answer = Callable[[Random, Game, Any], tuple[Command, ...]]
IsShown = Callable[[Game, Any, Game], bool]


class DemoEdition(NamedTuple):
    """*answers* are what is done about the edition's own waits.

    *shown* are the commands that nobody need tell: whether where a unit stands after one shows it is
    said of the games before and after it.
    """

    answers: Mapping[type[Wait], Answer]
    shown: Mapping[type[Command], IsShown]
