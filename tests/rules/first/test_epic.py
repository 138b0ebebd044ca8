"""Epic adventures, by commands: the rack, two cards a turn, who begins, Lore, victory."""

import pytest
from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.faces import BLUE, GREEN
from rules.first.messages.epic import (
    FillRack,
    LoreNotCollected,
    PlayRackCard,
    RackCardWait,
    RackDiscarded,
    RackWait,
    Repeat,
    RepeatWait,
    RolledForFirst,
    VictoryJudged,
)
from rules.first.messages.events import Scouted
from rules.first.printed.cards import OrderCard
from rules.first.printed.lore import LaidAdventure
from rules.first.table import table
from rules.first.variants.epic.edition import is_decisive
from rules.first.variants.scouting import greens
from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError, parse_catalogue
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CardId, LoreChoice, LoreId, Seat, Section, Step, UnitId
from rules.kernel.view import view
from tests.rules.first.adapter import BOARD
from tests.rules.first.engine import CATALOGUE, epic_rules, printed_texts, rules
from tests.rules.first.test_commanding import done, why

RULES = epic_rules("first_steps")
RACK = ("scout_left", "attack_center", "leadership")
SOUTH, NORTH = Seat.SOUTH, Seat.NORTH


def filled(game: Game, *cards: str) -> Game:
    return done(game, *(FillRack(card=CardId(card)) for card in cards))


def started(ruleset: Ruleset = RULES, *cards: str) -> Game:
    """Return a game before its first Command card, these cards on the rack."""
    return filled(done(new_game(ruleset), m.StartGame()), *(cards or RACK))


def of_rack(card: str) -> PlayRackCard:
    return PlayRackCard(card=CardId(card))


def of_hand(card: str) -> m.PlayCard:
    return m.PlayCard(card=CardId(card))


def orders(game: Game) -> int:
    return sum(grant.count for grant in game.state.grants)


def events_of(game: Game, command: m.Command) -> tuple[m.Event, ...]:
    _, decision = play(game, command)
    assert not isinstance(decision, m.Refusal)
    return decision


def drawn_up(*units: tuple[str, str], first: Seat = SOUTH, **fields: object) -> Ruleset:
    """Return the rules of an Epic adventure with these *units*: their names, and where they stand."""
    names = {UnitId(name): Hex(at) for name, at in units}
    owners = {name: SOUTH if int(name.rpartition("-")[2]) < 11 else NORTH for name in names}
    scenario = replace(RULES.scenario, units=names, owners=owners, terrain={}, first=first, **fields)
    return Ruleset(FIRST, CATALOGUE, BOARD, scenario)


def test_it_begins_with_the_hands_then_three_cards_are_turned_up_for_the_rack() -> None:
    game = done(new_game(RULES), m.StartGame())
    assert {side.cards for side in game.state.sides.values()} == {4}
    assert game.state.wait == RackWait(missing=3)
    assert len(options(game)) == len(CATALOGUE.cards)
    game = filled(game, *RACK)
    assert table(game.state).rack == RACK
    assert game.state.deck == 60 - 2 * 4 - 3
    assert isinstance(game.state.wait, RackCardWait)
    assert why(game, FillRack(card=CardId("forward"))) == "not_now"
    assert why(filled(done(new_game(RULES), m.StartGame())), FillRack(card=CardId("x"))) == "no_such_card"


def test_everybody_sees_the_rack() -> None:
    game = started()
    for seat in (SOUTH, NORTH, None):
        assert view(game, seat).setting.rack == RACK


def test_the_rack_is_asked_about_first_and_then_one_s_own_card() -> None:
    game = started()
    assert options(game) == (*map(of_rack, RACK), m.Decline())
    after = done(game, m.Decline())
    assert type(after.state.wait) is m.CardWait
    assert m.Decline() not in options(after)
    second = done(game, of_rack("attack_center"))
    assert type(second.state.wait) is m.CardWait
    assert m.Decline() in options(second)
    cards = CATALOGUE.of(OrderCard)
    offered = {each.card for each in options(second) if isinstance(each, m.PlayCard)}
    assert offered == {CardId(name) for name, card in cards.items() if card.is_section}
    assert done(second, m.Decline()).state.step is Step.ORDER
    assert done(game, of_rack("leadership")).state.step is Step.ORDER


def test_one_s_own_card_may_be_told_first_and_one_of_the_rack_after_it() -> None:
    game = done(started(), of_hand("patrol_left"))
    assert isinstance(game.state.wait, RackCardWait)
    assert options(game) == (of_rack("scout_left"), of_rack("attack_center"), m.Decline())
    assert orders(done(game, of_rack("attack_center"))) == 2 + 3
    assert orders(done(game, m.Decline())) == 2


