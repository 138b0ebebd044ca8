"""The editions that can be played, and all messages that they have: the only module that knows them all.

One store reads every log: what its lines may hold is composed here of what the kernel and each
edition say.
"""

from typing import get_args, get_origin

import msgspec

from rules.first import messages as first
from rules.first.edition import FIRST
from rules.kernel import messages as m
from rules.kernel.edition import Edition
from rules.kernel.state import State
from rules.kernel.view import View
from rules.second import messages as second
from rules.second.edition import SECOND
from rules.second.setting_up.setting_view import SettingView
from rules.second.state.attack import AttackRecord
from rules.second.state.game import SecondState

EDITIONS = (SECOND, FIRST)
"""In the order in which a scenario is looked for in them."""

AnyVerb = m.SharedVerb | first.FirstVerb | second.SecondVerb
AnyOverrulable = (
    m.SharedOverrulable
    | m.PlayUnlistedCard[AnyVerb]
    | m.PlayLoreCard[AnyVerb]
    | m.PlayUnlistedLoreCard[AnyVerb]
    | first.FirstOverrulable
    | second.SecondOverrulable
)
AnyCommand = (
    m.SharedCommand | AnyOverrulable | first.FirstCommand | second.SecondCommand | m.Overrule[AnyOverrulable]
)
AnyWait = m.SharedWait | first.FirstWait | second.SecondWait
AnyEvent = (
    m.SharedEvent | m.Awaited[AnyWait] | m.ExtraGranted[m.AnyExtra] | first.OwnEvent | second.SecondEvent
)
AnyEntry = m.Entry[AnyCommand, AnyEvent]
AnyState = State[AnyWait, m.AnyExtra, AttackRecord, SecondState]
AnyView = View[AnyWait, AnyCommand, SettingView]

decode_entry = msgspec.json.Decoder(AnyEntry).decode
"""Return the entry that a line of a log holds.  Raises msgspec.DecodeError for none."""


def sorts_of(union: object) -> tuple[type[msgspec.Struct], ...]:
    """Return the classes of *union*, one of those above."""
    return tuple(get_origin(sort) or sort for sort in get_args(union))


def edition_called(name: str) -> Edition:
    """Return the edition whose id is *name*.  Raises LookupError for none."""
    return {edition.id: edition for edition in EDITIONS}[name]
