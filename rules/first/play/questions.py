"""What this edition asks abilities: of a unit, and of the ground on which it stands or which it enters.

Knows no ability by name.
"""

from collections.abc import Iterator
from enum import StrEnum

from rules.first.printed.tables import Ground
from rules.kernel.chapters.abilities import AnsweringAbility, Asked, Clash, addends
from rules.kernel.chapters.sums import Addend
from rules.kernel.chapters.terrain import ground_at
from rules.kernel.printed import Terrain
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit


class FirstQuestion(StrEnum):
    """What an ability may be asked to change in the First Edition only.

    WHOLE_BOLDNESS: all its morale added up.  STRIKES_AGAIN: whether its Bonus Strikes are rolled again,
    FLAGS_AGAIN whether flags of those dice count, STRIKES_HIT whether all of them hit.  STRIKES_SPARED: how
    many Bonus Strikes it ignores.  STOPPED, RESTED, CAPPED: whether ground that it enters ends its
    move, lets it not battle, and limits its dice.  LORE_MOVES: whether it moves by Lore instead.  FLIGHT: how
    far it flies.  DRIVEN: how many hexes each Lore symbol of its roll drives its target back.  NECKS:
    how many hits it takes, each a neck.
    """

    WHOLE_BOLDNESS = "whole_boldness"
    STRIKES_AGAIN = "strikes_again"
    FLAGS_AGAIN = "flags_again"
    STRIKES_HIT = "strikes_hit"
    STRIKES_SPARED = "strikes_spared"
    STOPPED = "stopped"
    RESTED = "rested"
    CAPPED = "capped"
    LORE_MOVES = "lore_moves"
    FLIGHT = "flight"
    DRIVEN = "driven"
    NECKS = "necks"


def parts(
    game: Game,
    question: StrEnum,
    unit: Unit,
    base: int,
    clash: Clash | None = None,
    *,
    ground: Terrain | None = None,
) -> Iterator[Addend]:
    """Yield what *unit*'s abilities make of *base* one after the other, and what its ground's do.

    That is the ground on which it stands, or *ground* where it is about that.
    """
    return addends(_answers(game, question, unit, ground), Asked(game, unit, 0, clash, ground), base)


def ask(game: Game, question: StrEnum, unit: Unit, base: int, *, ground: Terrain | None = None) -> int:
    """Return what :func:`parts` make of *base* in the end."""
    for _, number, answer in _answers(game, question, unit, ground):
        base = answer(Asked(game, unit, number, None, ground), base)
    return base


def _answers(game: Game, question: StrEnum, unit: Unit, ground: Terrain | None) -> list[AnsweringAbility]:
    """Return what of *unit*'s own abilities and of its ground's answers *question*, with its number."""
    if ground is None and unit.at is not None:
        ground = ground_at(game, unit.at)
    of_ground = ground.card.abilities if isinstance(ground, Ground) else ()
    if not of_ground and not game.ruleset.answers[question][unit.kind]:
        return []
    answers = game.ruleset.edition.abilities.answers[question]
    abilities = [*game.ruleset.abilities[unit.kind].items(), *((one.name, one.number) for one in of_ground)]
    return [AnsweringAbility(name, number, answers[name]) for name, number in abilities if name in answers]
