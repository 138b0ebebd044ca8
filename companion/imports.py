"""Games from elsewhere, looked over before anything is made of them."""

from typing import NamedTuple

from companion.books import check_shown, follow
from companion.exports import GameRow, NoSuchGameError
from companion.library import Library
from rules.catalogue import ConfigError
from rules.game import Game, new_game
from rules.messages import Entry
from rules.replay import Rerun, rerun
from rules.values import Why

_NONSENSE = frozenset({Why.NO_SUCH_UNIT, Why.NO_SUCH_CARD, Why.NO_SUCH_ABILITY, Why.OFF_BOARD})


class Checked(NamedTuple):
    """The game at a log's end by its events, and how far the present rules decide the same."""

    game: Game
    rerun: Rerun


def start_of(library: Library, row: GameRow, name: str) -> Game:
    """Return how the game *row* begins.

    Raises NoSuchGameError, naming the file or game *name*, for a scenario or edition that is not here.
    """
    try:
        ruleset = library.ruleset(row.scenario)
    except ConfigError as trouble:
        raise NoSuchGameError(f"{name}: {trouble}") from None
    if ruleset.edition.id != row.edition:
        raise NoSuchGameError(
            f"{name}: the scenario {row.scenario!r} is of the edition {ruleset.edition.id!r}, "
            f"not of {row.edition!r}"
        )
    return new_game(ruleset)


def check_game(library: Library, row: GameRow, entries: tuple[Entry, ...], name: str) -> Checked:
    """Return what the log *entries* of *row* come to.

    A log counts by its events, so one from older rules is as good as any.  Raises
    NoSuchGameError, naming *name* and the entry, where they make no game, or where a
    command names what is not in it.
    """
    start = start_of(library, row, name)
    played = follow(start, entries, name)
    check_shown(played, name)
    again = rerun(start, entries)
    if again.refusal is not None and again.refusal.why in _NONSENSE:
        raise NoSuchGameError(f"{name}: entry {again.broken_at} names what is not in its game")
    return Checked(played[-1].game if played else start, again)
