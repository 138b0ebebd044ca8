"""What the Reference Book adds in single sentences, where no other file of tests has it."""

import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve import evolve
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import Cause, KindId, Marker, Seat, Step, TerrainId, Tile, Why
from rules.second import messages as second
from rules.second.faces import CLEAVE, STRIKE
from rules.second.printed import ScenarioCard
from tests.rules.drawn import RULES, after, at, attack, drawn, faces, figures, move, tags, u, waits, why
from tests.rules.packs import KNOWN, dealt, packed

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH


def with_card(game: Game, *does: m.Verb) -> Game:
    """Return *game* after its acting player has played a card that *does* so."""
    state = replace(game.state, step=Step.COMMAND, waits=(m.CardWait(seat=game.state.active),))
    return after(Game(game.ruleset, state), m.PlayUnlistedCard(name="A card", does=does))[0]


# --- cards and decks --------------------------------------------------------------------------------


def test_an_empty_command_deck_is_made_anew_from_its_discards() -> None:
    """RB p. 7, Draw Step: before the card is drawn."""
    game = drawn("5 CG .. BH")
    game = Game(game.ruleset, replace(game.state, deck=0, discards=6))
    game, events = after(game, m.EndMainPhase())
    assert tags(events)[2:4] == ["deck_shuffled", "card_drawn"]
    assert (game.state.deck, game.state.discards, game.state.sides[SOUTH].cards) == (5, 0, 5)


def test_a_deck_with_a_card_left_is_not_shuffled() -> None:
    """RB p. 7, Draw Step."""
    game = drawn("5 CG .. BH")
    game = Game(game.ruleset, replace(game.state, deck=1, discards=6))
    game, events = after(game, m.EndMainPhase())
    assert "deck_shuffled" not in tags(events)
    assert (game.state.deck, game.state.discards) == (0, 6)


def test_nothing_is_done_before_a_card_is_played() -> None:
    """RB p. 6: the acting player must play one."""
    game = drawn("5 CG BH", step=Step.COMMAND)
    game = Game(game.ruleset, replace(game.state, waits=(m.CardWait(seat=SOUTH),)))
    for command in (move("CG", "A6"), attack("CG", "BH"), m.EndMainPhase()):
        assert why(game, command) is Why.NOT_NOW


def test_two_lore_cards_of_one_moment_are_resolved_one_after_the_other() -> None:
    """RB p. 12: the acting player's first, as the table tells them: after a barrier the other is refused."""
    rules = Ruleset(RULES.edition, RULES.catalogue, RULES.board, replace(RULES.scenario, lore_hand=2))
    game, _ = after(drawn("5 .. .. .. CG BH", rules=rules), attack("CG", "BH"))
    sides = {seat: replace(side, lore_cards=2) for seat, side in game.state.sides.items()}
    game = Game(game.ruleset, replace(game.state, sides=sides))
    more = m.PlayUnlistedLoreCard(seat=SOUTH, name="More dice", cost=0, does=(second.FixDice(count=4),))
    none = m.PlayUnlistedLoreCard(seat=NORTH, name="No damage", cost=0, does=(second.IgnoreDamage(),))
    both, events = after(game, more, none, faces("cleave cleave cleave cleave"))
    assert [event.seat for event in events if isinstance(event, m.LoreCardPlayed)] == [SOUTH, NORTH]
    assert figures(both, "BH") == 3
    barrier = m.PlayUnlistedLoreCard(seat=SOUTH, name="Barrier", cost=0, does=(second.BarLore(),))
    assert why(after(game, barrier)[0], none) is Why.LORE_BARRED
    assert why(after(game, none)[0], barrier) is None


# --- abilities --------------------------------------------------------------------------------------


def test_immovable_counts_anew_in_each_combat() -> None:
    """Ref, Immovable; unit card: Rune Golems."""
    game = drawn("6 .. .. .. BH\n5 .. .. .. BH RG", active=NORTH)
    game, one = after(game, attack("BH2", "RG"), faces("morale pierce pierce"), m.Decline())
    game, two = after(game, attack("BH", "RG"), faces("morale pierce pierce"))
    assert [event.hexes for event in (*one, *two) if isinstance(event, m.RetreatIgnored)] == [1, 1]
    assert (at(game, "RG"), figures(game, "RG")) == ("E5", 3)


