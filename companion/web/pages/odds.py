"""What a roll may do, told before it is made: exact, and worked out by whoever asks, never by the table.

Only what is open at the table is reckoned with, so everybody who plays may ask.
"""

from collections.abc import Callable
from fractions import Fraction
from threading import Lock

import msgspec
from flask import Blueprint, Flask, Response, jsonify, request

from companion.web.requests.i18n import tr
from companion.web.requests.json_io import players_only, to_json
from companion.words.names import Language, wording_of
from companion.words.plurals import percent
from companion.words.wording import Wording
from rules.kernel.battle.odds import Odds, odds_of, odds_of_fight
from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.values import UnitId


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """How likely something is, in percent, and what it is called."""

    name: str
    text: str


class ShownOdds(msgspec.Struct, frozen=True, kw_only=True):
    """How many *dice* are rolled, what they are called, and the chances of what comes of them."""

    dice: int
    name: str
    chances: tuple[Chance, ...]


def shown_odds(odds: Odds, words: Wording) -> ShownOdds:
    """Return *odds* as people read them: a counter's own counter is none."""
    told = words.phrases.words["odds"]
    shares = {"hurt": 1 - odds.attack.damage.get(0, Fraction()), "eliminated": odds.attack.eliminates}
    if odds.countered is not None:
        shares["counter"] = odds.countered
    return ShownOdds(
        dice=odds.dice,
        name=told["dice"].format(count=words.number(odds.dice)),
        chances=tuple(
            Chance(name=told[name], text=percent(share, words.phrases.lang)) for name, share in shares.items()
        ),
    )


class OddsViews:
    """The chances in the game that *play* returns; one request reckons at a time, each position once."""

    def __init__(self, play: Callable[[], Game], language: Language | None) -> None:
        self._play, self._language = play, language
        self._lock = Lock()
        self._game: Game | None = None
        self._found: dict[tuple[UnitId, UnitId], ShownOdds | None] = {}

    def odds(self) -> Response | tuple[Response, int]:
        """Return the odds of ``unit`` attacking ``target``, or of the fight whose dice are awaited.

        None where nobody can tell them, which a page cannot know before it asks.
        """
        unit, target = (UnitId(request.args.get(name, "")) for name in ("unit", "target"))
        game = self._play()
        if not {unit, target} <= game.state.units.keys():
            return jsonify(trouble=tr("Nobody can tell what that attack may do.")), 404
        return to_json(self._odds(game, unit, target))

    def _odds(self, game: Game, unit: UnitId, target: UnitId) -> ShownOdds | None:
        with self._lock:
            if game is not self._game:
                self._game, self._found = game, {}
            if (unit, target) not in self._found:
                odds = reckoned(game, unit, target)
                words = wording_of(game, self._language, spoken=False)
                self._found[unit, target] = None if odds is None else shown_odds(odds, words)
            return self._found[unit, target]


def reckoned(game: Game, unit: UnitId, target: UnitId) -> Odds | None:
    """Return the odds of *unit* against *target*; None where there are none, or nobody knows them."""
    fight = game.state.fights[-1] if game.state.fights else None
    if fight is not None and (fight.attacker, fight.target) == (unit, target):
        return odds_of_fight(game)
    known = [game.state.units.get(name) for name in (unit, target)]
    if any(each is None or each.at is None for each in known):
        return None
    odds = odds_of(game, unit, target, counter=True)
    return None if isinstance(odds, Refusal) else odds


def register_odds(app: Flask, play: Callable[[], Game], language: Language | None = None) -> None:
    """Give *app*, which has the dashboard already, the odds of attacks, for those who play."""
    blueprint = Blueprint("chances", __name__)
    blueprint.before_request(players_only)
    blueprint.add_url_rule("/odds", "odds", OddsViews(play, language).odds)
    app.register_blueprint(blueprint)
