"""What the camera sees of moves and dice, and what the table makes of it."""

import pytest

from companion.table.requests import AnswerQuestion
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Counter,
    Move,
    Roll,
)
from rules.second.faces import HEROIC, LORE, STRIKE
from tests.companion.table_services import BH3, BH4, CG4, LINE_ADVANCE, Services
from vision.sightings import TROUBLES


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
