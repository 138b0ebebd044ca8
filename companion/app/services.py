"""What runs together: the parts that all games share, and those of the game on the table.

Opening the parts is here, wiring them is ``companion.create_app``'s.
"""

import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.camera.snapshots import Snapshots
from companion.files import replace_file
from companion.input.safe_parsing import UNREADABLE, measured, read_bytes
from companion.journal.check_import import stored_start
from companion.journal.game_labels import GameLabels
from companion.journal.jsonl import VERSION, GameRow, StoreError
from companion.journal.notices import Notices
from companion.journal.store import Store
from companion.library.library import Library
from companion.library.picture_choice import PictureChoice
from companion.library.settings import NEWEST, Settings
from companion.network.addresses import in_link, reached_at
from companion.preparation.game_changes import GameChanges, TableGame
from companion.reconcile.divergence import open_journal
from companion.report.past_games import Standings
from companion.table.requests import ShowAgain
from companion.table.table import Table
from companion.voice.voice import Voice
from companion.web.access.access import Access, Codes, new_codes
from companion.web.access.reach import Reach
from companion.words.announcer import Announcer
from companion.words.names import Language
from rules.kernel.messages import Entry
from rules.kernel.translatable import Message
from rules.kernel.values import CAMPS, Seat, Section

if TYPE_CHECKING:  # OpenCV is loaded only where there is something to see
    from companion.camera.watch import Watch
    from vision.simulate.table import SimulatedTable

STORE = "games.sqlite"
ACCESS = "door.json"
SECRET_BYTES = 32

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class SharedServices:
    """What stays while games come and go: the disk, who may come and how, and which game is asked for."""

    store: Store
    labels: GameLabels
    access: Access
    reach: Reach
    changes: GameChanges
    pictures: PictureChoice

    def close(self) -> None:
        """Close the disk, and have nobody wait for another game."""
        self.changes.close()
        self.store.close()


@dataclass(frozen=True, slots=True, eq=False)
class Services:
    """What runs for the game on the table, and what it *shared* with others.

    *watch* and *voice* are None where there is none, *simulated* is the simulated table.  *players* are the
    names of who plays which side, wherever they came from.
    """

    settings: Settings
    is_chosen: bool
    shared: SharedServices
    library: Library
    table: Table
    watch: "Watch | None"
    voice: Voice | None
    announcer: Announcer
    language: Language
    players: dict[Seat, str]
    simulated: "SimulatedTable | None"
    pictures: Snapshots

    @property
    def store(self) -> Store:
        """Return the disk."""
        return self.shared.store

    @property
    def access(self) -> Access:
        """Return who may come to the table."""
        return self.shared.access

    @property
    def reach(self) -> Reach:
        """Return the ways to the table."""
        return self.shared.reach

    @property
    def now(self) -> TableGame:
        """Return what brings this table back as it is: its game, or an empty one of its scenario."""
        row, has_begun = self.table.row, self.table.moment.seq > 0
        settings = msgspec.structs.replace(
            self.settings,
            game=row.id if has_begun else None,
            scenario=row.scenario,
            level=self.announcer.level,
            names=",".join(self.players[seat] for seat in CAMPS) if self.players.keys() >= {*CAMPS} else "",
        )
        return TableGame(settings, is_chosen=self.is_chosen or has_begun)

    def name_player(self, seat: Seat, name: str) -> None:
        """Call who plays *seat* by *name* from now on, unless somebody has named a player of it before."""
        if self.players.setdefault(seat, name) is name:
            self._show_players()

    def seat_people(self, people: Mapping[Seat, Mapping[Section, str]]) -> None:
        """Let *people* share the sides from now on."""
        if people != self.language.people:
            self.language.seat_people(people)
            self.table.ask(ShowAgain())

    def call_players(self, names: dict[Seat, str]) -> None:
        """Call who plays by *names* from now on; by their factions where there are none."""
        self.players.update(names)  # never empty meanwhile: views are made from it
        for seat in self.players.keys() - names.keys():
            del self.players[seat]
        self._show_players()

    def _show_players(self) -> None:
        self.table.ask(ShowAgain())
        if self.table.moment.seq > 0:
            self._keep_names()

    def keep_label(self, entries: Sequence[Entry], former: Mapping[int, int]) -> None:
        """Have who plays kept beside the game, and with its first entry on which board."""
        if any(entry.seq == 1 for entry in entries):
            try:
                self.shared.labels.lay(self.table.row.id, self.table.game.ruleset.board)
            except StoreError as trouble:
                logger.warning("on which board the game is begun is not kept (%s)", trouble)
        self._keep_names()

    def _keep_names(self) -> None:
        """Have who plays kept beside the game; where the disk says no they are known until it ends."""
        try:
            self.shared.labels.name(self.table.row.id, self.players)
        except StoreError as trouble:
            logger.warning("who plays is not kept (%s)", trouble)

    def leave(self) -> None:
        """Stop what runs for this game, the table last; another can be laid out then, or this one again."""
        with ExitStack() as stopping:  # from the last to the first, and whatever one of them raises
            stopping.callback(self.store.unlock, self.table.row.id)
            stopping.callback(self.pictures.close)
            stopping.callback(self.table.close)
            if self.voice is not None:
                stopping.callback(self.voice.close)
            if self.watch is not None:
                stopping.callback(self.watch.close)

    def close(self) -> None:
        """Stop everything, the disk last."""
        self.leave()
        self.shared.close()


