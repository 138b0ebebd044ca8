"""The First Edition as Epic adventures are played, by two sides.

Texts: Epic Adventures.
"""

from functools import partial

from msgspec.structs import replace

from rules.first.messages.epic import (
    FillRack,
    LoreForgone,
    PlayRackCard,
    RackCardWait,
    RackWait,
    Repeat,
    RepeatWait,
    VictoryJudged,
)
from rules.first.play import lore_cards, upkeep
from rules.first.play.handlers import told
from rules.first.printed.lore import LaidAdventure
from rules.first.printed.pieces import LandmarkCard
from rules.first.printed.variants import FirstVariant, with_changed_cards
from rules.first.table import FirstTable, table
from rules.first.variants.epic import commanding, evolve as evolve, refilling
from rules.first.variants.epic.wings import WINGS
from rules.kernel import messages as m
from rules.kernel.catalogue import Catalogue
from rules.kernel.course import Course
from rules.kernel.edition import Edition, Handler, Variant, Waiting
from rules.kernel.hexes import Hex
from rules.kernel.printed import Scenario
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.values import AttackType, Seat

NAME = "epic"
TOKENS = 55
LANDMARK_ROWS = (4, 5, 6, 7, 8)
LEAD = 2
"""Banners that a decisive victory is ahead, and that a marginal one takes beyond the goal."""


def printed_so(base: Edition, catalogue: Catalogue) -> Catalogue:
    """Return *catalogue* with the Command cards that Epic adventures change, and the rows of Landmarks."""
    catalogue = base.printed.as_played(catalogue)
    landmarks = {
        name: replace(card, rows=LANDMARK_ROWS) if card.rows else card
        for name, card in catalogue.of(LandmarkCard).items()
    }
    return with_changed_cards(catalogue, NAME).having(LandmarkCard, landmarks)


def on_a_large_board(base: Edition, scenario: Scenario) -> Scenario:
    """Return *scenario* with the Lore of two boxes in its pool."""
    scenario = base.setting_up.as_played(scenario)
    assert isinstance(scenario, LaidAdventure)
    return replace(scenario, tokens=TOKENS)


def collects(game: Game, seat: Seat, kind: AttackType) -> bool:
    """Return whether *seat* takes tokens for what it rolls: in melee, and not against its own card."""
    return kind is AttackType.MELEE and seat not in table(game.state).forgoing


def is_decisive(own: int, other: int, goal: int) -> bool | None:
    """Return whether *own* banners against the *other*'s win decisively, or marginally; None: not yet."""
    if own < goal:
        return None
    if own - other >= LEAD:
        return True
    return False if own >= goal + LEAD else None


def eliminated(course: Course, unit: Unit, at: Hex) -> None:
    """Give *unit*'s banner to its enemy, who wins with enough of them, and enough of a lead."""
    seat = upkeep.take_banner(course, unit, at)
    if seat is None:
        return
    own, other = (course.state.sides[each].points for each in (seat, unit.seat))
    decisive = is_decisive(own, other, course.ruleset.scenario.points_to_win)
    if decisive is not None:
        course.say(VictoryJudged(seat=seat, decisive=decisive))
        course.say(m.GameWon(seat=seat, elimination=False))


def play_lore_card(course: Course, command: m.PlayLoreCard) -> None:
    """Play a Lore card; with some of them their player forgoes the Lore of his battles."""
    if command.card in course.ruleset.catalogue.of(FirstVariant)[NAME].forgoing:
        course.say(LoreForgone(seat=command.seat))
    lore_cards.play_card(course, command)


def keeping_places(base: Edition, ruleset: Ruleset) -> FirstTable:
    """Return what an Epic game begins with: it keeps where units stand as a turn begins."""
    kept = base.setting_up.own(ruleset)
    assert isinstance(kept, FirstTable)
    return replace(kept, began={})


def epic(base: Edition) -> Edition:
    """Return *base* as Epic adventures are played."""
    return replace(
        base,
        printed=base.printed._replace(as_played=partial(printed_so, base)),
        lore=base.lore._replace(collects=collects),
        winning=base.winning._replace(eliminated=eliminated, lead=LEAD),
        setting_up=base.setting_up._replace(
            as_played=partial(on_a_large_board, base), own=partial(keeping_places, base)
        ),
        wings=WINGS,
        handlers={
            **base.handlers,
            m.ChooseFirst: base.handlers[m.ChooseFirst]._replace(check=refilling.check_first),
            m.StartGame: base.handlers[m.StartGame]._replace(obey=refilling.start),
            m.PlayCard: Handler(commanding.check_card, commanding.play_card),
            m.PlayUnlistedCard: Handler(commanding.check_unlisted, commanding.play_unlisted),
            PlayRackCard: Handler(commanding.check_rack_card, commanding.play_rack_card),
            Repeat: Handler(commanding.check_repeat, commanding.repeat),
            m.Roll: base.handlers[m.Roll]._replace(obey=partial(refilling.roll, base.handlers[m.Roll])),
            m.PlayLoreCard: base.handlers[m.PlayLoreCard]._replace(obey=play_lore_card),
            m.EndMainPhase: base.handlers[m.EndMainPhase]._replace(obey=refilling.end_main_phase),
            m.ReplenishLore: base.handlers[m.ReplenishLore]._replace(obey=refilling.replenish),
            FillRack: Handler(refilling.check_fill, refilling.fill),
        },
        waits={
            **base.waits,
            m.CardWait: Waiting(commanding.card_choices, told(commanding.decline_card)),
            RackCardWait: Waiting(commanding.rack_choices, told(commanding.decline_rack)),
            RepeatWait: Waiting(commanding.repeat_choices),
            RackWait: Waiting(refilling.fill_choices),
        },
    )


EPIC = Variant(NAME, epic)
