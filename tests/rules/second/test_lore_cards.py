"""Each known lore card, and cards in the middle of a fight, from the books (Ref, Lore Cards; RB p. 12)."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.battle.odds import odds_of_fight
from rules.kernel.decide import options
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import AbilityId, Cause, Face, LoreChoice, Marker, Why
from rules.second import messages as second
from rules.second.abilities import FUEL
from rules.second.faces import CLEAVE, HEROIC, LORE, MORALE, PIERCE, STRIKE
from tests.rules.drawn import RULES, after, at, attack, faces, figures, move, tags, u, waits, why
from tests.rules.tricks import NORTH, PLAIN, SOUTH, TOLD, held, lore, trick

# --- the known cards --------------------------------------------------------------------------------


def test_battle_cry_drives_units_on_which_is_no_retreat_and_they_still_attack() -> None:
    """Ref, Battle Cry."""
    game = held("5 .. .. CG .. BH VL")
    game, events = after(game, lore("battle_cry", SOUTH, m.Drive(unit=u("CG"), way=Direction.EAST)))
    assert tags(events) == ["lore_spent", "lore_card_played", "placed"]
    assert at(game, "CG") == "D5"
    assert why(game, attack("CG", "BH")) is None


@pytest.mark.parametrize(
    "rows", ["5 .. .. CG .. BH VL", "5 .. .. CG .. BH/.. rr", "5 .. .. .. .. .. .. .. .. .. .. CG BH"]
)
def test_battle_cry_leaves_who_cannot_enter_the_next_hex_where_it_is_unharmed(rows: str) -> None:
    """Ref, Battle Cry: another unit, water, the edge of the board."""
    game = held(rows)
    game, events = after(game, lore("battle_cry", SOUTH, m.Drive(unit=u("BH"), way=Direction.EAST)))
    assert tags(events) == ["lore_spent", "lore_card_played"]
    assert figures(game, "BH") == 3


def test_who_is_moved_by_battle_cry_in_the_move_step_has_moved() -> None:
    """Ref, Battle Cry calls it a movement: no Double Shot (docs/rulings.md 64)."""
    game = held("5 .. .. YA .. .. VL")
    game, _ = after(game, lore("battle_cry", SOUTH, m.Drive(unit=u("YA"), way=Direction.EAST)))
    assert why(game, move("YA", "E5")) is Why.ALREADY_MOVED
    game, _ = after(game, attack("YA", "VL"), faces("lore lore"))
    assert waits(game) == "orders_wait"
    game, _ = after(game, m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert not game.state.units[u("YA")].moved


def test_battle_cry_in_the_attack_step_is_no_movement_of_the_move_step() -> None:
    """Unit card: Double Shot speaks of the Move Step."""
    game, _ = after(held("5 .. .. YA .. CG BH VL"), attack("CG", "BH"), faces("lore lore lore"), m.Decline())
    game, _ = after(game, lore("battle_cry", SOUTH, m.Drive(unit=u("YA"), way=Direction.WEST)))
    assert (at(game, "YA"), game.state.units[u("YA")].moved) == ("B5", False)


def test_who_is_placed_has_not_moved() -> None:
    """Ref, Take to the Skies."""
    game, _ = after(
        held("5 .. .. YA .. .. VL"), lore("portal", SOUTH, m.PlaceAt(unit=u("YA"), at=Hex("D5")), cost=1)
    )
    assert (at(game, "YA"), game.state.units[u("YA")].moved) == ("D5", False)


def test_battle_cry_moves_nobody_who_is_stunned() -> None:
    """Ref, Stun: such a unit cannot move, and what is no retreat does no damage."""
    drive = m.Drive(unit=u("BH"), way=Direction.EAST)
    game, _ = after(held("5 .. .. .. CG .. BHs"), lore("battle_cry", SOUTH, drive))
    assert (at(game, "BH"), figures(game, "BH")) == ("F5", 3)


@pytest.mark.parametrize(
    ("rows", "to"),
    [("5 .. .. .. CG .. BH", "H5"), ("5 .. .. .. CG .. BH ff", "G5"), ("5 .. .. .. CG .. BH .. rr", "G5")],
)
def test_a_drive_of_two_hexes_ends_where_terrain_stops_it(rows: str, to: str) -> None:
    """Ref, Battle Cry; RB p. 13."""
    drive = m.Drive(unit=u("BH"), way=Direction.EAST, hexes=2)
    game, _ = after(held(rows), lore("battle_cry", SOUTH, drive))
    assert (at(game, "BH"), figures(game, "BH")) == (to, 3)


@pytest.mark.parametrize(
    ("row", "face"),
    [("5 .. .. CG .. VL1", LORE), ("5 .. .. CG BH1", CLEAVE), ("5 .. .. CG .. .. VL", STRIKE)],
)
def test_fury_makes_a_face_hurt_even_of_the_weak_and_over_a_distance(row: str, face: Face) -> None:
    """Ref, Fury of Y'llan.  Which face it is stands on the card: told here."""
    name = "VL" if "VL" in row else "BH"
    game, _ = after(held(row, rules=PLAIN, active=NORTH), attack(name, "CG"))
    game, _ = after(game, lore("fury_of_yllan", NORTH, second.FuelDamage(face=face), cost=1))
    assert isinstance(game.state.wait, m.DiceWait)
    nothing = MORALE if name == "VL" else PIERCE
    game, _ = after(game, m.Roll(faces=(face, *[nothing] * (game.state.wait.count - 1))))
    assert isinstance(game.state.wait, second.CommitWait)
    assert game.state.wait.most[FUEL] == 1
    before = figures(game, "CG")
    game, _ = after(game, second.Commit(dice={FUEL: 1}))
    assert figures(game, "CG") == before - 1


