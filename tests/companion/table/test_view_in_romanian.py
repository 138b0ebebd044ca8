"""What a Romanian table's pages are sent: where a rule is written, and cards that nobody has a name for."""

import json
from pathlib import Path

import pytest

from companion.words.phrasebook import PAGE_LABELS
from companion.words.phrases import load_phrases
from tests.companion.dashboard_world import world
from tests.companion.sent_view import sent_view


@pytest.mark.parametrize("scenario", ["learning", "battle", "war_council"])
def test_no_page_of_a_unit_or_of_its_abilities_is_told_in_english(tmp_path: Path, scenario: str) -> None:
    with world(tmp_path, scenario=scenario, language="ro") as table:
        sent = json.dumps(sent_view(table.table)["game"], ensure_ascii=False)
        own = load_phrases(table.table.game.ruleset.edition.id, "ro").words["pages"].values()
    assert [label for label in PAGE_LABELS if f'"{label}' in sent and label not in own] == []


def test_a_card_that_stands_in_for_any_other_is_the_last_and_bears_no_printed_name(tmp_path: Path) -> None:
    with world(tmp_path, scenario="battle", language="ro") as table:
        cards = sent_view(table.table)["scenario"]["scenario_cards"]
    assert [card["stand_in"] for card in cards] == [False] * (len(cards) - 2) + [True, True]
    assert [card["name"] for card in cards[-2:]] == ["Altă carte Scenariu Uthuk", "Altă carte Scenariu Daqan"]
