"""RB p. 14-17 and the example of p. 18, step by step, and the free battle."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.printed import BannerSetup
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import (
    CAMPS,
    CardId,
    KindId,
    LoreId,
    ScenarioCardId,
    Seat,
    Step,
    TerrainId,
    Tile,
    UnitId,
    Why,
)
from rules.second import messages as second
from rules.second.printed import ScenarioCard
from rules.second.setting_up.maps import scenario_card
from rules.second.state.game import SecondState, Setting, setting_in, with_setting
from tests.rules.drawn import RULES as LEARNING, after, started, tags, why
from tests.rules.fielding import (
    BARROWS,
    CROSSING,
    FORD,
    FREE,
    LAKE,
    MILITIA,
    NORTH,
    NORTH_DEPLOYMENT,
    RIVER,
    RULEBOOK_ARMY,
    SOUTH,
    SOUTH_DEPLOYMENT,
    STAKING,
    TENT,
    TREASURES,
    army,
    battle_rules,
    choose,
    hexes,
    put,
    tent,
    to_muster,
    to_pieces,
    to_terrain,
)

MAPS = battle_rules(maps=True)


class Remembering(SecondState, frozen=True, kw_only=True):
    """What an ability that needs memory would add to what is kept of a game."""

    wrath: int = 0


def test_a_step_of_the_set_up_keeps_what_else_is_kept_of_the_game() -> None:
    state = replace(started().state, own=Remembering(wrath=2))
    assert with_setting(state, Setting()).own == Remembering(setting=Setting(), wrath=2)


BARE = battle_rules()
PIECES = to_pieces(MAPS)
LORDS = ("chaos_lord-1", "chaos_lord-2")


def places(seat: Seat, *, taken: tuple[str, ...] = ()) -> Iterator[Hex]:
    """Yield *seat*'s deployment hexes without the ones *taken*."""
    row = SOUTH_DEPLOYMENT if seat is SOUTH else NORTH_DEPLOYMENT
    return (at for at in row if at not in taken and at[0] != "E")


def deployed(game: Game) -> Game:
    """Return *game* with south's tent on G2 and every unit on a deployment hex of its own."""
    game, _ = after(game, tent(SOUTH, "G2"))
    for seat in CAMPS:
        free = places(seat, taken=("G2",))
        mine = [unit.id for unit in game.state.units.values() if unit.seat is seat]
        for unit in mine:
            game, _ = after(game, put(unit, next(free)))
    return game


def test_a_full_battle_begins_with_the_scenario_cards() -> None:
    """RB p. 15."""
    game = new_game(BARE)
    assert game.state.wait == second.ScenarioCardsWait(missing=(SOUTH, NORTH))
    assert (game.state.step, game.state.units, setting_in(game.state)) == (Step.SET_UP, {}, Setting())
    assert {choice.card for choice in options(game) if isinstance(choice, second.ChooseScenarioCard)} == set(
        BARE.catalogue.of(ScenarioCard)
    )


def test_a_scenario_card_stays_face_down_until_both_are_chosen() -> None:
    """RB p. 15."""
    game, events = after(new_game(BARE), choose(NORTH, STAKING))
    assert tags(events) == ["scenario_card_chosen"]
    assert game.state.wait == second.ScenarioCardsWait(missing=(SOUTH,))
    assert scenario_card(game, NORTH) is None
    assert game.specials(NORTH) == ()
    game, events = after(game, choose(NORTH, TREASURES), choose(SOUTH, CROSSING))
    assert second.ScenarioCardsRevealed(cards={SOUTH: CROSSING, NORTH: TREASURES}) in events
    assert scenario_card(game, NORTH) == BARE.catalogue.of(ScenarioCard)[TREASURES]


def test_the_rules_of_a_scenario_card_hold_for_its_owner() -> None:
    """RB p. 15, with those of the scenario itself."""
    game, _ = after(new_game(BARE), choose(NORTH, STAKING), choose(SOUTH, BARROWS))
    cards = BARE.catalogue.of(ScenarioCard)
    assert game.specials(NORTH) == cards[STAKING].specials
    assert game.specials(SOUTH) == cards[BARROWS].specials
    no_stop = second.NoStop(terrain=(TerrainId("forest"),))
    scenario = replace(BARE.scenario, specials={SOUTH: (no_stop,)})
    rules = Ruleset(BARE.edition, BARE.catalogue, BARE.board, scenario)
    assert Game(rules, game.state).specials(SOUTH) == (no_stop, *cards[BARROWS].specials)
    assert new_game(rules).specials(SOUTH) == (no_stop,)
    assert started().specials(SOUTH) == ()


