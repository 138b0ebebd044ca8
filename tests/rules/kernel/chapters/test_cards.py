import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import CardId, Cause, KindId, Marker, Seat, Section, Step, UnitId, Why
from rules.second import messages as second
from rules.second.faces import LORE, STRIKE
from tests.rules.drawn import (
    RULES,
    after,
    at,
    attack,
    card,
    drawn,
    faces,
    figures,
    order,
    started,
    tags,
    u,
    waits,
    why,
)

L, C, R = Section.LEFT, Section.CENTER, Section.RIGHT
Grant = m.GrantOrders


@pytest.mark.parametrize(
    ("name", "grants"),
    [
        ("patrol_left", (Grant(count=2, section=L),)),
        ("patrol_center", (Grant(count=2, section=C),)),
        ("patrol_right", (Grant(count=2, section=R),)),
        ("attack_left", (Grant(count=3, section=L),)),
        ("attack_right", (Grant(count=3, section=R),)),
        ("line_advance", (Grant(count=1, section=L), Grant(count=1, section=C), Grant(count=1, section=R))),
        ("wedge", (Grant(count=1, section=L), Grant(count=2, section=C), Grant(count=1, section=R))),
        ("battle_march", (Grant(count=3, not_weak=True),)),
        ("onslaught", (Grant(count=3, traits=("infantry",)),)),
        ("darken_the_skies", (Grant(count=3, traits=("archer",)),)),
        ("battlelore", ()),
    ],
)
def test_each_known_card_gives_its_orders(name: str, grants: tuple[m.GrantOrders, ...]) -> None:
    """Reference sheet section 4."""
    game, events = after(started(), card(name))
    assert events[0] == m.CardPlayed(
        seat=Seat.NORTH, name=RULES.catalogue.cards[CardId(name)].name, card=CardId(name)
    )
    assert game.state.grants == grants
    assert game.state.step is Step.ORDER
    assert game.state.sides[Seat.NORTH].cards == 3


def test_every_card_of_the_catalogue_is_tested_above() -> None:
    marks = test_each_known_card_gives_its_orders.pytestmark
    assert [case[0] for case in marks[0].args[1]] == list(RULES.catalogue.cards)


def test_darken_the_skies_gives_unmoved_archers_one_more_attack() -> None:
    """Command card; with Double Shot a Yeoman unit has three (reference sheet section 10)."""
    game, _ = after(started(), card("battle_march"), m.EndMainPhase(), card("darken_the_skies"))
    assert game.state.extras == (m.GrantExtraAttack(trait="archer"),)
    near = m.CorrectUnit(unit=u("VL1"), at=Hex("B5"), figures=3)
    game, _ = after(game, near, order("YA3"), attack("YA3", "VL1"), faces("lore lore"))
    for count in (1, 2):
        assert game.state.wait == m.ExtraAttackWait(seat=Seat.SOUTH, unit=u("YA3"))
        assert game.state.units[u("YA3")].attacks == count
        game, _ = after(game, attack("YA3", "VL1"), faces("lore lore"))
    assert waits(game) == "orders_wait"


def darkened(rows: str) -> Game:
    game = drawn(rows)
    return game._replace(state=replace(game.state, extras=(m.GrantExtraAttack(trait="archer"),)))


def test_darken_the_skies_gives_nothing_to_archers_that_moved_nor_to_others() -> None:
    game, _ = after(darkened("5 YA .. .. VL"), m.Move(unit=u("YA"), to=Hex("B5")), attack("YA", "VL"))
    assert waits(after(game, faces("lore lore"))[0]) == "orders_wait"
    game, _ = after(darkened("5 RR BH"), attack("RR", "BH"), faces("lore lore"))
    assert waits(game) == "orders_wait"


def test_a_unit_that_let_an_additional_attack_pass_is_not_asked_again() -> None:
    """Even where the table makes it attack once more."""
    game, _ = after(darkened("5 YA .. .. VL"), attack("YA", "VL"), faces("lore lore"), m.Decline())
    game, _ = after(game, m.Overrule(command=attack("YA", "VL")), faces("lore lore"))
    assert waits(game) == "orders_wait"


def test_the_cards_gifts_end_with_the_turn() -> None:
    game, _ = after(started(), card("onslaught"), order("BH1"), m.EndMainPhase())
    assert (game.state.grants, game.state.extras, game.state.called, game.state.card) == ((), (), {}, None)
    assert not any(unit.ordered for unit in game.state.units.values())


