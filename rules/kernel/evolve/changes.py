"""What each sort of event makes of a state: one function for each, the kernel's and the editions'.

A sort of event belongs to one edition or to all of them: a log is followed without asking whose it is.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from rules.kernel.messages import Event
from rules.kernel.state import State

Change = TypeVar("Change", bound=Callable[[State, Any], State])
CHANGES: dict[tuple[type[Event], type], Callable[[State, Any], State]] = {}
"""By the sort of event and, where an edition keeps books of its own on a shared one, their sort."""
ANY = object


def evolves(*sorts: type[Event], own: type = ANY) -> Callable[[Change], Change]:
    """Register a function as what events of these *sorts* make of a state.

    With *own*, the sort of what an edition keeps of its games (``State.own``), it takes the place of
    the shared function in its games only: it may call that.
    """

    def register(change: Change) -> Change:
        for sort in sorts:
            assert (sort, own) not in CHANGES, f"{sort.__name__} is told twice what it changes"
            CHANGES[sort, own] = change
        return change

    return register


def evolve(state: State, event: Event) -> State:
    """Return *state* as it is after *event*.

    Raises ValueError for a Retracted: that is a fact about the log, not about the table.
    """
    own: type = type(state.own)
    return _change_of(type(event), own)(state, event)


@cache
def _change_of(sort: type[Event], own: type) -> Callable[[State, Any], State]:
    """Return what an event of this *sort* makes of a state whose edition keeps *own*."""
    return CHANGES.get((sort, own)) or CHANGES[sort, ANY]
