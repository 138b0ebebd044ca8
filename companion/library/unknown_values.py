"""What no source tells of the boxes, and the owners' cards do: the gaps that packs fill.

Knows a catalogue, and what a game's table has told; no file.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rules.kernel.catalogue import Catalogue
from rules.kernel.game import play
from rules.kernel.messages import Awaited, Event, NumberTold, NumberWait, Refusal
from rules.kernel.printed import Kind, LoreCard
from rules.kernel.ruleset import Game
from rules.kernel.values import CardNumber, KindId
from rules.second.printed import ScenarioCard

_DEPLOYMENT_HEXES = 18


class UnknownValue(msgspec.Struct, frozen=True, kw_only=True):
    """An *entry* of *file* (``units``) called *name* at the table, and its *fields* that nobody told us."""

    file: str
    entry: str
    name: str
    fields: tuple[str, ...]


def unknown_values(catalogue: Catalogue) -> tuple[UnknownValue, ...]:
    """Return every gap of *catalogue*, file by file, in the files' order."""
    return tuple(unknown for unknown in _every(catalogue) if unknown.fields)


class TableValues(msgspec.Struct, frozen=True, kw_only=True):
    """What a table has told of an *entry* of *file* that was a gap: *fields* as a pack has them."""

    file: str
    entry: str
    name: str
    fields: dict[str, int | list[int] | list[str]]


def told(game: Game) -> tuple[TableValues, ...]:
    """Return what the players of *game* have told of cards, to be kept for games that begin later."""
    catalogue, state = game.ruleset.catalogue, game.state
    units = (
        TableValues(
            file="units",
            entry=name,
            name=catalogue.kinds[name].name,
            fields=_fields(catalogue, name, numbers),
        )
        for name, numbers in state.told.items()
    )
    lore = (
        TableValues(file="lore", entry=name, name=catalogue.lore[name].name, fields={"cost": cost})
        for name, cost in state.told_costs.items()
    )
    return (*units, *lore)


def why_undone(before: Game, after: Game, *, events: Sequence[Event]) -> Refusal | None:
    """Return why a number that was told forbids what had waited for it; None where it forbids nothing.

    *before* is the game that asked for it, *events* have led from there to *after*.
    """
    wait = before.state.wait
    is_asked_on = isinstance(after.state.wait, NumberWait)
    if not isinstance(wait, NumberWait) or is_asked_on:
        return None
    if {type(event) for event in events} != {NumberTold, Awaited}:
        return None
    decision = play(after, wait.then).decision
    return decision if isinstance(decision, Refusal) else None


def _fields(
    catalogue: Catalogue, name: KindId, numbers: Mapping[CardNumber, int]
) -> dict[str, int | list[int] | list[str]]:
    """Return *numbers* as fields of a unit's entry; how it attacks stands among its traits."""
    kind = catalogue.kinds[name].as_told(numbers)
    fields: dict[str, int | list[int] | list[str]] = {
        str(number): value for number, value in numbers.items() if number is not CardNumber.RANGE
    }
    if CardNumber.RANGE in numbers:
        fields["traits"] = list(kind.traits)
        fields |= {} if kind.range is None else {"range": list(kind.range)}
    return fields


def _every(catalogue: Catalogue) -> Iterator[UnknownValue]:
    for kind in catalogue.kinds.values():
        yield UnknownValue(file="units", entry=kind.id, name=kind.name, fields=_of_kind(kind))
    for card in catalogue.cards.values():
        copies = () if card.copies is not None else ("copies",)
        yield UnknownValue(file="cards", entry=card.id, name=card.name, fields=copies)
    for lore in catalogue.lore.values():
        yield UnknownValue(file="lore", entry=lore.id, name=lore.name, fields=_of_lore(lore))
    for plan in catalogue.of(ScenarioCard).values():
        if plan.stand_in:
            continue
        yield UnknownValue(
            file="scenario_cards", entry=plan.id, name=plan.name, fields=_of_scenario_card(plan)
        )


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
