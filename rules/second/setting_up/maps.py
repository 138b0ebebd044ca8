"""The maps of scenario cards: each shows one half of the board and its deployment hexes (RB p. 15).

A map is told from its owner's edge, as if that were south, or as it lies in the north.  The
board is the same turned by half a circle, so a card serves on either edge.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from rules.kernel.catalogue import ConfigError
from rules.kernel.hexes import Board, Hex
from rules.kernel.messages import Special
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import CAMPS, ScenarioCardId, Seat
from rules.second.printed import ScenarioCard, muster_of
from rules.second.state.game import setting_in

FILE = "scenario_cards.toml"


Laid = Mapping[Seat, Mapping[ScenarioCardId, ScenarioCard]]
"""The scenario cards as each seat lays them."""


def laid(ruleset: Ruleset) -> Laid:
    """Return the scenario cards as each seat lays them; none where no army is mustered.

    Raises ConfigError where the seats do not play a faction each.
    """
    scenario = ruleset.scenario
    if len(set(scenario.factions.values())) != len(CAMPS):
        raise ConfigError(
            "scenarios.toml", scenario.id, "south and north need a faction each, field factions"
        )
    muster = muster_of(ruleset.scenario)
    if muster is None:
        return {seat: {} for seat in ruleset.seats}
    cards = ruleset.catalogue.of(ScenarioCard).values()
    return {
        seat: {card.id: fitted(ruleset.board, card, seat, muster.cards) for card in cards}
        for seat in ruleset.seats
    }


def scenario_card(game: Game, seat: Seat) -> ScenarioCard | None:
    """Return the scenario card that *seat* plays by, once both are open."""
    setting = setting_in(game.state)
    if setting is None or not setting.cards_open or seat not in setting.cards:
        return None
    cards: Laid = game.ruleset.prepared
    return cards[seat][setting.cards[seat]]


def specials(game: Game, seat: Seat) -> tuple[Special, ...]:
    """Return the special rules that hold for *seat*: the scenario's, and those of its open card."""
    own = game.ruleset.scenario.specials.get(seat, ())
    card = scenario_card(game, seat)
    if card is None:
        return own
    return (*own, *card.specials) if own else card.specials


def is_own_half(board: Board, seat: Seat, at: Hex) -> bool:
    """Return whether *at* is on *seat*'s half: his rows up to the centre row, which is both players' (F4)."""
    row, rows = board.spots[at].y, len(board.rows)
    return 2 * row <= rows - 1 if seat.is_south else 2 * row >= rows - 1


def fitted(board: Board, card: ScenarioCard, seat: Seat, cards: int) -> ScenarioCard:
    """Return *card* with its map on *seat*'s half, turned if need be; *cards* are to be deployed.

    Fewer deployment hexes than that are a map that nobody has told in full: they count as
    unknown.  Raises ConfigError for more of them, and for a map that is not on the board
    or not on one half of it.
    """
    hexes = (*card.terrain, *card.banners, *card.deployment)
    outside = next((at for at in hexes if at not in board), None)
    if outside is not None:
        raise ConfigError(FILE, card.id, "the board has no hex {1}", repr(outside))
    deployment = set(card.deployment)
    if len(deployment) > cards:
        raise ConfigError(FILE, card.id, "{1} hexes, {2} at most, field deployment", len(deployment), cards)
    if len(deployment) < cards:
        card = replace(card, deployment=())
    told = next((edge for edge in CAMPS if all(is_own_half(board, edge, at) for at in hexes)), None)
    if told is seat:
        return card
    if told is not None:
        return _with_hexes(card, board.turned)
    raise ConfigError(FILE, card.id, "its hexes lie on both halves of the board")


def _with_hexes(card: ScenarioCard, to: Callable[[Hex], Hex]) -> ScenarioCard:
    return replace(
        card,
        terrain={to(at): tile for at, tile in card.terrain.items()},
        banners={to(at): points for at, points in card.banners.items()},
        deployment=tuple(map(to, card.deployment)),
    )
