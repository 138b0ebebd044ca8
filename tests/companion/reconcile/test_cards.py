"""Card tags beside the board: one that is laid while a card is waited for says its card, once."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.journal.journal import CAMERA
from companion.journal.store import GameRow
from companion.reconcile.sightings.card_sightings import card_of
from companion.table.requests import Undo
from rules.first.messages.epic import FillRack, PlayRackCard, RackCardWait, RackWait
from rules.first.table import table
from rules.kernel.messages import CardWait, Command, PlayCard, StartGame
from rules.kernel.values import CardId
from tests.companion.table_services import LINE_ADVANCE, SET_UP, Services

EPIC = GameRow(id="g", scenario="three_fronts", edition="first", started=0.0, version="0")
MARCH = PlayCard(card=CardId("battle_march"))
RACK = ("scout_left-1", "attack_center-1", "leadership-1")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The learning scenario up to the first card, all units in their places."""
    opened = Services(tmp_path)
    for command in SET_UP:
        opened.say(command)
    lay(opened)
    yield opened
    opened.close()


@pytest.fixture
def epic(tmp_path: Path) -> Iterator[Services]:
    """An Epic game whose rack is still empty."""
    opened = Services(tmp_path, row=EPIC)
    opened.say(StartGame())
    lay(opened)
    assert isinstance(opened.table.game.state.waits[-1], RackWait)
    yield opened
    opened.close()


def lay(services: Services, *cards: str, carried: Mapping[str, int] | None = None) -> None:
    """See every unit where the journal has it, and the tags of just these *cards* beside the board."""
    units = services.table.game.state.units
    places = {name: unit.at for name, unit in units.items() if unit.at is not None}
    services.see(places, *cards, carried=carried)


def by_camera(services: Services) -> list[Command | None]:
    return [entry.command for entry in services.table.journal.entries if entry.by == CAMERA]


def test_the_card_that_is_laid_is_played_and_its_tag_says_no_more(services: Services) -> None:
    for _ in range(3):
        lay(services, "line_advance-1")
    assert by_camera(services) == [LINE_ADVANCE]


def test_a_card_that_lay_there_before_one_was_due_is_not_played(
    tmp_path: Path,
) -> None:
    opened = Services(tmp_path)
    lay(opened, "battle_march-1")
    lay(opened, "battle_march-1", "wedge-1")
    for command in SET_UP:
        opened.say(command)
    lay(opened, "battle_march-1", "wedge-1")
    assert by_camera(opened) == [] and isinstance(opened.table.game.state.waits[-1], CardWait)
    opened.close()


def test_a_tag_laid_after_the_card_was_tapped_is_not_the_others_card(services: Services) -> None:
    services.say(LINE_ADVANCE)
    lay(services, "line_advance-1")
    lay(services, "line_advance-1", "battle_march-1")
    assert by_camera(services) == []


def test_a_card_taken_back_is_not_played_again_though_its_tag_is_moved(services: Services) -> None:
    lay(services, "line_advance-1")
    services.table.ask(Undo(to=services.table.journal.before(services.table.journal.last), by="south"))
    lay(services)
    lay(services, "line_advance-1")
    assert isinstance(services.table.game.state.waits[-1], CardWait)
    lay(services, "line_advance-1", "battle_march-1")
    assert by_camera(services)[-1] == MARCH


def test_what_no_card_is_called_and_what_the_rules_refuse_says_nothing(services: Services) -> None:
    lay(services, "citadel_guard-1", "scout_left-1")
    assert by_camera(services) == []


def test_the_rack_is_filled_by_the_tags_that_are_laid_on_it(epic: Services) -> None:
    for count in (1, 2, 3):
        lay(epic, *RACK[:count])
    assert set(table(epic.table.game.state).rack) == {"scout_left", "attack_center", "leadership"}
    assert all(isinstance(command, FillRack) for command in by_camera(epic))


def test_a_card_of_a_rack_that_no_camera_sees_is_played_by_its_tag_and_ones_own_by_its_own(
    epic: Services,
) -> None:
    for card in ("scout_left", "attack_center", "leadership"):
        epic.say(FillRack(card=CardId(card)))
    lay(epic)
    lay(epic, "attack_center-1")
    lay(epic, "attack_center-1", "patrol_left-1")
    assert by_camera(epic) == [
        PlayRackCard(card=CardId("attack_center")),
        PlayCard(card=CardId("patrol_left")),
    ]


def test_a_card_that_is_taken_from_a_rack_in_sight_and_laid_elsewhere_is_played(epic: Services) -> None:
    lay(epic, *RACK)
    moved = {RACK[1]: 1}
    for _ in range(2):
        lay(epic, *RACK, carried=moved)
    assert by_camera(epic)[-1] == PlayRackCard(card=CardId("attack_center"))
    assert sum(isinstance(command, PlayRackCard) for command in by_camera(epic)) == 1


