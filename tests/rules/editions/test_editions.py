"""The kernel knows no edition: a made-up one is played on it, and neither enters the other's functions."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import rules.first
import rules.second
from rules.first.edition import FIRST
from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError, parse_catalogue
from rules.kernel.chapters.abilities import Abilities, Asked, Question
from rules.kernel.chapters.ask import movement
from rules.kernel.chapters.cards import check_verbs
from rules.kernel.chapters.verbs import SHARED_VERBS
from rules.kernel.course import Course
from rules.kernel.decide import options
from rules.kernel.edition import PrintedFile, Variant, Waiting
from rules.kernel.evolve.changes import ANY, CHANGES
from rules.kernel.game import new_game, play
from rules.kernel.handlers import SHARED
from rules.kernel.options import SHARED_WAITS
from rules.kernel.printed import VariantCard
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, AbilityId, KindId, Seat, Step, UnitId
from rules.kernel.view import view
from rules.registry import AnyCommand, AnyEvent, AnyVerb, AnyWait, sorts_of
from rules.second import messages as second
from rules.second.edition import SECOND
from rules.second.faces import STRIKE
from rules.second.handlers import HANDLERS, WAITS
from rules.second.verbs import VERBS
from tests.rules.editions import skirmish
from tests.rules.editions.laid import laid
from tests.rules.editions.skirmish import SKIRMISH, Oath
from tests.rules.first.engine import rules as first_rules
from tests.rules.first.playing import play_random as play_first
from tests.rules.playing import learning_rules, play_random
from tests.rules.printed_texts import printed_texts

ROOT = Path(__file__).parents[3]
FIRST_FILES, SECOND_FILES = Path(rules.first.__file__).parent, Path(rules.second.__file__).parent
MADE_UP = Path(skirmish.__file__)
MOST_COMMANDS = 5000


def chosen(game: Game, chance: Random) -> m.Command:
    """Return any command, an attack where there is one; the turn ends when nothing else is left."""
    wait = game.state.wait
    if isinstance(wait, m.DiceWait):
        return m.Roll(faces=tuple(chance.choices(SKIRMISH.faces.all, k=wait.count)))
    legal = options(game)
    attacks = [command for command in legal if isinstance(command, m.Attack)]
    others = [command for command in legal if not isinstance(command, m.EndMainPhase)]
    return chance.choice(attacks or others or legal)


def play_skirmish(seed: int) -> Game:
    """Return a game of the made-up edition at its end, its commands chosen at random."""
    chance, game = Random(seed), new_game(skirmish.skirmish())
    for _ in range(MOST_COMMANDS):
        if game.state.step is Step.OVER:
            return game
        command = chosen(game, chance)
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (command, decision)
    raise AssertionError(f"seed {seed} does not end")


def files_entered(run: Callable[[], object]) -> set[Path]:
    """Return the files of all functions that are entered while *run* runs."""
    entered: set[str] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: entered.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        run()
    finally:
        sys.setprofile(before)
    return {Path(name) for name in entered}


@pytest.mark.parametrize("seed", range(5))
def test_a_made_up_edition_is_played_to_its_end(seed: int) -> None:
    game = play_skirmish(seed)
    assert game.state.winner is not None
    assert not game.enemies(game.state.winner)


def test_a_game_of_one_edition_never_enters_a_function_of_another() -> None:
    entered = files_entered(lambda: play_skirmish(7))
    assert MADE_UP in entered
    assert not [path for path in entered if SECOND_FILES in path.parents]
    entered = files_entered(lambda: play_random(learning_rules(), 7, whims=False))
    assert SECOND_FILES / "striking.py" in entered
    assert MADE_UP not in entered
    assert not [path for path in entered if FIRST_FILES in path.parents]
    entered = files_entered(lambda: play_first(first_rules("war_council"), 7, whims=False))
    assert FIRST_FILES / "play" / "retreating.py" in entered
    assert not [path for path in entered if SECOND_FILES in path.parents]


def test_the_whole_kernel_is_imported_without_an_edition() -> None:
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in (ROOT / "rules" / "kernel").rglob("*.py")
    ]
    program = f"import sys, {', '.join(modules)}\nprint(*sys.modules)"
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert "rules.kernel.decide" in told
    assert not [module for module in told if module.startswith(("rules.first", "rules.second"))]


def test_every_command_wait_and_verb_has_its_row() -> None:
    every = [*laid(FIRST, first_rules("first_steps").catalogue.variants)]
    assert {*HANDLERS, *(each for edition in every for each in edition.handlers), m.Overrule} == set(
        sorts_of(AnyCommand)
    )
    assert {*WAITS, *(each for edition in every for each in edition.waits)} == set(sorts_of(AnyWait))
    assert {*VERBS, *(each for edition in every for each in edition.verbs)} == set(sorts_of(AnyVerb))
    assert SHARED.keys() <= HANDLERS.keys()
    assert SHARED_WAITS.keys() <= WAITS.keys() & FIRST.waits.keys()
    assert SHARED_VERBS.keys() <= VERBS.keys()


def test_what_every_event_changes_is_told_once() -> None:
    told = {sort for sort, own in CHANGES if own is ANY}
    assert set(sorts_of(AnyEvent)) <= told
    assert {sort for sort, own in CHANGES if own is not ANY} <= told, (
        "an edition overrides what nobody shares"
    )


def test_a_verb_that_an_edition_does_not_have_is_refused() -> None:
    game = new_game(skirmish.skirmish())
    (refused,) = check_verbs(game, Seat.SOUTH, (second.BarLore(),), "cards")
    assert (refused.why, refused.final) == ("not_now", True)


def test_two_seats_may_play_one_faction_where_the_scenario_says_whose_each_unit_is() -> None:
    """The First Edition's camps both field human blue foot."""
    owners = dict(
        zip(map(UnitId, skirmish.UNITS), (Seat.SOUTH, Seat.SOUTH, Seat.NORTH, Seat.NORTH), strict=True)
    )
    scenario = replace(skirmish.SCENARIO, factions=dict.fromkeys(Seat, "red"), owners=owners)
    ruleset = Ruleset(SKIRMISH, skirmish.CATALOGUE, skirmish.skirmish().board, scenario)
    assert not ruleset.fielded
    assert all(ruleset.owners[name] is seat for name, seat in owners.items())
    assert [len(new_game(ruleset).enemies(seat)) for seat in CAMPS] == [2, 2]


