"""The battle report: one page of HTML that needs nothing else, and prints well.

It tells what everybody at the table may know, also of a game that goes on.  All
numbers come from ``companion.report.page.statistics``, all drawings from ``companion.report.page.drawings``.
"""

from base64 import b64encode
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib import resources
from itertools import accumulate
from time import localtime, strftime
from typing import NamedTuple

from companion.journal.journal import Journal, PlayedEntry
from companion.journal.jsonl import GameRow
from companion.reconcile.hints import tell_of
from companion.report.drawings import board_map, definitions, luck_bar, points_chart, short_terrain, side_icon
from companion.report.html import Markup, el, joined
from companion.report.labels import earned, luck_in_words, measured
from companion.report.statistics import (
    Fate,
    GameStatistics,
    Luck,
    Measure,
    Turn,
    TurnPart,
    reckon,
    time_played,
)
from companion.table.view_json import why_over
from companion.words.announcer import log_text, wait_text
from companion.words.names import Language, wording_of
from companion.words.translator import log_name
from companion.words.wording import Wording
from rules.kernel.game import Game
from rules.kernel.translatable import counted
from rules.kernel.values import KindId, Seat, TerrainId
from rules.kernel.view import view

STYLE = (resources.files("companion.report") / "report.css").read_text(encoding="utf-8")
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    f"style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
)
"""The content security policy under which the page can be shown: nothing but its own style."""

ROW = 60  # letters of a line beside a map
BESIDE_MAP = 12  # lines beside a map: the others go on below it,
SHORT_TURN = 18  # unless there are no more than so many


def report(row: GameRow, start: Game, played: Sequence[PlayedEntry], language: Language | None = None) -> str:
    """Return the report of the game *row* from *start*; *played* are the entries that count.

    It is written in *language*, by default in English.
    """
    told = reckon(start, played)
    minutes = round(time_played(one.entry for one in played) / 60)
    return _Report(row, told, minutes, language).page()


def report_of(journal: Journal) -> str:
    """Return the report of the game in *journal*, as far as it has come; any thread may ask."""
    return report(journal.row, journal.start, tuple(journal.played), journal.language)


