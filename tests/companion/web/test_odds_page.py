"""The chances of a roll are told before it is made: exactly, and never by the table's thread."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.table.requests import Notify
from companion.web.pages.odds import OddsViews
from companion.words.plurals import percent
from rules.kernel.battle.odds import odds_of, odds_of_fight
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Counter, Order, PlayCard, Refusal, Roll
from rules.kernel.values import CardId, UnitId
from rules.second.faces import LORE
from tests.companion.dashboard_world import World, world
from tests.companion.first_questions import FIRST_QUESTIONS

HARVESTERS, GUARD = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
ADDRESS = f"/odds?unit={HARVESTERS}&target={GUARD}"


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with world(tmp_path) as made:
        made.start()
        made.say(
            CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=3),
            PlayCard(card=CardId("line_advance")),
            Order(unit=HARVESTERS),
        )
        yield made


def told(answer: Any) -> str:
    """Return odds as one line."""
    shown = answer.json
    chances = (f"{each['text']} {each['name']}" for each in shown["chances"])
    return " · ".join([f"{shown['dice']} {shown['name']}", *chances])


def test_the_odds_of_an_attack_are_those_of_the_rules_before_and_after_it_is_declared(table: World) -> None:
    line = "3 dice · 70 % hurt · 12 % eliminated · 46 % counter"
    assert told(table.device("north").get(ADDRESS)) == line
    exact = odds_of(table.table.game, HARVESTERS, GUARD, counter=True)
    assert not isinstance(exact, Refusal)
    assert line.endswith(f"{percent(exact.countered or 0, 'en')} counter")
    table.say(Attack(unit=HARVESTERS, target=GUARD))
    assert told(table.device("both").get(ADDRESS)) == line


def test_the_odds_of_a_counter_are_told_while_its_dice_are_awaited(table: World) -> None:
    table.say(Attack(unit=HARVESTERS, target=GUARD), Roll(faces=(LORE,) * 3), Counter())
    answer = table.device("south").get(f"/odds?unit={GUARD}&target={HARVESTERS}")
    assert told(answer) == "3 dice · 70 % hurt · 4 % eliminated"
    assert odds_of_fight(table.table.game) is not None


def test_odds_that_nobody_knows_are_none_of_no_unit_refused_and_onlookers_are_not_reckoned_for(
    table: World,
) -> None:
    south = table.device("south")
    unknown = south.get(
        f"/odds?unit={GUARD}&target={GUARD}"
    )  # not known before it is asked: no fault of the page
    assert (unknown.status_code, unknown.json) == (200, None)
    for address in ("/odds", "/odds?unit=x&target=y"):
        answer = south.get(address)
        assert (answer.status_code, answer.json["trouble"][:17]) == (404, "Nobody can tell w")
    assert table.device("watch").get(ADDRESS).status_code == 403


def test_nothing_is_kept_of_units_that_nobody_has(table: World) -> None:
    views = OddsViews(lambda: table.table.game, None)
    with table.app.test_request_context(ADDRESS):
        views.odds()
    for made_up in ("x" * 1000, f"{GUARD} ", ""):
        with table.app.test_request_context(f"/odds?unit={GUARD}&target={made_up}"):
            assert views.odds()[1] == 404
    assert list(views._found) == [(HARVESTERS, GUARD)]


def test_odds_are_answered_while_the_table_s_thread_is_busy(table: World) -> None:
    north, is_asked, may_go_on = table.device("north"), Event(), Event()

    def dawdle(_: object) -> None:
        is_asked.set()
        may_go_on.wait(10)

    table.table.listen(lambda *_: None, warn=dawdle)
    notified = table.table._inbox.put(Notify(text="A moment."))
    assert is_asked.wait(10)
    assert north.get(ADDRESS).status_code == 200
    assert notified is not None
    assert not notified.done()
    may_go_on.set()
    notified.result(10)


def test_the_first_edition_s_odds_tell_of_battling_back(tmp_path: Path) -> None:
    with world(tmp_path, scenario="war_council") as first:
        for commands in FIRST_QUESTIONS.values():
            first.say(*commands)
            fight = first.table.game.state.fights[-1:]
            if fight and odds_of_fight(first.table.game):
                break
        answer = first.device("both").get(f"/odds?unit={fight[0].attacker}&target={fight[0].target}")
        assert answer.json["chances"][-1]["name"] == "battle back"
