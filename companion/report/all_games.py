"""What many games come to together: who won, with which side, in which scenario, and how the dice fell.

Only games that are over count.  Knows no page.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from companion.journal.check_import import stored_start
from companion.journal.game_labels import GameLabels
from companion.journal.journal import follow
from companion.journal.jsonl import GameRow, StoreError
from companion.journal.store import Store
from companion.library.library import Library
from companion.report.labels import luck_in_words
from companion.report.statistics import Luck, Measure, game_statistics, luck_together
from companion.words.names import Language, ruleset_wording
from companion.words.phrases import load_phrases
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import CAMPS, Seat

MOST_GAMES = 200
"""The newest, since each has to be played through once."""


class FinishedGame(NamedTuple):
    """A game that is over: which camp won it in which turn, and how each seat's dice fell to hit."""

    ruleset: Ruleset
    winner: Seat
    turns: int
    hits: Mapping[Seat, Luck]


class SideRecord(msgspec.Struct, frozen=True, kw_only=True):
    """How often a side, or a player, *name* has *played*, and *won*."""

    name: str
    played: int
    won: int


class PlayerRecord(SideRecord, frozen=True, kw_only=True):
    """A player's dice besides: how many *hits* were *expected* and fell, and what is to be thought of it."""

    hits: int
    expected: float
    luck: str


class ScenarioRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The *games* of a scenario: how many *turns* they took on average, and how its sides did."""

    name: str
    edition: str
    games: int
    turns: float
    sides: tuple[SideRecord, ...]


class AllGames(msgspec.Struct, frozen=True, kw_only=True):
    """What so many *games* that are over come to, the most played first."""

    games: int
    scenarios: tuple[ScenarioRecord, ...]
    players: tuple[PlayerRecord, ...]


class FinishedGames:
    """The games in *store* that are over, called as *labels* say.  Safe from any thread.

    Each is played through once.
    """

    def __init__(self, store: Store, library: Library, labels: GameLabels) -> None:
        self._store, self._library, self._labels = store, library, labels
        self._known: dict[tuple[str, int], FinishedGame | None] = {}

    def of(self, row: GameRow) -> FinishedGame | None:
        """Return the game of *row*; None for one that is not over, or cannot be opened here."""
        key = (row.id, self._store.count(row.id))
        if key not in self._known:
            try:
                self._known[key] = self._played(row)
            except StoreError:
                self._known[key] = None
        return self._known[key]

    def _played(self, row: GameRow) -> FinishedGame | None:
        start = stored_start(self._library, self._labels, row)
        played = follow(start, self._store.entries(row.id), f"game {row.id}")
        end = played[-1].game if played else start
        if end.state.winner is None:
            return None
        luck = game_statistics(start, played).luck
        hits = {seat: own[Measure.HITS] for seat, own in luck.items()}
        return FinishedGame(end.ruleset, end.state.winner.camp, end.state.turn, hits)


def all_games(games: Iterable[tuple[FinishedGame, Mapping[Seat, str]]], language: Language) -> AllGames:
    """Return what *games* come to, each with the names of its players as far as they are known."""
    told = list(games)
    by_scenario = defaultdict[str, list[FinishedGame]](list)
    by_player = defaultdict[str, list[tuple[FinishedGame, Seat]]](list)
    for game, names in told:
        by_scenario[game.ruleset.scenario.id].append(game)
        for seat, name in names.items():
            by_player[name].append((game, seat))
    scenarios = (_scenario(played, language) for played in by_scenario.values())
    players = (_player(name, played, language) for name, played in by_player.items() if name)
    return AllGames(
        games=len(told),
        scenarios=tuple(sorted(scenarios, key=lambda one: (-one.games, one.name))),
        players=tuple(sorted(players, key=lambda one: (-one.played, one.name))),
    )


def _scenario(games: list[FinishedGame], language: Language) -> ScenarioRecord:
    ruleset = games[0].ruleset
    words_of = Language(load_phrases(ruleset.edition.id, language.phrases.lang))
    words = ruleset_wording(ruleset, words_of, spoken=False)
    return ScenarioRecord(
        name=words.scenario(),
        edition=words_of.phrases.words["edition"]["name"],
        games=len(games),
        turns=sum(game.turns for game in games) / len(games),
        sides=tuple(
            SideRecord(
                name=words.side(camp),
                played=len(games),
                won=sum(game.winner is camp for game in games),
            )
            for camp in CAMPS
        ),
    )


def _player(name: str, played: list[tuple[FinishedGame, Seat]], language: Language) -> PlayerRecord:
    hits = luck_together(game.hits[seat] for game, seat in played)
    return PlayerRecord(
        name=name,
        played=len(played),
        won=sum(game.winner is seat.camp for game, seat in played),
        hits=hits.actual,
        expected=round(float(hits.expected), 1),
        luck=luck_in_words(hits, language.tr),
    )
