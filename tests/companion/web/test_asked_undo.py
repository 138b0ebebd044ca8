"""What the other side did is taken back only once its player, where awake, had time to say no."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.current_game import CurrentGame
from companion.library.settings import Settings
from companion.preparation.game_changes import GameProposal, TableGame
from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.differences import DifferenceOffer
from companion.reconcile.moment import CameraState
from companion.table.requests import Settle, TakesBack
from companion.table.result import RequestResult
from companion.web.access.access import Guest, Role
from companion.web.requests.asked_undo import OPENED_FOR_ALL
from companion.web.requests.commands import AnswerRequest, CommandHandler, CorrectRequest, UndoRequest
from rules.first import messages as first
from rules.first.messages.arms import ChooseSets, DeploymentRevealed
from rules.first.table import arms_of
from rules.kernel.decide import options
from rules.kernel.messages import Command, EndMainPhase, Event, Move, Order
from rules.kernel.values import Seat
from rules.second import messages as second
from tests.companion.dashboard_world import Device, World, world
from tests.companion.reconcile.test_differences import observed
from tests.companion.sent_view import sent_view
from tests.companion.voice.listening.talking import Ears
from tests.companion.web.test_allies import begun
from tests.rules.first.arms import CAMPS, IMPROMPTU, lineup


class TwoPlayers:
    """A game that has begun: Bogdan, who is first, plays north and has played a card; Ana plays south."""

    def __init__(self, current: CurrentGame) -> None:
        self.current = current
        self.world = World(current.app, current.services)
        self.world.start()
        self.ana, self.bogdan = self.world.device("south", "Ana"), self.world.device("north", "Bogdan")
        assert self.world.table.game.state.active is Seat.NORTH
        assert self.bogdan.do({"do": "play_card", "card": "patrol_left"}).json["ok"]

    def undo(self, device: Device) -> dict[str, Any]:
        return undo(self.world, device)

    def correct(self, device: Device, **other: Any) -> dict[str, Any]:
        """Correct the newest entry, which is Bogdan's card."""
        message = {"seen": self.world.seq, "seq": self.world.seq, **other}
        answer: dict[str, Any] = device.post("/correct", message).json
        return answer

    def go_on(self, sort: type[Command]) -> None:
        """Have Bogdan do the first of what he may do that is of this *sort*."""
        command = next(each for each in options(self.world.table.game) if isinstance(each, sort))
        assert self.bogdan.do(msgspec.to_builtins(command)).json["ok"]

    @property
    def asked(self) -> GameProposal:
        """What Bogdan is asked."""
        asked = self.current.shared.changes.open
        assert asked is not None
        return asked

    def answer(self, *, agrees: bool) -> None:
        assert self.bogdan.post("/home/answer", {"number": self.asked.number, "agrees": agrees}).json["ok"]
        granted = self.current.shared.changes.due()
        assert (granted is not None) is agrees
        if granted is not None:
            self.current.do(granted)

    @property
    def waits_for(self) -> str:
        wait: str = sent_view(self.world.table)["game"]["wait"]["wait"]
        return wait

    @property
    def told(self) -> str:
        """What everybody was told last."""
        text: str = sent_view(self.world.table)["toasts"][-1]["text"]
        return text


def undo(world: World, device: Device) -> dict[str, Any]:
    view = sent_view(world.table)
    message = {"game": view["game_id"], "seen": view["seq"], "to": view["undo_to"]}
    answer: dict[str, Any] = device.post("/undo", message).json
    return answer


@contextmanager
def two_players(data: Path, *, listen: bool = False) -> Iterator[TwoPlayers]:
    current = CurrentGame(TableGame(Settings(data=data, host="127.0.0.1", voice=False, listen=listen)))
    made = TwoPlayers(current)
    yield made
    made.world.served.close()
    current.close()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoPlayers]:
    with two_players(tmp_path) as made:
        yield made