@pytest.mark.parametrize(
    ("north", "south", "first"),
    [
        (TREASURES, CROSSING, NORTH),  # RB p. 18: B2 before C1
        (STAKING, BARROWS, SOUTH),
        (TREASURES, BARROWS, None),  # both B2
        (TREASURES, MILITIA, None),  # not known
    ],
)
def test_the_earlier_letter_then_the_lower_number_is_first(
    north: ScenarioCardId, south: ScenarioCardId, first: Seat | None
) -> None:
    """RB p. 16."""
    game, events = after(new_game(BARE), choose(SOUTH, south), choose(NORTH, north))
    if first is None:
        assert game.state.wait == second.FirstPlayerWait()
        assert "first_player_found" not in tags(events)
    else:
        assert m.FirstPlayerFound(seat=first) in events
        assert (game.state.first, game.state.active) == (first, first)
        assert game.state.wait == second.TerrainWait()


def test_a_scenario_card_that_nobody_listed_is_laid_like_any_other() -> None:
    """RB p. 15: seven cards each, of which not all are known.  Its letter is told, which is no lot."""
    unlisted = {
        seat: ScenarioCardId(name) for seat, name in ((NORTH, "unlisted_uthuk"), (SOUTH, "unlisted_daqan"))
    }
    game, _ = after(new_game(BARE), *(choose(seat, card) for seat, card in unlisted.items()))
    assert game.state.wait == second.FirstPlayerWait()
    game, events = after(game, m.ChooseFirst(seat=SOUTH))
    assert m.FirstPlayerFound(seat=SOUTH, lot=False) in events
    assert game.state.wait == second.TerrainWait()


def test_of_two_cards_with_one_letter_the_lower_number_is_first() -> None:
    """RB p. 16."""
    card = replace(BARE.catalogue.of(ScenarioCard)[CROSSING], initiative="B1")
    catalogue = BARE.catalogue.having(ScenarioCard, {**BARE.catalogue.of(ScenarioCard), CROSSING: card})
    rules = Ruleset(BARE.edition, catalogue, BARE.board, BARE.scenario)
    assert to_terrain(rules).state.first is SOUTH


def test_equal_cards_leave_it_to_the_lot() -> None:
    """RB p. 16."""
    game, _ = after(new_game(BARE), choose(SOUTH, BARROWS), choose(NORTH, TREASURES))
    assert options(game) == (m.ChooseFirst(seat=SOUTH), m.ChooseFirst(seat=NORTH))
    game, events = after(game, m.ChooseFirst(seat=SOUTH))
    assert events[0] == m.FirstPlayerFound(seat=SOUTH, lot=True)
    assert (game.state.first, game.state.wait) == (SOUTH, second.TerrainWait())
    assert why(game, m.ChooseFirst(seat=NORTH)) is Why.FIRST_IS_KNOWN


@pytest.mark.parametrize("until", [to_terrain, to_muster, to_pieces])
def test_the_table_says_who_is_first_whatever_the_cards_say(until: Callable[[Ruleset], Game]) -> None:
    """RB p. 16: the Uthuk's card has the earlier letter."""
    game = until(MAPS)
    assert (game.state.first, why(game, m.ChooseFirst(seat=SOUTH))) == (NORTH, Why.FIRST_IS_KNOWN)
    ruled, events = after(game, m.Overrule(command=m.ChooseFirst(seat=SOUTH)))
    assert tags(events) == ["overruled", "first_player_found"]
    assert m.FirstPlayerFound(seat=SOUTH, lot=False) in events
    assert (ruled.state.first, ruled.state.waits) == (SOUTH, game.state.waits)


def test_who_is_first_after_all_lays_his_ford_before_the_other() -> None:
    """RB p. 16."""
    game, _ = after(to_terrain(MAPS), second.FinishTerrain())
    assert game.state.wait.seat is NORTH
    game, _ = after(game, m.Overrule(command=m.ChooseFirst(seat=SOUTH)))
    assert game.state.wait.seat is SOUTH


def test_nobody_is_said_to_be_first_before_the_cards_lie_nor_once_the_game_is_on() -> None:
    for game in (new_game(BARE), started()):
        assert why(game, m.Overrule(command=m.ChooseFirst(seat=SOUTH))) is Why.NOT_NOW


