"""One module an edition: its tables and the few functions in which the books differ."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from rules.kernel.values import AttackType, CardId, Face, LoreChoice


class LoreGain(NamedTuple):
    """What a choice of the Lore Step brings: *tokens*, and *cards* of which *back* are discarded."""

    tokens: int
    cards: int
    back: int


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
    preset: tuple[CardId, ...]
    pages: dict[str, str]
