"""What a seat is shown tells nothing of the other's council before all are open, nor of its hand."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.first.printed.deployment import cards_of
from rules.first.printed.lore import GivenCouncil, LoreMasterCard
from rules.first.table import ArmyPart, DeploymentPart, Lineup, arms_of, table
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import LoreId, Seat, Section, Step
from rules.kernel.view import view
from tests.rules.first.engine import epic_rules, rules, small
from tests.rules.first.playing import play_random

OTHER = GivenCouncil(commander=1, masters={"rogue": 3, "cleric": 2})
RULES = rules("war_council")
ARMS = {
    "two": small(rules("open_country")),
    "epic": small(rules("three_fronts", "call_to_arms")),
    "four": small(rules("three_fronts", "call_to_arms", "reluctant_allies")),
}
ALLIED = small(epic_rules("war_council", "reluctant_allies"))
CARDS = tuple(RULES.catalogue.cards)
LORE = tuple(LoreId(card) for card in RULES.catalogue.of(LoreMasterCard))


def with_other_secrets(game: Game, owner: Seat, shift: int) -> Game:
    """Return *game* with what *owner* alone knows of himself changed: his council, and the cards he noted."""
    state = game.state
    side, own = state.sides[owner], table(state)
    noted = replace(
        side,
        known=tuple(CARDS[(shift + n) % len(CARDS)] for n in range(side.cards)),
        known_lore=tuple(LORE[(shift + n) % len(LORE)] for n in range(side.lore_cards)),
    )
    if owner in own.councils and not own.councils_open:
        own = replace(own, councils={**own.councils, owner: OTHER})
    return Game(game.ruleset, replace(state, sides={**state.sides, owner: noted}, own=own))


@pytest.mark.parametrize(
    ("ruleset", "seed"), [*((RULES, seed) for seed in range(3)), (epic_rules(), 0), (ALLIED, 0)]
)
def test_two_games_that_differ_in_a_seats_secrets_look_alike_to_everybody_else(
    ruleset: Ruleset, seed: int
) -> None:
    moments: list[Game] = []
    play_random(ruleset, seed, watch=[lambda before, _command, _events, _after: moments.append(before)])
    secret = [game for game in moments if table(game.state).councils and not table(game.state).councils_open]
    assert secret
    for number, game in enumerate([*secret, *moments[:: len(moments) // 25]]):
        for owner in ruleset.seats:
            twin = with_other_secrets(game, owner, number)
            for seat in (*(seat for seat in ruleset.seats if seat is not owner), None):
                shown, alike = (msgspec.json.encode(view(each, seat)) for each in (game, twin))
                assert shown == alike, (seed, number, owner)


def test_its_owner_sees_his_council_and_his_cards() -> None:
    moments: list[Game] = []
    play_random(RULES, 0, watch=[lambda before, _command, _events, _after: moments.append(before)])
    game = with_other_secrets(moments[-1], Seat.SOUTH, 1)
    own = view(game, Seat.SOUTH).scores[Seat.SOUTH]
    assert len(own.known) == game.state.sides[Seat.SOUTH].cards


def with_another_lineup(game: Game, owner: Seat) -> Game:
    """Return *game* with other cards of *owner*'s where they lie face down."""
    arms = arms_of(game.state)
    lineup = arms.lineups.get(owner)
    if lineup is None:
        return game
    parts = lineup.parts()
    is_open = {
        part: ArmyPart(seat=owner, part=part) in arms.revealed
        or (arms.guards_open and part is not DeploymentPart.RESERVE)
        for part in parts
    }
    drawn = [card for held in arms.sets[owner] for card in cards_of(game.ruleset.catalogue, held)]
    closed = [card for card in drawn if not any(parts[part] == card for part in parts if is_open[part])]
    after = dict(zip(closed, (*closed[1:], closed[0]), strict=True))
    cards = {part: card if is_open[part] else after[card] for part, card in parts.items()}
    reserve, scout = (cards.pop(part, None) for part in (DeploymentPart.RESERVE, DeploymentPart.SCOUT))
    guards = {Section(part): card for part, card in cards.items()}
    lineup = Lineup(guards=guards, reserve=reserve, scout=scout)
    other = replace(arms, lineups={**arms.lineups, owner: lineup})
    return Game(game.ruleset, replace(game.state, own=replace(table(game.state), arms=other)))


@pytest.mark.parametrize(
    ("played", "seed"), [*(("two", seed) for seed in range(4)), ("epic", 0), ("epic", 1), ("four", 0)]
)
def test_two_deployments_that_differ_look_alike_to_everybody_else(played: str, seed: int) -> None:
    seats, moments = ARMS[played].seats, list[Game]()
    play_random(ARMS[played], seed, watch=[lambda before, _command, _events, _after: moments.append(before)])
    secret = [game for game in moments if arms_of(game.state).lineups and game.state.step is Step.SET_UP]
    assert secret
    for game in secret:
        for owner in seats:
            twin = with_another_lineup(game, owner)
            for seat in (*(seat for seat in seats if seat is not owner), None):
                shown, alike = (msgspec.json.encode(view(each, seat)) for each in (game, twin))
                assert shown == alike, (seed, owner)
    first = secret[0]
    (laid,) = arms_of(first.state).lineups
    assert view(with_another_lineup(first, laid), laid) != view(first, laid)
