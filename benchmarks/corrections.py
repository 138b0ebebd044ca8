"""How often the right correction is among the first three offered, over misreadings planted in whole games.

    python -m benchmarks.corrections [--games N]

The demonstration's player plays; in the place of each act stands another that was legal there and that a
camera, a finger or an ear takes it for: a hex, or a unit of either side, beside it (two hexes away where none
is beside), a number one higher or lower; the same card used otherwise, the card beside it, or one whose
name has like letters.  What is tapped on the board, where every hex that could be meant is lit, is counted
apart from what is listed.  Dice are no list: the die is tapped, then its face.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from random import Random

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from companion.reconcile.log_lines import SHOWN
from companion.table.history import TOLD_ANEW, alternatives
from rules.kernel import messages as m
from rules.kernel.game import Game, new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, OverWait, Refusal
from rules.kernel.values import UnitId
from rules.kernel.view import view

SCENARIOS = ("learning", "border_watch", "first_steps", "war_council")
OFFERED, REACH = 3, 2
OTHERWISE, BESIDE = 0.2, 0.5  # of the cards, and of those that are another card
ALIKE = 0.7  # share of the letters of two names that are taken for each other
PLACES, NUMBERS = ("to", "at"), ("value", "hits", "points")


def acts(scenario: str, seed: int) -> Iterator[tuple[Game, Command]]:
    """Yield each act of a game that is chosen and told in the open, with the game before it."""
    game, player = new_game(Library(Path()).ruleset(scenario)), ScriptedPlayer(Random(seed))
    while not isinstance(game.state.waits[-1], OverWait):
        for command in player.next_commands(game):
            if isinstance(command, SHOWN) and not isinstance(command, (*TOLD_ANEW, m.Decline)):
                yield game, command
            game, decision = play(game, command)
            assert not isinstance(decision, Refusal), (command, decision)


def misread(command: Command, game: Game, random: Random) -> Command | None:
    """Return what *command* is taken for, None where nothing else was legal that it can be taken for."""
    alike = [each for each in view(game, None).options if type(each) is type(command) and each != command]
    if isinstance(command, m.PlayCard):
        return another_card(command, [each for each in alike if isinstance(each, m.PlayCard)], game, random)
    if isinstance(command, m.Attack):
        one = random.choice(("unit", "target"))
        alike = [each for each in alike if getattr(each, one) == getattr(command, one)]
    elif names_place(command):
        alike = [each for each in alike if getattr(each, "unit", None) == getattr(command, "unit", None)]
    for reach in range(1, REACH + 1):
        near = [each for each in alike if apart(each, command, game) <= reach]
        if near:
            return random.choice(near)
    return None


def another_card(
    command: m.PlayCard, cards: Sequence[m.PlayCard], game: Game, random: Random
) -> m.PlayCard | None:
    """Return the same card used otherwise, the one beside it, or one with a name of like letters."""
    used = [each for each in cards if each.card == command.card]
    others = [each for each in cards if each.card != command.card and each.anywhere == command.anywhere]
    if used and (not others or random.random() < OTHERWISE):
        return random.choice(used)
    if not others:
        return None
    order = list(game.ruleset.catalogue.cards)
    beside = [each for each in others if abs(order.index(each.card) - order.index(command.card)) == 1]
    if beside and random.random() < BESIDE:
        return random.choice(beside)
    alike = [each for each in others if SequenceMatcher(None, command.card, each.card).ratio() >= ALIKE]
    return random.choice(alike or beside or others)


def apart(one: Command, other: Command, game: Game) -> int:
    """Return how many hexes lie between where two acts lead, or are aimed, and between who does them."""
    hexes = zip(places(one, game), places(other, game), strict=True)
    far = sum(game.ruleset.board.distance(here, there) for here, there in hexes if here and there)
    numbers: list[tuple[int, int]] = [(getattr(one, name, 0), getattr(other, name, 0)) for name in NUMBERS]
    return far + sum(abs(here - there) for here, there in numbers)


def places(command: Command, game: Game) -> tuple[Hex | None, Hex | None]:
    """Return where *command* leads, or its target stands, and where who does it stands."""
    said: Hex | None = next((getattr(command, field) for field in PLACES if hasattr(command, field)), None)
    target, unit = (_stands(getattr(command, field, None), game) for field in ("target", "unit"))
    return said or target, unit


def _stands(name: UnitId | None, game: Game) -> Hex | None:
    return game.state.units[name].at if name in game.state.units else None


def names_place(command: Command) -> bool:
    """Return whether *command* says a hex, which is tapped on the board."""
    return any(getattr(command, field, None) is not None for field in PLACES)


class Tally:
    """How many misreadings of each sort were planted, and how many were mended by the first offers."""

    def __init__(self) -> None:
        self._planted, self._first, self._among = Counter[str](), Counter[str](), Counter[str]()

    def add(self, command: Command, offers: Sequence[Command]) -> None:
        """Take in that *offers* were made where *command* was right."""
        for sort in (type(command).__name__, "all"):
            self._planted[sort] += 1
            self._first[sort] += command in offers[:1]
            self._among[sort] += command in offers[:OFFERED]

    def lines(self) -> Iterator[str]:
        """Yield a line for each sort, the most frequent first."""
        for sort, planted in self._planted.most_common():
            first, among = (100 * part[sort] / planted for part in (self._first, self._among))
            yield f"  {sort:14} {planted:6} planted, {first:3.0f} % the first, {among:3.0f} % of the first"


def main() -> None:
    """Print of each sort of act how many misreadings were planted and mended by the first offers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="of each scenario")
    games = parser.parse_args().games
    listed, tapped = Tally(), Tally()
    for scenario in SCENARIOS:
        for seed in range(games):
            random = Random(seed)
            for game, command in acts(scenario, seed):
                taken_for = misread(command, game, random)
                if taken_for is not None:
                    offers = [each.command for each in alternatives(taken_for, game, None)]
                    (tapped if names_place(command) else listed).add(command, offers)
    print(
        f"of the first: among the first {OFFERED}",
        "listed",
        *listed.lines(),
        "tapped on the board",
        *tapped.lines(),
        sep="\n",
    )


if __name__ == "__main__":
    main()