def test_a_card_that_is_taken_back_is_played_again_only_when_it_is_moved_again(epic: Services) -> None:
    lay(epic, *RACK)
    lay(epic, *RACK, carried={RACK[1]: 1})
    epic.table.ask(Undo(to=epic.table.journal.before(epic.table.journal.last), by="south"))
    lay(epic, *RACK, carried={RACK[1]: 1})
    assert isinstance(epic.table.game.state.waits[-1], RackCardWait)
    lay(epic, *RACK, carried={RACK[1]: 2})
    assert by_camera(epic)[-1] == PlayRackCard(card=CardId("attack_center"))


@pytest.mark.parametrize(
    "moved",
    [dict.fromkeys(RACK, 1), dict.fromkeys(RACK[:2], 1), {"surround-1": 1}],
    ids=["the rack", "two of it", "another card"],
)
def test_a_rack_that_is_moved_plays_no_card(epic: Services, moved: dict[str, int]) -> None:
    lay(epic, *RACK, "surround-1")
    begun = len(by_camera(epic))
    lay(epic, *RACK, "surround-1", carried=moved)
    assert by_camera(epic)[begun:] == []


def test_a_camera_that_goes_and_comes_back_with_what_it_counted_plays_no_card(epic: Services) -> None:
    lay(epic, *RACK[:2])
    for carried in ({RACK[0]: 1}, {}):
        lay(epic, *RACK[:2], carried=carried)
    lay(epic, *RACK)
    lay(epic, *RACK, carried={RACK[0]: 1})
    assert not any(isinstance(command, PlayRackCard) for command in by_camera(epic))


def test_a_card_of_the_rack_that_is_moved_while_none_is_asked_for_is_not_played_later(epic: Services) -> None:
    lay(epic, *RACK[:2])
    lay(epic, *RACK[:2], carried={RACK[0]: 1})
    lay(epic, *RACK, carried={RACK[0]: 1})
    lay(epic, *RACK, carried={RACK[0]: 1})
    assert not any(isinstance(command, PlayRackCard) for command in by_camera(epic))


def test_a_card_like_one_that_lies_on_the_rack_is_played_as_ones_own(epic: Services) -> None:
    lay(epic, *RACK)
    lay(epic, *RACK, "attack_center-2")
    assert by_camera(epic)[-1] == PlayCard(card=CardId("attack_center"))


def test_a_card_for_the_rack_that_is_tapped_is_to_be_laid_there_until_its_tag_is_seen(epic: Services) -> None:
    epic.say(FillRack(card=CardId("scout_left")))
    lay(epic)
    assert [errand["text"] for errand in epic.view["errands"]] == ["Lay Scout Left on the rack"]
    lay(epic, RACK[0])
    assert epic.view["errands"] == [] and by_camera(epic) == []


@pytest.mark.parametrize("in_sight", [False, True])
def test_the_newest_card_of_the_rack_is_played_by_its_tag_where_no_camera_sees_the_rack(
    epic: Services, in_sight: bool
) -> None:
    for count in (1, 2, 3):
        epic.say(FillRack(card=card_of(RACK[count - 1])))
        lay(epic, *RACK[: min(count, 2) if in_sight else 0])
    lay(epic, *(RACK if in_sight else RACK[2:]))
    assert by_camera(epic) == ([] if in_sight else [PlayRackCard(card=CardId("leadership"))])
    assert epic.view["errands"] == []


def test_a_card_like_the_one_to_be_laid_that_lay_about_before_is_not_taken_for_it(tmp_path: Path) -> None:
    opened = Services(tmp_path, row=EPIC)
    lay(opened, "scout_left-2")
    opened.say(StartGame())
    opened.say(FillRack(card=CardId("scout_left")))
    lay(opened, "scout_left-2")
    assert len(opened.view["errands"]) == 1
    lay(opened, "scout_left-2", RACK[0])
    assert opened.view["errands"] == [] and by_camera(opened) == []
    opened.close()


def test_cards_thrown_off_the_rack_are_crossed_off_as_their_tags_go(epic: Services) -> None:
    tactics = ("leadership-1", "counter_attack-1", "battlelore-1")
    for count in (1, 2, 3):
        lay(epic, *tactics[:count])
    assert len(epic.view["errands"]) == 3
    lay(epic, *tactics[1:])
    assert len(epic.view["errands"]) == 2


def test_a_card_of_the_rack_that_is_moved_is_not_played_as_ones_own(epic: Services) -> None:
    lay(epic, *RACK)
    assert isinstance(epic.table.game.state.waits[-1], RackCardWait)
    epic.say(PlayRackCard(card=CardId("attack_center")))
    lay(epic, RACK[0], RACK[2])
    lay(epic, *RACK)
    assert isinstance(epic.table.game.state.waits[-1], CardWait) and len(by_camera(epic)) == len(RACK)
    lay(epic, *RACK, "patrol_left-1")
    assert by_camera(epic)[-1] == PlayCard(card=CardId("patrol_left"))