def test_the_odds_of_a_declared_attack_know_what_cards_have_done_to_it() -> None:
    """Three faces of six hurt, not two, and three retreats, of which one is blocked; or four dice roll."""
    game, _ = after(held("5 .. .. CG BH", active=NORTH), attack("BH", "CG"))
    assert hurt(game) == (3, 1 - Fraction(2, 3) ** 3 + Fraction(1, 6) ** 3)
    game, _ = after(game, lore("fury_of_yllan", NORTH, second.FuelDamage(face=LORE), cost=1))
    assert hurt(game) == (3, 1 - Fraction(1, 2) ** 3 + Fraction(1, 6) ** 3)
    game, _ = after(held("5 .. .. .. CG BH"), attack("CG", "BH"), lore("rune_blade"))
    assert hurt(game) == (4, 1 - Fraction(2, 3) ** 4)


def hurt(game: Game) -> tuple[int, Fraction]:
    """Return how many dice are rolled, and how likely they hurt."""
    odds = odds_of_fight(game)
    assert odds is not None
    return odds.dice, 1 - odds.attack.damage.get(0, Fraction())


def test_no_more_dice_go_to_a_marker_than_it_takes_where_fury_wants_the_same_face() -> None:
    """Ref, Fury of Y'llan, Poison: a second poison token has no effect."""
    game, _ = after(held("5 .. .. CG .. VL", rules=PLAIN, active=NORTH), attack("VL", "CG"))
    game, _ = after(game, lore("fury_of_yllan", NORTH, second.FuelDamage(face=HEROIC), cost=1))
    game, _ = after(game, faces("heroic heroic"))
    bite = AbilityId("vipers_bite")
    assert why(game, second.Commit(dice={bite: 2})) is Why.TOO_MANY_DICE
    assert why(game, second.Commit(dice={bite: 1, FUEL: 1})) is None


def test_a_die_not_committed_to_fury_keeps_its_normal_effect() -> None:
    """Ref, Fury of Y'llan: may commit."""
    game, _ = after(held("5 .. .. CG BH", active=NORTH), attack("BH", "CG"), lore("fury_of_yllan", NORTH))
    game, _ = after(game, faces("lore morale pierce"), second.Commit(dice={}))
    assert figures(game, "CG") == 3
    assert game.state.sides[NORTH].lore == 8  # 9, less its cost of 2, and the die's