def test_immovable_counts_in_a_counter_too() -> None:
    """Ref, Immovable."""
    game, _ = after(drawn("5 .. .. .. RG BH"), attack("RG", "BH"), faces("pierce pierce pierce"))
    game, _ = after(game, m.Counter(), faces("morale morale pierce"))
    assert at(game, "RG") == "C5"


def test_bloodthirst_sees_the_tokens_of_a_legend() -> None:
    """Unit card: Flesh Ripper Brutes; RB p. 13."""
    for legend, tokens in (("RW", 0), ("RW5", 2)):
        game = drawn(f"5 .. .. .. FB {legend}", active=NORTH, rules=KNOWN)
        game, _ = after(game, attack("FB", "RW"), faces("heroic pierce"))
        assert game.state.units[u("RW")].damage == tokens


# --- stun, health -----------------------------------------------------------------------------------


def test_the_stunned_ignore_retreats_as_far_as_they_otherwise_may() -> None:
    """Ref, Stun: supported, or otherwise able to ignore retreats: the Chaos Lord is immovable by one."""
    for roll, tokens in (("heroic morale pierce", 0), ("heroic morale morale", 1)):
        game, _ = after(drawn("5 .. .. .. RG CL"), attack("RG", "CL"), faces(roll))
        unit = game.state.units[u("CL")]
        assert (unit.at, unit.markers, unit.damage) == ("E5", (Marker.STUN,), tokens)


def test_a_second_stun_has_no_effect() -> None:
    """Ref, Stun."""
    game, events = after(drawn("5 .. .. .. RG BHs"), attack("RG", "BH"), faces("heroic heroic pierce"))
    assert game.state.units[u("BH")].markers == (Marker.STUN,)
    assert "marked" not in tags(events)


def test_figures_come_back_up_to_the_number_on_the_card() -> None:
    """Ref, Recovering Health."""
    game = drawn("5 CG1 .. BH")
    assert figures(with_card(game, m.Heal(unit=u("CG"), count=1)), "CG") == 2
    assert figures(with_card(game, m.Heal(unit=u("CG"), count=9)), "CG") == 3


def test_a_unit_that_recovers_is_weak_no_more() -> None:
    """RB p. 9: weak is who is reduced to one figure."""
    game = with_card(drawn("5 .. .. .. CG1 BH"), m.Heal(unit=u("CG"), count=1))
    game, _ = after(game, attack("CG", "BH"), faces("cleave pierce pierce"))
    assert figures(game, "BH") == 2


def test_a_unit_that_unstoppable_golems_stun_does_not_advance() -> None:
    """Ref, Unstoppable, Stun: the counter comes before the advance, and the stunned cannot move."""
    game = drawn("5 .. .. .. BH RG1 .. RG", active=NORTH)
    game, _ = after(game, attack("BH", "RG"))
    stand = second.FightChanged(unit=u("RG"), by=second.LastStand())
    game = Game(game.ruleset, evolve(game.state, stand))
    game, _ = after(game, faces("strike pierce pierce"), m.Counter(), faces("heroic pierce pierce"))
    assert (at(game, "RG"), waits(game)) == (None, "orders_wait")


def test_a_building_shelters_an_attacker_from_his_turned_blows() -> None:
    """RB p. 13: 1 damage of each effect; RB p. 12, the unnamed reaction."""
    game, _ = after(drawn("5 .. .. .. BH/bb CG", active=NORTH), attack("BH", "CG"))
    turned = second.FightChanged(unit=u("CG"), by=second.TurnBlows(faces=(STRIKE, CLEAVE)))
    game = Game(game.ruleset, evolve(game.state, turned))
    game, _ = after(game, faces("strike strike pierce"))
    assert figures(game, "BH") == 2


# --- support, blocked ways --------------------------------------------------------------------------


def test_a_friend_over_water_supports() -> None:
    """RB p. 10: the hex into which the unit would be forced holds a friend, whatever lies below."""
    game = drawn("5 .. .. .. BH CG RW/rr", active=NORTH, rules=KNOWN)
    game, _ = after(game, attack("BH", "CG"), faces("morale morale pierce"))
    assert (at(game, "CG"), figures(game, "CG")) == ("E5", 3)


