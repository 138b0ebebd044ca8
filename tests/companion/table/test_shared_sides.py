"""What the places of a shared side are sent tells nothing that they may not know, at any moment of a game."""

from collections.abc import Iterator

import msgspec
import pytest

from companion.reconcile.moment import Moment, TableState
from companion.table.view_json import TableViewer
from companion.web.access.access import Role
from companion.words.names import Language, calling_who_acts, wording_of
from companion.words.phrases import load_phrases
from rules.first.messages.arms import DeployWait
from rules.first.table import arms_of
from rules.first.variants.call_to_arms.deploying import next_unit
from rules.kernel import messages as m
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import KindId, Seat, Section
from tests.rules.first.arms import ALLIED_MAP, FINISH, LARGE_MAP, chosen, drawn
from tests.rules.first.engine import epic_rules, rules, small
from tests.rules.first.playing import play_random
from tests.rules.first.test_commanding import done
from tests.rules.first.test_hidden import with_another_lineup, with_other_secrets

SIX = {
    Seat.SOUTH: {Section.CENTER: "Ana", Section.LEFT: "Bea", Section.RIGHT: "Carl"},
    Seat.NORTH: {Section.CENTER: "Dan", Section.LEFT: "Eva", Section.RIGHT: "Fritz"},
}
MOMENTS = 12


def language(people: dict[Seat, dict[Section, str]]) -> Language:
    return Language(
        load_phrases("first"), {seat: own[Section.CENTER] for seat, own in people.items()}
    )._replace(people=people)


def moment(game: Game, number: int) -> Moment:
    return Moment(
        number=number,
        seq=1,
        game=game,
        lines=(),
        errands=(),
        state=TableState.NO_CAMERA,
        text="",
        differences=(),
        ignored=(),
        question=None,
        dice=None,
        roll=None,
        undo_to=None,
        alarms={},
    )


def sent(viewer: TableViewer, game: Game, number: int, role: Role) -> bytes:
    """Return what a device of *role* is sent of *game*."""
    return msgspec.json.encode(viewer.view(moment(game, number), role.seat))


def moments_of(ruleset: Ruleset, seed: int) -> list[Game]:
    """Return some moments of a game of chance, its set-up among them."""
    found: list[Game] = []
    play_random(ruleset, seed, watch=[lambda before, _command, _events, _after: found.append(before)])
    return found[:: max(1, len(found) // MOMENTS)]


FOUR = {seat: {Section.CENTER: name} for seat, name in zip(Seat, ("Ana", "Dan", "Bea", "Eva"), strict=True)}
TABLES = {
    "six places": (rules("high_council"), SIX, 6),
    "four sides": (rules("high_council", "reluctant_allies"), FOUR, 4),
}


@pytest.mark.parametrize("name", TABLES)
def test_of_two_games_that_differ_in_a_side_s_secrets_no_other_place_is_sent_a_difference(
    name: str,
) -> None:
    ruleset, people, count = TABLES[name]
    games = (TableViewer(ruleset, game_id="one", language=language(people)) for _ in range(2))
    viewer, other_viewer = games
    roles = [role for role in Role if role.seat is None or role.section in people.get(role.seat, {})]
    assert len(roles) == count + 2
    for number, game in enumerate(moments_of(small(ruleset), 3)):
        for owner in ruleset.seats:
            shown = number * len(ruleset.seats) + list(ruleset.seats).index(owner)
            twin = with_other_secrets(game, owner, number)
            for role in roles:
                one = sent(viewer, game, shown, role)
                other = sent(other_viewer, twin, shown, role)
                assert one == other or role.seat is owner, (number, owner, role)


ARMED = {
    "six places": (LARGE_MAP, SIX),
    "four sides": (ALLIED_MAP, FOUR),
}


@pytest.mark.parametrize("name", ARMED)
def test_of_two_lineups_that_differ_no_other_place_is_sent_a_difference(name: str) -> None:
    ruleset, people = ARMED[name]
    viewer, other_viewer = (TableViewer(ruleset, game_id="one", language=language(people)) for _ in range(2))
    roles = [role for role in Role if role.seat is None or role.section in people.get(role.seat, {})]
    for number, game in enumerate(set_up_of(ruleset)):
        for owner in arms_of(game.state).lineups:
            shown = number * len(ruleset.seats) + list(ruleset.seats).index(owner)
            twin = with_another_lineup(game, owner)
            for role in roles if twin.state != game.state else ():  # it may lie open
                one = sent(viewer, game, shown, role)
                other = sent(other_viewer, twin, shown, role)
                assert one == other or role.seat is owner, (number, owner, role)


def set_up_of(ruleset: Ruleset) -> Iterator[Game]:
    """Yield a game as soon as a side has laid its cards, and after each part that is deployed."""
    game = chosen(ruleset)
    for seat in ruleset.seats:
        game = done(game, drawn(game, seat))
        yield game
    while isinstance(game.state.wait, DeployWait):
        wait = game.state.wait
        assert wait.seat is not None
        unit = next_unit(game, KindId("human_blue_foot"), wait.seat)
        game = done(game, m.PlaceUnit(unit=unit, at=wait.hexes[0]), FINISH)
        yield game


def test_who_is_to_act_is_called_by_name_for_the_ear_too() -> None:
    ruleset = epic_rules()
    for game in moments_of(small(ruleset), 1):
        seat = game.state.wait.seat
        called = calling_who_acts(language(SIX), game)
        if seat is not None:
            names = {*SIX[seat].values()}
            said = str(wording_of(game, called, spoken=True).seat(seat))
            assert {*said.replace(" and ", ", ").split(", ")} <= names
