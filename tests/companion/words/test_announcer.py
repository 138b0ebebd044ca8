"""What is said of decisions, how they are told together, and what the announcer tells the voice."""

import random
import re
from dataclasses import dataclass, field

import pytest

from companion.announcer import (
    Announcer,
    command_text,
    log_text,
    sentences,
    wait_text,
)
from companion.speaking.text import MOST_LETTERS
from companion.speaking.waiting import Priority
from rules import messages as m
from rules.decide import options
from rules.game import new_game, play
from rules.hexes import Hex
from rules.ruleset import Game
from rules.values import CardId, Cause, Face, Seat, Section, UnitId
from tests.companion.words.worded import (
    BH4,
    CG4,
    F4,
    F5,
    FORCED,
    G3,
    LORE,
    ORDERS,
    RETREATED,
    ROLLED,
    SPOKEN,
    WAITS,
    assert_is_plain,
    attack,
    hit,
    points,
    said,
)


def test_a_roll_and_all_that_comes_of_it_is_one_breath(game: Game) -> None:
    events = (ROLLED, hit(), FORCED, RETREATED, LORE, m.Awaited(waits=(ORDERS,)))
    assert said(game, *events) == [
        "Strike, morale and lore. Citadel Guard four loses one figure and retreats to G 3. "
        "Uthuk gain one lore."
    ]


def test_an_elimination_is_said_once_and_without_counting_its_figures(game: Game) -> None:
    events = (hit(damage=2, left=0), m.Eliminated(unit=CG4, at=F4))
    assert said(game, *events) == ["Citadel Guard four is eliminated."]
    assert log_text(events, game) == "Citadel Guard 4 suffers 2 damage, is eliminated on F4"


def test_what_dice_and_abilities_do_to_a_unit_is_added_up(game: Game) -> None:
    blows = (hit(left=2), hit(left=1, cause=Cause.ABILITY))
    assert said(game, *blows) == ["Citadel Guard four loses two figures."]
    assert log_text(blows, game) == "Citadel Guard 4 loses 1 figure (2 left), loses 1 figure (1 left)"
    apart = (hit(left=2), hit(left=1, cause=Cause.BLOCKED_RETREAT))
    assert said(game, *apart) == [
        "Citadel Guard four loses one figure and loses one figure to a blocked retreat."
    ]
    fatal = (hit(left=1), hit(left=0, cause=Cause.ABILITY), m.Eliminated(unit=CG4, at=F4))
    assert said(game, *fatal) == ["Citadel Guard four is eliminated."]


def test_two_hexes_of_retreat_are_told_by_where_they_end(game: Game) -> None:
    further = m.Retreated(unit=CG4, start=G3, to=Hex("G2"))
    assert said(game, RETREATED, further) == ["Citadel Guard four retreats to G 2."]
    assert log_text((RETREATED, further), game) == "Citadel Guard 4 retreats F4 → G3, retreats G3 → G2"


def test_a_retreat_that_waits_for_a_choice_is_announced_and_asked_for(game: Game) -> None:
    way = WAITS[8][0]
    assert said(game, FORCED, m.Awaited(waits=(way,))) == [
        "Citadel Guard four must retreat one hex.",
        "Daqan: choose where Citadel Guard four retreats, east or south-east.",
    ]


def test_the_end_of_a_turn_tells_points_whose_turn_it_is_and_what_to_do(game: Game) -> None:
    events = (
        points(cause=Cause.BANNER, at=F5),
        m.CardDrawn(seat=Seat.NORTH, cards=5),
        m.TurnEnded(seat=Seat.NORTH),
        m.TurnStarted(seat=Seat.SOUTH, turn=4),
        m.Awaited(waits=(m.CardWait(seat=Seat.SOUTH),)),
    )
    assert said(game, *events) == [
        "Uthuk gain two victory points for the banner on F 5, now six. Turn four, Daqan.",
        "Daqan: play a command card.",
    ]


def test_the_orders_of_one_card_are_one_sentence(game: Game) -> None:
    grants = [
        m.OrdersGranted(grant=m.GrantOrders(count=count, section=section))
        for section, count in ((Section.LEFT, 1), (Section.CENTER, 2))
    ]
    text = "They may order one unit on the left and two units in the center."
    assert said(game, *grants) == [text]


@pytest.mark.parametrize(
    ("grant", "text"),
    [
        (m.GrantOrders(count=1, traits=("infantry", "cavalry")), "one infantry or cavalry unit"),
        (m.GrantOrders(count=3, not_weak=True), "three units with more than one figure"),
        (m.GrantOrders(count=3, traits=("archer",)), "three archer units"),
        (m.GrantOrders(count=1), "one unit"),
    ],
)
def test_whom_a_card_orders(game: Game, grant: m.GrantOrders, text: str) -> None:
    assert said(game, m.OrdersGranted(grant=grant)) == [f"They may order {text}."]


