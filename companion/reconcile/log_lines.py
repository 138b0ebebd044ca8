"""The lines of the log in words, and which commands anybody may be shown."""

from companion.input.text import LONGEST_TEXT, LONGEST_TITLE, shortened
from companion.journal.journal import PlayedEntry
from companion.reconcile.moment import LogLine
from companion.words.announcer import command_text, log_text
from companion.words.names import Language
from companion.words.rule_links import rules_of
from rules.first import messages as first
from rules.first.messages.arms import TellReach
from rules.kernel import messages as m
from rules.second import messages as second

SHOWN = (
    m.Advance,
    m.Attack,
    m.ChooseFirst,
    second.ChooseWay,
    second.Commit,
    m.CorrectScore,
    m.CorrectUnit,
    m.Counter,
    second.Cure,
    m.Decline,
    m.EndMainPhase,
    second.ExchangeLore,
    second.IgnoreRetreats,
    m.Move,
    m.Order,
    m.PlaceBanner,
    second.PlaceFord,
    m.PlaceTerrain,
    m.PlaceUnit,
    m.PlayCard,
    m.RemoveBanner,
    m.RemoveTerrain,
    m.Roll,
    second.Shield,
    m.TellNumber,
    first.IgnoreFlags,
    first.PlaceLandmark,
    first.RetreatTo,
    first.StoreLore,
    first.TellHits,
    TellReach,
    first.UsePower,
)
"""The commands that hold nothing hidden: anybody may be shown them, and change what they say."""


def line_of(played: PlayedEntry, language: Language) -> LogLine:
    """Return what the log says of an entry; a name from before names had a length is cut."""
    return LogLine(
        seq=played.entry.seq,
        at=played.entry.at,
        by=shortened(language.log_name(played.entry.by), LONGEST_TITLE),
        text=shortened(_text(played, language), LONGEST_TEXT),
        turn=played.game.state.turn,
        rules=rules_of(played.entry.events, played.game),
    )


def _text(played: PlayedEntry, language: Language) -> str:
    """Return the line for one entry; never nothing, since each line is a place to go back to."""
    command = played.entry.command
    text = log_text(played.entry.events, played.game, language)
    return text or ("" if command is None else command_text(command, played.game, language))
