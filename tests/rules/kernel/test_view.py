import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import Game, new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Side
from rules.kernel.values import CardId, KindId, LoreId, ScenarioCardId, Seat, Section, TerrainId, Window
from rules.kernel.view import GrantView, OverView, TileView, view
from rules.registry import AnyView
from rules.second import messages as second
from rules.second.printed import ScenarioCard
from rules.second.state.game import Army, SecondState, Setting
from tests.rules.drawn import RULES, after, attack, card, drawn, faces, order, started, u

HAND = tuple(CardId(name) for name in ("wedge", "onslaught", "patrol_left", "patrol_left"))


def test_a_hand_is_shown_to_its_owner_only() -> None:
    game, _ = after(started(), m.NoteHand(seat=Seat.NORTH, known=HAND))
    for seat, known in ((Seat.NORTH, HAND), (Seat.SOUTH, ()), (None, ())):
        assert view(game, seat).scores[Seat.NORTH].known == known
        assert view(game, seat).scores[Seat.NORTH].cards == 4


def test_options_are_the_choosers_and_do_not_give_a_hand_away() -> None:
    game, _ = after(started(), m.NoteHand(seat=Seat.NORTH, known=HAND))
    assert len(view(game, Seat.NORTH).options) == 3 * 2
    assert view(game, Seat.SOUTH).options == ()
    assert len(view(game, None).options) == 11 * 2


def test_a_counter_is_the_other_seats_choice() -> None:
    game, _ = after(drawn("5 BH CG", active=Seat.NORTH), attack("BH", "CG"), faces("lore lore pierce"))
    assert view(game, Seat.SOUTH).options == (m.Counter(), m.Decline())
    assert view(game, Seat.NORTH).options == ()
    shown = view(game, None)
    assert shown.fight is not None
    assert (shown.fight.attacker, shown.fight.target, shown.fight.counter) == (u("BH"), u("CG"), False)


def test_the_dice_of_a_fight_are_shown_as_they_are_counted_anew_and_as_they_lie() -> None:
    game, _ = after(drawn("5 .. .. .. .. BH CG", active=Seat.NORTH), attack("BH", "CG"))
    game, _ = after(game, m.CorrectUnit(unit=u("BH"), at=Hex("E5"), figures=2))
    shown = view(game, None).fight
    assert shown is not None
    assert shown.dice == 4
    game, _ = after(game, m.Overrule(command=faces("lore lore")))
    shown = view(game, None).fight
    assert shown is not None
    assert shown.dice == 2


def test_units_are_shown_as_they_stand() -> None:
    game, _ = after(drawn("5 BH1p CG", active=Seat.NORTH), attack("BH", "CG"))
    unit = view(game, None).units[0]
    assert (unit.name, unit.figures, unit.health, unit.weak) == ("Blood Harvesters 1", 1, 3, True)
    assert (unit.markers, unit.ordered, unit.moved, unit.attacked) == (("poison",), True, False, True)
    legend = view(drawn("5 CL1 CG"), None).units[0]
    assert (legend.damage, legend.health, legend.damage_tokens, legend.weak) == (5, 6, True, False)


def test_grants_show_what_is_left() -> None:
    game, _ = after(started(), card("line_advance"), order("BH4"))
    assert [grant.left for grant in view(game, None).grants] == [1, 0, 1]
    assert view(game, None).grants[0] == GrantView(left=1, section=Section.LEFT, traits=(), not_weak=False)
    assert view(game, None).card == "Line Advance"


def test_a_view_is_json_and_back() -> None:
    shown = view(started(), None)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=AnyView) == shown
    assert (shown.points_to_win, shown.winner) == (16, None)
    assert shown.scores[Seat.SOUTH].name == "Daqan Lords"


def test_a_units_dice_are_those_it_would_roll_now() -> None:
    shown = {unit.id: unit.dice for unit in view(drawn("5 BH1 CG RW", active=Seat.NORTH), None).units}
    assert shown == {u("BH"): 5, u("CG"): 3, u("RW"): 4}  # Rage: two figures are missing


def test_a_game_that_is_over_says_who_has_won_and_how_and_with_what_points() -> None:
    """RB p. 7: by sixteen points and more than the other, or by the enemy's last unit."""
    lines = "5 BH .. CG"
    by_points, _ = after(drawn(lines, points=(16, 15)), m.EndMainPhase())
    shown = view(by_points, None).over
    assert shown == OverView(winner=Seat.SOUTH, elimination=False, points={Seat.SOUTH: 16, Seat.NORTH: 15})
    game, _ = after(drawn("5 BH CG1", active=Seat.NORTH), attack("BH", "CG"))
    assert view(game, None).over is None
    game, _ = after(game, faces("strike pierce pierce"))
    over = view(game, None).over
    assert over is not None
    assert (over.winner, over.elimination) == (Seat.NORTH, True)


