"""The battle in short as one picture to share: who won, the board in the end, the points, and four scenes.

SVG of a telephone's shape, which needs nothing else: what a camera saw of the scenes is in it.  It tells
what everybody at the table may know.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from companion.journal.journal import Journal
from companion.report.drawings import Plan, board_map, definitions
from companion.report.page import STYLE, BattleReport, Pictures, no_pictures, style_policy
from companion.report.story import Scene
from companion.report.svg import el

WIDTH, HEIGHT = 1080, 1920
MARGIN, GAP = 48, 30
ACROSS = WIDTH - 2 * MARGIN
VERDICT_LETTERS, TEXT_LETTERS = 29, 62  # of a line; no font's letters are much broader
VERDICT_LINE, TITLE_LINE, TEXT_LINE = 60, 56, 40
CHART_HEIGHT = 330
MOST_SEEN, SEEN_HEIGHT, COVERING = 4, 150, "xMidYMid slice"
DRAWN_STYLE = (
    STYLE
    + """
svg { font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
.paper { fill: var(--paper); }
svg .told { text-anchor: start; fill: var(--ink); font-size: 30px; }
svg .told.facts { fill: var(--soft); } svg .told.title { font-size: 34px; font-weight: 700; }
svg .told.verdict { font-size: 50px; font-weight: 750; }
"""
)
PICTURE_POLICY = style_policy(DRAWN_STYLE)
"""The content security policy under which the picture can be shown by itself."""


def picture_of(journal: Journal, pictures: Pictures = no_pictures) -> str:
    """Return the picture of the game in *journal*, as far as it has come; any thread may ask."""
    played = tuple(journal.played)
    return battle_picture(BattleReport(journal.row, journal.start, played, journal.language, pictures))


def battle_picture(told: BattleReport) -> str:
    """Return the picture of what is *told*; the board has what room the words leave."""
    board, plan = told.ruleset.board, Plan(told.ruleset.board)
    verdict = wrap(told.verdict(), VERDICT_LETTERS)
    top = MARGIN + TITLE_LINE + VERDICT_LINE * len(verdict) + GAP
    scenes = told.scenes()
    words, seen = _words(scenes), [each for scene in scenes if (each := told.seen_in(scene)) is not None]
    strip = SEEN_HEIGHT + GAP if seen else 0
    words_top = HEIGHT - MARGIN - sum(line.height for line in words)
    map_height = min(ACROSS * plan.height / plan.width, words_top - top - CHART_HEIGHT - strip - 2 * GAP)
    below = top + map_height + CHART_HEIGHT + 2 * GAP
    drawn = board_map(told.told.end, told.short, words=told.words, label="")
    parts = [
        el("style", Markup(DRAWN_STYLE)),
        definitions(board),
        el("rect", width=WIDTH, height=HEIGHT, class_="paper"),
        *_written([_TextLine(" · ".join(told.facts()), "facts", TITLE_LINE)], MARGIN),
        *_written([_TextLine(line, "verdict", VERDICT_LINE) for line in verdict], MARGIN + TITLE_LINE),
        _placed(drawn, top, map_height),
        _placed(told.chart(), top + map_height + GAP, CHART_HEIGHT),
        *_side_by_side(seen, below),
        *_written(words, below + strip),
    ]
    box = f"0 0 {WIDTH} {HEIGHT}"
    namespace = "http://www.w3.org/2000/svg"
    return el("svg", *parts, xmlns=namespace, viewBox=box, width=WIDTH, height=HEIGHT)


class _TextLine(NamedTuple):
    """A line of text, of a *sort* that the style knows, and its *height*."""

    text: str
    sort: str
    height: int


def _words(scenes: Sequence[Scene]) -> list[_TextLine]:
    found: list[_TextLine] = []
    for scene in scenes:
        found.append(_TextLine(scene.title, "title", TITLE_LINE))
        found += [_TextLine(line, "text", TEXT_LINE) for line in wrap(scene.text, TEXT_LETTERS)]
    return found


def _written(lines: Sequence[_TextLine], top: float) -> Iterator[Markup]:
    """Yield *lines* one under the other, from *top* on."""
    for line in lines:
        top += line.height
        yield el("text", line.text, x=MARGIN, y=top - line.height / 4, class_=f"told {line.sort}")


def _side_by_side(seen: Sequence[str], top: float) -> Iterator[Markup]:
    """Yield what was *seen*, addresses of pictures, in one row."""
    width = (ACROSS - GAP * (MOST_SEEN - 1)) / MOST_SEEN
    for number, source in enumerate(seen[:MOST_SEEN]):
        left = MARGIN + number * (width + GAP)
        yield el(
            "image", href=source, x=left, y=top, width=width, height=SEEN_HEIGHT, preserveAspectRatio=COVERING
        )


def _placed(drawing: Markup, top: float, height: float) -> Markup:
    """Return *drawing* between the margins, *height* high."""
    return el("svg", drawing, x=MARGIN, y=top, width=ACROSS, height=height)