def test_what_one_did_oneself_is_taken_back_at_once(two: TwoPlayers) -> None:
    with two.ana.stream(), two.bogdan.stream():
        assert two.undo(two.bogdan)["ok"]
    assert two.waits_for == "card_wait"


def test_the_other_side_is_asked_about_what_it_did_and_may_say_no(two: TwoPlayers) -> None:
    with two.bogdan.stream():
        assert (two.undo(two.ana)["ok"], two.waits_for) == (True, "orders_wait")
        assert "Patrol Left" in str(two.asked.text.values)
        assert two.undo(two.ana)["conflict"].startswith("Another change is being asked for")
        two.answer(agrees=False)
    assert two.waits_for == "orders_wait"
    assert "Bogdan says no" in two.told


def test_a_yes_takes_it_back_and_the_log_says_who_wanted_it(two: TwoPlayers) -> None:
    with two.bogdan.stream():
        two.undo(two.ana)
        two.answer(agrees=True)
    assert two.waits_for == "card_wait"
    assert two.world.table.journal.entries[-1].by == "Ana"
    assert two.current.shared.changes.due() is None


def test_nothing_is_taken_back_where_the_game_has_gone_on_meanwhile(two: TwoPlayers) -> None:
    with two.bogdan.stream():
        two.undo(two.ana)
        two.go_on(Order)
        two.answer(agrees=True)
    assert two.waits_for == "orders_wait"
    assert "gone on meanwhile" in two.told


def test_nobody_is_asked_about_an_undo_of_what_its_device_was_shown_before_the_game_went_on(
    two: TwoPlayers,
) -> None:
    view = sent_view(two.world.table)
    message = {"game": view["game_id"], "seen": view["seq"], "to": view["undo_to"]}
    with two.bogdan.stream():
        two.go_on(Order)
        assert two.ana.post("/undo", message).json["conflict"].startswith("Meanwhile this happened: ")
    assert two.current.shared.changes.open is None


def test_what_was_said_aloud_is_asked_about_too_and_not_done_where_the_game_has_gone_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears = Ears()
    monkeypatch.setattr("companion.voice.ear.Ear", lambda microphone: ears)
    ears.text = "undo"
    with two_players(tmp_path, listen=True) as two, two.bogdan.stream():
        offer = two.ana.post("/listen", {}).json["offer"]
        choice = {"id": offer["id"], "choice": 1}
        assert two.ana.post("/listen/choice", choice).json["result"]["ok"]
        assert "Patrol Left" in str(two.asked.text.values)
        two.go_on(Order)
        two.answer(agrees=True)
        assert two.waits_for == "orders_wait"
        assert "gone on meanwhile" in two.told


def test_where_the_other_side_is_asleep_it_is_taken_back_at_once(two: TwoPlayers) -> None:
    assert two.undo(two.ana)["ok"]
    assert two.waits_for == "card_wait"


def test_a_tablet_for_the_whole_table_takes_back_whatever_it_is(two: TwoPlayers) -> None:
    shared = two.world.device("both")
    with two.bogdan.stream():
        assert two.undo(shared)["ok"]
    assert two.waits_for == "card_wait"


def test_a_device_that_bears_the_other_player_s_name_is_the_other_side_all_the_same(two: TwoPlayers) -> None:
    namesake = two.world.device("south", "Bogdan")
    with two.bogdan.stream():
        assert two.undo(namesake)["ok"]
        assert "Patrol Left" in str(two.asked.text.values)
    assert two.waits_for == "orders_wait"


