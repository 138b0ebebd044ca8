"""A campaign of four scenarios: who plays by which scenario card, and who wins it (Ref, Campaign Variant).

Knows no game in progress and no file: what a scenario came to is told.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from rules.kernel.translatable import Message
from rules.kernel.values import ScenarioCardId
from rules.second.printed import ScenarioCard

LETTERS = ("A", "B", "C", "D")
"""The initiative letters of the four scenarios, in order."""


FactionId = Annotated[str, msgspec.Meta(pattern=r"^\w{1,60}$")]
GameId = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one scenario came to: the *winner*'s faction, both factions' *points*, and its *game*, if kept."""

    winner: FactionId
    points: dict[FactionId, int]
    game: GameId | None = None


class Campaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two *factions*, and the *chapters* that they have played so far."""

    name: str
    edition: str
    factions: tuple[FactionId, FactionId]
    chapters: tuple[Chapter, ...] = ()


class CardChoice(NamedTuple):
    """What *faction* plays by in the next scenario: any card of *letter*, or only its *number* 1.

    *cards* are those known to fit; others may, because not every card's initiative is known.
    """

    faction: str
    letter: str
    number: int | None
    cards: tuple[ScenarioCardId, ...]


def fault_of(campaign: Campaign) -> Message | None:
    """Return what makes *campaign* none, or None."""
    if len(set(campaign.factions)) != len(campaign.factions):
        return Message("both players have the same faction")
    if len(campaign.chapters) > len(LETTERS):
        return Message("a campaign has {1} scenarios, not {2}", len(LETTERS), len(campaign.chapters))
    for number, chapter in enumerate(campaign.chapters, start=1):
        if chapter.winner not in campaign.factions:
            return Message(
                "the winner of scenario {1} is {2}, a faction that does not play in it",
                number,
                repr(chapter.winner),
            )
        if set(chapter.points) != set(campaign.factions):
            return Message("scenario {1} needs the points of {2} and {3}", number, *campaign.factions)
    games = [chapter.game for chapter in campaign.chapters if chapter.game is not None]
    twice = next((game for game in games if games.count(game) > 1), None)
    return Message("game {1} is in it twice", twice) if twice is not None else None


def is_over(campaign: Campaign) -> bool:
    """Return whether all four scenarios are played."""
    return len(campaign.chapters) >= len(LETTERS)


def record(campaign: Campaign, chapter: Chapter) -> Campaign:
    """Return *campaign* with one more scenario.  Raises ValueError, saying why, where it cannot be."""
    if is_over(campaign):
        raise ValueError(f"all {len(LETTERS)} scenarios are played")
    longer = replace(campaign, chapters=(*campaign.chapters, chapter))
    fault = fault_of(longer)
    if fault is not None:
        raise ValueError(str(fault))
    return longer


def choices(campaign: Campaign, cards: Mapping[str, ScenarioCard]) -> tuple[CardChoice, ...]:
    """Return what each faction plays by next, none where the campaign is over.

    A1 both at first; then the next letter: the last winner any card of it, the loser the
    one with number 1.
    """
    if is_over(campaign):
        return ()
    letter = LETTERS[len(campaign.chapters)]
    last = campaign.chapters[-1].winner if campaign.chapters else None
    return tuple(
        _choice(faction, letter, None if faction == last else 1, cards.values())
        for faction in campaign.factions
    )


def _choice(faction: str, letter: str, number: int | None, cards: Iterable[ScenarioCard]) -> CardChoice:
    wanted = letter if number is None else f"{letter}{number}"
    fitting = (
        card.id
        for card in cards
        if card.faction == faction and card.initiative is not None and card.initiative.startswith(wanted)
    )
    return CardChoice(faction, letter, number, tuple(fitting))


def totals(campaign: Campaign) -> dict[str, int]:
    """Return each faction's points of all scenarios.

    Once all are played, the winner of the last has one more for each that he won, the
    last among them.
    """
    points = {
        faction: sum(chapter.points[faction] for chapter in campaign.chapters)
        for faction in campaign.factions
    }
    if is_over(campaign):
        last = campaign.chapters[-1].winner
        points[last] += sum(chapter.winner == last for chapter in campaign.chapters)
    return points


def winner(campaign: Campaign) -> str | None:
    """Return who has won, by the totals or, in a tie, by the last scenario; None before the end."""
    if not is_over(campaign):
        return None
    one, other = campaign.factions
    points = totals(campaign)
    if points[one] == points[other]:
        return campaign.chapters[-1].winner
    return one if points[one] > points[other] else other
