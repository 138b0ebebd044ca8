"""A whole game kept as a file that can be read: what was said, and what came of it.

After a mended rule the file shows what has changed.  To write it anew:
``python -m tests.rules.test_playthrough``.
"""

from pathlib import Path

import msgspec

from rules.kernel import messages as m
from rules.kernel.game import new_game, play
from rules.kernel.replay import divergence, fold
from rules.kernel.values import CAMPS
from rules.registry import AnyCommand
from rules.second import messages as second
from tests.rules.drawn import RULES

FILE = Path(__file__).parent / "playthroughs" / "learning.txt"
SAYS = "> "


def commands() -> list[m.Command]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    said = [line.removeprefix(SAYS) for line in lines if line.startswith(SAYS)]
    return [msgspec.json.decode(line, type=AnyCommand) for line in said]


def played(script: list[m.Command]) -> tuple[list[m.Entry], str]:
    """Return the log of *script*, and what the file says of it."""
    game, log, lines = new_game(RULES), [], []
    for seq, command in enumerate(script, start=1):
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (seq, command, decision)
        log.append(m.Entry(seq=seq, at=0.0, by="file", frame=None, command=command, events=decision))
        lines.append(SAYS + msgspec.json.encode(command).decode())
        lines += ["    " + msgspec.json.encode(event).decode() for event in decision]
    return log, "\n".join(lines) + "\n"


def test_the_kept_game_of_the_learning_scenario_goes_as_it_went() -> None:
    log, text = played(commands())
    assert text == FILE.read_text(encoding="utf-8")
    end = fold(new_game(RULES).state, log)
    assert end.winner is not None
    assert divergence(new_game(RULES), log) is None


def test_the_kept_game_knows_the_scenarios_peculiarities() -> None:
    """A game in which nothing happens would pin nothing."""
    log, _ = played(commands())
    events = [event for entry in log for event in entry.events]
    abilities = {event.ability for event in events if isinstance(event, second.Committed)}
    assert abilities == {"frenzy", "superior_tactics", "vipers_bite", "poison"}
    assert {type(event) for event in events} >= {m.Advanced, m.Unmarked, m.DeckShuffled, m.FiguresRemoved}
    assert {event.seat for event in events if isinstance(event, m.PointsGained)} == set(CAMPS)


if __name__ == "__main__":
    FILE.write_text(played(commands())[1], encoding="utf-8")
