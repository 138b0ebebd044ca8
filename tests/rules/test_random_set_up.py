"""Set-ups that a table stumbles through: everything offered, much that is not, corrected and overruled."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from rules.kernel import messages as m
from rules.kernel.decide import decide, options
from rules.kernel.evolve import evolve
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, CardId, KindId, Seat, Step, TerrainId, Tile, UnitId
from rules.second import messages as second
from rules.second.printed import ScenarioCard
from rules.second.setting_up.checks import pieces_wait
from rules.second.state.game import setting_in
from tests.rules.fielding import FREE, battle_rules

STEPS = 400


class Stumbler:
    """Says one thing after the other until the battle begins."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.chance = Random(seed)
        self.game: Game = new_game(rules)
        self.rules = rules
        self.met: Counter[str] = Counter()

    def play(self) -> None:
        for _ in range(STEPS):
            if self.game.state.step is not Step.SET_UP:
                return
            self._say(self._command())

    def _command(self) -> m.Command:
        offers = options(self.game)
        for offer in offers:
            assert not isinstance(decide(self.game, offer), m.Refusal), offer
        if offers and self.chance.random() < 0.2:
            return self.chance.choice(offers)
        whim = self.chance.choice(self._whims())()
        if isinstance(
            whim, m.PlaceUnit | second.ChooseScenarioCard | second.Muster | m.StartGame | second.PlaceFord
        ):
            return m.Overrule(command=whim) if self.chance.random() < 0.1 else whim
        return whim

    def _whims(self) -> list[Callable[[], m.Command]]:
        seat, at = self.chance.choice(tuple(CAMPS)), self.chance.choice(self.rules.board.hexes)
        unit = self.chance.choice([*self.game.state.units, UnitId("chaos_lord-1"), UnitId("ironbound-2")])
        kinds = [*self.rules.catalogue.kinds]
        return [
            lambda: m.PlaceUnit(unit=unit, at=at),
            lambda: m.PlaceUnit(unit=unit, at=at),
            lambda: m.PlaceUnit(unit=unit, at=at),
            lambda: m.CorrectUnit(unit=unit, at=self.chance.choice((at, None)), figures=1),
            lambda: m.PlaceTerrain(at=at, tile=self._tile()),
            lambda: m.RemoveTerrain(at=at),
            lambda: m.PlaceBanner(at=at),
            lambda: m.RemoveBanner(at=at),
            lambda: m.NoteHand(seat=seat, known=(CardId("wedge"),)),
            lambda: second.PlaceFord(at=at),
            lambda: second.FinishTerrain(),
            lambda: m.ChooseFirst(seat=seat),
            lambda: second.ChooseScenarioCard(
                seat=seat, card=self.chance.choice([*self.rules.catalogue.of(ScenarioCard)])
            ),
            lambda: self._muster(seat, kinds),
            lambda: second.RevealArmies(),
            lambda: m.StartGame(preset=self.chance.random() < 0.5),
        ]

    def _muster(self, seat: Seat, kinds: list[KindId]) -> second.Muster:
        units = {kind: self.chance.randint(0, 4) for kind in self.chance.sample(kinds, 4)}
        points = self.chance.choice((None, 46, 50))
        return second.Muster(seat=seat, units=units, tent=self.chance.random() < 0.3, points=points)

    def _tile(self) -> Tile:
        kind = self.chance.choice(("river", "lake", "hill", "building", "command_tent"))
        token = TerrainId("ford") if kind == "river" and self.chance.random() < 0.3 else None
        owner = self.chance.choice(tuple(CAMPS)) if kind == "command_tent" else None
        return Tile(kind=TerrainId(kind), token=token, owner=owner)

    def _say(self, command: m.Command) -> None:
        before = self.game
        self.game, decision = play(before, command)
        if isinstance(decision, m.Refusal):
            assert self.game is before
            assert decision.page
            return
        state = before.state
        for event in decision:
            state = evolve(state, event)
        assert state == self.game.state
        assert [isinstance(event, m.Awaited) for event in decision].count(True) == 1
        self.met[m.tag_of(self.game.state.wait)] += 1
        self._check()

    def _check(self) -> None:
        """What always holds: nobody shares a hex, the wait counts right, units come with an open army."""
        state = self.game.state
        stood: list[Hex] = [unit.at for unit in state.units.values() if unit.at is not None]
        assert len(stood) == len(set(stood))
        assert all(unit.figures > 0 for unit in state.units.values() if unit.at is not None)
        if isinstance(state.wait, m.SetUpWait):
            assert state.wait == pieces_wait(self.game)
        if isinstance(state.wait, second.FordWait):
            assert state.wait.hexes
        if setting_in(state) is not None and not setting_in(state).armies_open:
            assert not state.units


@pytest.mark.parametrize(
    "rules", [battle_rules(maps=True), battle_rules(), FREE], ids=["maps", "bare", "free"]
)
def test_no_set_up_can_be_stumbled_over(rules: Ruleset) -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        table = Stumbler(rules, seed)
        table.play()
        met += table.met
    assert met["card_wait"] > 0
    if rules.scenario.muster is not None:
        assert {"first_player_wait", "terrain_wait", "ford_wait", "muster_wait", "reveal_wait"} <= set(met)
