"""The past of a game: its log to the very first entry, how it stood then, and what a correction comes to.

What is hidden stays so: a seat is shown of a former moment what it may see of that moment.
Reads the journal; the table writes them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.input.text import shortened
from companion.journal.journal import Journal, PlayedEntry, Replayed
from companion.reconcile.log_lines import SHOWN, line_of
from companion.reconcile.moment import LogLine
from companion.table.result import BrokenEntry, RequestResult
from companion.table.view_json import seen_by
from companion.words.announcer import command_text, log_text, refusal_text, wait_text
from companion.words.names import Language, side_name, wording_of
from companion.words.phrases import load_phrases
from rules.kernel import messages as m
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, Entry, Overrule, Refusal
from rules.kernel.replay import Broken, replaced
from rules.kernel.translatable import Message, counted
from rules.kernel.values import Seat
from rules.kernel.view import View, view

MOST_LINES = 500
"""How many lines are told at once."""

MOST_LETTERS = 120
"""Of a line of the log that is told within a sentence: it is said in one breath."""

MOST_CHOICES = 60
_ALL = 10**12

TOLD_ANEW = (m.Roll, m.CorrectScore, m.CorrectUnit, m.PlaceUnit, m.PlaceBanner, m.PlaceTerrain)
"""What is told of the table, not chosen among what is legal."""


class Correction(NamedTuple):
    """What takes the place of everything after entry *to*; *text* says what was corrected.

    It is "" where nothing was: what was taken back is done again.
    """

    to: int
    redone: tuple[Replayed, ...]
    text: str


class PastBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it was after the entry of *line* (None: at the start), for one seat; *asked* in words."""

    seq: int
    line: LogLine | None
    game: View
    asked: str
    former: int | None
    next: int | None


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """Something else that could have been done."""

    text: str
    command: Command


class PastEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to be corrected: the *game* just before it, and what else it could have been.

    *command* is None where it is hidden or nothing in it can be changed: it can be left out.
    """

    line: LogLine
    game: View
    command: Command | None
    dice: int
    choices: tuple[Alternative, ...]


class Lines(NamedTuple):
    """Lines of the log, oldest first, and how many come *earlier*."""

    lines: tuple[LogLine, ...]
    earlier: int


def lines(journal: Journal, *, after: int = 0, before: int | None = None, count: int) -> Lines:
    """Return the newest *count* lines of the log between entries *after* and *before* (None: now)."""
    language = _language(journal)
    played = tuple(journal.played)
    first = bisect_right(played, after, key=_seq)
    end = bisect_left(played, before or _ALL, first, key=_seq)
    earlier = max(0, end - first - min(count, MOST_LINES))
    return Lines(tuple(line_of(one, language) for one in played[first + earlier : end]), earlier)


def board_at(journal: Journal, seq: int, seat: Seat | None) -> PastBoard:
    """Return what *seat* may see of the game after entry *seq*.  Raises LookupError for none that counts."""
    played = tuple(journal.played)
    index = -1 if seq == 0 else _index(played, seq)
    game = journal.start if index < 0 else played[index].game
    shown = seen_by(seat, game, journal.language)
    return PastBoard(
        seq=seq,
        line=None if index < 0 else line_of(played[index], _language(journal)),
        game=msgspec.structs.replace(shown, options=()),
        asked=wait_text(shown.wait, game, journal.language),
        former=None if index < 0 else played[index - 1].entry.seq if index else 0,
        next=played[index + 1].entry.seq if index + 1 < len(played) else None,
    )


def entry_at(journal: Journal, seq: int, seat: Seat | None) -> PastEntry:
    """Return entry *seq* as *seat* may correct it.  Raises LookupError for none that counts."""
    played = tuple(journal.played)
    index = _index(played, seq)
    game = played[index - 1].game if index else journal.start
    command = played[index].entry.command
    inner = command.command if isinstance(command, Overrule) else command
    is_shown = isinstance(inner, SHOWN)
    wait = game.state.wait
    return PastEntry(
        line=line_of(played[index], _language(journal)),
        game=msgspec.structs.replace(seen_by(seat, game, journal.language), options=()),
        command=inner if is_shown else None,
        dice=wait.count if isinstance(wait, m.DiceWait) else 0,
        choices=alternatives(inner, game, journal.language) if is_shown and inner is not None else (),
    )


def correction(
    journal: Journal, seq: int, command: Command | None, *, by: str, keep: bool, seat: Seat | None
) -> Correction | RequestResult:
    """Return what makes entry *seq* *command* (None: nothing), or why it cannot be.

    It is judged by what *seat* (None: everybody) may know.  Without *keep* everything that came after it
    must still hold.
    """
    try:
        former = journal.played[_index(journal.played, seq)]
    except LookupError:
        return RequestResult(sentence=journal.tr("That entry has been taken back already."))
    before = journal.before(seq)
    moment = journal.at(before)
    again = replaced(moment, journal.after(before), seq, command, seat)
    if isinstance(again, Refusal):
        return RequestResult(refusal=again, sentence=f"{refusal_text(again, moment, journal.language)}.")
    if again.broken is not None and not keep:
        return RequestResult(fallen=_fallen(again.broken, again.lost, _language(journal)))
    tr = journal.tr
    if command is None:
        text = tr("{1} (left out)", line_of(former, _language(journal)).text)
    elif isinstance(command, m.CorrectScore | m.CorrectUnit):
        text = _as_corrected(command, moment, journal.language)
    else:
        text = command_text(command, moment, journal.language)
    own = msgspec.structs.replace(former.entry, by=by)
    first = () if command is None else (Replayed(command, own),)
    followed = again.commands[len(first) :]
    later = (Replayed(each, entry) for each, entry in zip(followed, again.held, strict=True))
    return Correction(before, (*first, *later), text)


def done_again(journal: Journal, gone: Sequence[Entry]) -> Correction:
    """Return what does again the entries *gone* that were taken back last."""
    redone = tuple(Replayed(entry.command, entry) for entry in gone if entry.command is not None)
    return Correction(journal.before(journal.last + 1), redone, "")


def _as_corrected(command: Command, moment: Game, language: Language | None) -> str:
    """Return what people told of the table, without the log's "Corrected:" before it."""
    game, decision = play(moment, command)
    assert not isinstance(decision, Refusal), "it has been played once already"
    before, _, text = log_text(decision, game, language).partition(": ")
    return text or before


