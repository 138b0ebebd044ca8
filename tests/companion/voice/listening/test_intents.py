"""What a sentence would do now."""

from typing import Any

import msgspec
import pytest

from companion.reconcile.moment import DiceSeen, LogLine, Moment, TableState
from companion.reconcile.questions import Choice, ChoiceAction, TableQuestion
from companion.voice.board_answers import BoardAnswers
from companion.voice.intents import Intent, IntentContext, IntentKind, intent_of
from companion.voice.listening.grammar import Spoken, SpokenVerb, grammar_of
from companion.words.ask import ask_of
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.values import Seat, UnitId
from rules.second.faces import MORALE
from tests.companion.voice.listening.spoken import battle


def line(seq: int, text: str) -> LogLine:
    return LogLine(seq=seq, turn=1, at=0.0, by="north", text=text)


def scene(game: Game, **shown: Any) -> IntentContext:
    moment = Moment(
        number=1,
        seq=4,
        game=game,
        lines=(line(3, "Before."), line(4, "Citadel Guard 1 is ordered.")),
        errands=(),
        state=TableState.NO_CAMERA,
        text="",
        differences=(),
        ignored=(),
        question=None,
        dice=None,
        roll=None,
        undo_to=3,
        alarms={},
    )
    ask = ask_of(game.state.wait, options(game), game)
    return IntentContext(game, msgspec.structs.replace(moment, **shown), ask)


def meant(text: str, game: Game | None = None, **shown: Any) -> Intent:
    game = game or battle()
    said = grammar_of(game, is_asked=True).understood(text)
    assert said is not None, text
    return intent_of(said, scene(game, **shown))


def ordered(*units: str) -> Game:
    game = battle()
    for unit in units:
        game = play(game, m.Order(unit=UnitId(unit))).game
    return game


def test_undo_is_asked_back_and_says_what_is_taken_back() -> None:
    found = meant("undo")
    assert found.kind is IntentKind.ASK
    assert found.text == "Take back: Citadel Guard 1 is ordered.?"
    assert found.acts[0].undo_to == 3


def test_where_nothing_can_be_taken_back_undo_says_so() -> None:
    assert meant("undo", undo_to=None).text == "There is nothing that could be taken back."


def test_an_order_is_given_at_once() -> None:
    found = meant("order blood harvesters one")
    assert found.kind is IntentKind.DO
    assert found.acts[0].command == m.Order(unit=UnitId("blood_harvesters-1"))


def test_the_end_of_the_main_phase_is_asked_back_and_says_what_is_dropped() -> None:
    found = meant("end the turn")
    assert found.kind is IntentKind.ASK
    assert found.text.startswith("Still to order: 1 unit on the left, ")
    assert found.text.endswith(" on the right. End the turn?")
    assert found.acts[0].command == m.EndMainPhase()
    assert meant("next") == found


def test_a_name_that_may_mean_several_units_is_asked_back() -> None:
    found = meant("order viper legion")
    assert found.kind is IntentKind.ASK
    assert found.text == "Which one?"
    assert len(found.acts) > 1


def test_what_the_rules_refuse_is_left_to_them_to_refuse_in_words() -> None:
    found = meant("attack citadel guard one with blood harvesters one")
    assert found.kind is IntentKind.DO
    assert found.acts[0].command not in options(battle())


def test_a_hex_named_by_a_bare_letter_is_asked_back() -> None:
    game = ordered("blood_harvesters-1")
    move = next(one for one in options(game) if isinstance(one, m.Move))
    said = Spoken(SpokenVerb.MOVE, (move.unit,), hex=move.to)
    assert intent_of(said, scene(game)).kind is IntentKind.DO
    assert intent_of(said._replace(is_lettered=True), scene(game)).kind is IntentKind.ASK


