"""Which rule something comes from: the glossary's entries about events and waits.

A refusal names its rule itself.  Knows no words: those stand in the glossary.
"""

from collections.abc import Iterable, Iterator, Mapping

from companion.words.editions import words_of
from companion.words.message_words import MessageWords, Occurrence
from rules.kernel import messages as m
from rules.kernel.chapters.abilities import doers
from rules.kernel.chapters.sums import PartSort
from rules.kernel.ruleset import Game
from rules.kernel.values import Step, UnitId

STEPS: Mapping[Step, tuple[str, ...]] = {
    Step.ORDER: ("order", "move", "attack"),
    Step.ATTACK: ("attack", "target"),
    Step.LATE_MOVES: ("mobility",),
}

_PARTS: Mapping[PartSort, str] = {
    PartSort.SUPPORT: "supported",
    PartSort.CARD: "cards",
    PartSort.LORE_CARD: "lore_cards",
}
"""The entries about parts of sums that are no things with an entry of their own."""

_IN_PASSING = (m.Awaited, m.StepStarted, m.TurnStarted, m.TurnEnded, m.CombatEnded)


def entries_of(event: m.Event, edition: str) -> tuple[str, ...]:
    """Return the entries of *edition*'s glossary about what has happened."""
    return words_of(edition).events[type(event)].entries_about(event)


def rules_asked(wait: m.Wait, game: Game) -> tuple[str, ...]:
    """Return the entries about *wait*, what *game* waits for."""
    if isinstance(wait, m.OrdersWait) and game.state.step in STEPS:
        return STEPS[game.state.step]
    told = words_of(game.ruleset.edition.id).waits[type(wait)]
    unit = game.state.units.get(getattr(wait, "unit", None) or UnitId(""))
    own = () if told.question is None or unit is None else doers(game, told.question, unit)
    return (*(own or told.entries_about(wait)), *_of_parts(told, Occurrence(wait, game)))


def _of_parts(told: MessageWords, one: Occurrence) -> Iterator[str]:
    """Yield the entries about what the number comes of that *one* is about."""
    found = told.sum_of(one)
    parts = () if found is None else found.parts
    return (_PARTS.get(part.sort, part.of) for part in parts if part.sort is not PartSort.UNIT)


def rules_of(events: Iterable[m.Event], game: Game) -> tuple[str, ...]:
    """Return the entries about *events*, each once; what happens in passing only where nothing else did.

    *game* is the one after them.
    """
    events, edition = tuple(events), game.ruleset.edition.id
    counted = [event for event in events if not isinstance(event, _IN_PASSING)]
    counted = counted or [event for event in events if not isinstance(event, m.Awaited)]
    found = [entry for event in counted for entry in entries_of(event, edition)]
    for event in counted:
        found += _of_parts(words_of(edition).events[type(event)], Occurrence(event, game))
    return tuple(dict.fromkeys(found))
