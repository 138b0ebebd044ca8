"""The Roc Warrior flies (Ref, Flying; reference sheet 3.5).  A pack gives it 3 hexes and 3 dice."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import Cause, Seat, Step, Why
from tests.rules.drawn import (
    RULES,
    TILES,
    after,
    at,
    attack,
    drawn as plainly_drawn,
    faces,
    figures,
    move,
    u,
    waits,
    why,
)
from tests.rules.kernel.chapters.test_terrain import dice, spared
from tests.rules.packs import KNOWN, UNITS, packed

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
BOWS = packed(UNITS.replace('"legend", "melee"]', '"legend", "ranged"]\nrange = [1, 4]', 1))
TWO_FLY = packed(UNITS + '[chaos_lord]\nabilities = [{ name = "flying" }]\n')
PURSUING = UNITS.replace(
    "[roc_warrior]", '[roc_warrior]\nabilities = [{ name = "flying" }, { name = "pursue", number = 2 }]'
)
PURSUES = packed(PURSUING)


def drawn(rows: str, active: Seat = SOUTH, **more: object) -> Game:
    """Return the drawn position, with the numbers of the pack."""
    return plainly_drawn(rows, active=active, **{"rules": KNOWN, **more})


def damage(game: Game) -> int:
    """Return how many damage tokens lie beside the Roc Warrior."""
    return game.state.units[u("RW")].damage


# --- moving -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", ["CG", "BH", "rr", "ll", "CG/ff", "BH/bb"])
def test_it_moves_over_units_and_water(over: str) -> None:
    """Ref, Flying.  B1 and A2 are the only ways out of the corner."""
    assert why(drawn(f"2 {over}\n1 RW {over}"), move("RW", "C1")) is None
    assert why(drawn(f"2 {over}\n1 RW {over} {over}"), move("RW", "D1")) is None
    if not over.startswith(("rr", "ll")):
        for_others = drawn(f"2 {over}\n1 RR {over} {over}")
        assert why(for_others, move("RR", "D1")) is Why.WAY_BLOCKED


@pytest.mark.parametrize("unit", ["CG", "BH"])
def test_it_ends_its_movement_on_no_unit(unit: str) -> None:
    """Ref, Flying."""
    assert why(drawn(f"1 RW {unit}"), move("RW", "B1")) is Why.OCCUPIED


@pytest.mark.parametrize("tile", TILES)
def test_it_may_stand_on_every_terrain_even_water(tile: str) -> None:
    """Ref, Flying."""
    game, _ = after(drawn(f"1 RW {tile}"), move("RW", "B1"))
    assert at(game, "RW") == "B1"


@pytest.mark.parametrize("tile", TILES)
def test_no_terrain_stops_it(tile: str) -> None:
    """Ref, Flying: it ignores the effects of the hexes that it moves into."""
    assert why(drawn(f"2 {tile}\n1 RW {tile} {tile}"), move("RW", "D1")) is None


def test_it_flies_as_far_as_its_card_says_and_not_off_the_board() -> None:
    """Unit card; RB p. 6."""
    game = drawn("1 RW")
    assert why(game, move("RW", "D1")) is None
    assert why(game, move("RW", "E1")) is Why.TOO_FAR
    assert why(game, move("RW", "L2")) is Why.OFF_BOARD


def test_every_move_that_is_offered_to_it_is_legal() -> None:
    """Ref, Flying: all free hexes within three, water and buildings among them."""
    game = drawn("3 .. .. .. CG\n2 .. .. .. BH rr\n1 .. .. .. .. RW bb")
    moves = [offer for offer in options(game) if isinstance(offer, m.Move) and offer.unit == u("RW")]
    assert all(why(game, offer) is None for offer in moves)
    near = RULES.board.distance
    free = [at for at in RULES.board.hexes if 0 < near(Hex("E1"), at) <= 3 and at not in ("D2", "D3")]
    assert sorted(offer.to for offer in moves) == sorted(free)


# --- combat -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["..", *TILES])
def test_the_terrain_below_it_does_not_count_in_its_attacks(tile: str) -> None:
    """Ref, Flying: three dice, be it over a forest."""
    assert dice(drawn(f"5 .. .. .. RW/{tile} BH"), "RW", "BH") == 3


@pytest.mark.parametrize("tile", ["..", *TILES])
def test_the_terrain_below_it_does_not_count_against_it(tile: str) -> None:
    """Ref, Flying: the Chaos Lord's four dice less one, and no damage is ignored."""
    game = drawn(f"5 .. .. .. CL RW/{tile}", NORTH)
    assert dice(game, "CL", "RW") == 3
    game, events = after(game, attack("CL", "RW"), faces("strike cleave pierce"))
    assert (damage(game), spared(events)) == (2, [])


