"""What only the Second Edition keeps of a game: how far its full set-up has come."""

import msgspec
from msgspec.structs import replace

from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.kernel.values import KindId, ScenarioCardId, Seat
from rules.second.printed import muster_of


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has mustered: *units* of each kind, a *tent*, and the *lore* of its unspent points."""

    units: dict[KindId, int]
    tent: bool
    decoys: int
    lore: int


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """How far a full set-up has come (RB p. 15-17).  Cards and armies are secret until they are open."""

    cards: dict[Seat, ScenarioCardId] = {}
    cards_open: bool = False
    first: Seat | None = None
    terrain_done: bool = False
    forded: tuple[Seat, ...] = ()
    armies: dict[Seat, Army] = {}
    armies_open: bool = False


class SecondState(msgspec.Struct, frozen=True, kw_only=True):
    """*setting* is None where the scenario needs no choices at set-up."""

    setting: Setting | None = None


def begin(ruleset: Ruleset) -> SecondState:
    """Return what is kept as a game begins."""
    return SecondState(setting=None if muster_of(ruleset.scenario) is None else Setting())


def setting_in(state: State) -> Setting | None:
    """Return how far the full set-up has come, or None where there is none."""
    own: SecondState | None = state.own
    return None if own is None else own.setting


def with_setting(state: State, setting: Setting | None) -> State:
    """Return *state* with its set-up as far as *setting*."""
    return replace(state, own=replace(state.own or SecondState(), setting=setting))
