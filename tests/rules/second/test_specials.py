"""The special rules of scenario cards (reference sheet section 7; F4): their owner's, on the whole board."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import AttackType, Cause, ScenarioCardId, Seat, Step, Why
from rules.second.state.game import SecondState, Setting
from tests.rules.drawn import RULES, after, at, attack, drawn, faces, figures, move, u, waits, why
from tests.rules.packs import dealt, packed

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
BLOOD = dealt(NORTH, "blood_in_the_water")
STAKING = dealt(NORTH, "staking_a_claim")
BARROWS = dealt(SOUTH, "barrow_mounds_of_the_gatesmen")


def scored(game: Game) -> list[tuple[Seat, int]]:
    """Return what the scenario cards give in the Victory Point Step of the turn that ends now."""
    _, events = after(game, m.EndMainPhase())
    return [
        (event.seat, event.count)
        for event in events
        if isinstance(event, m.PointsGained) and event.cause is Cause.SCENARIO
    ]


# --- Blood in the Water -----------------------------------------------------------------------------


@pytest.mark.parametrize("water", ["rr", "ll"])
def test_the_owners_cavalry_enters_water_and_stands_in_it(water: str) -> None:
    """Scenario card: Blood in the Water."""
    rows = f"2 BH\n1 FB {water} {water}"
    game, _ = after(drawn(rows, active=NORTH, rules=BLOOD), move("FB", "B1"))
    assert at(game, "FB") == "B1"
    assert why(drawn(rows, active=NORTH, rules=BLOOD), move("FB", "D1")) is None  # and wades through
    assert why(drawn(rows, active=NORTH), move("FB", "B1")) is Why.IMPASSABLE


def test_neither_his_infantry_nor_the_enemys_cavalry_enters_water() -> None:
    """F4: the card is its owner's; Blood in the Water speaks of cavalry."""
    assert why(drawn("1 BH rr", active=NORTH, rules=BLOOD), move("BH", "B1")) is Why.IMPASSABLE
    assert why(drawn("1 RR rr", rules=BLOOD), move("RR", "B1")) is Why.IMPASSABLE


def test_cavalry_that_may_stand_in_water_retreats_advances_and_stops_at_fords() -> None:
    """Ref, Retreat: water is no longer in its way; RB p. 13: a ford ends its movement all the same."""
    game, _ = after(
        drawn("5 .. .. .. CG FB rr", rules=BLOOD), attack("CG", "FB"), faces("morale pierce pierce")
    )
    assert (at(game, "FB"), figures(game, "FB")) == ("F5", 3)
    assert why(drawn("2 BH\n1 FB rf", active=NORTH, rules=BLOOD), move("FB", "C1")) is Why.WAY_BLOCKED
    game = drawn("5 .. .. .. FB RR1/rr .. CG", active=NORTH, rules=BLOOD)
    game, _ = after(game, attack("FB", "RR"), faces("strike pierce pierce"), m.Advance(to=Hex("E5")))
    assert at(game, "FB") == "E5"


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("5 .. .. .. BH CG1 .. CG\n4 .. .. .. .. rr", 1),  # E4 touches E5
        ("5 .. .. .. BH CG1/rf .. CG", 1),  # a ford lies on water
        ("5 .. .. .. BH CG1/lb .. CG", 1),
        ("5 .. .. .. BH CG1 .. CG\n3 .. .. .. .. rr", 0),  # E3 does not
        ("5 .. .. .. BH CG1 ff CG", 0),
    ],
)
def test_enemies_eliminated_in_or_next_to_water_give_a_point(rows: str, points: int) -> None:
    """Scenario card: Blood in the Water."""
    game, events = after(
        drawn(rows, active=NORTH, rules=BLOOD), attack("BH", "CG"), faces("strike pierce pierce")
    )
    assert game.state.sides[NORTH].points == points
    gained = [event for event in events if isinstance(event, m.PointsGained)]
    assert (
        gained == [m.PointsGained(seat=NORTH, count=1, total=1, cause=Cause.SCENARIO, at=Hex("E5"))] * points
    )


def test_the_other_players_eliminations_give_nothing() -> None:
    """F4: for its owner only."""
    game, _ = after(
        drawn("5 .. .. .. CG BH1 rr BH", rules=BLOOD), attack("CG", "BH"), faces("cleave pierce pierce")
    )
    assert game.state.sides[SOUTH].points == game.state.sides[NORTH].points == 0


