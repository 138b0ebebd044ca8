"""Positions as text: written, read back, and refused with every fault."""

from random import Random

import pytest

from rules import messages as m
from rules.game import new_game
from rules.hexes import Direction, Hex
from rules.notation import NotationError, describe, format_position, parse_position
from rules.ruleset import Game
from rules.values import AbilityId, Face, Marker, Seat, Section, Step, UnitId
from rules.words import format_struct, format_value, parse_fields, parse_value
from tests.rules.playing import learning_rules, play_random

RULES = learning_rules()


@pytest.mark.parametrize("seed", range(20_000, 20_012))
def test_what_is_formatted_parses_to_the_same_state(seed: int) -> None:
    chance = Random(seed)

    def watch(before: Game, command: m.AnyCommand, events: tuple[m.AnyEvent, ...], after: Game) -> None:
        if chance.random() < 0.1 or after.state.fights:
            again = parse_position(format_position(after), RULES)
            assert again.state == after.state, format_position(after)

    play_random(RULES, seed, watch=(watch,))


def test_a_new_game_is_told_completely() -> None:
    game = new_game(RULES)
    assert parse_position(format_position(game), RULES).state == game.state


POSITION = """
# A fight, half way.
turn: 7, south, attack
card: "Patrol Left"
south: 3 lore, 10 points, 4 cards
north: 0 lore, 12 points, 4 cards, known wedge
banners: C5 2, F5 2
grant: grant_orders count=2 section=left
fight: attacker=citadel_guard-1 target=blood_harvesters-2 kind=melee distance=1 dice=3 counter=false \
additional=false attacker_at=D5 target_at=E5 faces=["strike","lore","morale"]
awaits: orders_wait seat=south
awaits: commit_wait seat=south unit=citadel_guard-1 most={"superior_tactics":1} usual={"superior_tactics":0}
citadel_guard-1 at D5, 2 figures, ordered, moved, 1 attack, called by 0
blood_harvesters-2 at E5, 1 figure, poison      # nearly gone
viper_legion-1 eliminated
"""


def test_a_position_is_read_line_by_line() -> None:
    state = parse_position(POSITION, RULES).state
    assert (state.turn, state.active, state.step, state.card) == (7, Seat.SOUTH, Step.ATTACK, "Patrol Left")
    assert (state.sides[Seat.SOUTH].lore, state.sides[Seat.NORTH].points) == (3, 12)
    assert state.sides[Seat.NORTH].known == ("wedge",)
    assert state.banners == {"C5": 2, "F5": 2}
    assert state.grants == (m.GrantOrders(count=2, section=Section.LEFT),)
    assert state.fights[0].faces == (Face.STRIKE, Face.LORE, Face.MORALE)
    assert [type(wait) for wait in state.waits] == [m.OrdersWait, m.CommitWait]
    guard, harvesters = state.units[UnitId("citadel_guard-1")], state.units[UnitId("blood_harvesters-2")]
    assert (guard.at, guard.figures, guard.ordered, guard.moved, guard.attacks) == ("D5", 2, True, True, 1)
    assert (harvesters.figures, harvesters.markers) == (1, (Marker.POISON,))
    assert state.called == {"citadel_guard-1": (0,)}


