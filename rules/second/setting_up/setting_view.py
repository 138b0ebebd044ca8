"""What a seat may see of the full set-up (RB p. 15-17)."""

import msgspec

from rules.kernel.state import State
from rules.kernel.values import CAMPS, ScenarioCardId, Seat
from rules.second.state.game import Army, setting_in


class SettingView(msgspec.Struct, frozen=True, kw_only=True):
    """How far a full set-up has come, and who has *chosen* a scenario card or *mustered* an army.

    A card and an army are shown to their owner only until all are open.
    """

    chosen: tuple[Seat, ...]
    cards: dict[Seat, ScenarioCardId]
    cards_open: bool
    first: Seat | None
    terrain_done: bool
    forded: tuple[Seat, ...]
    mustered: tuple[Seat, ...]
    armies: dict[Seat, Army]
    armies_open: bool


def shown(state: State, seat: Seat | None) -> SettingView | None:
    """Return what *seat* may see of the full set-up; None where there is none."""
    setting = setting_in(state)
    if setting is None:
        return None
    return SettingView(
        chosen=tuple(each for each in CAMPS if each in setting.cards),
        cards={each: card for each, card in setting.cards.items() if setting.cards_open or each is seat},
        cards_open=setting.cards_open,
        first=setting.first,
        terrain_done=setting.terrain_done,
        forded=setting.forded,
        mustered=tuple(each for each in CAMPS if each in setting.armies),
        armies={each: army for each, army in setting.armies.items() if setting.armies_open or each is seat},
        armies_open=setting.armies_open,
    )