def test_rune_blade_rolls_four_dice_whatever_else_holds() -> None:
    """Ref, Rune Blade: not even the forest's cap counts."""
    game, _ = after(held("5 .. .. .. CG/ff BH"), attack("CG", "BH"))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=2, unit=u("CG"))
    game, _ = after(game, lore("rune_blade"))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=4, unit=u("CG"))
    game, _ = after(game, m.CorrectUnit(unit=u("CG"), at=Hex("D5"), figures=1))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=4, unit=u("CG"))
    assert why(game, faces("lore lore")) is Why.WRONG_NUMBER_OF_DICE


def test_rune_blade_holds_for_one_attack_and_not_for_the_counter() -> None:
    game, _ = after(held("5 .. .. .. CG BH"), attack("CG", "BH"), lore("rune_blade"))
    game, _ = after(game, faces("pierce pierce pierce pierce"), m.Counter())
    assert game.state.wait == m.DiceWait(seat=NORTH, count=3, unit=u("BH"))


def test_after_runic_barrier_the_opponent_plays_no_lore_card_this_turn() -> None:
    """Ref, Runic Barrier."""
    game, _ = after(held("5 .. .. .. CG BH"), lore("runic_barrier"), attack("CG", "BH"))
    assert why(game, lore("unstoppable", NORTH)) is Why.LORE_BARRED
    assert why(game, trick(NORTH, m.GainLore(count=1))) is Why.LORE_BARRED
    game, _ = after(game, faces("pierce pierce pierce"), m.Decline(), m.EndMainPhase())
    game, _ = after(game, m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert why(game, trick(NORTH, m.GainLore(count=1))) is None


def test_who_is_placed_by_take_to_the_skies_has_not_moved() -> None:
    """Ref, Take to the Skies: Double Shot stays, and so does the unit's own move."""
    game = held("5 .. .. .. .. .. .. BH\n4 .. .. .. .. ..\n3 YA .. RW")
    game, _ = after(game, move("RW", "D4"))
    game, events = after(game, lore("take_to_the_skies", SOUTH, m.PlaceAt(unit=u("YA"), at=Hex("F5"))))
    assert tags(events) == ["lore_spent", "lore_card_played", "placed"]
    assert not game.state.units[u("YA")].moved
    assert why(game, move("YA", "F4")) is None
    game, _ = after(game, attack("YA", "BH"), faces("pierce pierce"))
    game, _ = after(game, m.Decline())
    assert waits(game) == "extra_attack_wait"


def test_take_to_the_skies_places_enemies_too_and_terrain_does_not_matter() -> None:
    """Ref, Take to the Skies: it is no movement for terrain effects."""
    game = held("5 .. .. .. .. .. BH ff\n3 CG rr RW")
    game, _ = after(game, lore("take_to_the_skies", SOUTH, m.PlaceAt(unit=u("BH"), at=Hex("G5"))))
    assert at(game, "BH") == "G5"


# --- Unstoppable ------------------------------------------------------------------------------------

FATAL = "strike cleave lore"  # the strike of the brutes is no ability's


def doomed(rows: str = "5 .. .. .. FB CG2", roll: str = FATAL) -> Game:
    """Return south's guards, eliminated by the brutes' roll after Unstoppable was played for them."""
    return after(held(rows, active=NORTH), attack("FB", "CG"), lore("unstoppable", SOUTH), faces(roll))[0]


def test_an_unstoppable_unit_counters_before_it_leaves_the_board() -> None:
    """Ref, Unstoppable."""
    game = doomed()
    assert game.state.wait == m.CounterWait(seat=SOUTH, unit=u("CG"), target=u("FB"), early=True)
    assert at(game, "CG") == "E5"
    game, events = after(game, m.Counter())
    assert isinstance(game.state.wait, m.DiceWait)
    assert game.state.wait.seat is SOUTH
    game, events = after(game, faces("cleave lore pierce"))
    assert tags(events) == [
        "rolled",
        "damaged",
        "lore_gained",
        "combat_ended",
        "damaged",
        "eliminated",
        "game_won",
    ]
    assert figures(game, "FB") == 2


def test_after_its_counter_the_attacker_goes_on_with_lore_and_advance() -> None:
    """Ref, Unstoppable: with the steps that follow."""
    game, _ = after(doomed("6 YA\n5 .. .. .. FB CG2"), m.Counter(), faces("lore lore pierce"))
    assert at(game, "CG") is None
    assert game.state.sides[NORTH].lore == 10
    assert waits(game) == "advance_wait"


def test_who_is_driven_back_by_the_last_counter_does_not_advance() -> None:
    """Ref, Unstoppable."""
    game, _ = after(doomed("6 YA\n5 .. .. .. FB CG2"), m.Counter(), faces("morale lore pierce"))
    assert (at(game, "FB"), at(game, "CG")) == ("C5", None)
    assert waits(game) == "orders_wait"
    assert game.state.fights == ()


def test_the_last_counter_may_eliminate_the_attacker_and_both_are_gone() -> None:
    """Ref, Unstoppable."""
    game, _ = after(
        doomed("6 YA VL\n5 .. .. .. FB1 CG2", "strike strike lore"), m.Counter(), faces("cleave lore pierce")
    )
    assert (at(game, "FB"), at(game, "CG")) == (None, None)
    assert (game.state.fights, waits(game)) == ((), "orders_wait")


def test_the_last_counter_may_be_let_pass() -> None:
    game, _ = after(doomed("6 YA\n5 .. .. .. FB CG2"), m.Decline())
    assert at(game, "CG") is None
    assert waits(game) == "advance_wait"


def test_who_is_alive_after_all_counters_once_and_suffers_once() -> None:
    """A correction while the last counter is asked for: the roll is resolved a single time."""
    game = held("6 YA\n5 .. .. .. FB CG1", active=NORTH)
    game, _ = after(game, attack("FB", "CG"), lore("unstoppable", SOUTH), faces("cleave pierce pierce"))
    game, _ = after(game, m.CorrectUnit(unit=u("CG"), at=Hex("E5"), figures=3), m.Decline())
    assert (figures(game, "CG"), waits(game)) == (2, "counter_wait")
    game, _ = after(game, m.Counter(), faces("pierce pierce pierce"))
    assert (figures(game, "CG"), waits(game), game.state.fights) == (2, "orders_wait", ())


def test_who_had_to_retreat_before_it_is_eliminated_does_not_counter() -> None:
    """Ref, Unstoppable: the last damage comes of a blocked retreat."""
    game = held("6 YA\n5 .. .. .. .. .. .. .. .. .. .. FB CG1", active=NORTH)
    game, _ = after(game, attack("FB", "CG"), lore("unstoppable", SOUTH), faces("morale lore pierce"))
    assert at(game, "CG") is None
    assert waits(game) == "advance_wait"


def test_who_survives_counters_in_its_usual_place() -> None:
    game = doomed(roll="cleave lore pierce")
    assert game.state.wait == m.CounterWait(seat=SOUTH, unit=u("CG"), target=u("FB"))


def test_nobody_counters_from_afar_nor_stunned_nor_where_counters_are_forbidden() -> None:
    """RB p. 10; Ref, Stun; unit card: Riverwatch Riders."""
    for rows, unit in (("6 YA\n5 .. .. VL .. CG1", "VL"), ("6 YA\n5 .. .. .. FB CG1s", "FB")):
        game, _ = after(held(rows, active=NORTH), attack(unit, "CG"), lore("unstoppable", SOUTH))
        assert isinstance(game.state.wait, m.DiceWait)
        roll = (CLEAVE if unit == "FB" else PIERCE, *[LORE] * (game.state.wait.count - 1))
        game, _ = after(game, m.Roll(faces=roll))
        assert at(game, "CG") is None
        assert waits(game) != "counter_wait"
    game, _ = after(held("6 VL\n5 .. .. .. RR BH1"), attack("RR", "BH"), lore("unstoppable", NORTH))
    game, _ = after(game, faces("cleave lore"))
    assert at(game, "BH") is None


# --- the unnamed reaction, and Lightning Surge ------------------------------------------------------


def test_the_unnamed_reaction_turns_blows_on_the_attacker_and_takes_all_damage() -> None:
    """RB p. 12, the card shown: two faces hurt the attacker, and the target ignores all damage."""
    game, _ = after(held("5 .. .. .. BH CG", active=NORTH), attack("BH", "CG"), lore("turned_blows", SOUTH))
    game, events = after(game, faces("strike cleave pierce"))
    assert (figures(game, "BH"), figures(game, "CG")) == (1, 3)
    assert m.DamageIgnored(unit=u("CG"), damage=2, cause=Cause.LORE_CARD) in events


def test_its_target_still_retreats_from_morale() -> None:
    """Only damage is ignored."""
    game, _ = after(held("5 .. .. .. BH CG", active=NORTH), attack("BH", "CG"), lore("turned_blows", SOUTH))
    game, _ = after(game, faces("strike morale pierce"))
    assert (figures(game, "BH"), at(game, "CG")) == (2, "F5")


def test_it_may_eliminate_the_attacker_before_anything_else() -> None:
    game, _ = after(held("6 VL\n5 .. .. .. BH1 CG", active=NORTH), attack("BH", "CG"))
    game, _ = after(game, lore("turned_blows", SOUTH))
    assert isinstance(game.state.wait, m.DiceWait)
    game, _ = after(game, m.Roll(faces=(STRIKE, MORALE, *[PIERCE] * (game.state.wait.count - 2))))
    assert at(game, "BH") is None
    assert (game.state.fights, waits(game)) == ((), "orders_wait")


def test_lightning_surge_lets_knights_ride_through_enemies_and_stuns_them() -> None:
    """Hernfar Guardians: cost 5, after the own Order Step."""
    game = held("5 .. .. .. CG BH ..\n3 YA", rules=PLAIN)
    through = m.Move(unit=u("CG"), to=Hex("F5"), through=(Hex("E5"),))
    assert why(game, through) is Why.MAY_NOT_TRAMPLE
    game, _ = after(game, lore("lightning_surge"))
    assert game.state.sides[SOUTH].lore == 4
    game, events = after(game, through)
    assert tags(events) == ["moved", "trampled", "marked"]
    assert game.state.units[u("BH")].markers == (Marker.STUN,)
    assert why(game, m.Move(unit=u("YA"), to=Hex("B3"), through=(Hex("E5"),))) is Why.MAY_NOT_TRAMPLE


# --- Overrun ----------------------------------------------------------------------------------------


def riding(rows: str) -> Game:
    return after(held(rows), lore("overrun"))[0]


def over(to: str, *through: str) -> m.Move:
    return m.Move(unit=u("RR"), to=Hex(to), through=tuple(map(Hex, through)))


def test_overrun_rolls_a_die_for_each_enemy_hex_entered() -> None:
    """Ref, Overrun."""
    game, events = after(riding("5 .. RR BH VL .. .."), over("E5", "C5", "D5"))
    assert tags(events) == ["moved", "trampled", "trampled"]
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=2, trampled=(u("BH"), u("VL")))
    game, _ = after(game, faces("strike lore"))
    assert (figures(game, "BH"), figures(game, "VL"), waits(game)) == (2, 3, "orders_wait")


