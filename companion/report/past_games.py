"""The games that are kept, as people look for them: who played, who won, when, and what becomes of them.

Nothing that is hidden is told.  Nothing is ever lost: what is thrown away can be brought back.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

import msgspec

from companion.journal.check_import import stored_start
from companion.journal.game_labels import GameLabels
from companion.journal.journal import Journal, follow
from companion.journal.jsonl import GameRow, StoreError
from companion.journal.store import Store
from companion.library.library import Library
from companion.reconcile.divergence import open_journal
from companion.report.all_games import MOST_GAMES, AllGames, FinishedGames, all_games
from companion.words.names import Language, ruleset_wording
from companion.words.phrases import load_phrases
from companion.words.score_words import camp_points
from rules.kernel.game import Game
from rules.kernel.messages import OverWait
from rules.kernel.values import Seat

MOST_UNFINISHED = 20
"""Among how many of the newest games one to go on with is looked for: each has to be played through."""


class PastSide(msgspec.Struct, frozen=True, kw_only=True):
    """A camp of a game: its *faction*, who played it ("" where nobody said), its points."""

    faction: str
    name: str
    points: int


class PastGame(msgspec.Struct, frozen=True, kw_only=True):
    """A kept game: its own *title* or its scenario's name, and how it stands; *started* s since 1970 (UTC).

    No *sides*: it cannot be opened here, for the reason *trouble*.
    """

    id: str
    title: str
    scenario: str
    edition: str
    started: float
    entries: int
    turn: int = 0
    sides: dict[Seat, PastSide] = {}
    winner: Seat | None = None
    is_over: bool = False
    trouble: str = ""


class GameList(msgspec.Struct, frozen=True, kw_only=True):
    """Some *games*, the newest first, and whether there are *more*."""

    games: tuple[PastGame, ...]
    more: bool


class _Standing(NamedTuple):
    """How a game stands after so many *entries*."""

    entries: int
    game: Game

    @property
    def is_over(self) -> bool:
        """Return whether it is won."""
        return isinstance(self.game.state.waits[-1], OverWait)


class Standings:
    """How the games in *store*, called as *labels* say, stand.  Safe from any thread.

    Each is played through once.
    """

    def __init__(self, store: Store, library: Library, labels: GameLabels) -> None:
        self._store, self._library, self._labels = store, library, labels
        self._known: dict[str, _Standing] = {}

    def of(self, row: GameRow) -> _Standing:
        """Return how the game of *row* stands.  Raises StoreError for one that cannot be opened here."""
        known, count = self._known.get(row.id), self._store.count(row.id)
        if known is None or known.entries != count:
            start = stored_start(self._library, self._labels, row)
            played = follow(start, self._store.entries(row.id), f"game {row.id}")
            known = self._known[row.id] = _Standing(count, played[-1].game if played else start)
        return known

    def unfinished(self, passed_over: Callable[[GameRow], object] = lambda row: None) -> Iterator[GameRow]:
        """Yield those of the newest games that are neither over nor, by their labels, thrown away.

        One that these rules or packs cannot open is *passed_over*: it stays as it is kept.
        """
        rows = (row for row in self._store.games() if not self._labels.of(row.id).is_deleted)
        for row in islice(rows, MOST_UNFINISHED):
            try:
                is_over = self.of(row).is_over
            except StoreError:
                passed_over(row)
                continue
            if not is_over:
                yield row


class PastGames:
    """The games in *store*, called as *labels* say, in the words of *language*.  Safe from any thread."""

    def __init__(self, store: Store, labels: GameLabels, library: Library, language: Language) -> None:
        self._store, self._labels, self._library, self._language = store, labels, library, language
        self._standings = Standings(store, library, labels)
        self._finished = FinishedGames(store, library, labels)

    def listed(self, *, first: int, count: int, is_deleted: bool) -> GameList:
        """Return *count* games from the *first* on, those that were thrown away or the others."""
        rows = [row for row in self._store.games() if self._labels.of(row.id).is_deleted is is_deleted]
        games = tuple(self.told(row) for row in rows[first : first + count])
        return GameList(games=games, more=len(rows) > first + count)

    def newest_open(self) -> PastGame | None:
        """Return the game to go on with, None for none."""
        row = next(self._standings.unfinished(), None)
        return None if row is None else self.told(row)

    def row(self, game: str) -> GameRow:
        """Return the row of *game*.  Raises NoSuchGameError for one that is not there."""
        return self._store.game(game)

    def told(self, row: GameRow, names: Mapping[Seat, str] | None = None) -> PastGame:
        """Return how the game of *row* stands, or why it cannot be told; *names* (None: as kept) play it."""
        try:
            standing = self._standings.of(row)
        except StoreError as trouble:
            return PastGame(
                id=row.id,
                title=self._labels.of(row.id).title or row.scenario,
                scenario=row.scenario,
                edition=row.edition,
                started=row.started,
                entries=0,
                trouble=self._language.tr(trouble.message),
            )
        return self._described(row, standing, self._labels.of(row.id).names if names is None else names)

    def _described(self, row: GameRow, standing: _Standing, names: Mapping[Seat, str]) -> PastGame:
        label, (entries, game) = self._labels.of(row.id), standing
        language = Language(load_phrases(row.edition, self._language.phrases.lang))
        words = ruleset_wording(game.ruleset, language, spoken=False)
        return PastGame(
            id=row.id,
            title=label.title or words.scenario(),
            scenario=words.scenario(),
            edition=language.phrases.words["edition"]["name"],
            started=row.started,
            entries=entries,
            turn=game.state.turn,
            sides={
                camp: PastSide(
                    faction=words.side(camp),
                    name=words.listing(filter(None, map(names.get, game.ruleset.camps[camp]))),
                    points=points,
                )
                for camp, points in camp_points(game).items()
            },
            winner=None if game.state.winner is None else game.state.winner.camp,
            is_over=standing.is_over,
        )

    def together(self) -> AllGames:
        """Return what the newest games that are over come to together."""
        rows = [row for row in self._store.games() if not self._labels.of(row.id).is_deleted]
        found = ((self._finished.of(row), self._labels.of(row.id).names) for row in rows[:MOST_GAMES])
        return all_games(((game, names) for game, names in found if game is not None), self._language)

    # ---- what becomes of them ------------------------------------------------------------------

    def journal(self, game: str) -> Journal:
        """Return the whole log of *game*, to be told.  Raises StoreError."""
        row = self._store.game(game)
        names = self._labels.of(game).names
        phrases = load_phrases(row.edition, self._language.phrases.lang)
        language = self._language._replace(phrases=phrases, names=names)
        return open_journal(self._library, self._store, self._labels, row, language=language)

    def export(self, game: str) -> Iterator[bytes]:
        """Yield *game* as JSON lines.

        Raises StoreError for one that is not there, cannot be opened, or is not over: hands are in it.
        """
        if not self._standings.of(self._store.game(game)).is_over:
            raise StoreError(
                "a game that is not over holds hands that nobody should see: it is exported at the computer"
            )
        for line in self._store.export(game):
            yield line + b"\n"

    def entitle(self, game: str, title: str) -> None:
        """Call *game* *title*, "" for its scenario's name.  Raises StoreError."""
        self._labels.entitle(self._store.game(game).id, title)

    def delete(self, game: str, *, is_deleted: bool) -> None:
        """Throw *game* away, or bring it back.  Raises StoreError."""
        self._labels.delete(self._store.game(game).id, is_deleted=is_deleted)
