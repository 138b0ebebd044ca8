"""Variants: how a game names them, which go together, and the edition that they make in their fixed order."""

import pytest
from msgspec.structs import replace

from rules.kernel.catalogue import ConfigError
from rules.kernel.edition import Edition, Variant
from rules.kernel.messages import GrantOrders
from rules.kernel.printed import Scenario, VariantCard
from rules.kernel.ruleset import Ruleset
from rules.kernel.variants import GameName, choices, format_game_name, parse_game_name, with_variants
from tests.rules.editions import skirmish
from tests.rules.editions.skirmish import CATALOGUE, SCENARIO, SKIRMISH


def _double(edition: Edition) -> Edition:
    (grant,) = edition.anywhere
    return replace(edition, anywhere=(replace(grant, count=2 * int(grant.count)),))


def _one_more(edition: Edition) -> Edition:
    (grant,) = edition.anywhere
    return replace(edition, anywhere=(replace(grant, count=int(grant.count) + 1),))


def _longer(edition: Edition) -> Edition:
    def as_played(scenario: Scenario) -> Scenario:
        return replace(scenario, points_to_win=9)

    return replace(edition, setting_up=edition.setting_up._replace(as_played=as_played))


def card(name: str, **told: object) -> VariantCard:
    fields = {"name": name.title(), "summary": "It is played so.", "confidence": "certain", "page": "p. 7"}
    return VariantCard(**{"id": name, **fields, **told})


VARIED = replace(
    SKIRMISH, variants=(Variant("more", _one_more), Variant("double", _double), Variant("long", _longer))
)
CARDS = {
    "more": card("more"),
    "double": card("double", needs=("more",)),
    "long": card("long", excludes=("more",), lore_only=True),
}
BOX = CATALOGUE.having(VariantCard, CARDS)


def rules(*variants: str, lore_hand: int | None = None) -> Ruleset:
    scenario = with_variants(replace(SCENARIO, lore_hand=lore_hand), variants)
    return Ruleset(VARIED, BOX, skirmish.skirmish().board, scenario)


@pytest.mark.parametrize("name", ["duel", "duel.long", "duel.more.double"])
def test_the_name_of_a_game_is_read_as_it_was_written(name: str) -> None:
    assert format_game_name(parse_game_name(name)) == name


def test_a_game_without_variants_is_played_by_the_edition_itself() -> None:
    ruleset = rules()
    assert (ruleset.edition, ruleset.scenario) == (VARIED, SCENARIO)


def test_variants_are_laid_over_one_another_in_their_fixed_order_however_they_are_named() -> None:
    for named in (("more", "double"), ("double", "more")):
        ruleset = rules(*named)
        assert ruleset.edition.anywhere == (GrantOrders(count=4),)
        assert ruleset.edition.played == ("more", "double")
        assert ruleset.scenario.id == format_game_name(GameName(SCENARIO.id, named))


def test_rules_made_again_of_those_of_a_game_are_the_same() -> None:
    first = rules("more", "double")
    again = Ruleset(first.edition, first.catalogue, first.board, first.scenario)
    assert (again.edition, again.scenario) == (first.edition, first.scenario)


def test_a_variant_changes_what_its_scenario_says() -> None:
    assert rules("long", lore_hand=0).scenario.points_to_win == 9


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (("much",), "there is no variant 'much', only more, double, long"),
        (("double",), "Double is played together with More only: choose both, or neither"),
        (("long",), "Long is for Lore adventures, and this is none: choose another one"),
        (("more", "long"), "Long and More are not played together: leave one of them out"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(named: tuple[str, ...], said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        rules(*named)
    name = format_game_name(GameName(SCENARIO.id, named))
    assert str(refused.value) == f"scenarios.toml: [{name}] {said}"


def test_an_edition_without_variants_says_so() -> None:
    with pytest.raises(ConfigError, match="the edition 'skirmish' has no variants: leave 'more' out"):
        Ruleset(SKIRMISH, CATALOGUE, skirmish.skirmish().board, with_variants(SCENARIO, ("more",)))


def test_what_can_be_played_of_a_scenario_is_itself_and_all_variants_together_that_fit() -> None:
    found = [format_game_name(name) for name in choices(VARIED, BOX, SCENARIO)]
    assert found == [SCENARIO.id, f"{SCENARIO.id}.more", f"{SCENARIO.id}.more.double"]
    own = replace(SCENARIO, variants=("more",))
    assert [name.variants for name in choices(VARIED, BOX, own)] == [(), ("double",)]