@pytest.mark.parametrize(
    ("command", "reason", "page"),
    [
        (choose(SOUTH, ScenarioCardId("high_noon")), Why.NO_SUCH_CARD, "RB p. 15"),
        (choose(SOUTH, STAKING), Why.WRONG_FACTION, "RB p. 15"),
        (second.FinishTerrain(), Why.NOT_NOW, "RB p. 6"),
        (second.RevealArmies(), Why.NOT_NOW, "RB p. 6"),
        (second.PlaceFord(at=Hex("E1")), Why.NOT_NOW, "RB p. 6"),
    ],
)
def test_a_scenario_card_is_refused_for_its_reason(command: m.Command, reason: Why, page: str) -> None:
    """RB p. 15."""
    _, refusal = play(new_game(BARE), command)
    assert isinstance(refusal, m.Refusal)
    assert (refusal.why, refusal.page) == (reason, page)


def test_terrain_and_banners_of_maps_that_we_know_are_laid_at_once() -> None:
    """RB p. 16; example p. 18, its river told by our table."""
    game = to_terrain(MAPS)
    assert game.state.terrain == {
        **dict.fromkeys(hexes("E1 E2 E3 E4 E5 E6 E7 E8 E9"), RIVER),
        Hex("K6"): Tile(kind=TerrainId("building")),
    }
    assert game.state.banners == {Hex("C5"): 2, Hex("J6"): 2}
    assert to_terrain(BARE).state.terrain == {}


def test_what_the_table_has_laid_before_stays() -> None:
    game, _ = after(
        new_game(MAPS), m.PlaceTerrain(at=Hex("E4"), tile=LAKE), m.PlaceBanner(at=Hex("C5"), points=1)
    )
    assert game.state.wait == second.ScenarioCardsWait(missing=(SOUTH, NORTH))
    game, _ = after(game, choose(NORTH, TREASURES), choose(SOUTH, CROSSING))
    assert (game.state.terrain[Hex("E4")], game.state.banners[Hex("C5")]) == (LAKE, 1)


def test_the_rivers_of_both_cards_join() -> None:
    """RB p. 18: nothing ends in the open, and nothing becomes a lake."""
    game, events = after(to_terrain(MAPS), second.FinishTerrain())
    assert tags(events) == ["terrain_finished"]
    assert setting_in(game.state) is not None
    assert setting_in(game.state).terrain_done


def test_a_river_that_the_other_card_does_not_take_up_ends_in_a_lake() -> None:
    """RB p. 16."""
    game, _ = after(
        new_game(MAPS),
        choose(NORTH, STAKING),
        choose(SOUTH, CROSSING),
        m.ChooseFirst(seat=NORTH),
        second.FinishTerrain(),
    )
    assert game.state.terrain[Hex("E5")] == LAKE
    assert game.state.terrain[Hex("E4")] == RIVER


def test_the_first_player_lays_a_ford_on_his_cards_water_then_the_other() -> None:
    """RB p. 16; p. 18."""
    game, _ = after(to_terrain(MAPS), second.FinishTerrain())
    assert game.state.wait == second.FordWait(seat=NORTH, hexes=hexes("E6 E7 E8 E9"))
    assert options(game) == tuple(second.PlaceFord(at=at) for at in hexes("E6 E7 E8 E9"))
    game, events = after(game, second.PlaceFord(at=Hex("E7")))
    assert events[:2] == (
        m.TerrainPlaced(at=Hex("E7"), tile=Tile(kind=TerrainId("river"), token=FORD)),
        second.FordPlaced(seat=NORTH, at=Hex("E7")),
    )
    assert game.state.wait == second.FordWait(seat=SOUTH, hexes=hexes("E1 E2 E3 E4 E5"))
    game, _ = after(game, second.PlaceFord(at=Hex("E3")))
    assert game.state.wait == second.MusterWait(missing=(SOUTH, NORTH))


def test_where_a_map_is_not_known_the_ford_lies_on_ones_own_half() -> None:
    """Ours: the card shows it, the centre row too; which hexes, the table knows."""
    laid = [m.PlaceTerrain(at=at, tile=LAKE) for at in hexes("F3 F5 F7")]
    game, _ = after(to_terrain(BARE), *laid, second.FinishTerrain())
    assert game.state.wait == second.FordWait(seat=NORTH, hexes=hexes("F5 F7"))
    game, _ = after(game, second.PlaceFord(at=Hex("F5")))
    assert game.state.wait == second.FordWait(seat=SOUTH, hexes=hexes("F3"))


