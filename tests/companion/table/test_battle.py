"""The newest battle is told blow by blow: what each die did, and what came of it, until the next act."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.view_structs import ShownBlow
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    CorrectScore,
    CorrectUnit,
    Counter,
    Decline,
    EndMainPhase,
    Order,
    PlaceUnit,
    PlayCard,
    Roll,
    StartGame,
)
from rules.kernel.values import AbilityId, CardId, Seat, UnitId
from rules.second.faces import CLEAVE, HEROIC, LORE, MORALE, PIERCE, STRIKE
from rules.second.messages import Commit
from tests.companion.dashboard_world import World, world
from tests.companion.first_questions import FIRST_QUESTIONS

HARVESTERS, GUARD = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    """A game in which one unit attacks another with four dice: it has lost a figure."""
    with world(tmp_path) as made:
        made.start()
        made.say(
            CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=2),
            PlayCard(card=CardId("line_advance")),
            Order(unit=HARVESTERS),
            Attack(unit=HARVESTERS, target=GUARD),
        )
        yield made


def blows(table: World) -> tuple[ShownBlow, ...]:
    return table.table.view(None).blows


def dice(blow: ShownBlow) -> dict[str, list[str]]:
    """Return what the dice of each face did."""
    told: dict[str, list[str]] = {}
    for die in blow.dice:
        told.setdefault(die.face, []).append(die.did)
    return told


def test_before_the_dice_lie_the_attack_alone_is_told(table: World) -> None:
    (blow,) = blows(table)
    assert blow.text == "Blood Harvesters 4 attacks Citadel Guard 4 (melee, 4 dice): 3 of its own, +1 by Rage"
    assert (blow.dice, blow.lines, blow.seq) == ((), (), None)


def test_each_die_says_what_it_did_and_what_is_still_to_choose(table: World) -> None:
    table.say(Roll(faces=(STRIKE, HEROIC, HEROIC, MORALE)))
    assert dice(blows(table)[0]) == {
        STRIKE: ["1 damage"],
        HEROIC: ["to choose", "to choose"],
        MORALE: ["1 retreat"],
    }
    table.say(Commit(dice={"frenzy": 1}))
    (blow,) = blows(table)
    assert dice(blow)[HEROIC] == ["Frenzy", "nothing"]
    assert blow.lines[0] == "Citadel Guard 4 loses 2 figures (1 left), must retreat 1 hex, retreats F4 → G3"
    assert blow.seq == table.seq - 1


def test_dice_of_which_none_is_given_to_an_ability_have_done_what_they_usually_do(tmp_path: Path) -> None:
    guard, harvesters = UnitId("citadel_guard-1"), UnitId("blood_harvesters-1")
    with world(tmp_path, scenario="free") as table:
        table.say(
            PlaceUnit(unit=guard, at=Hex("F4")),
            PlaceUnit(unit=harvesters, at=Hex("F5")),
            StartGame(),
            PlayCard(card=CardId("line_advance")),
            Order(unit=guard),
            Attack(unit=guard, target=harvesters),
            Roll(faces=(STRIKE, STRIKE, LORE)),
        )
        assert dice(blows(table)[0])[STRIKE] == ["to choose"] * 2
        table.say(Commit(dice={AbilityId("superior_tactics"): 0}))
        assert dice(blows(table)[0])[STRIKE] == ["1 damage"] * 2


def test_a_counter_is_a_blow_of_its_own_with_dice_of_its_own(table: World) -> None:
    table.say(Roll(faces=(STRIKE, LORE, LORE, LORE)), Counter())
    count = table.table.game.state.wait.count  # type: ignore[attr-defined]
    table.say(Roll(faces=(CLEAVE, PIERCE, *[LORE] * (count - 2))))
    attack, counter = blows(table)
    assert (attack.counter, counter.counter) == (False, True)
    assert dice(attack)[STRIKE] == ["1 damage"]
    assert "1 lore" in dice(attack)[LORE]
    assert (dice(counter)[CLEAVE], dice(counter)[PIERCE]) == (["1 damage"], ["nothing"])
    assert any(line.startswith("Blood Harvesters 4") for line in counter.lines)


def test_a_counter_that_only_drives_back_keeps_its_own_dice_when_it_is_over(table: World) -> None:
    table.say(
        Roll(faces=(HEROIC, HEROIC, STRIKE, LORE)), Decline(), Counter(), Roll(faces=(MORALE, PIERCE, LORE))
    )
    _, counter = blows(table)
    assert sorted(die.face for die in counter.dice) == sorted((MORALE, PIERCE, LORE))


def test_it_stays_until_the_next_act_whatever_is_put_right_meanwhile(table: World) -> None:
    table.say(Roll(faces=(STRIKE, LORE, LORE, MORALE)))
    while blows(table) and table.table.game.state.fights:
        table.say(Decline())
    told = blows(table)
    assert told
    table.say(CorrectScore(seat=Seat.SOUTH, lore=3))
    assert blows(table) == told
    table.device("both").post("/undo", {"seen": table.seq, "to": 0, "game": table.table.row.id})
    assert blows(table) == ()


def test_the_turn_s_end_puts_it_away(table: World) -> None:
    table.say(Roll(faces=(STRIKE, LORE, LORE, MORALE)))
    while table.table.game.state.fights:
        table.say(Decline())
    table.say(EndMainPhase())
    assert blows(table) == ()


def test_the_first_edition_tells_hits_flags_and_further_rolls(tmp_path: Path) -> None:
    with world(tmp_path, scenario="war_council") as first:
        for name, commands in FIRST_QUESTIONS.items():
            first.say(*commands)
            if name == "battling back":
                break
        (blow,) = blows(first)
        assert dice(blow) == {"blue": ["hit"], "red": ["nothing"], "lore": ["1 lore"]}
        assert "For the Critical Hit: red helmet" in blow.lines
