"""What the Second Edition's unit cards, scenario cards and army cards say, as the glossary tells it."""

from collections.abc import Iterator

from companion.words.subjects import PrintedWords, Subject, as_sentences
from rules.kernel.catalogue import Catalogue
from rules.kernel.printed import Kind
from rules.kernel.translatable import Message, counted
from rules.second.printed import ArmyCard, ScenarioCard


def unit_card(words: PrintedWords, catalogue: Catalogue, kind: Kind) -> Iterator[str]:
    """Yield what is on the card of *kind*: its numbers, traits and abilities."""
    numbers = [
        Message("move not known") if kind.move is None else Message("move {1}", kind.move),
        Message("combat not known") if kind.combat is None else Message("combat {1}", kind.combat),
        Message("health {1}", kind.health),
        Message("muster cost not known") if kind.cost is None else Message("muster cost {1}", kind.cost),
    ]
    if kind.range is not None:
        numbers.insert(2, Message("range {1} to {2}", *kind.range))
    yield as_sentences(
        (
            ", ".join(map(words.tr, numbers)),
            ", ".join(map(words.phrases.trait, kind.traits)),
            ", ".join(words.abilities(catalogue, kind)),
        )
    )


def own_subjects(words: PrintedWords, catalogue: Catalogue) -> Iterator[Subject]:
    """Yield the scenario cards and the army cards."""
    cards = catalogue.of(ScenarioCard).values()
    yield from words.summed_up("scenario_cards", "scenario_cards", cards)
    for army in catalogue.of(ArmyCard).values():
        yield words.subject("army_cards", "armies", army, (_army_card(words, catalogue, army),))


def _army_card(words: PrintedWords, catalogue: Catalogue, army: ArmyCard) -> str:
    parts = [f"{count} {words.name('kinds', catalogue.kinds[kind])}" for kind, count in army.units.items()]
    parts += [words.tr("a command tent")] if army.tent else []
    parts += [words.tr("{1} lore", army.lore)] if army.lore else []
    return words.tr(counted(army.total, "{2}: {1} point.", "{2}: {1} points.", ", ".join(parts)))
