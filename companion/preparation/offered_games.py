"""What can be played: the editions' scenarios to choose from, each with its sides and what wins."""

import msgspec

from companion.library.large_board import LAID_FOR, LargeBoard
from companion.library.library import Library
from companion.words.names import Language, ruleset_wording
from companion.words.phrases import load_phrases
from rules.kernel.catalogue import ConfigError
from rules.kernel.ruleset import Ruleset
from rules.kernel.translatable import Message
from rules.kernel.values import Seat
from rules.kernel.variants import parse_game_name
from rules.registry import EDITIONS


class OfferedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A *scenario* that can be played: its name, the sides' names, and a sentence about what wins.

    *has_lore*: it is played with Lore cards.  *is_free*: people set the board up themselves.  *large_board*
    is which way the large board lies on which it is played.
    """

    scenario: str
    name: str
    sides: dict[Seat, str]
    wins: str
    has_lore: bool
    is_free: bool
    large_board: LargeBoard | None


class OfferedEdition(msgspec.Struct, frozen=True, kw_only=True):
    """An edition by its name, and its *games*."""

    id: str
    name: str
    games: tuple[OfferedGame, ...]


class Offers:
    """What can be played, called as in *lang*; looked up anew where packs have changed."""

    def __init__(self, library: Library, lang: str) -> None:
        self._library, self._lang = library, lang
        self._known: tuple[dict[str, dict[str, str]], tuple[OfferedEdition, ...]] | None = None

    def now(self) -> tuple[OfferedEdition, ...]:
        """Return every edition with what can be played of it by now."""
        packs = {edition.id: self._library.pack_texts(edition.id) for edition in EDITIONS}
        known = self._known
        if known is None or known[0] != packs:
            known = self._known = (packs, offered_games(self._library, self._lang))
        return known[1]

    def why_not(self, scenario: str) -> Message:
        """Return why *scenario* is not offered: for its variants, or because there is none."""
        base = parse_game_name(scenario).scenario
        offered = ((edition.id, game.scenario) for edition in self.now() for game in edition.games)
        edition = next((name for name, game in offered if parse_game_name(game).scenario == base), None)
        if edition is not None:
            try:
                self._library.ruleset(scenario)
            except ConfigError as wrong:
                return self._called(wrong.problem, edition)
        return Message("There is no such scenario: load the page again")

    def _called(self, problem: Message, edition: str) -> Message:
        """Return *problem* with the variants that it names called as in this language."""
        names = self._library.names(edition, self._lang).get("variants", {})
        cards = self._library.catalogue(edition).variants
        called = {card.name: names.get(name, card.name) for name, card in cards.items()}
        return Message(problem.id, *(called.get(str(value), value) for value in problem.values))


def offered_games(library: Library, lang: str) -> tuple[OfferedEdition, ...]:
    """Return every edition with what can be played of it, called as in *lang*."""
    return tuple(_offered(library, edition.id, lang) for edition in EDITIONS)


def _offered(library: Library, edition: str, lang: str) -> OfferedEdition:
    language = Language(load_phrases(edition, lang))
    games = tuple(_game(ruleset, language) for ruleset in library.rulesets(edition))
    return OfferedEdition(id=edition, name=language.phrases.words["edition"]["name"], games=games)


def _game(ruleset: Ruleset, language: Language) -> OfferedGame:
    scenario, words = ruleset.scenario, ruleset_wording(ruleset, language, spoken=False)
    sides = {seat: words.faction(faction) for seat, faction in scenario.factions.items()}
    return OfferedGame(
        scenario=scenario.id,
        name=words.scenario(),
        sides=sides,
        wins=words.goal("wins"),
        has_lore=scenario.lore_hand is not None,
        is_free=scenario.open,
        large_board=LAID_FOR.get(scenario.board),
    )
