"""Numbers that nobody told us: what needs one asks for it, once, and keeps it as the table's word."""

from collections.abc import Iterator
from typing import Annotated, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel import messages as m, printed
from rules.kernel.battle.odds import Odds, odds_of
from rules.kernel.chapters.lore import playable
from rules.kernel.chapters.movement import hexes_left
from rules.kernel.decide import options
from rules.kernel.hexes import Hex
from rules.kernel.notation.position import parse_position
from rules.kernel.notation.writing import format_position
from rules.kernel.ruleset import Game
from rules.kernel.values import CardNumber, KindId, LoreId, Seat, Why
from rules.kernel.view import view
from rules.registry import AnyState
from tests.rules.drawn import after, at, attack, faces, figures, move, tags, u, waits, why
from tests.rules.packs import without
from tests.rules.playing import full_rules
from tests.rules.tricks import NORTH, PLAIN, SOUTH, held, lore

KNOWN = full_rules()
OB, LA = KindId("obscenes"), KindId("citadel_lancers")
COMBAT, MOVE, RANGE = CardNumber.COMBAT, CardNumber.MOVE, CardNumber.RANGE


NO_COMBAT, NO_MOVE, NO_RANGE = (without(KNOWN, OB, number) for number in (COMBAT, MOVE, RANGE))
NOTHING = without(KNOWN, OB, COMBAT, MOVE, RANGE)


def told(number: CardNumber, value: int, kind: KindId = OB) -> m.TellNumber:
    return m.TellNumber(kind=kind, number=number, value=value)


def asked(game: Game) -> tuple[Seat | None, CardNumber] | None:
    """Return who is asked for which number."""
    wait = game.state.wait
    return (wait.seat, wait.number) if isinstance(wait, m.NumberWait) else None


# --- what is asked ------------------------------------------------------------------------------------


def test_an_attack_asks_how_many_dice_and_then_goes_on() -> None:
    """RB p. 9: the combat value stands on the card."""
    game, _ = after(held("5 OB CG", rules=NO_COMBAT, active=NORTH), attack("OB", "CG"))
    assert asked(game) == (NORTH, COMBAT)
    game, events = after(game, told(COMBAT, 4))
    assert tags(events)[0] == "number_told"
    assert game.state.wait == m.DiceWait(seat=NORTH, count=4, unit=u("OB"))


def test_a_unit_may_counter_though_nobody_knows_its_dice() -> None:
    """RB p. 10: it is asked whether it counters, and then with how many dice."""
    game, _ = after(held("5 OB CG", rules=NO_COMBAT), attack("CG", "OB"), faces("lore lore pierce"))
    assert waits(game) == "counter_wait"
    game, _ = after(game, m.Counter())
    assert asked(game) == (NORTH, COMBAT)
    game, _ = after(game, told(COMBAT, 2))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=2, unit=u("OB"))
    game, _ = after(game, faces("strike lore"))
    assert (figures(game, "CG"), game.state.fights) == (2, ())


def test_an_early_counter_that_asked_for_its_dice_is_made_once() -> None:
    """Ref, Ferocity."""
    start = held("5 .. OB CG\n6 YA", rules=NO_COMBAT)
    game, _ = after(start, attack("CG", "OB"), faces("morale lore pierce"))
    assert isinstance(game.state.wait, m.CounterWait)
    assert game.state.wait.early
    game, _ = after(game, m.Counter(), told(COMBAT, 1), faces("lore"))
    assert (at(game, "OB"), waits(game)) == ("A5", "advance_wait")
    assert waits(after(game, m.Decline())[0]) == "orders_wait"


def test_who_does_not_counter_is_not_asked_for_a_number() -> None:
    game, _ = after(held("5 OB CG", rules=NO_COMBAT), attack("CG", "OB"), faces("lore lore pierce"))
    assert waits(after(game, m.Decline())[0]) == "orders_wait"


def test_a_number_is_asked_once_for_all_units_of_a_kind() -> None:
    start = held("5 OB CG OB", rules=NO_COMBAT, active=NORTH)
    game, _ = after(start, attack("OB1", "CG"), told(COMBAT, 3), faces("lore lore lore"), m.Decline())
    game, _ = after(game, attack("OB2", "CG"))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=3, unit=u("OB2"))


def test_a_move_asks_how_far_and_then_goes_on() -> None:
    """RB p. 6."""
    start = held("5 OB .. ..\n9 CG", rules=NO_MOVE, active=NORTH)
    assert hexes_left(start, start.state.units[u("OB")]) is None
    assert move("OB", "C5") in options(start)
    game, _ = after(start, move("OB", "C5"))
    assert (asked(game), at(game, "OB")) == ((NORTH, MOVE), "A5")
    game, _ = after(game, told(MOVE, 2))
    assert (at(game, "OB"), waits(game)) == ("C5", "orders_wait")


