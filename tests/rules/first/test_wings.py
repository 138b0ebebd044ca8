"""Several people share a Camp: who of them plays which unit, and gives which command."""

from msgspec.structs import replace

from rules.first.messages.epic import PlayRackCard
from rules.first.table import table
from rules.first.variants.epic.wings import WINGS, given_in, sections_of
from rules.kernel import messages as m
from rules.kernel.course import Course
from rules.kernel.game import new_game
from rules.kernel.ruleset import Game
from rules.kernel.values import CardId, LoreId, Seat, Section, Step, UnitId
from tests.rules.first.engine import rules
from tests.rules.first.test_commanding import done
from tests.rules.first.test_epic import drawn_up, started

LEFT, CENTER, RIGHT = Section.LEFT, Section.CENTER, Section.RIGHT
SOUTH = Seat.SOUTH
FOOT = UnitId("human_blue_foot-1")
UNITS = (("human_blue_foot-1", "D4"), ("human_blue_foot-2", "G4"), ("human_blue_foot-11", "B8"))


def ordering(*grants: m.GrantOrders) -> Game:
    """Return a turn of the south with these orders; its first unit stands on the line of its left wing."""
    course = Course(started(drawn_up(*UNITS)))
    course.say(m.TurnStarted(seat=SOUTH, turn=2))
    course.say(m.StepStarted(step=Step.ORDER))
    for grant in grants:
        course.say(m.OrdersGranted(grant=grant))
    course.wait(m.OrdersWait(seat=SOUTH))
    return course.game


def orders(section: Section | None) -> m.GrantOrders:
    return m.GrantOrders(count=1, section=section)


def test_on_a_line_either_may_order_and_then_the_card_s_section_decides() -> None:
    assert sections_of(ordering(orders(LEFT), orders(CENTER)), FOOT) == {LEFT, CENTER}
    by_wing, by_center = ordering(orders(LEFT)), ordering(orders(CENTER))
    assert sections_of(by_center, FOOT) == {CENTER}
    assert sections_of(done(by_wing, m.Order(unit=FOOT)), FOOT) == {LEFT}
    assert sections_of(done(by_center, m.Order(unit=FOOT)), FOOT) == {CENTER}


def test_on_a_line_who_is_ordered_from_anywhere_is_the_wing_s() -> None:
    for grants in ((orders(None),), (orders(LEFT), orders(CENTER))):
        assert sections_of(done(ordering(*grants), m.Order(unit=FOOT)), FOOT) == {LEFT}


def test_each_camp_s_left_is_its_own() -> None:
    assert sections_of(ordering(), UnitId("human_blue_foot-11")) == {RIGHT}


def test_cards_and_the_end_of_the_turn_are_the_lord_commander_s() -> None:
    game = ordering(orders(LEFT))
    for command in (
        PlayRackCard(card=CardId("scout_left")),
        m.PlayLoreCard(seat=SOUTH, card=LoreId("rogue_1")),
        m.EndMainPhase(),
        m.Decline(),
    ):
        assert given_in(game, command) == {CENTER}


def test_a_unit_s_dice_and_its_retreat_are_told_by_whoever_plays_it() -> None:
    game = ordering(orders(LEFT))
    unit = replace(game.state.units[FOOT], ordered=True)
    state = replace(
        game.state,
        units={**game.state.units, FOOT: unit},
        called={FOOT: (0,)},
        waits=(m.DiceWait(seat=SOUTH, unit=FOOT, count=3),),
    )
    assert given_in(Game(game.ruleset, state), m.Roll(faces=())) == {LEFT}


def test_a_wing_without_a_marshal_is_the_lord_commander_s() -> None:
    assert [WINGS.played_by(each, {CENTER, LEFT}) for each in (LEFT, CENTER, RIGHT)] == [LEFT, CENTER, CENTER]


def test_only_where_people_share_a_camp_it_is_kept_where_units_stood_when_the_turn_began() -> None:
    assert table(ordering().state).began == {UnitId(name): at for name, at in UNITS}
    base = done(new_game(rules("first_steps")), m.StartGame())
    assert table(base.state).began is None
    assert base.ruleset.edition.wings is None