def test_battlelore_asks_for_four_dice_and_makes_orders_of_them() -> None:
    """Command card: BattleLore."""
    game, _ = after(started(), card("battlelore"))
    assert isinstance(game.state.wait, m.DiceWait)
    assert (game.state.wait.count, game.state.wait.unit, game.state.wait.seat) == (4, None, Seat.NORTH)
    assert why(game, faces("lore lore lore")) is Why.WRONG_NUMBER_OF_DICE
    game, events = after(game, faces("strike pierce heroic lore"))
    assert tags(events) == ["rolled", "orders_granted", "orders_granted", "lore_gained", "deck_shuffled"]
    assert game.state.grants == (
        Grant(count=2, traits=("infantry", "cavalry")),
        Grant(count=1, traits=("elite", "legend")),
    )
    assert game.state.sides[Seat.NORTH].lore == 3
    assert waits(game) == "orders_wait"
    assert why(game, order("BH1")) is None


def test_battlelore_shuffles_the_other_discards_into_the_deck_and_stays_out_itself() -> None:
    """Command card: BattleLore, not including this card."""
    game = started()
    game = Game(game.ruleset, replace(game.state, deck=10, discards=7))
    game, events = after(game, card("battlelore"), faces("lore lore lore lore"))
    assert m.DeckShuffled(kept=1) in events
    assert (game.state.deck, game.state.discards) == (17, 1)


def test_a_card_must_be_known_and_in_a_hand_that_is_fully_known() -> None:
    game = started()
    assert why(game, card("attack_center")) is Why.NO_SUCH_CARD
    hand = tuple(CardId(name) for name in ("wedge", "wedge", "onslaught", "patrol_left"))
    some, _ = after(game, m.NoteHand(seat=Seat.NORTH, known=hand[:3]))
    assert why(some, card("battlelore")) is None  # the fourth card may be it
    full, _ = after(game, m.NoteHand(seat=Seat.NORTH, known=hand))
    assert why(full, card("battlelore")) is Why.CARD_NOT_IN_HAND
    full, _ = after(full, card("wedge"))
    assert full.state.sides[Seat.NORTH].known == ("wedge", "onslaught", "patrol_left")


def test_one_card_a_turn() -> None:
    """RB p. 6."""
    game, _ = after(started(), card("wedge"))
    assert why(game, card("wedge")) is Why.NOT_NOW
    assert why(game, m.PlayUnlistedCard(name="A second one", does=())) is Why.NOT_NOW


def unlisted(*does: m.Verb) -> m.PlayUnlistedCard:
    return m.PlayUnlistedCard(name="Attack Center", does=does)


def test_an_unlisted_card_does_what_its_players_say() -> None:
    """DESIGN: the table's own verbs."""
    does = (
        Grant(count=3, section=C),
        m.AddDice(count=1),
        m.DealDamage(unit=u("CG1"), count=1),
        m.Mark(unit=u("CG1"), marker=Marker.STUN),
        m.PlaceAt(unit=u("CG4"), at=Hex("F5")),
        m.DealDamage(unit=u("BH1"), count=2),
        m.Heal(unit=u("BH1"), count=5),
        m.GainLore(count=3),
        m.GainPoints(count=1),
    )
    game, events = after(started(), unlisted(*does))
    assert tags(events) == [
        "card_played",
        "orders_granted",
        "extra_granted",
        "damaged",
        "marked",
        "placed",
        "damaged",
        "healed",
        "lore_gained",
        "points_gained",
        "step_started",
    ]
    assert events[0] == m.CardPlayed(seat=Seat.NORTH, name="Attack Center")
    assert (figures(game, "CG1"), figures(game, "BH1"), at(game, "CG4")) == (2, 3, "F5")
    side = game.state.sides[Seat.NORTH]
    assert (side.lore, side.points, side.cards) == (3, 1, 3)
    game, _ = after(game, order("BH4"), attack("BH4", "CG4"))
    assert game.state.wait == m.DiceWait(seat=Seat.NORTH, count=4, unit=u("BH4"))


@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        (m.DealDamage(unit=UnitId("troll-1"), count=1), Why.NO_SUCH_UNIT),
        (m.DealDamage(unit=u("CG1"), count=0), Why.IMPOSSIBLE_NUMBER),
        (Grant(count=-1), Why.IMPOSSIBLE_NUMBER),
        (m.GrantExtraMove(trait="infantry", hexes=0), Why.IMPOSSIBLE_NUMBER),
        (m.RollForOrders(dice=0, orders={}, lore=0), Why.IMPOSSIBLE_NUMBER),
        (second.IgnoreDamage(count=-1), Why.IMPOSSIBLE_NUMBER),
        (second.FuelDamage(face=LORE, damage=0), Why.IMPOSSIBLE_NUMBER),
        (m.PlaceAt(unit=u("CG1"), at=Hex("Z9")), Why.OFF_BOARD),
        (m.PlaceAt(unit=u("CG1"), at=Hex("F4")), Why.OCCUPIED),
    ],
)
def test_nonsense_on_an_unlisted_card_is_refused(verb: m.Verb, reason: Why) -> None:
    assert why(started(), unlisted(verb)) is reason


