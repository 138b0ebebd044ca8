"""How a demonstration of the Second Edition answers its own waits."""

from random import Random

from companion.demo.editions.demo_edition import DemoEdition
from rules.kernel.game import Game
from rules.kernel.messages import Command
from rules.second.messages import (
    ChooseWay,
    Commit,
    CommitWait,
    ExchangeLore,
    ExchangeWait,
    IgnoreRetreats,
    IgnoreWait,
    WayWait,
)


def _commit(random: Random, game: Game, wait: CommitWait) -> tuple[Command, ...]:
    return (Commit(dice=wait.usual),)


def _ignore(random: Random, game: Game, wait: IgnoreWait) -> tuple[Command, ...]:
    return (IgnoreRetreats(hexes=wait.usual),)


def _choose_way(random: Random, game: Game, wait: WayWait) -> tuple[Command, ...]:
    return (ChooseWay(way=random.choice(wait.ways)),)


def _exchange(random: Random, game: Game, wait: ExchangeWait) -> tuple[Command, ...]:
    return (ExchangeLore(points=wait.most),)


def _is_way_shown(before: Game, command: ChooseWay, after: Game) -> bool:
    return any(unit.at != before.state.units[name].at for name, unit in after.state.units.items())


SECOND_DEMO = DemoEdition(
    answers={CommitWait: _commit, IgnoreWait: _ignore, WayWait: _choose_way, ExchangeWait: _exchange},
    shown={ChooseWay: _is_way_shown},
)
