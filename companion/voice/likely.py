"""What will be said next, as far as it can be foreseen: after each of the likely answers to the game.

Pure.  Each answer that is offered counts as likely as any other, dice as they fall.
"""

from collections import Counter
from collections.abc import Iterator
from heapq import nlargest
from itertools import combinations_with_replacement
from math import factorial, prod

from companion.voice.speaking.text import sentences_of
from companion.words.announcer import sentences
from companion.words.levels import SpeechLevel
from companion.words.names import Language
from rules.kernel.decide import options
from rules.kernel.game import Game, play
from rules.kernel.messages import Command, DiceWait, Refusal, Roll
from rules.kernel.values import Face

MOST_ANSWERS = 60  # that are played out, of all that are offered
MOST_SENTENCES = 16
MOST_DICE = 4  # more fall in too many ways


def likely_sentences(game: Game, language: Language | None, level: SpeechLevel) -> list[str]:
    """Return the sentence that is said first at *level* after each likely answer, the likeliest first."""
    weights = Counter[str]()
    for weight, command in nlargest(MOST_ANSWERS, _answers(game), key=lambda answer: answer[0]):
        after, events = play(game, command)
        if isinstance(events, Refusal):
            continue
        said = sentences(events, after, language=language, level=level)
        if said:
            first = min(said, key=lambda sentence: sentence.priority)
            weights[sentences_of(first.text)[0]] += weight
    return [text for text, _ in weights.most_common(MOST_SENTENCES)]


def _answers(game: Game) -> Iterator[tuple[int, Command]]:
    """Yield how likely each answer is beside the others."""
    wait = game.state.wait
    if isinstance(wait, DiceWait):
        yield from _rolls(game.ruleset.edition.faces.all, wait.count)
    for command in options(game):
        yield 1, command


def _rolls(faces: tuple[Face, ...], count: int) -> Iterator[tuple[int, Command]]:
    """Yield in how many ways *count* dice fall as each roll."""
    if count > MOST_DICE:
        return
    for shown in combinations_with_replacement(faces, count):
        alike = prod(factorial(number) for number in Counter(shown).values())
        yield factorial(count) // alike, Roll(faces=shown)
