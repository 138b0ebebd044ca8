"""Which chapters each variant replaces, and that without variants all is as it was."""

import sys

import msgspec
import pytest

from rules.first.edition import FIRST
from rules.kernel.edition import Edition, Variant
from rules.kernel.game import new_game
from rules.kernel.variants import choices, format_game_name
from tests.rules.first.engine import CATALOGUE, rules, under

TOUCHED = {
    "call_to_arms": ("printed", "setting_up", "handlers", "waits"),
    "medieval_lore": ("printed", "lore", "setting_up", "handlers", "waits"),
    "epic": ("printed", "lore", "winning", "setting_up", "handlers", "waits", "wings"),
    "reluctant_allies": (
        "printed",
        "winning",
        "setting_up",
        "handlers",
        "verbs",
        "sides",
        "wings",
    ),
}


def chapters(variant: Variant) -> tuple[str, ...]:
    """Return the fields of the edition that *variant* replaces, in their order."""
    base = under(variant)
    played = variant.of(base)
    fields = [field.name for field in msgspec.structs.fields(Edition)]
    return tuple(name for name in fields if getattr(played, name) is not getattr(base, name))


def test_each_variant_replaces_these_chapters_and_no_others() -> None:
    """``pytest -rP`` prints them."""
    found = {variant.id: chapters(variant) for variant in FIRST.variants}
    sys.stdout.writelines(f"{name}: {', '.join(touched)}\n" for name, touched in found.items())
    assert found == TOUCHED


@pytest.mark.parametrize(
    "scenario", [name for name, scenario in CATALOGUE.scenarios.items() if not scenario.variants]
)
def test_without_variants_an_adventure_is_played_by_the_edition_itself(scenario: str) -> None:
    ruleset = rules(scenario)
    assert ruleset.edition is FIRST
    assert ruleset.catalogue is CATALOGUE
    assert ruleset.scenario is CATALOGUE.scenarios[scenario]


def test_every_adventure_begins_with_all_variants_together_that_fit() -> None:
    found = [name for each in CATALOGUE.scenarios.values() for name in choices(FIRST, CATALOGUE, each)]
    assert {format_game_name(name) for name in found} == {
        "first_steps",
        "first_steps.call_to_arms",
        "war_council",
        "war_council.call_to_arms",
        "war_council.medieval_lore",
        "war_council.call_to_arms.medieval_lore",
        "border_watch",
        "border_watch.call_to_arms",
        "border_watch.medieval_lore",
        "border_watch.call_to_arms.medieval_lore",
        "three_fronts",
        "three_fronts.reluctant_allies",
        "high_council",
        "open_country",
        "two_hills",
        "two_hills.medieval_lore",
        "high_council.reluctant_allies",
    }
    for name in found:
        game = new_game(rules(name.scenario, *name.variants))
        assert game.ruleset.scenario.id == format_game_name(name)