def test_who_has_no_water_lays_no_ford() -> None:
    """RB p. 16."""
    game, events = after(to_terrain(BARE), second.FinishTerrain())
    assert [event.seat for event in events if isinstance(event, second.FordPassed)] == [NORTH, SOUTH]
    assert game.state.wait == second.MusterWait(missing=(SOUTH, NORTH))
    bridged = Tile(kind=TerrainId("lake"), token=TerrainId("bridge"))
    game, events = after(to_terrain(BARE), m.PlaceTerrain(at=Hex("F7"), tile=bridged), second.FinishTerrain())
    assert second.FordPassed(seat=NORTH) in events


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("Z9", Why.OFF_BOARD),
        ("F6", Why.NOT_ON_WATER),
        ("K6", Why.NOT_ON_WATER),
        ("E4", Why.NOT_ON_OWN_CARD),
        ("E8", Why.HAS_CROSSING),
    ],
)
def test_a_ford_is_refused_for_its_reason(at: str, reason: Why) -> None:
    """RB p. 16."""
    bridged = Tile(kind=TerrainId("river"), token=TerrainId("bridge"))
    game, _ = after(to_terrain(MAPS), second.FinishTerrain(), m.PlaceTerrain(at=Hex("E8"), tile=bridged))
    assert game.state.wait == second.FordWait(seat=NORTH, hexes=hexes("E6 E7 E9"))
    _, refusal = play(game, second.PlaceFord(at=Hex(at)))
    assert isinstance(refusal, m.Refusal)
    assert (refusal.why, refusal.page) == (reason, "RB p. 16")


def test_the_last_water_taken_away_lets_the_ford_pass() -> None:
    game, _ = after(to_terrain(BARE), m.PlaceTerrain(at=Hex("F7"), tile=LAKE), second.FinishTerrain())
    game, events = after(game, m.RemoveTerrain(at=Hex("F7")))
    assert second.FordPassed(seat=NORTH) in events
    assert game.state.wait == second.MusterWait(missing=(SOUTH, NORTH))


def test_the_known_army_cards_are_offered() -> None:
    """RB p. 17."""
    (offer,) = options(to_muster(BARE))
    assert offer == army("citadel_guard 3, yeoman_archers 5, riverwatch_riders 3")


def test_units_are_put_on_the_board_until_none_is_missing() -> None:
    game, events = after(PIECES, put("citadel_guard-1", "D2"))
    assert events == (
        m.UnitPlaced(unit=UnitId("citadel_guard-1"), at=Hex("D2")),
        m.Awaited(waits=(m.SetUpWait(banners=0, units=17),)),
    )
    game, _ = after(game, put("citadel_guard-1", "C2"))
    assert game.state.wait == m.SetUpWait(banners=0, units=17)
    game, _ = after(game, put("citadel_guard-2", "D2"), put("citadel_guard-1", "D2"))
    units = game.state.units
    assert (units[UnitId("citadel_guard-2")].at, units[UnitId("citadel_guard-1")].at) == ("C2", "D2")
    assert game.state.wait == m.SetUpWait(banners=0, units=16)


@pytest.mark.parametrize(
    ("command", "reason", "page"),
    [
        (put("citadel_guard-1", "D3"), Why.NO_DEPLOYMENT_HEX, "RB p. 17"),
        (put("chaos_lord-1", "B1"), Why.NO_DEPLOYMENT_HEX, "RB p. 17"),
        (put("citadel_guard-1", "E2"), Why.IMPASSABLE, "RB p. 13"),
        (put("citadel_guard-1", "D2"), Why.IN_FRONT_OF_TENT, "RB p. 17"),
        (put("citadel_guard-1", "G1"), Why.NO_DEPLOYMENT_HEX, "RB p. 17"),
        (put("citadel_guard-1", "A1"), Why.OCCUPIED, "RB p. 17"),
        (put("citadel_guard-5", "B1"), Why.NO_SUCH_UNIT, "RB p. 5"),
        (put("citadel_guard-1", "L2"), Why.OFF_BOARD, "RB p. 17"),
        (put("chaos_lord-1", "C8"), Why.TOO_MASSIVE, "Unit card: Chaos Lord"),
    ],
)
def test_a_unit_is_deployed_on_a_hex_that_suits_it(command: m.PlaceUnit, reason: Why, page: str) -> None:
    """RB p. 17; Ref, Mustering.  South's tent stands in its first row."""
    building = Tile(kind=TerrainId("building"))
    game, _ = after(
        PIECES,
        tent(SOUTH, "G1"),
        put("yeoman_archers-1", "A1"),
        m.PlaceTerrain(at=Hex("C8"), tile=building),
    )
    _, refusal = play(game, command)
    assert isinstance(refusal, m.Refusal)
    assert (refusal.why, refusal.page) == (reason, page)
    if not refusal.final:
        assert after(game, m.Overrule(command=command))[0].state.units[command.unit].at == command.at


