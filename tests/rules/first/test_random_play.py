"""Games of chance of the First Edition to their end: what always holds, holds after every step."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.messages.events import OwnEvent
from rules.first.messages.waits import HitsWait, PowerWait, ReactWait, RetreatWait
from rules.first.play.asking import adventure, is_lore
from rules.first.play.following import may_battle_back
from rules.first.play.rolling import FURTHER
from rules.first.play.upkeep import left_in_deck, supply
from rules.first.printed.cards import OrderCard
from rules.first.printed.rulings import ReadOtherwise
from rules.first.table import arms_of, table
from rules.first.variants.call_to_arms.specialists import MOST_FIGURES
from rules.kernel import messages as m
from rules.kernel.catalogue import parse_catalogue
from rules.kernel.evolve import evolve
from rules.kernel.hexes import Hex
from rules.kernel.replay import divergence, fold
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, Seat, Step, UnitId
from rules.registry import decode_entry
from tests.rules.first.arms import with_terrain
from tests.rules.first.engine import epic_rules, printed_texts, rules, small, under, wild_rules, without
from tests.rules.first.playing import PlayedGame, play_random
from tests.shares import share

STEPS, COUNCIL, WILD = rules("first_steps"), rules("war_council"), wild_rules()
SMALL = tuple(map(small, (STEPS, COUNCIL, WILD)))
VARIED = {
    "call_to_arms": rules("two_hills"),
    "medieval_lore": rules("war_council", "medieval_lore"),
    "medieval_lore.call_to_arms": rules("two_hills", "medieval_lore"),
    "epic": rules("high_council"),
    "reluctant_allies": rules("high_council", "reluctant_allies"),
    "epic.call_to_arms": rules("high_council", "call_to_arms"),
    "reluctant_allies.call_to_arms": rules("high_council", "call_to_arms", "reluctant_allies"),
}
"""By each variant, and those that are played together, an adventure that is played so."""
SMALL_VARIED = {
    **{name: small(ruleset) for name, ruleset in VARIED.items() if "epic" not in ruleset.edition.played},
    "epic": small(epic_rules()),
    "reluctant_allies": small(epic_rules("war_council", "reluctant_allies")),
    "epic.call_to_arms": small(VARIED["epic.call_to_arms"]),
    "reluctant_allies.call_to_arms": small(VARIED["reluctant_allies.call_to_arms"]),
}

RARE = {
    "pack/rulings.toml": f"[{ReadOtherwise.ACTING_PLAYER_LEADS_RETREAT}]\nplayed = true",
    "first/specialists.toml": (
        "[bow_upgrade]\nname = 'Bows'\nuse = 'bow'\nweapon = 'long_bow'\nconfidence = 'likely'\npage = '1'"
    ),
}
"""What brings on what few games come to: retreats that others lead, and only the Specialist of the bows."""


def check_events(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """The events alone lead to the state, and the last one says what is awaited."""
    state = before.state
    for event in events:
        state = evolve(state, event)
    assert state == after.state
    assert isinstance(events[-1], m.Awaited)
    assert sum(isinstance(event, m.Awaited) for event in events) == 1


def check_pieces(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Units: one a hex, on the board while they have figures, never more than their card has."""
    standing = [unit.at for unit in after.state.units.values() if unit.at is not None]
    assert len(set(standing)) == len(standing), command
    assert set(standing) <= set(after.ruleset.board.hexes)
    used = arms_of(after.state).specialists.values()
    more = MOST_FIGURES * any("kings_allies" in each for each in used)
    for unit in after.state.units.values():
        assert 0 <= unit.figures <= after.kind(unit).figures + more
        assert (unit.at is None) == (unit.figures == 0), (command, unit)


