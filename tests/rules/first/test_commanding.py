"""What the Command cards of the First Edition do, by commands (rules summary, Command; the cards)."""

from typing import cast

import pytest
from msgspec.structs import replace

from rules.first.play.asking import battle_dice
from rules.first.printed.cards import OrderCard
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import CardId, Seat, Step
from tests.rules.first.adapter import Example
from tests.rules.first.by_engine import ByEngine
from tests.rules.first.engine import CATALOGUE, unit_id

CAMP = """
s1 standard green foot    human common_bow  E3 4
s2 standard blue  foot    human short_sword F3 4
s3 standard blue  foot    human short_sword G3 4
s4 standard red   mounted human long_sword  B3 3
s5 standard blue  foot    human short_sword J3 4
p1 pennant  blue  foot    human short_sword E6 4
p2 pennant  green foot    human short_sword G4 4
"""


def camp(setup: str = CAMP, *, cards: int = 4, turn: str = "standard") -> Game:
    """Return a game before its Command card, *cards* in each hand."""
    example = Example(id="camp", says="", source=(), sure="", steps=(), setup=setup, turn=turn)
    game = ByEngine(example).game
    state = game.state
    sides = {seat: replace(side, cards=cards) for seat, side in state.sides.items()}
    units = {name: replace(unit, ordered=False) for name, unit in state.units.items()}
    wait = m.CardWait(seat=state.active)
    return Game(
        game.ruleset,
        replace(state, sides=sides, units=units, step=Step.COMMAND, card=None, waits=(wait,)),
    )


def done(game: Game, *commands: m.Command) -> Game:
    for command in commands:
        game, decision = play(game, cast(m.Command, command))
        assert not isinstance(decision, m.Refusal), (command, decision)
    return game


def why(game: Game, command: m.Command) -> str | None:
    _, decision = play(game, cast(m.Command, command))
    return str(decision.why) if isinstance(decision, m.Refusal) else None


def card(name: str) -> m.PlayCard:
    return m.PlayCard(card=CardId(name))


def order(name: str) -> m.Order:
    return m.Order(unit=unit_id(name))


def attack(name: str, other: str) -> m.Attack:
    return m.Attack(unit=unit_id(name), target=unit_id(other))


def move(name: str, to: str) -> m.Move:
    return m.Move(unit=unit_id(name), to=Hex(to))


def orderable(game: Game) -> set[str]:
    return {each.unit.removesuffix("-1") for each in options(game) if isinstance(each, m.Order)}


@pytest.mark.parametrize("name", CATALOGUE.of(OrderCard))
def test_every_card_of_the_deck_is_played(name: str) -> None:
    game = camp()
    if name == "counter_attack":
        assert why(game, card(name)) == "not_an_option"
        return
    game = done(game, card(name))
    if isinstance(game.state.wait, m.DiceWait):
        game = done(game, m.Roll(faces=("green",) * game.state.wait.count))
    assert game.state.step is Step.ORDER
    assert sum(grant.count for grant in game.state.grants) > 0
    assert m.EndMainPhase() in options(game)


def test_a_card_for_troops_that_nobody_has_orders_one_of_any() -> None:
    """Command card: Red Banners."""
    without = CAMP.replace("red   mounted", "blue  mounted")
    game = done(camp(without), card("red_banners"))
    assert orderable(game) >= {"s1", "s2", "s3", "s4", "s5"}
    assert not orderable(done(game, order("s1")))


def test_foot_onslaught_orders_one_connected_group_that_does_not_shoot() -> None:
    """Command card: Foot Onslaught."""
    game = done(camp(), card("foot_onslaught"), order("s2"))
    assert orderable(game) == {"s1", "s3"}
    assert why(game, order("s5")) == "not_connected"
    game = done(game, order("s1"), order("s3"))
    assert why(game, attack("s1", "p1")) == "barred_by_card"
    game = done(game, move("s2", "F5"), attack("s2", "p1"))
    assert isinstance(game.state.wait, m.DiceWait)


def test_mounted_charge_goes_three_hexes_and_rolls_one_die_more_in_melee() -> None:
    """Command card: Mounted Charge."""
    far = CAMP.replace("long_sword  B3", "long_sword  C4")
    game = done(camp(far), card("mounted_charge"), order("s4"), move("s4", "D6"), attack("s4", "p1"))
    assert isinstance(game.state.wait, m.DiceWait)
    assert game.state.wait.count == 5


