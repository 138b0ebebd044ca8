"""The examples of Call to Arms on the large board, for two sides and for allies, sentence by sentence."""

from collections.abc import Callable, Mapping

from rules.first.messages.arms import DeployWait
from rules.first.table import DeploymentPart, arms_of
from rules.first.variants.call_to_arms.armies import parts_of
from rules.first.variants.call_to_arms.deploying import next_unit
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.hexes import Hex
from rules.kernel.values import KindId, Seat
from tests.rules.first.arms import (
    ALLIED_MAP,
    FINISH,
    LARGE_MAP,
    NORTH,
    SOUTH,
    chosen,
    deployed,
    drawn,
    known,
    laid,
    lineup,
    put,
    told,
    with_terrain,
)
from tests.rules.first.by_arms import ByArms
from tests.rules.first.test_commanding import done

FOOT = KindId("human_blue_foot")
ROWS = {5: "ABCDEFGHIJKLMNOPQ", 2: "ABCDEFGHIJKLMNOP"}
DUE = "C3"
"""Where units of both players of a camp are due."""


def flooded(row: int, *, but: str) -> dict[str, str]:
    """Return water on all hexes of a row but those."""
    return {f"{letter}{row}": "waterway" for letter in ROWS[row] if letter not in but}


class ByEpicArms(ByArms):
    """Plays an example of Epic Call to Arms; all others as they are."""

    def prepare_the_scout_guard(self) -> None:
        card = known("standard_a_5", *["human_green_foot"] * 3)
        row = flooded(5, but="CD")
        self.game = laid(told(with_terrain(LARGE_MAP, **row), standard_a_5=card))

    def two_scouts(self) -> str | None:
        return self.do(put("human_green_foot-1", "C5")) or self.do(put("human_green_foot-2", "D5"))

    def third_scout(self) -> None:
        hexes = [each.at for each in options(self.game) if isinstance(each, m.PlaceUnit)]
        assert self.do(put("human_green_foot-3", hexes[0])) is None
        second = {f"{letter}2" for letter in ROWS[2]}
        self.said = ["on the baseline, which is the second row"] if set(hexes) == second else []

    def whole_reserve(self) -> str | None:
        five = known("standard_a_4", *[FOOT] * 5)
        game = laid(told(with_terrain(LARGE_MAP, **flooded(2, but="ABCDEFGH")), standard_a_4=five))
        guards = (put("human_red_foot-1", "F3"), put("human_green_foot-11", "F11"))
        self.game = deployed(game, *guards)
        assert isinstance(self.wait, DeployWait) and len(self.wait.hexes) == 8
        reserve = [put(f"{FOOT}-{number}", at) for number, at in enumerate(self.wait.hexes[:5], 1)]
        return next(filter(None, map(self.do, reserve)), None)

    def overlap(self, number: str, letter: str, other_number: str, other_letter: str) -> None:
        """Deploy all Guards: of the two that are due on one hex one stands there, and it is told whose."""
        numbers = {letter: number, other_letter: other_number}
        sets = dict(zip("AB", ALLIED_MAP.camps[SOUTH], strict=True))
        game = chosen(ALLIED_MAP)
        for held, seat in sets.items():
            game = done(game, lineup(seat, f"standard_{held.lower()}", int(numbers[held]), 1, 2, None))
        self.game = done(game, *(drawn(game, seat) for seat in ALLIED_MAP.camps[NORTH]))
        while isinstance(self.wait, DeployWait):
            self._deploy_guard(self.wait)
        there = self.game.state.standing_on(Hex(DUE))
        assert there is not None
        (held,) = (held for held, seat in sets.items() if seat is there.seat)
        self.said = [f"card {numbers[held]} of set {held} deploys there"]

    def _deploy_guard(self, wait: DeployWait) -> None:
        """Deploy a unit: a left Guard's of south's where it is due, or on the baseline if kept out."""
        assert wait.seat is not None
        unit = next_unit(self.game, FOOT, wait.seat)
        is_due = wait.seat.camp is SOUTH and wait.part is DeploymentPart.LEFT
        refused = self.do(put(unit, DUE)) if is_due else "elsewhere"
        if refused is not None:
            assert refused in ("elsewhere", "occupied")
            line = "2" if wait.seat.is_south else "12"
            assert self.do(put(unit, next(at for at in wait.hexes if at[1:] == line))) is None
        assert self.do(FINISH) is None

    def three_guards(self) -> None:
        game = laid(ALLIED_MAP)
        arms = arms_of(game.state)
        lineup, parts = arms.lineups[Seat.SOUTH_ALLY], parts_of(game.ruleset)
        others = [str(int(card is not None)) for card in (lineup.reserve, lineup.scout)]
        specialists = arms.choosing.count(Seat.SOUTH_ALLY)
        self.said = [str(len(parts)), str(len(lineup.guards)), *others, str(specialists)]


OF_EPIC_ARMS: Mapping[str, Callable[..., str | None]] = {
    r"deploy two there": ByEpicArms.two_scouts,
    r"deploy the third": ByEpicArms.third_scout,
    r"deploy five units on the second row": ByEpicArms.whole_reserve,
    r"card (\d) of set (\w) against card (\d) of set (\w)": ByEpicArms.overlap,
    r"cards drawn, Guards, Reserve, Scout Guard, Specialists": ByEpicArms.three_guards,
}
ByEpicArms.sentences = {**OF_EPIC_ARMS, **ByArms.sentences}