def test_fifteen_sorts_of_cards_are_section_cards() -> None:
    cards = CATALOGUE.of(OrderCard).items()
    assert {name for name, card in cards if not card.is_section} == {
        *("green_banners", "blue_banners", "red_banners", "mounted_charge", "foot_onslaught"),
        *("darken_the_sky", "leadership", "counter_attack", "battlelore"),
    }


def test_a_card_that_nobody_listed_is_a_section_card_if_all_that_it_does_is_orders_in_sections() -> None:
    section = m.PlayUnlistedCard(name="A", does=(m.GrantOrders(count=2, section=Section.LEFT),))
    tactic = m.PlayUnlistedCard(name="B", does=(m.GrantOrders(count=2),))
    assert isinstance(done(started(), section).state.wait, RackCardWait)
    assert done(started(), tactic).state.step is Step.ORDER
    assert why(done(started(), of_rack("attack_center")), tactic) == "tactic_alone"


def test_the_table_may_let_two_cards_of_the_rack_be_played_all_the_same() -> None:
    game = done(started(), of_rack("attack_center"), m.Overrule(command=of_rack("scout_left")))
    assert (game.state.step, orders(game)) == (Step.ORDER, 3 + 1)
    assert table(game.state).rack == ("leadership",)


def ended(game: Game) -> Game:
    """Return *game* after its turn, before the rack is filled."""
    while isinstance(game.state.wait, m.CardWait):
        game = done(game, m.Decline())
    return done(game, m.EndMainPhase())


def test_hand_and_rack_are_filled_after_the_turn_and_only_what_lacks() -> None:
    game = ended(done(started(), of_rack("attack_center"), of_hand("patrol_left")))
    assert (game.state.sides[SOUTH].cards, game.state.wait) == (4, RackWait(missing=1))
    game = filled(game, "forward")
    assert game.state.active is NORTH
    assert table(game.state).rack == ("scout_left", "leadership", "forward")
    own_only = ended(done(started(), m.Decline(), of_hand("patrol_left")))
    assert isinstance(own_only.state.wait, RackCardWait)
    of_rack_only = ended(done(started(), of_rack("leadership")))
    assert of_rack_only.state.sides[SOUTH].cards == 4
    assert of_rack_only.state.deck == started().state.deck


def test_three_tactic_cards_go_and_three_others_are_turned_up() -> None:
    game = filled(done(new_game(RULES), m.StartGame()), "leadership", "counter_attack")
    third = FillRack(card=CardId("battlelore"))
    assert any(isinstance(each, RackDiscarded) for each in events_of(game, third))
    game = done(game, third)
    assert (table(game.state).rack, game.state.wait) == ((), RackWait(missing=3))
    assert game.state.discards == 3


def test_a_scout_of_the_rack_alone_draws_nothing_and_two_scouts_draw_as_one() -> None:
    alone = ended(done(started(), of_rack("scout_left")))
    assert alone.state.sides[SOUTH].cards == 4
    game = done(started(), of_rack("scout_left"), of_hand("scout_right"))
    (scouted,) = [each for each in events_of(game, m.EndMainPhase()) if isinstance(each, Scouted)]
    assert (scouted.drawn, scouted.kept) == (2, 1)


def test_a_card_of_the_rack_is_none_of_one_s_own_whichever_is_told_first() -> None:
    rack = ("advance_center", "attack_center", "leadership")
    for first, second in (
        (of_rack("advance_center"), of_hand("patrol_left")),
        (of_hand("patrol_left"), of_rack("advance_center")),
    ):
        assert orders(done(started(RULES, *rack), first, second)) == 4 + 2


def test_the_side_with_most_green_banners_begins() -> None:
    ruleset = drawn_up(
        ("human_green_foot-1", "A1"), ("human_blue_foot-2", "B1"), ("human_green_foot-11", "A9"),
        ("human_green_foot-12", "B9"),
    )  # fmt: skip
    game = started(ruleset)
    assert (greens(game, SOUTH), greens(game, NORTH)) == (1, 2)
    assert game.state.active is NORTH
    assert game.state.wait.seat is NORTH


