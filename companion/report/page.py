"""The battle report: one page of HTML that needs nothing else, and prints well.

It tells what everybody at the table may know, also of a game that goes on.  All numbers come from
``companion.report.statistics``, all drawings from ``companion.report.drawings``; ``templates/report.html``
lays them out.
"""

from base64 import b64encode
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import accumulate
from time import localtime, strftime
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from companion.journal.journal import Journal, PlayedEntry
from companion.journal.jsonl import GameRow
from companion.reconcile.hints import tr_of
from companion.report.drawings import board_map, definitions, luck_bar, points_chart, short_terrain, side_icon
from companion.report.labels import earned, luck_in_words, measured
from companion.report.statistics import (
    Fate,
    Luck,
    Measure,
    Turn,
    game_statistics,
    time_played,
)
from companion.report.story import Scene, story
from companion.table.view_json import why_over
from companion.words.announcer import log_text, wait_text
from companion.words.names import Language, wording_of
from companion.words.plurals import decimal
from companion.words.score_words import camp_points, other_camp
from companion.words.translator import log_name
from companion.words.wording import Wording
from rules.kernel.game import Game
from rules.kernel.translatable import counted
from rules.kernel.values import CAMPS, KindId, Seat, TerrainId
from rules.kernel.view import view

STYLE = (resources.files("companion.report") / "report.css").read_text(encoding="utf-8")


