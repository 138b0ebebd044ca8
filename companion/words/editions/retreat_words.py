"""By what the First Edition's questions about a retreat, and their answers, are told: ways, and their price.

Knows no sentence.
"""

from companion.words.message_words import Occurrence
from companion.words.wording import Wording
from rules.first.messages import waits as w
from rules.first.play.retreating import meant


def may_stand(one: Occurrence) -> bool:
    """Return whether the unit may stay where it is."""
    return any(not way.hexes for way in one.message.ways)


def loses(one: Occurrence) -> bool:
    """Return whether every way costs something for hexes that cannot be made."""
    return all(way.missing for way in one.message.ways)


def stands(one: Occurrence) -> bool:
    """Return whether the unit that must retreat is to end where it is."""
    wait = one.game.state.wait
    return isinstance(wait, w.RetreatWait) and one.game.state.units[wait.unit].at == one.message.to


def is_free(one: Occurrence) -> bool:
    """Return whether the unit stands because it ignores all flags, not because it has no way."""
    wait = one.game.state.wait
    ways = wait.ways if isinstance(wait, w.RetreatWait) else ()
    return any(way.to == one.message.to and not way.missing for way in ways)


def retreating(words: Wording, one: Occurrence) -> object:
    """Return who must retreat."""
    wait = one.game.state.wait
    return words.unit(wait.unit) if isinstance(wait, w.RetreatWait) else ""


def _way(one: Occurrence) -> w.RetreatWay | None:
    """Return the way of going back that the command names, None where the table rules otherwise."""
    wait = one.game.state.wait
    return meant(wait, one.message) if isinstance(wait, w.RetreatWait) else None


def hexes_made(one: Occurrence) -> int:
    """Return how many hexes the unit goes back."""
    way = _way(one)
    return 0 if way is None else way.hexes - way.missing


def hexes_missing(one: Occurrence) -> int:
    """Return how many hexes of its retreat it cannot make."""
    way = _way(one)
    return 0 if way is None else way.missing
