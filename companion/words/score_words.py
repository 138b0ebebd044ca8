"""How the game stands, for the ear: who leads by how much, whether that has changed, who has nearly won."""

from collections.abc import Iterator, Mapping, Sequence

from companion.words.levels import SpeechLevel
from companion.words.phrasebook import Phrase, Urgency
from companion.words.wording import Wording
from rules.kernel.messages import Event, GameWon, PointsGained, TurnStarted
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, Seat

SCORE = Phrase(show="", level=SpeechLevel.SCORE, priority=Urgency.HIGH, ttl=60.0)
"""How important the score is, and for how long."""

Points = Mapping[Seat, int]


def score_told(words: Wording, events: Sequence[Event], game: Game) -> Iterator[tuple[str, str]]:
    """Yield how *game*, the one after *events*, stands: what is said, and about whom ("": about both).

    That is told after points and at a turn's start; not of a game in which nobody has a point, nor
    of one that is won: the victory tells.
    """
    gains = [event for event in events if isinstance(event, PointsGained)]
    is_due = bool(gains) or any(isinstance(event, TurnStarted) for event in events)
    points = camp_points(game)
    if not is_due or not any(points.values()) or any(isinstance(event, GameWon) for event in events):
        return
    before = {
        seat: count - sum(gain.count for gain in gains if gain.seat.camp is seat)
        for seat, count in points.items()
    }
    leader = leader_of(points)
    if leader is None:
        yield "", _entry(words, "stays_level" if before == points else "levelled", points)
        return
    who, what = words.camp(leader), _entry(words, _change(before, leader), points)
    if not any(gain.seat.camp is leader for gain in gains):
        yield "", f"{who} {what}" if what.endswith("!") else f"{who} {what}."
        return
    yield who, what
    goal, other = game.ruleset.scenario.points_to_win, min(points.values())
    need = game.ruleset.edition.winning.needed(points[leader], other, goal)
    if 0 < need <= words.told.near_victory:
        yield "", _entry(words, "near", points, need=need)


def _change(before: Points, leader: Seat) -> str:
    return "leads" if leader_of(before) is leader else "takes_lead"


def camp_points(game: Game) -> dict[Seat, int]:
    """Return how many points each camp has, its players' together."""
    return {camp: sum(game.state.sides[seat].points for seat in game.ruleset.camps[camp]) for camp in CAMPS}


def other_camp(camp: Seat) -> Seat:
    """Return the camp that plays against *camp*."""
    return CAMPS[camp is CAMPS[0]]


def leader_of(points: Points) -> Seat | None:
    """Return who has more points than anybody else; None where nobody has."""
    *_, second, most = sorted(points, key=points.__getitem__)
    return most if points[most] > points[second] else None


def _entry(words: Wording, name: str, points: Points, *, need: int = 0) -> str:
    least, most = sorted(points, key=points.__getitem__)
    return words.phrases.words["score"][name].format(
        seat=words.camp(most),
        most=words.number(points[most]),
        least=words.number(points[least]),
        need=words.number(need),
    )
