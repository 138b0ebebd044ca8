"""The past of a game: its log to the very first entry, how it stood then, and what a correction comes to.

What is hidden stays so: a seat is shown of a former moment what it may see of that moment.
Reads the books; the table writes them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.journal.journal import Books, Played, Redone
from companion.reconcile.log_lines import SHOWN, line_of
from companion.reconcile.moment import Line
from companion.table.result import Fallen, Receipt
from companion.table.view_json import seen_by
from companion.words.announcer import command_text, log_text, refusal_text, wait_text
from companion.words.names import Tongue
from companion.words.phrases import load_phrases
from rules.kernel import messages as m
from rules.kernel.game import Game, play
from rules.kernel.messages import AnyCommand, Entry, Overrule, Refusal
from rules.kernel.replay import Broken, replaced
from rules.kernel.values import Seat
from rules.kernel.view import View, view

MOST_LINES = 500
"""How many lines are told at once."""

MOST_CHOICES = 60
_ALL = 10**12

_TOLD_ANEW = (m.Roll, m.CorrectScore, m.CorrectUnit, m.PlaceUnit, m.PlaceBanner, m.PlaceTerrain)
"""What is told of the table, not chosen among what is legal."""


class Correction(NamedTuple):
    """What takes the place of everything after entry *to*; *text* says what was corrected.

    It is "" where nothing was: what was taken back is done again.
    """

    to: int
    redone: tuple[Redone, ...]
    text: str


class PastBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it was after the entry of *line* (None: at the start), for one seat; *asked* in words."""

    seq: int
    line: Line | None
    game: View
    asked: str
    former: int | None
    next: int | None


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something else that could have been done."""

    text: str
    command: AnyCommand


class PastEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to be corrected: the *game* just before it, and what else it could have been.

    *command* is None where it is hidden or nothing in it can be changed: it can be left out.
    """

    line: Line
    game: View
    command: AnyCommand | None
    dice: int
    choices: tuple[Choice, ...]


class Lines(NamedTuple):
    """Lines of the log, oldest first, and how many come *earlier*."""

    lines: tuple[Line, ...]
    earlier: int


def lines(books: Books, *, after: int = 0, before: int | None = None, count: int) -> Lines:
    """Return the newest *count* lines of the log between entries *after* and *before* (None: now)."""
    tongue = _tongue(books)
    played = tuple(books.played)
    first = bisect_right(played, after, key=_seq)
    end = bisect_left(played, before or _ALL, first, key=_seq)
    earlier = max(0, end - first - min(count, MOST_LINES))
    return Lines(tuple(line_of(one, tongue) for one in played[first + earlier : end]), earlier)


def board_at(books: Books, seq: int, seat: Seat | None) -> PastBoard:
    """Return what *seat* may see of the game after entry *seq*.  Raises LookupError for none that counts."""
    played = tuple(books.played)
    index = -1 if seq == 0 else _index(played, seq)
    game = books.start if index < 0 else played[index].game
    shown = seen_by(seat, game, books.tongue)
    return PastBoard(
        seq=seq,
        line=None if index < 0 else line_of(played[index], _tongue(books)),
        game=msgspec.structs.replace(shown, options=()),
        asked=wait_text(shown.wait, game, books.tongue),
        former=None if index < 0 else played[index - 1].entry.seq if index else 0,
        next=played[index + 1].entry.seq if index + 1 < len(played) else None,
    )


def entry_at(books: Books, seq: int, seat: Seat | None) -> PastEntry:
    """Return entry *seq* as *seat* may correct it.  Raises LookupError for none that counts."""
    played = tuple(books.played)
    index = _index(played, seq)
    game = played[index - 1].game if index else books.start
    command = played[index].entry.command
    inner = command.command if isinstance(command, Overrule) else command
    is_shown = isinstance(inner, SHOWN)
    wait = game.state.wait
    return PastEntry(
        line=line_of(played[index], _tongue(books)),
        game=msgspec.structs.replace(seen_by(seat, game, books.tongue), options=()),
        command=inner if is_shown else None,
        dice=wait.count if isinstance(wait, m.DiceWait) else 0,
        choices=_choices(inner, game, books.tongue) if is_shown and inner is not None else (),
    )