def test_a_building_below_it_does_not_shelter_it_from_cards_either() -> None:
    """docs/rulings.md; Ref, Flying: it ignores the effects of the hex that it occupies."""
    game = drawn("5 .. .. .. RW/bb BH", NORTH, step=Step.COMMAND)
    game = Game(game.ruleset, replace(game.state, waits=(m.CardWait(seat=NORTH),)))
    blow = m.DealDamage(unit=u("RW"), count=2)
    assert damage(after(game, m.PlayUnlistedCard(name="A blow", does=(blow,)))[0]) == 2


def test_the_terrain_of_the_other_unit_does_count() -> None:
    """Ref, Flying: only the flyer's own hex is left out."""
    assert dice(drawn("5 .. .. .. RW BH/ff"), "RW", "BH") == 2
    assert dice(drawn("5 .. .. .. CL/ff RW", NORTH), "CL", "RW") == 1


def test_melee_against_it_rolls_a_die_less_and_shooting_does_not() -> None:
    """Reference sheet 3.5: likely."""
    assert dice(drawn("5 .. .. .. BH RW", NORTH), "BH", "RW") == 2
    assert dice(drawn("5 .. .. .. BH1 RW", NORTH), "BH", "RW") == 4
    assert dice(drawn("5 .. .. .. VL RW", NORTH), "VL", "RW") == 2
    assert dice(drawn("5 .. .. .. VL .. RW", NORTH), "VL", "RW") == 2


def test_a_counter_against_it_rolls_a_die_less_too_and_its_own_does_not() -> None:
    """Reference sheet 3.5."""
    game, _ = after(drawn("5 .. .. .. RW BH"), attack("RW", "BH"), faces("pierce pierce pierce"), m.Counter())
    assert game.state.wait == m.DiceWait(seat=NORTH, count=2, unit=u("BH"))
    game, _ = after(drawn("5 .. .. .. BH RW", NORTH), attack("BH", "RW"), faces("pierce pierce"), m.Counter())
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=3, unit=u("RW"))


def test_one_flyer_fights_another_with_all_its_dice() -> None:
    """Reference sheet 3.5: melee attackers without Flying."""
    assert dice(drawn("5 .. .. .. CL RW", NORTH, rules=TWO_FLY), "CL", "RW") == 4


def test_it_does_not_look_over_units_from_the_air_above_a_hill() -> None:
    """Ref, Flying: the hill's effect is the terrain's; with a bow of a pack's."""
    assert why(drawn("5 .. .. .. RW/hh CG .. BH", rules=BOWS), attack("RW", "BH")) is Why.SIGHT_BLOCKED
    assert why(drawn("5 .. .. .. RW/hh .. .. BH", rules=BOWS), attack("RW", "BH")) is None
    assert why(drawn("5 .. .. .. RW ff .. BH", rules=BOWS), attack("RW", "BH")) is Why.SIGHT_BLOCKED


def test_it_blocks_sight_like_any_unit() -> None:
    """RB p. 8."""
    assert why(drawn("5 .. .. .. YA RW BH"), attack("YA", "BH")) is Why.SIGHT_BLOCKED


def test_it_is_attacked_and_attacks_over_water() -> None:
    """Ref, Flying."""
    assert dice(drawn("5 .. .. .. BH RW/rr", NORTH), "BH", "RW") == 2
    assert dice(drawn("5 .. .. .. BH RW/rr"), "RW", "BH") == 3


def test_tokens_count_its_damage_and_it_is_never_weak() -> None:
    """RB p. 13."""
    game = drawn("5 .. .. .. RW1 BH")
    assert (damage(game), figures(game, "RW")) == (5, 1)
    game, _ = after(game, attack("RW", "BH"), faces("cleave cleave pierce"))
    assert figures(game, "BH") == 1


# --- retreats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", ["CG", "BH2", "rr", "ll", "ff", "bb", "ts", "rf"])
def test_it_retreats_over_units_water_and_what_would_stop_it(over: str) -> None:
    """Ref, Flying."""
    game = drawn(f"5 .. .. .. BH RW {over.rstrip('2')}", NORTH)
    game, _ = after(game, attack("BH", "RW"), faces("morale morale"))
    assert (at(game, "RW"), damage(game)) == ("G5", 0)


@pytest.mark.parametrize("tile", ["rr", "ll", "ff", "bb"])
def test_it_may_end_its_retreat_over_any_terrain(tile: str) -> None:
    """Ref, Flying."""
    game = drawn(f"5 .. .. .. BH RW {tile}", NORTH)
    game, _ = after(game, attack("BH", "RW"), faces("morale pierce"))
    assert (at(game, "RW"), damage(game)) == ("F5", 0)


