"""What no source tells of the boxes, and the owners' cards do: the gaps that packs fill.

Knows a catalogue, no file.
"""

from collections.abc import Iterator

import msgspec

from rules.catalogue import Catalogue
from rules.printed import Kind, LoreCard, ScenarioCard

_DEPLOYMENT_HEXES = 18


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """An *entry* of *file* (``units``) called *name* at the table, and its *fields* that nobody told us."""

    file: str
    entry: str
    name: str
    fields: tuple[str, ...]


def gaps(catalogue: Catalogue) -> tuple[Gap, ...]:
    """Return every gap of *catalogue*, file by file, in the files' order."""
    return tuple(gap for gap in _every(catalogue) if gap.fields)


def _every(catalogue: Catalogue) -> Iterator[Gap]:
    for kind in catalogue.kinds.values():
        yield Gap(file="units", entry=kind.id, name=kind.name, fields=_of_kind(kind))
    for card in catalogue.cards.values():
        copies = () if card.copies is not None else ("copies",)
        yield Gap(file="cards", entry=card.id, name=card.name, fields=copies)
    for lore in catalogue.lore.values():
        yield Gap(file="lore", entry=lore.id, name=lore.name, fields=_of_lore(lore))
    for plan in catalogue.scenario_cards.values():
        if plan.stand_in:
            continue
        yield Gap(file="scenario_cards", entry=plan.id, name=plan.name, fields=_of_scenario_card(plan))


def _of_kind(kind: Kind) -> tuple[str, ...]:
    """Return what is not known of *kind*; its attack type stands among its traits."""
    fields = [field for field in ("cost", "move", "combat", "units") if getattr(kind, field) is None]
    if kind.attack_type is None:
        fields.append("traits")
    return tuple(fields)


def _of_lore(card: LoreCard) -> tuple[str, ...]:
    fields = [field for field in ("cost", "copies") if getattr(card, field) is None]
    fields += [field for field in ("windows", "does") if not getattr(card, field)]
    return tuple(fields)


def _of_scenario_card(card: ScenarioCard) -> tuple[str, ...]:
    fields = ["initiative"] if card.initiative is None else []
    fields += [] if card.terrain or card.banners else ["terrain"]
    fields += [] if len(card.deployment) == _DEPLOYMENT_HEXES else ["deployment"]
    return tuple(fields)