def test_the_point_is_given_in_the_enemys_turn_and_for_any_cause() -> None:
    """Scenario card: whenever an enemy is eliminated: by a counter, by a card."""
    game, _ = after(drawn("5 .. CG .. CG1 BH rr\n4 .. .. .. rr", rules=BLOOD), attack("CG2", "BH"))
    game, _ = after(game, faces("pierce pierce pierce"), m.Counter(), faces("strike pierce pierce"))
    assert game.state.sides[NORTH].points == 1
    game = drawn("5 .. CG .. CG1 rr BH", active=NORTH, step=Step.COMMAND, rules=BLOOD)
    game = Game(game.ruleset, replace(game.state, waits=(m.CardWait(seat=NORTH),)))
    blow = m.DealDamage(unit=u("CG2"), count=1)
    game, _ = after(game, m.PlayUnlistedCard(name="A blow", does=(blow,)))
    assert game.state.sides[NORTH].points == 1


# --- Staking a Claim --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("5 BH BH/ff BH/hh .. .. CG", 1),
        ("2 BH\n1 BH/ff\n9 BH/hh .. CG", 1),  # anywhere on the board
        ("5 BH BH/ff BH/hh BH BH/ff BH/hh CG", 1),  # twice as many give no more
        ("5 BH BH/ff hh .. .. CG", 0),  # held is only what a unit stands on
        ("5 BH BH/ff CG/hh", 0),
        ("5 BH/ff BH/hh .. .. CG", 0),  # no clear hex
        ("5 BH/rb BH/ff BH/hh .. CG", 0),  # a bridge is not clear ground
    ],
)
def test_a_claim_needs_clear_ground_a_forest_and_a_hill(rows: str, points: int) -> None:
    """Scenario card: Staking a Claim."""
    assert scored(drawn(rows, active=NORTH, rules=STAKING)) == [(NORTH, 1)] * points


def test_a_claim_is_scored_in_its_owners_upkeep_by_his_units() -> None:
    """F4; RB p. 9."""
    assert scored(drawn("5 BH BH/ff BH/hh .. .. CG", rules=STAKING)) == []
    assert scored(drawn("5 CG CG/ff CG/hh .. .. BH", rules=STAKING)) == []
    assert scored(drawn("5 BH BH/ff BH/hh .. .. CG", active=NORTH)) == []  # without the card


def test_his_units_need_not_stop_in_forests() -> None:
    """Scenario card: Staking a Claim."""
    assert why(drawn("2 VL\n1 BH ff", active=NORTH, rules=STAKING), move("BH", "C1")) is None
    assert why(drawn("2 VL\n1 BH ff", active=NORTH), move("BH", "C1")) is Why.WAY_BLOCKED
    assert why(drawn("2 YA\n1 CG ff", rules=STAKING), move("CG", "C1")) is Why.WAY_BLOCKED  # not the enemy's
    assert why(drawn("2 VL\n1 BH bb", active=NORTH, rules=STAKING), move("BH", "C1")) is Why.WAY_BLOCKED


def test_his_units_are_driven_through_forests() -> None:
    """Ref, Retreat: a forest that does not end their movement ends no retreat either (docs/rulings.md)."""
    game, _ = after(drawn("5 .. .. .. CG BH ff", rules=STAKING), attack("CG", "BH"))
    game, _ = after(game, faces("morale morale pierce"))
    assert (at(game, "BH"), figures(game, "BH")) == ("G5", 3)


def test_a_forest_still_caps_his_dice() -> None:
    """RB p. 13: the card speaks of movement."""
    game, _ = after(drawn("5 .. .. .. BH/ff CG", active=NORTH, rules=STAKING), attack("BH", "CG"))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=2, unit=u("BH"))


def test_his_units_pursue_on_out_of_a_forest() -> None:
    """Scenario card: Staking a Claim; Ref, Pursue."""
    game = drawn("5 .. .. .. .. FB CG1/ff .. CG", active=NORTH, rules=STAKING)
    game, _ = after(game, attack("FB", "CG"), faces("strike pierce"))
    assert isinstance(game.state.wait, m.AdvanceWait)
    assert len(game.state.wait.to) == 6


