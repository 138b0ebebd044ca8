"""The table: decided, stored, then told; the camera proposes, people decide."""

import threading
from pathlib import Path

import msgspec
import pytest

from companion.journal.store import StoreError
from companion.table.requests import Submit, Undo
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Awaited,
    CardWait,
    CorrectUnit,
    Decline,
    EndMainPhase,
    Event,
    Move,
    NoteHand,
    Order,
    Overrule,
    Roll,
)
from rules.kernel.values import CAMPS, CardId, Seat, Why
from rules.second.faces import LORE, STRIKE
from tests.companion.sent_view import sent_view
from tests.companion.table_services import BH4, CG4, LINE_ADVANCE, SET_UP, Services


def test_what_is_told_is_on_disk_when_the_answer_comes(touch: Services) -> None:
    result = touch.say(SET_UP[0])
    assert [entry.seq for entry in touch.store.entries("g")] == [result.seq]


def test_listeners_hear_of_events_only_once_they_are_stored(touch: Services) -> None:
    stored: list[int] = []
    touch.table.listen(lambda events, game: stored.append(len(touch.store.entries("g"))))
    touch.begin()
    assert stored == [1, 2, 3, 4]
    assert [event for event in touch.heard if isinstance(event, Awaited)][-1].waits == (
        CardWait(seat=Seat.NORTH),
    )


def test_one_listeners_failure_stops_neither_the_next_nor_the_game(touch: Services) -> None:
    def fails(events: tuple[Event, ...], game: Game) -> None:
        raise ValueError("out of order")

    heard: list[int] = []
    touch.table.listen(fails)
    touch.table.listen(lambda events, game: heard.append(len(events)))
    touch.begin()
    assert len(heard) == 4


def test_a_refusal_changes_nothing_and_says_why(touch: Services) -> None:
    touch.begin()
    number = touch.view["number"]
    result = touch.table.ask(Submit(command=Move(unit=BH4, to=Hex("F5")), by="north"))
    assert result.seq is None
    assert result.refusal is not None
    assert result.refusal.why is Why.NOT_NOW
    assert result.sentence
    assert touch.view["number"] == number


