"""The table: decided, stored, then told; the camera proposes, people decide."""

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal.store import GameRow, Store, StoreError
from companion.library.library import Library
from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.moment import CameraState
from companion.table.requests import AnswerQuestion, Submit, TickErrand, Undo
from companion.table.table import RequestResult, Table
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Awaited,
    CardWait,
    Command,
    CorrectUnit,
    Counter,
    EndMainPhase,
    Event,
    Move,
    NoteHand,
    Order,
    Overrule,
    PlaceBanner,
    PlayCard,
    RemoveBanner,
    Roll,
    StartGame,
)
from rules.kernel.values import CardId, Seat, UnitId, Why
from rules.second.faces import HEROIC, LORE, MORALE, STRIKE
from tests.companion.sent_view import sent_view
from vision.sightings import TROUBLES, DieSeen, Observation

BH4, CG4, BH3 = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4"), UnitId("blood_harvesters-3")
SET_UP: tuple[Command, ...] = (*(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")), StartGame())
LINE_ADVANCE = PlayCard(card=CardId("line_advance"))
ROW = GameRow(id="g", scenario="learning", edition="second", started=0.0, version="0")


class Services:
    """A table with its store, and a camera whose observations the test makes up."""

    def __init__(self, folder: Path, *, has_camera: bool = True, row: GameRow = ROW) -> None:
        self.store = Store(folder / "games.sqlite")
        ruleset = Library(folder).ruleset(row.scenario)
        self.table = Table(ruleset, self.store, row, has_camera=has_camera, clock=lambda: 1000.0)
        self.heard: list[Event] = []
        self.warned: list[str] = []
        self.table.listen(lambda events, game: self.heard.extend(events), self.warned.append)
        self._frame = 0
        self._roll = 0
        self._dice: tuple[DieSeen, ...] = ()

    def begin(self, *more: Command) -> None:
        for command in (*SET_UP, *more):
            self.say(command)

    def say(self, command: Command) -> RequestResult:
        result = self.table.ask(Submit(command=command, by="south"))
        assert result.seq is not None, result.sentence
        return result

    def throw(self, *faces: str, confidence: float = 0.9, trouble: str = "") -> None:
        """Let dice come to rest, the last with *trouble*; they are seen from the next look on."""
        self._roll += 1
        self._dice = tuple(
            DieSeen(
                face=face,
                at_mm=(800.0 + 30 * place, 200.0 + 9 * self._roll),
                confidence=confidence,
                trouble=trouble if place == len(faces) - 1 else "",
            )
            for place, face in enumerate(faces)
        )

    def look(self, *missing: UnitId, **moved: str) -> None:
        """See every unit where the journal has it, but the *moved* ones elsewhere and the *missing* not."""
        self.see({name: at for name, at in self._places(moved).items() if name not in missing})

    def _places(self, moved: Mapping[str, str]) -> dict[str, Hex]:
        units = self.table.journal.game.state.units
        at: dict[str, Hex] = {name: unit.at for name, unit in units.items() if unit.at is not None}
        return at | {f"{name[:-1].rstrip('_')}-{name[-1]}": Hex(place) for name, place in moved.items()}

    def see(self, pieces: Mapping[str, Hex]) -> None:
        self._frame += 1
        self.table.ask(
            BoardSeen(
                observation=Observation(
                    frame=self._frame,
                    name=None,
                    at=float(self._frame),
                    pieces=dict(pieces),
                    dice=self._dice,
                    fresh=self._dice,
                    roll=self._roll,
                )
            )
        )

    @property
    def view(self) -> dict[str, Any]:
        return sent_view(self.table)

    @property
    def state(self) -> str:
        state: str = self.view["table"]["state"]
        return state

    def at(self, unit: UnitId) -> Hex | None:
        return self.table.game.state.units[unit].at

    def commands(self) -> list[Command]:
        return [entry.command for entry in self.table.journal.entries if entry.command is not None]

    def close(self) -> None:
        self.table.close()
        self.store.close()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    opened = Services(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[Services]:
    """A table without a camera."""
    opened = Services(tmp_path, has_camera=False)
    yield opened
    opened.close()


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
    shown = {seat: sent_view(touch.table, seat)["game"]["scores"]["south"]["known"] for seat in (*Seat, None)}
    assert shown == {Seat.SOUTH: ["wedge"], Seat.NORTH: [], None: []}


def test_without_a_camera_the_last_errands_are_shown_until_the_next_thing_happens(touch: Services) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    assert [one["text"] for one in touch.view["errands"]] == ["Move Blood Harvesters 4 from F6 to F5"]
    touch.say(Attack(unit=BH4, target=CG4))
    assert touch.view["errands"] == []
    assert touch.state == "no_camera"


# With a camera


def test_a_move_that_is_seen_is_played_with_the_picture_it_was_seen_in(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look()
    services.look(blood_harvesters4="F5")
    assert services.at(BH4) == "F5"
    entry = services.table.journal.entries[-1]
    assert (entry.by, entry.frame, entry.command) == ("camera", 2, Move(unit=BH4, to=Hex("F5")))
    assert services.state == "in_step"
    assert services.view["errands"] == []


def test_a_unit_moved_before_its_card_is_told_is_out_of_step_and_understood_once_it_is_told(
    services: Services,
) -> None:
    services.begin()
    services.look(blood_harvesters4="F5")
    assert services.state == "out_of_step"
    (one,) = services.view["table"]["differences"]
    assert (one["unit"], one["expected"], one["hex"], one["sees"]) == (BH4, "F6", "F5", "unit")
    assert services.warned[-1] == services.view["table"]["text"]
    services.say(LINE_ADVANCE)
    assert services.at(BH4) == "F5"
    assert services.state == "in_step"


def test_a_roll_that_is_seen_is_played_once(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    services.throw("strike", "lore", "lore")
    services.look()
    assert services.commands()[-1] == Roll(faces=(STRIKE, LORE, LORE))
    rolls = len(services.commands())
    services.look()
    services.look(BH3)
    assert len(services.commands()) == rolls


def test_dice_that_are_thrown_while_a_counter_is_open_are_the_counter(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    services.throw("lore", "lore", "lore")
    services.look()
    assert services.view["game"]["wait"]["wait"] == "counter_wait"
    services.throw("heroic", "heroic", "lore")
    services.look()
    assert services.commands()[-2:] == [Counter(), Roll(faces=(LORE, HEROIC, HEROIC))]


@pytest.mark.parametrize(
    ("faces", "confidence", "says"),
    [(("strike", "lore"), 0.9, "2 dice"), (("strike", "lore", "lore"), 0.4, "cannot be read")],
)
def test_dice_that_are_no_result_are_not_played_and_it_is_said(
    services: Services, faces: tuple[str, ...], confidence: float, says: str
) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    services.throw(*faces, confidence=confidence)
    services.look()
    assert services.view["game"]["wait"]["wait"] == "dice_wait"
    assert says in services.view["table"]["text"]


@pytest.mark.parametrize("faces", [("strike", "lore", "morale"), ("strike", "lore", "lore", "morale")])
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_roll_waits_for_a_die_that_leans_or_lies_beside_the_tray_and_says_which(
    services: Services, faces: tuple[str, ...], trouble: str
) -> None:
    attack(services)
    services.throw(*faces, trouble=trouble)
    services.look()
    assert services.view["game"]["wait"]["wait"] == "dice_wait"
    assert f"morale is {trouble}" in services.view["table"]["text"]
    assert f"morale is {trouble}" in services.warned[-1]
    services.throw("strike", "lore", "lore")
    services.look()
    assert services.commands()[-1] == Roll(faces=(STRIKE, LORE, LORE))


def test_dice_that_lay_there_before_are_asked_about(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.throw("strike", "lore", "lore")
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    assert services.view["game"]["wait"]["wait"] == "dice_wait"
    assert len(services.view["question"]["choices"]) == 2
    services.table.ask(AnswerQuestion(choice=1, by="north"))
    assert services.commands()[-1] == Roll(faces=(STRIKE, LORE, LORE))
    assert services.view["question"] is None


def test_dice_that_lay_there_before_and_are_not_the_roll_are_not_asked_about_again(
    services: Services,
) -> None:
    services.begin(LINE_ADVANCE)
    services.throw("strike", "lore", "lore")
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    services.table.ask(AnswerQuestion(choice=2, by="north"))
    services.look(BH3)
    assert services.view["question"] is None
    services.throw("lore", "lore", "lore")
    services.look()
    assert services.commands()[-1] == Roll(faces=(LORE, LORE, LORE))


def drive_back(services: Services) -> None:
    """BH4 attacks from F5; CG4 loses a figure and must retreat from F4 to G3, and still stands in F4."""
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    services.throw("strike", "morale", "lore")
    services.look()


def test_a_retreat_is_an_errand_until_it_is_seen_done(services: Services) -> None:
    drive_back(services)
    assert services.at(CG4) == "G3"
    assert [one["text"] for one in services.view["errands"]] == [
        "Take one figure from Citadel Guard 4 in F4",
        "Move Citadel Guard 4 from F4 to G3",
    ]
    services.look(citadel_guard4="F4")
    assert services.state == "errands"
    assert services.view["question"] is None
    services.look()
    assert services.state == "in_step"
    assert [one["kind"] for one in services.view["errands"]] == ["figures"]


def test_while_a_retreat_is_not_done_nothing_new_is_understood(services: Services) -> None:
    drive_back(services)
    count = len(services.commands())
    services.look(citadel_guard4="F4", blood_harvesters3="D5")
    assert len(services.commands()) == count
    assert services.state == "errands"


def test_a_retreat_that_is_done_and_the_advance_after_it_are_understood_in_one_look(
    services: Services,
) -> None:
    drive_back(services)
    services.look(citadel_guard4="G3", blood_harvesters4="F4")
    assert services.at(BH4) == "F4"
    assert services.state == "in_step"


def test_an_errand_can_be_ticked_and_the_tag_is_not_believed_until_it_moves(services: Services) -> None:
    drive_back(services)
    place = next(one for one in services.view["errands"] if one["kind"] == "place")
    assert services.table.ask(TickErrand(errand=place["id"], by="south")).sentence is None
    services.look(citadel_guard4="F4")
    assert services.state == "in_step"
    assert services.at(CG4) == "G3"
    assert services.table.ask(TickErrand(errand=place["id"], by="south")).sentence


def test_a_unit_that_people_corrected_is_not_moved_back_by_its_tag(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look()
    services.say(CorrectUnit(unit=BH4, at=Hex("E5"), figures=3))
    services.look(blood_harvesters4="F6")
    assert services.at(BH4) == "E5"
    assert services.state == "in_step"
    assert services.view["errands"] == []


def test_a_board_of_a_moment_ago_proposes_to_take_back(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.look(blood_harvesters4="F6")
    assert services.at(BH4) == "F5"
    question = services.view["question"]
    assert "F5" in question["text"]
    services.table.ask(AnswerQuestion(choice=1, by="north"))
    assert services.at(BH4) == "F6"
    assert services.state == "in_step"
    assert services.view["question"] is None


def test_a_second_thought_is_taken_back_and_moved_otherwise(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.look(blood_harvesters4="E5")
    services.table.ask(AnswerQuestion(choice=1, by="north"))
    assert services.at(BH4) == "E5"


def test_a_question_that_was_declined_is_not_asked_again_about_the_same_table(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.look(blood_harvesters4="F6")
    services.table.ask(AnswerQuestion(choice=2, by="north"))
    services.look(blood_harvesters4="F6")
    assert services.view["question"] is None
    assert services.state == "out_of_step"
    assert services.table.ask(AnswerQuestion(choice=1, by="north")).sentence


def test_after_an_undo_by_tap_the_pieces_are_to_be_put_back_and_nothing_is_done_again(
    services: Services,
) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.table.ask(Undo(to=5, by="north"))
    assert services.at(BH4) == "F6"
    assert [one["text"] for one in services.view["errands"]] == ["Move Blood Harvesters 4 from F5 to F6"]
    services.look(blood_harvesters4="F5")
    assert services.at(BH4) == "F6"
    services.look()
    assert services.state == "in_step"


def test_the_dead_are_to_be_taken_from_the_board(services: Services) -> None:
    services.begin(LINE_ADVANCE, CorrectUnit(unit=CG4, at=Hex("F4"), figures=1))
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))
    services.throw("strike", "lore", "lore")
    services.look()
    assert services.at(CG4) is None
    assert [one["text"] for one in services.view["errands"]] == ["Take Citadel Guard 4 from F4"]
    services.look(citadel_guard4="F4")
    assert services.state == "errands"
    services.look()
    assert services.state == "in_step"
    assert services.view["errands"] == []


def test_pieces_of_other_games_and_unread_tags_change_nothing(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(BH4, CG4, riverwatch_riders1="F5")
    assert services.state == "in_step"
    assert len(services.commands()) == 5
    assert "Citadel Guard 4" in services.view["table"]["text"]


def set_up(services: Services) -> dict[str, Hex]:
    return {name: unit.at for name, unit in services.table.game.state.units.items() if unit.at}


def banners(services: Services) -> set[str]:
    return set(services.table.game.state.banners)


def test_a_banner_tag_seen_elsewhere_during_the_set_up_is_that_banner_moved(services: Services) -> None:
    units = set_up(services)
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    services.see({**units, "banner-1": Hex("C5"), "banner-2": Hex("G5")})
    assert banners(services) == {"C5", "G5"}
    services.see({**units, "banner-2": Hex("G5")})  # covered: it still lies there
    assert banners(services) == {"C5", "G5"}


def test_a_banner_that_the_camera_misread_makes_room_for_the_one_that_is_seen(tmp_path: Path) -> None:
    first = Services(tmp_path)
    units = set_up(first)
    first.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5"), "banner-3": Hex("K5")})
    first.close()
    second = Services(tmp_path)
    second.see({**units, "banner-1": Hex("C5"), "banner-2": Hex("G5"), "banner-3": Hex("K5")})
    assert banners(second) == {"C5", "G5", "K5"}
    second.close()


def test_a_banner_that_people_take_away_or_undo_is_not_laid_again_by_its_tag(services: Services) -> None:
    units = set_up(services)
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    services.say(RemoveBanner(at=Hex("B5")))
    assert banners(services) == {"G5"}
    services.table.ask(Undo(to=1, by="south"))
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    assert banners(services) == {"B5"}  # banner-2's place was undone
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("H5")})
    assert banners(services) == {"B5", "H5"}


def test_banner_tags_are_placed_during_the_set_up(services: Services) -> None:
    units = set_up(services)
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5"), "banner-3": Hex("K5")})
    assert services.table.game.state.banners == {Hex("B5"): 2, Hex("G5"): 2, Hex("K5"): 2}
    services.say(StartGame())
    services.see({**units, "banner-1": Hex("C5")})
    assert Hex("C5") not in services.table.game.state.banners


def test_the_set_up_follows_what_is_seen(services: Services) -> None:
    services.look(blood_harvesters4="G6", blood_harvesters3="F6")
    assert (services.at(BH4), services.at(BH3)) == ("G6", "F6")


def test_a_lost_camera_is_shown_said_and_forgotten_when_it_is_back(services: Services) -> None:
    services.begin()
    services.look()
    services.table.ask(CameraNews(CameraState.LOST, "Camera 0 sends no pictures."))
    assert services.state == "camera_lost"
    assert services.warned[-1] == "Camera 0 sends no pictures."
    services.say(LINE_ADVANCE)  # the game goes on by touch
    services.table.ask(CameraNews(CameraState.WATCHING))
    assert services.state == "in_step"


def test_a_trouble_is_said_once_an_occurrence_whatever_is_seen_in_between(services: Services) -> None:
    services.begin()
    services.look()
    for _ in range(2):
        services.table.ask(CameraNews(CameraState.HIDDEN, "The picture is dark.", alarm="dark"))
        services.table.ask(CameraNews(CameraState.SETTLING))
    assert services.warned == ["The picture is dark."]
    services.table.ask(CameraNews(CameraState.WATCHING))
    services.table.ask(CameraNews(CameraState.HIDDEN, "The picture is dark.", alarm="dark"))
    assert services.warned == ["The picture is dark."] * 2


def test_a_unit_that_stands_wrong_is_said_once_however_often_hands_come_by(services: Services) -> None:
    services.begin()
    services.look(blood_harvesters4="F5")
    services.table.ask(CameraNews(CameraState.SETTLING))
    services.table.ask(CameraNews(CameraState.WATCHING))
    assert len(services.warned) == 1


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


def errands(services: Services) -> list[str]:
    return [one["text"] for one in services.view["errands"]]


def test_errands_that_are_not_seen_done_are_there_again_when_the_game_is_opened_again(tmp_path: Path) -> None:
    first = Services(tmp_path)
    drive_back(first)
    first.look(citadel_guard4="F4")
    asked = errands(first)
    assert "Move Citadel Guard 4 from F4 to G3" in asked
    first.close()
    second = Services(tmp_path)
    assert errands(second) == asked  # and not that BH4 goes to F5: it was seen there
    second.look(citadel_guard4="F4")
    assert second.state == "errands"
    second.look()
    assert errands(second) == ["Take one figure from Citadel Guard 4 in F4"]
    second.close()


def test_the_errands_of_an_undo_are_there_again_when_the_game_is_opened_again(tmp_path: Path) -> None:
    first = Services(tmp_path, has_camera=False)
    first.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")), Attack(unit=BH4, target=CG4))
    first.table.ask(Undo(to=5, by="north"))
    asked = errands(first)
    first.close()
    second = Services(tmp_path, has_camera=False)
    assert errands(second) == asked == ["Move Blood Harvesters 4 from F5 to F6"]
    second.close()


def test_an_undo_cancels_what_nobody_has_ticked_and_asks_back_what_was_done(touch: Services) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")), Attack(unit=BH4, target=CG4))
    touch.say(Roll(faces=(STRIKE, MORALE, LORE)))
    figure, place = touch.view["errands"]
    assert touch.table.ask(TickErrand(errand=figure["id"], by="south")).sentence is None
    touch.table.ask(Undo(to=touch.view["undo_to"], by="south"))
    assert errands(touch) == ["Add one figure to Citadel Guard 4 in F4"]
    assert place["text"] == "Move Citadel Guard 4 from F4 to G3"


def test_all_banners_of_the_set_up_stay_on_the_list_until_the_game_has_begun(touch: Services) -> None:
    touch.begin()
    put = [f"Put a banner marker on {at}" for at in ("C5", "F5", "J5")]
    assert errands(touch) == put
    touch.say(LINE_ADVANCE)
    assert errands(touch) == []


# Of what must not happen twice, or to the wrong thing


def test_a_tap_that_claims_to_have_seen_more_than_there_is_changes_nothing(touch: Services) -> None:
    touch.begin()
    assert touch.table.ask(Submit(command=LINE_ADVANCE, by="north", seen=5)).conflict
    assert touch.table.ask(Undo(to=0, by="north", seen=99)).conflict
    assert touch.table.journal.last == 4


def attack(services: Services) -> None:
    """BH4 attacks CG4 from F5: three dice are waited for."""
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.say(Attack(unit=BH4, target=CG4))


def test_dice_that_were_typed_and_are_then_seen_are_no_counter(services: Services) -> None:
    attack(services)
    services.say(Roll(faces=(LORE, LORE, LORE)))
    services.throw("lore", "lore", "lore")
    services.look()
    assert services.view["game"]["wait"]["wait"] == "counter_wait"
    assert services.view["question"] is None
    services.throw("heroic", "heroic", "lore")
    services.look()
    assert services.commands()[-2:] == [Counter(), Roll(faces=(LORE, HEROIC, HEROIC))]


def test_the_first_dice_seen_after_others_were_typed_are_asked_about_before_they_are_a_counter(
    services: Services,
) -> None:
    attack(services)
    services.say(Roll(faces=(LORE, LORE, LORE)))
    services.throw("lore", "lore", "heroic")
    services.look()
    assert services.view["game"]["wait"]["wait"] == "counter_wait"
    assert "Is that the roll?" in services.view["question"]["text"]


def test_an_answer_to_another_question_than_the_open_one_does_nothing(services: Services) -> None:
    services.begin(LINE_ADVANCE)
    services.look(blood_harvesters4="F5")
    services.look(blood_harvesters4="F6")
    question = services.view["question"]
    assert services.table.ask(AnswerQuestion(choice=1, by="north", text="What was done?")).sentence
    assert services.table.ask(AnswerQuestion(choice=1, by="north", text=question["text"], key="0")).sentence
    assert services.at(BH4) == "F5"
    assert (
        services.table.ask(
            AnswerQuestion(choice=1, by="north", text=question["text"], key=question["id"])
        ).sentence
        is None
    )
    assert services.at(BH4) == "F6"


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
