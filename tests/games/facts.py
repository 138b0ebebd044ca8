"""What stands, what may be done and who may know what, in words of its own: and digests of that.

The only file of these tests that knows how the program calls what it keeps.  Where a class, a module or
a field of it gets another name or another shape, this file follows, and no digest changes: the words
here are those of ``tests/rules/kernel/tags.txt``, of the notation and of this file.  How the books of an
attack in progress are kept is left out, as far as it is not said at the table: it shows in what comes after.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from rules.kernel.decide import options
from rules.kernel.notation.writing import format_position
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight
from rules.kernel.values import Seat
from rules.kernel.view import FightView, ScoreView, UnitView, view
from rules.second.lore import windows
from rules.second.printed import lore_price
from rules.second.setting_up.setting_view import SettingView
from rules.second.state.attack import record
from rules.second.state.game import Army, Setting, setting_in

HEX_DIGITS = 8
"""How long the digest of a part is; an entry has one for each of its PARTS."""

PARTS = ("board", "hands", "waits", "answers", "south", "north", "onlooker")
Facts = Mapping[str, Any]

_HANDS = ("south", "north", "deck", "told", "cost")
_WAITS = ("awaits",)
_OWN_WORDS = ("own", "fight")
"""Lines of the notation that name fields of the inside: what they say is told here in other words."""


def facts(game: Game) -> Facts:
    """Return all that is to stay as it is, part by part, ready for JSON."""
    lines = _lines(game)
    setting, fights = setting_in(game.state), game.state.fights
    return {
        "board": sorted(line for key, line in lines if key not in (*_HANDS, *_WAITS, *_OWN_WORDS)),
        "hands": [
            sorted(line for key, line in lines if key in _HANDS),
            None if setting is None else _set_up(setting, tuple(setting.armies)),
        ],
        "waits": [[line for key, line in lines if key in _WAITS], [_attack(fight) for fight in fights]],
        "answers": sorted(_stored(options(game))),
        "south": _known(game, Seat.SOUTH),
        "north": _known(game, Seat.NORTH),
        "onlooker": _known(game, None),
    }


def digests(told: Facts) -> tuple[str, ...]:
    """Return the short digest of each of PARTS."""
    return tuple(sha256(_canonical(told[part])).hexdigest()[:HEX_DIGITS] for part in PARTS)


def _canonical(told: Any) -> bytes:
    return msgspec.json.encode(told, order="sorted")


def _lines(game: Game) -> list[tuple[str, str]]:
    """Return the lines of the notation, each with what it is about ("" for a unit)."""
    lines = format_position(game).splitlines()
    return [(key if colon else "", line) for line in lines for key, colon, _ in [line.partition(":")]]


def _stored(structs: Sequence[msgspec.Struct]) -> list[str]:
    """Return *structs* as files hold them; what is not said (None, false, nothing) is left out."""
    return [_canonical(_said(msgspec.to_builtins(each))).decode() for each in structs]


def _said(value: Any) -> Any:
    """Return *value* without the fields that hold nothing: a field that comes later changes no digest."""
    if isinstance(value, dict):
        return {key: _said(each) for key, each in value.items() if each or (each == 0 and each is not False)}
    return [_said(each) for each in value] if isinstance(value, list | tuple) else value


def _attack(fight: Fight) -> list[Any]:
    committed = sorted([each.ability, each.face, each.count] for each in record(fight).committed)
    sort = [fight.kind, fight.distance, fight.dice, fight.counter, fight.additional]
    return [fight.attacker, fight.attacker_at, fight.target, fight.target_at, *sort, fight.faces, committed]


def _known(game: Game, seat: Seat | None) -> Facts:
    """Return all that *seat* (None: an onlooker) is shown."""
    seen = view(game, seat)
    over = seen.over
    return {
        "turn": [seen.turn, seen.first, seen.active, seen.step, seen.card],
        "awaited": _stored(seen.waits),
        "units": sorted(_unit(unit) for unit in seen.units),
        "banners": sorted([at, points] for at, points in seen.banners.items()),
        "ground": sorted([at, tile.kind, tile.token or "", tile.owner] for at, tile in seen.terrain.items()),
        "set up": None if seen.setting is None else _shown_set_up(seen.setting),
        "players": [_player(game, whose, seen.scores[whose]) for whose in sorted(seen.scores)],
        "orders left": [[each.left, each.section, each.traits, each.not_weak] for each in seen.grants],
        "may do": sorted(_stored(seen.options)),
        "attack": None if seen.fight is None else _shown_attack(seen.fight),
        "won by": seen.winner,
        "ended": None if over is None else [over.winner, over.elimination, sorted(over.points.items())],
        "goes to": seen.points_to_win,
        "lore cards": seen.has_lore_cards,
        "lore a point": lore_price(game.ruleset.scenario),
        "costs": sorted(seen.told_costs.items()),
    }


def _unit(unit: UnitView) -> list[Any]:
    card = unit.card
    return [
        *(unit.id, unit.kind, unit.seat, unit.at, unit.figures, unit.health, unit.damage),
        *(unit.damage_tokens, unit.weak, unit.markers, unit.ordered, unit.moved, unit.attacked),
        *(unit.dice, unit.tramples, card.move, card.combat, card.range, card.traits),
        [[ability.id, ability.number] for ability in card.abilities],
    ]


def _player(game: Game, seat: Seat, score: ScoreView) -> list[Any]:
    return [
        *(seat, score.faction, score.points, score.lore),
        *(score.cards, sorted(score.known), score.lore_cards, sorted(score.known_lore)),
        *(score.lore_played, score.lore_barred, sorted(windows(game, seat))),
    ]


def _shown_attack(fight: FightView) -> list[Any]:
    return [fight.attacker, fight.target, fight.kind, fight.dice, fight.counter, fight.additional]


def _shown_set_up(setting: SettingView) -> list[Any]:
    return [sorted(setting.chosen), *_set_up(setting, setting.mustered)]


def _set_up(setting: Setting | SettingView, mustered: Sequence[Seat]) -> list[Any]:
    return [
        [sorted(setting.cards.items()), setting.cards_open, setting.first],
        [setting.terrain_done, sorted(setting.forded), sorted(mustered)],
        [[seat, *_army(setting.armies[seat])] for seat in sorted(setting.armies)],
        setting.armies_open,
    ]


def _army(army: Army) -> list[Any]:
    return [sorted(army.units.items()), army.tent, army.decoys, army.lore]