def test_the_verbs_of_an_unlisted_card_build_on_each_other() -> None:
    dead = m.DealDamage(unit=u("CG4"), count=3)
    assert why(started(), unlisted(dead, m.PlaceAt(unit=u("CG1"), at=Hex("F4")))) is None


def test_an_unlisted_card_can_lose_lore_and_points_but_never_below_nothing() -> None:
    game, _ = after(started(), unlisted(m.GainLore(count=2), m.GainLore(count=-5), m.GainPoints(count=-2)))
    assert (game.state.sides[Seat.NORTH].lore, game.state.sides[Seat.NORTH].points) == (0, 0)


def test_two_rolls_of_one_card_are_asked_for_one_after_the_other() -> None:
    one = m.RollForOrders(dice=1, orders={STRIKE: ("infantry",)}, lore=0)
    two = m.RollForOrders(dice=2, orders={}, lore=1)
    game, _ = after(started(), unlisted(one, two), faces("strike"))
    assert isinstance(game.state.wait, m.DiceWait)
    assert game.state.wait.count == 2
    game, _ = after(game, faces("lore lore"))
    assert game.state.sides[Seat.NORTH].lore == 2
    assert waits(game) == "orders_wait"


def test_a_card_that_eliminates_the_last_unit_wins() -> None:
    game = drawn("5 .. .. .. .. BH CG1", active=Seat.NORTH)
    game = game._replace(state=replace(game.state, waits=(m.CardWait(seat=Seat.NORTH),)))
    game, events = after(game, unlisted(m.DealDamage(unit=u("CG"), count=4), m.GainLore(count=9)))
    assert tags(events) == ["card_played", "damaged", "eliminated", "game_won"]
    assert [event.cause for event in events if isinstance(event, m.Damaged)] == [Cause.CARD]
    assert waits(game) == "over_wait"


def test_legends_heal_by_tokens() -> None:
    """Ref, Recovering Health."""
    game = drawn("5 .. .. .. .. CL2 CG", active=Seat.NORTH)
    game = game._replace(state=replace(game.state, waits=(m.CardWait(seat=Seat.NORTH),)))
    game, events = after(game, unlisted(m.Heal(unit=u("CL"), count=3)))
    assert events[1] == m.Healed(unit=u("CL"), count=3, left=5)
    assert game.state.units[u("CL")].damage == 1
    assert game.state.units[u("CL")].kind == KindId("chaos_lord")


def at_a_card(rows: str) -> Game:
    """Return the drawn position while north is to play a command card."""
    game = drawn(rows, active=Seat.NORTH)
    return game._replace(state=replace(game.state, waits=(m.CardWait(seat=Seat.NORTH),)))


@pytest.mark.parametrize(
    ("unit", "tile", "reason"),
    [
        ("BH", "rr", Why.IMPASSABLE),
        ("BH", "ll", Why.IMPASSABLE),
        ("BH", "rf", None),
        ("CL", "bb", Why.TOO_MASSIVE),
        ("BH", "bb", None),
        ("RW", "rr", None),
    ],
)
def test_a_card_puts_nobody_where_it_cannot_stand_unless_the_table_says_so(
    unit: str, tile: str, reason: Why | None
) -> None:
    """RB p. 13; Ref, Flying; unit card: Chaos Lord."""
    game = at_a_card(f"5 {unit} .. {tile} .. CG BH")
    command = unlisted(Grant(count=1), m.PlaceAt(unit=u(unit), at=Hex("C5")))
    assert why(game, command) is reason
    ruled, events = after(game, m.Overrule(command=command))
    assert at(ruled, unit) == "C5"
    assert ("overruled" in tags(events)) is (reason is not None)


def test_what_makes_no_sense_on_a_card_is_not_overruled_behind_what_can_be() -> None:
    game = at_a_card("5 BH .. rr .. CG BH")
    nonsense = (m.PlaceAt(unit=u("BH"), at=Hex("C5")), m.PlaceAt(unit=u("BH"), at=Hex("Z9")))
    assert why(game, m.Overrule(command=unlisted(*nonsense))) is Why.OFF_BOARD
