"""Which rule something comes from: the glossary's entries about events and waits.

A refusal names its rule itself.  Knows no words: those stand in the glossary.
"""

from collections.abc import Iterable, Mapping

from companion.words.editions import words_of
from rules.kernel import messages as m
from rules.kernel.values import Step

STEPS: Mapping[Step, tuple[str, ...]] = {
    Step.ORDER: ("order", "move", "attack"),
    Step.ATTACK: ("attack", "target"),
    Step.LATE_MOVES: ("mobility",),
}

_IN_PASSING = (m.Awaited, m.StepStarted, m.TurnStarted, m.TurnEnded, m.CombatEnded)


def rule_of(message: m.Event | m.Wait, edition: str) -> str:
    """Return the entry of *edition*'s glossary about what has happened, or about what the game waits for."""
    told = words_of(edition)
    table = told.waits if isinstance(message, m.Wait) else told.events
    return table[type(message)].entry_about(message)


def rules_asked(wait: m.Wait, step: Step, edition: str) -> tuple[str, ...]:
    """Return the entries about what the game waits for in *step*."""
    if isinstance(wait, m.OrdersWait) and step in STEPS:
        return STEPS[step]
    return (rule_of(wait, edition),)


def rules_of(events: Iterable[m.Event], edition: str) -> tuple[str, ...]:
    """Return the entries about *events*, each once; what happens in passing only where nothing else did."""
    events = tuple(events)
    found = [rule_of(event, edition) for event in events if not isinstance(event, _IN_PASSING)]
    found = found or [rule_of(event, edition) for event in events if not isinstance(event, m.Awaited)]
    return tuple(dict.fromkeys(found))
