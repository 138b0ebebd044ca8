"""The score, for the ear: who leads, what has changed, who has nearly won; nothing where nothing is due."""

import msgspec
import pytest

from companion.words.announcer import sentences
from companion.words.names import Language
from companion.words.phrases import load_phrases
from rules.kernel import messages as m
from rules.kernel.ruleset import Game
from rules.kernel.values import Cause, Seat
from tests.companion.words.worded import points

TURN = m.TurnStarted(seat=Seat.SOUTH, turn=4)
ASKED = m.Awaited(waits=(m.OrdersWait(seat=Seat.SOUTH),))
BANNER = points(cause=Cause.BANNER)
GAIN = points()


def standing(game: Game, north: int, south: int) -> Game:
    sides = {
        seat: msgspec.structs.replace(game.state.sides[seat], points=count)
        for seat, count in {Seat.NORTH: north, Seat.SOUTH: south}.items()
    }
    return Game(game.ruleset, msgspec.structs.replace(game.state, sides=sides))


def heard(game: Game, *events: m.Event, lang: str = "en") -> str:
    language = Language(load_phrases("second", lang))
    return sentences((*events, ASKED), game, language=language)[0].text


@pytest.mark.parametrize(
    ("north", "south", "says"),
    [
        (2, 0, "and take the lead, two to zero!"),
        (5, 4, "and take the lead, five to four!"),
        (6, 3, "and lead, six to three."),
        (4, 6, ". Daqan lead, six to four."),
        (5, 5, ". All square, five all!"),
        (14, 4, "and lead, fourteen to four. Uthuk are only two points from victory!"),
        (15, 14, "and take the lead, fifteen to fourteen! Uthuk are only one point from victory!"),
        (13, 15, ". Daqan lead, fifteen to thirteen."),
    ],
)
def test_after_points_it_is_told_how_the_game_stands(north: int, south: int, says: str, game: Game) -> None:
    text = heard(standing(game, north, south), GAIN)
    assert text.removeprefix("Uthuk gain two victory points").lstrip() == says


def test_before_a_turn_both_scores_are_told_once_somebody_has_points(game: Game) -> None:
    assert heard(standing(game, 4, 1), TURN) == "Uthuk lead, four to one. Turn four, Daqan."
    assert heard(standing(game, 3, 3), TURN) == "Still level, three all. Turn four, Daqan."
    assert heard(standing(game, 0, 0), TURN) == "Turn four, Daqan."


def test_points_of_a_turn_s_beginning_come_before_the_score(game: Game) -> None:
    text = heard(standing(game, 4, 1), TURN, points(cause=Cause.TENT))
    assert text == "Turn four, Daqan. Uthuk gain two victory points for the tent and lead, four to one."


def test_several_banners_are_one_sum(game: Game) -> None:
    text = heard(standing(game, 6, 5), BANNER, points(total=8, cause=Cause.BANNER))
    assert text == "Uthuk gain four victory points for their banners and take the lead, six to five!"


def test_points_that_are_lost_may_change_who_leads(game: Game) -> None:
    text = heard(standing(game, 3, 4), points(count=-2, total=3))
    assert text == "Uthuk lose two victory points. Daqan take the lead, four to three!"


def test_a_victory_is_told_with_both_scores_and_no_other(game: Game) -> None:
    won = m.GameWon(seat=Seat.NORTH, elimination=False)
    text = heard(standing(game, 17, 11), GAIN, won)
    assert text == "Uthuk gain two victory points. Uthuk win the game, seventeen to eleven!"


def test_a_score_is_counted_in_romanian_as_romanians_count_it(game: Game) -> None:
    assert heard(standing(game, 2, 1), TURN, lang="ro") == "Uthuk conduc, doi la unu. Tura patru, Daqan."
    assert "Egalitate, doi la doi!" in heard(standing(game, 2, 2), BANNER, lang="ro")
