"""Games from elsewhere, looked over before anything is made of them."""

from typing import NamedTuple

from companion.journal.game_labels import GameLabels
from companion.journal.journal import BrokenLogError, check_commands, check_shown, follow
from companion.journal.jsonl import GameRow, NoSuchGameError
from companion.library.library import Library
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import Game, new_game
from rules.kernel.messages import Entry
from rules.kernel.replay import Divergence, divergence
from rules.kernel.values import Why
from rules.kernel.variants import parse_game_name

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


def stored_start(library: Library, labels: GameLabels, row: GameRow) -> Game:
    """Return how the stored game *row* begins, of which *labels* say on what board it lies.

    Raises NoSuchGameError for a scenario or edition that is not here, and for another board.
    """
    start = start_of(library, row, f"game {row.id}")
    labels.check_board(row.id, start.ruleset)
    return start


def check_game(library: Library, row: GameRow, entries: tuple[Entry, ...], name: str) -> Checked:
    """Return what the log *entries* of *row* come to.

    A log counts by its events, so one from older rules is as good as any.  Raises
    NoSuchGameError, naming *name*, for a scenario that is not here and for a log of other variants,
    and BrokenLogError, naming the entry too, where the events make no game, or where a command names
    what is not in it.
    """
    start = start_of(library, row, name)
    try:
        checked = _checked(start, entries, name)
    except BrokenLogError:
        _check_variants(library, row, entries, name)
        raise
    if checked.diverges is not None:
        _check_variants(library, row, entries, name)
    return checked


def _checked(start: Game, entries: tuple[Entry, ...], name: str) -> Checked:
    """Return what *entries* come to after *start*.  Raises BrokenLogError."""
    played = follow(start, entries, name)
    check_shown(played, name)
    check_commands(start, played, name)
    found = divergence(start, entries)
    if found is not None and found.refusal is not None and found.refusal.why in _NONSENSE:
        raise BrokenLogError(
            "{1}: entry {2} names what is not in its game", name, found.entry.seq, to=found.to
        )
    return Checked(played[-1].game if played else start, found)


def _check_variants(library: Library, row: GameRow, entries: tuple[Entry, ...], name: str) -> None:
    """Raise NoSuchGameError where *entries* wholly are a game of *row*'s scenario with other variants."""
    scenario = parse_game_name(row.scenario).scenario
    for ruleset in library.rulesets(row.edition):
        other = ruleset.scenario.id
        if other == row.scenario or parse_game_name(other).scenario != scenario:
            continue
        if _is_game(new_game(ruleset), entries, name):
            raise NoSuchGameError(
                "{1}: this game was played as {2}, not as {3}: name it so in its first line",
                name,
                repr(other),
                repr(row.scenario),
            )


def _is_game(start: Game, entries: tuple[Entry, ...], name: str) -> bool:
    """Return whether *entries* follow *start* by the present rules, to the last of them."""
    try:
        return _checked(start, entries, name).diverges is None
    except BrokenLogError:
        return False
