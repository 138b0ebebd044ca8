"""Reluctant Allies, by commands: four players in two camps, turn markers, orders, Reactions, the end."""

from msgspec.structs import replace

from rules.first.faces import GREEN, RED
from rules.first.messages.allies import (
    CampWon,
    MarkersGiven,
    PlaceAllianceToken,
    RolledForMarker,
    TargetAlly,
    TieBroken,
)
from rules.first.messages.commands import ChooseCouncil
from rules.first.messages.waits import ReactWait
from rules.first.printed.lore import GivenCouncil
from rules.first.table import table
from rules.first.variants.allies.edition import leading, winners
from rules.kernel import messages as m
from rules.kernel.chapters.damage import eliminate
from rules.kernel.course import Course
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CardId, LoreChoice, Seat, Step, UnitId
from tests.rules.first.by_allies import ROUND, allied_rules
from tests.rules.first.engine import rules
from tests.rules.first.test_commanding import done, why
from tests.rules.first.test_epic import events_of, filled

S1, P1, S2, P2 = ROUND
RULES = rules("three_fronts", "reluctant_allies")
FOOT = "human_blue_foot"
UNITS = {
    "s1": ("S1", FOOT, "E4"),
    "s2": ("S2", FOOT, "D4"),
    "p1": ("P1", FOOT, "E5"),
    "p2": ("P2", FOOT, "H7"),
}
NAMES = {name: UnitId(f"{FOOT}-{number}") for number, name in enumerate(UNITS, 1)}
RACK = ("scout_left", "attack_center", "leadership")


def turn_of(seat: Seat, *, orders: int = 4, **more: tuple[str, str, str]) -> Game:
    """Return *seat*'s Order step in a Lore game of four, with *more* units; all have Lore and cards."""
    course = Course(new_game(allied_rules({**UNITS, **more}, lore=True)))
    course.say(MarkersGiven(seats=ROUND))
    course.say(m.TurnStarted(seat=seat, turn=1 + ROUND.index(seat)))
    course.say(m.OrdersGranted(grant=m.GrantOrders(count=orders)))
    course.say(m.StepStarted(step=Step.ORDER))
    course.wait(m.OrdersWait(seat=seat))
    state = course.state
    sides = {each: replace(side, lore=9, lore_cards=2) for each, side in state.sides.items()}
    return Game(course.ruleset, replace(state, sides=sides, card="A card"))


def with_points(game: Game, *points: int) -> Game:
    sides = game.state.sides
    sides = {seat: replace(sides[seat], points=count) for seat, count in zip(ROUND, points, strict=True)}
    return Game(game.ruleset, replace(game.state, sides=sides))


def level(greens: int) -> m.Roll:
    return m.Roll(faces=(*(GREEN,) * greens, *(RED,) * (6 - greens)))


def test_four_play_in_two_camps_and_each_has_what_is_his() -> None:
    game = done(new_game(RULES), m.StartGame())
    assert game.ruleset.camps[S1] == game.ruleset.camps[S2] == (S1, S2)
    assert {*game.ruleset.opponents(S2)} == {P1, P2}
    assert [side.cards for side in game.state.sides.values()] == [5] * 4
    assert game.state.deck == 60 - 4 * 5
    assert all(game.state.army(seat) for seat in ROUND)
    assert {unit.seat for unit in game.enemies(S2)} == {P1, P2}


def test_alliance_tokens_tell_whose_a_unit_is_until_the_game_begins() -> None:
    game = new_game(RULES)
    own = game.state.army(S1)[0].id
    given = done(game, PlaceAllianceToken(unit=own))
    assert given.state.units[own].seat is S2
    assert done(given, PlaceAllianceToken(unit=own)).state.units[own].seat is S1
    assert why(game, PlaceAllianceToken(unit=UnitId("nobody-1"))) == "no_such_unit"
    assert why(done(given, m.StartGame()), PlaceAllianceToken(unit=own)) == "not_now"


