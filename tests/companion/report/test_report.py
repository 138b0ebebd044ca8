"""The battle report: its numbers by hand, and its page for games of every sort."""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import herald
from companion.journal.journal import follow
from companion.journal.jsonl import GameRow
from companion.journal.store import Store
from companion.library.library import Library
from companion.report.labels import luck_in_words
from companion.report.page import POLICY, report, short_names
from companion.report.statistics import (
    Fate,
    GameStatistics,
    Measure,
    game_statistics,
    luck_of,
    luck_together,
    time_played,
)
from companion.words.names import Language, wording_of
from companion.words.phrases import load_phrases
from companion.words.score_words import camp_points
from companion.words.translator import Translator, load_translator
from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CardId, Cause, KindId, LoreId, ScenarioCardId, Seat
from rules.second import messages as second
from tests.companion.dashboard_world import world
from tests.rules.drawn import RULES, after, attack, drawn, faces, u
from tests.rules.playing import full_rules, learning_rules, play_random
from tests.rules.test_playthrough import commands, played as kept

ROW = GameRow(id="monday", scenario="learning", edition="second", started=0.0, version="0")


def logged(start: Game, *said: m.Command | int, by: str = "Ana") -> list[m.Entry]:
    """Return the log of what is *said*; a number is an undo to that entry."""
    log: list[m.Entry] = []
    games = {0: start}
    game = start
    for seq, command in enumerate(said, start=1):
        events: tuple[m.Event, ...] = (m.Retracted(to=command),) if isinstance(command, int) else ()
        if isinstance(command, int):
            game = games[command]
        else:
            game, events = after(game, command)
        games[seq] = game
        done = None if isinstance(command, int) else command
        log.append(m.Entry(seq=seq, at=60.0 * seq, by=by, frame=None, command=done, events=events))
    return log


def told(start: Game, log: Sequence[m.Entry]) -> GameStatistics:
    return game_statistics(start, follow(start, log, "the test"))


def page_of(start: Game, log: Sequence[m.Entry]) -> str:
    return report(ROW, start, follow(start, log, "the test"))


def fate(reckoning: GameStatistics, unit: str) -> Fate:
    return next(each for each in reckoning.fates if each.unit == u(unit))


