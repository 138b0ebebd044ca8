"""The army builder's questions: what an army comes to, and what the rules say against it.

Nothing asked here is told to the table or kept: an army stays on its player's device until it is mustered.
"""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify

from companion.library.library import Library
from companion.web.requests.i18n import tr
from companion.web.requests.json_io import add_views, not_done, players_only, read, refuse, to_json
from companion.words.announcer import refusal_text
from companion.words.names import Language, wording_of
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.translatable import counted
from rules.kernel.values import KindId, Seat, Why
from rules.second.messages import Muster
from rules.second.printed import muster_of
from rules.second.setting_up.mustering import (
    check_muster,
    costs_unknown,
    decoys_of,
    known_points,
    lore_of,
    muster_rules,
    points_of,
)

Few = Annotated[int, msgspec.Meta(ge=0, le=99)]


class ArmyRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army as it is being built: *costs* are those the player reads off cards that we do not know.

    *total* and *lore* stand on an army card, if it is one.
    """

    seat: Seat
    units: dict[KindId, Few]
    tent: bool = False
    costs: dict[KindId, Few] = {}
    total: Few | None = None
    lore: Few = 0


class ArmyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an army comes to, what is *wrong* with it in words, and the *command* that musters it.

    *points* is None while a cost is not told; then *untold* names its kinds.
    """

    points: int | None
    most: int
    cards: int
    decoys: int
    lore: int
    untold: tuple[KindId, ...]
    wrong: tuple[str, ...]
    command: Muster


def answer(game: Game, asked: ArmyRequest, language: Language | None = None) -> ArmyAnswer:
    """Return what *asked* comes to by the rules of *game*; no kind in it may be a stranger to them."""
    command = _command(game, asked)
    unknown = costs_unknown(game, command.units)
    told = asked.total is not None or all(kind in asked.costs for kind in unknown)
    return ArmyAnswer(
        points=points_of(game, command),
        most=muster_rules(game).points,
        cards=sum(command.units.values()) + command.tent,
        decoys=decoys_of(game, command),
        lore=lore_of(game, command),
        untold=() if told else tuple(kind for kind in unknown if kind not in asked.costs),
        wrong=tuple(
            f"{_told(refused, game, command, language)}."
            for refused in check_muster(game, command)
            if refused.why is not Why.NOT_NOW
        ),
        command=command,
    )


def _told(refused: Refusal, game: Game, command: Muster, language: Language | None) -> str:
    """Return what is wrong with an army, with numbers where the rules' own sentence has none."""
    rules, decoys = muster_rules(game), decoys_of(game, command)
    if refused.why is not Why.WRONG_NUMBER_OF_CARDS:
        return refusal_text(refused, game, language)
    page = wording_of(game, language, spoken=False).page(refused.page)
    if decoys < 0:
        told = counted(
            rules.cards - decoys,
            "That is {1} card, and an army has {2}",
            "That is {1} cards, and an army has {2}",
            rules.cards,
        )
        return f"{tr(told)} ({page})"
    more = decoys - rules.decoys
    has = tr("An army has {1} cards, and there are {2} decoys only", rules.cards, rules.decoys)
    take = tr(counted(more, "take {1} more card", "take {1} more cards"))
    return f"{has}: {take} ({page})"


def _command(game: Game, asked: ArmyRequest) -> Muster:
    units = {kind: count for kind, count in asked.units.items() if count}
    command = Muster(seat=asked.seat, units=units, tent=asked.tent, lore=asked.lore)
    unknown = costs_unknown(game, units)
    points = None
    if asked.total is not None:
        points = asked.total - asked.lore
    elif unknown and all(kind in asked.costs for kind in unknown):
        points = known_points(game, command) + sum(asked.costs[kind] * units[kind] for kind in unknown)
    return msgspec.structs.replace(command, points=points)


class ArmyViews:
    """The builder's requests about the game that *play* returns; *library* may know more costs."""

    def __init__(self, play: Callable[[], Game], library: Library, language: Language | None) -> None:
        self._play, self._library, self._language = play, library, language

    def check(self) -> Response | tuple[Response, int]:
        """Return what an army comes to; for its own player only."""
        asked, game = read(ArmyRequest), self._play()
        if g.guest.role.seat not in (None, asked.seat):
            return refuse(tr("That army is the other player's. Nothing was done."), 403)
        if muster_of(game.ruleset.scenario) is None:
            return not_done(tr("No armies are mustered in this scenario."))
        if not asked.units.keys() <= game.ruleset.catalogue.kinds.keys():
            return not_done(tr("There is no such unit here. Load the page again."))
        return to_json(answer(game, asked, self._language))

    def costs(self) -> Response:
        """Return the costs that packs tell by now, of kinds whose cost the game does not know."""
        catalogue = self._play().ruleset.catalogue
        try:
            kinds = self._library.catalogue(self._play().ruleset.edition.id).kinds
        except ConfigError:
            return jsonify({})
        found: dict[str, Any] = {
            name: kinds[name].cost
            for name, kind in catalogue.kinds.items()
            if kind.cost is None and name in kinds and kinds[name].cost is not None
        }
        return jsonify(found)


def register_armies(
    app: Flask, play: Callable[[], Game], library: Library, language: Language | None = None
) -> None:
    """Give *app*, which has the dashboard already, the builder's questions."""
    views = ArmyViews(play, library, language)
    blueprint = Blueprint("armies", __name__)
    blueprint.before_request(players_only)
    add_views(blueprint, {"/army/costs": views.costs}, {"/army/check": views.check})
    app.register_blueprint(blueprint)