def test_where_both_have_as_many_dice_decide_and_are_rolled_again_while_they_tie() -> None:
    ruleset = drawn_up(("human_green_foot-1", "A1"), ("human_green_foot-11", "A9"))
    game = started(ruleset)
    assert game.state.wait == m.DiceWait(seat=SOUTH, count=6, purpose="first_turn")
    one, two = m.Roll(faces=(GREEN, *(BLUE,) * 5)), m.Roll(faces=(GREEN, GREEN, *(BLUE,) * 4))
    assert any(isinstance(each, RolledForFirst) for each in events_of(game, one))
    tied = done(game, one, one)
    assert tied.state.wait == m.DiceWait(seat=SOUTH, count=6, purpose="first_turn")
    assert done(tied, two, one).state.active is SOUTH
    assert done(tied, one, two).state.active is NORTH
    assert done(tied, one, two).state.turn == 1


def test_a_counter_attack_repeats_one_of_two_cards_and_never_what_is_older() -> None:
    game = ended(done(started(), of_rack("attack_center"), of_hand("patrol_left")))
    game = done(filled(game, "forward"), m.Decline())
    asked = done(game, of_hand("counter_attack"))
    assert asked.state.wait == RepeatWait(seat=NORTH, cards=(CardId("attack_center"), CardId("patrol_left")))
    assert why(asked, Repeat(card=CardId("forward"))) == "no_such_card"
    (grant,) = done(asked, Repeat(card=CardId("patrol_left"))).state.grants
    assert (grant.count, grant.section) == (2, Section.RIGHT)
    first = done(started(), m.Decline())
    assert why(first, of_hand("counter_attack")) == "not_an_option"


def test_a_counter_attack_of_the_rack_repeats_a_single_card_without_asking() -> None:
    game = started(RULES, "scout_left", "attack_center", "counter_attack")
    assert why(game, of_rack("counter_attack")) == "not_an_option"
    game = done(ended(done(game, m.Decline(), of_hand("forward"))), of_rack("counter_attack"))
    assert (game.state.step, orders(game)) == (Step.ORDER, 6)


SHOT = (("human_green_archers-1", "E4"), ("human_blue_foot-11", "E6"), ("human_blue_foot-12", "A9"))


def test_lore_rolled_at_range_is_told_and_brings_nothing() -> None:
    game = started(drawn_up(*SHOT, lore_hand=0, hand=4))
    game = done(game, m.Decline(), m.PlayUnlistedCard(name="All", does=(m.GrantOrders(count=9),)))
    archers = UnitId("human_green_archers-1")
    game = done(game, m.Order(unit=archers), m.Attack(unit=archers, target=UnitId("human_blue_foot-11")))
    assert isinstance(game.state.wait, m.DiceWait)
    roll = m.Roll(faces=FIRST.faces.in_order(["lore"] * game.state.wait.count))
    told = [each for each in events_of(game, roll) if isinstance(each, LoreNotCollected)]
    assert told == [LoreNotCollected(seat=game.state.active, count=2, far=True)]


def test_fifty_five_tokens_make_the_pool_and_landmarks_go_on_other_rows() -> None:
    scenario = epic_rules().scenario
    assert isinstance(scenario, LaidAdventure)
    assert scenario.tokens == 55


@pytest.mark.parametrize(
    ("own", "other", "decisive"),
    [(7, 5, True), (7, 6, None), (8, 7, None), (8, 6, True), (9, 8, False), (9, 7, True), (6, 0, None)],
)
def test_a_lead_of_two_is_decisive_and_two_beyond_the_goal_are_enough(
    own: int, other: int, *, decisive: bool | None
) -> None:
    assert is_decisive(own, other, 7) is decisive


@pytest.mark.parametrize(
    ("own", "other", "left"), [(0, 0, 7), (6, 5, 1), (6, 6, 2), (7, 6, 1), (8, 8, 1), (5, 7, 4), (4, 2, 3)]
)
def test_how_many_banners_are_left_to_a_victory(own: int, other: int, left: int) -> None:
    assert RULES.edition.winning.needed(own, other, 7) == left
    assert FIRST.winning.needed(own, other, 7) == 7 - own


