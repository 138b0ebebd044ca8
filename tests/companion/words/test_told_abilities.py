"""What is told and explained names the ability that did it, whoever made it up."""

from collections.abc import Iterator

import pytest

from companion.words.announcer import log_text, refusal_text
from companion.words.ask import ask_of
from companion.words.rule_links import rules_asked, rules_of
from rules.first.abilities import ABILITIES as FIRST_ABILITIES
from rules.first.edition import FIRST
from rules.first.faces import FLAG, LORE as FIRST_LORE
from rules.first.messages.commands import RetreatTo
from rules.first.messages.waits import RetreatWait
from rules.kernel import messages as m
from rules.kernel.catalogue import parse_catalogue
from rules.kernel.chapters.abilities import Asked, Question
from rules.kernel.decide import options
from rules.kernel.game import play
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import AbilityId, Seat, UnitId
from rules.second import messages as second
from rules.second.abilities import ABILITIES, DICE_ABILITIES, DiceAbility
from rules.second.faces import HEROIC
from rules.second.questions import SecondQuestion
from tests.rules.drawn import after, attack, drawn, faces, u
from tests.rules.first import test_abilities as first
from tests.rules.first.engine import printed_texts
from tests.rules.first.test_abilities import MADE_UP
from tests.rules.packs import packed

CARD = 'summary = "It does."\nconfidence = "certain"\npage = "Our own card"\n'
NAMES = ("steadfast", "hounds", "snarl", "hired", "reckless")
CARDS = "".join(f'[{name}]\nname = "{name.title()}"\n{CARD}' for name in NAMES)
ONE = (m.GrantOrders(count=1),)
UNITS = """
[rune_golems]
abilities = [{ name = "steadfast", number = 1 }, { name = "snarl" }]
[blood_harvesters]
abilities = [{ name = "reckless" }, { name = "hounds" }, { name = "hired" }]
"""


def one_more(asked: Asked, number: int) -> int:
    return number + 1


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    """The Second Edition with units that have nothing but made-up abilities."""
    questions = {
        "steadfast": Question.RETREATS_IGNORED,
        "hounds": Question.PURSUIT,
        "snarl": SecondQuestion.EARLY_COUNTERS,
        "hired": SecondQuestion.ORDERED_FOR_LORE,
    }
    for name, question in questions.items():
        monkeypatch.setitem(ABILITIES.answers[question], AbilityId(name), one_more)
    reckless = DiceAbility(HEROIC, damage=1, loses=1)
    monkeypatch.setitem(DICE_ABILITIES, AbilityId("reckless"), reckless)
    monkeypatch.setattr(ABILITIES, "_others", frozenset(DICE_ABILITIES))
    yield packed(UNITS, abilities=CARDS.replace("[steadfast]", "[steadfast]\nasked = true"))


def told(game: Game, *commands: m.Command) -> tuple[Game, str, tuple[str, ...]]:
    """Return the game after *commands*, with the last one's line of the log and what explains it."""
    game, events = after(game, *commands)
    return game, log_text(events, game), rules_of(events, game)


def test_who_stands_by_an_ability_is_told_to_stand_by_that_one(rules: Ruleset) -> None:
    game = drawn("5 .. .. .. .. BH RG", active=Seat.NORTH, rules=rules)
    game, _, why = told(game, attack("BH", "RG"), faces("morale morale pierce"))
    assert "snarl" in why and "ferocity" not in why
    game, _, _ = told(game, m.Decline())
    assert rules_asked(game.state.wait, game) == ("steadfast",)
    _, refused = play(game, second.IgnoreRetreats(hexes=2))
    assert isinstance(refused, m.Refusal)
    assert refused.rule == "steadfast"
    assert "(Our own card)" in refusal_text(refused, game)
    _, line, why = told(game, second.IgnoreRetreats(hexes=1))
    assert "ignores 1 retreat (Steadfast)" in line
    assert "steadfast" in why and "immovable" not in why


def test_figures_given_and_hexes_pursued_are_told_by_the_ability(rules: Ruleset) -> None:
    game = drawn("5 .. .. .. .. BH CG1 .. CG", active=Seat.NORTH, rules=rules)
    game, _, _ = told(game, attack("BH", "CG"), faces("heroic pierce pierce"))
    game, _, _ = told(game, second.Commit(dice={AbilityId("reckless"): 1}))
    assert rules_asked(game.state.wait, game) == ("hounds",)
    _, line, why = told(game, m.Advance(to=game.state.wait.to[0]))
    assert "gives up 1 figure for Reckless" in line
    assert {"hounds", "reckless"} <= set(why)
    assert {"pursue", "frenzy"}.isdisjoint(why)


def test_lore_given_for_an_order_is_explained_by_the_ability(rules: Ruleset) -> None:
    game = drawn("5 .. .. .. .. BH .. CG", active=Seat.NORTH, ordered=False, lore=1, grants=ONE, rules=rules)
    _, _, why = told(game, m.Order(unit=u("BH"), paid=True))
    assert "hired" in why and "automaton" not in why


def test_a_unit_of_the_first_edition_is_told_to_stand_by_what_makes_it_bold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FIRST_ABILITIES.answers[Question.RETREATS_IGNORED], AbilityId("stubborn"), one_more)
    catalogue = parse_catalogue({**printed_texts(), **MADE_UP}, FIRST)
    game = first.drawn("south human_blue_foot E4, north human_blue_foot E5", catalogue=catalogue)
    game, _, _ = told(
        game,
        m.Attack(unit=UnitId("human_blue_foot-1"), target=UnitId("human_blue_foot-2")),
        m.Roll(faces=(FLAG, FIRST_LORE, FIRST_LORE)),
    )
    assert ask_of(game.state.wait, options(game), game).sum == "Bold 1: 1 by Stubborn"
    assert rules_asked(game.state.wait, game) == ("retreat", "stubborn")
    assert isinstance(game.state.wait, RetreatWait)
    at = game.state.units[game.state.wait.unit].at
    assert at is not None
    _, line, why = told(game, RetreatTo(to=at))
    assert "stands: 1 hex of retreat ignored (Stubborn)" in line
    assert "stubborn" in why and "bold" not in why