def style_policy(style: str) -> str:
    """Return the content security policy of what has *style* and pictures in itself, and asks for nothing."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    own = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    return f"{own}img-src data:; style-src 'sha256-{digest}'"


POLICY = style_policy(STYLE)
"""The content security policy under which the page can be shown: its own style, and pictures in it."""

Pictures = Callable[[int], bytes | None]
"""Gives what the camera saw with an entry, as JPEG; None where it saw nothing."""

ROW = 60  # letters of a line beside a map
BESIDE_MAP = 12  # lines beside a map: the others go on below it,
SHORT_TURN = 18  # unless there are no more than so many


def no_pictures(seq: int) -> None:
    """Return that the camera saw nothing."""


def report(
    row: GameRow,
    start: Game,
    played: Sequence[PlayedEntry],
    language: Language | None = None,
    *,
    pictures: Pictures = no_pictures,
    back: str | None = None,
) -> str:
    """Return the report of the game *row* from *start*; *played* are the entries that count.

    It is written in *language*, by default in English.  As one of the dashboard's pages it leads *back*.
    """
    return BattleReport(row, start, played, language, pictures).page(back)


def report_of(journal: Journal, *, pictures: Pictures = no_pictures, back: str | None = None) -> str:
    """Return the report of the game in *journal*, as far as it has come; any thread may ask."""
    played = tuple(journal.played)
    return report(journal.row, journal.start, played, journal.language, pictures=pictures, back=back)


class BattleReport:
    """What is said of the game *row* from *start*; *played* are the entries that count."""

    def __init__(
        self,
        row: GameRow,
        start: Game,
        played: Sequence[PlayedEntry],
        language: Language | None,
        pictures: Pictures = no_pictures,
    ) -> None:
        self.row, self.told, self._pictures = row, game_statistics(start, played), pictures
        self.minutes = round(time_played(one.entry for one in played) / 60)
        self.ruleset = start.ruleset
        self.words = wording_of(start, language, spoken=False)
        self.language, self._tr = language, tr_of(language)
        self.names = {seat: str(self.words.seat(seat)) for seat in self.ruleset.seats}
        self.camps = {camp: str(self.words.camp(camp)) for camp in CAMPS}
        self.short = short_names(self.words, sides_of(self.told.fates))

    def page(self, back: str | None = None) -> str:
        """Return the page, in HTML; it leads *back*, None where it stands alone."""
        template = _templates().get_template("report.html")
        return template.render(
            t=self._tr,
            back=back,
            lang=self.words.phrases.lang,
            style=Markup(STYLE),
            board=self.ruleset.board,
            scenario=self.words.scenario(),
            facts=tuple(self.facts()),
            goal=self.words.goal("name"),
            verdict=self.verdict(),
            why=self._why(),
            scenes=[self._scene(scene) for scene in self.scenes()],
            chart=self.chart(),
            sides=[self._side(seat) for seat in self.ruleset.seats],
            map_keys=tuple(self._map_keys()),
            turns=[self._turn(turn) for turn in self.told.turns],
        )

    def facts(self) -> Iterable[str]:
        """Yield what was played, when, and for how long."""
        yield self.words.scenario()
        yield strftime(self._tr("%d %B %Y, %H:%M"), localtime(self.row.started)).lstrip("0")
        turns = self.told.turns[-1].number
        yield self._tr(counted(turns, "{1} turn", "{1} turns"))
        if self.minutes > 0:
            hours, rest = divmod(self.minutes, 60)
            yield f"{hours} h {rest} min" if hours else f"{rest} min"

    def scenes(self) -> tuple[Scene, ...]:
        """Return the battle in short."""
        return story(self.told, self.words, self.names, self._tr)

    def chart(self) -> Markup:
        """Return the course of points."""
        goal = self.ruleset.scenario.points_to_win
        of = self.words.goal("name")
        return points_chart(self.told.turns, self.camps, goal=goal, of=of, tr=self._tr)

    def verdict(self) -> str:
        """Return who won, or how it stands."""
        state = self.told.end.state
        points = camp_points(self.told.end)
        if state.winner is not None:
            won = state.winner.camp
            values = (self.camps[won], points[won], points[other_camp(won)])
            return self._tr("{1} won, {2} to {3}.", *values)
        score = ", ".join(f"{self.camps[camp]} {points[camp]}" for camp in CAMPS)
        return self._tr("Not finished. {1}.", score) if state.turn else self._tr("Not begun.")

    def _why(self) -> str:
        shown = view(self.told.end, None)
        over = why_over(shown, self._tr, self.words)
        if over is not None:
            return over.why
        waits = _stopped(wait_text(shown.wait, self.told.end, self.language))
        return f"{waits} {self.words.goal('wins')}"

    def _side(self, seat: Seat) -> "_Side":
        fates = [fate for fate in self.told.fates if fate.seat is seat]
        return _Side(
            seat=seat,
            name=self.names[seat],
            with_faction=self._with_faction(seat),
            points=self.told.end.state.sides[seat].points,
            earned=self._earned(seat),
            luck=[(measured(measure, self._tr), self.told.luck[seat][measure]) for measure in Measure],
            fates=[self._fate(fate) for fate in fates],
            totals=[sum(column) for column in zip(*(_numbers(fate) for fate in fates), strict=True)],
            gone=sum(fate.gone is not None for fate in fates),
        )

    def _earned(self, seat: Seat) -> list[str]:
        gained = {cause: count for cause, count in self.told.earned[seat].items() if count}
        rest = self.told.end.state.sides[seat].points - sum(gained.values())
        parts = [earned(count, cause, self._tr) for cause, count in gained.items()]
        return parts + ([self._tr("{1} set right by the table", f"{rest:+}")] if rest else [])

    def _with_faction(self, seat: Seat) -> str:
        """Return who plays *seat*, and what where that is not said by it."""
        who, what = self.names[seat], self.words.side(seat)
        return what if who in what else f"{who} ({what})"

    def _fate(self, fate: Fate) -> "_FateRow":
        notes = [self._tr("gone in turn {1}", fate.gone)] if fate.gone is not None else []
        notes += [self._tr("{1} healed", fate.healed)] if fate.healed else []
        notes += [self._tr("{1} set right by the table", f"{fate.mended:+}")] if fate.mended else []
        key = self.short[fate.kind] + fate.unit.rpartition("-")[2]
        return _FateRow(key, self.words.kind(fate.kind), notes, _numbers(fate), fate.gone is not None)

    def _scene(self, scene: Scene) -> "_SceneShown":
        """Return *scene* with what the camera saw then; with a map where it saw nothing."""
        label = self._tr("The board in turn {1}", scene.turn.number)
        seen = self.seen_in(scene)
        if seen is None:
            picture = board_map(scene.turn.end, self.short, words=self.words, label=label)
        else:
            picture = Markup('<img src="{}" alt="{}">').format(seen, label)
        return _SceneShown(scene.title, scene.text, picture)

    def seen_in(self, scene: Scene) -> str | None:
        """Return the address of what the camera saw in *scene*, which holds it whole; None for nothing."""
        jpeg = self._pictures(scene.seq)
        return None if jpeg is None else f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"

    def _map_keys(self) -> Iterable[tuple[str, str]]:
        """Yield the maps' letters, and what they mean."""
        for kind, text in self.short.items():
            yield text, self.words.kind(kind)
        for name in _terrain_of(self.told.turns):
            yield short_terrain(self.words, name), _capital(self.words.terrain(name))

    def _turn(self, turn: Turn) -> "_TurnShown":
        tr = self._tr
        title = tr("Set-up") if turn.seat is None else tr("Turn {1}: {2}", turn.number, self.names[turn.seat])
        goes_on = turn is self.told.turns[-1] and self.told.end.state.winner is None
        label = (
            tr("The board as it stands: {1}", title)
            if goes_on
            else tr("The board at the end of it: {1}", title)
        )
        said = [
            _Line(log_text(part.events, part.after, self.language), log_name(part.by, tr))
            for part in turn.parts
        ]
        lines = [line for line in said if line.text]
        beside = _fitting(lines)
        return _TurnShown(
            map=board_map(turn.end, self.short, words=self.words, label=label),
            title=title,
            points=tuple(camp_points(turn.end).values()),
            goes_on=goes_on,
            beside=lines[:beside],
            below=lines[beside:],
        )