def test_overrun_may_enter_the_same_hex_more_than_once() -> None:
    """Ref, Overrun: a die each time."""
    game, _ = after(riding("5 .. RR BH .. .."), over("C6", "C5", "C5"), faces("strike cleave"))
    assert figures(game, "BH") == 1


def test_overrun_ends_on_no_unit_and_passes_through_friends_without_a_die() -> None:
    """Ref, Overrun."""
    game = riding("5 .. RR CG BH ..")
    assert why(game, over("C5")) is Why.OCCUPIED
    assert why(game, over("D5", "D5")) is Why.OCCUPIED
    game, _ = after(game, over("E5", "D5"))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=1, trampled=(u("BH"),))


def test_overrun_may_lead_back_to_where_it_began() -> None:
    """Ref, Overrun: only a hex with another unit is closed."""
    game = riding("5 .. RR BH .. ..")
    assert over("B5", "C5") in options(game)
    game, events = after(game, over("B5", "C5"))
    assert tags(events) == ["moved", "trampled"]
    assert (at(game, "RR"), game.state.units[u("RR")].moved) == ("B5", True)
    assert why(riding("5 .. RR BH .. .."), over("B5")) is Why.ALREADY_THERE


def test_overrun_ends_where_it_began_if_the_terrain_there_stops_it() -> None:
    """Ref, Overrun: B5 is entered again on the way to A5, the only one there is."""
    rows = "6 VL VL\n5 .. RR{} BH\n4 VL VL"
    assert why(riding(rows.format("")), over("A5", "C5")) is None
    assert why(riding(rows.format("/ff")), over("A5", "C5")) is Why.WAY_BLOCKED
    assert why(riding(rows.format("/ff")), over("B5", "C5")) is None
    assert why(riding(rows.format("/ff")), over("A5")) is None


