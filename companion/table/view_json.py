"""Makes what screens are shown: one moment of the table for one seat or for everybody.

Its values become JSON once, where they go to the wire.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec.structs import asdict, replace

from companion.input.text import LONGEST_TITLE, shortened
from companion.journal.journal import PlayedEntry
from companion.library.unknown_values import told
from companion.reconcile.editions.first import landmark_names, landmark_sites
from companion.reconcile.errand_rules import rule_of_errand
from companion.reconcile.log_lines import line_of
from companion.reconcile.moment import BattlePart, LogLine, Moment
from companion.reconcile.questions import TableQuestion
from companion.table.arms_view import arms_rules
from companion.table.council_view import council_rules, creature_powers, lore_classes
from companion.table.view_structs import (
    ScenarioView,
    ShownAnswer,
    ShownBlow,
    ShownDie,
    ShownEnd,
    ShownErrand,
    ShownGoal,
    ShownPlayer,
    ShownQuestion,
    ShownTable,
    ShownVoice,
    TableView,
)
from companion.words.announcer import log_text, summed_up
from companion.words.ask import Ask, ask_of, asked_of_others
from companion.words.names import Language, ruleset_wording, side_name, wording_of
from companion.words.phrases import load_phrases
from companion.words.rule_links import rules_asked
from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.kernel.battle.deeds import Deed
from rules.kernel.catalogue import Catalogue
from rules.kernel.decide import options
from rules.kernel.game import Game, Ruleset
from rules.kernel.hands import without_hands
from rules.kernel.messages import Event
from rules.kernel.printed import CommandCard, LoreCard, Terrain
from rules.kernel.values import CAMPS, Seat
from rules.kernel.view import UnitCard, View, view
from rules.second.messages import ChooseScenarioCard
from rules.second.printed import ArmyCard, ScenarioCard, lore_price, muster_of

CardT = TypeVar("CardT", CommandCard[Any], LoreCard[Any], Terrain, ScenarioCard)

LINES = 60
"""How many lines of the log a view holds; ``companion.table.history`` has all."""

_RECENT = 400  # events among which the one is looked for that brought an errand about


class TableViewer:
    """Makes views of moments, each once per number and seat, for whichever thread asks."""

    def __init__(self, ruleset: Ruleset, *, game_id: str, language: Language | None = None) -> None:
        self._language = language or Language(load_phrases(ruleset.edition.id))
        self.is_demo = False
        self._game_id = game_id
        self.lines: tuple[LogLine, ...] = ()
        self._recent: tuple[Event, ...] = ()
        self.voice: Callable[[], ShownVoice] = self._silent
        self.scenario = scenario_view(ruleset, self._language)
        self._made: dict[Seat | None, TableView] = {}
        self._worded: tuple[int, tuple[ShownBlow, ...]] | None = None
        self._lock = threading.Lock()

    def _silent(self) -> ShownVoice:
        return ShownVoice(state="off", reason=self._language.tr("No voice was asked for."))

    def add_lines(self, played: Sequence[PlayedEntry]) -> None:
        """Add *played* to the log in words."""
        fresh = [line_of(one, self._language) for one in played[-LINES:]]
        self.lines = (*self.lines, *fresh)[-LINES:]
        events = (event for one in played[-LINES:] for event in one.entry.events)
        self._recent = (*self._recent, *events)[-_RECENT:]

    def tell_again(self, played: Sequence[PlayedEntry]) -> None:
        """Write the log anew, since some of it has been taken back."""
        self.lines, self._recent = (), ()
        self.add_lines(played)

    def view(self, moment: Moment, seat: Seat | None) -> TableView:
        """Return *moment* as *seat* (None: everybody) may see it."""
        with self._lock:
            made = self._made.get(seat)
            if made is None or made.number != moment.number:
                made = self._made[seat] = self._make(moment, seat)
        return replace(made, voice=self.voice(), demo=self.is_demo)

    def _blows(self, moment: Moment) -> tuple[ShownBlow, ...]:
        """Return the battles of *moment* in words, which are the same for all seats: put so once."""
        if self._worded is None or self._worded[0] != moment.number:
            made = tuple(_shown_blow(blow, moment.game, self._language) for blow in moment.blows)
            self._worded = (moment.number, made)
        return self._worded[1]

    def _make(self, moment: Moment, seat: Seat | None) -> TableView:
        shown = seen_by(seat, moment.game, self._language)
        edition = moment.game.ruleset.edition.id
        return TableView(
            number=moment.number,
            seq=moment.seq,
            game_id=self._game_id,
            game=replace(shown, options=()),
            ask=_ask(shown, moment.game, self._language),
            log=moment.lines,
            rules=rules_asked(moment.game.state.wait, moment.game),
            errands=tuple(
                ShownErrand(**asdict(errand), rule=rule_of_errand(errand, self._recent, edition))
                for errand in moment.errands
            ),
            table=ShownTable(
                state=moment.state,
                text=moment.text,
                differences=moment.differences,
                ignored=moment.ignored,
            ),
            question=None if moment.question is None else _shown_question(moment.question),
            roll=moment.roll,
            blows=self._blows(moment),
            dice=moment.dice,
            undo_to=moment.undo_to,
            redo=moment.redo,
            toasts=moment.toasts,
            notices=moment.notices,
            over=why_over(shown, self._language.tr, wording_of(moment.game, self._language, spoken=False)),
            told=tuple(one.name for one in told(moment.game)),
            players={
                seat: ShownPlayer(faction=faction, name=self._language.names.get(seat, ""))
                for seat, faction in self.scenario.factions.items()
            },
            voice=self.voice(),
            demo=self.is_demo,
        )


def _ask(shown: View, game: Game, language: Language) -> Ask:
    """Return what is asked; whoever is not asked is told what the others do, and offered nothing."""
    wait = shown.wait
    if shown.seat is None or wait.seat in (None, shown.seat):
        return ask_of(wait, shown.options, game, language)
    return asked_of_others(wait, options(without_hands(game, None)), game, language)


def _shown_blow(blow: BattlePart, game: Game, language: Language) -> ShownBlow:
    words = wording_of(game, language, spoken=False)
    did = words.phrases.words["deeds"]
    return ShownBlow(
        text=log_text((blow.attack,), game, language),
        counter=blow.attack.counter,
        seq=blow.seq,
        dice=tuple(
            ShownDie(
                face=die.face,
                did=did[die.deed] if die.ability is None else words.ability(die.ability),
                is_used=die.deed is not Deed.NOTHING,
            )
            for die in blow.dice
        ),
        lines=summed_up(blow.events, game, language),
    )


def _shown_question(question: TableQuestion) -> ShownQuestion:
    choices = enumerate(question.choices, start=1)
    return ShownQuestion(
        id=question.id,
        text=question.text,
        choices=tuple(ShownAnswer(id=number, text=choice.text) for number, choice in choices),
    )


def seen_by(seat: Seat | None, game: Game, language: Language | None) -> View:
    """Return what *seat* (None: everybody) may see of *game*, its things called as *language* does."""
    shown, words = view(game, seat), wording_of(game, language, spoken=False)
    terrain, landmarks, sites = {}, landmark_names(game, words), landmark_sites(game)
    for at, tile in shown.terrain.items():
        named = [words.terrain(each) for each in (tile.kind, tile.token) if each is not None]
        name = landmarks.get(at) or _capital(", ".join(named))
        terrain[at] = replace(tile, name=name, site=sites.get(at))
    units = tuple(
        replace(unit, name=words.unit(unit.id), card=_card(unit.card, words)) for unit in shown.units
    )
    card = shown.card and shortened(shown.card, LONGEST_TITLE)
    scores = {each: replace(score, name=side_name(each, words)) for each, score in shown.scores.items()}
    return replace(shown, terrain=terrain, units=units, card=card, scores=scores)


def _card(card: UnitCard, words: Wording) -> UnitCard:
    """Return *card* with its abilities as the reader's language calls and tells them."""
    told = tuple(
        replace(
            each,
            name=words.ability(each.id),
            summary=words.phrases.summary("abilities", each.id, each.summary),
            page=words.page(each.page),
        )
        for each in card.abilities
    )
    return replace(card, abilities=told, page=words.page(card.page))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def why_over(shown: View, tr: Translator, words: Wording) -> ShownEnd | None:
    """Return why the game is over, in words; None while it goes on."""
    if shown.over is None:
        return None
    winner, camps = shown.over.winner.camp, words.ruleset.camps
    (loser,) = (camp for camp in CAMPS if camp is not winner)
    sides = {camp: words.side(camp) for camp in CAMPS}
    if shown.over.elimination:
        return ShownEnd(why=tr("The {1} have no unit left on the board.", sides[loser]))
    points = {camp: sum(shown.over.points[seat] for seat in camps[camp]) for camp in CAMPS}
    why = tr(
        "The {1} have {2}, the {3} {4}; {5} were needed.",
        sides[winner],
        words.goal("has", points[winner]),
        sides[loser],
        points[loser],
        shown.points_to_win,
    )
    lead = words.ruleset.edition.winning.lead
    if len(camps[winner]) > 1:
        most = max(shown.over.points[seat] for seat in camps[winner])
        best = [str(words.seat(seat)) for seat in camps[winner] if shown.over.points[seat] == most]
        return ShownEnd(why=f"{why} {tr('Overall winner: {1}.', words.listing(best))}")
    if not lead:
        return ShownEnd(why=why)
    is_decisive = points[winner] - points[loser] >= lead
    sort = tr("The victory is decisive.") if is_decisive else tr("The victory is marginal.")
    return ShownEnd(why=f"{why} {sort}")


