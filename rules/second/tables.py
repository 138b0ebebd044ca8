"""The Second Edition's own tables: scenario cards and army cards, and what must hold of them."""

import re

from rules.kernel.catalogue import Catalogue, ConfigError, check_specials, check_tiles
from rules.kernel.edition import Printed, Table
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


PRINTED = Printed(
    tables=(
        Table("scenarios.toml", SecondScenario),
        Table("scenario_cards.toml", ScenarioCard),
        Table("armies.toml", ArmyCard),
    ),
    check=check,
)
