"""The drawings of the battle report: the board at a turn's end, the course of points, the luck.

SVG for paper: sides differ by shape as well as by colour.  South is a circle, north a
diamond, as on the dashboard.  Knows what everybody at the table sees, and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin, sqrt

from markupsafe import Markup

from companion.input.text import shortened
from companion.report.statistics import Luck, Turn
from companion.report.svg import el, joined
from companion.words.score_words import camp_points
from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.kernel.hexes import Board, Hex, Spot
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import KindId, Marker, Seat, TerrainId, Tile

RADIUS = 10.0  # of a hex, in the drawing's own units
ACROSS = RADIUS * sqrt(3)
LETTERS, LETTERS_UNDER = 6, 8
"""Letters of a terrain's name that are not wider than ``WIDEST``: on a hex, and at the foot of a unit."""

WIDEST = 14.5
MARGIN = 4.0
EMPTY_BOARD = "board"
WATER = frozenset({"river", "lake", "ford"})

CHART = (520.0, 190.0)
LEFT, RIGHT, TOP, BOTTOM = 30.0, 96.0, 12.0, 24.0
MOST_DOTS = 40
LONGEST_END = 10  # letters of a name at the end of its course, which have room there


class Plan:
    """A board laid out on paper: where its hexes' centres are."""

    def __init__(self, board: Board) -> None:
        self._top = len(board.rows) - 1
        self.spots = board.spots
        self.width = (max(board.rows) + 0.5) * ACROSS + 2 * MARGIN
        self.height = (1.5 * self._top + 2) * RADIUS + 2 * MARGIN

    def centre(self, spot: Spot) -> tuple[float, float]:
        """Return where *spot*'s centre is, south at the bottom."""
        return MARGIN + ACROSS * (spot.x + 1) / 2, MARGIN + RADIUS + 1.5 * RADIUS * (self._top - spot.y)

    def shift(self, place: Hex) -> str:
        """Return the transformation that carries a drawing about (0, 0) to *place*."""
        x, y = self.centre(self.spots[place])
        return f"translate({x:.1f} {y:.1f})"


def _corners(radius: float) -> str:
    turns = (pi / 6 + pi / 3 * number for number in range(6))
    return " ".join(f"{radius * cos(turn):.2f},{radius * sin(turn):.2f}" for turn in turns)


def definitions(board: Board) -> Markup:
    """Return what every map of the page refers to: the empty board."""
    plan = Plan(board)
    hexes = (
        el(
            "g",
            el("polygon", points=_corners(RADIUS - 0.3), class_="hex"),
            el("text", place, y=8.3, class_="hex-name"),
            transform=plan.shift(place),
        )
        for place in board.hexes
    )
    drawn = el("defs", el("g", *hexes, id=EMPTY_BOARD))
    return el("svg", drawn, width="0", height="0", class_="defs", aria_hidden="true")


def board_map(game: Game, names: Mapping[KindId, str], *, words: Wording, label: str) -> Markup:
    """Return the board as it stands, *label* being what is said of it to those who do not see it."""
    plan, state = Plan(game.ruleset.board), game.state
    standing = state.occupied()
    ground = (_tile(plan, place, tile) for place, tile in state.terrain.items())
    named = (
        _tile_name(plan, place, tile, words, is_taken=place in standing)
        for place, tile in state.terrain.items()
    )
    banners = (
        _banner(plan, place, points, is_held=place in standing) for place, points in state.banners.items()
    )
    units = (_unit(plan, place, game, unit, names[unit.kind]) for place, unit in standing.items())
    return el(
        "svg",
        el("use", href=f"#{EMPTY_BOARD}"),
        *ground,
        *units,
        *named,
        *banners,
        viewBox=f"0 0 {plan.width:.0f} {plan.height:.0f}",
        role="img",
        aria_label=label,
        class_="map",
    )


def _tile(plan: Plan, place: Hex, tile: Tile) -> Markup:
    sort = "water" if tile.kind in WATER else tile.kind
    points = _corners(RADIUS - 0.3)
    return el("polygon", points=points, class_=f"tile {sort}", transform=plan.shift(place))


def _tile_name(plan: Plan, place: Hex, tile: Tile, words: Wording, *, is_taken: bool) -> Markup:
    """Return the word for *tile*, or the token on it: in the middle, or at the foot of a unit."""
    text = short_terrain(words, tile.token or tile.kind)
    sort = "tile-name under" if is_taken else "tile-name"
    is_long = len(text) > (LETTERS_UNDER if is_taken else LETTERS)
    return el(
        "text",
        text,
        y=9.2 if is_taken else 1.5,
        class_=sort,
        transform=plan.shift(place),
        textLength=WIDEST if is_long else None,
        lengthAdjust="spacingAndGlyphs" if is_long else None,
    )


def short_terrain(words: Wording, name: TerrainId) -> str:
    """Return the word by which a map names a kind of terrain."""
    return words.terrain(name).rpartition(" ")[2].lower()


SHAPES: Mapping[Seat, tuple[tuple[float, float], ...]] = {
    Seat.NORTH: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    Seat.SOUTH_ALLY: ((-0.76, -0.76), (0.76, -0.76), (0.76, 0.76), (-0.76, 0.76)),
    Seat.NORTH_ALLY: ((0, -1), (0.92, -0.25), (0.92, 0.76), (-0.92, 0.76), (-0.92, -0.25)),
}
"""The corners of each side's shape, as on the dashboard."""


def side_shape(seat: Seat, size: float) -> Markup:
    """Return the shape of *seat*'s units."""
    if seat is Seat.SOUTH:
        return el("circle", r=size * 0.88, class_="side south")
    corners = "L".join(f"{across * size:g} {down * size:g}" for across, down in SHAPES[seat])
    return el("path", d=f"M{corners}z", class_=f"side {seat.camp}")


