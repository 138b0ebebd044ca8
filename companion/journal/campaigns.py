"""The campaigns of a table, each a file of JSON in the data folder.  Knows no rule and no game."""

import re
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.files import replace_file
from companion.input.safe_parsing import UNREADABLE, TooMuchError, measured, read_bytes
from companion.journal.jsonl import StoreError
from rules.registry import EDITIONS
from rules.second.printed import ScenarioCard
from rules.second.setting_up.campaign import Campaign, fault_of
from vision.errors import InputError

NAME = r"[a-z0-9][a-z0-9-]{0,39}"
"""What a campaign can be called: its name is the file's."""


def parse_campaign(content: bytes, name: str, where: str) -> Campaign:
    """Return the campaign in *content* (JSON), called *name*.  Raises InputError, naming *where*."""
    try:
        found = msgspec.json.decode(measured(content), type=Campaign)
    except UNREADABLE as trouble:
        raise InputError(
            "{1}: this is no campaign of this herald ({2}); mend it or take it away", where, trouble
        ) from None
    fault = fault_of(found)
    if fault is not None:
        raise InputError("{1}: {2}; mend it or take it away", where, fault)
    check_edition(found.edition, where)
    return replace(found, name=name)


def check_edition(edition: str, where: str) -> None:
    """Raise InputError, naming *where*, if *edition* lacks the scenario cards of campaigns (RB p. 15)."""
    known = [each.id for each in EDITIONS if any(table.sort is ScenarioCard for table in each.printed.tables)]
    if edition not in known:
        raise InputError(
            "{1}: the edition {2} has no campaign, only {3} has", where, repr(edition), ", ".join(known)
        )


class Campaigns:
    """Keeps campaigns in the folder ``campaigns`` of *data*, which need not exist."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "campaigns"

    def names(self) -> tuple[str, ...]:
        """Return every campaign's name, sorted."""
        return tuple(sorted(path.stem for path in self._folder.glob("*.json")))

    def read(self, name: str) -> Campaign:
        """Return the campaign called *name*.  Raises InputError where there is none, or none of use."""
        path = self._path(name)
        try:
            if re.fullmatch(NAME, name) is None:
                raise FileNotFoundError
            content = read_bytes(path)
        except FileNotFoundError:
            raise InputError("there is no campaign {1}: see 'herald campaign list'", repr(name)) from None
        except OSError as trouble:
            raise InputError("{1}: cannot be read ({2})", path, trouble.strerror) from None
        except TooMuchError as trouble:
            raise InputError("{1}: {2}", path, trouble) from None
        return parse_campaign(content, name, str(path))

    def keep(self, campaign: Campaign) -> None:
        """Keep *campaign*, so that it outlives a power cut.  Raises StoreError; then the former one stays."""
        path = self._path(campaign.name)
        try:
            replace_file(path, msgspec.json.format(msgspec.json.encode(campaign), indent=2) + b"\n")
        except OSError as trouble:
            raise StoreError("{1}: cannot be written ({2}); check the disk", path, trouble.strerror) from None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"
