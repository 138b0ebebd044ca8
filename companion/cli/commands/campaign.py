"""``herald campaign``: four scenarios that make one contest (Ref, Campaign Variant)."""

import re
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from msgspec.structs import replace

from companion.cli.commands.games import opened
from companion.cli.groups import CommandGroup
from companion.cli.options import data_option, one_sentence, setting_option
from companion.input.errors import Refused
from companion.journal.campaigns import NAME, Campaigns, check_edition
from companion.journal.check_import import stored_start
from companion.journal.game_labels import GameLabels
from companion.journal.journal import follow
from companion.library.library import Library
from companion.words.names import load_language
from companion.words.subjects import PrintedWords
from rules.kernel.catalogue import Catalogue
from rules.kernel.values import CAMPS
from rules.second.printed import ScenarioCard
from rules.second.setting_up.campaign import (
    LETTERS,
    Campaign,
    CardChoice,
    Chapter,
    choices,
    is_over,
    record,
    totals,
    winner,
)

language_option = setting_option("language", help="The language of the answer.")
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


@click.group(name="campaign", cls=CommandGroup)
def command() -> None:
    """Keep campaigns of four scenarios: begin, record what was played, ask what comes next."""


@command.command(name="list")
@data_option
@language_option
@json_option
def list_campaigns(data: Path, language: str, as_json: bool) -> None:
    """List every campaign and how it stands."""
    with one_sentence():
        campaigns = Campaigns(data)
        for name in campaigns.names():
            campaign = campaigns.read(name)
            if as_json:
                click.echo(msgspec.json.encode(_summary(campaign)).decode())
            else:
                click.echo(f"{name}  {_CampaignWords.of(campaign, data, language).standing(campaign)}")


@command.command(name="new")
@click.argument("name")
@click.option(
    "--scenario", default="battle", help="The scenario whose two factions play; the full battle by default."
)
@data_option
@language_option
def new_campaign(name: str, scenario: str, data: Path, language: str) -> None:
    """Begin a campaign called NAME."""
    if not re.fullmatch(NAME, name):
        raise Refused(f"{name!r} is no name for a campaign: use up to 40 small letters, digits and hyphens.")
    with one_sentence():
        campaigns, ruleset = Campaigns(data), Library(data).ruleset(scenario)
        if name in campaigns.names():
            raise Refused(f"there is a campaign {name!r} already: choose another name.")
        check_edition(ruleset.edition.id, scenario)
        south, north = (ruleset.scenario.factions[seat] for seat in CAMPS)
        campaign = Campaign(name=name, edition=ruleset.edition.id, factions=(south, north))
        campaigns.keep(campaign)
        _tell_next(campaign, data, language)


@command.command(name="record")
@click.argument("name")
@click.option("--game", help="The game that was played, of 'herald games list'.")
@click.option("--winner", "won_by", help="The faction that has won, where no game was kept.")
@click.option("--points", multiple=True, metavar="FACTION=POINTS", help="Its points; once for each faction.")
@data_option
@language_option
def record_scenario(
    name: str, *, game: str | None, won_by: str | None, points: tuple[str, ...], data: Path, language: str
) -> None:
    """Record a scenario of the campaign NAME: a kept game, or its winner and both factions' points."""
    if (game is None) == (won_by is None) or (game is not None and points):
        raise Refused("give either --game, or --winner and --points for each faction.")
    with one_sentence():
        campaigns = Campaigns(data)
        campaign = campaigns.read(name)
        if game is not None:
            chapter = _played(campaign, game, data)
        else:
            told = [_points(each) for each in points]
            if len(dict(told)) < len(told):
                raise Refused("--points: a faction is named twice; give it once for each faction.")
            chapter = Chapter(winner=won_by or "", points=dict(told))
        try:
            campaign = record(campaign, chapter)
        except ValueError as trouble:
            raise Refused(f"campaign {name}: {trouble}.") from None
        campaigns.keep(campaign)
        _tell_next(campaign, data, language)


@command.command(name="undo")
@click.argument("name")
@data_option
@language_option
def take_back(name: str, data: Path, language: str) -> None:
    """Take back the last scenario recorded of the campaign NAME."""
    with one_sentence():
        campaigns = Campaigns(data)
        campaign = campaigns.read(name)
        if not campaign.chapters:
            raise Refused(f"campaign {name}: nothing is recorded yet.")
        campaign = replace(campaign, chapters=campaign.chapters[:-1])
        campaigns.keep(campaign)
        _tell_next(campaign, data, language)


