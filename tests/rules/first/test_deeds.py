"""What each die of a battle is told to have done: what is known of it, and no more (rules summary, Hits)."""

import pytest
from msgspec.structs import replace

from rules.first.play import striking
from rules.first.play.asking import profile
from rules.first.table import notes
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Face
from tests.rules.first.test_battles import DUEL, battle


def told(*faces: str, hits: int | None = None, again: tuple[str, ...] = ()) -> list[str]:
    """Return what is told of the dice of s1, which has struck at p1 (blue)."""
    game = battle(DUEL)
    fight = game.state.fights[-1]
    own = replace(notes(fight), hits=hits, again=tuple(map(Face, again)))
    fight = replace(fight, faces=tuple(map(Face, faces)), own=own)
    lying = Game(game.ruleset, replace(game.state, fights=(fight,)))
    return [f"{each.face} {each.deed}" for each in striking.deeds(lying)]


def test_the_target_s_colour_and_bonus_strikes_hit_and_flags_drive_back() -> None:
    assert told("blue", "bonus_strike", "green", "flag") == [
        "blue hit",
        "bonus_strike hit",
        "green nothing",
        "flag retreat",
    ]


@pytest.fixture
def unknown_banner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nobody know the banner of the unit that is struck."""

    def blank(game: Game, unit: Unit) -> object:
        found = profile(game, unit)
        return found if unit.id == game.state.fights[-1].attacker else replace(found, banner=None)

    monkeypatch.setattr(striking, "profile", blank)


@pytest.mark.usefixtures("unknown_banner")
@pytest.mark.parametrize(("hits", "deed"), [(None, "open"), (2, "open"), (0, "nothing"), (3, "hit")])
def test_of_a_target_whose_banner_nobody_knows_no_die_is_told_to_hit_that_may_not_have(
    hits: int | None, deed: str
) -> None:
    assert told("bonus_strike", "green", "green", hits=hits) == [
        f"bonus_strike {deed}",
        f"green {deed}",
        f"green {deed}",
    ]


def test_hits_that_were_told_count_the_dice_rolled_again() -> None:
    assert told("bonus_strike", "blue", hits=2, again=("blue",)) == ["bonus_strike nothing", "blue hit"]
    assert told("bonus_strike", "blue", hits=2, again=("bonus_strike",)) == ["bonus_strike open", "blue hit"]
    assert told("bonus_strike", "bonus_strike", "blue", hits=2) == [
        "bonus_strike hit",
        "bonus_strike nothing",
        "blue hit",
    ]
