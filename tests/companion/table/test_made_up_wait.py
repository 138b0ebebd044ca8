"""A new wait is its chapter of the rules and its words: everything else asks, shows, says and answers it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.voice.intents import Intent, IntentContext, IntentKind, intent_of
from companion.voice.listening.grammar import grammar_of
from companion.words import phrases
from companion.words.announcer import sentences
from companion.words.ask import ask_of
from rules.kernel.decide import options
from rules.kernel.messages import Decline
from tests.companion import made_up
from tests.companion.dashboard_world import World, world
from tests.companion.made_up import PLACES, OathWait, Swear
from tests.companion.sent_view import sent_view

STATIC = Path(companion.__file__).parent / "web" / "static"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A game that waits for an oath as soon as it has begun."""
    made_up.learn(monkeypatch)
    with world(tmp_path) as made:
        made.start()
        assert isinstance(made.table.game.state.wait, OathWait)
        yield made
    phrases.load_phrases.cache_clear()


def meant(table: World, text: str) -> Intent:
    game = table.table.game
    said = grammar_of(game).understood(text)
    assert said is not None, text
    return intent_of(
        said, IntentContext(game, table.table.moment, ask_of(game.state.wait, options(game), game))
    )


def test_a_made_up_wait_is_shown_with_its_choices(table: World) -> None:
    ask = sent_view(table.table)["ask"]
    assert ask["headline"].endswith("Citadel Guard 1 may swear an oath")
    assert (ask["about"], ask["hint"]) == ("", "Tap the hex on which it swears.")
    assert ask["choices"] == [
        {
            "command": {"do": "swear", "at": "C5"},
            "label": "Swear on C5",
            "hex": "C5",
            "is_answered_on_board": True,
        },
        {
            "command": {"do": "swear", "at": "F5"},
            "label": "Swear on F5",
            "hex": "F5",
            "is_usual": True,
            "is_answered_on_board": True,
        },
        {"command": {"do": "decline"}, "label": "Let it pass"},
    ]


def test_who_may_not_answer_a_made_up_wait_is_shown_no_choice(table: World) -> None:
    seat = table.table.game.state.wait.seat
    assert seat is not None
    assert len(sent_view(table.table, seat)["ask"]["choices"]) == 3
    assert sent_view(table.table, table.table.game.ruleset.opponent(seat))["ask"]["choices"] == []


def test_a_made_up_wait_is_said(table: World) -> None:
    events = table.table.journal.entries[-1].events
    assert sentences(events, table.table.game)[-1].text == "Citadel Guard one may swear an oath."


def test_a_made_up_wait_is_answered_by_a_tap(table: World) -> None:
    choice = sent_view(table.table)["ask"]["choices"][0]
    assert table.device("both").do(choice["command"]).json["ok"]
    assert "C5" in table.table.game.state.banners
    assert table.table.game.state.wait.__struct_config__.tag == "card_wait"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("swear on c five", Swear(at=PLACES[0])),
        ("next", Swear(at=PLACES[1])),
        ("do the usual", Swear(at=PLACES[1])),
        ("no", Decline()),
        ("let it pass", Decline()),
    ],
)
def test_a_made_up_wait_is_answered_aloud(table: World, text: str, command: object) -> None:
    intent = meant(table, text)
    assert intent.kind is IntentKind.DO
    assert intent.acts[0].command == command


def test_of_several_answers_to_a_made_up_wait_that_are_called_alike_it_is_asked_which(table: World) -> None:
    intent = meant(table, "swear here")
    assert (intent.kind, [act.text for act in intent.acts]) == (
        IntentKind.ASK,
        ["Swear on C5", "Swear on F5"],
    )


NOT_ANSWERED_BY_CHOOSING_ALONE = {
    "card_wait",
    "commit_wait",
    "council_wait",
    "deploy_wait",
    "dice_wait",
    "extra_attack_wait",
    "first_player_wait",
    "ford_wait",
    "levy_wait",
    "lineup_wait",
    "lore_wait",
    "muster_wait",
    "orders_wait",
    "over_wait",
    "rack_wait",
    "react_wait",
    "reveal_wait",
    "scenario_cards_wait",
    "set_up_wait",
    "sets_wait",
    "specialist_wait",
    "terrain_wait",
}
"""Cards, dice, armies, councils, deployments, the map and deeds of hands have forms of their own."""


def test_the_page_names_no_other_wait() -> None:
    modules = "".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.mjs"))
    assert set(re.findall(r"\b[a-z_]+_wait\b", modules)) == NOT_ANSWERED_BY_CHOOSING_ALONE
