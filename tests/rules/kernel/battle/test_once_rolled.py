"""What the dice have decided stands: it is not worked out anew from a state that has moved on."""

from itertools import product

import msgspec
import pytest

from rules.kernel import messages as m
from rules.kernel.battle.odds import Odds, odds_of
from rules.kernel.ruleset import Game
from rules.kernel.values import AbilityId, Cause, Seat
from rules.registry import AnyState
from rules.second import messages as second
from rules.second.faces import CLEAVE, FACES, HEROIC, LORE, STRIKE
from tests.rules.drawn import after, at, attack, drawn, faces, figures, tags, u, waits
from tests.rules.tricks import NORTH, SOUTH, held, lore, trick

BYSTANDERS = "9 VL\n1 YA"


def turned(rows: str, roll: str, *commits: m.Command) -> tuple[Game, tuple[m.Event, ...]]:
    """Return south's guards after an attack whose blows are turned back on them."""
    game, _ = after(held(rows), attack("CG", "BH"), lore("turned_blows", NORTH))
    return after(game, faces(roll), *commits)


# --- the reaction that turns blows (RB p. 12) -------------------------------------------------------


def test_blows_turned_on_the_last_unit_lose_the_game() -> None:
    """RB p. 7."""
    give = second.Commit(dice={AbilityId("superior_tactics"): 0})
    game, events = turned("5 .. .. .. CG1 BH", "strike lore lore", give)
    assert (game.state.winner, waits(game), game.state.fights) == (NORTH, "over_wait", ())
    assert tags(events)[-2:] == ["eliminated", "game_won"]


def test_committed_faces_are_turned_back_too() -> None:
    """RB p. 12: each such result that was rolled."""
    give = second.Commit(dice={AbilityId("superior_tactics"): 2})
    game, _ = turned(f"{BYSTANDERS}\n5 .. .. .. CG BH", "strike strike lore", give)
    assert figures(game, "CG") == 1


def test_who_ignores_all_damage_suffers_no_blocked_retreat() -> None:
    """RB p. 12; Ref: all damage of the attack."""
    edge = "5 .. .. .. .. .. .. .. .. .. .. CG BH"
    game, events = turned(edge, "morale morale lore")
    assert (figures(game, "BH"), at(game, "BH")) == (3, "L5")
    assert m.DamageIgnored(unit=u("BH"), damage=2, cause=Cause.LORE_CARD) in events


@pytest.mark.parametrize(("roll", "left"), [("cleave morale lore", 2), ("cleave cleave morale", 1)])
def test_a_card_that_takes_two_damage_counts_blocked_retreats(roll: str, left: int) -> None:
    game, _ = after(held("5 .. .. .. .. .. .. .. .. .. .. CG BH"), attack("CG", "BH"))
    game, _ = after(game, trick(NORTH, second.IgnoreDamage(count=1)), faces(roll))
    assert figures(game, "BH") == left


@pytest.mark.parametrize(("roll", "left"), [("lore morale lore", 3), ("cleave morale lore", 2)])
def test_a_shield_takes_the_damage_of_a_blocked_retreat(roll: str, left: int) -> None:
    """Unit card: 1 damage of the next attack on it; likely."""
    game, _ = after(drawn("5 .. .. .. .. .. .. .. .. .. .. CG BHh"), attack("CG", "BH"), faces(roll))
    assert (figures(game, "BH"), game.state.units[u("BH")].markers) == (left, ())


def test_the_odds_know_of_a_shield_against_blocked_retreats() -> None:
    odds = odds_of(drawn("5 .. .. .. .. .. .. .. .. .. .. CG BH1h"), u("CG"), u("BH"))
    assert isinstance(odds, Odds)
    # It takes two of three dice that show strike, cleave or morale.
    assert odds.attack.eliminates == odds.attack.damage[1]
    assert odds.attack.eliminates.limit_denominator(216) * 216 == 108


# --- Unstoppable ------------------------------------------------------------------------------------