def test_score_and_who_are_told() -> None:
    assert meant("score").text == (
        "Daqan Lords: 0 points, 0 lore; Uthuk Y'llan: 0 points, 0 lore. 16 points win."
    )
    assert meant("who").text == "Uthuk: give orders and move"
    assert meant("say again").kind is IntentKind.SAY_AGAIN


def test_what_stands_near_a_hex_and_what_is_in_reach_are_told() -> None:
    answers = BoardAnswers(battle())
    near, reach = answers.near(Hex("F5")), answers.reach_of(UnitId("blood_harvesters-1"))
    assert meant("near foxtrot five") == Intent(IntentKind.TELL, near)
    assert meant("what can blood harvesters one reach") == Intent(IntentKind.TELL, reach)
    assert meant("what can e five reach").text == "Nobody stands on E 5."
    two = Spoken(SpokenVerb.REACH, (UnitId("blood_harvesters-1"), UnitId("blood_harvesters-2")))
    for several in (meant("what can blood harvesters reach"), intent_of(two, scene(battle()))):
        assert several.text == "That may mean several units. Say the name with its number."


def test_a_hand_is_told_aside_and_is_that_of_the_seat_at_which_it_is_asked_for() -> None:
    said, there = Spoken(SpokenVerb.HAND), scene(battle())
    assert intent_of(said, there).text == "This device has no hand of its own."
    found = intent_of(said, there._replace(seat=Seat.NORTH))
    assert found == Intent(IntentKind.TELL_ASIDE, BoardAnswers(battle()).hand(Seat.NORTH))


def test_yes_and_no_answer_the_tables_question() -> None:
    yes, no = Choice("Yes, it is", ChoiceAction()), Choice("No", ChoiceAction(dismisses=True))
    question = TableQuestion("key", "Is that the roll?", (yes, no))
    assert meant("yes", question=question).acts[0].answer == 1
    assert meant("no", question=question).acts[0].answer == 2
    assert meant("next", question=question).kind is IntentKind.TELL
    three = question._replace(choices=(yes, yes, no))
    assert meant("yes", question=three).kind is IntentKind.ASK
    assert meant("no", question=three).acts[0].answer == 3


def test_yes_answers_nothing_where_nothing_is_asked() -> None:
    assert meant("yes").kind is IntentKind.TELL


def test_dice_are_read_back_before_they_count() -> None:
    wait = m.DiceWait(seat=Seat.NORTH, count=2, unit=UnitId("blood_harvesters-1"))
    game = battle()._replace(state=_with_wait(battle(), wait))
    assert meant("roll", game).text == "The dice cannot be read: tap what they show."
    dice = DiceSeen(faces=("morale", "morale"), confidence=(1.0, 1.0), doubtful=(False, False))
    found = meant("roll", game, dice=dice)
    assert found.kind is IntentKind.ASK
    assert found.acts[0].command == m.Roll(faces=(MORALE, MORALE))
    assert intent_of(Spoken(SpokenVerb.ROLL), scene(battle())).kind is IntentKind.TELL


def test_a_units_name_tells_how_it_stands_where_it_can_do_nothing() -> None:
    found = meant("citadel guard two")
    assert found.kind is IntentKind.TELL
    assert found.text.startswith("Citadel Guard 2 stands on ")


@pytest.mark.parametrize(
    ("text", "command"),
    [("yes", m.Counter()), ("no", m.Decline()), ("counter", m.Counter()), ("next", m.Decline())],
)
def test_a_counter_is_answered_by_yes_and_no(text: str, command: m.Command) -> None:
    guard, enemy = UnitId("citadel_guard-1"), UnitId("blood_harvesters-1")
    wait = m.CounterWait(seat=Seat.SOUTH, unit=guard, target=enemy)
    game = battle()._replace(state=_with_wait(battle(), wait))
    assert meant(text, game).acts[0].command == command


def _with_wait(game: Game, wait: m.Wait) -> Any:
    return msgspec.structs.replace(game.state, waits=(*game.state.waits, wait))