class _SceneShown(NamedTuple):
    """A scene of the battle in short, with its picture."""

    title: str
    text: str
    picture: Markup


class _Side(NamedTuple):
    """What the page says of one side: where its points come from, its luck, its units."""

    seat: Seat
    name: str
    with_faction: str
    points: int
    earned: Sequence[str]
    luck: Sequence[tuple[str, Luck]]
    fates: Sequence["_FateRow"]
    totals: Sequence[int]
    gone: int


class _FateRow(NamedTuple):
    """A row of the table of losses."""

    key: str
    unit: str
    notes: Sequence[str]
    numbers: tuple[int, ...]
    is_gone: bool


class _TurnShown(NamedTuple):
    """A turn: the lines *beside* its map and those *below* it; *points* are south's first."""

    map: Markup
    title: str
    points: tuple[int, ...]
    goes_on: bool
    beside: Sequence["_Line"]
    below: Sequence["_Line"]


@cache
def _templates() -> Environment:
    loader = PackageLoader("companion.report")
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    drawn: dict[str, Any] = {"side_icon": side_icon, "definitions": definitions, "luck_bar": luck_bar}
    found.globals.update(drawn, Seat=Seat, luck_in_words=luck_in_words, luck_numbers=_luck_numbers)
    return found


def _luck_numbers(luck: Luck, lang: str) -> tuple[str, ...]:
    return (
        str(luck.dice),
        str(luck.actual),
        decimal(float(luck.expected), lang),
        decimal(float(luck.gain), lang, signed=True),
        decimal(luck.deviation, lang),
        _percent(float(luck.chance)) if luck.dice else "–",
    )


def sides_of(fates: Iterable[Fate]) -> dict[KindId, frozenset[Seat]]:
    """Return who fielded each kind: one side, or both where both have such units."""
    found: dict[KindId, frozenset[Seat]] = {}
    for fate in fates:
        found[fate.kind] = found.get(fate.kind, frozenset()) | {fate.seat}
    return found


def short_names(words: Wording, sides: Mapping[KindId, AbstractSet[Seat]]) -> dict[KindId, str]:
    """Return two or three letters for each kind, no two alike on one of its *sides*, by their names."""
    named = sorted((words.kind(kind), kind) for kind in sides)
    found: dict[KindId, str] = {}
    for name, kind in named:
        parts = name.replace("-", " ").split()
        initials = "".join(part[0] for part in parts[:2]).upper()
        offers = (initials if len(parts) > 1 else name[:2], parts[0][:2] + parts[-1][0], name[:3], kind)
        taken = {text for other, text in found.items() if sides[other] & sides[kind]}
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


def _terrain_of(turns: Sequence[Turn]) -> list[TerrainId]:
    """Return every kind of terrain, and every token, that some map shows."""
    tiles = [tile for turn in turns for tile in turn.end.state.terrain.values()]
    return sorted({name for tile in tiles for name in (tile.kind, tile.token) if name is not None})


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _percent(share: float) -> str:
    return "< 1 %" if share < 0.01 else f"{100 * share:.0f} %"


def _stopped(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