def test_a_unit_that_may_stand_in_water_is_deployed_in_it() -> None:
    """Ref, Mustering: the Roc Warrior flies."""
    game = to_pieces(MAPS, south=army("roc_warrior 1, citadel_guard 5", tent=True))
    assert why(game, put("roc_warrior-1", "E2")) is None
    assert why(game, put("citadel_guard-1", "E2")) is Why.IMPASSABLE


def test_a_unit_in_the_tents_row_or_behind_it_may_be_deployed() -> None:
    """RB p. 17: in a row farther from the edge, no."""
    game, _ = after(PIECES, tent(NORTH, "F8"))
    for at in ("G8", "A9"):
        assert why(game, put("chaos_lord-1", at)) is None
    game, _ = after(to_pieces(BARE), tent(NORTH, "F8"))
    assert why(game, put("chaos_lord-1", "F7")) is Why.IN_FRONT_OF_TENT
    assert why(game, put("citadel_guard-1", "F5")) is None


def test_without_a_map_units_are_deployed_on_their_own_half() -> None:
    """RB p. 15, 17: a card shows its player's half, up to the row that both share."""
    game = to_pieces(BARE)
    for unit, own, foreign in (("citadel_guard-1", "F5", "F6"), ("chaos_lord-1", "G5", "F4")):
        assert (why(game, put(unit, own)), why(game, put(unit, foreign))) == (None, Why.NOT_ON_OWN_HALF)
        ruled, _ = after(game, m.Overrule(command=put(unit, foreign)))
        assert ruled.state.units[UnitId(unit)].at == foreign


def test_a_tent_is_laid_on_ground_without_terrain_be_the_map_known_or_not() -> None:
    """RB p. 17.  Once the game is on, what lies there is a correction."""
    forest = m.PlaceTerrain(at=Hex("C2"), tile=Tile(kind=TerrainId("forest")))
    game, _ = after(to_pieces(BARE), forest)
    assert why(game, tent(SOUTH, "C2")) is Why.NOT_CLEAR
    ruled, _ = after(game, m.Overrule(command=tent(SOUTH, "C2")))
    assert ruled.state.terrain[Hex("C2")] == Tile(kind=TENT, owner=SOUTH)
    assert why(ruled, tent(NORTH, "C2")) is None  # another tent
    assert why(PIECES, tent(SOUTH, "E2")) is Why.NOT_CLEAR
    assert why(after(started(), forest)[0], tent(SOUTH, "C2")) is None


def test_two_units_change_places_only_where_both_may_stand() -> None:
    game, _ = after(PIECES, put("citadel_guard-1", "A1"), m.Overrule(command=put("citadel_guard-2", "A4")))
    assert why(game, put("citadel_guard-1", "A4")) is Why.NO_DEPLOYMENT_HEX
    assert why(game, put("citadel_guard-2", "A1")) is Why.NO_DEPLOYMENT_HEX


def test_a_unit_taken_off_the_board_is_missing_no_more_and_may_come_back() -> None:
    game, _ = after(PIECES, put("chaos_lord-1", "A9"))
    off = m.CorrectUnit(unit=UnitId("chaos_lord-1"), at=None, figures=0)
    game, _ = after(game, off)
    assert game.state.wait == m.SetUpWait(banners=0, units=17)
    game, events = after(game, put("chaos_lord-1", "A9"))
    assert tags(events) == ["unit_joined", "unit_placed"]
    assert game.state.units[UnitId("chaos_lord-1")].figures == 1


def test_the_battle_begins_with_hands_dealt_and_the_first_players_turn() -> None:
    """RB p. 15: four command and two lore cards are kept."""
    game = deployed(PIECES)
    assert game.state.wait == m.SetUpWait(banners=0, units=0)
    assert options(game) == (m.StartGame(),)
    game, events = after(game, m.StartGame())
    assert events == (
        m.HandsDealt(cards=4, lore=2),
        m.TurnStarted(seat=NORTH, turn=1),
        m.Awaited(waits=(m.CardWait(seat=NORTH),)),
    )
    assert {(side.cards, side.lore_cards, side.known) for side in game.state.sides.values()} == {(4, 2, ())}
    assert game.state.step is Step.COMMAND