def test_a_command_that_an_edition_does_not_have_is_never_awaited() -> None:
    game = new_game(skirmish.skirmish())
    for command in (second.RevealArmies(), m.Overrule(command=second.RevealArmies())):
        after, refused = play(game, command)
        assert isinstance(refused, m.Refusal)
        assert (refused.why, refused.final, after) == ("not_now", True, game)


def test_dice_of_another_edition_are_refused_whatever_the_table_says() -> None:
    game = new_game(skirmish.skirmish())
    wait = m.DiceWait(seat=Seat.SOUTH, count=1, unit=UnitId("red_guard-1"))
    game = Game(game.ruleset, replace(game.state, step=Step.ATTACK, waits=(m.OrdersWait(), wait)))
    for command in (m.Roll(faces=(STRIKE,)), m.Overrule(command=m.Roll(faces=(STRIKE,)))):
        _, refused = play(game, command)
        assert isinstance(refused, m.Refusal)
        assert (refused.why, refused.final) == ("no_such_face", True)


def test_a_card_that_speaks_of_a_face_of_other_dice_is_an_error() -> None:
    card = '[fury_of_yllan]\ndoes = [{ verb = "fuel_damage", face = "flag" }]\n'
    with pytest.raises(ConfigError, match="no face of the dice is called 'flag'"):
        parse_catalogue({**printed_texts(), "pack/lore.toml": card}, SECOND)


ENTRY = '[steady]\nname = "Steady"\nsummary = "It stands."\nconfidence = "certain"\npage = "p. 5"\n'
PRINTED = {
    "factions.toml": '[red]\nname = "Red"\n',
    "units.toml": """
[red_guard]
name = "Red Guard"
faction = "red"
health = 2
figures = 2
confidence = "certain"
page = "p. 5"
""",
    "abilities.toml": ENTRY,
    "cards.toml": f"{ENTRY}does = []\n",
    "lore.toml": ENTRY,
    "terrain.toml": ENTRY,
    "scenarios.toml": """
[duel]
name = "Duel"
edition = "skirmish"
board = "small"
first = "south"
factions = { south = "red" }
units = { red_guard = ["A1"] }
banners = { count = 0, points = 1 }
hand = 1
points_to_win = 1
confidence = "certain"
""",
    "oaths.toml": '[first_oath]\nkind = "red_guard"\n',
}
STEADY = replace(SKIRMISH, abilities=Abilities([AbilityId("steady")]))


def test_an_edition_s_own_table_is_read_with_the_shared_ones() -> None:
    catalogue = parse_catalogue(PRINTED, STEADY)
    assert catalogue.of(Oath) == {"first_oath": Oath(id="first_oath", kind=KindId("red_guard"))}
    assert parse_catalogue(printed_texts(), SECOND).of(Oath) == {}


