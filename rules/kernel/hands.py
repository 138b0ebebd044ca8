"""Hands as their owners have noted them: whoever may not see one is answered as if nothing were noted of it.

A card that lies on the table has been played, whatever its owner once noted; only the owner's own
device is told that it is not among those noted.
"""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.decide import follow
from rules.kernel.evolve import evolve
from rules.kernel.game import Played
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat

_JUDGED_BY_HAND = (m.PlayCard, m.PlayLoreCard)


def without_hands(game: Game, seat: Seat | None) -> Game:
    """Return *game* as if nothing had been told of the hands that *seat* (None: anybody) may not see."""
    sides = {
        each: side
        if each is seat or not (side.known or side.known_lore)
        else replace(side, known=(), known_lore=())
        for each, side in game.state.sides.items()
    }
    if all(sides[each] is side for each, side in game.state.sides.items()):
        return game
    return Game(game.ruleset, replace(game.state, sides=sides))


def play_for(game: Game, command: m.Command, seat: Seat | None) -> Played:
    """Return what *command* leads to, decided by what *seat* (None: anybody) may know.

    Where the table overrules the rules no hand is looked at: the log would tell what it held.
    """
    told_by = None if isinstance(command, m.Overrule) else seat
    inner = command.command if isinstance(command, m.Overrule) else command
    seen = without_hands(game, told_by) if isinstance(inner, _JUDGED_BY_HAND) else game
    course = follow(seen, command)
    if isinstance(course, m.Refusal):
        return Played(game, course)
    state = game.state
    for event in course.events:
        state = evolve(state, event)
    return Played(Game(game.ruleset, state), tuple(course.events))


def fitted(game: Game, command: m.Command) -> m.Command:
    """Return *command*, of a note of a hand only as much as the hand holds.

    A note that fitted once must not tell how long it is by fitting no longer.
    """
    if not isinstance(command, m.NoteHand) or command.seat not in game.state.sides:
        return command
    side = game.state.sides[command.seat]
    lore = None if command.lore is None else command.lore[: side.lore_cards]
    return replace(command, known=command.known[: side.cards], lore=lore)