def open_store(data: Path) -> Store:
    """Return the store in the folder *data*.  Raises StoreError."""
    return Store(data / STORE)


def open_game(
    shared: SharedServices, settings: Settings, library: Library, *, clock: Callable[[], float] = time.time
) -> GameRow:
    """Return the game that *settings* name, or a new one, claimed for this evening.

    A new one is kept from its first entry on.  Raises StoreError for a game that is not
    there or is being played.
    """
    store = shared.store
    if settings.game == NEWEST:
        newest = _claim_newest(store, library, shared.labels)
        if newest is not None:
            return newest
    elif settings.game is not None:
        row = store.game(settings.game)
        stored_start(library, shared.labels, row)
        store.lock(row.id)
        return row
    ruleset = library.ruleset(settings.scenario)
    now = clock()
    row = GameRow(
        id=f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}-{secrets.token_hex(2)}",
        scenario=settings.scenario,
        edition=ruleset.edition.id,
        started=now,
        version=VERSION,
    )
    store.lock(row.id)
    return row


def _claim_newest(store: Store, library: Library, labels: GameLabels) -> GameRow | None:
    """Return the newest game that is not over, claimed, unless somebody else plays it; None for none.

    Of those that cannot be opened the newest is told of, with the way back.
    """
    passed_over = list[GameRow]()
    found = None
    for row in Standings(store, library, labels).unfinished(passed_over.append):
        try:
            store.lock(row.id)
        except StoreError:
            continue
        found = row
        break
    for row in passed_over[:1]:
        try:
            open_journal(library, store, labels, row)
        except StoreError as trouble:
            text = Message("The newest game cannot be opened and was passed over: {1}", trouble.message)
            store.board.post(f"passed-over-{row.id}", text)
    return found


class _KeptAccess(msgspec.Struct, frozen=True, kw_only=True):
    """What lets tablets in again after a restart: the *secret* in hexadecimal, and the codes.

    Not those devices that have *left*.
    """

    secret: str
    codes: Codes
    left: tuple[str, ...] = ()


def open_access(settings: Settings, board: Notices | None = None) -> Access:
    """Return the door with the codes kept in the data folder, so that joined tablets stay joined.

    Where none are kept, or what is kept is damaged, which stands on *board* then, they are
    made anew.  Raises StoreError where they cannot be kept.
    """
    path = settings.data / ACCESS
    kept = _read_kept(path)
    if kept is None:
        is_damaged = path.exists()
        kept = renew_codes(settings.data)
        if is_damaged and board is not None:
            board.post(
                "door",
                Message("{1} was damaged: the codes for tablets have been made anew.", path),
                Message("Every tablet that had joined must join again, with the code on the table's screen."),
            )
    address, scheme = reached_at(settings.host), "https" if settings.https else "http"
    return Access(
        codes=kept.codes,
        secret=bytes.fromhex(kept.secret),
        address=f"{scheme}://{in_link(address)}:{settings.port}",
        left=kept.left,
        keep_left=partial(_keep_left, path, kept),
    )


def _keep_left(path: Path, kept: _KeptAccess, left: tuple[str, ...]) -> None:
    """Keep which devices have left; where the disk says no, they are known until this server ends."""
    try:
        _keep(path, msgspec.structs.replace(kept, left=left))
    except OSError:
        logger.exception("which tablets have left is not kept")


def _read_kept(path: Path) -> _KeptAccess | None:
    """Return what is kept in *path*, or None where there is nothing of use."""
    try:
        kept = msgspec.json.decode(measured(read_bytes(path)), type=_KeptAccess)
        is_secret = len(bytes.fromhex(kept.secret)) >= SECRET_BYTES
    except (OSError, ValueError, *UNREADABLE):
        return None
    return kept if is_secret and all(msgspec.structs.astuple(kept.codes)) else None


def _keep(path: Path, kept: _KeptAccess) -> None:
    replace_file(path, msgspec.json.encode(kept))


def renew_codes(data: Path) -> _KeptAccess:
    """Make new codes, and with them every tablet join again.  Raises StoreError where they cannot be kept."""
    path = data / ACCESS
    kept = _KeptAccess(secret=secrets.token_hex(SECRET_BYTES), codes=new_codes())
    try:
        _keep(path, kept)
    except OSError as trouble:
        raise StoreError(
            "{1}: the codes for tablets cannot be kept there ({2}); move it out of the way",
            path,
            trouble.strerror,
        ) from None
    return kept