def _fallen(broken: Broken, lost: int, language: Language) -> BrokenEntry:
    """Return in words what no longer holds; of a hidden command it is not told why."""
    entry, command = broken.entry, broken.entry.command
    inner = command.command if isinstance(command, Overrule) else command
    is_open = isinstance(inner, SHOWN)
    why = (
        refusal_text(broken.refusal, broken.game, language) if is_open else language.tr("It no longer holds")
    )
    text = "" if command is None or not is_open else command_text(command, broken.game, language)
    return BrokenEntry(seq=entry.seq, text=text, why=f"{why}.", lost=lost)


def carried(made: Correction, played: Sequence[PlayedEntry]) -> dict[int, int]:
    """Return which entry each of *played*, the undo aside, was before the correction *made*."""
    return {
        one.entry.seq: redone.like.seq
        for one, redone in zip(played[1:], made.redone, strict=True)
        if redone.like is not None
    }


def changes_told(made: Correction, journal: Journal, before: Game) -> str:
    """Return what was corrected, and what that changed in points since *before*, in words."""
    tr, after = journal.tr, journal.game
    words = wording_of(after, journal.language, spoken=False)
    told = [tr("The past was corrected: {1}.", made.text)] if made.text else []
    told += [] if made.text else [tr("What was taken back is done again.")]
    for seat in after.ruleset.seats:
        points, were = after.state.sides[seat].points, before.state.sides[seat].points
        if points != were:
            name = side_name(seat, words)
            told.append(tr("{1}, {2}: {3}, no longer {4}.", words.goal("name"), name, points, were))
    if before.state.winner is not None and after.state.winner is None:
        told.append(tr("The game goes on."))
    return " ".join(told)