def test_cavalry_that_is_shut_in_is_offered_the_ways_over_its_enemies() -> None:
    """Ref, Overrun."""
    game = riding("2 VL CG\n1 RR BH ..")
    moves = [command for command in options(game) if isinstance(command, m.Move) and command.unit == u("RR")]
    assert over("C1", "B1") in moves
    assert all(why(game, command) is None for command in moves)


@pytest.mark.parametrize("tile", ["ff", "bb", "rf"])
def test_overrun_enters_no_occupied_hex_whose_terrain_would_stop_it(tile: str) -> None:
    """Ref, Overrun."""
    assert why(riding(f"5 .. RR BH/{tile} .. .."), over("D5", "C5")) is Why.WAY_BLOCKED
    assert why(riding("5 .. RR BH/hh .. .."), over("D5", "C5")) is None


def test_overrun_is_for_cavalry_and_for_this_turn() -> None:
    game = riding("5 .. CG BH .. ..\n3 RR BH .. ..")
    assert why(game, m.Move(unit=u("CG"), to=Hex("D5"), through=(Hex("C5"),))) is Why.MAY_NOT_TRAMPLE
    assert why(game, over("C3", "B3")) is None
    game, _ = after(game, m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS))
    assert game.state.extras == ()


def test_a_reaction_that_eliminates_who_is_trampled_takes_its_die_away() -> None:
    game, _ = after(riding("6 FB\n" + "5 .. RR BH1 VL .. .."), over("E5", "C5", "D5"))
    game, _ = after(game, trick(NORTH, m.DealDamage(unit=u("BH"), count=1)))
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=1, trampled=(u("VL"),))
    game, _ = after(game, m.CorrectUnit(unit=u("VL"), at=None, figures=0))
    assert waits(game) == "orders_wait"


