"""Ref, Campaign Variant."""

import pytest
from msgspec.structs import replace

from rules.kernel.values import ScenarioCardId
from rules.second.printed import ScenarioCard
from rules.second.setting_up.campaign import (
    Campaign,
    CardChoice,
    Chapter,
    choices,
    fault_of,
    is_over,
    record,
    totals,
    winner,
)
from tests.rules.drawn import RULES

NEW = Campaign(name="winter", edition="second", factions=("daqan", "uthuk"))


def chapter(won_by: str, daqan: int, uthuk: int, game: str | None = None) -> Chapter:
    return Chapter(winner=won_by, points={"daqan": daqan, "uthuk": uthuk}, game=game)


def after(*chapters: Chapter) -> Campaign:
    campaign = NEW
    for each in chapters:
        campaign = record(campaign, each)
    return campaign


def card(name: str, faction: str, initiative: str | None) -> ScenarioCard:
    return ScenarioCard(
        id=ScenarioCardId(name),
        name=name,
        summary="",
        faction=faction,
        initiative=initiative,
        confidence="certain",
        page="-",
    )


CARDS = {
    each.id: each
    for each in (
        card("d_a1", "daqan", "A1"),
        card("d_b1", "daqan", "B1"),
        card("d_b2", "daqan", "B2"),
        card("d_c1", "daqan", "C1"),
        card("u_a1", "uthuk", "A1"),
        card("u_a2", "uthuk", "A2"),
        card("u_b1", "uthuk", "B1"),
        card("u_b2", "uthuk", "B2"),
        card("u_untold", "uthuk", None),
    )
}


def test_a_campaign_begins_with_both_a1_cards() -> None:
    """Ref, Campaign Variant."""
    assert choices(NEW, CARDS) == (
        CardChoice("daqan", "A", 1, (ScenarioCardId("d_a1"),)),
        CardChoice("uthuk", "A", 1, (ScenarioCardId("u_a1"),)),
    )


def test_then_the_winner_takes_any_card_of_the_next_letter_and_the_loser_its_number_1() -> None:
    """Ref, Campaign Variant."""
    assert choices(after(chapter("uthuk", 9, 17)), CARDS) == (
        CardChoice("daqan", "B", 1, (ScenarioCardId("d_b1"),)),
        CardChoice("uthuk", "B", None, (ScenarioCardId("u_b1"), ScenarioCardId("u_b2"))),
    )
    assert [choice.number for choice in choices(after(chapter("daqan", 17, 9)), CARDS)] == [None, 1]
    two = after(chapter("daqan", 17, 9), chapter("uthuk", 3, 16))
    assert [(choice.letter, choice.number) for choice in choices(two, CARDS)] == [("C", 1), ("C", None)]
    three = record(two, chapter("uthuk", 3, 16))
    assert [choice.letter for choice in choices(three, CARDS)] == ["D", "D"]


def test_known_cards_of_the_box_are_named() -> None:
    """Barrow Mounds of the Gatesmen is B2, Treasures of the Shadow Peaks too."""
    daqan, uthuk = choices(after(chapter("daqan", 17, 9)), RULES.catalogue.of(ScenarioCard))
    assert daqan.cards == ("barrow_mounds_of_the_gatesmen",)
    assert uthuk.cards == ()


def test_totals_are_the_points_of_all_scenarios_and_one_for_each_that_the_last_winner_won() -> None:
    """Ref, Campaign Variant."""
    three = after(chapter("daqan", 17, 9), chapter("uthuk", 12, 16), chapter("daqan", 16, 15))
    assert totals(three) == {"daqan": 45, "uthuk": 40}
    assert (is_over(three), winner(three)) == (False, None)
    whole = record(three, chapter("uthuk", 10, 16))
    assert totals(whole) == {"daqan": 55, "uthuk": 56 + 2}
    assert (is_over(whole), winner(whole), choices(whole, CARDS)) == (True, "uthuk", ())


def test_the_higher_total_wins_even_against_the_last_winner() -> None:
    """Ref, Campaign Variant."""
    whole = after(*[chapter("daqan", 16, 2)] * 3, chapter("uthuk", 0, 16))
    assert totals(whole) == {"daqan": 48, "uthuk": 23}
    assert winner(whole) == "daqan"


def test_a_tie_goes_to_the_winner_of_the_last_scenario() -> None:
    """Ref, Campaign Variant."""
    whole = after(chapter("daqan", 16, 15), *[chapter("uthuk", 10, 10)] * 2, chapter("daqan", 10, 13))
    assert totals(whole) == {"daqan": 48, "uthuk": 48}
    assert winner(whole) == "daqan"


@pytest.mark.parametrize(
    ("chapters", "wrong", "says"),
    [
        ((), chapter("orcs", 1, 2), "the winner of scenario 1 is 'orcs'"),
        ((), Chapter(winner="daqan", points={"daqan": 16}), "scenario 1 needs the points of daqan and uthuk"),
        (
            (),
            Chapter(winner="daqan", points={"daqan": 1, "uthuk": 2, "orcs": 3}),
            "scenario 1 needs the points",
        ),
        (
            (chapter("daqan", 16, 2, "monday"),),
            chapter("daqan", 16, 2, "monday"),
            "game monday is in it twice",
        ),
        ((chapter("daqan", 16, 2),) * 4, chapter("daqan", 16, 2), "all 4 scenarios are played"),
    ],
)
def test_what_cannot_be_recorded_is_said(chapters: tuple[Chapter, ...], wrong: Chapter, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        record(after(*chapters), wrong)


def test_a_campaign_of_five_scenarios_or_of_one_faction_is_none() -> None:
    assert fault_of(replace(NEW, chapters=(chapter("daqan", 16, 2),) * 5)) is not None
    assert str(fault_of(replace(NEW, factions=("daqan", "daqan")))) == "both players have the same faction"
    assert fault_of(NEW) is None