class Nesting(HTMLParser):
    """Follows the elements of a page, and remembers what is closed that was not open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.names: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        given = [name for name, _ in attrs]
        if len(given) != len(set(given)):
            self.faults.append(f"{tag} has an attribute twice")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} is closed out of turn")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


# ---- time -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "seconds"),
    [
        ([], 0),
        ([100, 160, 400], 300),
        ([100, 160, 160 + 40 * 86400, 220 + 40 * 86400], 120),  # the clock is set forward by days
        ([9e8, 9e8 + 60, 50, 110], 120),  # or back
        ([100, 160, 160 + 7 * 86400, 220 + 7 * 86400], 120),  # the next evening
    ],
)
def test_a_leap_of_the_clock_and_a_pause_are_no_time_played(times: list[float], seconds: float) -> None:
    entries = [
        m.Entry(seq=n, at=at, by="south", frame=None, command=None, events=()) for n, at in enumerate(times)
    ]
    assert time_played(entries) == seconds


# ---- luck -----------------------------------------------------------------------------------


def test_luck_is_what_was_rolled_less_what_the_faces_let_expect() -> None:
    """Three dice with two good faces, two of which hit; two with one, none of which did.

    Expected 3/3 + 2/6; variance 3 x 2/9 + 2 x 5/36; none hits in 200 of 972, one in 380.
    """
    luck = luck_of([(2, 3, 2), (1, 2, 0)])
    assert (luck.dice, luck.actual) == (5, 2)
    assert luck.expected == Fraction(4, 3)
    assert luck.gain == Fraction(2, 3)
    assert luck.variance == Fraction(17, 18)
    assert luck.chance == Fraction(972 - 200 - 380, 972)
    assert luck.is_ordinary


def test_bad_luck_is_told_by_the_chance_of_no_more_than_that() -> None:
    assert luck_of([(1, 2, 0)]).chance == Fraction(25, 36)
    assert luck_of([(3, 4, 0)]).chance == Fraction(1, 16)


def test_no_dice_are_no_luck() -> None:
    luck = luck_of([])
    assert (luck.expected, luck.variance, luck.chance) == (0, 0, 1)
    assert luck_in_words(luck, Translator()) == "no dice yet"


@pytest.mark.parametrize(
    ("hits", "words"),
    [
        (9, "within what chance does"),  # 5 of 30 are expected, twice the deviation is 4.08
        (10, "rarely so many"),
        (1, "within what chance does"),
        (0, "rarely so few"),
    ],
)
def test_what_lies_within_two_standard_deviations_is_called_chance(hits: int, words: str) -> None:
    assert luck_in_words(luck_of([(1, 30, hits)]), Translator()) == words


def test_the_luck_of_several_games_is_added_up() -> None:
    both = luck_together([luck_of([(1, 30, 10)]), luck_of([]), luck_of([(3, 4, 0)])])
    assert (both.dice, both.actual, both.expected) == (34, 10, 7)
    assert both.variance == 30 * Fraction(5, 36) + 1
    assert both.is_ordinary
    assert 0.05 < both.chance < 0.15  # 3 of a deviation of 2.3
    assert luck_together([]).dice == 0


def test_a_weak_units_cleaves_are_neither_expected_nor_counted_as_hits() -> None:
    """RB p. 9: of three dice half a hit is expected, and the strike alone is one."""
    start = drawn("5 .. .. .. .. BH CG1")
    hits = told(start, logged(start, attack("CG", "BH"), faces("cleave cleave strike"))).luck[Seat.SOUTH]
    assert (hits[Measure.HITS].expected, hits[Measure.HITS].actual) == (Fraction(1, 2), 1)
    assert (hits[Measure.LORE].expected, hits[Measure.LORE].actual) == (Fraction(1, 2), 0)


def test_only_pierce_is_a_hit_from_afar() -> None:
    start = drawn("5 .. VL .. .. .. CG", active=Seat.NORTH)
    luck = told(start, logged(start, attack("VL", "CG"), faces("strike pierce"))).luck
    assert (luck[Seat.NORTH][Measure.HITS].expected, luck[Seat.NORTH][Measure.HITS].actual) == (
        Fraction(1, 3),
        1,
    )
    assert luck[Seat.SOUTH][Measure.HITS].dice == 0


def test_a_roll_that_was_taken_back_does_not_count() -> None:
    start = drawn("5 .. .. .. .. BH CG")
    log = logged(start, attack("CG", "BH"), faces("strike strike strike"), 1, faces("pierce pierce lore"))
    reckoning = told(start, log)
    hits = reckoning.luck[Seat.SOUTH][Measure.HITS]
    assert (hits.dice, hits.actual, hits.expected) == (3, 0, 1)
    assert fate(reckoning, "BH").lost == 0


# ---- losses and turns -----------------------------------------------------------------------


def test_losses_say_what_a_unit_had_lost_dealt_and_when_it_went() -> None:
    start = drawn("5 .. .. .. .. BH2 CG")
    reckoning = told(start, logged(start, attack("CG", "BH"), faces("cleave cleave pierce")))
    lost = fate(reckoning, "BH")
    assert (lost.began, lost.lost, lost.left, lost.gone, lost.dealt) == (2, 2, 0, 2, 0)
    dealt = fate(reckoning, "CG")
    assert (dealt.began, dealt.lost, dealt.left, dealt.gone, dealt.dealt) == (3, 0, 3, None, 2)


def test_what_the_table_sets_right_is_told_apart_from_losses() -> None:
    start = drawn("5 .. .. .. .. BH3 CG3")
    log = logged(start, m.CorrectUnit(unit=u("CG"), at=start.state.units[u("CG")].at, figures=1))
    corrected = fate(told(start, log), "CG")
    assert (corrected.lost, corrected.left, corrected.mended) == (0, 1, -2)


def test_the_kept_game_comes_to_the_numbers_that_its_file_tells() -> None:
    """Counted in ``playthroughs/learning.txt``: 25 and 31 dice, one roll of a weak Citadel Guard."""
    log, _ = kept(commands())
    reckoning = told(new_game(RULES), log)
    assert [camp_points(turn.end)[Seat.SOUTH] for turn in reckoning.turns] == [
        0,
        0,
        0,
        0,
        2,
        2,
        7,
        7,
        9,
        9,
        11,
        11,
        13,
    ]
    assert [camp_points(turn.end)[Seat.NORTH] for turn in reckoning.turns] == [
        0,
        0,
        0,
        2,
        2,
        4,
        4,
        8,
        8,
        12,
        12,
        16,
        16,
    ]
    south, north = reckoning.luck[Seat.SOUTH], reckoning.luck[Seat.NORTH]
    assert {name: (luck.dice, luck.actual) for name, luck in south.items()} == {
        "hits": (25, 4),
        "retreats": (25, 6),
        "lore": (25, 6),
    }
    assert {name: (luck.dice, luck.actual) for name, luck in north.items()} == {
        "hits": (31, 8),
        "retreats": (31, 4),
        "lore": (31, 4),
    }
    assert south[Measure.HITS].expected == Fraction(10, 6) + Fraction(12, 3) + Fraction(3, 6)
    assert reckoning.earned == {
        Seat.NORTH: {Cause.BANNER: 16},
        Seat.SOUTH: {Cause.BANNER: 12, Cause.LORE: 1},
    }
    gone = {each.unit: each.gone for each in reckoning.fates if each.gone is not None}
    assert gone == {"yeoman_archers-4": 7, "citadel_guard-1": 6, "citadel_guard-4": 10}
    assert not any(each.mended for each in reckoning.fates)


def test_a_turns_map_is_the_board_before_the_next_turn_begins() -> None:
    log, _ = kept(commands())
    turns = told(new_game(RULES), log).turns
    assert [turn.number for turn in turns] == list(range(13))
    assert [turn.end.state.turn for turn in turns] == list(range(13))


@pytest.mark.parametrize("rules", [learning_rules, full_rules])
def test_where_nothing_is_corrected_losses_and_points_add_up(rules: Callable[[], Ruleset]) -> None:
    game = play_random(rules(), 3, whims=False)
    reckoning = told(game.start, game.log)
    assert not [each for each in reckoning.fates if each.mended]
    for seat, side in game.end.state.sides.items():
        assert sum(reckoning.earned[seat].values()) == side.points
    dice = sum(
        len(event.faces)
        for entry in game.log
        for event in entry.events
        if isinstance(event, m.Rolled) and event.unit is not None
    )
    assert sum(each[Measure.HITS].dice for each in reckoning.luck.values()) == dice


# ---- the page -------------------------------------------------------------------------------


def check(page: str) -> Nesting:
    """Fail where *page* is not well formed, or fetches or runs anything."""
    seen = Nesting(page)
    assert not seen.faults
    assert not seen.open
    assert not seen.names & {"script", "link", "img", "iframe"}
    assert "://" not in page
    assert " style=" not in page
    return seen


@pytest.mark.parametrize("seed", [1, 4])
def test_a_game_with_whims_and_undos_is_told_to_its_end_and_at_any_time_before(seed: int) -> None:
    game = play_random(learning_rules(), seed)
    whole = page_of(game.start, game.log)
    check(whole)
    assert " won, " in whole
    assert whole.count('class="map"') == game.end.state.turn + 1 + whole.count("<figcaption>")
    assert 3 <= whole.count("<figcaption>") <= 4
    for cut in (0, 1, len(game.log) // 3):
        page = page_of(game.start, game.log[:cut])
        check(page)
        assert "Not begun." in page or "Not finished." in page


def test_a_full_battle_is_told_with_its_terrain() -> None:
    game = play_random(full_rules(), 2)
    seen = check(page_of(game.start, game.log))
    kinds = {tile.kind for tile in game.end.state.terrain.values()}
    assert kinds
    text = "".join(seen.texts)
    assert all(f"{game.end.ruleset.catalogue.terrain[kind].name}; " in text for kind in kinds)
    for cut in (1, 8, 30):
        check(page_of(game.start, game.log[:cut]))


def test_a_free_battle_is_told_before_and_after_its_units_are_there(tmp_path: Path) -> None:
    start = new_game(Library(tmp_path).ruleset("free"))
    check(page_of(start, ()))
    log = logged(start, m.PlaceUnit(unit=u("CG"), at=start.ruleset.board.hexes[0]))
    assert "Citadel Guard" in page_of(start, log)


def test_names_cannot_become_part_of_the_page() -> None:
    start = drawn("5 .. .. .. .. BH CG")
    page = page_of(start, logged(start, attack("CG", "BH"), by="<script>alert('&')</script>"))
    assert "<script" not in page
    assert "&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;" in page
    check(page)


def test_those_who_play_are_called_by_name_and_told_the_game_in_their_language() -> None:
    log, _ = kept(commands())
    start = new_game(RULES)
    names = {Seat.SOUTH: "Ana", Seat.NORTH: "Bogdan & Co"}
    language = Language(load_phrases("second", "ro"), names, load_translator("ro"))
    page = report(ROW, start, follow(start, log, "the test"), language)
    check(page)
    assert "Bogdan &amp; Co: victorie, 16 la 13." in page
    assert "Ana (Lorzii Daqan)" in page
    assert '<html lang="ro">' in page
    assert "Raportul bătăliei" in page and "Battle report" not in page


SECRETS: list[tuple[tuple[m.Command, ...], m.Command, m.Command]] = [
    (
        (),
        second.ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("crossing_the_river_of_sleep")),
        second.ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("mustering_the_militia")),
    ),
    (
        (
            second.ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("crossing_the_river_of_sleep")),
            second.ChooseScenarioCard(seat=Seat.NORTH, card=ScenarioCardId("blood_in_the_water")),
            second.FinishTerrain(),
        ),
        second.Muster(seat=Seat.SOUTH, units={KindId("citadel_guard"): 5, KindId("yeoman_archers"): 5}),
        second.Muster(seat=Seat.SOUTH, units={KindId("citadel_guard"): 4, KindId("riverwatch_riders"): 3}),
    ),
    (
        (),
        m.NoteHand(seat=Seat.SOUTH, known=(), lore=()),
        m.NoteHand(seat=Seat.SOUTH, known=(CardId("wedge"),) * 2, lore=(LoreId("rune_blade"),)),
    ),
]


@pytest.mark.parametrize(("before", "one", "other"), SECRETS, ids=("scenario card", "army", "hand"))
def test_the_report_of_a_game_that_goes_on_tells_nothing_that_lies_face_down(
    tmp_path: Path, before: tuple[m.Command, ...], one: m.Command, other: m.Command
) -> None:
    start = new_game(Library(tmp_path).ruleset("battle"))
    assert page_of(start, logged(start, *before, one)) == page_of(start, logged(start, *before, other))


def test_units_are_named_on_the_map_by_letters_that_no_other_of_their_side_has() -> None:
    rules = full_rules()
    names = short_names(
        wording_of(new_game(rules), None, spoken=False),
        {kind: {seat} for kind, seat in rules.fielded.items()},
    )
    sides = {(rules.fielded[kind], text) for kind, text in names.items()}
    assert len(sides) == len(rules.fielded)
    assert names[KindId("citadel_guard")] == "CG"
    assert all(len(text) <= 3 for text in names.values())


def test_the_dashboard_shows_the_report_to_whoever_has_joined_under_a_policy_for_its_own_style(
    tmp_path: Path,
) -> None:
    with world(tmp_path) as table:
        table.start()
        answer = table.device("watch").get("/report")
        assert answer.status_code == 200
        assert answer.headers["Content-Security-Policy"] == POLICY
        style = re.search(r"<style>(.*?)</style>", answer.text, re.DOTALL)
        assert style is not None
        assert b64encode(sha256(style[1].encode()).digest()).decode() in POLICY
        check(answer.text)
        assert "Not finished. Daqan 0, Uthuk 0." in answer.text
        assert table.stranger().get("/report").status_code == 403


def test_the_command_writes_the_newest_games_report_or_says_that_there_is_none(tmp_path: Path) -> None:
    file, data = tmp_path / "out.html", str(tmp_path / "data")
    run = CliRunner()
    empty = run.invoke(herald, ["games", "report", "-o", str(file), "--data", data])
    assert empty.exit_code == 1
    assert "there is no game yet" in empty.stderr
    log, _ = kept(commands())
    store = Store(Path(data) / "games.sqlite")
    store.take_in(ROW, tuple(log))
    store.close()
    result = run.invoke(herald, ["games", "report", "-o", str(file), "--data", data])
    assert result.exit_code == 0, result.output
    check(file.read_text(encoding="utf-8"))
    assert "Uthuk won, 16 to 13." in file.read_text(encoding="utf-8")
    words = ["games", "report", "-o", str(file), "--data", data, "--language", "ro"]
    assert run.invoke(herald, words).exit_code == 0
    assert '<html lang="ro">' in file.read_text(encoding="utf-8")
    refused = run.invoke(herald, ["games", "report", "monday", "-o", str(tmp_path), "--data", data])
    assert refused.exit_code != 0
