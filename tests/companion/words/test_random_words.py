"""Full games of chance have words: each event, wait, command and refusal; and a view and a text to store."""

from random import Random

import msgspec
import pytest

from companion.words.announcer import command_text, log_text, refusal_text, sentences, wait_text
from rules.kernel import messages as m
from rules.kernel.decide import checks
from rules.kernel.notation.position import parse_position
from rules.kernel.notation.writing import format_position
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, Seat, Why
from rules.kernel.view import view
from tests.rules.fancies import Fancy
from tests.rules.playing import full_rules, play_random

FULL = full_rules()


def tell(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Say all of it: a phrase or a name that is missing raises."""
    texts = [sentence.text for sentence in sentences(events, after)]
    texts += [log_text(events, after), wait_text(after.state.wait, after), command_text(command, before)]
    for text in texts:
        assert "{" not in text, text


@pytest.mark.parametrize("seed", range(60_000, 60_006))
def test_whatever_happens_in_a_full_game_can_be_said(seed: int) -> None:
    play_random(FULL, seed, watch=(tell,))


def test_whatever_is_refused_in_a_full_game_is_explained() -> None:
    chance = Random(1)
    told: set[Why] = set()

    def ask(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        if isinstance(after.state.wait, m.OverWait | m.SetUpWait) or not all(map(after.state.army, CAMPS)):
            return
        fancy = Fancy(after, chance)
        for asked in (fancy.lore_card(), fancy.anything(), fancy.correction(), fancy.out_of_turn()):
            for refused in checks(after, asked):
                assert refusal_text(refused, after)
                told.add(refused.why)

    for seed in range(60_010, 60_013):
        play_random(FULL, seed, watch=(ask,))
    assert len(told) > 20


@pytest.mark.parametrize("seed", range(60_020, 60_023))
def test_a_full_game_is_shown_and_written_down_at_any_moment(seed: int) -> None:
    steps = 0

    def look(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        nonlocal steps
        steps += 1
        if steps % 5:
            return
        for seat in (None, *Seat):
            assert msgspec.json.encode(view(after, seat))
        assert parse_position(format_position(after), FULL).state == after.state

    play_random(FULL, seed, watch=(look,))
