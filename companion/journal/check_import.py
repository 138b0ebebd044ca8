"""Games from elsewhere, looked over before anything is made of them."""

from typing import NamedTuple

from companion.journal.journal import BrokenLogError, check_commands, check_shown, follow
from companion.journal.jsonl import GameRow, NoSuchGameError
from companion.library.library import Library
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import Game, new_game
from rules.kernel.messages import Entry
from rules.kernel.replay import Divergence, divergence
from rules.kernel.values import Why

_NONSENSE = frozenset({Why.NO_SUCH_UNIT, Why.NO_SUCH_CARD, Why.NO_SUCH_ABILITY, Why.OFF_BOARD})


class Checked(NamedTuple):
    """The game at a log's end by its events, and where the present rules decide otherwise, if they do."""

    game: Game
    diverges: Divergence | None


def start_of(library: Library, row: GameRow, name: str) -> Game:
    """Return how the game *row* begins.

    Raises NoSuchGameError, naming the file or game *name*, for a scenario or edition that is not here.
    """
    try:
        ruleset = library.ruleset(row.scenario)
    except ConfigError as trouble:
        raise NoSuchGameError("{1}: {2}", name, trouble) from None
    if ruleset.edition.id != row.edition:
        raise NoSuchGameError(
            "{1}: the scenario {2} is of the edition {3}, not of {4}",
            name,
            repr(row.scenario),
            repr(ruleset.edition.id),
            repr(row.edition),
        )
    return new_game(ruleset)


def check_game(library: Library, row: GameRow, entries: tuple[Entry, ...], name: str) -> Checked:
    """Return what the log *entries* of *row* come to.

    A log counts by its events, so one from older rules is as good as any.  Raises
    NoSuchGameError, naming *name*, for a scenario that is not here, and BrokenLogError, naming the
    entry too, where the events make no game, or where a command names what is not in it.
    """
    start = start_of(library, row, name)
    played = follow(start, entries, name)
    check_shown(played, name)
    check_commands(start, played, name)
    found = divergence(start, entries)
    if found is not None and found.refusal is not None and found.refusal.why in _NONSENSE:
        raise BrokenLogError(
            "{1}: entry {2} names what is not in its game", name, found.entry.seq, to=found.to
        )
    return Checked(played[-1].game if played else start, found)