def scenario_view(ruleset: Ruleset, language: Language) -> ScenarioView:
    """Return what does not change during a game."""
    scenario, catalogue = ruleset.scenario, ruleset.catalogue
    words = ruleset_wording(ruleset, language, spoken=False)
    muster = muster_of(scenario)
    return ScenarioView(
        id=scenario.id,
        name=words.scenario(),
        edition=scenario.edition,
        first=scenario.first,
        open=scenario.open,
        says_first=scenario.open and ChooseScenarioCard in ruleset.edition.handlers,
        rows=ruleset.board.rows,
        section_lines=ruleset.board.section_lines,
        factions={seat: words.side(seat) for seat in ruleset.seats},
        sides=scenario.factions,
        kinds={name: replace(kind, name=words.kind(name)) for name, kind in ruleset.kinds.items()},
        cards=_worded(catalogue.cards.values(), "cards", words.card, words),
        abilities=words.ability_texts(),
        steps=dict(words.phrases.words["steps"]),
        faces=ruleset.edition.faces.all,
        traits=dict(words.phrases.words["traits"]),
        has_anywhere=bool(ruleset.edition.anywhere),
        table_does=ruleset.edition.lore.table_does,
        goal=ShownGoal(name=words.goal("name"), short=words.goal("short"), long=words.goal("long")),
        terrain=_worded(
            catalogue.terrain.values(), "terrain", lambda kind: _capital(words.terrain(kind)), words
        ),
        banners=scenario.banners,
        points_to_win=scenario.points_to_win,
        lore_per_point=lore_price(scenario),
        lore=_lore_cards(ruleset, words),
        lore_classes=lore_classes(ruleset, words) if scenario.lore_hand is not None else {},
        council=council_rules(ruleset, words),
        arms=arms_rules(ruleset, words),
        powers=creature_powers(ruleset, words),
        muster=muster,
        scenario_cards=_scenario_cards(catalogue, words) if muster is not None else (),
        armies=_armies(catalogue, words) if muster is not None else (),
    )


