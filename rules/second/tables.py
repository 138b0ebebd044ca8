"""The Second Edition's own tables: scenario cards and army cards, and what must hold of them."""

import re
from collections.abc import Mapping
from typing import Any

from rules.kernel.catalogue import Catalogue, ConfigError, check_specials, check_tiles
from rules.kernel.edition import Printed, PrintedFile, UnitEntry
from rules.kernel.values import CardNumber, KindId
from rules.second.printed import ArmyCard, ScenarioCard, SecondScenario


def check(catalogue: Catalogue) -> None:
    """Raise ConfigError for a scenario card or an army card that does not fit the rest."""
    _check_scenario_cards(catalogue)
    _check_armies(catalogue)


def _check_scenario_cards(catalogue: Catalogue) -> None:
    file = "scenario_cards.toml"
    for name, card in catalogue.of(ScenarioCard).items():
        if card.faction not in catalogue.factions:
            raise ConfigError(file, name, "no faction is called {1}, field faction", repr(card.faction))
        if card.initiative is not None and not re.fullmatch(r"[A-D][1-9]", card.initiative):
            raise ConfigError(file, name, "{1} is no B2 or the like, field initiative", repr(card.initiative))
        check_tiles(catalogue, file, name, card.terrain)
        check_specials(catalogue, file, name, card.specials)


def _check_armies(catalogue: Catalogue) -> None:
    for name, army in catalogue.of(ArmyCard).items():
        if army.faction not in catalogue.factions:
            raise ConfigError(
                "armies.toml", name, "no faction is called {1}, field faction", repr(army.faction)
            )
        for kind in army.units:
            if kind not in catalogue.kinds:
                raise ConfigError("armies.toml", name, "no unit is called {1}, field units", repr(kind))


def as_entry(catalogue: Catalogue, name: KindId, numbers: Mapping[CardNumber, int]) -> UnitEntry:
    """Return *numbers* as fields of a unit's entry; how it attacks stands among its traits."""
    kind = catalogue.kinds[name].as_told(numbers)
    fields: dict[str, Any] = {
        str(number): value for number, value in numbers.items() if number is not CardNumber.RANGE
    }
    if CardNumber.RANGE in numbers:
        fields["traits"] = list(kind.traits)
        fields |= {} if kind.range is None else {"range": list(kind.range)}
    return UnitEntry("units.toml", fields)


PRINTED = Printed(
    tables=(
        PrintedFile("scenarios.toml", SecondScenario),
        PrintedFile("scenario_cards.toml", ScenarioCard),
        PrintedFile("armies.toml", ArmyCard),
    ),
    check=check,
    as_entry=as_entry,
)