def side_icon(seat: Seat) -> Markup:
    """Return the shape of *seat* as a small picture in the text."""
    return el("svg", side_shape(seat, 9), viewBox="-10 -10 20 20", class_="icon", aria_hidden="true")


def _unit(plan: Plan, place: Hex, game: Game, unit: Unit, name: str) -> Markup:
    kind = game.kind(unit)
    if kind.damage_tokens:
        health = el("text", f"{game.left(unit)}/{kind.health}", y=4.6, class_="health")
    else:
        health = _pips(unit.figures, max(kind.figures, unit.figures))
    number = unit.id.rpartition("-")[2]
    return el(
        "g",
        side_shape(unit.seat, 8.6),
        el("text", f"{name}{number}", y=0.9, class_="unit-name"),
        health,
        *_markers(unit.markers),
        transform=plan.shift(place),
    )


def _pips(there: int, most: int) -> Markup:
    step = min(2.4, 8.0 / max(1, most))
    return joined(
        *(
            el(
                "circle",
                cx=(number - (most - 1) / 2) * step,
                cy=3.6,
                r=0.9,
                class_="pip" if number < there else "pip gone",
            )
            for number in range(most)
        )
    )


def _markers(markers: Iterable[Marker]) -> Iterable[Markup]:
    for number, marker in enumerate(markers):
        yield el(
            "g",
            el("circle", r=2.6, class_=f"marker {marker}"),
            el("text", marker[0].upper(), y=1.3, class_="marker-name"),
            transform=f"translate(-6.2 {-5.0 + 5.2 * number:.1f})",
        )


def _banner(plan: Plan, place: Hex, points: int, *, is_held: bool) -> Markup:
    at = plan.shift(place) + (" translate(5.6 -5.6) scale(.62)" if is_held else "")
    flag = el("path", d="M-4.5 -6.5h10v7h-10z", class_="banner")
    pole = el("path", d="M-4.5 -7v13", class_="pole")
    return el("g", pole, flag, el("text", str(points), x=0.5, y=-0.9, class_="banner-points"), transform=at)


def points_chart(
    turns: Sequence[Turn], names: Mapping[Seat, str], *, goal: int, of: str, tr: Translator
) -> Markup:
    """Return how the points of the camps, called *names*, grew by turns; *goal* of them, called *of*, win."""
    width, height = CHART
    points = [camp_points(turn.end) for turn in turns]
    most = max(goal, *(count for each in points for count in each.values()), 1)
    last = max(1, turns[-1].number)

    def x(turn: float) -> float:
        return LEFT + (width - LEFT - RIGHT) * turn / last

    def y(points: float) -> float:
        return height - BOTTOM - (height - TOP - BOTTOM) * points / most

    marks = [el("line", x1=LEFT, x2=width - RIGHT, y1=y(n), y2=y(n), class_="grid") for n in _ticks(most)]
    marks += [el("text", str(n), x=LEFT - 6, y=y(n) + 3.5, class_="tick y") for n in _ticks(most)]
    marks += [el("text", str(n), x=x(n), y=height - 8, class_="tick") for n in _ticks(last)]
    marks += [
        el("line", x1=LEFT, x2=width - RIGHT, y1=y(goal), y2=y(goal), class_="goal"),
        el("text", tr("{1} to win", goal), x=LEFT + 4, y=y(goal) - 4, class_="goal-name"),
    ]
    ends = points[-1]
    are_near = abs(y(ends[Seat.SOUTH]) - y(ends[Seat.NORTH])) < 14
    for seat in names:
        spots = [(x(turn.number), y(each[seat])) for turn, each in zip(turns, points, strict=True)]
        line = " ".join(f"{across:.1f},{down:.1f}" for across, down in spots)
        marks.append(el("polyline", points=line, class_=f"course {seat.camp}"))
        for across, down in spots if len(spots) <= MOST_DOTS else spots[-1:]:
            marks.append(el("g", side_shape(seat, 4.2), transform=f"translate({across:.1f} {down:.1f})"))
        aside = 0 if not are_near else -7 if _is_upper(seat, ends) else 7
        where = {"x": width - RIGHT + 10, "y": y(ends[seat]) + 4 + aside}
        name = shortened(names[seat], LONGEST_END)
        marks.append(el("text", f"{name} {ends[seat]}", **where, class_=f"end {seat.camp}"))
    told = ", ".join(f"{names[seat]} {ends[seat]}" for seat in names)
    box = f"0 0 {width:.0f} {height:.0f}"
    label = tr("{1} by turn; in the end {2}", of, told)
    return el("svg", *marks, viewBox=box, role="img", aria_label=label, class_="chart")


def _is_upper(seat: Seat, ends: Mapping[Seat, int]) -> bool:
    return seat is max(ends, key=ends.__getitem__)


def _ticks(most: int) -> range:
    """Return numbers for an axis from 0 to *most*: few, and round."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, most) if most <= 8 * step)
    return range(0, most + 1, step)


def luck_bar(luck: Luck, seat: Seat) -> Markup:
    """Return *luck* on a scale of three standard deviations to both sides, the middle two shaded."""
    reach = 0.0 if not luck.variance else float(luck.gain) / luck.deviation
    across = 60 + 18 * max(-3.0, min(3.0, reach))
    return el(
        "svg",
        el("rect", x=24, y=2, width=72, height=12, class_="usual"),
        el("line", x1=4, x2=116, y1=8, y2=8, class_="scale"),
        el("line", x1=60, x2=60, y1=1, y2=15, class_="scale"),
        el("g", side_shape(seat, 5), transform=f"translate({across:.1f} 8)"),
        viewBox="0 0 120 16",
        class_="luck",
        aria_hidden="true",
    )
