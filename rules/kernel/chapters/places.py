"""Who of those that share a side may give a command: those whose places it is for, as the edition says.

Knows nobody by name.
"""

from collections.abc import Collection

from rules.kernel.decide import options
from rules.kernel.hands import without_hands
from rules.kernel.messages import Command, Roll
from rules.kernel.ruleset import Game
from rules.kernel.values import Section


def places_for(game: Game, command: Command, taken: Collection[Section]) -> frozenset[Section]:
    """Return which of the places *taken* at a side may give *command*.

    Where nobody sits at the place that should, whoever is there may: no game is held up by an empty chair.
    """
    wings = game.ruleset.edition.wings
    if wings is None:
        return frozenset(taken)
    places = {wings.played_by(section, taken) for section in wings.given(game, command)}
    return frozenset(places.intersection(taken) or taken)


def acting_places(game: Game, taken: Collection[Section]) -> frozenset[Section]:
    """Return which of the places *taken* at the side that is asked have something to answer."""
    commands = options(without_hands(game, None)) or (Roll(faces=()),)
    return frozenset[Section]().union(*(places_for(game, each, taken) for each in commands))
