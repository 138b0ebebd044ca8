"""A wait that no edition has: its chapter of the rules, and its words.  Nothing else knows of them."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.web.requests import commands as taps
from companion.words import phrases
from companion.words.editions import words_of
from companion.words.message_words import MessageWords
from rules.kernel import messages as m
from rules.kernel.course import Checks, Course
from rules.kernel.edition import Handler, Waiting
from rules.kernel.hexes import Hex
from rules.kernel.messages.commands import Command
from rules.kernel.messages.waits import Wait
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import UnitId
from rules.registry import AnyCommand
from rules.second.handlers import HANDLERS, WAITS as ASKED

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


def offered(game: Game, wait: OathWait) -> Iterator[m.Command]:
    yield from (Swear(at=at) for at in wait.hexes)
    yield m.Decline()


def check(game: Game, command: Swear) -> Checks:
    return not_now(game, OathWait)


def ask_for(course: Course) -> None:
    """Let the game wait for the oath, and then for what it waited for."""
    oath = OathWait(seat=course.state.active, unit=UNIT, hexes=PLACES, usual=PLACES[1])
    course.wait(*course.state.waits, oath)


def swear(course: Course, command: Swear) -> None:
    course.say(m.BannerPlaced(at=command.at, points=1))
    go_on(course)


def go_on(course: Course, *_: object) -> None:
    course.wait(*course.state.waits[:-1])


def learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the chapter into the rules, where starting the attacks asks for the oath, and its words to ours."""
    begin, ours, words = HANDLERS[m.StartGame], phrases._ours, words_of("second")

    def start(course: Course, command: m.Command) -> None:
        begin.obey(course, command)
        ask_for(course)

    def with_words(edition: str, lang: str) -> list[phrases.Layer]:
        return [*ours(edition, lang), phrases.Layer("made_up.toml", lang, WORDS)]

    tap = msgspec.defstruct(
        "Tap", [("seen", int), ("game", str | None, None), ("command", AnyCommand | Swear)], kw_only=True
    )
    monkeypatch.setitem(HANDLERS, m.StartGame, begin._replace(obey=start))
    monkeypatch.setitem(HANDLERS, Swear, Handler(check, swear))
    monkeypatch.setitem(ASKED, OathWait, Waiting(offered, go_on))
    monkeypatch.setattr(phrases, "_ours", with_words)
    monkeypatch.setitem(words.waits, OathWait, MessageWords("turn"))
    monkeypatch.setitem(words.commands, Swear, MessageWords())
    monkeypatch.setattr(taps, "SentCommand", tap)
    phrases.load_phrases.cache_clear()
