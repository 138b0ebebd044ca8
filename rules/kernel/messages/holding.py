"""What messages hold whose sorts differ from edition to edition: parameters, which the registry fills in.

A bare ``Overrule`` holds any command; what a log may hold is ``Overrule[...]`` of all editions' commands.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # as from Python 3.13 on: with what a bare name stands for

    from rules.kernel.messages.commands import Command
    from rules.kernel.messages.events.event import Event
    from rules.kernel.messages.verbs import Verb
    from rules.kernel.messages.waits import Wait

    CommandT = TypeVar("CommandT", bound=Command, default=Command, covariant=True)
    EventT = TypeVar("EventT", bound=Event, default=Event, covariant=True)
    VerbT = TypeVar("VerbT", bound=Verb, default=Verb, covariant=True)
    WaitT = TypeVar("WaitT", bound=Wait, default=Wait, covariant=True)
    OwnFightT = TypeVar("OwnFightT", default=Any, covariant=True)
    OwnStateT = TypeVar("OwnStateT", default=Any, covariant=True)
    OwnViewT = TypeVar("OwnViewT", default=Any, covariant=True)
else:
    from typing import TypeVar

    CommandT, EventT, VerbT, WaitT = map(TypeVar, ("CommandT", "EventT", "VerbT", "WaitT"))
    OwnFightT, OwnStateT, OwnViewT = map(TypeVar, ("OwnFightT", "OwnStateT", "OwnViewT"))
