"""What a seat may not know changes nothing that it is shown: hands, face-down cards, mustered armies."""

from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, CardId, LoreId, ScenarioCardId, Seat, Step
from rules.kernel.view import view
from rules.second import messages as second
from rules.second.printed import ScenarioCard
from rules.second.state.game import Army, SecondState, Setting
from tests.rules.drawn import RULES, after, attack, drawn, faces
from tests.rules.fielding import battle_rules

BATTLE = battle_rules()
HAND, LORE_HAND = 3, 2
DUEL = drawn("5 .. .. .. BH CG\n4 VL .. .. .. YA", active=Seat.NORTH, lore=8, rules=BATTLE)


def waiting(game: Game, wait: m.Wait, step: Step) -> Game:
    return Game(game.ruleset, replace(game.state, waits=(wait,), step=step))


SHOT_AT = after(DUEL, attack("BH", "CG"))[0]
POSITIONS = {
    "scenario cards": new_game(BATTLE),
    "muster": waiting(new_game(BATTLE), second.MusterWait(missing=tuple(CAMPS)), Step.SET_UP),
    "reveal": waiting(new_game(BATTLE), second.RevealWait(), Step.SET_UP),
    "pieces": waiting(DUEL, m.SetUpWait(banners=0), Step.SET_UP),
    "command": waiting(DUEL, m.CardWait(seat=Seat.NORTH), Step.COMMAND),
    "orders": DUEL,
    "dice": SHOT_AT,
    "counter": after(SHOT_AT, faces("strike lore heroic"), second.Commit(dice={}))[0],
    "lore": waiting(DUEL, m.LoreWait(seat=Seat.NORTH), Step.LORE),
}


class Secrets(NamedTuple):
    """What one player alone knows: his hands, his face-down scenario card, and his army."""

    known: list[CardId]
    known_lore: list[LoreId]
    card: ScenarioCardId
    army: Army


class Open(NamedTuple):
    """What everybody knows of the set-up."""

    chosen: frozenset[Seat]
    mustered: frozenset[Seat]
    cards: bool
    armies: bool


secrets = st.builds(
    Secrets,
    known=st.lists(st.sampled_from(tuple(RULES.catalogue.cards)), max_size=HAND),
    known_lore=st.lists(st.sampled_from(tuple(RULES.catalogue.lore)), max_size=LORE_HAND),
    card=st.sampled_from(tuple(RULES.catalogue.of(ScenarioCard))),
    army=st.builds(
        Army,
        units=st.dictionaries(st.sampled_from(tuple(RULES.catalogue.kinds)), st.integers(1, 5), max_size=3),
        tent=st.booleans(),
        decoys=st.integers(0, 11),
        lore=st.integers(0, 5),
    ),
)
both = st.fixed_dictionaries(dict.fromkeys(Seat, secrets))
seats = st.frozensets(st.sampled_from(CAMPS))
opened = st.builds(Open, chosen=seats, mustered=seats, cards=st.booleans(), armies=st.booleans())


def knowing(game: Game, known: dict[Seat, Secrets], opened: Open) -> Game:
    """Return *game* with what its players know, whatever of it is *opened*."""
    sides = {
        seat: replace(
            side,
            cards=HAND,
            known=tuple(known[seat].known),
            lore_cards=LORE_HAND,
            known_lore=tuple(known[seat].known_lore),
            lore=8,
        )
        for seat, side in game.state.sides.items()
    }
    setting = Setting(
        cards={seat: known[seat].card for seat in CAMPS if seat in opened.chosen},
        cards_open=opened.cards,
        armies={seat: known[seat].army for seat in CAMPS if seat in opened.mustered},
        armies_open=opened.armies,
    )
    return Game(game.ruleset, replace(game.state, sides=sides, own=SecondState(setting=setting)))


def changed(
    known: dict[Seat, Secrets], other: dict[Seat, Secrets], viewer: Seat | None, opened: Open
) -> dict[Seat, Secrets]:
    """Return *known* with all that *viewer* may not know taken from *other*."""
    return {
        seat: known[seat]
        if seat is viewer
        else other[seat]._replace(
            card=known[seat].card if opened.cards else other[seat].card,
            army=known[seat].army if opened.armies else other[seat].army,
        )
        for seat in CAMPS
    }


@pytest.mark.parametrize("position", POSITIONS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(known=both, other=both, opened=opened)
def test_nothing_that_a_seat_may_not_know_changes_its_view(
    position: str, known: dict[Seat, Secrets], other: dict[Seat, Secrets], opened: Open
) -> None:
    """RB p. 15-17."""
    for viewer in (*CAMPS, None):
        one = view(knowing(POSITIONS[position], known, opened), viewer)
        two = view(knowing(POSITIONS[position], changed(known, other, viewer, opened), opened), viewer)
        assert msgspec.json.encode(one) == msgspec.json.encode(two), viewer


def test_a_seat_is_shown_its_own_secrets() -> None:
    """So that the test above does not pass because nobody sees anything."""
    army = Army(units={}, tent=True, decoys=11, lore=5)
    own = Secrets(
        [CardId("wedge")], [LoreId("rune_blade")], ScenarioCardId("crossing_the_river_of_sleep"), army
    )
    none = Secrets([], [], ScenarioCardId("staking_a_claim"), army)
    everything = Open(frozenset(CAMPS), frozenset(CAMPS), cards=False, armies=False)
    shown = view(knowing(DUEL, {Seat.SOUTH: own, Seat.NORTH: none}, everything), Seat.SOUTH)
    text = msgspec.json.encode(shown).decode()
    assert all(word in text for word in ("wedge", "rune_blade", "crossing_the_river_of_sleep", '"decoys":11'))
    assert "staking_a_claim" not in text
