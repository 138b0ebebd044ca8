"""The announcer: what the table is told, in words, of what has happened and what comes next.

``sentences`` and the ``…_text`` functions are pure: messages and the game after
them in, words out.  ``Announcer`` gives them to the voice.  All words come from
the phrases; this module knows which of them fits.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec

from companion.words.command_words import shown
from companion.words.levels import Priority, SpeechLevel, seconds_of
from companion.words.message_words import Filling, Occurrence, parts_text
from companion.words.names import Language, calling_who_acts, wording_of
from companion.words.phrasebook import Phrase
from companion.words.score_words import SCORE, score_told
from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.kernel.messages import (
    Awaited,
    Command,
    Damaged,
    Event,
    LoreGained,
    PointsGained,
    Refusal,
    Retracted,
    TerrainPlaced,
    TurnStarted,
    UnitJoined,
    Wait,
)
from rules.kernel.ruleset import Game
from rules.kernel.translatable import counted
from rules.kernel.values import Cause

MOST_LETTERS = 240  # of one sentence; what is longer is said in two
_PARTS = re.compile(r"(?<=[.!?;]) ")
ERRAND_TTL, DISPUTE_TTL = 30.0, 60.0  # s
MOST_PIECES = 3  # of one sort laid at once: more are not said one by one


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be said.  A newer one of the same *key* ("": none) replaces it while it waits."""

    key: str
    text: str
    priority: Priority
    ttl: float


class Speaker(Protocol):
    """What the announcer needs of a voice."""

    def say(
        self, text: str, priority: Priority = ..., *, key: str = ..., ttl: float = ..., lang: str = ...
    ) -> bool:
        """Let *text* wait to be said; never blocks."""
        ...

    def stop_speaking(self) -> None:
        """Forget what waits and end what is being said."""
        ...


class _Clause(NamedTuple):
    """A phrase filled in: *what* is said about *who* ("": a sentence of its own)."""

    who: str
    what: str
    phrase: Phrase
    key: str


def sentences(
    events: Sequence[Event],
    game: Game,
    *,
    language: Language | None = None,
    level: SpeechLevel = SpeechLevel.EVERYTHING,
) -> list[Sentence]:
    """Return what is said at *level* of one decision's *events*; *game* is the one after them.

    Neighbours about the same unit or side are one sentence.  What the game now waits
    for comes last, with a key, so that it is not said once it is no longer true.
    """
    words = wording_of(game, language, spoken=True)
    events = _told_together(events)
    said = [_sentence(words, part) for part in _portions([*_clauses(words, game, events, level)])]
    told = (*said, *_next(game, events, language, level))
    return [breath for sentence in told for breath in breaths(sentence)]


def _clauses(words: Wording, game: Game, events: Sequence[Event], level: SpeechLevel) -> Iterable[_Clause]:
    """Yield what is said of each of *events*; when all points are told, how the game stands."""
    score = [_Clause(who, what, SCORE, "") for who, what in score_told(words, events, game)]
    last_gain = max((i for i, event in enumerate(events) if isinstance(event, PointsGained)), default=-1)
    for index, event in enumerate(events):
        if index > last_gain and isinstance(event, TurnStarted | Awaited):
            yield from score
            score = []
        if not isinstance(event, Awaited) and (clause := _event_clause(words, game, events, index, level)):
            yield clause


def log_text(events: Sequence[Event], game: Game, language: Language | None = None) -> str:
    """Return *events* for the log on the screen: complete, in one line."""
    return _capital("; ".join(_parts(events, game, language)))


def summed_up(events: Sequence[Event], game: Game, language: Language | None = None) -> tuple[str, ...]:
    """Return what came of *events*, one unit or side after the other, with what is alike added up."""
    return tuple(_capital(part) for part in _parts(_told_together(events), game, language))


def _parts(events: Sequence[Event], game: Game, language: Language | None) -> tuple[str, ...]:
    """Return *events* for the screen, what is said about one unit or side after the other."""
    words = wording_of(game, language, spoken=False)
    clauses = [
        clause
        for index in range(len(events))
        if (clause := _event_clause(words, game, events, index)) is not None
    ]
    told = _by_subject(clauses)
    return tuple(", ".join([f"{about} {parts[0]}".strip(), *parts[1:]]) for about, parts in told)


def wait_text(wait: Wait, game: Game, language: Language | None = None) -> str:
    """Return what the game waits for: "Uthuk: play a command card"."""
    words = wording_of(game, language, spoken=False)
    told, one = words.told.waits[type(wait)], Occurrence(wait, game)
    return told.phrase(words.phrases.waits, one).show.format_map(Filling(words, told, one))


def command_text(command: Command, game: Game, language: Language | None = None) -> str:
    """Return *command* as a choice to be tapped: "Move Blood Harvesters 4 to F5"."""
    return shown(wording_of(game, language, spoken=False), Occurrence(command, game))


