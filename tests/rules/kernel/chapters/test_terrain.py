"""Terrain, each kind in turn (RB p. 13, 17; Ref, Terrain): the drawn tile is named in drawn.TILES."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import AbilityId, Cause, Seat, Step, TerrainId, Tile, Why
from rules.second import messages as second
from tests.rules.drawn import TILES, after, at, attack, drawn, faces, figures, move, u, why
from tests.rules.packs import packed

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
FRENZY, POISON = AbilityId("frenzy"), AbilityId("poison")
CLEAR = ".."
STOPPING = ("ff", "bb", "ts", "tn", "rf", "lf")
OPEN = (CLEAR, "hh", "rb", "lb")
WATER = ("rr", "ll")
BLOCKING = ("hh", "ff", "bb", "ts", "tn")


def dice(game: Game, unit: str, target: str) -> int:
    """Return how many dice *unit* rolls in an attack on *target*."""
    _, events = after(game, attack(unit, target))
    return next(event.dice for event in events if isinstance(event, m.AttackDeclared))


def spared(events: tuple[m.Event, ...]) -> list[int]:
    """Return how much damage terrain took, each time that it did."""
    return [
        event.damage
        for event in events
        if isinstance(event, m.DamageIgnored) and event.cause is Cause.TERRAIN
    ]


# --- moving -----------------------------------------------------------------------------------------


def narrow(tile: str) -> Game:
    """Return guards in a corner, whose only way out leads over *tile* on B1; C1 lies behind it."""
    return drawn(f"2 YA\n1 CG {tile}")


@pytest.mark.parametrize("tile", [*OPEN, *STOPPING])
def test_dry_terrain_fords_and_bridges_can_be_entered(tile: str) -> None:
    """RB p. 13; Ref, Bridge Tokens, Ford Tokens, Command Tents."""
    game, _ = after(narrow(tile), move("CG", "B1"))
    assert at(game, "CG") == "B1"


@pytest.mark.parametrize("tile", WATER)
def test_water_without_ford_or_bridge_is_impassable(tile: str) -> None:
    """RB p. 13; Ref, Water Hexes: neither into it nor through it."""
    assert why(narrow(tile), move("CG", "B1")) is Why.IMPASSABLE
    assert why(narrow(tile), move("CG", "C1")) is Why.WAY_BLOCKED


@pytest.mark.parametrize("tile", STOPPING)
def test_who_enters_forest_building_tent_or_ford_goes_no_further(tile: str) -> None:
    """RB p. 13, 17; Ref, Buildings, Command Tents, Ford Tokens, Forest Hexes."""
    assert why(narrow(tile), move("CG", "C1")) is Why.WAY_BLOCKED


@pytest.mark.parametrize("tile", OPEN)
def test_hills_and_bridges_are_passed_like_clear_ground(tile: str) -> None:
    """RB p. 13; Ref, Bridge Tokens."""
    assert why(narrow(tile), move("CG", "C1")) is None


def test_a_bridge_is_entered_and_left_from_any_side() -> None:
    """Ref, Bridge Tokens: its orientation has no effect."""
    around = ("E6", "F6", "G5", "F4", "E4", "E5")
    for start, end in zip(around, (*around[3:], *around[:3]), strict=True):
        game = drawn("5 .. .. .. .. .. rb\n2 CG")
        game, _ = after(game, m.CorrectUnit(unit=u("CG"), at=Hex(start), figures=3))
        assert why(game, move("CG", end)) is None


def test_a_unit_walks_round_what_would_stop_it() -> None:
    """RB p. 13: only entering stops.  Riders go four hexes; E5 to G5 round the forest on F5."""
    assert why(drawn("5 .. .. .. .. RR ff"), move("RR", "G5")) is None
    walled = drawn("6 .. .. .. .. ff ff\n5 .. .. .. .. RR ff\n4 .. .. .. .. ff ff")
    assert why(walled, move("RR", "G5")) is Why.WAY_BLOCKED


@pytest.mark.parametrize("tile", STOPPING)
def test_a_unit_that_stands_in_stopping_terrain_leaves_it_freely(tile: str) -> None:
    """RB p. 13: a unit that moves *into* it must stop."""
    assert why(drawn(f"1 CG/{tile}"), move("CG", "C1")) is None


@pytest.mark.parametrize("tile", STOPPING)
def test_a_unit_that_had_to_stop_may_move_again_by_another_effect(tile: str) -> None:
    """Ref, Forest Hexes: later in the turn, by an ability or another effect (here Onslaught's hex)."""
    game = narrow(tile)
    extra = m.GrantExtraMove(trait="infantry", hexes=1)
    game = Game(game.ruleset, replace(game.state, extras=(extra,)))
    game, _ = after(game, move("CG", "B1"), m.StartAttacks(), move("CG", "C1"))
    assert at(game, "CG") == "C1"


@pytest.mark.parametrize("tile", STOPPING)
def test_the_extra_hex_of_a_card_stops_there_too(tile: str) -> None:
    """RB p. 13; two hexes of a card do not lead past it."""
    game = narrow(tile)
    extra = m.GrantExtraMove(trait="infantry", hexes=2)
    game = Game(game.ruleset, replace(game.state, extras=(extra,), step=Step.ATTACK))
    assert why(game, move("CG", "C1")) is Why.WAY_BLOCKED
    assert why(game, move("CG", "B1")) is None


def test_the_table_can_overrule_water() -> None:
    """Only nonsense cannot be overruled."""
    game, _ = after(narrow("rr"), m.Overrule(command=move("CG", "B1")))
    assert at(game, "CG") == "B1"


# --- line of sight ----------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [CLEAR, *TILES])
def test_hill_forest_building_and_tent_block_sight_and_water_does_not(tile: str) -> None:
    """RB p. 13; reference sheet 6.8."""
    game = drawn(f"5 .. .. .. YA {tile} BH")
    assert why(game, attack("YA", "BH")) is (Why.SIGHT_BLOCKED if tile in BLOCKING else None)


@pytest.mark.parametrize("tile", TILES)
def test_the_hexes_of_the_two_units_never_block(tile: str) -> None:
    """RB p. 8."""
    assert why(drawn(f"5 .. .. .. YA/{tile} .. BH/{tile}"), attack("YA", "BH")) is None


@pytest.mark.parametrize("between", ["CG", "BH2"])
def test_from_a_hill_all_units_are_looked_over(between: str) -> None:
    """RB p. 13: friends and enemies; on other terrain they block."""
    for tile in TILES:
        game = drawn(f"5 .. .. .. YA/{tile} {between} .. BH")
        target = "BH2" if between == "BH2" else "BH"
        assert why(game, attack("YA", target)) is (None if tile == "hh" else Why.SIGHT_BLOCKED), tile


@pytest.mark.parametrize("tile", BLOCKING)
def test_blocking_terrain_blocks_from_a_hill_too(tile: str) -> None:
    """RB p. 13: another hill as well."""
    assert why(drawn(f"5 .. .. .. YA/hh {tile} BH"), attack("YA", "BH")) is Why.SIGHT_BLOCKED


def test_a_target_on_a_hill_is_not_seen_over_units() -> None:
    """RB p. 13: the hill serves the unit on it, which traces the line."""
    assert why(drawn("5 .. .. .. YA CG BH/hh"), attack("YA", "BH")) is Why.SIGHT_BLOCKED


def test_a_tile_of_a_pack_blocks_sight_where_its_owners_say_so() -> None:
    """Hernfar Guardians: what the crystal spire does stands on its card."""
    spire = Tile(kind=TerrainId("crystal_spire"))
    for text, reason in (("blocks_sight = true", Why.SIGHT_BLOCKED), ("stops = true", None)):
        game = drawn("5 .. .. .. YA .. BH", rules=packed(terrain=f"[crystal_spire]\n{text}\n"))
        game, _ = after(game, m.PlaceTerrain(at=Hex("E5"), tile=spire))
        assert why(game, attack("YA", "BH")) is reason


def test_a_tile_of_a_pack_looks_over_units_where_its_owners_say_so() -> None:
    spire = Tile(kind=TerrainId("crystal_spire"))
    rules = packed(terrain="[crystal_spire]\nsees_over_units = true\n")
    game = drawn("5 .. .. .. YA CG BH", rules=rules)
    assert why(game, attack("YA", "BH")) is Why.SIGHT_BLOCKED
    game, _ = after(game, m.PlaceTerrain(at=Hex("D5"), tile=spire))
    assert why(game, attack("YA", "BH")) is None


# --- dice -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [CLEAR, *TILES])
def test_only_the_forest_caps_dice_at_two_from_it_and_against_it(tile: str) -> None:
    """RB p. 13; guards roll three, the Chaos Lord four."""
    from_it, against_it = drawn(f"5 .. .. .. CG/{tile} BH"), drawn(f"5 .. .. .. CG BH/{tile}")
    both = drawn(f"5 .. .. .. CG/{tile} BH/{tile}")
    expected = 2 if tile == "ff" else 3
    assert [dice(game, "CG", "BH") for game in (from_it, against_it, both)] == [expected] * 3
    legend = drawn(f"5 .. .. .. CL CG/{tile}", active=NORTH)
    assert dice(legend, "CL", "CG") == (2 if tile == "ff" else 4)


def test_two_dice_stay_two_in_the_forest() -> None:
    """RB p. 13: a maximum, not a number."""
    assert dice(drawn("5 .. .. .. RR/ff BH/ff"), "RR", "BH") == 2


@pytest.mark.parametrize(("harvesters", "count"), [("BH", 2), ("BH2", 3), ("BH1", 4)])
def test_the_cap_comes_before_rage(harvesters: str, count: int) -> None:
    """F2: base dice drop to two first; with two figures harvesters roll 2 + 1 = 3."""
    for rows in (f"5 .. .. .. {harvesters}/ff CG", f"5 .. .. .. {harvesters} CG/ff"):
        assert dice(drawn(rows, active=NORTH), "BH", "CG") == count


def test_the_cap_comes_before_a_flankers_die_and_a_cards() -> None:
    """Ref, Forest Hexes: before modifiers."""
    game = drawn("5 .. .. .. BH CG/ff\n4 .. .. .. RR")
    assert dice(game, "CG", "BH") == 3
    game = Game(game.ruleset, replace(game.state, extras=(m.AddDice(count=1),)))
    assert dice(game, "CG", "BH") == 4


def test_arrows_into_a_forest_are_capped_too() -> None:
    """RB p. 13: a pack's archers with three dice."""
    rules = packed("[yeoman_archers]\ncombat = 3\n")
    assert dice(drawn("5 .. .. .. YA .. BH", rules=rules), "YA", "BH") == 3
    assert dice(drawn("5 .. .. .. YA .. BH/ff", rules=rules), "YA", "BH") == 2


@pytest.mark.parametrize(("rows", "count"), [("BH CG", 3), ("BH/ff CG", 2), ("BH CG/ff", 2)])
def test_a_counter_is_capped_like_an_attack(rows: str, count: int) -> None:
    """RB p. 13: a unit in combat."""
    game, _ = after(drawn(f"5 .. .. .. {rows}", active=NORTH), attack("BH", "CG"))
    assert isinstance(game.state.wait, m.DiceWait)
    game, _ = after(game, faces(" ".join(["pierce"] * game.state.wait.count)), m.Counter())
    assert isinstance(game.state.wait, m.DiceWait)
    assert game.state.wait.count == count


# --- damage -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [CLEAR, *(tile for tile in TILES if tile != "ff")])
def test_only_a_building_lets_its_unit_ignore_one_damage(tile: str) -> None:
    """RB p. 13; Ref, Buildings."""
    game = drawn(f"5 .. .. .. BH CG/{tile}", active=NORTH)
    game, events = after(game, attack("BH", "CG"), faces("strike cleave pierce"))
    assert figures(game, "CG") == (2 if tile == "bb" else 1)
    assert spared(events) == ([1] if tile == "bb" else [])


def test_a_building_has_nothing_to_ignore_where_nothing_hits() -> None:
    game = drawn("5 .. .. .. BH CG/bb", active=NORTH)
    game, events = after(game, attack("BH", "CG"), faces("pierce pierce pierce"))
    assert (figures(game, "CG"), spared(events)) == (3, [])


def test_a_building_saves_the_last_figure() -> None:
    """RB p. 13: the harvesters' frenzy is asked for, because the strike alone does not eliminate."""
    game = drawn("5 .. .. .. BH CG1/bb .. CG", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("strike heroic pierce"))
    assert game.state.wait == second.CommitWait(seat=NORTH, unit=u("BH"), most={FRENZY: 1}, usual={FRENZY: 1})
    spares, _ = after(game, m.Decline())
    assert figures(spares, "CG") == 1
    kills, _ = after(game, second.Commit(dice={FRENZY: 1}))
    assert at(kills, "CG") is None


def test_a_building_takes_any_sort_of_damage_but_only_one_of_a_combat() -> None:
    """Ref, Buildings: 1 damage each combat; the strike is ignored, the poison is not."""
    game = drawn("5 .. .. .. BH CGp/bb", active=NORTH)
    game, events = after(
        game,
        attack("BH", "CG"),
        faces("strike lore pierce"),
        second.Commit(dice={POISON: 1}),
    )
    assert (figures(game, "CG"), spared(events)) == (2, [1])
    game = drawn("5 .. .. .. BH CGp/bb", active=NORTH)
    game, events = after(
        game,
        attack("BH", "CG"),
        faces("pierce lore pierce"),
        second.Commit(dice={POISON: 1}),
    )
    assert (figures(game, "CG"), spared(events)) == (3, [1])


def test_a_building_protects_against_each_attack_anew() -> None:
    """F3: Double Shot's two attacks are two combats."""
    game = drawn("5 YA .. .. VL/bb")
    game, one = after(game, attack("YA", "VL"), faces("pierce pierce"))
    game, two = after(game, attack("YA", "VL"), faces("pierce pierce"))
    assert (figures(game, "VL"), spared(one), spared(two)) == (1, [1], [1])


def test_a_building_protects_the_attacker_against_the_counter() -> None:
    """RB p. 13: a unit in it, whoever attacks."""
    game = drawn("5 .. .. .. BH/bb CG", active=NORTH)
    game, _ = after(game, attack("BH", "CG"), faces("pierce pierce pierce"), m.Counter())
    game, events = after(game, faces("cleave cleave pierce"))
    assert (figures(game, "BH"), spared(events)) == (2, [1])


def test_a_building_does_not_keep_the_figures_that_frenzy_costs() -> None:
    """Ref, Removing Figures: no damage, and it cannot be ignored."""
    game = drawn("5 .. .. .. BH/bb CG", active=NORTH)
    game, _ = after(
        game,
        attack("BH", "CG"),
        faces("heroic pierce pierce"),
        second.Commit(dice={FRENZY: 1}),
    )
    game, _ = after(game, m.Decline())
    assert figures(game, "BH") == 2


@pytest.mark.parametrize("tile", [CLEAR, *TILES])
def test_a_building_takes_one_damage_of_each_effect_outside_of_combat(tile: str) -> None:
    """Ref, Buildings: 1 damage from each game effect."""
    game = drawn(f"5 .. .. .. BH/{tile} CG", step=Step.COMMAND)
    game = Game(game.ruleset, replace(game.state, waits=(m.CardWait(seat=SOUTH),)))
    blow = m.DealDamage(unit=u("BH"), count=1)
    once = m.PlayUnlistedCard(name="A blow", does=(m.DealDamage(unit=u("BH"), count=2),))
    twice = m.PlayUnlistedCard(name="Two blows", does=(blow, blow))
    assert figures(after(game, once)[0], "BH") == (2 if tile == "bb" else 1)
    assert figures(after(game, twice)[0], "BH") == (3 if tile == "bb" else 1)