def test_who_wins_is_told_with_what_sort_of_victory_it_is() -> None:
    ruleset = drawn_up(*SHOT, points_to_win=1)
    game = done(started(ruleset), m.CorrectScore(seat=NORTH, points=2))
    game = done(game, m.Decline(), m.PlayUnlistedCard(name="All", does=(m.GrantOrders(count=9),)))
    game = done(game, m.CorrectUnit(unit=UnitId("human_blue_foot-11"), at=Hex("E6"), figures=1))
    archers, target = UnitId("human_green_archers-1"), UnitId("human_blue_foot-11")
    for banners, winner in ((0, None), (2, SOUTH)):
        tried = done(game, m.CorrectScore(seat=SOUTH, points=banners))
        tried = done(tried, m.Order(unit=archers), m.Attack(unit=archers, target=target))
        faces = FIRST.faces.in_order(["blue"] * 2)
        judged = [each for each in events_of(tried, m.Roll(faces=faces)) if isinstance(each, VictoryJudged)]
        assert judged == ([] if winner is None else [VictoryJudged(seat=SOUTH, decisive=False)])
        assert done(tried, m.Roll(faces=faces)).state.winner is winner


def test_lore_is_taken_before_the_rack_is_filled() -> None:
    game = started(drawn_up(*SHOT, lore_hand=0))
    game = ended(done(game, of_rack("attack_center")))
    assert isinstance(game.state.wait, m.LoreWait)
    assert done(game, m.ReplenishLore(choice=LoreChoice.TOKENS)).state.wait == RackWait(missing=1)


def test_who_plays_assault_collects_no_lore_until_the_turn_ends() -> None:
    game = started(drawn_up(*SHOT, lore_hand=0))
    seat = game.state.active
    side = replace(game.state.sides[seat], lore=9, lore_cards=1)
    game = Game(game.ruleset, replace(game.state, sides={**game.state.sides, seat: side}))
    game = done(game, m.PlayLoreCard(seat=seat, card=LoreId("warrior_assault"), cost=1))
    assert table(game.state).forgoing == (seat,)
    game = filled(
        done(ended(done(game, of_rack("attack_center"))), m.ReplenishLore(choice=LoreChoice.TOKENS)),
        "forward",
    )
    assert table(game.state).forgoing == ()


def with_cards(game: Game, seat: Seat) -> Game:
    side = replace(game.state.sides[seat], lore=9, lore_cards=1)
    return Game(game.ruleset, replace(game.state, sides={**game.state.sides, seat: side}))


def test_false_orders_is_played_until_somebody_is_ordered_and_not_in_one_s_own_turn() -> None:
    game = done(started(drawn_up(*SHOT, lore_hand=0)), of_rack("attack_center"), of_hand("patrol_left"))
    game = with_cards(with_cards(game, NORTH), SOUTH)
    card = m.PlayLoreCard(seat=NORTH, card=LoreId("rogue_7"), cost=1)
    assert why(game, replace(card, seat=SOUTH)) == "wrong_moment"
    back = done(game, card)
    assert (back.state.wait, back.state.step) == (m.CardWait(seat=SOUTH), Step.COMMAND)
    assert (back.state.grants, back.state.discards, back.state.card) == ((), game.state.discards - 2, None)
    assert why(done(game, m.Order(unit=UnitId("human_green_archers-1"))), card) == "wrong_moment"
    tactic = done(back, of_hand("green_banners"))
    assert tactic.state.step is Step.ORDER


def test_in_any_adventure_false_orders_sends_a_command_card_back_with_its_orders() -> None:
    ruleset = Ruleset(FIRST, CATALOGUE, BOARD, replace(rules("war_council").scenario, levels=None))
    game = with_cards(with_cards(done(new_game(ruleset), m.StartGame()), SOUTH), NORTH)
    before = game.state.sides[NORTH].cards
    game = done(game, of_hand("attack_center"))
    card = m.PlayLoreCard(seat=SOUTH, card=LoreId("rogue_7"), cost=1)
    back = done(game, card)
    assert (back.state.sides[NORTH].cards, back.state.grants) == (before, ())
    assert back.state.wait == m.CardWait(seat=NORTH)
    assert orders(done(back, of_hand("patrol_left"))) == 2
    own = m.PlayUnlistedLoreCard(seat=NORTH, name="Made up", cost=0, does=())
    assert why(done(game, own), card) == "wrong_time"


def test_a_common_adventure_is_none_of_the_epic_ones() -> None:
    with pytest.raises(ConfigError, match="Epic has scenarios of its own: choose one of them"):
        rules("war_council", "epic")


@pytest.mark.parametrize(
    "told", ["[epic.cards.zeppelin]\nsummary = '-'\ndoes = []", "[epic]\nforgoing = ['zeppelin']"]
)
def test_a_variant_that_changes_what_there_is_not_is_an_error(told: str) -> None:
    with pytest.raises(ConfigError, match=r"variants.toml: \[epic\] nothing is called 'zeppelin', field"):
        parse_catalogue({**printed_texts(), "pack/variants.toml": told}, FIRST)
