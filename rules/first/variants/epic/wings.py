"""Who of a Camp plays which unit, where several people share it: each has a section of the board.

The Lord Commander has the Center and decides about the cards, his Field Marshals have the wings.
Text: Increased Number of Players.
"""

from collections.abc import Collection

from rules.first.messages.commands import IgnoreFlags, RetreatTo, StoreLore, TellHits, UsePower
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.chapters.orders import fitting
from rules.kernel.edition import Wings
from rules.kernel.ruleset import Game
from rules.kernel.values import Section, UnitId

_OF_THE_UNIT_WAITED_FOR = (
    m.Roll,
    m.Counter,
    m.Decline,
    m.Advance,
    IgnoreFlags,
    RetreatTo,
    UsePower,
    StoreLore,
    TellHits,
)
_COMMANDERS = frozenset({Section.CENTER})


def sections_of(game: Game, name: UnitId) -> frozenset[Section]:
    """Return in whose sections a unit is played until the turn ends: in that where the turn found it.

    On a line it is that by whose card it is ordered; where several can order it, either may, and where
    the card does not say it is the wing.
    """
    unit = game.state.units[name]
    at = (table(game.state).began or {}).get(name, unit.at)
    if at is None:
        return _COMMANDERS
    sections = game.ruleset.sections[unit.seat][at]
    if len(sections) == 1:
        return sections
    calling = game.state.called.get(name, ()) if unit.ordered or unit.at is None else fitting(game, unit)
    by_card = sections.intersection(game.state.grants[number].section for number in calling)
    is_told = len(by_card) == 1 or (by_card and not unit.ordered)
    return by_card if is_told else sections - _COMMANDERS


def given_in(game: Game, command: m.Command) -> frozenset[Section]:
    """Return in which sections *command* is given: its unit's, else the Lord Commander's."""
    name: UnitId | None = None
    if isinstance(command, m.Order | m.Move | m.Attack):
        name = command.unit
    elif isinstance(command, _OF_THE_UNIT_WAITED_FOR):
        name = getattr(game.state.wait, "unit", None)
    return _COMMANDERS if name not in game.state.units else sections_of(game, name)


def played_by(section: Section, taken: Collection[Section]) -> Section:
    """Return whose place has *section* where only the places *taken* have somebody: or the Center."""
    return section if section in taken else Section.CENTER


WINGS = Wings(given_in, played_by)
