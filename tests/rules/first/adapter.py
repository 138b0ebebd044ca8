"""The worked examples of cases/ and the way from their words to a game.

An example tells a table what is done (``Tabletop.tr``) and then what must be true
(``Tabletop.answers``).  Whatever plays the game implements these two; the files stay as they are.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from rules.kernel.hexes import Board, Hex
from rules.kernel.values import Seat

CASES = Path(__file__).parent / "cases"
BOARD = Board((13, 12, 13, 12, 13, 12, 13, 12, 13), (3.5, 8.5))
EPIC_BOARD = Board((17, 16) * 6 + (17,), (5.0, 11.0))
DEEP_BOARD = Board((13, 12) * 8 + (13,), (3.5, 8.5))
SEATS = {"standard": Seat.SOUTH, "pennant": Seat.NORTH}
FACES = {
    "green": "green",
    "blue": "blue",
    "red": "red",
    "strike": "bonus_strike",
    "lore": "lore",
    "flag": "flag",
}
REASONS = {
    "a Lore card was played in its place": "played_in_lieu",
    "Lore adventures only": "lore_adventures_only",
    "a Tactic card is played alone": "tactic_alone",
    "a higher banner colour": "higher_banner",
    "already moved": "already_moved",
    "already ordered": "already_ordered",
    "an adjacent enemy must be fought": "adjacent_enemy",
    "each move is another unit's": "another_unit",
    "it entered a Landmark": "no_battle",
    "it must stop on the Landmark": "must_stop",
    "it rushed and must battle": "must_battle",
    "its move is over": "already_moved",
    "moved too far to battle": "no_battle",
    "no orders left": "no_orders_left",
    "none of his units stands there": "no_own_unit",
    "not a Reaction card": "not_a_reaction",
    "not countryside": "not_on_that_ground",
    "not empty": "not_empty",
    "not on his third or fourth row": "wrong_row",
    "not on the baseline": "not_on_the_baseline",
    "not ordered": "not_ordered",
    "occupied": "occupied",
    "off the board": "off_board",
    "one Lore card a turn": "lore_card_played",
    "one card from the hand beside one from the rack": "one_from_the_hand",
    "one card from the rack at most": "one_from_the_rack",
    "one Lore card a Camp": "one_card_a_camp",
    "only the active player of his Camp": "only_who_acts",
    "out of range": "out_of_range",
    "the Lore card's units come first": "lore_units_first",
    "the battles have begun": "battles_have_begun",
    "the first player places first": "first_player_first",
    "the game is over": "game_is_over",
    "too far": "too_far",
    "too few orders": "too_few_orders",
    "too little Lore": "too_little_lore",
    "two figures in all": "too_many_figures",
    "two units only": "reserve_is_deployed",
    "way blocked": "way_blocked",
    "wrong section": "wrong_section",
}
"""The reasons of the files, as one word each: what a table says when it refuses."""


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An example as the file has it; *steps* are pairs of what is told and what must then be true."""

    id: str
    says: str
    source: tuple[str, ...]
    sure: str
    steps: tuple[tuple[str, str], ...]
    needs: str = ""
    ruling: str = ""
    setup: str = ""
    terrain: str = ""
    turn: str = "standard"
    lore: bool = False
    tokens: dict[str, int] = {}
    given: str = ""


class Standing(NamedTuple):
    """A unit of an example's setup, in the file's words."""

    name: str
    camp: str
    banner: str
    type: str
    race: str
    weapon: str
    at: Hex
    figures: int


class Piece(NamedTuple):
    """A piece of terrain of an example: where, of which kind, and what else is told of it."""

    at: Hex
    kind: str
    told: dict[str, str]


class Tabletop(Protocol):
    """What plays an example."""

    def tell(self, words: str) -> str | None:
        """Do what *words* say; return a value of REASONS where it is refused."""

    def answers(self, subject: str) -> Iterable[str]:
        """Return every sentence that is true of *subject*, the first word or two of an expectation."""


def examples(name: str) -> tuple[Example, ...]:
    """Return the examples of the file whose name begins with *name*."""
    (path,) = CASES.glob(f"{name}_*.toml")
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8"))["case"], tuple[Example, ...])


def standing(setup: str) -> tuple[Standing, ...]:
    rows = (line.split() for line in setup.strip().splitlines())
    return tuple(Standing(*row[:6], Hex(row[6]), int(row[7])) for row in rows)


def pieces(terrain: str, separator: str = ";") -> tuple[Piece, ...]:
    rows = (part.split() for part in terrain.split(separator) if part.strip())
    return tuple(Piece(Hex(at), kind, dict(word.split("=") for word in words)) for at, kind, *words in rows)


def play(example: Example, table: Tabletop) -> None:
    """Tell *table* every step of *example*, and compare what it says with what must be true."""
    for told, expected in example.steps:
        refusal = table.tell(told)
        if expected.startswith("refused "):
            assert refusal == REASONS[expected.removeprefix("refused ")], (told, expected)
            continue
        assert refusal is None, told
        sentences = [part.strip() for part in expected.split(";") if part.strip() != "ok"]
        for subject, wanted in _by_subject(sentences).items():
            found = set(table.answers(subject))
            assert wanted <= found, (told, sorted(wanted - found), sorted(found))
            assert not subject.startswith("retreat ") or wanted == found, (told, sorted(found - wanted))


def _by_subject(sentences: Iterable[str]) -> dict[str, set[str]]:
    """Group expectations by what they are about: ``retreat p1`` may have several, and then no others."""
    grouped: dict[str, set[str]] = {}
    for sentence in sentences:
        words = sentence.split()
        subject = words[0] if words[0] in ("dice", "sight") else " ".join(words[:2])
        grouped.setdefault(subject, set()).add(_sorted_hexes(sentence))
    return grouped


def _sorted_hexes(sentence: str) -> str:
    """Return *sentence* with the hexes of a pursuit in one order: the files name them in any."""
    words = sentence.split()
    return f"pursue {words[1]} {','.join(sorted(words[2].split(',')))}" if words[0] == "pursue" else sentence
