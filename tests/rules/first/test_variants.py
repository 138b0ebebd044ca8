"""Which chapters each variant replaces, and that without variants all is as it was."""

import sys
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

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


@pytest.mark.parametrize("variant", FIRST.variants, ids=lambda variant: variant.id)
def test_a_variant_adds_to_what_those_under_it_have_changed_of_cards_and_scenario(variant: Variant) -> None:
    base, called = under(variant), list[str]()

    def as_played(thing: Any) -> Any:
        called.append(type(thing).__name__)
        return thing

    changed = replace(
        base,
        printed=base.printed._replace(as_played=as_played),
        setting_up=base.setting_up._replace(as_played=as_played),
    )
    played = variant.of(changed)
    played.printed.as_played(CATALOGUE)
    played.setting_up.as_played(CATALOGUE.scenarios["high_council"])
    assert called == ["Catalogue", "LaidAdventure"]


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
        "three_fronts.call_to_arms",
        "three_fronts.reluctant_allies",
        "three_fronts.call_to_arms.reluctant_allies",
        "high_council",
        "high_council.call_to_arms",
        "high_council.call_to_arms.reluctant_allies",
        "open_country",
        "two_hills",
        "two_hills.medieval_lore",
        "high_council.reluctant_allies",
        "long_valley",
        "long_valley.call_to_arms",
        "long_valley.reluctant_allies",
        "long_valley.call_to_arms.reluctant_allies",
        "agincourt",
        "agincourt.call_to_arms",
        "free_first",
        "free_first.call_to_arms",
        "free_council",
        "free_council.call_to_arms",
        "free_council.medieval_lore",
        "free_council.call_to_arms.medieval_lore",
        "free_epic",
        "free_epic.call_to_arms",
        "free_epic.reluctant_allies",
        "free_epic.call_to_arms.reluctant_allies",
        "free_epic_deep",
        "free_epic_deep.call_to_arms",
        "free_epic_deep.reluctant_allies",
        "free_epic_deep.call_to_arms.reluctant_allies",
    }
    for name in found:
        game = new_game(rules(name.scenario, *name.variants))
        assert game.ruleset.scenario.id == format_game_name(name)
