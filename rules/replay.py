"""Logs made into games again: from their events, or from their commands."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.evolve import evolve
from rules.game import play
from rules.messages import AnyCommand, Entry, Refusal, Retracted
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


class Again(NamedTuple):
    """How a game is played again from an earlier moment: *commands* from the one after entry *to*.

    *lost* counts the former commands that no longer hold, from the first refused one on.
    """

    to: int
    commands: tuple[AnyCommand, ...]
    lost: int


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


def played_late(start: Game, entries: Iterable[Entry], command: AnyCommand) -> Again | None:
    """Return how *command*, a lore card whose moment is over, is played in that moment after all.

    The latest moment of this turn in which it is legal; what came after it follows, the
    dice as they lie on the table.  None where the turn had no such moment.
    """
    kept = live(entries)
    states = [start.state]
    for entry in kept:
        states.append(fold(states[-1], (entry,)))
    for index in reversed(range(len(kept))):
        if states[index].turn != states[-1].turn:
            return None
        moment = Game(start.ruleset, states[index])
        if not isinstance(play(moment, command).decision, Refusal):
            return _again(moment, kept[index - 1].seq if index else 0, command, kept[index:])
    return None


def replaced(start: Game, entries: Iterable[Entry], seq: int, command: AnyCommand) -> Again | Refusal:
    """Return how entry *seq* is made *command* and what came after it follows, or why it cannot be.

    Raises LookupError where *seq* is no entry that counts.
    """
    kept = live(entries)
    index = next((index for index, entry in enumerate(kept) if entry.seq == seq), None)
    if index is None:
        raise LookupError(f"entry {seq} is none that counts")
    moment = Game(start.ruleset, fold(start.state, kept[:index]))
    decision = play(moment, command).decision
    if isinstance(decision, Refusal):
        return decision
    return _again(moment, kept[index - 1].seq if index else 0, command, kept[index + 1 :])


def _again(game: Game, to: int, command: AnyCommand, later: Iterable[Entry]) -> Again:
    """Return *command* and those of *later* that still hold after it, as far as the first refused one."""
    commands = [entry.command for entry in later if entry.command is not None]
    game = play(game, command).game
    held: list[AnyCommand] = []
    for following in commands:
        game, decision = play(game, following)
        if isinstance(decision, Refusal):
            break
        held.append(following)
    return Again(to, (command, *held), len(commands) - len(held))