def full_battle() -> Game:
    """Return a game of the full set-up at its beginning."""
    return new_game(Ruleset(RULES.edition, RULES.catalogue, RULES.board, RULES.catalogue.scenarios["battle"]))


def test_terrain_is_shown_with_its_token_its_owner_and_its_name() -> None:
    shown = view(drawn("5 CG/ff ts rb BH"), None)
    assert shown.terrain[Hex("A5")] == TileView(
        kind=TerrainId("forest"), token=None, owner=None, name="Forest"
    )
    assert shown.terrain[Hex("B5")].owner is Seat.SOUTH
    assert shown.terrain[Hex("C5")].name == "River, bridge"
    assert Hex("D5") not in shown.terrain


def test_a_units_card_says_what_is_printed_and_none_where_nobody_told_us() -> None:
    guard, roc = (unit.card for unit in view(drawn("5 CG RW BH"), None).units[:2])
    assert (guard.move, guard.combat, guard.range) == (2, 3, None)
    assert guard.traits == ("infantry", "knight", "melee")
    assert [(each.name, each.number) for each in guard.abilities] == [("Superior Tactics", 1), ("Pursue", 1)]
    assert (guard.confidence, guard.page) == ("certain", "Unit card: Citadel Guard")
    assert (roc.move, roc.combat, roc.confidence) == (None, 4, "likely")
    assert "over units and water" in roc.abilities[0].summary


def test_known_lore_cards_are_shown_to_their_owner_only() -> None:
    game, known = drawn("5 CG BH"), (LoreId("rune_blade"),)
    south = Side(cards=4, lore_cards=2, known_lore=known, lore_played=True)
    game = Game(game.ruleset, replace(game.state, sides={**game.state.sides, Seat.SOUTH: south}))
    for seat, told in ((Seat.SOUTH, known), (Seat.NORTH, ()), (None, ())):
        score = view(game, seat).scores[Seat.SOUTH]
        assert (score.known_lore, score.lore_cards, score.lore_played) == (told, 2, True)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_scenario_card_and_an_army_are_their_owners_secret_until_all_are_open(is_open: bool) -> None:
    """RB p. 15-17: chosen and deployed face down."""
    cards = {Seat.SOUTH: ScenarioCardId("barrow_mounds_of_the_gatesmen")}
    armies = {Seat.SOUTH: Army(units={KindId("rune_golems"): 2}, tent=True, decoys=5, lore=3)}
    setting = Setting(cards=cards, cards_open=is_open, armies=armies, armies_open=is_open)
    game = full_battle()
    game = Game(game.ruleset, replace(game.state, own=SecondState(setting=setting)))
    for seat in (Seat.SOUTH, Seat.NORTH, None):
        shown = view(game, seat).setting
        assert shown is not None
        may_see = is_open or seat is Seat.SOUTH
        assert (shown.cards, shown.armies) == ((cards, armies) if may_see else ({}, {}))
        assert (shown.chosen, shown.mustered) == ((Seat.SOUTH,), (Seat.SOUTH,))


def test_scenario_cards_are_offered_to_the_seat_that_may_choose_them() -> None:
    game = full_battle()
    for seat, factions in ((Seat.SOUTH, {"daqan"}), (Seat.NORTH, {"uthuk"}), (None, {"daqan", "uthuk"})):
        offered = [
            each.card for each in view(game, seat).options if isinstance(each, second.ChooseScenarioCard)
        ]
        assert {RULES.catalogue.of(ScenarioCard)[each].faction for each in offered} == factions


def test_the_moments_for_lore_cards_are_each_seats_own() -> None:
    """RB p. 12: the attacker's and the attacked player's cards wait for the same dice."""
    battle = RULES.catalogue.scenarios["free"]
    rules = Ruleset(RULES.edition, RULES.catalogue, RULES.board, battle)
    game, _ = after(drawn("5 BH CG", active=Seat.NORTH, rules=rules), attack("BH", "CG"))
    scores = view(game, None).scores
    timed = {name: set(card.windows) for name, card in RULES.catalogue.lore.items() if card.windows}
    attacked = {Window.ATTACKED, Window.ATTACKED_IN_MELEE}
    for seat, now in ((Seat.NORTH, {Window.ATTACKING}), (Seat.SOUTH, attacked)):
        assert set(scores[seat].untimely) == {name for name, windows in timed.items() if not windows & now}
    assert view(drawn("5 BH CG"), None).scores[Seat.SOUTH].untimely == ()  # no lore cards in this game