class _Report:
    def __init__(self, row: GameRow, told: GameStatistics, minutes: int, language: Language | None) -> None:
        self.row, self.told, self.minutes = row, told, minutes
        self.ruleset = told.start.ruleset
        self.words = wording_of(told.start, language, spoken=False)
        self.language, self.lang = language, self.words.phrases.lang
        self._tr = tell_of(language)
        self.sides = {seat: str(self.words.seat(seat)) for seat in Seat}
        self.short = short_names(self.words, {fate.kind for fate in told.fates})

    def page(self) -> str:
        title = self._tr("{1}: battle report", self.words.scenario())
        head = el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", title),
            el("style", Markup(STYLE)),
        )
        body = el(
            "body",
            definitions(self.ruleset.board),
            self._header(),
            el("main", self._course(), self._luck(), self._losses(), self._turns()),
            el("footer", el("p", self._tr("Told by herald from the game's own log."), class_="note")),
        )
        return f"<!doctype html>\n{el('html', head, body, lang=self.lang)}\n"

    def _header(self) -> Markup:
        day = strftime(self._tr("%d %B %Y, %H:%M"), localtime(self.row.started)).lstrip("0")
        facts = [self.words.scenario(), day, *self._length()]
        return el(
            "header",
            el("h1", self._tr("Battle report")),
            el("p", " · ".join(facts), class_="soft"),
            el("p", self._verdict(), class_="verdict"),
            el("p", self._why()),
            el(
                "p",
                self._tr("Print this page with your browser (Ctrl-P, or Share → Print) to keep it as PDF."),
                class_="to-print",
            ),
        )

    def _length(self) -> Iterable[str]:
        turns = self.told.turns[-1].number
        yield self._tr(counted(turns, "{1} turn", "{1} turns"))
        if self.minutes > 0:
            hours, rest = divmod(self.minutes, 60)
            yield f"{hours} h {rest} min" if hours else f"{rest} min"

    def _verdict(self) -> str:
        state = self.told.end.state
        points = {seat: state.sides[seat].points for seat in Seat}
        winner = state.winner
        if winner is not None:
            return self._tr("{1} won, {2} to {3}.", self.sides[winner], points[winner], points[winner.other])
        score = ", ".join(f"{self.sides[seat]} {points[seat]}" for seat in Seat)
        return self._tr("Not finished. {1}.", score) if state.turn else self._tr("Not begun.")

    def _why(self) -> str:
        shown = view(self.told.end, None)
        over = why_over(shown, self._tr)
        if over is not None:
            return over.why
        waits = _stopped(wait_text(shown.wait, self.told.end, self.language))
        win = counted(shown.points_to_win, "{1} point wins.", "{1} points win.")
        return f"{waits} {self._tr(win)}"

    def _course(self) -> Markup:
        chart = points_chart(
            self.told.turns, self.sides, goal=self.ruleset.scenario.points_to_win, tr=self._tr
        )
        return el("section", el("h2", self._tr("Victory points")), chart, self._earned())

    def _earned(self) -> Markup:
        lines = []
        for seat in Seat:
            gained = {cause: count for cause, count in self.told.earned[seat].items() if count}
            parts = [earned(count, cause, self._tr) for cause, count in gained.items()]
            total = self.told.end.state.sides[seat].points
            rest = total - sum(gained.values())
            parts += [self._tr("{1} set right by the table", f"{rest:+}")] if rest else []
            told = ", ".join(parts) or self._tr("none")
            lines.append(el("p", side_icon(seat), f"{self.sides[seat]} {total}: {told}."))
        return joined(*lines)

    def _luck(self) -> Markup:
        rows = [
            el("tr", *self._luck_cells(seat, measure, self.told.luck[seat][measure]))
            for seat in Seat
            for measure in Measure
        ]
        tr = self._tr
        heads = (
            tr("Faces"),
            tr("dice"),
            tr("rolled"),
            tr("expected"),
            tr("luck"),
            tr("standard deviation"),
            tr("so far or farther"),
        )
        head = el(
            "tr",
            *(el("th", text) for text in heads),
            el("th"),
            el("th", tr("which is"), class_="words"),
        )
        note = tr(
            "Counted are the faces of every attack and counter: which of them hit, by the weapon and by the "
            "Cleave that a weak unit loses, before abilities, terrain and cards change it. Luck is what was "
            "rolled less what could be expected. “So far or farther” is how often dice fall so well "
            "or better, so ill or worse. The shaded band is two standard deviations to both sides: what "
            "chance does in about 19 games of 20."
        )
        table = el("table", el("thead", head), el("tbody", *rows), class_="dice")
        title = tr("Luck with the dice")
        return el(
            "section",
            el("h2", title),
            el("div", table, class_="wide", role="region", aria_label=title, tabindex=0),
            el("p", note, class_="note"),
        )

    def _luck_cells(self, seat: Seat, measure: Measure, luck: Luck) -> Iterable[Markup]:
        yield el("th", side_icon(seat), f"{self.sides[seat]}: {measured(measure, self._tr)}", scope="row")
        numbers = (
            str(luck.dice),
            str(luck.actual),
            f"{float(luck.expected):.1f}",
            _signed(float(luck.gain)),
            f"{luck.deviation:.1f}",
            _percent(float(luck.chance)) if luck.dice else "–",
        )
        yield from (el("td", number) for number in numbers)
        yield el("td", luck_bar(luck, seat))
        yield el("td", luck_in_words(luck, self._tr), class_="words")

    def _losses(self) -> Markup:
        tables = [self._fates(seat, [fate for fate in self.told.fates if fate.seat is seat]) for seat in Seat]
        note = self._tr(
            "Figures, or health where a unit takes damage tokens. “Dealt” is the damage of its own attacks "
            "and counters, blocked retreats included; “driven” the hexes that it retreated."
        )
        return el(
            "section",
            el("h2", self._tr("Losses")),
            el("div", *tables, class_="sides"),
            el("p", note, class_="note"),
        )

    def _fates(self, seat: Seat, fates: Sequence[Fate]) -> Markup:
        tr = self._tr
        heads = (tr("Unit"), tr("had"), tr("lost"), tr("left"), tr("dealt"), tr("driven"))
        gone = sum(fate.gone is not None for fate in fates)
        total = el(
            "tr",
            el("th", tr("{1} of {2} units lost", gone, len(fates)), scope="row"),
            *(el("td", str(sum(column))) for column in zip(*(_numbers(fate) for fate in fates), strict=True)),
        )
        head = el("tr", *(el("th", text) for text in heads))
        rows = [self._fate(fate) for fate in fates]
        return el(
            "div",
            el("h3", side_icon(seat), self._with_faction(seat)),
            el("table", el("thead", head), el("tbody", *rows, total)),
        )

    def _with_faction(self, seat: Seat) -> str:
        """Return who plays *seat*, and what where that is not said by it."""
        who, what = self.sides[seat], self.words.faction(self.ruleset.scenario.factions[seat])
        return what if who in what else f"{who} ({what})"

    def _fate(self, fate: Fate) -> Markup:
        notes = [self._tr("gone in turn {1}", fate.gone)] if fate.gone is not None else []
        notes += [self._tr("{1} healed", fate.healed)] if fate.healed else []
        notes += [self._tr("{1} set right by the table", f"{fate.mended:+}")] if fate.mended else []
        name = el("span", self.short[fate.kind] + fate.unit.rpartition("-")[2], class_="key")
        told = el("span", f" ({', '.join(notes)})", class_="note") if notes else ""
        return el(
            "tr",
            el("td", name, self.words.kind(fate.kind), told),
            *(el("td", str(number)) for number in _numbers(fate)),
            class_="gone" if fate.gone is not None else None,
        )

    def _turns(self) -> Markup:
        return el(
            "section",
            el("h2", self._tr("Turn by turn")),
            self._key(),
            *(self._turn(turn) for turn in self.told.turns),
        )

    def _key(self) -> Markup:
        """Return what the maps' letters mean."""
        parts = [
            joined(el("span", text, class_="key"), self.words.kind(kind)) for kind, text in self.short.items()
        ]
        for name in _terrain_of(self.told.turns):
            text = short_terrain(self.words, name)
            parts.append(joined(el("span", text, class_="key"), _capital(self.words.terrain(name))))
        sides = [joined(side_icon(seat), self._with_faction(seat)) for seat in Seat]
        listed = joined(*(joined(part, "; ") for part in [*sides, *parts]))
        return el("p", listed, self._tr("white dots are figures, rings those that fell."), class_="note")

    def _turn(self, turn: Turn) -> Markup:
        tr = self._tr
        title = tr("Set-up") if turn.seat is None else tr("Turn {1}: {2}", turn.number, self.sides[turn.seat])
        is_last = turn is self.told.turns[-1]
        goes_on = is_last and self.told.end.state.winner is None
        label = (
            tr("The board as it stands: {1}", title)
            if goes_on
            else tr("The board at the end of it: {1}", title)
        )
        lines = [line for line in map(self._line, turn.parts) if line.text]
        beside = _fitting(lines)
        return el(
            "section",
            el("div", board_map(turn.end, self.short, words=self.words, label=label)),
            el(
                "div",
                el("h3", _score(turn), title, " " + tr("(so far)") if goes_on else ""),
                el("ol", *_items(lines[:beside]), lang=self.lang),
            ),
            el("ol", *_items(lines[beside:]), class_="rest", lang=self.lang) if lines[beside:] else "",
            class_="turn",
        )

    def _line(self, part: TurnPart) -> "_Line":
        return _Line(log_text(part.events, part.after, self.language), log_name(part.by, self._tr))


