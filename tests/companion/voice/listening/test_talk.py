"""The Talk button's requests: what is heard is done like a tap, or asked back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.voice.ear import BusyError, Trust
from companion.voice.listening.microphone import CONNECT, NoMicrophoneError
from companion.web.pages.voice.push_to_talk import NOT_UNDERSTOOD, register_talk
from companion.web.requests.commands import CommandHandler
from rules.kernel.messages import NoteHand, PlayCard
from rules.kernel.translatable import Message
from rules.kernel.values import CardId, Seat
from tests.companion.dashboard_world import World, world
from tests.companion.voice.listening.talking import Ears, TalkSpeaker


class Room:
    """A table in its main phase, and somebody at the Talk button."""

    def __init__(self, here: World) -> None:
        self.world, self.ears, self.mouth = here, Ears(), TalkSpeaker()
        register_talk(
            here.app,
            self.ears,
            here.table,
            self.mouth,
            counter=CommandHandler(here.table),
        )
        self.tablet = here.device("both")
        here.start()
        here.say(PlayCard(card=CardId("line_advance")))

    def hears(self, text: str, trust: Trust = Trust.ACCEPTED) -> dict[str, Any]:
        self.ears.text, self.ears.trust = text, trust
        answer: dict[str, Any] = self.tablet.post("/listen", {}).get_json()
        return answer

    def chooses(self, offer: dict[str, Any], choice: int) -> dict[str, Any]:
        answer: dict[str, Any] = self.tablet.post(
            "/listen/choice", {"id": offer["id"], "choice": choice}
        ).get_json()
        return answer

    @property
    def ordered(self) -> list[str]:
        return [unit.id for unit in self.world.table.game.state.units.values() if unit.ordered]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with world(tmp_path) as here:
        yield Room(here)


ORDER, UNIT = "order blood harvesters one", "blood_harvesters-1"


def test_what_is_heard_well_is_done_like_a_tap(room: Room) -> None:
    answer = room.hears(ORDER)
    assert answer["result"]["ok"], answer
    assert answer["heard"] == ORDER
    assert room.ordered == [UNIT]


def test_what_is_doubtful_is_asked_back_aloud_and_done_only_after_yes(room: Room) -> None:
    answer = room.hears(ORDER, Trust.DOUBTFUL)
    assert answer["text"].startswith("Did you mean: ")
    assert room.mouth.said == [answer["text"]]
    assert room.ordered == []
    assert room.chooses(answer["offer"], 1)["result"]["ok"]
    assert room.ordered == [UNIT]


def test_what_else_may_have_been_said_is_offered_beside_it_as_far_as_it_can_be_done(room: Room) -> None:
    room.ears.others = ("order blood harvesters four", "attack citadel guard one with blood harvesters one")
    answer = room.hears(ORDER, Trust.DOUBTFUL)
    assert answer["text"] == "Which one?"
    assert answer["offer"]["choices"] == ["Order Blood Harvesters 1", "Order Blood Harvesters 4"]
    assert room.chooses(answer["offer"], 2)["result"]["ok"]
    assert room.ordered == ["blood_harvesters-4"]


def test_of_short_words_that_sound_alike_each_is_offered_by_name(room: Room) -> None:
    room.hears(ORDER)
    room.ears.others = ("undo", "score")
    answer = room.hears("who", Trust.DOUBTFUL)
    assert answer["offer"]["choices"] == ["who", "Take it back", "score"]
    assert "points win" in room.chooses(answer["offer"], 3)["text"]


def test_in_romanian_english_is_understood_and_answered_in_romanian(tmp_path: Path) -> None:
    with world(tmp_path / "ro", language="ro") as here:
        room = Room(here)
        assert room.hears(ORDER)["heard"] == ORDER
        assert room.ordered == [UNIT]
        assert room.hears("undo")["text"].startswith(
            here.services.language.tr("Take back: {1}?", "").strip("?")
        )
        assert 'lang="ro"' in room.tablet.get("/").text


def test_a_spoken_yes_answers_too_and_no_does_nothing(room: Room) -> None:
    assert room.hears("yes")["text"] == NOT_UNDERSTOOD  # nothing is asked
    room.hears(ORDER, Trust.DOUBTFUL)
    assert room.hears("no")["text"] == "Nothing was done."
    room.hears(ORDER, Trust.DOUBTFUL)
    assert room.hears("yes")["result"]["ok"]
    assert room.ordered == [UNIT]


def test_a_doubtful_yes_is_no_yes(room: Room) -> None:
    room.hears(ORDER, Trust.DOUBTFUL)
    room.hears("yes", Trust.DOUBTFUL)
    assert room.ordered == []


def test_undo_is_asked_back_however_well_it_was_heard(room: Room) -> None:
    room.hears(ORDER)
    answer = room.hears("undo")
    assert answer["text"].startswith("Take back: ")
    assert room.ordered == [UNIT]
    assert room.chooses(answer["offer"], 1)["result"]["ok"]
    assert room.ordered == []


def test_what_was_asked_back_counts_only_once_and_only_for_the_game_it_was_about(room: Room) -> None:
    answer = room.hears(ORDER, Trust.DOUBTFUL)
    room.tablet.do({"do": "order", "unit": "blood_harvesters-2"})
    assert "Meanwhile" in room.chooses(answer["offer"], 1)["result"]["conflict"]
    assert room.chooses(answer["offer"], 1)["text"] == "That has been settled meanwhile."
    assert room.ordered == ["blood_harvesters-2"]


def test_none_of_what_was_offered_does_nothing(room: Room) -> None:
    answer = room.hears("order viper legion")
    assert len(answer["offer"]["choices"]) > 1
    assert room.hears("yes")["text"] == "Which one?"
    answer = room.hears("order viper legion")
    assert room.chooses(answer["offer"], 0)["text"] == "Nothing was done."
    assert room.ordered == []


def test_what_the_rules_refuse_is_refused_in_words(room: Room) -> None:
    answer = room.hears("attack citadel guard one with blood harvesters one")
    assert not answer["result"]["ok"]
    assert answer["result"]["refused"]["text"]


def test_score_and_last_words_are_told(room: Room) -> None:
    assert "points win" in room.hears("score")["text"]
    assert room.hears("say again")["text"] == ""
    assert room.mouth.said == ["again"]
    assert room.hears("score", Trust.DOUBTFUL)["text"] == "Did you mean: score?"


def test_a_hand_is_told_to_whoever_asks_and_never_aloud_nor_asked_back(room: Room) -> None:
    room.world.say(NoteHand(seat=Seat.NORTH, known=(CardId("wedge"),)))
    room.tablet = room.world.device("north")
    for trust in (Trust.ACCEPTED, Trust.DOUBTFUL):
        answer = room.hears("my hand", trust)
        assert answer["text"].startswith("My hand: Wedge. ")
        assert answer["is_aside"] and answer["offer"] is None
    room.tablet = room.world.device("south")
    assert "Wedge" not in room.hears("my hand")["text"]
    room.ears.others = ("my hand",)
    assert "Wedge" not in str(room.hears("score", Trust.DOUBTFUL))
    assert not [said for said in room.mouth.said if "Wedge" in said]


def test_what_stands_near_is_told_aloud(room: Room) -> None:
    answer = room.hears("near foxtrot five")
    assert answer["text"].startswith("F 5, ") and not answer["is_aside"]
    assert room.mouth.said == [answer["text"]]


def test_chatter_does_nothing(room: Room) -> None:
    seen = room.world.seq
    assert room.hears("pass the salt please")["text"] == NOT_UNDERSTOOD
    assert room.world.seq == seen


@pytest.mark.parametrize(
    "trouble",
    [NoMicrophoneError(Message("No microphone: gone."), CONNECT), BusyError("Somebody is speaking already.")],
)
def test_troubles_are_one_sentence(room: Room, trouble: Exception) -> None:
    room.ears.trouble = trouble
    answer = room.tablet.post("/listen", {})
    assert answer.status_code == 409
    assert answer.get_json()["trouble"] == str(trouble)


def test_letting_go_stops_and_onlookers_may_not_talk(room: Room) -> None:
    assert room.tablet.post("/listen/stop", {}).get_json() == {"ok": True}
    assert room.ears.stopped == 1
    onlooker = room.world.device("watch")
    for address in ("/listen", "/listen/stop", "/listen/choice"):
        assert onlooker.post(address, {}).status_code == 403


def test_the_button_is_on_the_page_only_where_commands_are_taken(room: Room, tmp_path: Path) -> None:
    assert "talking.mjs" in room.tablet.get("/").text
    assert "talking.mjs" not in room.world.device("watch").get("/").text
    with world(tmp_path / "other") as silent:
        assert "talking.mjs" not in silent.device("both").get("/").text
        assert silent.device("both").post("/listen", {}).status_code in (404, 405)
