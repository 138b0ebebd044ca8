"""How fast the rules are: steps of whole games on one core, and exact odds.

Run by hand or by ``make bench``; prints a table.  Times are of the processor, so
that a busy machine does not matter much.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.reconcile.referee import explain
from rules.kernel import messages as m
from rules.kernel.battle.attacks import targets
from rules.kernel.battle.odds import Policy, odds_of
from rules.kernel.decide import decide, options
from rules.kernel.evolve import evolve
from rules.kernel.game import new_game, play
from rules.kernel.notation.position import parse_position
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import UnitId
from tests.rules.first.engine import rules as first_rules, wild_rules
from tests.rules.first.playing import play_random as play_first
from tests.rules.playing import full_rules, learning_rules, play_random

GAMES = 40
FULL_GAMES = 15
FIRST_GAMES = 8
ROUNDS = 3
POINTS = 150  # enough for eighteen units a side
WANTED_STEPS = 20_000
WANTED_FULL_STEPS = 15_000
WANTED_LARGE_STEPS = 12_000
WANTED_MS = 5.0
WANTED_EXPLAINED_MS = 100.0
POSITION = """
turn: 2, south, order
citadel_guard-1 at E5
blood_harvesters-1 at F5, 1 figure
viper_legion-1 at H8
yeoman_archers-1 at E8
citadel_guard-2 at B2
"""
FIGHTS = (
    ("citadel_guard-1", "blood_harvesters-1"),
    ("blood_harvesters-1", "citadel_guard-1"),
    ("viper_legion-1", "yeoman_archers-1"),
)


def scripts(ruleset: Ruleset, count: int) -> list[list[m.Command]]:
    """Return the commands of *count* random games: choosing them is not measured."""
    games = (play_random(ruleset, seed, whims=False) for seed in range(count))
    return [[entry.command for entry in game.log if entry.command is not None] for game in games]


def steps_per_second(ruleset: Ruleset, games: list[list[m.Command]]) -> tuple[float, float]:
    """Return how many commands, and how many events, are decided and applied in a second, at best."""
    return max(_steps_per_second(ruleset, games) for _ in range(ROUNDS))


def _steps_per_second(ruleset: Ruleset, games: list[list[m.Command]]) -> tuple[float, float]:
    commands = events = 0
    begun = process_time()
    for game in games:
        now = new_game(ruleset)
        for command in game:
            now, decision = play(now, command)
            assert not isinstance(decision, m.Refusal)
            commands += 1
            events += len(decision)
    took = process_time() - begun
    return commands / took, events / took


def evolves_per_second(ruleset: Ruleset, games: list[list[m.Command]]) -> float:
    """Return how many events are applied in a second, as when a log is loaded."""
    start = new_game(ruleset)
    logs: list[m.Event] = []
    for game in games:
        now = start
        for command in game:
            decision = decide(now, command)
            assert not isinstance(decision, m.Refusal)
            logs += decision
            now = play(now, command).game
    begun = process_time()
    state = start.state
    for event in logs:
        state = start.state if isinstance(event, m.BannerPlaced) else evolve(state, event)
    return len(logs) / (process_time() - begun)


def milliseconds(job: Callable[[], object], times: int) -> float:
    """Return how long *job* takes, the best of three rounds."""
    rounds = []
    for _ in range(3):
        begun = process_time()
        for _ in range(times):
            job()
        rounds.append(1000 * (process_time() - begun) / times)
    return min(rounds)


def odds_rows(game: Game) -> list[tuple[str, float]]:
    """Return what odds cost, with and without the counter, by policy."""
    rows = []
    for unit, target in FIGHTS:
        for policy in Policy:
            for counter in (False, True):
                what = f"{unit} at {target}, {policy}{', counter' if counter else ''}"

                def job(
                    unit: str = unit, target: str = target, policy: Policy = policy, counter: bool = counter
                ) -> object:
                    return odds_of(game, UnitId(unit), UnitId(target), policy=policy, counter=counter)

                rows.append((what, milliseconds(job, 20)))
    return rows


def full_positions(ruleset: Ruleset, games: list[list[m.Command]]) -> list[Game]:
    """Return positions of *games* in which units are ordered about, every twelfth one."""
    found = []
    for game in games:
        now = new_game(ruleset)
        for command in game:
            now = play(now, command).game
            if isinstance(now.state.wait, m.OrdersWait):
                found.append(now)
    return found[::12]


def any_odds(positions: list[Game]) -> list[float]:
    """Return how long the odds of each attack in *positions* take, in ms."""
    return [
        milliseconds(partial(odds_of, game, unit.id, target), 1)
        for game in positions
        for unit in game.state.army(game.state.active)
        for target in targets(game, unit)
    ]


def print_full() -> None:
    """Measure full games, set-up, terrain and lore cards included, and print."""
    ruleset = full_rules(points=POINTS)
    games = scripts(ruleset, FULL_GAMES)
    commands, _ = steps_per_second(ruleset, games)
    positions = full_positions(ruleset, games)
    took = any_odds(positions)
    listing = median(milliseconds(partial(options, game), 1) for game in positions)
    print(
        f"{'full game, decide + evolve, commands':<62}{commands:>12,.0f} /s   (wanted {WANTED_FULL_STEPS:,})"
    )
    print(f"{'full game, options, the median':<62}{listing:>12.2f} ms")
    print(f"{f'full game, odds of {len(took)} attacks, the median':<62}{median(took):>12.2f} ms")
    print(f"{'full game, odds of an attack, the slowest':<62}{max(took):>12.2f} ms")


def first_scripts(ruleset: Ruleset) -> list[list[m.Command]]:
    """Return the commands of random games of the First Edition."""
    games = (play_first(ruleset, seed, whims=False) for seed in range(FIRST_GAMES))
    return [[entry.command for entry in game.log if entry.command is not None] for game in games]


def first_odds(ruleset: Ruleset, games: list[list[m.Command]]) -> list[float]:
    """Return how long the odds of each attack that is offered in *games* take, with battling back, in ms."""
    return [
        milliseconds(partial(odds_of, now, attack.unit, attack.target, counter=True), 1)
        for now in full_positions(ruleset, games)
        for attack in options(now)
        if isinstance(attack, m.Attack)
    ]


def print_first() -> None:
    """Measure games of the First Edition, with the abilities of its packs, and print."""
    for name, ruleset in (("Lore game", first_rules("war_council")), ("all packs", wild_rules())):
        games = first_scripts(ruleset)
        commands, _ = steps_per_second(ruleset, games)
        took = first_odds(ruleset, games)
        positions = full_positions(ruleset, games)
        listing = median(milliseconds(partial(options, game), 1) for game in positions)
        head = f"First Edition, {name}"
        print(f"{f'{head}, decide + evolve':<62}{commands:>12,.0f} /s   (wanted {WANTED_FULL_STEPS:,})")
        print(f"{f'{head}, options, the median':<62}{listing:>12.2f} ms")
        print(f"{f'{head}, odds of {len(took)} attacks, the median':<62}{median(took):>12.2f} ms")
        print(
            f"{f'{head}, odds of an attack, the slowest':<62}{max(took):>12.2f} ms   (wanted {WANTED_MS:.0f})"
        )


def print_large() -> None:
    """Measure games on the large board, of two and of four sides, and print."""
    for name, variants in (("Epic", ()), ("Reluctant Allies", ("reluctant_allies",))):
        ruleset = first_rules("high_council", *variants)
        games = first_scripts(ruleset)
        commands, _ = steps_per_second(ruleset, games)
        print(f"{f'{name}, decide + evolve':<62}{commands:>12,.0f} /s   (wanted {WANTED_LARGE_STEPS:,})")
        took = moved_units(full_positions(ruleset, games))
        what = f"{name}, four moved units explained, {len(took)} times"
        print(f"{f'{what}, the median':<62}{median(took):>12.2f} ms")
        print(f"{f'{what}, the slowest':<62}{max(took):>12.2f} ms   (wanted {WANTED_EXPLAINED_MS:.0f})")


def moved_units(positions: list[Game]) -> list[float]:
    """Return how long the referee takes to find which moves of four units led on from *positions*, in ms."""
    found = []
    for game in positions:
        after, moved = game, 0
        for unit in game.state.army(game.state.active):
            ordered = play(after, m.Order(unit=unit.id)).game
            moves = [each for each in options(ordered) if isinstance(each, m.Move) and each.unit == unit.id]
            if moves and moved < 4:
                after, moved = play(ordered, moves[len(moves) // 2]).game, moved + 1
        if moved == 4:
            seen = {unit.id: unit.at for unit in after.state.units.values() if unit.at is not None}
            found.append(milliseconds(partial(explain, game, seen), 1))
    return found


def main() -> None:
    """Measure and print."""
    ruleset = learning_rules()
    games = scripts(ruleset, GAMES)
    commands, events = steps_per_second(ruleset, games)
    busiest = max((game for game in games), key=len)
    middle = new_game(ruleset)
    for command in busiest[: len(busiest) // 2]:
        middle = play(middle, command).game
    print(f"{'decide + evolve, commands':<62}{commands:>12,.0f} /s   (wanted {WANTED_STEPS:,})")
    print(f"{'decide + evolve, events':<62}{events:>12,.0f} /s")
    print(f"{'evolve alone, events':<62}{evolves_per_second(ruleset, games):>12,.0f} /s")
    print(f"{'options in the middle of a game':<62}{milliseconds(lambda: options(middle), 20):>12.2f} ms")
    print(f"odds (wanted below {WANTED_MS:.0f} ms without the counter)")
    for what, took in odds_rows(parse_position(POSITION, ruleset)):
        print(f"  {what:<60}{took:>12.2f} ms")
    print_full()
    print_first()
    print_large()


if __name__ == "__main__":
    main()
