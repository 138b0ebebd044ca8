"""Recorded games are played as they were: the net below every change that is not meant to change a game.

Where one differs on purpose, ``tests/games/record.py`` makes it anew.
"""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from rules.first import messages as first
from rules.kernel.messages import tag_of
from tests.games.recorded import first_difference, lines, names
from tests.rules.kernel.test_tags import FROZEN
from tests.rules.printed_texts import SECOND
from tests.shares import share

RECORDED = names()
NAMED = ("units", "cards", "lore", "terrain", "scenario_cards")
"""The files of the catalogue of which everything is to be named in a game."""

Command = dict[str, Any]


@cache
def logs() -> list[list[dict[str, Any]]]:
    """Return the entries of every recorded game."""
    return [[json.loads(line) for line in lines(name)[1:]] for name in RECORDED]


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Yield every JSON object in *value*."""
    if isinstance(value, dict):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inside:
        yield from objects(each)


def words(value: object) -> Iterator[str]:
    """Yield every string in *value*, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (key, *words(each))
    elif isinstance(value, list):
        for each in value:
            yield from words(each)


def rewritten(log: list[dict[str, Any]]) -> Iterator[str]:
    """Yield in which way each undo of *log* changes the past."""
    live: list[tuple[int, Command]] = []
    for place, entry in enumerate(log):
        if entry["command"] is not None:
            live.append((entry["seq"], entry["command"]))
            continue
        to = entry["events"][0]["to"]
        gone = [command for seq, command in live if seq > to]
        live = [(seq, command) for seq, command in live if seq <= to]
        yield _way(gone, [each["command"] for each in log[place + 1 : place + 3]])


def _way(gone: list[Command], then: list[Command | None]) -> str:
    """Return what became of the commands *gone*; *then* are the next two."""
    match gone, then:
        case [], _:
            return "done again"
        case [one, *_], [{"do": "play_lore_card" | "play_unlisted_lore_card"}, second] if second == one:
            return "late lore"
        case [_, two, *_], [first, *_] if first == two:
            return "left out"
        case [{"do": was}, two, *_], [{"do": now}, second] if now == was and second == two:
            return "corrected"
        case _:
            return "taken back"


@pytest.mark.parametrize("name", share(RECORDED, *RECORDED[::4]))
def test_a_recorded_game_is_played_as_it_was(name: str) -> None:
    difference = first_difference(name)
    assert difference is None, difference


def test_all_scenarios_are_recorded() -> None:
    scenarios = tomllib.loads((SECOND / "scenarios.toml").read_text(encoding="utf-8"))
    recorded = [json.loads(lines(name)[0])["game"]["scenario"] for name in RECORDED]
    assert not scenarios.keys() - set(recorded)
    assert len(recorded) >= 60


def test_every_command_event_wait_and_verb_occurs() -> None:
    found = {
        (field, each[field]) for log in logs() for each in objects(log) for field in each if field in TAGS
    }
    kept = [line.split()[:2] for line in FROZEN.read_text().splitlines() if not line.startswith("#")]
    assert not {(field, tag) for field, tag in kept if field in TAGS} - found - of_the_first()


def of_the_first() -> set[tuple[str, str]]:
    """Return what only the First Edition says: these games are of the Second."""
    own = (*get_args(first.OwnEvent), *get_args(first.FirstCommand), *get_args(first.FirstOverrulable))
    sorts = (*own, *get_args(first.FirstWait), *get_args(first.FirstVerb))
    return {(sort.__struct_config__.tag_field, tag_of(sort)) for sort in sorts}


TAGS = ("do", "event", "wait", "verb")


@pytest.mark.parametrize("file", NAMED)
def test_everything_of_the_catalogue_occurs(file: str) -> None:
    boxes = [SECOND, *(box for box in SECOND.iterdir() if box.is_dir())]
    texts = [box / f"{file}.toml" for box in boxes if (box / f"{file}.toml").is_file()]
    listed = {name for text in texts for name in tomllib.loads(text.read_text(encoding="utf-8"))}
    assert not {name for name in listed if name not in all_words()}


@cache
def all_words() -> set[str]:
    """Return every word of the recorded games; of a unit's name (``rune_golems-2``) its kind."""
    return {word.rpartition("-")[0] or word for log in logs() for word in words(log)}


def test_the_past_is_changed_in_every_way() -> None:
    ways = {way for log in logs() for way in rewritten(log)}
    assert ways == {"taken back", "done again", "corrected", "left out", "late lore"}