@pytest.mark.parametrize(
    ("rows", "ends", "tokens"),
    [
        ("5 .. .. .. BH1 RW BH BH BH", "E5", 3),  # enemies on every hex of its way
        ("5 .. .. .. BH1 RW .. BH BH", "F5", 2),  # one hex, then two enemies
        ("5 .. .. .. BH1 RW BH .. BH", "G5", 1),  # over one enemy; the last hex is another's
        ("5 .. .. .. BH1 RW BH BH ..", "H5", 0),  # over two enemies
        ("5 .. .. .. .. .. .. .. .. .. BH1 RW", "L5", 2),  # one hex, then the board's edge
        ("5 .. .. .. BH1 RW/bb BH BH BH", "E5", 3),  # no building takes what a flyer suffers
    ],
)
def test_retreats_that_cannot_be_made_are_damage(rows: str, ends: str, tokens: int) -> None:
    """Ref, Flying: it must end in an unoccupied hex."""
    game = drawn(rows, NORTH)
    game, events = after(game, attack("BH", "RW"), faces("morale morale morale pierce"))
    assert (at(game, "RW"), damage(game)) == (ends, tokens)
    assert spared(events) == []


@pytest.mark.parametrize(
    ("rows", "ends", "ignored"),
    [
        ("5 .. .. .. BH RW CG CG", "E5", 2),  # no free hex: the friend in the next one supports
        ("5 .. .. .. BH RW .. CG", "F5", 1),
    ],
)
def test_a_friend_where_it_would_have_to_land_supports_it(rows: str, ends: str, ignored: int) -> None:
    """RB p. 10."""
    game, events = after(drawn(rows, NORTH), attack("BH", "RW"), faces("morale morale"))
    assert (at(game, "RW"), damage(game)) == (ends, 0)
    assert [(event.hexes, event.cause) for event in events if isinstance(event, m.RetreatIgnored)] == [
        (ignored, Cause.SUPPORTED)
    ]


def test_a_stunned_flyer_does_not_retreat() -> None:
    """Ref, Stun."""
    game, _ = after(drawn("5 .. .. .. BH RWs", NORTH), attack("BH", "RW"), faces("morale morale"))
    assert (at(game, "RW"), damage(game)) == ("E5", 2)


# --- advancing, banners -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "what"), [("..", "advance_wait"), ("ff", "advance_wait"), ("rr", "orders_wait")]
)
def test_who_cannot_swim_does_not_advance_to_where_it_flew(tile: str, what: str) -> None:
    """RB p. 10, 13."""
    game, _ = after(drawn(f"5 .. .. .. BH RW/{tile}", NORTH), attack("BH", "RW"), faces("morale pierce"))
    assert at(game, "RW") == "F5"
    assert waits(game) == what


def test_it_advances_over_water_itself() -> None:
    """Ref, Flying: it moves into impassable terrain.  The Chaos Lord flies by a pack."""
    game = drawn("5 .. .. .. RW CL/rr", rules=TWO_FLY)
    game = Game(game.ruleset, replace(game.state, step=Step.ATTACK))
    game, _ = after(game, attack("RW", "CL"), faces("morale morale pierce"), m.Advance(to=Hex("E5")))
    assert at(game, "RW") == "E5"


def test_it_pursues_over_units_and_water_and_past_what_would_stop_it() -> None:
    """Ref, Flying; Ref, Pursue: first into the target's hex, here a forest; G5 is water, F6 a friend's."""
    game = drawn("6 .. .. .. .. .. CG\n5 .. .. .. .. RW BH1/ff rr BH", rules=PURSUES)
    game, _ = after(game, attack("RW", "BH"), faces("strike pierce"))
    assert isinstance(game.state.wait, m.AdvanceWait)
    assert game.state.wait.to == ("F5", "E4", "F4", "G5", "E6")


def test_it_pursues_over_units_as_it_moves_but_never_back() -> None:
    """Ref, Flying, Pursue: three hexes; F5 is ringed by units, and E5 is where it came from."""
    three = packed(PURSUING.replace("number = 2", "number = 3"))
    rows = "6 .. .. .. .. CG CG\n5 .. .. .. .. RW BH1 BH\n4 .. .. .. .. CG CG"
    game, _ = after(drawn(rows, rules=three), attack("RW", "BH"), faces("strike pierce pierce"))
    assert isinstance(game.state.wait, m.AdvanceWait)
    beyond = {"E3", "F3", "G3", "G4", "H5", "G6", "E7", "F7", "G7", "D4", "D6"}  # D5 only over E5
    assert set(game.state.wait.to) == {"F5", *beyond}


def test_it_holds_a_banner_over_water() -> None:
    """Ref, Flying: flying units still gain victory points."""
    game, _ = after(drawn("5 .. .. .. RW/rr .. BH", banners=("D5",)), m.EndMainPhase())
    assert game.state.sides[SOUTH].points == 2


def test_it_takes_a_tent_that_it_hovers_over() -> None:
    """RB p. 17: it occupies the hex."""
    game, _ = after(drawn("5 .. .. .. RW/tn .. BH", NORTH), m.EndMainPhase())
    assert (game.state.sides[SOUTH].points, game.state.terrain) == (2, {})
