"""Logs made into games again from their events, and compared with what the rules say of their commands."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel.evolve import evolve
from rules.kernel.game import Played, play
from rules.kernel.hands import fitted, play_for
from rules.kernel.messages import Command, Decision, Entry, Event, Overruled, Refusal, Retracted
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.values import Seat


class Divergence(NamedTuple):
    """The first *entry* of a log that the present rules decide otherwise, and the *game* before it.

    *to* is the entry that counts before it, 0 for none; *refusal* says why it no longer holds, None
    where it holds and other events come of it.
    """

    entry: Entry
    to: int
    game: Game
    refusal: Refusal | None = None


class Broken(NamedTuple):
    """The first *entry* that no longer holds, why, and the *game* in which it is refused."""

    entry: Entry
    refusal: Refusal
    game: Game


class Again(NamedTuple):
    """How a game is played again from an earlier moment: *commands* from the one after entry *to*.

    *held* are the former entries among them, which come last.  *lost* counts those that no
    longer hold, from the first refused one on, which *broken* tells.
    """

    to: int
    commands: tuple[Command, ...]
    lost: int
    held: tuple[Entry, ...] = ()
    broken: Broken | None = None


def live(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that count: those that no undo has taken back, without the undos."""
    kept: list[Entry] = []
    for entry in entries:
        undone = [event.to for event in entry.events if isinstance(event, Retracted)]
        if not undone:
            kept.append(entry)
        while undone and kept and kept[-1].seq > min(undone):
            kept.pop()
    return tuple(kept)


def taken_back(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries that the newest one, an undo, has taken back; none where it is something else."""
    if not entries or not any(isinstance(event, Retracted) for event in entries[-1].events):
        return ()
    kept = live(entries)
    return live(entries[:-1])[len(kept) :]


def fold(state: State, entries: Iterable[Entry]) -> State:
    """Return *state* after the events of *entries*, undos heeded."""
    for entry in live(entries):
        for event in entry.events:
            state = evolve(state, event)
    return state


def divergence(game: Game, entries: Iterable[Entry]) -> Divergence | None:
    """Return where the rules no longer decide what *entries*, a log that begins with *game*, say; or None.

    What the table has overruled is as it was, whatever the rules forbade it for.
    """
    to = 0
    for entry in live(entries):
        if entry.command is not None:
            after, decision = replayed(game, entry, entry.command)
            if isinstance(decision, Refusal):
                return Divergence(entry, to, game, decision)
            if changes(decision) != changes(entry.events):
                return Divergence(entry, to, game)
            game = after
        to = entry.seq
    return None


def changes(events: Iterable[Event]) -> list[Event]:
    """Return those of *events* that change the game: not what the rules forbade and the table overruled.

    The abilities that did it are left out: games stored before tell nothing of them.
    """
    return [_nameless(event) for event in events if not isinstance(event, Overruled)]


def _nameless(event: Event) -> Event:
    return replace(event, abilities=()) if getattr(event, "abilities", ()) else event


def _is_alike(decision: Decision, events: Iterable[Event]) -> bool:
    """Return whether a *decision* is that which led to *events*."""
    return not isinstance(decision, Refusal) and [*map(_nameless, decision)] == [*map(_nameless, events)]


def replayed(game: Game, entry: Entry, command: Command) -> Played:
    """Return what the *command* of *entry* leads to now, judged as then: by a noted hand, or by none."""
    openly = play_for(game, command, None)
    if _is_alike(openly.decision, entry.events):
        return openly
    by_hand = play(game, command)
    return by_hand if _is_alike(by_hand.decision, entry.events) else openly


def played_late(
    start: Game, entries: Iterable[Entry], command: Command, seat: Seat | None = None
) -> Again | None:
    """Return how *command*, a lore card whose moment is over, is played in that moment after all.

    The latest moment of this turn in which it is legal; what came after it follows, the
    dice as they lie on the table.  None where the turn had no such moment, as far as *seat* may know.
    """
    kept = live(entries)
    states = [start.state]
    for entry in kept:
        states.append(fold(states[-1], (entry,)))
    for index in reversed(range(len(kept))):
        if states[index].turn != states[-1].turn:
            return None
        moment = Game(start.ruleset, states[index])
        if not isinstance(play_for(moment, command, seat).decision, Refusal):
            return _again(moment, kept[index - 1].seq if index else 0, command, kept[index:])
    return None


def replaced(
    start: Game, entries: Iterable[Entry], seq: int, command: Command | None, seat: Seat | None = None
) -> Again | Refusal:
    """Return how entry *seq* is made *command* and what came after it follows, or why it cannot be.

    *seat* is whose hand may be looked at (None: nobody's).  Without a *command* the entry is left out.
    Raises LookupError where *seq* is no entry that counts.
    """
    kept = live(entries)
    index = next((index for index, entry in enumerate(kept) if entry.seq == seq), None)
    if index is None:
        raise LookupError(f"entry {seq} is none that counts")
    moment = Game(start.ruleset, fold(start.state, kept[:index]))
    decision = () if command is None else play_for(moment, command, seat).decision
    if isinstance(decision, Refusal):
        return decision
    return _again(moment, kept[index - 1].seq if index else 0, command, kept[index + 1 :])


def _again(game: Game, to: int, command: Command | None, later: Iterable[Entry]) -> Again:
    """Return *command* and those of *later* that still hold after it, as far as the first refused one."""
    first = () if command is None else (command,)
    for own in first:
        game = play_for(game, own, None).game
    following = [(entry, entry.command) for entry in later if entry.command is not None]
    held: list[Entry] = []
    commands: list[Command] = []
    broken: Broken | None = None
    for entry, former in following:
        moment, again = game, fitted(game, former)
        game, decision = play_for(moment, again, None)
        if isinstance(decision, Refusal):
            broken = Broken(entry, decision, moment)
            break
        held.append(entry)
        commands.append(again)
    return Again(to, (*first, *commands), len(following) - len(held), tuple(held), broken)