def _score(turn: Turn) -> Markup:
    """Return both players' points at the turn's end, south's first."""
    south, north = (turn.points[seat] for seat in (Seat.SOUTH, Seat.NORTH))
    icons = side_icon(Seat.SOUTH), side_icon(Seat.NORTH)
    return el("span", icons[0], f"{south} : {north} ", icons[1], class_="score")


def short_names(words: Wording, kinds: Iterable[KindId]) -> dict[KindId, str]:
    """Return two or three letters for each of *kinds*, no two alike on one side, in the order of names."""
    named = sorted((words.kind(kind), kind) for kind in kinds)
    fielded = words.ruleset.fielded
    found: dict[KindId, str] = {}
    for name, kind in named:
        parts = name.replace("-", " ").split()
        initials = "".join(part[0] for part in parts[:2]).upper()
        offers = (initials if len(parts) > 1 else name[:2], parts[0][:2] + parts[-1][0], name[:3], kind)
        taken = {text for other, text in found.items() if fielded[other] is fielded[kind]}
        found[kind] = next(text for text in offers if text not in taken)
    return found


def _numbers(fate: Fate) -> tuple[int, ...]:
    return (fate.began, fate.lost, fate.left, fate.dealt, fate.driven)


class _Line(NamedTuple):
    """What one entry says, and *by* whom it was said."""

    text: str
    by: str

    @property
    def rows(self) -> int:
        """Return about how many lines of the page it takes."""
        return 1 + len(self.text) // ROW


def _fitting(lines: Sequence[_Line]) -> int:
    """Return how many of *lines* have room beside a map."""
    rows = list(accumulate(line.rows for line in lines))
    return len(lines) if not rows or rows[-1] <= SHORT_TURN else bisect_right(rows, BESIDE_MAP)


def _items(lines: Sequence[_Line]) -> Iterable[Markup]:
    """Yield *lines* as items; who said it stands where another one speaks."""
    said = ""
    for text, by in lines:
        yield el("li", text, el("span", f" {by}", class_="by") if by != said else "")
        said = by


def _terrain_of(turns: Sequence[Turn]) -> list[TerrainId]:
    """Return every kind of terrain, and every token, that some map shows."""
    tiles = [tile for turn in turns for tile in turn.end.state.terrain.values()]
    return sorted({name for tile in tiles for name in (tile.kind, tile.token) if name is not None})


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _signed(number: float) -> str:
    text = f"{number:+.1f}"
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "−")


def _percent(share: float) -> str:
    return "< 1 %" if share < 0.01 else f"{100 * share:.0f} %"


def _stopped(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