def check_banners(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Each camp has as many banners as the other has lost units; who has enough has won."""
    for camp in CAMPS:
        seats = after.ruleset.camps[camp]
        lost = sum(unit.at is None for unit in after.state.units.values() if unit.seat not in seats)
        assert sum(after.state.sides[seat].points for seat in seats) == lost, command
    if "epic" not in after.ruleset.edition.played:
        goal, points = (
            adventure(after.ruleset).points_to_win,
            [side.points for side in after.state.sides.values()],
        )
        assert (max(points) >= goal) <= (after.state.winner is not None)


def check_lore(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Tokens in pool, hands and beside Creatures are constant; no hand and no deck is less than none."""
    own, sides = table(after.state), after.state.sides.values()
    beside = sum(count for unit, count in own.stored.items() if after.state.units[unit].at is not None)
    assert sum(side.lore for side in sides) + beside + supply(after) == adventure(after.ruleset).tokens
    assert all(min(side.lore, side.cards, side.lore_cards, side.lore_discards) >= 0 for side in sides)
    assert all(count >= 0 for count in own.stored.values())
    assert not is_lore(after.ruleset) or after.state.step is Step.SET_UP or left_in_deck(after) >= 0


def check_waits(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """What is awaited fits the moment."""
    state, wait = after.state, after.state.wait
    assert (state.winner is not None) == (state.step is Step.OVER) == isinstance(wait, m.OverWait)
    in_battle = RetreatWait | PowerWait | HitsWait | ReactWait | m.CounterWait | m.AdvanceWait
    if isinstance(wait, in_battle):
        assert state.fights
    if isinstance(wait, m.CardWait | m.OrdersWait | m.LoreWait):
        assert not state.fights
        assert wait.seat is state.active
    if isinstance(wait, m.CounterWait):
        assert may_battle_back(after, state.fights[-1])
    if isinstance(wait, m.AdvanceWait):
        unit = state.units[wait.unit]
        assert all(state.standing_on(place) in (None, unit) for place in wait.to)


def check_rack(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """Three cards lie on the rack at every turn's start, a Section card among them; no card is lost."""
    state, own = after.state, table(after.state)
    if "epic" not in after.ruleset.edition.played:
        assert own.rack == ()
        return
    if any(isinstance(event, m.TurnStarted) for event in events):
        cards = after.ruleset.catalogue.of(OrderCard)
        assert len(own.rack) == 3
        assert any(cards[card].is_section for card in own.rack)
        assert own.commands == ()
    if state.step is not Step.SET_UP:
        assert supply(after) + sum(side.lore for side in state.sides.values()) <= 55
    sections = [each.is_section for each in own.commands]
    assert len(sections) <= 1 or (len(sections) == 2 and all(sections)) or isinstance(command, m.Overrule)


def check_turns(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
    """The camps take turns; where four play each has one turn a round, and a side what is its own alone."""
    started = [event.seat for event in events if isinstance(event, m.TurnStarted)]
    assert len(started) <= 1
    markers = table(after.state).markers
    if started and before.state.turn:
        assert before.state.active.camp is not started[0].camp
    if started and markers:
        assert {*markers} == {*after.ruleset.seats}
        assert markers[(after.state.turn - 1) % len(markers)] is started[0]
    drawn = {event.seat for event in events if isinstance(event, m.CardDrawn)}
    changed = {
        seat
        for seat, side in after.state.sides.items()
        if side.cards > before.state.sides[seat].cards and before.state.step is not Step.SET_UP
    }
    assert changed <= drawn | {before.state.active} or isinstance(command, m.CorrectScore)


ALWAYS = (check_events, check_pieces, check_banners, check_lore, check_waits, check_rack, check_turns)


def play_and_check(played_by: Ruleset, seed: int) -> PlayedGame:
    """Play a game whose rules are checked after every step, and its log at the end."""
    played = play_random(played_by, seed, watch=ALWAYS)
    assert played.end.state.winner is not None
    check_log(played)
    return played


def check_log(played: PlayedGame) -> None:
    """The log is read back as it was written, replayed to the same end, and undone to the start."""
    start, end, log = played
    again = tuple(decode_entry(msgspec.json.encode(entry)) for entry in log)
    assert again == log
    assert fold(start.state, again) == end.state
    undone = m.Entry(
        seq=len(log) + 1, at=0.0, by="chance", frame=None, command=None, events=(m.Retracted(to=0),)
    )
    assert fold(start.state, (*log, undone)) == start.state
    assert divergence(start, again) is None


@pytest.mark.parametrize("first", range(0, 280, 40))
def test_small_random_games_end_and_keep_their_books(first: int) -> None:
    """Half of the units and one banner to win: most of what happens in a game, in a fifth of its time."""
    for seed in range(first, first + 40):
        played = play_random(SMALL[seed % len(SMALL)], seed, watch=ALWAYS)
        assert played.end.state.winner is not None
        if not seed % 4:
            check_log(played)


LARGE = ("epic.call_to_arms", "reluctant_allies.call_to_arms")
"""Those whose armies have a large board to cross before they meet."""


@pytest.mark.parametrize(
    ("variant", "seeds"),
    [
        *((variant, range(4 if variant in LARGE else 30)) for variant in VARIED),
        *(pytest.param(variant, range(4, 30), marks=pytest.mark.journey) for variant in LARGE),
    ],
)
def test_small_random_games_of_each_variant_end_and_keep_their_books(variant: str, seeds: range) -> None:
    for seed in seeds:
        played = play_random(SMALL_VARIED[variant], seed, watch=ALWAYS)
        assert played.end.state.winner is not None
        if not seed % 4:
            check_log(played)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 300, 50))
@pytest.mark.parametrize("variant", VARIED)
def test_random_games_of_each_variant_end_and_keep_their_books(variant: str, first: int) -> None:
    played_by = VARIED[variant]
    for seed in range(first, first + 50):
        play_and_check(played_by, seed)


@pytest.mark.parametrize("first", share(range(0, 100, 10), 0, journeys=()))
def test_random_games_end_and_keep_their_books(first: int) -> None:
    for seed in range(first, first + 10):
        play_and_check(STEPS, seed)


@pytest.mark.parametrize("first", share(range(0, 100, 10), journeys=()))
def test_random_lore_games_end_and_keep_their_books(first: int) -> None:
    """War Councils, Landmarks, Creatures, Lore cards and late Reactions among them."""
    for seed in range(first, first + 10):
        play_and_check(WILD if seed % 2 else COUNCIL, seed)


COMES_FAR = (
    *(40_095, 40_124, 40_020, 40_053, 40_112, 40_029),
    *(40_128, 40_061, 40_129, 40_067, 40_140, 40_011),
)
"""Whose games came everywhere between them when last looked for; where they no longer do, all are played."""


@pytest.mark.journey
def test_random_games_come_everywhere() -> None:
    """Every command, event, wait and further roll occurs: what is never reached is never tested."""
    seen: set[object] = set()

    def watch(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        waits = (*before.state.waits, *after.state.waits)
        seen.update((type(command), *map(type, events), *map(type, waits)))
        seen.update(getattr(wait, "purpose", msgspec.UNSET) for wait in after.state.waits)

    every = {*OwnEvent.__args__, *FURTHER}
    for edition in (FIRST, *(variant.of(under(variant)) for variant in FIRST.variants)):
        every |= {*edition.handlers, *edition.waits}
    assert {variant.id for variant in FIRST.variants} <= set(VARIED)
    even = without(epic_rules("border_watch"), "human_green_archers-1")  # nobody has a green banner
    flooded = with_terrain(rules("open_country"), **{f"{letter}1": "waterway" for letter in "ABCDEFGHIJKLM"})
    level = epic_rules("border_watch", "reluctant_allies")
    arms = [small(rules("open_country")), small(flooded)]
    allied = [small(VARIED["reluctant_allies"]), level]
    first = rules("first_steps")
    spider = {UnitId("giant_spider-1"): Hex("G5")}  # whose Lair is known of once the pieces stand
    laid = replace(first.scenario, open=True, lairs=True)
    bare = small(Ruleset(first.edition, first.catalogue, first.board, laid)).scenario
    laired = replace(bare, units=bare.units | spider, owners=bare.owners | dict.fromkeys(spider, Seat.SOUTH))
    free = Ruleset(first.edition, first.catalogue, first.board, laired)
    catalogue = parse_catalogue({**printed_texts(), **RARE}, FIRST)
    led, bows = (
        small(Ruleset(FIRST, catalogue, each.board, each.scenario)) for each in (first, rules("open_country"))
    )
    varied = [SMALL_VARIED["medieval_lore"], epic_rules(), even, free, led, *arms, bows, *allied]
    for seed in (*COMES_FAR, *range(40_000, 40_150)):
        play_random([*varied, WILD, WILD, STEPS][seed % (3 + len(varied))], seed, watch=(watch,))
        if every <= seen:
            break
    assert {str(each) for each in every - seen} == set()


@pytest.mark.long
@pytest.mark.parametrize("first", range(1_000, 3_500, 50))
def test_five_thousand_random_games(first: int) -> None:
    for seed in range(first, first + 50):
        play_and_check(STEPS, seed)
        play_and_check(COUNCIL if seed % 2 else WILD, seed)
