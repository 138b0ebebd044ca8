"""The sentences that wait: order, bounds, merging, staleness, all by a clock of the test's own."""

import pytest

from companion.voice.speaking.waiting import ECHO, MOST, PROMPT, QUIET, TIMEOUT, Priority, SentenceQueue


def add(waiting: SentenceQueue, text: str, priority: Priority = Priority.NORMAL, **more: object) -> bool:
    fields = {"key": "", "ttl": 20.0, "now": 0.0} | more
    return waiting.add(text, priority, **fields)


def taken(waiting: SentenceQueue, now: float = 0.0) -> list[str]:
    found = []
    while (item := waiting.take(now)) is not None:
        found.append(item.text)
    return found


def test_the_more_important_goes_first_and_equals_in_order() -> None:
    waiting = SentenceQueue()
    for text, priority in (
        ("a", Priority.LOW),
        ("b", Priority.HIGH),
        ("c", Priority.URGENT),
        ("d", Priority.HIGH),
    ):
        assert add(waiting, text, priority)
    assert taken(waiting) == ["c", "b", "d", "a"]


def test_the_queue_is_bounded_and_drops_the_oldest_of_the_least_important() -> None:
    waiting = SentenceQueue()
    add(waiting, "low 1", Priority.LOW)
    add(waiting, "low 2", Priority.LOW)
    for number in range(MOST - 2):
        add(waiting, f"high {number}", Priority.HIGH)
    assert add(waiting, "normal")
    assert "low 1" not in [item.text for item in waiting.items]
    assert add(waiting, "urgent", Priority.URGENT)
    assert "low 2" not in [item.text for item in waiting.items]
    assert not add(waiting, "low 3", Priority.LOW)
    assert len(waiting.items) == MOST
    assert waiting.dropped == 3


def test_news_grow_stale() -> None:
    waiting = SentenceQueue()
    add(waiting, "old", ttl=5.0)
    add(waiting, "fresh", ttl=50.0)
    assert taken(waiting, now=5.0) == ["fresh"]
    assert waiting.dropped == 1


def test_a_newer_text_drops_the_later_breaths_of_the_one_that_waits() -> None:
    waiting = SentenceQueue()
    for text, key in (("old", "turn"), ("tail", "turn 1"), ("other", "turned 1"), ("again", "turn score")):
        assert add(waiting, text, key=key)
    assert add(waiting, "new", key="turn", now=0.3)
    assert taken(waiting, now=2.0) == ["new", "other", "again"]


def test_a_later_breath_that_was_cut_does_not_come_back_after_a_newer_text() -> None:
    waiting = SentenceQueue()
    add(waiting, "tail", key="turn 1")
    tail = waiting.take(1.0)
    assert tail is not None
    add(waiting, "new", key="turn", now=1.0)
    waiting.put_back(tail)
    assert taken(waiting, now=3.0) == ["new"]


def test_a_newer_text_of_the_same_key_replaces_the_one_that_waits() -> None:
    waiting = SentenceQueue()
    for number in range(5):
        assert add(waiting, f"score {number}", key="score")
    assert taken(waiting, now=QUIET) == ["score 4"]


def test_a_burst_is_waited_for_but_not_for_ever() -> None:
    waiting = SentenceQueue()
    add(waiting, "one", key="k", now=0.0)
    add(waiting, "two", key="k", now=PROMPT - 0.01)
    assert waiting.take(PROMPT - 0.01 + QUIET - 0.01) is None
    step, now = QUIET - 0.05, PROMPT - 0.01
    while now + step < TIMEOUT:
        now += step
        add(waiting, f"at {now}", key="k", now=now)
        assert waiting.take(now) is None
    assert waiting.pause(now) == pytest.approx(TIMEOUT - now)
    assert taken(waiting, now=TIMEOUT) == [f"at {now}"]


def test_the_first_of_its_key_for_long_is_said_promptly_and_what_follows_it_is_waited_for() -> None:
    waiting = SentenceQueue()
    for begun in (0.0, 10.0):
        add(waiting, "one", key="k", now=begun)
        assert waiting.take(begun + PROMPT - 0.01) is None
        assert taken(waiting, now=begun + PROMPT) == ["one"]
        add(waiting, "two", key="k", now=begun + TIMEOUT - 0.01)
        assert waiting.take(begun + TIMEOUT - 0.02 + QUIET) is None
        add(waiting, "another", key="other", now=begun + TIMEOUT - 0.01)
        assert taken(waiting, now=begun + TIMEOUT + QUIET) == ["two", "another"]


def test_the_same_sentence_is_not_said_twice_in_a_breath() -> None:
    waiting = SentenceQueue()
    assert add(waiting, "hello")
    assert not add(waiting, "hello")
    assert taken(waiting, now=1.0) == ["hello"]
    assert not add(waiting, "hello", now=1.0 + ECHO - 0.01)
    assert add(waiting, "hello", now=1.0 + ECHO)


def test_an_interrupted_sentence_waits_again_once_unless_there_is_a_newer_one() -> None:
    waiting = SentenceQueue()
    add(waiting, "first")
    add(waiting, "second")
    item = waiting.take(0.0)
    assert item is not None
    waiting.put_back(item)
    assert taken(waiting) == ["first", "second"]
    waiting.put_back(item)
    assert taken(waiting) == []
    add(waiting, "old", key="k", ttl=9.0)
    keyed = waiting.take(QUIET)
    assert keyed is not None
    add(waiting, "new", key="k", now=QUIET)
    waiting.put_back(keyed)
    assert taken(waiting, now=1.0) == ["new"]