def test_a_creature_s_lair_is_put_down_by_whoever_has_it_by_its_token() -> None:
    laid = rules("high_council", "reluctant_allies")
    giant = UnitId("hill_giant-1")
    assert laid.owners[giant] is S1
    scenario = replace(laid.scenario, landmarks=False, lairs=True)
    game = new_game(Ruleset(laid.edition, laid.catalogue, laid.board, scenario))
    council = GivenCouncil(commander=2, masters={"rogue": 2, "cleric": 2})
    chosen = [ChooseCouncil(seat=seat, council=council) for seat in ROUND]
    given = (game, done(game, PlaceAllianceToken(unit=giant)))
    due = [table(done(each, *chosen).state).due.keys() for each in given]
    assert [(S1 in each, S2 in each) for each in due] == [(True, False), (False, True)]


def test_nobody_begins_without_a_unit() -> None:
    game = new_game(RULES)
    for unit in game.state.army(S1):
        game = done(game, PlaceAllianceToken(unit=unit.id))
    assert why(game, m.StartGame()) == "units_missing"


def test_who_is_level_rolls_for_the_markers_until_it_is_decided() -> None:
    everybody_level = {
        f"{whose} green": (whose, "human_green_foot", at)
        for whose, at in (("S1", "C2"), ("S2", "H2"), ("P1", "C8"), ("P2", "H8"))
    }
    game = filled(done(new_game(allied_rules(everybody_level, lore=False)), m.StartGame()), *RACK)
    assert game.state.wait == m.DiceWait(seat=S1, count=6, purpose="turn_marker")
    again = done(game, level(2), level(2))
    assert isinstance(again.state.wait, m.DiceWait) and again.state.wait.seat is S1
    camps = done(again, level(1), level(3))
    assert table(camps.state).ties == ((P1, S1),)
    assert isinstance(camps.state.wait, m.DiceWait) and camps.state.wait.seat is S1
    south = done(camps, level(0), level(5))
    events = events_of(done(south, level(4)), level(1))
    assert [type(event) for event in events[:3]] == [RolledForMarker, TieBroken, MarkersGiven]
    begun = done(south, level(4), level(1))
    assert table(begun.state).markers == (P1, S2, P2, S1)
    assert begun.state.active is P1


def test_the_camps_alternate_in_the_order_of_the_markers() -> None:
    game = turn_of(S1)
    sides = game.ruleset.edition.sides
    assert [sides.following(game, seat) for seat in ROUND] == [P1, S2, P2, S1]
    assert [sides.preceding(game, seat) for seat in ROUND] == [P2, S1, P1, S2]
    after = game
    for seat in (P1, S2, P2, S1):
        ended = done(after, m.EndMainPhase(), m.ReplenishLore(choice=_tokens(after)))
        after = filled(ended, *RACK) if not table(ended.state).rack else ended
        assert after.state.active is seat
        after = done(after, m.Decline(), m.PlayCard(card=CardId("patrol_left")))


def _tokens(game: Game) -> LoreChoice:
    return next(iter(game.ruleset.edition.lore.gains))


def test_an_allys_unit_that_is_ordered_is_moved_and_battles_as_one_s_own() -> None:
    game = done(turn_of(S1), m.Order(unit=NAMES["s2"]))
    unit = game.state.units[NAMES["s2"]]
    assert (unit.seat, game.player(unit)) == (S2, S1)
    assert any(isinstance(each, m.Move) and each.unit == unit.id for each in options(game))
    rolling = done(game, m.Attack(unit=unit.id, target=NAMES["p1"]))
    assert rolling.state.wait.seat is S1


def test_an_enemy_is_every_unit_of_the_other_camp_and_no_other() -> None:
    game = done(turn_of(S1), m.Order(unit=NAMES["s1"]))
    assert why(game, m.Attack(unit=NAMES["s1"], target=NAMES["s2"])) == "not_an_enemy"
    assert why(game, m.Order(unit=NAMES["p1"])) == "not_your_unit"


