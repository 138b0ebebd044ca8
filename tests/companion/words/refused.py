"""A position and a command for each reason to refuse; what is told of them stands in refusals.toml.

A case is called by its ``Why``; where one reason is told of several things, a word more tells which.
"""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import (
    AbilityId,
    CardId,
    KindId,
    LoreChoice,
    LoreId,
    Marker,
    ScenarioCardId,
    Seat,
    Section,
    Step,
    TerrainId,
    Tile,
    UnitId,
)
from rules.second import messages as second
from tests.rules.drawn import after, attack, card, drawn, faces, move, order, started, u
from tests.rules.fielding import (
    NORTH,
    SOUTH,
    STAKING,
    army,
    battle_rules,
    choose,
    put,
    tent,
    to_muster,
    to_pieces,
    to_terrain,
)
from tests.rules.packs import KNOWN, packed
from tests.rules.playing import full_rules
from tests.rules.tricks import PLAIN, held, lore, trick


class Case(NamedTuple):
    """A position, and what is refused in it."""

    game: Game
    command: m.Command


GOLEM = packed('[siege_golem]\nmove = 1\ncombat = 3\nrange = [2, 4]\ntraits = ["legend", "ranged"]\n')
FULL, BARE, MAPS = full_rules(), battle_rules(), battle_rules(maps=True)
TROLL, GOLEMS = UnitId("troll-1"), army("rune_golems 2, citadel_guard 5")
ROW = "5 CG CG .. .. BH"
LEFT = m.GrantOrders(count=1, section=Section.LEFT)
LINE = (LEFT, m.GrantOrders(count=1, section=Section.CENTER), m.GrantOrders(count=1, section=Section.RIGHT))
FOREST = Tile(kind=TerrainId("forest"))


def at_a_card(rows: str = ROW, *, known: tuple[str, ...] = ()) -> Game:
    """Return the drawn position while south is to play a command card; of four cards he holds *known*."""
    game = drawn(rows)
    side = replace(game.state.sides[SOUTH], known=tuple(map(CardId, known)))
    sides = {**game.state.sides, SOUTH: side}
    waits = (m.CardWait(seat=SOUTH),)
    return Game(game.ruleset, replace(game.state, step=Step.COMMAND, waits=waits, sides=sides))


def unlisted(*does: m.Verb) -> m.PlayUnlistedCard:
    return m.PlayUnlistedCard(name="Something Else", does=does)


def ordering(rows: str, *grants: m.GrantOrders) -> Game:
    return drawn(rows, ordered=False, grants=grants)


def attacked(rows: str, *commands: m.Command) -> Game:
    """Return the position drawn in a full battle after *commands*."""
    return after(held(rows), *commands)[0]


def in_lore_step() -> Game:
    return after(held("5 CG .. BH"), m.EndMainPhase())[0]


def late(rows: str) -> Game:
    """Return the drawn position when only units with Mobility still move: Lancers of a pack do, 2 hexes."""
    return after(drawn(rows, rules=KNOWN), m.EndMainPhase())[0]


def in_fords() -> Game:
    game, _ = after(to_terrain(MAPS), second.FinishTerrain())
    return game


def without_maps() -> Game:
    """Return the full set-up at a river on each half, none of it on a map that is known."""
    water = (m.PlaceTerrain(at=Hex(at), tile=Tile(kind=TerrainId("lake"))) for at in ("C2", "C8"))
    return after(to_terrain(BARE), *water, second.FinishTerrain())[0]


def deployed(*commands: m.Command) -> Game:
    """Return the set-up when both armies are open, after *commands*."""
    return after(to_pieces(MAPS), *commands)[0]


def whole(*commands: m.Command) -> Game:
    """Return a small battle whose units stand where they may, south's tent on G2, after *commands*."""
    game = to_pieces(BARE, south=army("citadel_guard 5, rune_golems 2", tent=True))
    places = {"citadel_guard": "A1 B1 C1 D1 E1", "rune_golems": "F1 G1", "blood_harvesters": "A9 B9 C9 D9 E9"}
    places["chaos_lord"] = "F9 G9"
    down = [
        put(f"{kind}-{number}", at)
        for kind, row in places.items()
        for number, at in enumerate(row.split(), 1)
    ]
    return after(game, *down, tent(SOUTH, "G2"), *commands)[0]


def marked(unit: str, marker: Marker) -> second.Cure:
    return second.Cure(unit=u(unit), marker=marker)


