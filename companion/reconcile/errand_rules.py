"""Which rule an errand comes from: the entry of the glossary about what brought it about."""

from collections.abc import Mapping, Sequence

from companion.reconcile.errands import Errand, ErrandKind
from companion.words.rule_links import entries_of
from rules.first.messages.arms import LevyLost, LevyPlaced, LevyReplaced
from rules.first.messages.epic import RackDiscarded, RackFilled
from rules.first.messages.events import CouncilsOpened, LoreStored
from rules.kernel import messages as m
from rules.second import messages as second

ERRANDS: Mapping[ErrandKind, str] = {
    ErrandKind.PLACE: "correction",
    ErrandKind.REMOVE: "correction",
    ErrandKind.FIGURES: "correction",
    ErrandKind.TOKENS: "correction",
    ErrandKind.LORE: "correction",
    ErrandKind.MARKER: "correction",
    ErrandKind.BANNER: "banners",
    ErrandKind.TERRAIN: "terrain",
    ErrandKind.LEVY: "correction",
    ErrandKind.LAY_CARD: "correction",
    ErrandKind.TAKE_CARD: "correction",
    ErrandKind.SHUFFLE: "correction",
    ErrandKind.LORE_DECK: "correction",
}

_BROUGHT_ABOUT: Mapping[ErrandKind, tuple[type[m.Event], ...]] = {
    ErrandKind.PLACE: (m.UnitPlaced, m.Moved, m.Placed, m.Retreated, m.Advanced),
    ErrandKind.REMOVE: (m.Damaged, m.FiguresRemoved, m.Eliminated),
    ErrandKind.FIGURES: (m.Damaged, m.FiguresRemoved, m.Healed),
    ErrandKind.TOKENS: (m.Damaged, m.Healed),
    ErrandKind.LORE: (LoreStored,),
    ErrandKind.MARKER: (m.Marked, m.Unmarked),
    ErrandKind.BANNER: (),
    ErrandKind.TERRAIN: (m.TerrainPlaced, m.TerrainRemoved, second.FordPlaced),
    ErrandKind.LEVY: (LevyPlaced, LevyReplaced, LevyLost),
    ErrandKind.LAY_CARD: (RackFilled,),
    ErrandKind.TAKE_CARD: (RackDiscarded,),
    ErrandKind.SHUFFLE: (m.DeckShuffled,),
    ErrandKind.LORE_DECK: (CouncilsOpened,),
}


def rule_of_errand(errand: Errand, events: Sequence[m.Event], edition: str) -> str:
    """Return the entry about the newest of *events* that brought *errand* about, or about its sort."""
    sorts = _BROUGHT_ABOUT[errand.kind]
    for event in reversed(events):
        if isinstance(event, sorts) and _is_about(event, errand):
            return entries_of(event, edition)[0]
    return ERRANDS[errand.kind]


def _is_about(event: m.Event, errand: Errand) -> bool:
    if errand.unit is None:
        return getattr(event, "at", None) == errand.at
    return getattr(event, "unit", None) == errand.unit