def test_portal_is_known_by_name_only_and_does_what_its_players_say() -> None:
    """Ref, Portal."""
    game, _ = after(held(), lore("portal", SOUTH, m.PlaceAt(unit=u("CG"), at=Hex("C6")), cost=2))
    assert (at(game, "CG"), game.state.sides[SOUTH].lore) == ("C6", 7)


# --- in the middle of things ------------------------------------------------------------------------


def test_a_lore_card_that_takes_a_fighting_unit_away_ends_the_combat() -> None:
    for verb in (m.PlaceAt(unit=u("BH"), at=Hex("L9")), m.DealDamage(unit=u("BH"), count=3)):
        game, _ = after(held("6 VL\n5 .. .. .. CG BH"), attack("CG", "BH"))
        game, events = after(game, trick(NORTH, verb))
        assert "combat_ended" in tags(events)
        assert (game.state.fights, waits(game)) == ((), "orders_wait")
        assert why(game, attack("CG", "BH")) is not None  # its attack is spent


def test_a_lore_card_that_eliminates_the_last_unit_wins_in_the_middle_of_a_fight() -> None:
    game, _ = after(held("5 .. .. .. CG BH"), attack("CG", "BH"))
    game, events = after(game, trick(NORTH, m.DealDamage(unit=u("CG"), count=3), m.GainLore(count=1)))
    assert tags(events)[-1] == "game_won"
    assert waits(game) == "over_wait"