def test_of_several_other_sides_each_that_is_awake_is_asked(tmp_path: Path) -> None:
    """South and his ally have rolled; who rolled first may be asleep."""
    with world(tmp_path, scenario="three_fronts.reluctant_allies") as table:
        begun(table)
        south, ally, north = (table.device(role) for role in ("south", "south_ally", "north"))
        view, changes = sent_view(table.table), table.services.shared.changes
        message = {"game": view["game_id"], "seen": view["seq"], "to": view["seq"] - 2}
        with ally.stream():
            assert north.post("/undo", message).json["ok"]
            assert changes.open is not None and len(changes.open.asked) == 1
            assert north.post("/home/answer", {"number": changes.open.number, "agrees": False}).json["ok"]
            with south.stream():
                assert north.post("/undo", message).json["ok"]
                assert changes.open is not None and len(changes.open.asked) == 2
        assert table.seq == view["seq"]


def test_a_correction_of_what_the_other_side_did_is_asked_about_like_an_undo(two: TwoPlayers) -> None:
    another, card = {"do": "play_card", "card": "patrol_center"}, two.world.seq
    with two.bogdan.stream():
        for command, told in ((None, "Patrol Left"), (another, "Patrol Center")):
            assert two.correct(two.ana, command=command)["ok"]
            assert two.waits_for == "orders_wait"
            assert told in str(two.asked.text) and "later" not in str(two.asked.text)
            two.answer(agrees=False)
        assert two.correct(two.ana, command={"do": "roll", "faces": []})["ok"] is False
        assert two.current.shared.changes.open is None
        two.go_on(Order)
        two.correct(two.ana, seq=card, command={"do": "play_card", "card": "patrol_left"}, keep=True)
        assert "later" not in str(two.asked.text)  # what came after it is kept
        two.answer(agrees=False)
        two.correct(two.ana, seq=card, command=None, keep=True)
        assert "(and take back 1 later entry)" in str(two.asked.text)
        two.answer(agrees=True)
    assert two.waits_for == "card_wait"


def test_what_one_did_oneself_is_corrected_at_once(two: TwoPlayers) -> None:
    with two.ana.stream(), two.bogdan.stream():
        assert two.correct(two.bogdan, command=None)["told"]
    assert two.waits_for == "card_wait"


def moved_back(two: TwoPlayers) -> dict[str, dict[str, Any]]:
    """Have the camera see Bogdan's unit where it stood before its move; return the answers by their words."""
    table = two.world.table
    table.ask(CameraNews(CameraState.WATCHING))
    before = table.game.state.units
    for sort in (Order, Move):
        command = next(each for each in options(table.game) if isinstance(each, sort))
        assert two.bogdan.do(msgspec.to_builtins(command)).json["ok"]
    unit = command.unit
    table.ask(BoardSeen(observation=observed(two.world, unit, str(table.game.state.units[unit].at))))
    table.ask(BoardSeen(observation=observed(two.world, unit, str(before[unit].at))))
    question: dict[str, Any] = sent_view(table)["question"]
    words = [each["text"] for each in question["choices"]]
    return {word: {"question": question["text"], "choice": words.index(word) + 1} for word in words}


def test_an_answer_that_takes_back_what_the_other_side_did_is_asked_about_like_an_undo(
    two: TwoPlayers,
) -> None:
    answer, seen = moved_back(two)["Yes, take it back"], two.world.seq
    with two.bogdan.stream():
        assert two.ana.post("/answer", answer).json["ok"]
        assert two.asked.devices and two.world.seq == seen
        two.answer(agrees=False)
        assert two.bogdan.post("/answer", answer).json["ok"]
    assert two.current.shared.changes.open is None and two.world.seq > seen


def test_a_difference_that_is_settled_by_taking_back_is_asked_about_too(two: TwoPlayers) -> None:
    assert two.ana.post("/answer", moved_back(two)["No, leave it"]).json["ok"]
    seen, found = two.world.seq, sent_view(two.world.table)["table"]["differences"]
    message = {"offer": "follow", "differences": [one["id"] for one in found]}
    with two.bogdan.stream():
        assert two.ana.post("/differences", message).json["ok"]
        assert two.world.seq == seen
        two.answer(agrees=True)
    assert two.world.seq > seen


