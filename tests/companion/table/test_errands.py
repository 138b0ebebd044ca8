"""What hands are to do after an event, and when it counts as done."""

from pathlib import Path

from companion.table.requests import AnswerQuestion, TickErrand, Undo
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Attack,
    CorrectUnit,
    Move,
    Order,
    PlaceBanner,
    RemoveBanner,
    Roll,
)
from rules.second.faces import LORE, MORALE, STRIKE
from tests.companion.table_services import BH4, CG4, LINE_ADVANCE, Services


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


def test_a_banner_that_people_tell_lies_there_and_is_no_errand_nor_when_they_take_it_back(
    touch: Services,
) -> None:
    for command in (PlaceBanner(at=Hex("C5")), PlaceBanner(at=Hex("F5")), RemoveBanner(at=Hex("F5"))):
        touch.say(command)
    assert errands(touch) == []
    touch.table.ask(Undo(to=touch.view["undo_to"], by="south"))
    assert errands(touch) == []


def test_a_move_by_tap_asks_for_nothing_where_no_camera_looks_on_but_what_came_of_it_does(
    touch: Services,
) -> None:
    touch.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    assert errands(touch) == []
    touch.say(Attack(unit=BH4, target=CG4))
    touch.say(Roll(faces=(STRIKE, MORALE, LORE)))
    assert errands(touch) == [
        "Take one figure from Citadel Guard 4 in F4",
        "Move Citadel Guard 4 from F4 to G3",
    ]
    touch.say(Advance(to=Hex("F4")))
    assert not [text for text in errands(touch) if "Blood Harvesters" in text]


# Of what must not happen twice, or to the wrong thing