def test_a_full_disk_fails_the_command_and_the_game_stands_as_before(
    touch: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch.begin()

    def full(game: str, *entries: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(touch.store, "append", full)
        result = touch.table.ask(Submit(command=LINE_ADVANCE, by="north"))
        assert result.seq is None
        assert result.sentence == "the disk is full."
    assert touch.view["game"]["wait"]["wait"] == "card_wait"
    touch.say(LINE_ADVANCE)


def test_a_fault_of_ours_fails_one_command_and_the_evening_goes_on(
    touch: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(touch.table.journal, "record", lambda *_, **__: 1 / 0)
        result = touch.table.ask(Submit(command=SET_UP[0], by="north"))
        assert result.sentence is not None
        assert "fault" in result.sentence
    touch.begin()


def test_commands_from_many_threads_are_done_one_after_the_other(touch: Services) -> None:
    touch.begin()
    notes = [NoteHand(seat=Seat.SOUTH, known=()) for _ in range(20)]
    threads = [threading.Thread(target=touch.say, args=(note,)) for note in notes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.seq for entry in touch.store.entries("g")] == list(range(1, 25))


def test_a_device_that_has_not_seen_the_newest_entry_changes_nothing(touch: Services) -> None:
    touch.begin()
    result = touch.table.ask(Submit(command=LINE_ADVANCE, by="north", seen=2))
    assert result.seq is None
    assert result.conflict
    assert touch.table.ask(Undo(to=0, by="north", seen=3)).conflict
    assert touch.table.ask(Submit(command=LINE_ADVANCE, by="north", seen=4)).seq == 5


def test_a_subscription_hands_out_the_newest_number_and_never_an_old_one(touch: Services) -> None:
    subscription = touch.table.subscribe()
    assert subscription.get(timeout=0) is None
    touch.begin()
    assert subscription.get(timeout=5) == touch.view["number"]
    assert subscription.get(timeout=0) is None
    subscription.close()
    assert subscription.get(timeout=60) is None


def test_a_game_goes_on_where_it_was_when_it_is_opened_again(tmp_path: Path) -> None:
    first = Services(tmp_path, has_camera=False)
    first.begin(LINE_ADVANCE)
    first.table.ask(Undo(to=4, by="south"))
    before = first.view
    first.close()
    second = Services(tmp_path, has_camera=False)
    assert second.view["game"] == before["game"]
    assert second.view["log"] == before["log"]
    second.close()


def test_undo_reaches_to_the_first_move_and_the_log_only_grows(touch: Services) -> None:
    start = touch.table.game.state
    touch.begin(LINE_ADVANCE)
    assert touch.table.ask(Undo(to=0, by="south")).seq == 6
    assert touch.table.game.state == start
    assert len(touch.store.entries("g")) == 6
    assert touch.view["log"] == []


def test_what_was_taken_back_is_named_and_by_whom(touch: Services) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    log = [line["text"] for line in touch.view["log"]]
    touch.table.ask(Undo(to=6, by="Ana"))
    assert touch.view["toasts"][-1]["text"] == f"Ana took this back: {log[-1]}."
    touch.table.ask(Undo(to=4, by="Ana"))
    assert touch.view["toasts"][-1]["text"] == f"Ana took back 2 entries, back to: {log[3]}."
    touch.table.ask(Undo(to=0, by="Ana"))
    assert touch.view["toasts"][-1]["text"] == "Ana took back 4 entries, back to the start."
    assert touch.view["toasts"][-1]["passes"]


def test_an_entry_that_was_taken_back_is_nothing_to_go_back_to(touch: Services) -> None:
    touch.begin()
    touch.table.ask(Undo(to=1, by="south"))
    result = touch.table.ask(Undo(to=3, by="south"))
    assert result.seq is None
    assert result.sentence


def test_each_entry_that_counts_has_one_line_in_the_log(touch: Services) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    log = touch.view["log"]
    assert [line["seq"] for line in log] == [1, 2, 3, 4, 5, 6, 7]
    assert all(line["text"] for line in log)
    assert touch.view["undo_to"] == 6


def test_the_view_is_plain_json(touch: Services) -> None:
    touch.begin(LINE_ADVANCE)
    assert msgspec.json.decode(msgspec.json.encode(touch.view)) == touch.view


def test_a_hand_that_was_noted_is_shown_to_its_own_seat_alone(touch: Services) -> None:
    touch.begin(NoteHand(seat=Seat.SOUTH, known=(CardId("wedge"),)))
    shown = {
        seat: sent_view(touch.table, seat)["game"]["scores"]["south"]["known"] for seat in (*CAMPS, None)
    }
    assert shown == {Seat.SOUTH: ["wedge"], Seat.NORTH: [], None: []}


def test_without_a_camera_the_last_errands_are_shown_until_the_next_thing_happens(touch: Services) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    touch.say(Attack(unit=BH4, target=CG4))
    touch.say(Roll(faces=(STRIKE, LORE, LORE)))
    assert [one["text"] for one in touch.view["errands"]] == ["Take one figure from Citadel Guard 4 in F4"]
    touch.say(Decline())
    assert touch.view["errands"] == []
    assert touch.state == "no_camera"


# With a camera


def test_what_the_rules_refuse_can_be_overruled(touch: Services) -> None:
    touch.begin(LINE_ADVANCE)
    far = Move(unit=BH4, to=Hex("F3"))
    assert touch.table.ask(Submit(command=far, by="north")).refusal is not None
    touch.say(Overrule(command=far))
    assert touch.at(BH4) == "F3"


def test_a_turn_can_be_played_by_touch_alone(touch: Services) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")), EndMainPhase())
    assert touch.view["game"]["active"] == "south"
    assert touch.view["game"]["scores"]["north"]["points"] == 2  # BH4 holds the banner of F5 (RB p. 9)


# Errands that outlive what happens next


def test_a_tap_that_claims_to_have_seen_more_than_there_is_changes_nothing(touch: Services) -> None:
    touch.begin()
    assert touch.table.ask(Submit(command=LINE_ADVANCE, by="north", seen=5)).conflict
    assert touch.table.ask(Undo(to=0, by="north", seen=99)).conflict
    assert touch.table.journal.last == 4


def test_what_is_stored_is_reported_as_done_although_showing_it_fails(
    touch: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(touch.table, "_publish", lambda: 1 / 0)
        assert touch.table.ask(Submit(command=SET_UP[0], by="north")).seq == 1
        assert touch.table.ask(Undo(to=0, by="north")).seq == 2
    touch.begin()


def test_a_table_that_is_closing_answers_at_once(touch: Services) -> None:
    touch.table.close()
    assert touch.table.ask(Submit(command=SET_UP[0], by="north")).sentence == "The table is closed."


def test_the_view_says_whether_the_game_plays_itself(touch: Services) -> None:
    assert touch.view["demo"] is False
    touch.table.mark_demo()
    assert touch.view["demo"] is True


def test_the_view_of_a_game_that_is_over_says_why(touch: Services) -> None:
    touch.begin()
    assert touch.view["over"] is None
    for name, unit in touch.table.game.state.units.items():
        if unit.seat is Seat.SOUTH:
            touch.say(CorrectUnit(unit=name, at=None, figures=0))
    assert touch.view["game"]["winner"] == "north"
    assert touch.view["over"] == {"why": "The Daqan Lords have no unit left on the board."}
