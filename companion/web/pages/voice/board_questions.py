"""What a device asks for somebody who does not see the board; the answer is that device's alone to say."""

from enum import StrEnum

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify, request

from companion.table.table import Table
from companion.voice.board_answers import BoardAnswers
from companion.web.requests.i18n import tr
from companion.web.requests.json_io import to_json
from rules.kernel.hands import without_hands
from rules.kernel.hexes import Hex


class BoardQuestion(StrEnum):
    """What can be asked: NEAR and REACH of a hex, HAND and WAITING at any time."""

    NEAR = "near"
    REACH = "reach"
    HAND = "hand"
    WAITING = "waiting"


class BoardAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer in words, to be said and shown on the device that asked."""

    text: str


class BoardQuestionViews:
    """The questions at *table*, each answered as far as the seat of the device that asks may know."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def answer(self) -> Response | tuple[Response, int]:
        """Return the answer to question ``what`` about ``hex``, where it is about one."""
        what, place = request.args.get("what", ""), Hex(request.args.get("hex", ""))
        game = self._table.game
        is_of_hex = what in (BoardQuestion.NEAR, BoardQuestion.REACH)
        if what not in {*BoardQuestion} or (is_of_hex and place not in game.ruleset.board):
            return jsonify(trouble=tr("Nobody can answer that. Load the page again.")), 404
        return to_json(BoardAnswer(text=self._text(BoardQuestion(what), place)))

    def _text(self, what: BoardQuestion, place: Hex) -> str:
        seat = g.guest.role.seat
        answers = BoardAnswers(without_hands(self._table.game, seat), self._table.journal.language)
        match what:
            case BoardQuestion.NEAR:
                return answers.near(place)
            case BoardQuestion.REACH:
                return answers.reach(place)
            case BoardQuestion.HAND:
                return answers.hand(seat, is_marshal=g.guest.role.is_marshal)
            case BoardQuestion.WAITING:
                return answers.waiting()


def register_board_questions(app: Flask, table: Table) -> None:
    """Give *app*, which has the dashboard already, what is asked of the board by those who hear it."""
    blueprint = Blueprint("by_ear", __name__)
    blueprint.add_url_rule("/board/answer", "answer", BoardQuestionViews(table).answer)
    app.register_blueprint(blueprint)