def test_the_dice_of_a_fight_are_counted_anew_after_a_lore_card() -> None:
    """Rage: a die for each figure lost."""
    game, _ = after(held("5 .. .. .. BH CG", active=NORTH), attack("BH", "CG"))
    hurt, _ = after(game, trick(SOUTH, m.DealDamage(unit=u("BH"), count=1)))
    assert hurt.state.wait == m.DiceWait(seat=NORTH, count=4, unit=u("BH"))
    more, _ = after(game, trick(NORTH, m.AddDice(count=2)))
    assert more.state.wait == m.DiceWait(seat=NORTH, count=5, unit=u("BH"))


def test_a_unit_that_a_lore_card_stuns_is_no_longer_asked_for_its_counter() -> None:
    """Ref, Stun."""
    game, _ = after(held("5 .. .. .. CG BH"), attack("CG", "BH"), faces("lore lore pierce"))
    assert waits(game) == "counter_wait"
    game, _ = after(game, trick(SOUTH, m.Mark(unit=u("BH"), marker=Marker.STUN)))
    assert (waits(game), game.state.fights) == ("orders_wait", ())


def test_a_building_spares_a_damage_of_a_lore_card_and_another_of_the_attack() -> None:
    """RB p. 13: one of each combat, and one of each other effect."""
    game, _ = after(held("5 .. .. .. CG BH/bb"), attack("CG", "BH"))
    game, _ = after(game, trick(SOUTH, m.DealDamage(unit=u("BH"), count=1)), faces("cleave lore pierce"))
    assert figures(game, "BH") == 3


def test_an_attacker_whom_the_last_counter_stuns_does_not_advance() -> None:
    """Ref, Stun, Unstoppable: the stunned do not move."""
    game = held("6 YA VL\n5 .. .. .. FB RG2", active=NORTH)
    game, _ = after(game, attack("FB", "RG"), lore("unstoppable", SOUTH), faces("strike cleave lore"))
    game, _ = after(game, m.Counter(), faces("heroic pierce lore"))
    assert game.state.units[u("FB")].markers == (Marker.STUN,)
    assert (at(game, "RG"), waits(game)) == (None, "orders_wait")


def test_a_unit_that_a_lore_card_stuns_neither_advances_nor_attacks_again() -> None:
    """Ref, Stun."""
    stun = trick(SOUTH, m.Mark(unit=u("FB"), marker=Marker.STUN))
    game, _ = after(held("6 VL\n5 .. .. .. FB CG YA", active=NORTH), attack("FB", "CG"))
    game, _ = after(game, faces("strike strike cleave"))
    assert waits(game) == "advance_wait"
    assert waits(after(game, stun)[0]) == "orders_wait"
    game, _ = after(game, m.Advance(to=Hex("E5")))
    assert waits(game) == "extra_attack_wait"
    assert waits(after(game, stun)[0]) == "orders_wait"


def test_a_lore_card_changes_the_lore_that_may_be_exchanged() -> None:
    """RB p. 9; where a group plays both."""
    scenario = replace(TOLD.scenario, lore_per_point=4)
    both = Ruleset(TOLD.edition, TOLD.catalogue, TOLD.board, scenario)
    game, _ = after(held(rules=both), m.EndMainPhase())
    assert game.state.wait == second.ExchangeWait(seat=SOUTH, most=2)
    game, _ = after(game, trick(SOUTH, m.GainPoints(count=1), cost=2))
    assert game.state.wait == second.ExchangeWait(seat=SOUTH, most=1)


def test_a_mage_whose_neighbours_fall_is_no_longer_asked_whom_to_shield() -> None:
    """Greyhaven Battlemages' card."""
    game, _ = after(held("5 .. .. .. CG GB BH"), attack("GB", "BH"), faces("heroic pierce lore"))
    if waits(game) == "commit_wait":
        game, _ = after(game, second.Commit(dice={AbilityId("rune_shield"): 1}))
    assert game.state.wait == second.ShieldWait(seat=SOUTH, unit=u("GB"), units=(u("CG"), u("GB")))
    game, _ = after(game, trick(NORTH, m.DealDamage(unit=u("CG"), count=3)))
    assert game.state.units[u("GB")].markers == (Marker.SHIELD,)
    assert waits(game) != "shield_wait"


def test_every_lore_card_of_the_catalogue_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    missing = [card for card in RULES.catalogue.lore if f'"{card}"' not in text]
    assert missing == []