def taken_back_told(journal: Journal, to: int, *, by: str) -> str:
    """Return what *by* takes back with everything after entry *to*, in a sentence that is also spoken."""
    language, played = _language(journal), tuple(journal.played)
    kept = bisect_right(played, to, key=_seq)
    who, many = language.log_name(by), len(played) - kept
    entries = counted(many, "{1} entry", "{1} entries")
    told = Message("{1} took back {2}, back to the start.", who, entries)
    if many == 1:
        told = Message("{1} took this back: {2}.", who, _short(played[-1], language))
    elif kept:
        last = _short(played[kept - 1], language)
        told = Message("{1} took back {2}, back to: {3}.", who, entries, last)
    sentence = language.tr(told)
    return sentence[:1].upper() + sentence[1:]


def _short(played: PlayedEntry, language: Language) -> str:
    return shortened(line_of(played, language).text.rstrip("."), MOST_LETTERS)


def alternatives(command: Command, game: Game, language: Language | None) -> tuple[Alternative, ...]:
    """Return what else than *command* could have been done in *game*, the likeliest first."""
    if isinstance(command, TOLD_ANEW):
        return ()
    offered = view(game, None).options  # what everybody may know
    alike = [each for each in offered if isinstance(each, SHOWN) and each != command]
    if isinstance(game.state.wait, m.OrdersWait):
        alike = [each for each in alike if _is_alike(each, command)]
    alike.sort(key=lambda other: _away(other, command, game))
    return tuple(
        Alternative(text=command_text(each, game, language), command=each) for each in alike[:MOST_CHOICES]
    )


def _away(other: Command, command: Command, game: Game) -> tuple[int, int, int, int]:
    """Return how far *other* lies from *command* that was told: people and cameras mistake what is near.

    By hexes on the board and numbers that are told, then by cards.  Of hexes as near the one is likelier to
    which the unit goes farther.
    """
    here, there = (_places(each, game) for each in (command, other))
    apart = sum(_distance(one, two, game) for one, two in zip(here, there, strict=True))
    told, else_told = (getattr(each, "value", getattr(each, "hexes", 0)) for each in (command, other))
    return apart + abs(told - else_told), *_cards_apart(command, other, game), -_distance(*there, game)


def _cards_apart(command: Command, other: Command, game: Game) -> tuple[int, int]:
    """Return how far apart the cards of two commands are: by a word of their names, or by their places.

    The same card used otherwise is nearest, another card used otherwise farthest.
    """
    cards = list(game.ruleset.catalogue.cards)
    mine, its = (getattr(each, "card", None) for each in (command, other))
    if mine not in cards or its not in cards:
        return 0, 0
    places = abs(cards.index(mine) - cards.index(its))
    is_akin = not set(mine.split("_")).isdisjoint(its.split("_"))
    is_used_alike = getattr(command, "anywhere", False) == getattr(other, "anywhere", False)
    return int(mine != its and not is_used_alike), places - int(is_akin)


def _distance(here: Hex | None, there: Hex | None, game: Game) -> int:
    if here is None or there is None:
        return int(here is not there)
    return game.ruleset.board.distance(here, there)


def _places(command: Command, game: Game) -> tuple[Hex | None, Hex | None]:
    """Return the hex that *command* says, or where its target stands, and that where its unit does."""
    said = next((getattr(command, field) for field in ("to", "at") if hasattr(command, field)), None)
    named = (getattr(command, field, None) for field in ("target", "unit"))
    target, unit = (None if name is None else game.state.units.get(name) for name in named)
    aim = None if target is None else target.at
    return (aim if said is None else Hex(said)), None if unit is None else unit.at


def _is_alike(other: Command, command: Command) -> bool:
    """Return whether *other* is the same sort of thing, done by the same unit, or to the same one."""
    if type(other) is not type(command) or isinstance(command, m.Order):
        return type(other) is type(command)
    same = (getattr(each, "unit", None) for each in (other, command))
    return len(set(same)) == 1 or (
        isinstance(other, m.Attack) and isinstance(command, m.Attack) and other.target == command.target
    )


def _index(played: Sequence[PlayedEntry], seq: int) -> int:
    found = bisect_left(played, seq, key=_seq)
    if found == len(played) or played[found].entry.seq != seq:
        raise LookupError(f"entry {seq} is none that counts")
    return found


def _seq(one: PlayedEntry) -> int:
    return one.entry.seq


def _language(journal: Journal) -> Language:
    return journal.language or Language(load_phrases(journal.start.ruleset.edition.id))