def test_darken_the_sky_gives_two_battles_and_no_move() -> None:
    """Command card: Darken the Sky."""
    game = done(camp(), card("darken_the_sky"))
    assert orderable(game) == {"s1"}
    game = done(game, order("s1"))
    assert why(game, move("s1", "E4")) == "barred_by_card"
    for _ in range(2):
        game = done(game, attack("s1", "p1"), m.Roll(faces=("red", "red")))
    assert why(game, attack("s1", "p1")) == "already_attacked"


def test_darken_the_sky_is_for_the_distance_only() -> None:
    """Command card: Darken the Sky."""
    near = CAMP.replace("short_sword E6", "short_sword E4")
    game = done(camp(near), card("darken_the_sky"), order("s1"))
    assert why(game, attack("s1", "p1")) == "too_near"


def test_leadership_gives_one_die_more_to_the_ordered_unit_only() -> None:
    """Command card: Leadership."""
    game = done(camp(), card("leadership"), order("s3"))
    units = game.state.units
    target = units[unit_id("p2")]
    assert battle_dice(game, units[unit_id("s3")], target, 1).total == 4
    assert battle_dice(game, units[unit_id("s2")], target, 1).total == 3


def test_counter_attack_repeats_the_other_sides_card_with_left_and_right_exchanged() -> None:
    """Command card: Counter Attack."""
    game = done(camp(), card("attack_left"), m.EndMainPhase(), card("counter_attack"))
    (grant,) = game.state.grants
    assert (grant.count, grant.section) == (3, "right")
    assert table(game.state).last_cards == {Seat.SOUTH: "attack_left", Seat.NORTH: "counter_attack"}


def test_battlelore_rolls_a_die_for_each_card_held_and_each_helmet_orders_such_a_unit() -> None:
    """Command card: BattleLore."""
    game = done(camp(), card("battlelore"))
    assert isinstance(game.state.wait, m.DiceWait)
    assert game.state.wait.count == 4
    game = done(game, m.Roll(faces=("blue", "blue", "red", "flag")))
    assert [(grant.count, grant.traits) for grant in game.state.grants] == [(2, ("blue",)), (1, ("red",))]


def test_a_scout_looks_at_two_cards_and_keeps_one() -> None:
    """Command card: Scout Left; rules summary, Draw."""
    game = camp()
    game = Game(game.ruleset, replace(game.state, deck=10))
    game = done(game, card("scout_left"), m.EndMainPhase())
    assert (game.state.sides[Seat.SOUTH].cards, game.state.deck, game.state.discards) == (4, 8, 2)


def test_a_card_that_nobody_listed_is_played_as_the_players_say() -> None:
    """Rules summary, Command."""
    game = done(camp(), m.PlayUnlistedCard(name="Rally", does=(m.GrantOrders(count=1, traits=("red",)),)))
    assert orderable(game) == {"s4"}
    game = done(camp(), m.PlayUnlistedCard(name="By hand", does=()))
    assert options(game) == (m.EndMainPhase(),)


def test_a_turn_goes_through_its_steps_in_order_and_then_the_other_side_has_its_turn() -> None:
    """Rules summary, Turn."""
    game, steps = camp(), list[Step]()
    advance = (card("advance_center"), order("s1"), move("s1", "E4"), attack("s1", "p1"))
    misses = m.Roll(faces=("red",))
    for command in (*advance, misses, m.EndMainPhase()):
        game, decision = play(game, cast(m.Command, command))
        assert not isinstance(decision, m.Refusal), (command, decision)
        steps += [event.step for event in decision if isinstance(event, m.StepStarted)]
    assert steps == [Step.ORDER, Step.ATTACK, Step.DRAW]
    assert game.state.wait == m.CardWait(seat=Seat.NORTH)


def test_one_command_card_is_played_a_turn_and_another_one_drawn_for_it() -> None:
    """Rules summary, Command, Draw."""
    game = done(camp(), card("advance_left"))
    assert game.state.sides[Seat.SOUTH].cards == 3
    assert why(game, card("advance_center")) == "not_now"
    game = done(game, m.EndMainPhase())
    assert (game.state.sides[Seat.SOUTH].cards, game.state.discards) == (4, 1)


def test_an_ordered_unit_battles_once_a_turn() -> None:
    """Rules summary, Combat."""
    game = done(camp(), card("advance_center"), order("s1"), attack("s1", "p1"))
    game = done(game, m.Roll(faces=("red", "red")))
    assert why(game, attack("s1", "p1")) == "already_attacked"