def test_archers_in_the_next_hex_shoot_and_may_advance() -> None:
    """RB p. 10: an adjacent target that leaves its hex."""
    game, _ = after(drawn("5 .. .. .. YA BH"), attack("YA", "BH"), faces("morale strike"))
    assert game.state.wait == m.AdvanceWait(seat=SOUTH, unit=u("YA"), to=(Hex("E5"),), pursuit=False)


# --- what is not known ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["crystal_spire", "barricade"])
def test_a_tile_that_nobody_told_us_about_does_nothing_until_a_pack_says_so(name: str) -> None:
    """Hernfar Guardians: look at your card."""
    tile = Tile(kind=TerrainId(name))
    assert RULES.catalogue.terrain[tile.kind].confidence == "unknown"
    for rules, reason in ((RULES, None), (packed(terrain=f"[{name}]\nstops = true\n"), Why.WAY_BLOCKED)):
        game, _ = after(drawn("2 YA\n1 CG", rules=rules), m.PlaceTerrain(at=Hex("B1"), tile=tile))
        assert why(game, move("CG", "B1")) is None
        assert why(game, move("CG", "C1")) is reason


def test_a_scenario_card_that_nobody_told_us_about_is_scored_by_the_table() -> None:
    """Reference sheet section 7: U.  Its points are entered by hand; nothing is made up."""
    unknown = [card.id for card in RULES.catalogue.of(ScenarioCard).values() if not card.specials]
    assert unknown == [
        "treasures_of_the_shadow_peaks",
        "crossing_the_river_of_sleep",
        "mustering_the_militia",
        "damming_the_muir_river",
        "unlisted_uthuk",
        "unlisted_daqan",
        "victory_and_valor",
        "the_ruins_of_lore",
    ]
    for card in unknown:
        game = drawn("5 CG/bb CG/hh CG/ff BH/rb", rules=dealt(SOUTH, card))
        _, events = after(game, m.EndMainPhase())
        assert "points_gained" not in tags(events)
        game, _ = after(game, m.CorrectScore(seat=SOUTH, points=1))
        assert game.state.sides[SOUTH].points == 1


def test_units_whose_numbers_nobody_told_us_fight_once_a_pack_does() -> None:
    """Reference sheet 3.2, 11: Roc Warrior, Citadel Lancers, Siege Golem."""
    for code, foe, active in (
        ("RW", "BH", SOUTH),
        ("LA", "BH", SOUTH),
        ("SG", "BH", SOUTH),
    ):
        rows = f"5 .. .. .. {code} {foe}"
        game, _ = after(drawn(rows, active=active, rules=KNOWN), attack(code, foe))
        assert game.state.wait == m.DiceWait(seat=active, count=3, unit=u(code))
        assert why(drawn(rows, active=active, rules=KNOWN), move(code, "C5")) is None


def test_the_obscenes_move_one_hex_and_fight_with_four_dice() -> None:
    """Reference sheet 3.3, likely: a player's report of a session."""
    game = drawn("5 .. .. .. OB CG", active=NORTH)
    assert (why(game, move("OB", "C5")), why(game, move("OB", "B5"))) == (None, Why.TOO_FAR)
    game, _ = after(game, attack("OB", "CG"))
    assert game.state.wait == m.DiceWait(seat=NORTH, count=4, unit=u("OB"))
    assert game.ruleset.catalogue.kinds[KindId("obscenes")].confidence == "likely"


def test_the_moment_of_a_lore_card_that_no_text_tells_is_likely_only() -> None:
    """Reference sheet section 5: what they do is certain; one timing line only was read (section 11)."""
    lore = drawn("5 CG").ruleset.catalogue.lore
    told = {name for name, card in lore.items() if card.windows and card.confidence == "certain"}
    assert told == {"lightning_surge"}


def test_a_legend_of_the_guardians_bears_tokens() -> None:
    """RB p. 13; reference sheet 11: the Siege Golem's health is likely six."""
    game, _ = after(drawn("5 .. .. .. SG BH", active=NORTH, rules=KNOWN), attack("BH", "SG"))
    game, events = after(game, faces("strike cleave pierce"))
    golem = game.state.units[u("SG")]
    assert (golem.figures, golem.damage, waits(game)) == (1, 2, "counter_wait")
    assert m.Damaged(unit=u("SG"), damage=2, left=4, cause=Cause.DICE) in events