def test_preset_hands_are_the_four_cards_that_ref_names() -> None:
    """Ref, Preset Starting Hands."""
    four = tuple(map(CardId, ("patrol_left", "patrol_right", "patrol_center", "line_advance")))
    game, events = after(deployed(PIECES), m.StartGame(preset=True))
    assert events[0] == m.HandsDealt(cards=4, lore=2, known=four)
    assert {side.known for side in game.state.sides.values()} == {four}
    learning = after(new_game(LEARNING), *(m.PlaceBanner(at=at) for at in hexes("C5 F5 J5")))[0]
    game, events = after(learning, m.StartGame(preset=True))
    assert {side.known for side in game.state.sides.values()} == {four}
    assert tags(events) == ["hand_noted", "hand_noted", "turn_started"]


def test_a_deck_without_a_preset_card_deals_no_preset_hands() -> None:
    catalogue = replace(MAPS.catalogue, cards={})
    game = Game(Ruleset(MAPS.edition, catalogue, MAPS.board, MAPS.scenario), deployed(PIECES).state)
    assert why(game, m.StartGame(preset=True)) is Why.NO_SUCH_CARD
    assert why(game, m.StartGame()) is None


def test_cards_told_before_the_start_are_still_known_after_it() -> None:
    told = m.NoteHand(seat=SOUTH, known=(CardId("wedge"),), lore=(LoreId("rune_blade"),))
    game, _ = after(deployed(PIECES), told, m.StartGame())
    side = game.state.sides[SOUTH]
    assert (side.known, side.known_lore) == (("wedge",), ("rune_blade",))


def _copies(rules: Ruleset) -> Ruleset:
    cards = {name: replace(card, copies=5) for name, card in rules.catalogue.cards.items()}
    lore = {name: replace(card, copies=2) for name, card in rules.catalogue.lore.items()}
    catalogue = replace(rules.catalogue, cards=cards, lore=lore)
    return Ruleset(rules.edition, catalogue, rules.board, rules.scenario)


def test_hands_come_off_decks_whose_size_is_known() -> None:
    """RB p. 15: what is put back lies at the bottom, so hands are all that is gone."""
    rules = _copies(MAPS)
    whole, factions = rules.catalogue.deck, rules.scenario.factions
    decks = {seat: rules.catalogue.lore_deck(factions[seat]) for seat in CAMPS}
    assert whole is not None
    game, _ = after(deployed(to_pieces(rules)), m.StartGame())
    assert game.state.deck == whole - 8
    for seat, deck in decks.items():
        assert deck is not None
        assert game.state.sides[seat].lore_deck == deck - 2
    assert new_game(_copies(LEARNING)).state.deck == whole - 8


def _without(game: Game, unit: str) -> Game:
    return after(game, m.CorrectUnit(unit=UnitId(unit), at=None, figures=0))[0]


@pytest.mark.parametrize(
    ("game", "reason", "page", "limit"),
    [
        (PIECES, Why.UNITS_MISSING, "RB p. 17", 18),
        (_without(_without(deployed(PIECES), LORDS[0]), LORDS[1]), None, "", None),
        (after(deployed(PIECES), m.RemoveTerrain(at=Hex("G2")))[0], Why.TENT_MISSING, "RB p. 17", None),
        (
            after(deployed(PIECES), m.RemoveTerrain(at=Hex("G2")), m.Overrule(command=tent(SOUTH, "E2")))[0],
            Why.NOT_CLEAR,
            "RB p. 17",
            None,
        ),
        (
            after(deployed(PIECES), m.RemoveTerrain(at=Hex("G2")), tent(SOUTH, "G3"))[0],
            Why.NO_DEPLOYMENT_HEX,
            "RB p. 17",
            None,
        ),
        (
            after(deployed(PIECES), m.RemoveTerrain(at=Hex("G2")), tent(SOUTH, "A1"))[0],
            Why.NO_DEPLOYMENT_HEX,
            "RB p. 17",
            None,
        ),
        (
            after(
                deployed(PIECES),
                put("citadel_guard-1", "F2"),
                m.RemoveTerrain(at=Hex("G2")),
                tent(SOUTH, "L1"),
            )[0],
            Why.IN_FRONT_OF_TENT,
            "RB p. 17",
            None,
        ),
    ],
)
def test_the_start_is_refused_for_what_the_set_up_lacks(
    game: Game, reason: Why | None, page: str, limit: int | None
) -> None:
    """RB p. 15."""
    _, refusal = play(game, m.StartGame())
    if reason is None:
        assert not isinstance(refusal, m.Refusal)
        return
    assert isinstance(refusal, m.Refusal)
    assert (refusal.why, refusal.page, refusal.limit) == (reason, page, limit)
    assert after(game, m.Overrule(command=m.StartGame()))[0].state.turn == 1