def test_an_attack_is_told_with_its_dice_and_they_are_not_asked_for_again(game: Game) -> None:
    dice = m.Awaited(waits=(ORDERS, m.DiceWait(seat=Seat.NORTH, count=3, unit=BH4)))
    assert said(game, attack(), dice) == ["Blood Harvesters four attacks Citadel Guard four with three dice."]
    assert said(game, dice) == ["Roll three dice."]


def test_nobody_hears_or_reads_which_cards_were_noted(game: Game) -> None:
    events = (m.HandNoted(seat=Seat.NORTH, known=(CardId("patrol_left"),)), m.Awaited(waits=(ORDERS,)))
    assert said(game, *events) == []
    assert log_text(events, game) == "Uthuk noted their hand"


@pytest.mark.parametrize(
    "event",
    [points(), points(cause=Cause.BANNER, at=F5), RETREATED, LORE, hit(), m.Eliminated(unit=CG4, at=F4)],
)
def test_points_lore_retreats_and_losses_are_never_crowded_out_by_small_talk(
    game: Game, event: m.AnyEvent
) -> None:
    (sentence,) = sentences((m.Moved(unit=BH4, start=F5, to=G3), event), game)
    assert sentence.priority is Priority.HIGH
    assert sentence.ttl >= 60
    assert sentence.key == ""


def test_a_win_interrupts(game: Game) -> None:
    (sentence,) = sentences((m.GameWon(seat=Seat.NORTH, elimination=False),), game)
    assert sentence.priority is Priority.URGENT
    assert sentence.text == "Uthuk win the game with sixteen victory points!"


def test_a_newer_move_of_the_same_unit_replaces_the_older_one(game: Game) -> None:
    one, two = (sentences((m.Moved(unit=BH4, start=F5, to=to),), game)[0] for to in (G3, F4))
    other = sentences((m.Moved(unit=CG4, start=F5, to=G3),), game)[0]
    assert one.key == two.key != other.key
    assert one.text == "Blood Harvesters four to G 3."


def test_a_long_decision_is_said_in_portions_that_no_engine_cuts(game: Game) -> None:
    events = [
        event
        for number in range(1, 12)
        for unit in [UnitId(f"blood_harvesters-{number}")]
        for event in (hit(unit), m.Retreated(unit=unit, start=F5, to=G3))
    ]
    found = said(game, *events)
    assert len(found) > 1
    assert all(len(text) < MOST_LETTERS for text in found)
    assert " ".join(found).count("loses one figure and retreats to G 3.") == 11


def answer(game: Game, chance: random.Random) -> m.AnyCommand:
    match game.state.wait:
        case m.SetUpWait(banners=0):
            return m.StartGame()
        case m.SetUpWait(banners=missing):
            return m.PlaceBanner(at=game.ruleset.scenario.banners.stand_in[-missing])
        case m.DiceWait(count=count):
            return m.Roll(faces=tuple(chance.choice(tuple(Face)) for _ in range(count)))
        case _:
            return chance.choice(options(game))


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_told_in_words(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    running = new_game(game.ruleset)
    for _ in range(2000):
        command = answer(running, chance)
        assert_is_plain(command_text(command, running))
        running, events = play(running, command)
        assert isinstance(events, tuple)
        for sentence in sentences(events, running):
            assert re.fullmatch(SPOKEN, sentence.text), sentence.text
        assert_is_plain(log_text(events, running))
        assert_is_plain(wait_text(running.state.wait, running))
        if isinstance(running.state.wait, m.OverWait):
            assert "win the game" in " ".join(said(running, *events))
            return
    raise AssertionError("the game did not end")


@dataclass
class Listener:
    """A voice that writes down what it is told."""

    heard: list[tuple[str, Priority, str]] = field(default_factory=list)

    def say(
        self, text: str, priority: Priority = Priority.NORMAL, *, key: str = "", ttl: float = 20.0
    ) -> bool:
        self.heard.append((text, priority, key))
        return True

    def hush(self) -> None:
        self.heard.clear()


def test_the_announcer_tells_the_voice_everything_in_order(game: Game) -> None:
    listener = Listener()
    announcer = Announcer(listener)
    announcer.hear((LORE, m.Awaited(waits=(m.CardWait(seat=Seat.NORTH),))), game)
    announcer.say("Take one figure from Citadel Guard 4.", Priority.HIGH, "errands")
    assert [text for text, _, _ in listener.heard] == [
        "Uthuk gain one lore.",
        "Uthuk: play a command card.",
        "Take one figure from Citadel Guard 4.",
    ]
    assert listener.heard[-1][1:] == (Priority.HIGH, "errands")


def test_an_undo_silences_what_is_no_longer_true(game: Game) -> None:
    listener = Listener()
    announcer = Announcer(listener)
    announcer.hear((LORE,), game)
    announcer.hear((m.Retracted(to=4), m.Awaited(waits=(ORDERS,))), game)
    assert [text for text, _, _ in listener.heard] == ["Taken back."]


def test_without_a_voice_the_announcer_says_nothing(game: Game) -> None:
    announcer = Announcer(None)
    announcer.hear((LORE,), game)
    announcer.say("Hello.")