def refusal_text(refusal: Refusal, game: Game, language: Language | None = None) -> str:
    """Return why something is refused, with the rulebook's page, without a final stop."""
    words = wording_of(game, language, spoken=False)
    text = _refusal(words, refusal)
    return f"{text} ({words.page(refusal.page)})" if refusal.page else text


def _refusal(words: Wording, refusal: Refusal) -> str:
    phrase = words.phrases.refusals[refusal.why]
    fields: dict[str, object] = {}
    if refusal.unit is not None:
        fields["unit"] = words.agreeing(refusal.unit)
    if refusal.limit is not None:
        fields["limit"] = words.number(refusal.limit)
    if refusal.at is not None:
        fields["at"] = words.hex(refusal.at)
    told = ("unit", "limit", "at")
    untold = [name for name in told if f"{{{name}" in phrase.show and name not in fields]
    return (phrase.bare if untold else phrase.show).format(**fields)


def _told_together(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return *events* with what one unit suffers in one go, or one side gains by one battle, added up.

    So are the points for one side's banners.

    Crowds of pieces that are laid are left out.
    """
    told: list[Event] = []
    laid = Counter(type(event) for event in events)
    for event in events:
        if isinstance(event, TerrainPlaced | UnitJoined) and laid[type(event)] > MOST_PIECES:
            continue
        last = told[-1] if told else None
        if isinstance(event, Damaged) and isinstance(last, Damaged) and _is_one_blow(last, event):
            told[-1] = msgspec.structs.replace(last, damage=last.damage + event.damage, left=event.left)
        elif isinstance(event, PointsGained) and isinstance(last, PointsGained) and _is_one_step(last, event):
            count = last.count + event.count
            told[-1] = msgspec.structs.replace(last, count=count, total=event.total, at=None)
        elif not (isinstance(event, LoreGained) and _is_added(told, event)):
            told.append(event)
    return tuple(told)


def _is_added(told: list[Event], gain: LoreGained) -> bool:
    """Add *gain* to the lore that the same side has gained by the same battle, where it has."""
    of_battle = {Cause.DICE, Cause.ABILITY, Cause.CARD}
    for place, event in enumerate(told):
        if not isinstance(event, LoreGained) or event.seat is not gain.seat:
            continue
        if {event.cause, gain.cause} <= of_battle:
            count = event.count + gain.count
            told[place] = msgspec.structs.replace(event, count=count, total=gain.total)
            return True
    return False


def _is_one_blow(first: Damaged, second: Damaged) -> bool:
    return first.unit == second.unit and {first.cause, second.cause} <= {Cause.DICE, Cause.ABILITY}


def _is_one_step(first: PointsGained, second: PointsGained) -> bool:
    return first.seat is second.seat and first.cause is second.cause is Cause.BANNER


def _event_clause(
    words: Wording, game: Game, events: Sequence[Event], index: int, level: SpeechLevel | None = None
) -> _Clause | None:
    """Return the clause for one event, for the screen without *level*; None where its phrase is empty."""
    told, one = words.told.events[type(events[index])], Occurrence(events[index], game, events, index)
    phrase = told.phrase(words.phrases.events, one)
    template = phrase.show if level is None else phrase.spoken(level)
    if not template:
        return None
    filling = Filling(words, told, one)
    found = told.sum_of(one) if level is None else None
    parts = "" if found is None else f": {parts_text(words, found)}"
    return _Clause(
        who=phrase.who.format_map(filling),
        what=template.format_map(filling) + parts,
        phrase=phrase,
        key=phrase.key.format_map(filling),
    )


def _next(
    game: Game, events: Sequence[Event], language: Language | None, level: SpeechLevel
) -> Iterable[Sentence]:
    """Yield what the game waits for now, and from whom, where it is said at all."""
    last = events[-1] if events else None
    if not isinstance(last, Awaited) or not last.waits:
        return
    one = Occurrence(last.waits[-1], game, events)
    called = language and calling_who_acts(language, game)
    words = wording_of(game, called, spoken=True)
    told = words.told.waits[type(last.waits[-1])]
    phrase = told.phrase(words.phrases.waits, one)
    template = phrase.spoken(level)
    if template:
        text = _capital(template.format_map(Filling(words, told, one)))
        yield Sentence(key=phrase.key, text=text, priority=phrase.priority.priority, ttl=phrase.ttl)


def _by_subject(clauses: Iterable[_Clause]) -> list[tuple[str, list[str]]]:
    """Return what is said about whom, neighbours about the same one together."""
    found: list[tuple[str, list[str]]] = []
    for clause in clauses:
        if clause.who and found and found[-1][0] == clause.who:
            found[-1][1].append(clause.what)
        else:
            found.append((clause.who, [clause.what]))
    return found


def _portions(clauses: Sequence[_Clause]) -> list[list[_Clause]]:
    """Return *clauses* in portions that can be said in one breath, nobody's story cut in two."""
    portions: list[list[_Clause]] = []
    letters = 0
    for index, clause in enumerate(clauses):
        goes_on = index > 0 and clause.who != "" and clause.who == clauses[index - 1].who
        size = len(clause.who) + len(clause.what) + 2
        if not portions or (letters + size > MOST_LETTERS and not goes_on):
            portions.append([])
            letters = 0
        portions[-1].append(clause)
        letters += size
    return portions


def _sentence(words: Wording, clauses: Sequence[_Clause]) -> Sentence:
    """Return *clauses* as one text, as important as the most important and as long-lived as any of them."""
    texts = [_capital(_joined(words, who, whats)) for who, whats in _by_subject(clauses)]
    keys = {clause.key for clause in clauses}
    return Sentence(
        key=keys.pop() if len(keys) == 1 else "",
        text=" ".join(texts),
        priority=min(clause.phrase.priority.priority for clause in clauses),
        ttl=max(clause.phrase.ttl for clause in clauses),
    )


def breaths(sentence: Sentence) -> Iterator[Sentence]:
    """Yield *sentence* in as many as it takes to be said in one breath each: it may be one long list.

    Each lives longer by what those before it take to say.
    """
    portions = [""]
    for part in _PARTS.split(sentence.text):
        if portions[-1] and len(portions[-1]) + len(part) >= MOST_LETTERS:
            portions.append("")
        portions[-1] += f" {part}" if portions[-1] else part
    before = 0.0
    for number, portion in enumerate(portions):
        text = _ended(portion) if portion.endswith(";") else portion
        key = f"{sentence.key} {number}" if sentence.key and number else sentence.key
        yield msgspec.structs.replace(sentence, key=key, text=_capital(text), ttl=sentence.ttl + before)
        before += seconds_of(text)


def _joined(words: Wording, who: str, whats: Sequence[str]) -> str:
    """Return all that is said about *who* ("": the only one of *whats*, a sentence already)."""
    *head, last = whats
    if not who:
        return last
    parts = words.phrases.serial_comma and any("," in part for part in head)
    before_last = f"{', '.join(head)}{',' if parts else ''}"
    what = f"{before_last} {words.phrases.conjunction} {last}" if head else last
    return f"{who} {what}" if what.endswith(("!", "?")) else f"{who} {what}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Announcer:
    """Tells the voice what has happened.  Never blocks; without a voice it says nothing.

    *errands* returns what hands must still do, in words; it is said after an undo, since
    nothing else tells of it then.
    """

    def __init__(
        self,
        voice: Speaker | None,
        *,
        language: Language | None = None,
        level: SpeechLevel = SpeechLevel.STANDARD,
        errands: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self.level = level
        self._voice = voice
        self._language = language
        self._tr = Translator() if language is None else language.tr
        self._errands = errands

    def hear(self, events: tuple[Event, ...], game: Game) -> None:
        """Say what is to be said of *events*; an undo silences what is no longer true."""
        if self._voice is None:
            return
        is_undo = any(isinstance(event, Retracted) for event in events)
        if is_undo:
            self._voice.stop_speaking()
        for sentence in sentences(events, game, language=self._language, level=self.level):
            self._voice.say(sentence.text, sentence.priority, key=sentence.key, ttl=sentence.ttl)
        if is_undo:
            self._say_errands()

    def correct(self, text: str) -> None:
        """Say *text*, what a correction of the past has changed; what it has made untrue is not said."""
        if self._voice is None:
            return
        self._voice.stop_speaking()
        self._voice.say(_shortened(text, self._tr), key="past", ttl=ERRAND_TTL)
        self._say_errands()

    def _say_errands(self) -> None:
        if self._voice is not None and self.level.includes(SpeechLevel.STANDARD) and self._errands():
            errands = [_ended(errand) for errand in self._errands()]
            self._voice.say(_in_one_breath(errands, self._tr), key="errands", ttl=ERRAND_TTL)

    def warn(self, text: str) -> None:
        """Say *text*, a trouble or a dispute, before what the journal has to tell; the newest counts."""
        if self._voice is not None and self.level.includes(SpeechLevel.STANDARD):
            short = _shortened(text, self._tr)
            self._voice.say(short, Priority.DISPUTE, key="table", ttl=DISPUTE_TTL)


def _shortened(text: str, tr: Translator) -> str:
    """Return *text*, or as many of its sentences as can be said in one breath, and how many are left."""
    if len(text) <= MOST_LETTERS:
        return text
    return _in_one_breath(_PARTS.split(text), tr)


def _in_one_breath(texts: Sequence[str], tr: Translator) -> str:
    """Return as many of *texts*, with the signs they have, as are one breath, and how many are left."""
    told = ""
    for index, text in enumerate(texts):
        if told and len(told) + len(text) > MOST_LETTERS:
            left = len(texts) - index
            more = tr(counted(left, "{1} more is on the tablet", "{1} more are on the tablet"))
            return f"{_ended(told)} {more}."
        told += f" {text}" if told else text
    return _ended(told)


def _ended(text: str) -> str:
    """Return *text* with a sign at its end that ends a sentence."""
    return text if text.endswith((".", "!", "?")) else f"{text.rstrip(';')}."
