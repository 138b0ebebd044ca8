"""A wait that no edition has: its chapter of the rules, and its words.  Nothing else knows of them."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.web.requests import commands as taps
from companion.words import phrases
from companion.words.command_words import COMMANDS
from companion.words.message_words import MessageWords
from companion.words.wait_words import WAITS
from rules.kernel import decide as rulebook, messages as m
from rules.kernel.course import Checks, Course
from rules.kernel.hexes import Hex
from rules.kernel.messages.commands import Command
from rules.kernel.messages.waits import Wait
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import UnitId

UNIT, PLACES = UnitId("citadel_guard-1"), (Hex("C5"), Hex("F5"))


class OathWait(Wait, frozen=True, kw_only=True, tag="oath_wait"):
    """*unit* may swear an oath on one of *hexes*."""

    unit: UnitId
    hexes: tuple[Hex, ...]
    usual: Hex


class Swear(Command, frozen=True, kw_only=True, tag="swear"):
    """An oath is sworn on *at*."""

    at: Hex


WORDS: dict[str, Any] = {
    "waits": {
        "oath_wait": {
            "say": "{unit} may swear an oath.",
            "show": "{seat}: {unit} may swear an oath",
            "hint": "Tap the hex on which it swears.",
            "level": "standard",
        }
    },
    "commands": {"swear": {"show": "Swear on {at}", "hear": ["swear here"]}},
}


def offered(game: Game) -> Iterator[m.AnyCommand]:
    yield from (Swear(at=at) for at in game.state.wait.hexes)  # type: ignore[misc,union-attr]
    yield m.Decline()


def check(game: Game) -> Checks:
    return not_now(game, OathWait)


def ask_for(course: Course) -> None:
    """Let the game wait for the oath, and then for what it waited for."""
    oath = OathWait(seat=course.state.active, unit=UNIT, hexes=PLACES, usual=PLACES[1])
    course.wait(*course.state.waits, oath)  # type: ignore[arg-type]


def obey(course: Course, command: m.AnyCommand) -> None:
    if isinstance(command, Swear):
        course.say(m.BannerPlaced(at=command.at, points=1))
    course.wait(*course.state.waits[:-1])


def learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the chapter into the rules, where starting the attacks asks for the oath, and its words to ours."""
    legal, checks, obeyed, ours = rulebook.legal, rulebook.checks, rulebook.obey, phrases._ours

    def is_about_it(game: Game, command: m.AnyCommand) -> bool:
        return isinstance(command, Swear) or isinstance(game.state.wait, OathWait)

    def all_legal(game: Game) -> Iterator[m.AnyCommand]:
        return offered(game) if isinstance(game.state.wait, OathWait) else legal(game)

    def all_checks(game: Game, command: m.AnyCommand) -> Checks:
        return check(game) if is_about_it(game, command) else checks(game, command)

    def obey_all(course: Course, command: m.AnyCommand) -> None:
        if isinstance(command, m.StartGame):
            obeyed(course, command)
            ask_for(course)
        elif is_about_it(course.game, command):
            obey(course, command)
        else:
            obeyed(course, command)

    def with_words(edition: str, lang: str) -> list[phrases.Layer]:
        return [*ours(edition, lang), phrases.Layer("made_up.toml", lang, WORDS)]

    tap = msgspec.defstruct(
        "Tap", [("seen", int), ("game", str | None, None), ("command", m.AnyCommand | Swear)], kw_only=True
    )
    monkeypatch.setattr(rulebook, "legal", all_legal)
    monkeypatch.setattr(rulebook, "checks", all_checks)
    monkeypatch.setattr(rulebook, "obey", obey_all)
    monkeypatch.setattr(phrases, "_ours", with_words)
    monkeypatch.setitem(WAITS, OathWait, MessageWords("turn"))
    monkeypatch.setitem(COMMANDS, Swear, MessageWords())
    monkeypatch.setattr(taps, "Tap", tap)
    phrases.load_phrases.cache_clear()