@pytest.mark.parametrize(
    ("oath", "said"),
    [
        ('kind = "blue_guard"', r"oaths.toml: \[first_oath\] no unit is called 'blue_guard', field kind"),
        ('sworn = "yes"', r"oaths.toml: \[first_oath\] Object contains unknown field `sworn`"),
    ],
)
def test_an_edition_checks_its_own_table(oath: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_catalogue({**PRINTED, "oaths.toml": f"[first_oath]\n{oath}\n"}, STEADY)


VARIED = replace(
    STEADY,
    printed=STEADY.printed._replace(
        tables=(*STEADY.printed.tables, PrintedFile("variants.toml", VariantCard))
    ),
    variants=tuple(Variant(name, lambda edition: edition) for name in ("steady", "long")),
)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (("steady",), "variants.toml: no entry tells of the variant 'long'"),
        (("steady", "long", "odd"), r"variants.toml: \[odd\] no code plays the variant 'odd'"),
    ],
)
def test_the_file_of_variants_and_the_code_answer_each_other(told: tuple[str, ...], said: str) -> None:
    texts = {**PRINTED, "variants.toml": "".join(ENTRY.replace("steady", name) for name in told)}
    with pytest.raises(ConfigError, match=said):
        parse_catalogue(texts, VARIED)


def test_another_edition_s_table_is_no_file_of_an_edition() -> None:
    with pytest.raises(ConfigError, match=r"no such file is known here; the files are .*armies\.toml"):
        parse_catalogue({**printed_texts(), "pack/oaths.toml": PRINTED["oaths.toml"]}, SECOND)


class Truce(m.OverWait, frozen=True, kw_only=True, tag="truce_wait"):
    """A wait that nobody but this test knows."""


def truce_ended(course: Course, wait: Truce) -> None:
    course.wait(m.OrdersWait(seat=Seat.SOUTH))


def test_a_new_wait_is_one_row_of_its_edition() -> None:
    row = Waiting(lambda game, wait: (m.Decline(),), decline=truce_ended)
    ruleset = skirmish.skirmish(replace(SKIRMISH, waits={**SKIRMISH.waits, Truce: row}))
    game = new_game(ruleset)
    game = Game(ruleset, replace(game.state, step=Step.ORDER, waits=(Truce(seat=Seat.SOUTH),)))
    assert options(game) == (m.Decline(),)
    assert view(game, Seat.SOUTH).options == (m.Decline(),)
    after, _ = play(game, m.Decline())
    assert after.state.waits == (m.OrdersWait(seat=Seat.SOUTH),)


SLUGGISH = {
    "pack/abilities.toml": """
[sluggish]
name = "Sluggish"
summary = "It moves one hex fewer."
confidence = "certain"
page = "p. 6"
""",
    "pack/units.toml": """
[citadel_guard]
abilities = [{ name = "sluggish" }]
""",
}


def test_a_new_ability_is_one_entry_and_one_function() -> None:
    abilities = Abilities(SECOND.abilities.known)

    @abilities.ability("sluggish", Question.MOVEMENT)
    def sluggish(asked: Asked, hexes: int) -> int:
        return hexes - asked.number

    edition, usual_rules = replace(SECOND, abilities=abilities), learning_rules()
    catalogue = parse_catalogue({**printed_texts(), **SLUGGISH}, edition)
    game = new_game(Ruleset(edition, catalogue, usual_rules.board, catalogue.scenarios["learning"]))
    guard = game.state.units[UnitId("citadel_guard-1")]
    usual = movement(new_game(usual_rules), guard)
    assert usual is not None
    assert movement(game, guard) == usual - 1


LEAST_LINES, MOST_ALIKE = 6, 0.9


def functions(paths: list[Path]) -> Iterator[tuple[str, list[str]]]:
    """Yield each function of at least so many lines: its name, and its syntax without names and constants."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= LEAST_LINES - 1:
                yield f"{path.name}:{node.name}", [type(each).__name__ for each in ast.walk(node)]


def alike(one: list[str], other: list[str]) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(ratio() >= MOST_ALIKE for ratio in ratios)


def test_no_function_is_written_twice_in_two_editions() -> None:
    folders = [sorted(folder.rglob("*.py")) for folder in (SECOND_FILES, FIRST_FILES)]
    editions = [list(functions(paths)) for paths in (*folders, [MADE_UP])]
    twice = [
        (name, other)
        for ours, theirs in combinations(editions, 2)
        for name, body in ours
        for other, again in theirs
        if alike(body, again)
    ]
    assert not twice


def test_functions_that_differ_in_names_only_are_noticed() -> None:
    (one,) = (body for name, body in functions([MADE_UP]) if name.endswith(":guard"))
    assert alike(one, list(one))