def test_a_battle_needs_a_unit_on_each_side() -> None:
    game = after(PIECES, *(m.CorrectUnit(unit=unit, at=None, figures=0) for unit in PIECES.state.units))[0]
    _, refusal = play(game, m.StartGame())
    assert isinstance(refusal, m.Refusal)
    assert (refusal.why, refusal.limit) == (Why.UNITS_MISSING, 1)


def test_in_a_free_battle_units_join_by_being_put_on_the_board() -> None:
    """Ours."""
    game = new_game(FREE)
    assert game.state.wait == m.SetUpWait(banners=0)
    assert setting_in(game.state) is None
    assert why(game, m.StartGame()) is Why.UNITS_MISSING
    game, events = after(game, put("chaos_lord-1", "F7"))
    assert events[0] == m.UnitJoined(
        unit=UnitId("chaos_lord-1"), kind=KindId("chaos_lord"), seat=NORTH, figures=1, health=6
    )
    assert events[1] == m.UnitPlaced(unit=UnitId("chaos_lord-1"), at=Hex("F7"))
    assert why(game, m.StartGame()) is Why.UNITS_MISSING
    game, events = after(game, put("ironbound-3", "F3"), put("ironbound-3", "G3"))
    assert tags(events) == ["unit_joined", "unit_placed", "unit_placed"]
    assert game.state.units[UnitId("ironbound-3")].seat is SOUTH
    game, _ = after(game, m.StartGame())
    assert game.state.wait == m.CardWait(seat=SOUTH)


@pytest.mark.parametrize(
    "unit", ["troll-1", "chaos_lord", "chaos_lord-0", "chaos_lord-01", "chaos_lord-x", ""]
)
def test_what_is_no_units_name_does_not_join_a_free_battle(unit: str) -> None:
    assert why(new_game(FREE), put(unit, "F7")) is Why.NO_SUCH_UNIT


def test_no_unit_joins_other_battles_by_being_put_down() -> None:
    assert why(new_game(LEARNING), put("chaos_lord-1", "F5")) is Why.NO_SUCH_UNIT
    assert why(PIECES, put("viper_legion-1", "A9")) is Why.NO_SUCH_UNIT


def test_a_unit_is_not_put_in_water_in_a_free_battle_either() -> None:
    """RB p. 13."""
    game, _ = after(new_game(FREE), m.PlaceTerrain(at=Hex("F7"), tile=LAKE))
    assert why(game, put("chaos_lord-1", "F7")) is Why.IMPASSABLE
    assert why(game, put("roc_warrior-1", "F7")) is None


def test_in_a_free_battle_the_table_says_who_is_first() -> None:
    """Ours."""
    game, _ = after(new_game(FREE), put("chaos_lord-1", "F7"), put("rune_golems-1", "F3"))
    assert set(options(game)) == {
        m.ChooseFirst(seat=SOUTH),
        m.ChooseFirst(seat=NORTH),
        m.StartGame(),
    }
    game, events = after(game, m.ChooseFirst(seat=NORTH))
    assert events[0] == m.FirstPlayerFound(seat=NORTH)
    assert setting_in(game.state) is None
    assert after(game, m.StartGame())[0].state.wait == m.CardWait(seat=NORTH)
    assert why(new_game(LEARNING), m.ChooseFirst(seat=SOUTH)) is Why.FIRST_IS_KNOWN


def test_a_scenario_may_have_its_terrain_and_banners_laid() -> None:
    banners = BannerSetup(count=3, points=2, at=hexes("C5 J5"))
    hill = {Hex("F5"): Tile(kind=TerrainId("hill"))}
    scenario = replace(LEARNING.scenario, banners=banners, terrain=hill)
    game = new_game(Ruleset(LEARNING.edition, LEARNING.catalogue, LEARNING.board, scenario))
    assert (game.state.banners, game.state.terrain) == ({"C5": 2, "J5": 2}, hill)
    assert game.state.wait == m.SetUpWait(banners=1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"terrain": {Hex("L2"): LAKE}}, "scenarios.toml: [learning] the board has no hex 'L2'"),
        (
            {"banners": BannerSetup(count=1, points=2, at=hexes("K9 M1"))},
            "scenarios.toml: [learning] the board has no hex 'M1'",
        ),
        (
            {"factions": {SOUTH: "daqan", NORTH: "daqan"}},
            "scenarios.toml: [learning] south and north need a faction each, field factions",
        ),
    ],
)
def test_a_scenario_that_does_not_fit_is_named(change: dict[str, object], problem: str) -> None:
    """RB p. 14."""
    scenario = replace(LEARNING.scenario, **change)
    with pytest.raises(ConfigError) as caught:
        Ruleset(LEARNING.edition, LEARNING.catalogue, LEARNING.board, scenario)
    assert str(caught.value) == problem


