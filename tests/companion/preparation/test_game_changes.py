"""Another game: asked of the other side for fifteen seconds, granted by silence, given up, taken back."""

from pathlib import Path
from threading import Thread

import pytest

from companion.library.settings import Settings
from companion.preparation.game_changes import FRESH_S, Act, GameChanges, TableGame
from rules.kernel.translatable import Message
from tests.clock import Clock

WANTED = TableGame(Settings(data=Path("x"), scenario="battle"))
BEFORE = TableGame(Settings(data=Path("x"), game="monday"))
TEXT = Message("New game: {1}", "Full battle")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def changes(clock: Clock) -> GameChanges:
    return GameChanges(clock)


def propose(changes: GameChanges, *asked: str) -> bool:
    return changes.propose(WANTED, TEXT, by="ana's", who="Ana", asked=[frozenset(asked)])


def number(changes: GameChanges) -> int:
    assert changes.open is not None
    return changes.open.number


def test_where_nobody_is_asked_it_is_granted_at_once(changes: GameChanges) -> None:
    assert propose(changes)
    granted = changes.due()
    assert granted is not None
    assert granted.wanted is WANTED


@pytest.mark.parametrize("wanted", [WANTED, lambda: None])
def test_no_answer_within_fifteen_seconds_is_a_yes_to_another_game_as_to_an_act(
    changes: GameChanges, clock: Clock, wanted: TableGame | Act
) -> None:
    changes.propose(wanted, TEXT, by="ana's", who="Ana", asked=[frozenset({"bogdan's"})])
    clock.now += 14.9
    assert changes.due() is None
    clock.now += 0.1
    granted = changes.due()
    assert granted is not None
    assert changes.open is None


def test_each_side_that_is_asked_has_a_say_of_its_own(changes: GameChanges) -> None:
    sides = [frozenset({"bogdan's", "bogdan's other"}), frozenset({"carla's"})]
    changes.propose(WANTED, TEXT, by="ana's", who="Ana", asked=sides)
    assert changes.answer(number(changes), "bogdan's", agrees=True)
    assert changes.due() is None and changes.open is not None
    assert changes.open.devices == {"carla's"}
    assert changes.answer(number(changes), "bogdan's other", agrees=False) is None
    assert changes.answer(number(changes), "carla's", agrees=True)
    assert changes.due() is not None


def test_a_yes_grants_it_before_and_a_no_ends_it(changes: GameChanges) -> None:
    propose(changes, "bogdan's")
    assert changes.answer(number(changes), "bogdan's", agrees=True)
    granted = changes.due()
    assert granted is not None
    changes.laid(granted, BEFORE)
    propose(changes, "bogdan's")
    assert changes.answer(number(changes), "bogdan's", agrees=False)
    assert (changes.open, changes.due()) == (None, None)


def test_only_those_answer_who_are_asked_and_who_asks_may_give_it_up(changes: GameChanges) -> None:
    propose(changes, "bogdan's")
    open_now = number(changes)
    assert changes.answer(open_now, "a stranger's", agrees=False) is None
    assert changes.answer(open_now, "ana's", agrees=True) is None
    assert changes.answer(open_now - 1, "bogdan's", agrees=False) is None
    assert changes.answer(open_now, "ana's", agrees=False)
    assert changes.open is None


def test_one_change_is_asked_for_at_a_time(changes: GameChanges) -> None:
    assert propose(changes, "bogdan's")
    assert not propose(changes)
    changes.answer(number(changes), "bogdan's", agrees=True)
    assert not propose(changes)  # it is being laid out


@pytest.fixture
def changed(changes: GameChanges) -> GameChanges:
    """What a table has that has just been changed."""
    propose(changes)
    granted = changes.due()
    assert granted is not None
    changes.laid(granted, BEFORE)
    return changes


def take_back(changes: GameChanges) -> bool:
    return changes.take_back(by="bogdan's", who="Bogdan", others=frozenset({"ana's"}))


def test_nothing_is_taken_back_where_nothing_was_changed(changes: GameChanges) -> None:
    assert not take_back(changes)


def test_what_was_changed_just_now_is_taken_back_without_asking(changed: GameChanges, clock: Clock) -> None:
    clock.now += FRESH_S
    assert take_back(changed)
    back = changed.due()
    assert back is not None
    assert back.wanted is BEFORE


def test_after_a_while_the_other_side_is_asked_whether_it_is_taken_back(
    changed: GameChanges, clock: Clock
) -> None:
    clock.now += FRESH_S + 1
    assert take_back(changed)
    assert changed.due() is None
    assert changed.open is not None
    assert changed.open.devices == {"ana's"}


def test_what_could_not_be_laid_out_leaves_nothing_to_take_back(changes: GameChanges) -> None:
    propose(changes)
    granted = changes.due()
    assert granted is not None
    changes.laid(granted, None)
    assert (changes.last, changes.due()) == (None, None)
    assert propose(changes)


@pytest.mark.parametrize("before", [BEFORE, None])
def test_that_nothing_is_done_any_more_is_told_with_what_lies_there_anew(
    changes: GameChanges, before: TableGame | None
) -> None:
    propose(changes)
    laid, is_granted, *_ = changes.now()
    granted = changes.due()
    assert granted is not None and is_granted
    changes.laid(granted, before)
    after = changes.now()
    assert (after.laid != laid, after.is_granted) == (True, False)


def test_who_lays_games_out_waits_until_there_is_one_and_is_let_go_in_the_end(changes: GameChanges) -> None:
    found = []
    waiting = Thread(target=lambda: found.append(changes.wait()))
    waiting.start()
    propose(changes, "bogdan's")
    changes.answer(number(changes), "bogdan's", agrees=True)
    waiting.join(timeout=10)
    assert found[0] is changes.due()
    changes.laid(found[0], BEFORE)
    waiting = Thread(target=lambda: found.append(changes.wait()))
    waiting.start()
    changes.close()
    waiting.join(timeout=10)
    assert found[1] is None


def test_screens_are_told_of_each_step(changes: GameChanges) -> None:
    told = []
    changes.changed = lambda: told.append(changes.number)
    propose(changes, "bogdan's")
    changes.answer(number(changes), "bogdan's", agrees=True)
    granted = changes.due()
    assert granted is not None
    changes.laid(granted, BEFORE)
    assert told == sorted(set(told))
    assert len(told) == 3
