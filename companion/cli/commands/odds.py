"""``herald odds``: what an attack may do, and how likely that is, exactly."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from companion.cli.options import data_option, one_sentence, setting_option
from companion.input.errors import Refused, StoreError
from companion.input.safe_parsing import LOG, TooMuchError, read_bytes, read_text
from companion.library.library import Library
from companion.words.names import load_language, wording_of
from companion.words.plurals import percent
from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.kernel.battle.odds import Odds, Outcomes, Policy, odds_of
from rules.kernel.catalogue import kind_of
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Refusal
from rules.kernel.notation.position import NotationError, parse_position
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.translatable import counted
from rules.kernel.values import Marker, UnitId
from vision.errors import InputError

FILE = click.Path(path_type=Path, dir_okay=False)
DIGITS = 1  # behind the point of a percent


@click.command(name="odds")
@click.argument("attacker")
@click.argument("target")
@click.option("--position", type=FILE, help="A position as text; without one both stand alone in the middle.")
@click.option("--log", type=FILE, help="A game from 'herald games export': the position at its end.")
@click.option("--scenario", default="learning", help="Whose units and board; a log knows its own.")
@click.option("--distance", default=1, help="How far apart they stand in the middle.")
@click.option("--at", "places", multiple=True, metavar="UNIT=HEX", help="Put a unit on a hex.")
@click.option("--figures", multiple=True, metavar="UNIT=N", help="How many figures a unit has left.")
@click.option("--poisoned", multiple=True, metavar="UNIT", help="Give a unit a poison marker.")
@click.option(
    "--policy",
    type=click.Choice([str(each) for each in Policy]),
    default=str(Policy.USUAL),
    help="How dice are committed.",
)
@click.option("--counter/--no-counter", default=True, help="Whether the counter is reckoned with.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of words.")
@setting_option("language", help="The language of the answer.")
@data_option
def command(
    attacker: str,
    target: str,
    position: Path | None,
    log: Path | None,
    scenario: str,
    distance: int,
    places: tuple[str, ...],
    figures: tuple[str, ...],
    poisoned: tuple[str, ...],
    policy: str,
    counter: bool,
    as_json: bool,
    language: str,
    data: Path,
) -> None:
    """Tell the exact odds of ATTACKER attacking TARGET.

    Units are named as the scenario names them (citadel_guard-2); a kind alone means its lowest number there.
    """
    with one_sentence():
        game = read_game(Library(data), scenario, position, log)
        unit, victim = named(game, attacker), named(game, target)
        if position is None and log is None:
            game = alone(game, unit, victim, distance)
        game = arranged(game, places, figures, poisoned)
        for name in (unit, victim):
            if game.state.units[name].at is None:
                raise InputError("{1} is not on the board; --at {2}=HEX puts it there", name, name)
    found = odds_of(game, unit, victim, policy=Policy(policy), counter=counter)
    with one_sentence():
        spoken = load_language(language, game.ruleset.edition.id, data)
    if isinstance(found, Refusal):
        from companion.words.announcer import refusal_text

        called, why = wording_of(game, spoken, spoken=False).unit, refusal_text(found, game, spoken)
        raise Refused(spoken.tr("{1} cannot attack {2}: {3}.", called(unit), called(victim), why))
    if as_json:
        click.echo(msgspec.json.encode(as_builtins(found, policy)).decode())
    else:
        click.echo(in_words(found, wording_of(game, spoken, spoken=False), spoken.tr))


def read_game(library: Library, scenario: str, position: Path | None, log: Path | None) -> Game:
    """Return the game in which the attack is made.  Raises InputError for files that hold none."""
    if position is not None and log is not None:
        raise InputError("--position and --log both tell where the units stand: give one of them")
    if position is not None:
        try:
            return parse_position(read_text(position), library.ruleset(scenario))
        except NotationError as fault:
            raise InputError("{1}: {2}", position, few(fault.faults)) from None
    if log is not None:
        return _end_of(log, library)
    return new_game(library.ruleset(scenario))


def _end_of(log: Path, library: Library) -> Game:
    """Return the position at the end of the game in *log*.  Raises InputError."""
    from companion.journal.check_import import check_game
    from companion.journal.jsonl import read_export

    try:
        row, entries = read_export(read_bytes(log, LOG).splitlines(), str(log))
    except StoreError as fault:
        raise InputError(str(fault)) from None
    except (OSError, TooMuchError) as fault:
        raise InputError("{1}: {2}", log, fault) from None
    return check_game(library, row, entries, str(log)).game


def arranged(game: Game, places: Iterable[str], figures: Iterable[str], poisoned: Iterable[str]) -> Game:
    """Return *game* with units as ``UNIT=HEX``, ``UNIT=N`` and ``UNIT`` say.  Raises InputError."""
    for word in places:
        name, at = halves(game, word, "HEX")
        game = put(game, name, at)
    for word in figures:
        name, count = halves(game, word, "N")
        game = with_figures(game, name, count)
    for word in poisoned:
        name = named(game, word)
        game = with_unit(game, replace(game.state.units[name], markers=(Marker.POISON,)))
    return game


def few(faults: tuple[str, ...], most: int = 3) -> str:
    """Return the first of *faults*, and how many more there are."""
    more = len(faults) - most
    return "; ".join(faults[:most]) + (f"; and {more} more" if more > 0 else "")


def named(game: Game, word: str) -> UnitId:
    """Return the unit that *word* names.  Raises InputError where there is none."""
    if UnitId(word) in game.state.units:
        return UnitId(word)
    numbers = {int(name.rpartition("-")[2]): name for name in game.state.units if kind_of(name) == word}
    if numbers:
        return numbers[min(numbers)]
    near = get_close_matches(word, game.state.units, n=3)
    if near:
        known = f"the nearest are {', '.join(near)}"
    elif game.state.units:
        known = f"there are {', '.join(game.state.units)}"
    else:
        known = "none stands there before its set-up: --position or --log tell of a board"
    raise InputError("there is no unit {1} in this scenario; {2}", repr(word), known)


def halves(game: Game, word: str, what: str) -> tuple[UnitId, str]:
    """Return both halves of ``UNIT=…``.  Raises InputError for a *word* without =, or a unit that is none."""
    name, equals, value = word.partition("=")
    if not equals:
        raise InputError("expected UNIT={1}, got {2}", what, repr(word))
    return named(game, name), value


def with_unit(game: Game, unit: Unit) -> Game:
    """Return *game* with *unit* as it is given."""
    return Game(game.ruleset, replace(game.state, units={**game.state.units, unit.id: unit}))


def put(game: Game, name: UnitId, at: str) -> Game:
    """Return *game* with a unit on *at*, whole if it was eliminated.  Raises InputError where it cannot."""
    if at not in game.ruleset.board:
        raise InputError("there is no hex {1}", repr(at))
    there = game.state.standing_on(Hex(at))
    if there is not None and there.id != name:
        raise InputError("{1} stands on {2}", there.id, at)
    unit = game.state.units[name]
    figures = unit.figures or game.kind(unit).figures
    return with_unit(game, replace(unit, at=Hex(at), figures=figures))


def with_figures(game: Game, name: UnitId, count: str) -> Game:
    """Return *game* with *count* figures left of a unit.  Raises InputError for more than it can have."""
    unit = game.state.units[name]
    most = game.kind(unit).figures
    if not re.fullmatch(r"[0-9]+", count) or not 1 <= int(count) <= most:
        raise InputError("{1} has 1 to {2} figures, not {3}", name, most, count)
    return with_unit(game, replace(unit, figures=int(count)))


def alone(game: Game, unit: UnitId, target: UnitId, distance: int) -> Game:
    """Return *game* with two units alone on the middle row, *distance* hexes apart, free ways behind both.

    Raises InputError for a *distance* that the row does not have.
    """
    units = {name: replace(each, at=None, figures=0) for name, each in game.state.units.items()}
    empty = Game(game.ruleset, replace(game.state, units=units))
    row, middle = middle_of(game.ruleset)
    if not 1 <= distance <= middle:
        raise InputError("--distance is 1 to {1}, not {2}; --at puts units anywhere", middle, distance)
    return put(put(empty, target, row[middle]), unit, row[middle - distance])


def middle_of(ruleset: Ruleset) -> tuple[list[Hex], int]:
    """Return the middle row from the west, and the place of its middle hex."""
    number = len(ruleset.board.rows) // 2
    row = [name for name, spot in ruleset.board.spots.items() if spot.y == number]
    return row, len(row) // 2


def as_builtins(odds: Odds, policy: str) -> Mapping[str, object]:
    """Return *odds* as JSON wants them, with probabilities as numbers."""
    return {
        "attacker": odds.unit,
        "target": odds.target,
        "type": odds.kind,
        "dice": odds.dice,
        "policy": policy,
        "attack": _outcomes(odds.attack),
        "countered": None if odds.countered is None else float(odds.countered),
        "counter": None if odds.counter is None else _outcomes(odds.counter),
    }


def _outcomes(outcomes: Outcomes) -> Mapping[str, object]:
    spreads = {
        "damage": outcomes.damage,
        "retreats": outcomes.retreats,
        "lore": outcomes.lore,
        "figures_given": outcomes.loses,
    }
    numbers = {
        name: {str(value): float(share) for value, share in spread.items()}
        for name, spread in spreads.items()
    }
    marked = {str(marker): float(share) for marker, share in outcomes.marked.items()}
    return {
        **numbers,
        "marked": marked,
        "eliminates": float(outcomes.eliminates),
        "expected_damage": float(
            sum((value * share for value, share in outcomes.damage.items()), Fraction())
        ),
    }


def in_words(odds: Odds, words: Wording, tr: Translator) -> str:
    """Return *odds* as a small table."""
    target = words.unit(odds.target)
    head = counted(
        odds.dice,
        "{2} against {3}, {4}: {1} die",
        "{2} against {3}, {4}: {1} dice",
        words.unit(odds.unit),
        target,
        str(words.thing(odds.kind)),
    )
    lines = [tr(head), *_rows(odds.attack, words, tr)]
    if odds.countered is not None:
        is_known = odds.counter is not None or not odds.countered
        can = tr("{1} can counter: {2}", target, percent(odds.countered, words.phrases.lang, DIGITS))
        lines += [can if is_known else tr("{1}, with how many dice is not known: look at its card", can)]
        lines += _rows(odds.counter, words, tr) if odds.counter is not None and odds.countered else []
    return "\n".join(lines)


def _rows(outcomes: Outcomes, words: Wording, tr: Translator) -> Iterable[str]:
    spreads = (
        (tr("damage"), outcomes.damage),
        (tr("retreats"), outcomes.retreats),
        (tr("lore"), outcomes.lore),
    )
    given = ((tr("figures given"), outcomes.loses),) if set(outcomes.loses) != {0} else ()
    lang = words.phrases.lang
    for name, spread in (*spreads, *given):
        yield f"  {name:<14}" + "  ".join(
            f"{value}: {percent(share, lang, DIGITS)}" for value, share in spread.items()
        )
    for marker, share in outcomes.marked.items():
        yield f"  {words.phrases.words['tokens'][marker]:<14}{percent(share, lang, DIGITS)}"
    yield f"  {tr('eliminates'):<14}{percent(outcomes.eliminates, lang, DIGITS)}"
