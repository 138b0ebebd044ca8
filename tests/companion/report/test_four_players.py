"""The report of a game of four, and what is said and may be said aloud in it."""

from pathlib import Path

import pytest

from companion.journal.journal import PlayedEntry, follow
from companion.report.page import BattleReport, report
from companion.report.picture import battle_picture
from companion.table.view_json import seen_by, why_over
from companion.voice.listening.grammar import grammar_of
from companion.words.announcer import sentences, wait_text
from companion.words.names import load_language, wording_of
from rules.kernel import messages as m
from tests.companion.report.test_report import ROW, logged
from tests.rules.first.test_allies import NAMES, P1, S1, turn_of, with_points

NOWHERE = Path("no such folder")
START = with_points(turn_of(P1), 3, 5, 2, 5)
BATTLE = (m.Order(unit=NAMES["p1"]), m.EndMainPhase())


def played() -> tuple[PlayedEntry, ...]:
    """Return the last turn of a game that P1 and P2 win as equals."""
    return tuple(follow(START, logged(START, *BATTLE), "the test"))


@pytest.mark.parametrize(
    ("lang", "why"),
    [
        (
            "en",
            "The Pennants have 10 banners, the Standards 5; 8 were needed. Overall winner: Pennants and",
        ),
        ("ro", "Învingător: Flamurile și Flamurile aliate."),
    ],
)
def test_a_game_of_four_is_reported_and_its_end_told(lang: str, why: str) -> None:
    language, entries = load_language(lang, "first", NOWHERE), played()
    end = entries[-1].game
    page = report(ROW, START, entries, language)
    words = wording_of(end, language, spoken=False)
    assert all(str(words.seat(seat)) in page for seat in START.ruleset.seats)
    assert "svg" in battle_picture(BattleReport(ROW, START, entries, language))
    over = why_over(seen_by(None, end, language), language.tr, words)
    assert over is not None
    assert why in over.why


def test_the_report_of_four_reckons_by_camps() -> None:
    """P1 and P2 have five banners each, S1 three and S2 two: nobody's own points are the result."""
    entries = played()
    told = BattleReport(ROW, START, entries, None)
    course, turning, *_ = told.scenes()
    assert told.verdict() == "Pennants won, 10 to 5."
    assert course.text.startswith("Pennants won in turn 2, 10 to 5.")
    assert turning.text.startswith("In turn 2 Pennants took the lead for good, 10 to 5.")
    assert "; in the end Standards 5, Pennants 10" in told.chart()
    goes_on = BattleReport(ROW, START, entries[:1], None)
    assert goes_on.verdict() == "Not finished. Standards 5, Pennants 10."


def test_the_victory_of_a_camp_with_the_enemy_destroyed_is_the_camps() -> None:
    end = played()[-1].game
    won = (m.GameWon(seat=P1, elimination=True),)
    assert [each.text for each in sentences(won, end)] == [
        "Pennants win the battle: no enemy is left on the board!"
    ]
    assert wait_text(m.OverWait(seat=S1), end, None) == "The game is over: Standards have won"


def test_a_camps_victory_is_said_once_with_who_shares_it() -> None:
    last = played()[-1]
    said = [each.text for each in sentences(last.entry.events, last.game)]
    assert said == [
        "The Pennants win, ten banners to five! The overall victory is shared: Pennants and Allied Pennants."
    ]


def test_units_of_both_players_of_a_camp_are_understood() -> None:
    grammar = grammar_of(turn_of(S1))
    assert {"human swordsmen one", "human swordsmen two"} <= {*grammar.own}
    assert {"human swordsmen three", "human swordsmen four"} <= {*grammar.enemies}
    assert "attack <enemy> with <own>" in grammar.jsgf