@command.command(name="next")
@click.argument("name")
@data_option
@language_option
@json_option
def next_scenario(name: str, data: Path, language: str, as_json: bool) -> None:
    """Tell by which scenario cards the campaign NAME goes on, or who has won it."""
    with one_sentence():
        campaign = Campaigns(data).read(name)
        if not as_json:
            _tell_next(campaign, data, language)
            return
        cards = Library(data).catalogue(campaign.edition).of(ScenarioCard)
    ahead = [choice._asdict() for choice in choices(campaign, cards)]
    click.echo(msgspec.json.encode({**_summary(campaign), "choices": ahead}).decode())


def _points(told: str) -> tuple[str, int]:
    faction, equals, number = told.partition("=")
    if not equals or not re.fullmatch(r"[0-9]{1,4}", number):
        raise Refused(f"--points {told}: expected a faction and its points, daqan=16 or the like.")
    return faction, int(number)


def _played(campaign: Campaign, name: str, data: Path) -> Chapter:
    """Return what the kept game *name* came to.  Raises Refused for one that is not over or of others."""
    with opened(data) as store:
        row = store.game(name)
        start = stored_start(Library(data), GameLabels(data), row)
        played = follow(start, store.entries(name), f"game {name}")
    state = played[-1].game.state if played else None
    if state is None or state.winner is None:
        raise Refused(f"game {name} is not over: play it to its end, or give --winner and --points.")
    factions = played[-1].game.ruleset.scenario.factions
    if row.edition != campaign.edition or set(factions.values()) != set(campaign.factions):
        raise Refused(f"game {name} was not played by {' and '.join(campaign.factions)}.")
    points = {factions[seat]: side.points for seat, side in state.sides.items()}
    return Chapter(winner=factions[state.winner], points=points, game=name)


def _summary(campaign: Campaign) -> dict[str, object]:
    return {
        **msgspec.to_builtins(campaign),
        "totals": totals(campaign),
        "is_over": is_over(campaign),
        "winner": winner(campaign),
    }


def _tell_next(campaign: Campaign, data: Path, language: str) -> None:
    """Print how *campaign* stands and by which cards it goes on."""
    say = _CampaignWords.of(campaign, data, language)
    click.echo(f"{campaign.name}: {say.standing(campaign)}.")
    for choice in choices(campaign, say.catalogue.of(ScenarioCard)):
        click.echo(say.card(choice))
    if not campaign.chapters:
        click.echo(say.words.tr("Who is first is drawn by lot."))


class _CampaignWords(NamedTuple):
    """How a campaign is told: its edition's things, and what a language calls them."""

    catalogue: Catalogue
    words: PrintedWords

    @classmethod
    def of(cls, campaign: Campaign, data: Path, language: str) -> "_CampaignWords":
        """Return the words of *campaign* in *language*.  Raises ConfigError for wrong ones."""
        spoken = load_language(language, campaign.edition, data)
        return cls(Library(data).catalogue(campaign.edition), PrintedWords(spoken.phrases, spoken.tr))

    def standing(self, campaign: Campaign) -> str:
        """Return how *campaign* stands: ``2 of 4 scenarios, Daqan Lords 31, Uthuk Y'llan 28``."""
        tr = self.words.tr
        parts = [tr("{1} of {2} scenarios", len(campaign.chapters), len(LETTERS))]
        parts += [f"{self.faction(faction)} {points}" for faction, points in totals(campaign).items()]
        won_by = winner(campaign)
        parts += [tr("won by {1}", self.faction(won_by))] if won_by is not None else []
        return ", ".join(parts)

    def card(self, choice: CardChoice) -> str:
        """Return by which card a faction plays next, and the names of those that are known to fit."""
        tr, who, names = self.words.tr, self.faction(choice.faction), self._names(choice)
        if choice.number is not None:
            return tr("{1}: scenario card {2}{3}.", who, f"{choice.letter}{choice.number}", names)
        return tr("{1}: any scenario card with the letter {2}{3}.", who, choice.letter, names)

    def _names(self, choice: CardChoice) -> str:
        cards = self.catalogue.of(ScenarioCard)
        known = [self.words.name("scenario_cards", cards[card]) for card in choice.cards]
        text = f" {self.words.tr('or')} ".join(known)
        return f" ({text})" if text else ""

    def faction(self, faction: str) -> str:
        """Return a faction's full name."""
        name = self.catalogue.factions.get(faction, faction)
        return self.words.phrases.names["factions"].get(faction, name)
