"""The odds of a First Edition battle, further rolls among them, against every roll played by commands."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from rules.first.edition import FIRST
from rules.first.messages import commands as c, waits as w
from rules.first.play.necks import necks_of
from rules.first.play.striking import AGAIN
from rules.kernel import messages as m
from rules.kernel.battle.odds import Odds, odds_of
from rules.kernel.game import play
from rules.kernel.ruleset import Game
from rules.kernel.state import State
from rules.kernel.values import Face, UnitId
from tests.rules.first import engine
from tests.rules.first.adapter import Example
from tests.rules.first.by_engine import ByEngine
from tests.rules.first.test_abilities import drawn

POSITIONS = {
    "plain": ("s1 standard green foot human short_sword E5 4", "p1 pennant blue foot human none E6 2"),
    "blocked": (
        "s1 standard blue foot human none E7 4", "p1 pennant blue foot human none E8 2",
        "p2 pennant red foot human none E9 4",
    ),
    "panic": ("s1 standard green foot human none E5 4", "p1 pennant green foot goblinoid none E6 4"),
    "panic at the edge": (
        "s1 standard green foot human none E7 4", "p1 pennant green foot goblinoid none E8 2",
    ),
    "a dwarf": ("s1 standard blue foot human none E5 4", "p1 pennant blue foot iron_dwarf none E6 3"),
    "a Creature": (
        "s1 standard green foot human short_sword E5 4", "p1 pennant red creature giant creature E6 1",
    ),
    "four dice": ("s1 standard red foot human none E5 4", "p1 pennant blue foot iron_dwarf none E6 3"),
    "a Creature at the edge": (
        "s1 standard green foot human none E8 4", "p1 pennant blue creature giant creature E9 1",
    ),
    "arrows": ("s1 standard green foot human common_bow E4 4", "p1 pennant blue foot human none E6 2"),
    "mounted": ("s1 standard blue foot human short_sword E5 4", "p1 pennant red mounted human none E6 3"),
}  # fmt: skip
MOST_AGAIN = 2


def game_of(name: str, *, lore: bool = True) -> Game:
    example = Example(
        id=name, says="", source=(), sure="", steps=(), setup="\n".join(POSITIONS[name]), lore=lore
    )
    return ByEngine(example).game


def ways(faces: tuple[Face, ...]) -> int:
    """Return how many rolls show these faces in any order."""
    return factorial(len(faces)) // prod(map(factorial, Counter(faces).values()))


def ends(game: Game, weight: Fraction, again: int = 0) -> Iterator[tuple[State | None, Fraction]]:
    """Yield every end of the roll that *game* waits for, up to what the players choose after it.

    Dice that are rolled *again* too many times end nowhere: what so many rolls may still do is not known.
    """
    wait = game.state.wait
    if isinstance(wait, m.DiceWait):
        again += wait.purpose == AGAIN
        if again > MOST_AGAIN:
            yield None, weight
            return
        for faces in combinations_with_replacement(FIRST.faces.all, wait.count):
            after, decision = play(game, m.Roll(faces=faces))
            assert not isinstance(decision, m.Refusal)
            yield from ends(after, weight * ways(faces) / 6**wait.count, again)
    elif isinstance(wait, w.RetreatWait):
        way = min(wait.ways, key=lambda way: (way.counted, way.missing))
        command = c.RetreatTo(to=way.to, ignoring=wait.flags - way.counted)
        after, decision = play(game, command)
        assert not isinstance(decision, m.Refusal)
        yield from ends(after, weight, again)
    else:
        yield game.state, weight


@pytest.mark.parametrize("name", POSITIONS)
def test_the_odds_are_those_of_every_roll_played(name: str) -> None:
    game = game_of(name)
    attacker, target = engine.unit_id("s1"), engine.unit_id("p1")
    odds = odds_of(game, attacker, target)
    assert isinstance(odds, Odds)
    before = game.state.units[target]
    declared, decision = play(game, m.Attack(unit=attacker, target=target))
    assert not isinstance(decision, m.Refusal)
    damage: Counter[int] = Counter()
    lore: Counter[int] = Counter()
    answers = Fraction(0)
    for state, weight in ends(declared, Fraction(1)):
        assert state is not None
        damage[before.figures - state.units[target].figures] += weight
        lore[state.sides[game.state.active].lore] += weight
        answers += weight if isinstance(state.wait, m.CounterWait) else 0
    assert dict(odds.attack.damage) == {key: damage[key] for key in sorted(damage)}
    assert dict(odds.attack.lore) == {key: lore[key] for key in sorted(lore)}
    assert odds.attack.eliminates == damage[before.figures]
    countered = odds_of(game, attacker, target, counter=True)
    assert isinstance(countered, Odds)
    assert countered.countered == answers


ABILITIES = {
    "frenzy": "south wood_giant E5, north human_blue_foot E6",
    "frenzy at the edge": "south wood_giant E8, north human_red_foot E9",
    "fury": "south dwarf_bear_riders E5, north human_blue_mounted E6",
    "fury against a Creature": "south dwarf_bear_riders E5, north hill_giant E6",
    "Lore drives who may not stand": "south wood_giant E5, north dwarf_swordsmen E6",
    "a neck for each hit": "south human_blue_foot E5, north hydra E6",
    "shelter": "south human_blue_foot E5, north human_green_archers E6",
}


@pytest.mark.parametrize("name", ABILITIES)
def test_the_odds_of_dice_rolled_again_and_other_abilities_are_those_of_every_roll_played(name: str) -> None:
    """What is rolled again and again is played some times: the odds lie within what that leaves open."""
    game = drawn(ABILITIES[name], terrain="E6 archers_stakes" if name == "shelter" else "")
    attacker, target = (UnitId(f"{row.split()[1]}-1") for row in ABILITIES[name].split(","))
    odds = odds_of(game, attacker, target)
    assert isinstance(odds, Odds)
    declared, _ = play(game, m.Attack(unit=attacker, target=target))
    damage: Counter[int] = Counter()
    lore: Counter[int] = Counter()
    open_ends = Fraction(0)
    for state, weight in ends(declared, Fraction(1)):
        if state is None:
            open_ends += weight
            continue
        damage[left_of(game, target) - left_of(Game(game.ruleset, state), target)] += weight
        lore[state.sides[game.state.active].lore - 5] += weight
    assert open_ends < Fraction(1, 100)
    for spread, played in ((odds.attack.damage, damage), (odds.attack.lore, lore)):
        assert set(spread) >= set(played)
        assert all(0 <= chance - played[value] <= open_ends for value, chance in spread.items())
        assert sum(spread.values()) == 1


def left_of(game: Game, target: UnitId) -> int:
    """Return what *target* has left: figures, or necks."""
    unit = game.state.units[target]
    return 0 if unit.at is None else len(necks_of(game, unit)) or unit.figures


def test_nobody_shoots_past_an_enemy_beside_him() -> None:
    example = Example(
        id="past",
        says="",
        source=(),
        sure="",
        steps=(),
        setup="s1 standard green foot human common_bow E5 4\np1 pennant blue foot human none E6 4\n"
        "p2 pennant blue foot human none B5 4",
    )
    refused = odds_of(ByEngine(example).game, engine.unit_id("s1"), engine.unit_id("p2"))
    assert isinstance(refused, m.Refusal)
    assert refused.why == "adjacent_enemy"