def correction(
    books: Books, seq: int, command: AnyCommand | None, *, by: str, keep: bool, seat: Seat | None
) -> Correction | Receipt:
    """Return what makes entry *seq* *command* (None: nothing), or why it cannot be.

    It is judged by what *seat* (None: everybody) may know.  Without *keep* everything that came after it
    must still hold.
    """
    try:
        former = books.played[_index(books.played, seq)]
    except LookupError:
        return Receipt(sentence=books.tell("That entry has been taken back already."))
    before = books.before(seq)
    moment = books.at(before)
    again = replaced(moment, books.after(before), seq, command, seat)
    if isinstance(again, Refusal):
        return Receipt(refusal=again, sentence=f"{refusal_text(again, moment, books.tongue)}.")
    if again.broken is not None and not keep:
        return Receipt(fallen=_fallen(again.broken, again.lost, _tongue(books)))
    tell = books.tell
    if command is None:
        text = tell("{1} (left out)", line_of(former, _tongue(books)).text)
    elif isinstance(command, m.CorrectScore | m.CorrectUnit):
        text = _as_corrected(command, moment, books.tongue)
    else:
        text = command_text(command, moment, books.tongue)
    own = msgspec.structs.replace(former.entry, by=by)
    first = () if command is None else (Redone(command, own),)
    followed = again.commands[len(first) :]
    later = (Redone(each, entry) for each, entry in zip(followed, again.held, strict=True))
    return Correction(before, (*first, *later), text)


def done_again(books: Books, gone: Sequence[Entry]) -> Correction:
    """Return what does again the entries *gone* that were taken back last."""
    redone = tuple(Redone(entry.command, entry) for entry in gone if entry.command is not None)
    return Correction(books.before(books.last + 1), redone, "")


def _as_corrected(command: AnyCommand, moment: Game, tongue: Tongue | None) -> str:
    """Return what people told of the table, without the log's "Corrected:" before it."""
    game, decision = play(moment, command)
    assert not isinstance(decision, Refusal), "it has been played once already"
    before, _, text = log_text(decision, game, tongue).partition(": ")
    return text or before


def _fallen(broken: Broken, lost: int, tongue: Tongue) -> Fallen:
    """Return in words what no longer holds; of a hidden command it is not told why."""
    entry, command = broken.entry, broken.entry.command
    inner = command.command if isinstance(command, Overrule) else command
    is_open = isinstance(inner, SHOWN)
    why = refusal_text(broken.refusal, broken.game, tongue) if is_open else tongue.tell("It no longer holds")
    text = "" if command is None or not is_open else command_text(command, broken.game, tongue)
    return Fallen(seq=entry.seq, text=text, why=f"{why}.", lost=lost)


def carried(made: Correction, played: Sequence[Played]) -> dict[int, int]:
    """Return which entry each of *played*, the undo aside, was before the correction *made*."""
    return {
        one.entry.seq: redone.like.seq
        for one, redone in zip(played[1:], made.redone, strict=True)
        if redone.like is not None
    }


def changes_told(made: Correction, books: Books, before: Game) -> str:
    """Return what was corrected, and what that changed in points since *before*, in words."""
    tell, after = books.tell, books.game
    told = [tell("The past was corrected: {1}.", made.text)] if made.text else []
    told += [] if made.text else [tell("What was taken back is done again.")]
    for seat in Seat:
        points, were = after.state.sides[seat].points, before.state.sides[seat].points
        if points != were:
            name = after.ruleset.faction_name(seat)
            told.append(tell("Victory points of {1}: {2}, no longer {3}.", name, points, were))
    if before.state.winner is not None and after.state.winner is None:
        told.append(tell("The game goes on."))
    return " ".join(told)


def _choices(command: AnyCommand, game: Game, tongue: Tongue | None) -> tuple[Choice, ...]:
    if isinstance(command, _TOLD_ANEW):
        return ()
    offered = view(game, None).options  # what everybody may know
    alike = [each for each in offered if isinstance(each, SHOWN) and each != command]
    if isinstance(game.state.wait, m.OrdersWait):
        alike = [each for each in alike if _is_alike(each, command)]
    return tuple(Choice(text=command_text(each, game, tongue), command=each) for each in alike[:MOST_CHOICES])


def _is_alike(other: AnyCommand, command: AnyCommand) -> bool:
    """Return whether *other* is the same sort of thing, done by the same unit."""
    if type(other) is not type(command):
        return False
    return isinstance(command, m.Order) or getattr(other, "unit", None) == getattr(command, "unit", None)


def _index(played: Sequence[Played], seq: int) -> int:
    found = bisect_left(played, seq, key=_seq)
    if found == len(played) or played[found].entry.seq != seq:
        raise LookupError(f"entry {seq} is none that counts")
    return found


def _seq(one: Played) -> int:
    return one.entry.seq


def _tongue(books: Books) -> Tongue:
    return books.tongue or Tongue(load_phrases(books.start.ruleset.edition.id))
