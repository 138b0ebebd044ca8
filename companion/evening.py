"""One evening at the table: everything that runs together, to be started and stopped as one.

Opening the parts is here, wiring them is ``companion.create_app``'s.
"""

import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.dashboard import Codes, Door, new_codes
from companion.library import Library
from companion.settings import Settings
from companion.speech import Voice
from companion.store import GameRow, Store
from companion.table import Table

if TYPE_CHECKING:  # OpenCV is loaded only where there is something to see
    from companion.watch import Watch
    from vision.simulate import SimulatedTable

STORE = "games.sqlite"
DOOR = "door.json"


@dataclass(frozen=True, slots=True, eq=False)
class Evening:
    """What runs; *watch* and *voice* are None where there is none, *stage* is the simulated table."""

    settings: Settings
    library: Library
    store: Store
    table: Table
    door: Door
    watch: "Watch | None"
    voice: Voice | None
    stage: "SimulatedTable | None"

    def close(self) -> None:
        """Stop everything, the table last, the disk after it."""
        if self.watch is not None:
            self.watch.close()
        if self.voice is not None:
            self.voice.close()
        self.table.close()
        self.store.close()


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What lets tablets in again after a restart."""

    secret: str
    codes: Codes


def open_store(data: Path) -> Store:
    """Return the store in the folder *data*.  Raises StoreError."""
    return Store(data / STORE)


def open_game(
    store: Store, settings: Settings, library: Library, *, clock: Callable[[], float] = time.time
) -> GameRow:
    """Return the game that *settings* name, or a new one.  Raises StoreError where it is not there."""
    if settings.game is not None:
        return store.game(settings.game)
    ruleset = library.ruleset(settings.scenario)
    now = clock()
    row = GameRow(
        id=f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now))}-{secrets.token_hex(2)}",
        scenario=settings.scenario,
        edition=ruleset.edition.id,
        started=now,
        version=metadata.version("battle-herald"),
    )
    store.add_game(row)
    return row


def open_door(settings: Settings) -> Door:
    """Return the door with the codes kept in the data folder, so that joined tablets stay joined."""
    path = settings.data / DOOR
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        kept = _Kept(secret=secrets.token_hex(32), codes=new_codes())
        path.touch(mode=0o600)
        path.write_bytes(msgspec.json.encode(kept))
    address = own_address() if settings.host in ("0.0.0.0", "::") else settings.host
    return Door(
        codes=kept.codes,
        secret=bytes.fromhex(kept.secret),
        address=f"http://{address}:{settings.port}",
        names=(socket.gethostname(), f"{socket.gethostname()}.local"),
    )


def own_address() -> str:
    """Return this machine's address in the local network; 127.0.0.1 where it is in none.  Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address
