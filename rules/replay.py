"""Logs made into games again: from their events, or from their commands."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.evolve import evolve
from rules.game import play
from rules.messages import Entry, Refusal, Retracted
from rules.ruleset import Game
from rules.state import State


class Rerun(NamedTuple):
    """How far the commands of a log hold under the present rules.

    *done* counts the entries played; *broken_at* is the number of the first that is
    refused, *refusal* why; *changed* holds those whose events differ from the log's.
    """

    game: Game
    done: int
    broken_at: int | None
    refusal: Refusal | None
    changed: tuple[int, ...]


def live(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that count: those that no undo has taken back, without the undos."""
    kept: list[Entry] = []
    for entry in entries:
        undone = [event.to for event in entry.events if isinstance(event, Retracted)]
        if undone:
            kept = [earlier for earlier in kept if earlier.seq <= min(undone)]
        else:
            kept.append(entry)
    return tuple(kept)


def fold(state: State, entries: Iterable[Entry]) -> State:
    """Return *state* after the events of *entries*, undos heeded."""
    for entry in live(entries):
        for event in entry.events:
            state = evolve(state, event)
    return state


def rerun(game: Game, entries: Iterable[Entry]) -> Rerun:
    """Play the commands of *entries* anew from *game*, until one is refused."""
    changed: list[int] = []
    done = 0
    for entry in live(entries):
        if entry.command is None:
            continue
        game, decision = play(game, entry.command)
        if isinstance(decision, Refusal):
            return Rerun(game, done, entry.seq, decision, tuple(changed))
        if decision != entry.events:
            changed.append(entry.seq)
        done += 1
    return Rerun(game, done, None, None, tuple(changed))
