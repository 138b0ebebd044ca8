"""A made-up verb of an edition: what a field names is looked at by its sort, whatever its name."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.course import Course, refusal
from rules.kernel.edition import VerbHandler
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Face, Marker, Seat, UnitId, Why
from rules.second import messages as second
from rules.second.edition import SECOND
from rules.second.faces import STRIKE
from tests.rules.drawn import RULES, after, drawn, u, why

NOBODY, NOWHERE, NO_FACE = UnitId("troll-1"), Hex("Z9"), Face("skull")


class Rally(m.Verb, frozen=True, kw_only=True, tag="rally"):
    """*unit* loses a marker if *near* is within *hexes* hexes of it, as others do that are told likewise."""

    unit: UnitId
    near: UnitId | None = None
    others: tuple[UnitId, ...] = ()
    apart: dict[UnitId, tuple[Hex, ...]] = msgspec.field(default_factory=dict)
    first: m.Heal | None = None
    face: Face = STRIKE
    hexes: int = 3


def rallied(course: Course, seat: Seat, verb: Rally) -> None:
    course.say(m.Marked(unit=verb.unit, marker=Marker.STUN))


def check_rally(game: Game, seat: Seat, verb: Rally) -> Iterator[m.Refusal]:
    unit, near = game.state.units[verb.unit], game.state.units[verb.near or verb.unit]
    assert unit.at is not None and near.at is not None
    if near.seat is not seat:
        yield refusal(game, Why.NOT_YOUR_UNIT, "cards", near)
    if game.ruleset.board.distance(unit.at, near.at) > verb.hexes:
        yield refusal(game, Why.TOO_FAR, "cards", near, limit=verb.hexes)


EDITION = replace(SECOND, verbs={**SECOND.verbs, Rally: VerbHandler(rallied, check_rally)})
RULES_WITH_IT = Ruleset(EDITION, RULES.catalogue, RULES.board, RULES.scenario)


def at_a_card(picture: str = "5 BH .. VL .. .. CL CG1") -> Game:
    game = drawn(picture, active=Seat.NORTH, rules=RULES_WITH_IT)
    return game._replace(state=replace(game.state, waits=(m.CardWait(seat=Seat.NORTH),)))


def rally(**fields: object) -> Rally:
    return msgspec.structs.replace(Rally(unit=u("BH")), **fields)


def card(*does: m.Verb) -> m.PlayUnlistedCard:
    return m.PlayUnlistedCard(name="Made up", does=does)


@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        (rally(near=u("VL")), None),
        (rally(unit=NOBODY), Why.NO_SUCH_UNIT),
        (rally(near=NOBODY), Why.NO_SUCH_UNIT),
        (rally(others=(u("VL"), NOBODY)), Why.NO_SUCH_UNIT),
        (rally(apart={NOBODY: ()}), Why.NO_SUCH_UNIT),
        (rally(first=m.Heal(unit=NOBODY, count=1)), Why.NO_SUCH_UNIT),
        (rally(apart={u("VL"): (Hex("C5"), NOWHERE)}), Why.OFF_BOARD),
        (rally(face=NO_FACE), Why.NO_SUCH_FACE),
        (rally(hexes=-2), Why.IMPOSSIBLE_NUMBER),
        (rally(first=m.Heal(unit=u("VL"), count=0)), Why.IMPOSSIBLE_NUMBER),
        (rally(near=u("CL")), Why.TOO_FAR),
        (rally(near=u("CG")), Why.NOT_YOUR_UNIT),
    ],
)
def test_what_a_verb_names_is_looked_at_by_its_sort_and_the_rest_by_its_own_check(
    verb: Rally, reason: Why | None
) -> None:
    assert why(at_a_card(), card(verb)) is reason


def test_what_an_own_check_refuses_can_be_overruled_unless_it_is_nonsense() -> None:
    game = at_a_card()
    assert why(game, m.Overrule(command=card(rally(near=u("CG"))))) is None
    assert why(game, m.Overrule(command=card(rally(near=u("CG"), hexes=0)))) is Why.IMPOSSIBLE_NUMBER


def test_a_verb_is_not_done_once_any_unit_that_it_names_is_gone() -> None:
    dead = m.DealDamage(unit=u("VL"), count=4)
    for verb in (rally(near=u("VL")), rally(others=(u("VL"),))):
        _, events = after(at_a_card(), card(dead, verb))
        assert not any(isinstance(event, m.Marked) for event in events)
    _, events = after(at_a_card(), card(dead, rally()))
    assert any(isinstance(event, m.Marked) for event in events)


@pytest.mark.parametrize(
    "verb",
    [m.RollForOrders(dice=4, orders={}, lore=-1), m.RollForOrders(dice=4, orders={NO_FACE: ()}, lore=1)],
)
def test_dice_for_orders_bring_no_less_than_no_lore_and_have_the_faces_of_the_dice(verb: m.Verb) -> None:
    assert why(at_a_card(), card(verb)) in (Why.IMPOSSIBLE_NUMBER, Why.NO_SUCH_FACE)


def test_blows_are_turned_by_at_least_one_face() -> None:
    game = drawn("5 BH CG1", active=Seat.NORTH)
    game, _ = after(game, m.Attack(unit=u("BH"), target=u("CG")))
    for faces, reason in (((), Why.IMPOSSIBLE_NUMBER), ((STRIKE,), None)):
        turned = m.PlayUnlistedLoreCard(
            seat=Seat.SOUTH, name="Made up", cost=0, does=(second.TurnBlows(faces=faces),)
        )
        assert why(game, m.Overrule(command=turned)) is reason
