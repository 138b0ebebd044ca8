"""One module an edition: its tables and the few functions in which the books differ."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rules.kernel.values import AttackType, CardId, Face, LoreChoice

if TYPE_CHECKING:  # a course runs in a game, which holds its ruleset, which holds its edition
    from rules.kernel.course import Course

Stage = Callable[["Course"], bool]
"""Does its part of the innermost fight, and says whether it asked something or ended the fight."""


class LoreGain(NamedTuple):
    """What a choice of the Lore Step brings: *tokens*, and *cards* of which *back* are discarded."""

    tokens: int
    cards: int
    back: int


class Battle(NamedTuple):
    """How a battle goes: its *stages*, from the dice that lie to the end of the fight."""

    stages: tuple[Stage, ...]


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What one edition's books say where another's say something else.

    *hits* are the faces that damage, per attack type; *lost_when_weak* those that a
    weak unit gets nothing from; *lore_gains* the choices of the Lore Step, at whose end
    nobody holds more than *most_lore_cards*; *preset* the hand for those who do not draw
    it; *pages* where a rule is written.
    """

    id: str
    name: str
    hits: Mapping[AttackType, tuple[Face, ...]]
    lost_when_weak: frozenset[Face]
    retreat: Face
    lore: Face
    cure_cost: int
    lore_gains: Mapping[LoreChoice, LoreGain]
    most_lore_cards: int
    battle: Battle
    preset: tuple[CardId, ...]
    pages: dict[str, str]