def test_a_move_further_than_the_told_number_is_not_made() -> None:
    """The number is kept, and the rules say then why not."""
    game, _ = after(held("5 OB .. ..\n9 CG", rules=NO_MOVE, active=NORTH), move("OB", "C5"), told(MOVE, 1))
    assert (at(game, "OB"), waits(game)) == ("A5", "orders_wait")
    assert why(game, move("OB", "C5")) is Why.TOO_FAR
    assert move("OB", "B5") in options(game)
    assert move("OB", "C5") not in options(game)


def test_a_move_that_the_table_wants_is_made_whatever_the_number() -> None:
    start = held("5 OB .. ..\n9 CG", rules=NO_MOVE, active=NORTH)
    game, _ = after(start, m.Overrule(command=move("OB", "D5")), told(MOVE, 1))
    assert at(game, "OB") == "D5"


@pytest.mark.parametrize(("furthest", "end"), [(1, "orders_wait"), (2, "dice_wait"), (5, "dice_wait")])
def test_an_attack_asks_how_far_it_reaches(furthest: int, end: str) -> None:
    """RB p. 8: 1 is melee, more is ranged."""
    start = held("5 OB .. CG", rules=NO_RANGE, active=NORTH)
    assert attack("OB", "CG") in options(start)
    game, _ = after(start, attack("OB", "CG"))
    assert asked(game) == (NORTH, RANGE)
    game, _ = after(game, told(RANGE, furthest))
    assert waits(game) == end
    assert ("ranged" in game.kind(game.state.units[u("OB")]).traits) is (furthest > 1)


def test_all_that_is_needed_is_asked_one_after_the_other() -> None:
    start = held("5 OB CG", rules=NOTHING, active=NORTH)
    game, _ = after(start, attack("OB", "CG"))
    assert asked(game) == (NORTH, RANGE)
    game, _ = after(game, told(RANGE, 1))
    assert asked(game) == (NORTH, COMBAT)
    game, _ = after(game, told(COMBAT, 3))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=3, unit=u("OB"))


def test_a_question_for_a_number_can_be_let_pass() -> None:
    """Then nothing is done, and the counter is asked for again."""
    game, _ = after(held("5 OB CG", rules=NO_COMBAT), attack("CG", "OB"), faces("lore lore pierce"))
    before = game.state.waits
    assert after(game, m.Counter(), m.Decline())[0].state.waits == before


def test_a_correction_meanwhile_takes_the_question_back() -> None:
    start = held("5 OB CG", rules=NO_COMBAT, active=NORTH)
    gone = m.CorrectUnit(unit=u("CG"), at=Hex("L9"), figures=3)
    game, _ = after(start, attack("OB", "CG"), gone)
    assert waits(game) == "orders_wait"


def test_every_answer_is_offered_and_nothing_else_is_believed() -> None:
    game, _ = after(held("5 OB CG", rules=NO_COMBAT, active=NORTH), attack("OB", "CG"))
    assert options(game) == (*(told(COMBAT, count) for count in range(13)), m.Decline())
    for command, reason in (
        (told(COMBAT, 13), Why.IMPOSSIBLE_NUMBER),
        (told(COMBAT, -1), Why.IMPOSSIBLE_NUMBER),
        (told(RANGE, 0), Why.IMPOSSIBLE_NUMBER),
        (told(COMBAT, 3, KindId("troll")), Why.NO_SUCH_UNIT),
    ):
        assert why(game, command) is reason


def test_a_number_may_be_told_and_corrected_at_any_time() -> None:
    """The table's word holds against the catalogue's, and dice that are awaited are counted anew."""
    game, _ = after(held("5 OB CG", rules=KNOWN, active=NORTH), attack("OB", "CG"), told(COMBAT, 5))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=5, unit=u("OB"))
    game, _ = after(game, told(COMBAT, 2))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=2, unit=u("OB"))


def test_another_number_told_meanwhile_leaves_the_question() -> None:
    game, _ = after(held("5 OB CG", rules=NOTHING, active=NORTH), attack("OB", "CG"), told(MOVE, 2))
    assert asked(game) == (NORTH, RANGE)


# --- what reads it --------------------------------------------------------------------------------------


def test_odds_read_the_told_number_and_say_where_it_lacks() -> None:
    game = held("5 OB CG", rules=NO_COMBAT, active=NORTH)
    refused = odds_of(game, u("OB"), u("CG"))
    assert isinstance(refused, m.Refusal)
    assert refused.why is Why.NOT_KNOWN
    odds = odds_of(after(game, told(COMBAT, 2))[0], u("OB"), u("CG"))
    assert isinstance(odds, Odds)
    assert odds.dice == 2