# --- Barrow Mounds of the Gatesmen ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("5 .. .. .. RG/hh .. BH", None),
        ("5 .. .. .. RG/hh .. .. BH", None),
        ("5 .. .. .. RG/hh .. .. .. BH", Why.OUT_OF_RANGE),
        ("5 .. .. .. RG .. BH", Why.NOT_ADJACENT),  # on a hill only
        ("5 .. .. .. RG/ff .. BH", Why.NOT_ADJACENT),
        ("5 .. .. .. CG/hh .. BH", Why.NOT_ADJACENT),  # Rune Golems only
        ("5 .. .. .. RG/hh CG BH", None),  # they look over units
        ("5 .. .. .. RG/hh ff BH", Why.SIGHT_BLOCKED),
    ],
)
def test_rune_golems_on_a_hill_shoot_two_or_three_hexes(rows: str, reason: Why | None) -> None:
    """Scenario card: Barrow Mounds of the Gatesmen."""
    unit = "RG" if "RG" in rows else "CG"
    assert why(drawn(rows, rules=BARROWS), attack(unit, "BH")) is reason


def test_their_volley_is_a_ranged_attack_of_three_dice() -> None:
    """Scenario card: only pierce hurts; RB p. 9.  Who is not adjacent does not counter."""
    game, events = after(drawn("5 .. .. .. RG/hh .. BH", rules=BARROWS), attack("RG", "BH"))
    declared = next(event for event in events if isinstance(event, m.AttackDeclared))
    assert (declared.kind, declared.distance, declared.dice) == (AttackType.RANGED, 2, 3)
    game, _ = after(game, faces("pierce strike cleave"))
    assert (figures(game, "BH"), waits(game)) == (2, "orders_wait")
    assert why(game, attack("RG", "BH")) is Why.ALREADY_ATTACKED  # instead of the normal attack


def test_its_dice_are_the_cards_not_the_units_and_forests_cap_them() -> None:
    """Scenario card; RB p. 13: Golems with four dice of a pack's still shoot with three."""
    rules = dealt(SOUTH, "barrow_mounds_of_the_gatesmen", packed("[rune_golems]\ncombat = 4\n"))
    for rows, count in (
        ("5 .. .. .. RG/hh .. BH", 3),
        ("5 .. .. .. RG/hh .. BH/ff", 2),
        ("5 .. .. .. RG/hh BH", 4),
    ):
        game, _ = after(drawn(rows, rules=rules), attack("RG", "BH"))
        assert game.state.wait == m.DiceWait(seat=SOUTH, count=count, unit=u("RG"))


def test_next_to_an_enemy_they_fight_as_ever() -> None:
    """Scenario card: range 2-3."""
    _, events = after(drawn("5 .. .. .. RG/hh BH", rules=BARROWS), attack("RG", "BH"))
    declared = next(event for event in events if isinstance(event, m.AttackDeclared))
    assert declared.kind is AttackType.MELEE


def test_golems_that_moved_do_not_shoot() -> None:
    """Scenario card: who did not move in the Move Step."""
    game = drawn("5 .. .. RG hh .. .. BH", rules=BARROWS)
    assert why(after(game, move("RG", "D5"))[0], attack("RG", "BH")) is Why.NOT_ADJACENT


def test_a_counter_is_no_volley() -> None:
    """Scenario card: during your Attack Step.  A pack's archers can shoot at neighbours by a volley only."""
    card = """
[[damming_the_muir_river.specials]]
rule = "volley"
unit = "yeoman_archers"
terrain = "hill"
dice = 3
range = [1, 1]
"""
    pack = packed("[yeoman_archers]\nrange = [2, 4]\n", scenario_cards=card)
    rules = dealt(SOUTH, "damming_the_muir_river", pack)
    assert why(drawn("5 .. .. .. YA/hh BH", rules=rules), attack("YA", "BH")) is None
    game, _ = after(drawn("5 .. .. .. YA/hh BH", active=NORTH, rules=rules), attack("BH", "YA"))
    game, _ = after(game, faces("pierce pierce pierce"))
    assert waits(game) == "orders_wait"