def _worded(
    cards: Iterable[CardT], section: str, name_of: Callable[[Any], str], words: Wording
) -> tuple[CardT, ...]:
    """Return *cards* with the names and summaries of the reader's language."""
    return tuple(
        replace(
            card,
            name=name_of(card.id),
            summary=words.summary(section, card.id, card.summary),
            page=words.page(card.page),
        )
        for card in cards
    )


def _scenario_cards(catalogue: Catalogue, words: Wording) -> tuple[ScenarioCard, ...]:
    """Return them, those last that stand in for any other: they are looked for when no name fits."""
    cards = sorted(catalogue.of(ScenarioCard).values(), key=lambda card: card.stand_in)
    return _worded(cards, "scenario_cards", words.scenario_card, words)


def _armies(catalogue: Catalogue, words: Wording) -> tuple[ArmyCard, ...]:
    cards = catalogue.of(ArmyCard).values()
    return tuple(replace(army, name=words.printed("armies", army.id, army.name)) for army in cards)


def _lore_cards(ruleset: Ruleset, words: Wording) -> dict[Seat, tuple[LoreCard, ...]]:
    """Return each seat's lore cards, as far as they are known; none where they are left out."""
    scenario = ruleset.scenario
    if scenario.lore_hand is None:
        return {}
    cards = _worded(ruleset.catalogue.lore.values(), "lore", words.lore_card, words)
    return {
        seat: tuple(card for card in cards if card.faction in (None, faction))
        for seat, faction in scenario.factions.items()
    }