def test_what_a_position_leaves_out_is_usual() -> None:
    state = parse_position("citadel_guard-3 at D5\nturn: 2, south, order", RULES).state
    standing = [unit.id for unit in state.units.values() if unit.at is not None]
    assert standing == ["citadel_guard-3"]
    assert state.units[UnitId("citadel_guard-3")].figures == 3
    assert set(state.units) == set(RULES.scenario.units)
    assert state.waits == (m.OrdersWait(seat=Seat.SOUTH),)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("citadel_guard-9 at D5", "no unit 'citadel_guard-9'"),
        ("citadel_guard-1 at Z5", "no hex 'Z5'"),
        ("citadel_guard-1 at D5, 4 figures", "at most 3 figures"),
        ("citadel_guard-1 at D5, brave", "'brave'"),
        ("turn: 1, south", "3 things"),
        ("turn: one, south, order", "'one' is no number"),
        ("turn: 1, east, order", "'east' is no seat"),
        ("turn: 1, south, lunch", "'lunch'"),
        ("south: 3 beer", "'3 beer'"),
        ("awaits: lunch_wait", "lunch_wait"),
        ("awaits: dice_wait count", "'count'"),
        ("fight: attacker=citadel_guard-1", "target"),
        ("banners: C5", "number is missing"),
        ("banners: X5 2", "no hex 'X5'"),
        ('card: "half', "truncated"),
    ],
)
def test_a_wrong_line_is_named(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(f"turn: 2, south, order\n{line}", RULES)
    assert caught.value.faults[0].startswith("line 2: ")
    assert says in caught.value.faults[0]


def test_all_faults_are_told_at_once() -> None:
    text = "citadel_guard-1 at D5\ncitadel_guard-2 at D5\ncitadel_guard-2 at D6\nnobody at A1"
    with pytest.raises(NotationError) as caught:
        parse_position(text, RULES)
    assert caught.value.faults == (
        "line 3: citadel_guard-2 is named twice",
        "line 4: there is no unit 'nobody' in this scenario",
        "two units stand on D5",
    )


UNIT, TARGET, SOUTH = UnitId("citadel_guard-2"), UnitId("viper_legion-1"), Seat.SOUTH


@pytest.mark.parametrize(
    ("wait", "sentence"),
    [
        (m.SetUpWait(banners=3), "The board is being set up: 3 banner markers to be placed."),
        (m.SetUpWait(banners=0), "The set-up is complete: the game can be started."),
        (m.CardWait(seat=SOUTH), "South is to play a command card."),
        (m.OrdersWait(seat=SOUTH), "South is to order, move and attack, or to end the main phase."),
        (
            m.ExtraAttackWait(seat=SOUTH, unit=UNIT),
            "South may make an additional attack with Citadel Guard 2.",
        ),
        (m.DiceWait(seat=SOUTH, count=1, unit=UNIT), "South is to roll 1 die for Citadel Guard 2."),
        (m.DiceWait(seat=SOUTH, count=4), "South is to roll 4 dice for the card."),
        (
            m.CommitWait(seat=SOUTH, unit=UNIT, most={AbilityId("superior_tactics"): 2}, usual={}),
            "South may commit dice of Citadel Guard 2: up to 2 to superior tactics.",
        ),
        (
            m.WayWait(
                seat=SOUTH,
                unit=TARGET,
                ways=(Direction.NORTH_EAST, Direction.EAST),
                usual=Direction.EAST,
            ),
            "Viper Legion 1 must retreat: South chooses north east or east.",
        ),
        (
            m.CounterWait(seat=SOUTH, unit=UNIT, target=TARGET),
            "South may counter Viper Legion 1 with Citadel Guard 2.",
        ),
        (
            m.AdvanceWait(seat=SOUTH, unit=UNIT, to=(Hex("D5"),), pursuit=False),
            "South may advance with Citadel Guard 2 to D5.",
        ),
        (
            m.AdvanceWait(seat=SOUTH, unit=UNIT, to=(Hex("D5"), Hex("E5")), pursuit=True),
            "South may pursue with Citadel Guard 2 to D5 or E5.",
        ),
        (m.ExchangeWait(seat=SOUTH, most=2), "South may exchange lore for up to 2 victory points."),
        (m.OverWait(seat=SOUTH), "The game is over: South has won."),
    ],
)
def test_what_is_awaited_is_said_in_a_sentence(wait: m.AnyWait, sentence: str) -> None:
    assert describe(wait) == sentence


def test_the_players_names_can_be_given() -> None:
    names = {Seat.SOUTH: "Ana", Seat.NORTH: "Mihai"}
    assert describe(m.CardWait(seat=Seat.NORTH), names=names) == "Mihai is to play a command card."


def test_every_wait_has_its_sentence() -> None:
    told = {type(wait) for wait, _ in test_what_is_awaited_is_said_in_a_sentence.pytestmark[0].args[1]}
    assert told == set(m.AnyWait.__args__)


@pytest.mark.parametrize(
    "value", ["plain", "two words", "true", "3", "", "a #b", 3, None, True, ["a b"], {"x": 1}]
)
def test_values_are_read_as_they_were_written(value: object) -> None:
    written = format_value(value)
    assert " " not in written
    assert parse_value(written) == value


def test_a_struct_is_told_without_what_is_usual() -> None:
    words = format_struct(m.GrantOrders(count=2, traits=("archer",)))
    assert words == 'grant_orders count=2 traits=["archer"]'
    assert parse_fields(words, tag="verb") == {"verb": "grant_orders", "count": 2, "traits": ["archer"]}