CROWD = "6 BH BH .. VL\n5 .. CG BH .. .. CGs\n4 YA"
OVER = after(held("5 CG BH1"), attack("CG", "BH"), faces("cleave lore lore"))[0]
TAKEN = drawn("5 CG .. .. .. .. .. BH")
ATTACKING = attacked("5 CGp .. CG BH", attack("CG2", "BH"), faces("lore lore lore"), m.Decline())
FIGHT = attacked("5 .. .. CG BH .. VL", attack("CG", "BH"))
IGNORING, _ = after(
    drawn("5 .. .. .. .. BH RG", active=NORTH, rules=packed(abilities="[immovable]\nasked = true\n")),
    attack("BH", "RG"),
    faces("morale morale pierce"),
)
PURSUIT = attacked("5 .. .. CG BH .. VL", attack("CG", "BH"), faces("morale lore lore"))
COMMITTING = attacked("5 .. .. CG BH", attack("CG", "BH"), faces("strike lore lore"))
EXTRA = attacked("5 CG .. .. YA .. .. VL", attack("YA", "VL"), faces("lore lore"))
SHIELDING = attacked("5 CG GB .. BH .. .. CG", attack("GB", "BH"), faces("heroic lore lore"))
CASES: Mapping[str, Case] = {
    # --- units, orders, cures -----------------------------------------------------------------------
    "no_such_unit": Case(TAKEN, m.Order(unit=TROLL)),
    "not_your_unit": Case(TAKEN, order("BH")),
    "not_now": Case(FIGHT, m.EndMainPhase()),
    "game_is_over": Case(OVER, m.EndMainPhase()),
    "game_is_over lore card": Case(OVER, trick(SOUTH, m.GainLore(count=1))),
    "already_ordered": Case(TAKEN, order("CG")),
    "no_orders_left": Case(after(ordering(ROW, LEFT), order("CG"))[0], order("CG2")),
    "no_orders_left in one section": Case(after(ordering(ROW, *LINE), order("CG"))[0], order("CG2")),
    "wrong_section": Case(ordering("5 CG .. .. .. .. .. CG BH", LEFT), order("CG2")),
    "came_too_late": Case(
        after(
            held("5 CG .. .. .. .. .. .. .. .. .. YA", grants=(replace(LEFT, count=2),), ordered=False),
            order("CG"),
            move("CG", "A6"),
            trick(SOUTH, m.PlaceAt(unit=u("YA"), at=Hex("C5"))),
        )[0],
        order("YA"),
    ),
    "wrong_trait": Case(ordering(ROW, m.GrantOrders(count=1, traits=("archer",))), order("CG")),
    "unit_is_weak": Case(ordering("5 CG1 BH", m.GrantOrders(count=1, not_weak=True)), order("CG")),
    "attacks_have_begun": Case(ATTACKING, move("CG", "A6")),
    "attacks_have_begun cure": Case(ATTACKING, marked("CG", Marker.POISON)),
    "attacks_have_begun mobility": Case(late("5 CG .. LA .. .. BH"), move("CG", "A6")),
    "attacks_have_begun for all": Case(late("5 CG .. LA .. .. BH"), m.StartAttacks()),
    "no_such_ability": Case(
        held("5 CG .. BH", grants=(LEFT,), ordered=False), m.Order(unit=u("CG"), paid=True)
    ),
    "no_such_ability dice": Case(COMMITTING, second.Commit(dice={AbilityId("frenzy"): 1})),
    "too_little_lore": Case(drawn("5 CGp BH", lore=1), marked("CG", Marker.POISON)),
    "too_little_lore automaton": Case(
        drawn("5 .. .. .. .. .. .. IB .. BH", ordered=False, grants=(LEFT,)), m.Order(unit=u("IB"), paid=True)
    ),
    "too_little_lore card": Case(held("5 CG BH", lore=1), trick(SOUTH, m.GainLore(count=1), cost=3)),
    "too_little_lore exchange": Case(
        after(drawn("5 CG .. BH", lore=5), m.EndMainPhase())[0], second.ExchangeLore(points=2)
    ),
    "not_marked": Case(drawn("5 CGp BH", lore=2), marked("CG", Marker.STUN)),
    "not_an_option shield": Case(drawn("5 CGh BH", lore=2), marked("CG", Marker.SHIELD)),
    # --- moves --------------------------------------------------------------------------------------
    "off_board": Case(TAKEN, move("CG", "Z9")),
    "not_ordered": Case(drawn(ROW, ordered=False), move("CG", "A6")),
    "is_stunned": Case(drawn(CROWD), move("CG2", "G5")),
    "already_moved": Case(after(TAKEN, move("CG", "B5"))[0], move("CG", "C5")),
    "occupied": Case(drawn(CROWD), move("CG", "A4")),
    "already_there": Case(TAKEN, move("CG", "A5")),
    "impassable": Case(drawn("5 CG rr BH"), move("CG", "B5")),
    "too_massive": Case(drawn("5 CL bb CG", active=NORTH), move("CL", "B5")),
    "too_far": Case(drawn(CROWD), move("CG", "D4")),
    "too_far late": Case(late("5 LA .. .. .. .. .. BH"), move("LA", "D5")),
    "way_blocked": Case(drawn(CROWD), move("CG", "C6")),
    "may_not_trample": Case(drawn("5 CG BH .."), m.Move(unit=u("CG"), to=Hex("C5"), through=(Hex("B5"),))),
    # --- attacks and dice ---------------------------------------------------------------------------
    "not_an_enemy": Case(drawn(ROW), attack("CG", "CG2")),
    "not_an_enemy itself": Case(drawn(ROW), attack("CG", "CG")),
    "already_attacked": Case(
        attacked("5 .. CG BH .. VL", attack("CG", "BH"), faces("lore lore lore"), m.Decline()),
        attack("CG", "BH"),
    ),
    "not_adjacent": Case(drawn(ROW), attack("CG2", "BH")),
    "out_of_range": Case(drawn("5 YA .. .. .. .. BH"), attack("YA", "BH")),
    "too_near": Case(held("5 SG BH", rules=GOLEM), attack("SG", "BH")),
    "sight_blocked": Case(drawn("5 YA CG BH"), attack("YA", "BH")),
    "sight_blocked terrain": Case(drawn("5 YA hh BH"), attack("YA", "BH")),
    "not_now additional": Case(EXTRA, attack("CG", "VL")),
    "not_now late": Case(late("5 LA .. CG BH"), attack("CG", "BH")),
    "wrong_number_of_dice": Case(FIGHT, faces("strike")),
    "no_such_face": Case(FIGHT, faces("flag flag flag")),
    "too_many_dice": Case(COMMITTING, second.Commit(dice={AbilityId("superior_tactics"): 2})),
    "impossible_number dice": Case(COMMITTING, second.Commit(dice={AbilityId("superior_tactics"): -1})),
    "impossible_number retreats": Case(IGNORING, second.IgnoreRetreats(hexes=2)),
    "not_an_option pursuit": Case(PURSUIT, m.Advance(to=Hex("A1"))),
    "occupied pursuit": Case(PURSUIT, m.Advance(to=Hex("F5"))),
    "not_an_option attacks": Case(TAKEN, m.StartAttacks()),
    # --- command cards ------------------------------------------------------------------------------
    "no_such_card": Case(at_a_card(), card("fireball")),
    "card_not_in_hand": Case(
        at_a_card(known=("wedge", "onslaught", "wedge", "battle_march")), card("line_advance")
    ),
    "wrong_time": Case(at_a_card(), unlisted(second.FixDice(count=4))),
    "impassable card": Case(at_a_card("5 CG rr .. .. BH"), unlisted(m.PlaceAt(unit=u("CG"), at=Hex("B5")))),
    "impossible_number card": Case(at_a_card(), unlisted(m.DealDamage(unit=u("BH"), count=0))),
    # --- lore ---------------------------------------------------------------------------------------
    "lore_card_played": Case(
        attacked("5 CG .. BH", trick(SOUTH, m.GainPoints(count=1))), trick(SOUTH, m.GainPoints(count=1))
    ),
    "lore_barred": Case(attacked("5 CG .. BH", lore("runic_barrier")), trick(NORTH, m.GainPoints(count=1))),
    "card_not_in_hand lore": Case(held(cards=0), trick(SOUTH, m.GainLore(count=1))),
    "card_not_in_hand learning": Case(TAKEN, trick(SOUTH, m.GainLore(count=1))),
    "wrong_time lore": Case(ATTACKING, lore("overrun")),
    "wrong_time lore verb": Case(held(), trick(NORTH, second.LastStand())),
    "wrong_faction lore": Case(held(), lore("runic_barrier", NORTH)),
    "cost_not_told": Case(held(rules=PLAIN), lore("portal", SOUTH, m.GainLore(count=1))),
    "effect_not_told": Case(held(rules=PLAIN), lore("portal", SOUTH, cost=1)),
    "too_many_cards": Case(
        in_lore_step(),
        m.ReplenishLore(choice=LoreChoice.CARDS, discards=(LoreId("rune_blade"), LoreId("portal"))),
    ),
    # --- corrections --------------------------------------------------------------------------------
    "too_many_cards hand": Case(TAKEN, m.NoteHand(seat=SOUTH, known=(CardId("wedge"),) * 5)),
    "impossible_number unit": Case(TAKEN, m.CorrectUnit(unit=u("CG"), at=Hex("A5"), figures=4)),
    "occupied correction": Case(TAKEN, m.CorrectUnit(unit=u("CG"), at=Hex("G5"), figures=3)),
    "no_such_seat": Case(TAKEN, m.CorrectScore(seat=Seat.SOUTH_ALLY, points=1)),
    "nothing_there": Case(TAKEN, m.RemoveBanner(at=Hex("A1"))),
    "nothing_there terrain": Case(TAKEN, m.RemoveTerrain(at=Hex("A1"))),
    "no_such_terrain": Case(TAKEN, m.PlaceTerrain(at=Hex("A1"), tile=Tile(kind=TerrainId("swamp")))),
    "not_on_water token": Case(
        TAKEN, m.PlaceTerrain(at=Hex("A1"), tile=replace(FOREST, token=TerrainId("ford")))
    ),
    # --- set-up -------------------------------------------------------------------------------------
    "wrong_faction": Case(new_game(BARE), choose(SOUTH, STAKING)),
    "no_such_card scenario": Case(new_game(BARE), choose(SOUTH, ScenarioCardId("nonsense"))),
    "first_is_known": Case(to_terrain(MAPS), m.ChooseFirst(seat=SOUTH)),
    "not_on_water": Case(in_fords(), second.PlaceFord(at=Hex("F6"))),
    "has_crossing": Case(
        after(
            in_fords(),
            m.PlaceTerrain(at=Hex("E8"), tile=Tile(kind=TerrainId("river"), token=TerrainId("bridge"))),
        )[0],
        second.PlaceFord(at=Hex("E8")),
    ),
    "not_on_own_card": Case(in_fords(), second.PlaceFord(at=Hex("E4"))),
    "not_on_own_half": Case(without_maps(), second.PlaceFord(at=Hex("C2"))),
    "not_on_own_half unit": Case(to_pieces(BARE), put("citadel_guard-1", "F6")),
    "no_such_unit army": Case(to_muster(BARE), army("hill_trolls 3")),
    "wrong_faction army": Case(to_muster(BARE), army("blood_harvesters 3, citadel_guard 5", points=40)),
    "too_few_in_box": Case(to_muster(BARE), army("rune_golems 3, citadel_guard 5")),
    "wrong_number_of_cards": Case(to_muster(BARE), army("citadel_guard 5")),
    "points_not_told": Case(
        to_muster(BARE),
        second.Muster(seat=NORTH, units={KindId("viper_legion"): 5, KindId("blood_harvesters"): 3}),
    ),
    "too_many_points": Case(to_muster(BARE), army("citadel_guard 5, yeoman_archers 5, riverwatch_riders 2")),
    "too_many_points lore": Case(
        to_muster(BARE), army("citadel_guard 5, yeoman_archers 5, riverwatch_riders 1", lore=5)
    ),
    "impossible_number lore": Case(to_muster(BARE), replace(GOLEMS, lore=6)),
    "impossible_number points": Case(to_muster(BARE), replace(GOLEMS, points=31)),
    "no_deployment_hex": Case(deployed(), put("citadel_guard-1", "D3")),
    "no_deployment_hex tent": Case(deployed(tent(SOUTH, "G1")), put("citadel_guard-1", "G1")),
    "in_front_of_tent": Case(deployed(tent(SOUTH, "G1")), put("citadel_guard-1", "D2")),
    "occupied set-up": Case(deployed(put("yeoman_archers-1", "A1")), put("citadel_guard-1", "A1")),
    "not_clear": Case(deployed(), tent(SOUTH, "E2")),
    "units_missing": Case(deployed(), m.StartGame()),
    "tent_missing": Case(whole(m.RemoveTerrain(at=Hex("G2"))), m.StartGame()),
    "in_front_of_tent start": Case(
        whole(
            m.RemoveTerrain(at=Hex("G2")), m.Overrule(command=put("rune_golems-1", "F3")), tent(SOUTH, "G2")
        ),
        m.StartGame(),
    ),
    "banners_missing": Case(
        after(new_game(started().ruleset), m.PlaceBanner(at=Hex("C5")))[0], m.StartGame()
    ),
    "not_an_option": Case(SHIELDING, second.Shield(unit=u("CG2"))),
    "no_such_unit shield": Case(SHIELDING, second.Shield(unit=TROLL)),
}
