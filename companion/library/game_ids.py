"""That no two games bear one id: a kept game finds its rules by it.  Knows no pack."""

from collections.abc import Mapping

from rules.first.printed.adventures import from_the_book
from rules.first.printed.lore import Adventure
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.printed import Scenario

TAKEN = "there is a game {1} already: choose another name"


def check_game_ids(catalogue: Catalogue, others: Mapping[str, Scenario]) -> None:
    """Raise ConfigError for a game of *catalogue* with the id of another one, or of one of the *others*.

    An adventure would be dropped in silence for a scenario, and either for one of the edition found first.
    """
    for name, adventure in catalogue.of(Adventure).items():
        scenario = catalogue.scenarios.get(name)
        if scenario is not None and scenario != from_the_book(adventure):
            raise ConfigError("adventures.toml", name, TAKEN, scenario.name)
    for name in catalogue.scenarios:
        if name in others:
            raise ConfigError("scenarios.toml", name, TAKEN, others[name].name)