def test_a_volley_drives_away_from_the_edge_and_stuns() -> None:
    """Ref, Retreat; unit card: Rune Golems."""
    game, _ = after(drawn("5 .. .. .. RG/hh .. BH", rules=BARROWS), attack("RG", "BH"))
    driven, _ = after(game, faces("morale pierce strike"))
    assert at(driven, "BH") == "G5"
    stunned, _ = after(game, faces("heroic morale strike"))
    assert (at(stunned, "BH"), figures(stunned, "BH")) == ("F5", 2)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("5 RG/hh .. .. BH", 1),  # the centre row is both players'
        ("1 RG/hh .. .. BH", 1),
        ("6 RG/hh .. .. BH", 0),
        ("4 RG/hh RG/hh .. BH", 1),
        ("5 CG/hh .. .. BH", 0),
        ("5 RG .. hh BH", 0),
    ],
)
def test_golems_on_a_hill_of_ones_own_half_give_a_point(rows: str, points: int) -> None:
    """Scenario card: Barrow Mounds of the Gatesmen; F4: rows 1 to 5."""
    assert scored(drawn(rows, rules=BARROWS)) == [(SOUTH, 1)] * points


@pytest.mark.parametrize(("row", "points"), [(4, 0), (5, 1), (6, 1), (9, 1)])
def test_norths_own_half_are_rows_5_to_9(row: int, points: int) -> None:
    """F4: each counts from his own edge; by a card of a pack's."""
    text = (
        '[damming_the_muir_river]\nspecials = [{ rule = "hold_terrain", kinds = ["hill"], '
        'own_half = true, does = [{ verb = "gain_points", count = 1 }] }]\n'
    )
    rules = dealt(NORTH, "damming_the_muir_river", packed(scenario_cards=text))
    assert scored(drawn(f"{row} BH/hh .. CG", active=NORTH, rules=rules)) == [(NORTH, 1)] * points


# --- cards that a pack fills in ---------------------------------------------------------------------

MILITIA = """
[[mustering_the_militia.specials]]
rule = "hold_terrain"
kinds = ["building"]
count = 2
does = [{ verb = "gain_points", count = 2 }, { verb = "gain_lore", count = 1 }]
"""


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("5 CG/bb CG/bb .. BH", 2),
        ("9 CG/bb CG/bb CG/bb .. BH", 2),
        ("5 CG/bb bb CG BH", 0),
        ("5 CG/bb CG/ts .. BH", 0),  # a tent is no building
    ],
)
def test_a_pack_gives_points_and_lore_for_two_buildings(rows: str, points: int) -> None:
    """Scenario card: Mustering the Militia, as a group might copy it from its card."""
    rules = dealt(SOUTH, "mustering_the_militia", packed(scenario_cards=MILITIA))
    game = drawn(rows, rules=rules)
    assert scored(game) == [(SOUTH, points)] * bool(points)
    game, _ = after(game, m.EndMainPhase())
    assert game.state.sides[SOUTH].lore == bool(points)


def test_banners_come_before_the_scenario_cards_points() -> None:
    """RB p. 7: for banners, and as the scenario card says."""
    game = drawn("5 RG/hh .. .. BH", rules=BARROWS, banners=("A5",))
    game, events = after(game, m.EndMainPhase())
    gained = [(event.cause, event.count) for event in events if isinstance(event, m.PointsGained)]
    assert gained == [(Cause.BANNER, 2), (Cause.SCENARIO, 1)]
    assert game.state.sides[SOUTH].points == 3


def test_a_card_holds_only_when_both_are_open() -> None:
    """RB p. 15: chosen secretly; in the full set-up the open card is what counts."""
    scenario = RULES.catalogue.scenarios["battle"]
    rules = Ruleset(RULES.edition, RULES.catalogue, RULES.board, scenario)
    game = drawn("1 FB rr", active=NORTH, rules=rules)
    chosen = {NORTH: ScenarioCardId("blood_in_the_water"), SOUTH: ScenarioCardId("damming_the_muir_river")}
    for is_open in (False, True):
        setting = Setting(cards=chosen, cards_open=is_open)
        held = Game(game.ruleset, replace(game.state, own=SecondState(setting=setting)))
        assert why(held, move("FB", "B1")) is (None if is_open else Why.IMPASSABLE)
