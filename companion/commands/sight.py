"""``herald sight``: answers questions about lines of sight, one JSON object a line."""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources

import click
import msgspec

from companion.cli import Refused
from rules.hexes import Board, Hex
from rules.sight import BLOCKING, line_of_sight

BOARDS = {"second": "second.toml"}
TERRAIN = BLOCKING | {"clear", "water", "ford", "bridge"}


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """May a unit on *start* see *end*, past *units* and *terrain*?"""

    edition: str = "second"
    start: Hex = msgspec.field(name="from")
    end: Hex = msgspec.field(name="to")
    units: frozenset[Hex] = frozenset()
    terrain: dict[Hex, str] = {}


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the line is clear, the hex by which it is not, and how far it is in hexes."""

    clear: bool
    by: Hex | None
    distance: int


@click.command("sight")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON lines instead of words.")
def command(as_json: bool) -> None:
    """Answer questions about lines of sight.

    Each line of standard input is a question:
    {"edition": "second", "from": "C5", "to": "F5", "units": ["D5"], "terrain": {"E5": "forest"}}
    """
    for answer in answers(sys.stdin.buffer):
        click.echo(msgspec.json.encode(answer).decode() if as_json else in_words(answer))


def answers(lines: Iterable[bytes]) -> Iterator[Answer]:
    """Answer each of *lines* in turn.  Raises Refused for the first that is no question."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield answer_to(msgspec.json.decode(line, type=Question))
            except (msgspec.DecodeError, ValueError, RecursionError) as fault:
                raise Refused(f"standard input, line {number}: {fault}") from fault


def answer_to(question: Question) -> Answer:
    """Answer *question*.  Raises ValueError for an edition, a hex or a terrain that there is not."""
    board = board_of(question.edition)
    named = (question.start, question.end, *sorted(question.units), *question.terrain)
    for name in named:
        if name not in board:
            raise ValueError(
                f"there is no hex {name!r}; the board goes from {board.hexes[0]} to {board.hexes[-1]}"
            )
    for kind in question.terrain.values():
        if kind not in TERRAIN:
            raise ValueError(f"there is no terrain {kind!r}; known are {', '.join(sorted(TERRAIN))}")
    sight = line_of_sight(board, question.start, question.end, units=question.units, terrain=question.terrain)
    return Answer(clear=sight.clear, by=sight.by, distance=board.distance(question.start, question.end))


_KNOWN: dict[str, Board] = {}


def board_of(edition: str) -> Board:
    """Return the board of *edition*.  Raises ValueError where its board is not described."""
    if edition not in BOARDS:
        raise ValueError(f"the edition {edition!r} is not known here; known: {', '.join(BOARDS)}")
    if edition not in _KNOWN:
        text = (resources.files("config") / "boards" / BOARDS[edition]).read_text(encoding="utf-8")
        described = tomllib.loads(text)
        _KNOWN[edition] = Board(described["rows"], described["section_lines"])
    return _KNOWN[edition]


def in_words(answer: Answer) -> str:
    """Return *answer* as a sentence."""
    far = "1 hex" if answer.distance == 1 else f"{answer.distance} hexes"
    return f"clear, {far}" if answer.by is None else f"blocked by {answer.by}, {far}"