@pytest.mark.parametrize("goes_on", [Order, EndMainPhase])
@pytest.mark.parametrize("way", ["answer", "difference"])
def test_nothing_is_settled_where_the_game_has_gone_on_meanwhile(
    two: TwoPlayers, way: str, goes_on: type[Command]
) -> None:
    """Else a later act went with it, or the unit was put elsewhere than asked."""
    answers = moved_back(two)
    if way == "difference":
        assert two.ana.post("/answer", answers["No, leave it"]).json["ok"]
    found = sent_view(two.world.table)["table"]["differences"]
    offer = {"offer": "follow", "differences": [one["id"] for one in found]}
    with two.bogdan.stream():
        if way == "difference":
            assert two.ana.post("/differences", offer).json["ok"]
        else:
            assert two.ana.post("/answer", answers["Yes, take it back"]).json["ok"]
        two.go_on(goes_on)
        seen = two.world.seq
        two.answer(agrees=True)
    assert two.world.seq == seen
    assert "gone on meanwhile" in two.told


def test_whatever_takes_back_is_handed_in_one_at_a_time_like_any_tap(two: TwoPlayers) -> None:
    is_alone = list[bool]()

    def ask(wanted: TakesBack, guest: Guest) -> RequestResult:
        is_alone.append(taps._lock.locked())
        return RequestResult()

    seen, game = two.world.seq, two.world.table.row.id
    taps = CommandHandler(two.world.table, ask_others=ask)
    ana = Guest(device="ana's", role=Role.SOUTH, name="Ana")
    taps.undo(UndoRequest(seen=seen, to=0, game=game), ana)
    taps.correct(CorrectRequest(seen=seen, seq=seen, command=None), ana)
    taps.answer(AnswerRequest(question="What was done?", choice=1), ana)
    taps.settle(game, Settle(offer=DifferenceOffer.FOLLOW, differences=(), by="Ana"), ana)
    assert is_alone == [True] * 4


@pytest.fixture
def lineups(tmp_path: Path) -> Iterator[World]:
    """Call to Arms: north has laid its cards in secret, then south, and the Guards lie open."""
    with world(tmp_path, scenario="open_country") as made:
        sets = (ChooseSets(seat=seat, sets=(f"{camp}_a",)) for seat, camp in CAMPS.items())
        laid = (lineup(seat, f"{CAMPS[seat]}_a") for seat in (Seat.NORTH, Seat.SOUTH))
        made.say(IMPROMPTU, *sets, *laid)
        assert arms_of(made.table.game.state).guards_open
        yield made


def test_whose_secret_was_opened_is_asked_before_its_reader_chooses_anew(lineups: World) -> None:
    south, north = lineups.device("south"), lineups.device("north")
    seen, changes = lineups.seq, lineups.services.shared.changes
    with north.stream():
        assert undo(lineups, south)["ok"]
        assert changes.open is not None and lineups.seq == seen
        assert south.post("/home/answer", {"number": changes.open.number, "agrees": False}).json["ok"]
        assert south.post("/correct", {"seen": seen, "seq": seen, "command": None}).json["ok"]
        assert changes.open is not None and lineups.seq == seen


def test_who_laid_first_cannot_lay_anew_unasked_either_once_all_is_open(lineups: World) -> None:
    south, north = lineups.device("south"), lineups.device("north")
    seen, changes = lineups.seq, lineups.services.shared.changes
    with south.stream():
        assert north.post("/correct", {"seen": seen, "seq": seen - 1, "command": None}).json["ok"]
        assert changes.open is not None and lineups.seq == seen


def test_every_event_that_opens_a_secret_is_known_as_such() -> None:
    named = (each for module in (first.events, first.arms, second) for each in vars(module).values())
    events = {each for each in named if isinstance(each, type) and issubclass(each, Event)}
    opening = {each for each in events if each.__name__.endswith(("Opened", "Revealed"))}
    assert opening == {*OPENED_FOR_ALL, DeploymentRevealed}