def test_either_opponent_may_react_first_whose_unit_is_attacked() -> None:
    game = done(turn_of(S1), m.Order(unit=NAMES["s1"]), m.Attack(unit=NAMES["s1"], target=NAMES["p1"]))
    assert isinstance(game.state.wait, m.DiceWait)
    lies = done(game, m.Roll(faces=(GREEN,) * game.state.wait.count))
    assert lies.state.wait == ReactWait(seat=P1)
    passed = done(lies, m.Decline())
    assert passed.state.wait == ReactWait(seat=P2)
    assert not isinstance(done(passed, m.Decline()).state.wait, ReactWait)
    played = done(lies, m.PlayUnlistedLoreCard(seat=P2, name="Made up", cost=1, does=()))
    assert why(played, m.PlayUnlistedLoreCard(seat=P1, name="Made up", cost=1, does=())) == "one_card_a_camp"
    assert done(played, m.Decline()).state.wait != ReactWait(seat=P2)


def test_who_battles_back_faces_a_reaction_of_who_acts_and_none_of_his_ally_s() -> None:
    friends = {"p3": ("P1", FOOT, "D5"), "p4": ("P1", FOOT, "F5")}
    game = done(
        turn_of(S1, **friends), m.Order(unit=NAMES["s1"]), m.Attack(unit=NAMES["s1"], target=NAMES["p1"])
    )
    assert isinstance(game.state.wait, m.DiceWait)
    back = done(game, m.Roll(faces=(GREEN,) * game.state.wait.count), m.Decline(), m.Decline(), m.Counter())
    assert isinstance(back.state.wait, m.DiceWait)
    lies = done(back, m.Roll(faces=(GREEN,) * back.state.wait.count))
    assert lies.state.wait == ReactWait(seat=S1)
    assert done(lies, m.Decline()).state.wait != ReactWait(seat=S2)


def test_each_allys_unit_makes_a_card_one_lore_dearer_listed_or_not() -> None:
    game = turn_of(S1)
    does = (TargetAlly(unit=NAMES["s2"]),)
    after = done(game, m.PlayUnlistedLoreCard(seat=S1, name="Made up", cost=2, does=does))
    assert after.state.sides[S1].lore == 9 - 3
    for name in ("s1", "p1"):
        card = m.PlayUnlistedLoreCard(seat=S1, name="Made up", cost=2, does=(TargetAlly(unit=NAMES[name]),))
        assert why(game, card) == "not_the_allys"


def test_level_camps_play_on() -> None:
    assert leading(with_points(turn_of(S1), 4, 4, 3, 3)) is None
    assert leading(with_points(turn_of(S1), 5, 5, 4, 4)) is None
    assert leading(with_points(turn_of(S1), 5, 5, 4, 3)) is S1
    assert leading(with_points(turn_of(S1), 5, 5, 4, 5)) is P1
    level_game = with_points(turn_of(S1), 5, 5, 4, 4)
    assert done(level_game, m.EndMainPhase()).state.winner is None


def test_who_is_level_in_the_winning_camp_shares_the_victory() -> None:
    game = with_points(turn_of(P1), 3, 5, 3, 5)
    assert winners(game, P1) == (P1, P2)
    after, events = play(game, m.EndMainPhase())
    assert CampWon(camp=P1, points=10, others=6, seats=(P1, P2)) in events
    assert after.state.step is Step.OVER


def test_a_camp_has_lost_once_neither_of_its_players_has_a_unit() -> None:
    game = with_points(turn_of(S1), 2, 0, 4, 0)
    gone = {unit.id: replace(unit, at=None) for unit in game.enemies(S1)[1:]}
    course = Course(Game(game.ruleset, replace(game.state, units={**game.state.units, **gone})))
    eliminate(course, course.game.enemies(S1)[0].id)
    assert course.state.winner is S2
