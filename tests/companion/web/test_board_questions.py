"""What is asked of the board by keys is answered to the device that asks, as far as its seat may know."""

from pathlib import Path

import pytest

from companion.voice.board_answers import BoardAnswers
from rules.kernel.hexes import Hex
from rules.kernel.messages import NoteHand, PlayCard
from rules.kernel.values import CardId, Seat
from tests.companion.dashboard_world import world


def test_each_question_is_answered_and_a_hand_to_its_owner_alone(tmp_path: Path) -> None:
    with world(tmp_path) as here:
        here.start()
        here.say(PlayCard(card=CardId("line_advance")), NoteHand(seat=Seat.NORTH, known=(CardId("wedge"),)))
        answers = BoardAnswers(here.table.game, here.services.language)
        devices = {role: here.device(role) for role in ("south", "north", "both", "watch")}
        told = {
            role: {
                what: device.get(f"/board/answer?what={what}&hex=F5").json["text"]
                for what in ("near", "reach", "hand", "waiting")
            }
            for role, device in devices.items()
        }
        for each in told.values():
            assert each["near"] == answers.near(Hex("F5"))
            assert each["reach"] == answers.reach(Hex("F5"))
            assert each["waiting"] == answers.waiting()
        assert [role for role, each in told.items() if "Wedge" in str(each)] == ["north"]
        assert told["both"]["hand"] == told["watch"]["hand"] == "This device has no hand of its own."
        assert here.stranger().get("/board/answer?what=near&hex=F5").status_code == 403


@pytest.mark.parametrize("asked", ["", "?what=near", "?what=reach&hex=Z9", "?what=cards&hex=F5"])
def test_what_cannot_be_answered_is_refused_in_a_sentence(tmp_path: Path, asked: str) -> None:
    with world(tmp_path) as here:
        answer = here.device("south").get(f"/board/answer{asked}")
        assert (answer.status_code, answer.json["trouble"]) == (
            404,
            "Nobody can answer that. Load the page again.",
        )