def test_a_scenario_card_that_does_not_fit_the_board_is_named() -> None:
    for change, problem in (
        ({"deployment": hexes("A1 L2")}, "the board has no hex 'L2'"),
        ({"deployment": (*SOUTH_DEPLOYMENT, Hex("A3"))}, "19 hexes, 18 at most, field deployment"),
        ({"banners": {Hex("D6"): 2}}, "its hexes lie on both halves of the board"),
    ):
        card = replace(MAPS.catalogue.of(ScenarioCard)[CROSSING], **change)
        catalogue = MAPS.catalogue.having(ScenarioCard, {CROSSING: card})
        with pytest.raises(ConfigError) as caught:
            Ruleset(MAPS.edition, catalogue, MAPS.board, MAPS.scenario)
        assert str(caught.value) == f"scenario_cards.toml: [{CROSSING}] {problem}"


def test_deployment_hexes_that_are_not_all_told_bind_nobody() -> None:
    card = replace(MAPS.catalogue.of(ScenarioCard)[CROSSING], deployment=SOUTH_DEPLOYMENT[1:])
    catalogue = MAPS.catalogue.having(ScenarioCard, {**MAPS.catalogue.of(ScenarioCard), CROSSING: card})
    game = to_pieces(Ruleset(MAPS.edition, catalogue, MAPS.board, MAPS.scenario))
    assert why(game, put("citadel_guard-1", "D3")) is None
    assert why(PIECES, put("citadel_guard-1", "D3")) is Why.NO_DEPLOYMENT_HEX


def test_a_scenario_card_is_turned_for_whoever_sits_at_the_other_edge() -> None:
    """RB p. 15: it shows its player's half."""
    scenario = replace(MAPS.scenario, factions={SOUTH: "uthuk", NORTH: "daqan"})
    rules = Ruleset(MAPS.edition, MAPS.catalogue, MAPS.board, scenario)
    game, _ = after(new_game(rules), choose(SOUTH, TREASURES), choose(NORTH, CROSSING))
    river = hexes("H9 G8 H7 G6 H5 G4 H3 G2 H1")
    assert game.state.terrain == dict.fromkeys(river, RIVER) | {Hex("A4"): Tile(kind=TerrainId("building"))}
    assert game.state.banners == {Hex("J5"): 2, Hex("B4"): 2}
    card = scenario_card(game, NORTH)
    assert card is not None
    assert card.deployment[:5] == hexes("L9 K9 J9 I9 G9")


@pytest.mark.parametrize("told", ["C5", "D5 C5"])
def test_a_map_on_the_centre_row_alone_is_turned_like_any_other(told: str) -> None:
    """RB p. 15: the row that both share, told from its player's edge."""
    banners = dict.fromkeys(hexes(told), 2)
    card = replace(BARE.catalogue.of(ScenarioCard)[TREASURES], banners=banners)
    catalogue = BARE.catalogue.having(ScenarioCard, {**BARE.catalogue.of(ScenarioCard), TREASURES: card})
    game = to_terrain(Ruleset(BARE.edition, catalogue, BARE.board, BARE.scenario))
    assert game.state.banners == {{"C5": Hex("J5"), "D5": Hex("I5")}[at]: 2 for at in banners}


def test_whose_a_unit_is_follows_from_its_kinds_faction() -> None:
    assert BARE.owners[UnitId("ironbound-2")] is SOUTH
    assert BARE.owners[UnitId("obscenes-1")] is NORTH
    with pytest.raises(KeyError, match="troll-1"):
        BARE.owners[UnitId("troll-1")]


def test_the_rulebooks_army_stands_as_in_its_example() -> None:
    """RB p. 18-19: eleven units and a tent, all on deployment hexes, the decoys gone."""
    game = deployed(PIECES)
    mine = game.state.army(SOUTH)
    assert len(mine) == sum(RULEBOOK_ARMY.units.values()) == 11
    assert {unit.at for unit in mine} | {Hex("G2")} <= set(SOUTH_DEPLOYMENT)
    assert {game.kind(unit).health for unit in mine} == {3} == {unit.figures for unit in mine}
