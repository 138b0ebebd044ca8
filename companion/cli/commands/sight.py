"""``herald sight``: answers questions about lines of sight, one JSON object a line."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from companion.cli.options import data_option, one_sentence
from companion.input.errors import Refused
from companion.library.library import Library
from rules.kernel.hexes import Board, Hex
from rules.kernel.printed import Terrain
from rules.kernel.sight import line_of_sight
from rules.registry import EDITIONS

UNLISTED = ("clear", "water")  # ground without a tile, and what is said for river and lake: neither blocks


class SightQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """May a unit on *start* see *end*, past *units* and *terrain*?"""

    edition: str = "second"
    start: Hex = msgspec.field(name="from")
    end: Hex = msgspec.field(name="to")
    units: frozenset[Hex] = frozenset()
    terrain: dict[Hex, str] = {}


class SightAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the line is clear, the hex by which it is not, and how far it is in hexes."""

    clear: bool
    by: Hex | None
    distance: int


class SightBoard(NamedTuple):
    """What an edition's questions are about: its board and its kinds of terrain."""

    board: Board
    kinds: Mapping[str, Terrain]


@click.command("sight")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON lines instead of words.")
@data_option
def command(as_json: bool, data: Path) -> None:
    """Answer questions about lines of sight.

    Each line of standard input is a question:
    {"edition": "second", "from": "C5", "to": "F5", "units": ["D5"], "terrain": {"E5": "forest"}}
    """
    with one_sentence():
        grounds = read_grounds(Library(data))
    for answer in answers(sys.stdin.buffer, grounds):
        click.echo(msgspec.json.encode(answer).decode() if as_json else in_words(answer))


def read_grounds(library: Library) -> dict[str, SightBoard]:
    """Return the ground of each edition.  Raises ConfigError and InputError for files that are wrong."""
    return {
        edition.id: SightBoard(
            library.board(edition.id),
            {str(name): kind for name, kind in library.catalogue(edition.id).terrain.items()},
        )
        for edition in EDITIONS
    }


def answers(lines: Iterable[bytes], grounds: Mapping[str, SightBoard]) -> Iterator[SightAnswer]:
    """Answer each of *lines* in turn.  Raises Refused for the first that is no question."""
    question_of = msgspec.json.Decoder(SightQuestion).decode
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield answer_to(question_of(line), grounds)
            except ValueError as fault:
                raise Refused(f"standard input, line {number}: {fault}.") from fault
            except (msgspec.DecodeError, RecursionError) as fault:
                remedy = "'herald sight --help' shows what a question looks like"
                raise Refused(f"standard input, line {number}: {fault}; {remedy}.") from fault


def answer_to(question: SightQuestion, grounds: Mapping[str, SightBoard]) -> SightAnswer:
    """Answer *question*.  Raises ValueError for an edition, a hex or a terrain that there is not."""
    if question.edition not in grounds:
        raise ValueError(f"the edition {question.edition!r} is not known here; known: {', '.join(grounds)}")
    board, kinds = grounds[question.edition]
    _check_names(question, board, kinds)
    tiles = {at: kinds[kind] for at, kind in question.terrain.items() if kind not in UNLISTED}
    under = tiles.get(question.start)
    sight = line_of_sight(
        board,
        question.start,
        question.end,
        units=() if under is not None and under.sees_over_units else question.units,
        blocking={at for at, tile in tiles.items() if tile.blocks_sight},
    )
    return SightAnswer(clear=sight.clear, by=sight.by, distance=board.distance(question.start, question.end))


def _check_names(question: SightQuestion, board: Board, kinds: Mapping[str, Terrain]) -> None:
    for name in (question.start, question.end, *sorted(question.units), *question.terrain):
        if name not in board:
            raise ValueError(
                f"there is no hex {name!r}; the board goes from {board.hexes[0]} to {board.hexes[-1]}"
            )
    for at, kind in question.terrain.items():
        if kind not in kinds and kind not in UNLISTED:
            known = ", ".join(sorted((*kinds, *UNLISTED)))
            raise ValueError(f"there is no terrain {kind!r} for {at}; known are {known}")


def in_words(answer: SightAnswer) -> str:
    """Return *answer* as a sentence."""
    far = "1 hex" if answer.distance == 1 else f"{answer.distance} hexes"
    return f"clear, {far}" if answer.by is None else f"blocked by {answer.by}, {far}"