def dying(rows: str, roll: str, **how: Seat) -> Game:
    """Return a game in which the target of south's attack, Unstoppable, has been dealt with so far."""
    game = held(rows, **how)
    attacker, target = (next(unit for unit in game.state.army(seat)).id for seat in (SOUTH, NORTH))
    game, _ = after(game, m.Attack(unit=attacker, target=target), lore("unstoppable", NORTH))
    return after(game, faces(roll))[0]


def test_a_counter_that_weakens_does_not_save_the_dying() -> None:
    """Ref, Unstoppable: the dice were resolved when the counter comes."""
    game = dying("5 .. .. .. CG2 FB2\n6 YA BH", "cleave cleave lore")
    game, events = after(game, m.Counter(), faces("strike lore lore"))
    assert (figures(game, "CG"), at(game, "FB")) == (1, None)
    assert m.Damaged(unit=u("FB"), damage=2, left=0, cause=Cause.DICE) in events


def test_a_kept_game_of_the_dying_without_its_damage_goes_on() -> None:
    """Games stored before the damage was kept."""
    game = dying("5 .. .. .. CG2 FB2\n6 YA BH", "cleave cleave lore")
    raw = msgspec.json.decode(msgspec.json.encode(game.state))
    for fight in raw["fights"]:
        for field in ("doom", "saved", "shielded"):
            del fight["own"][field]
    old = Game(game.ruleset, msgspec.convert(raw, AnyState))
    assert at(after(old, m.Decline())[0], "FB") is None


def test_the_target_ignores_damage_once_though_it_counters_first() -> None:
    """RB p. 13: what its building spares it is told once."""
    game = dying("5 .. .. .. CG FB1/bb\n6 YA BH", "cleave cleave lore")
    assert waits(game) == "counter_wait"
    _, events = after(game, m.Counter(), faces("lore lore lore"))
    assert not any(isinstance(event, m.DamageIgnored) for event in events)


def test_an_unstoppable_target_can_be_stunned_and_then_does_not_counter() -> None:
    """RB p. 10; Ref, Stun."""
    game = dying("5 .. .. .. RG BH1\n6 YA VL", "strike heroic lore")
    assert (at(game, "BH"), waits(game)) == (None, "advance_wait")


def test_any_die_may_be_committed_where_the_dying_counters_first() -> None:
    """RB p. 10: Terrify (heroic) against a unit that the strike eliminates."""
    game = held("5 .. .. .. CG1 CL\n6 YA", active=NORTH)
    game, _ = after(game, attack("CL", "CG"), lore("unstoppable", SOUTH), faces("strike heroic lore lore"))
    assert isinstance(game.state.wait, second.CommitWait)
    assert game.state.wait.most == {"terrify": 1}


# --- the usual commitment -----------------------------------------------------------------------------


def test_no_lore_is_spent_on_who_a_committed_die_eliminates() -> None:
    """RB p. 9: Bloodthirst is committed already, and the poisoned guard has one figure left."""
    game, events = after(
        held("5 .. .. .. CG1p FB\n1 YA", active=NORTH), attack("FB", "CG"), faces("heroic lore pierce")
    )
    assert at(game, "CG") is None
    assert [event.ability for event in events if isinstance(event, second.Committed)] == ["bloodthirst"]
    assert game.state.sides[NORTH].lore == 10


def test_odds_of_lore_follow_the_usual_commitment() -> None:
    """Three dice, by hand: no lore is spent where strike, cleave or heroic kill."""
    odds = odds_of(held("5 .. .. .. CG1p FB\n1 YA", active=NORTH), u("FB"), u("CG"))
    assert isinstance(odds, Odds)
    kept = {count: share * 216 for count, share in odds.attack.lore.items()}
    by_hand = {0: 0, 1: 0, 2: 0, 3: 0}
    for roll in product(FACES.all, repeat=3):
        kills = any(face in (STRIKE, CLEAVE, HEROIC) for face in roll)
        by_hand[max(0, roll.count(LORE) - (not kills))] += 1
    assert kept == {count: ways for count, ways in by_hand.items() if ways}