def test_odds_of_a_counter_with_unknown_dice_tell_how_likely_it_is() -> None:
    game = held("5 OB1 CG", rules=NO_COMBAT)
    odds = odds_of(game, u("CG"), u("OB"), counter=True)
    assert isinstance(odds, Odds)
    assert odds.counter is None
    assert odds.countered is not None
    assert 0 < odds.countered < 1


def test_the_view_shows_what_was_told() -> None:
    game, _ = after(held("5 OB CG", rules=NOTHING), told(COMBAT, 4), told(MOVE, 1), told(RANGE, 3))
    unit = next(each for each in view(game, None).units if each.id == u("OB"))
    assert (unit.card.move, unit.card.combat, unit.card.range, unit.dice) == (1, 4, (1, 3), 4)


def test_told_numbers_outlast_the_store_and_the_text_of_a_position() -> None:
    game, _ = after(held("5 OB CG", rules=NOTHING), told(COMBAT, 4), told(MOVE, 1))
    raw = msgspec.json.encode(game.state)
    assert msgspec.json.decode(raw, type=AnyState) == game.state
    assert parse_position(format_position(game), NOTHING).state == game.state


def test_a_game_in_which_a_number_was_asked_runs_on_where_a_pack_tells_it() -> None:
    """What was told is offered for a pack: the log must hold with that pack too."""
    commands = (attack("OB", "CG"), told(COMBAT, 3), faces("lore lore lore"), m.Decline())
    start = held("5 OB CG", rules=NO_COMBAT, active=NORTH)
    asked, _ = after(start, *commands)
    known, _ = after(Game(KNOWN, start.state), *commands)
    assert known.state == asked.state


# --- lore cards -----------------------------------------------------------------------------------------


def test_a_lore_cards_cost_is_asked_once_and_kept() -> None:
    """RB p. 12."""
    game = held(rules=PLAIN)
    card = lore("runic_barrier")
    assert why(game, card) is Why.COST_NOT_TOLD
    game, events = after(game, lore("runic_barrier", cost=3))
    assert "cost_told" in tags(events)
    assert game.state.told_costs == {LoreId("runic_barrier"): 3}
    side = replace(game.state.sides[SOUTH], lore_played=False)
    game = Game(game.ruleset, replace(game.state, sides={**game.state.sides, SOUTH: side}))
    assert card.card in playable(game, SOUTH)
    again, events = after(game, card)
    assert "cost_told" not in tags(events)
    assert again.state.sides[SOUTH].lore == game.state.sides[SOUTH].lore - 3
    assert view(again, None).told_costs == {LoreId("runic_barrier"): 3}


# --- every number that may lack ---------------------------------------------------------------------------

# What is done where a number is absent: asked (by which test), shown as not known and told by the players
# where it matters, or absent because there is none.
ABSENT = {
    ("Kind", "move"): test_a_move_asks_how_far_and_then_goes_on,
    ("Kind", "combat"): test_an_attack_asks_how_many_dice_and_then_goes_on,
    ("Kind", "range"): test_an_attack_asks_how_far_it_reaches,
    (
        "Kind",
        "cost",
    ): "asked where the army is built, and offered for a pack: tests/companion/web/test_armies.py",
    ("Kind", "units"): "no limit is checked: tests/rules/second/setting_up/test_mustering.py",
    ("CommandCard", "copies"): "the deck's size is shown as not known",
    ("LoreCard", "cost"): test_a_lore_cards_cost_is_asked_once_and_kept,
    ("LoreCard", "copies"): "the deck's size is shown as not known",
    ("Terrain", "most_dice"): "there is no cap",
    ("Terrain", "points"): "it cannot be captured",
    ("Scenario", "lore_hand"): "there are no lore cards",
}


def optional_numbers() -> Iterator[tuple[str, str]]:
    """Yield every struct of the catalogue with each of its fields that is a number, or numbers, or None."""
    for name, sort in vars(printed).items():
        if (
            isinstance(sort, type)
            and issubclass(sort, msgspec.Struct)
            and sort.__module__ == printed.__name__
        ):
            for field in msgspec.structs.fields(sort):
                if is_number_or_none(field.type):
                    yield name, field.name


def is_number_or_none(annotation: object) -> bool:
    parts = get_args(annotation)
    return type(None) in parts and any(is_number(part) for part in parts)


def is_number(annotation: object) -> bool:
    if get_origin(annotation) is Annotated:
        return is_number(get_args(annotation)[0])
    return annotation is int or (
        get_origin(annotation) is tuple and all(map(is_number, get_args(annotation)))
    )


def test_every_number_that_the_catalogue_may_lack_is_asked_or_shown() -> None:
    assert set(optional_numbers()) == set(ABSENT)
