"""One message for every variant of every phrase, and a game to word them in."""

import re
from importlib import resources

import msgspec

from companion.words.announcer import sentences
from companion.words.phrases import files_of
from rules.kernel import messages as m
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.values import (
    AbilityId,
    AttackType,
    CardId,
    CardNumber,
    Cause,
    KindId,
    LoreChoice,
    LoreId,
    Marker,
    ScenarioCardId,
    Seat,
    Section,
    Step,
    TerrainId,
    Tile,
    UnitId,
    Why,
)
from rules.second import messages as second
from rules.second.faces import CLEAVE, HEROIC, LORE, MORALE, STRIKE

BH4, CG4, CHAOS = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4"), UnitId("chaos_lord-1")
F4, F5, G3 = Hex("F4"), Hex("F5"), Hex("G3")
FRENZY, TACTICS = AbilityId("frenzy"), AbilityId("superior_tactics")
COMMON, OWN = "words/en/common.toml", "second/phrases.en.toml"
SPOKEN = r"[A-Z][A-Za-z0-9 ,:'-]*([.!?] ?[A-Z][A-Za-z0-9 ,:'-]*)*[.!?]"
UNFINISHED = r"[{}_]|None"


def texts_of(lang: str, edition: str = "second") -> dict[str, str]:
    """Return what our files of phrases for *edition* in *lang* say, without what lies below them."""
    files = [name for name in files_of(edition, lang) if "/summaries." not in name]
    return {name: (resources.files("config") / name).read_text(encoding="utf-8") for name in files}


def assert_is_plain(text: str) -> None:
    assert text
    assert not text[0].islower(), text
    assert not re.search(UNFINISHED, text), text


def waiting(game: Game, wait: m.Wait) -> Game:
    """Return *game* as it waits for *wait*; who is to retreat stands on F4."""
    driven = (wait.unit,) if isinstance(wait, second.WayWait) else ()
    units = {
        unit: Unit(id=unit, kind=KindId(unit.rsplit("-", 1)[0]), seat=Seat.SOUTH, at=F4, figures=3)
        for unit in driven
    }
    return game._replace(state=msgspec.structs.replace(game.state, waits=(wait,), units=units))


def of_scenario(game: Game, scenario: str) -> Game:
    """Return *game* as if *scenario* were played."""
    rules = game.ruleset
    made = Ruleset(rules.edition, rules.catalogue, rules.board, rules.catalogue.scenarios[scenario])
    return game._replace(ruleset=made)


def said(game: Game, *events: m.Event) -> list[str]:
    return [sentence.text for sentence in sentences(events, game)]


def hit(unit: UnitId = CG4, damage: int = 1, left: int = 2, cause: Cause = Cause.DICE) -> m.Damaged:
    return m.Damaged(unit=unit, damage=damage, left=left, cause=cause)


def points(
    count: int = 2, total: int = 6, cause: Cause = Cause.CARD, at: Hex | None = None
) -> m.PointsGained:
    return m.PointsGained(seat=Seat.NORTH, count=count, total=total, cause=cause, at=at)


def attack(**changes: bool) -> m.AttackDeclared:
    return m.AttackDeclared(unit=BH4, target=CG4, kind=AttackType.MELEE, distance=1, dice=3, **changes)


def told(number: CardNumber, value: int) -> m.NumberTold:
    return m.NumberTold(kind=KindId("blood_harvesters"), number=number, value=value)


def telling(number: CardNumber, value: int) -> m.TellNumber:
    return m.TellNumber(kind=KindId("blood_harvesters"), number=number, value=value)


LORE_GAINED = m.LoreGained(seat=Seat.NORTH, count=1, total=3, cause=Cause.DICE)
RETREATED = m.Retreated(unit=CG4, start=F4, to=G3)
ROLLED = m.Rolled(seat=Seat.NORTH, faces=(LORE, STRIKE, MORALE), unit=BH4)
FORCED = m.RetreatForced(unit=CG4, hexes=1)
EARLY = m.CounterWait(seat=Seat.SOUTH, unit=CG4, target=BH4, early=True)
FOREST = Tile(kind=TerrainId("forest"))
FORD = Tile(kind=TerrainId("river"), token=TerrainId("ford"))
TENT = Tile(kind=TerrainId("command_tent"), owner=Seat.SOUTH)
LOCK, GATESMEN = ScenarioCardId("staking_a_claim"), ScenarioCardId("barrow_mounds_of_the_gatesmen")
RUNE_BLADE, MAGES = LoreId("rune_blade"), UnitId("greyhaven_battlemages-1")
MUSTERED = second.Mustered(seat=Seat.NORTH, units={KindId("chaos_lord"): 1}, tent=True, decoys=9, lore=3)

# One message for every variant of every phrase that a message alone decides.
EVENTS: list[tuple[m.Event, str]] = [
    (m.UnitPlaced(unit=CG4, at=F4), ""),
    (m.UnitJoined(unit=CG4, kind=KindId("citadel_guard"), seat=Seat.SOUTH, figures=3), ""),
    (m.TerrainPlaced(at=F5, tile=FOREST), ""),
    (m.TerrainPlaced(at=F5, tile=FORD), "token"),
    (m.TerrainPlaced(at=F5, tile=TENT), "owned"),
    (m.TerrainRemoved(at=F5, tile=FOREST), ""),
    (m.TerrainRemoved(at=F5, tile=TENT, cause=Cause.TENT), "tent"),
    (second.ScenarioCardChosen(seat=Seat.NORTH, card=LOCK), ""),
    (second.ScenarioCardsRevealed(cards={Seat.NORTH: LOCK, Seat.SOUTH: GATESMEN}), ""),
    (m.FirstPlayerFound(seat=Seat.NORTH), ""),
    (m.FirstPlayerFound(seat=Seat.NORTH, lot=True), "lot"),
    (second.TerrainFinished(), ""),
    (second.FordPlaced(seat=Seat.NORTH, at=F5), ""),
    (second.FordPassed(seat=Seat.NORTH), ""),
    (MUSTERED, ""),
    (second.ArmiesRevealed(), ""),
    (m.HandsDealt(cards=4, lore=2), ""),
    (m.HandsDealt(cards=4, lore=0), "no_lore"),
    (m.HandsDealt(cards=2, lore=2, known=(CardId("patrol_left"), CardId("line_advance"))), "preset"),
    (m.BannerPlaced(at=F5, points=2), ""),
    (m.BannerRemoved(at=F5), ""),
    (m.HandNoted(seat=Seat.NORTH, known=(CardId("patrol_left"),)), ""),
    (m.TurnStarted(seat=Seat.NORTH, turn=21), ""),
    (m.StepStarted(step=Step.ATTACK), "alone"),
    (m.CardPlayed(seat=Seat.NORTH, name="Patrol Left", card=CardId("patrol_left")), ""),
    (m.CardPlayed(seat=Seat.NORTH, name="Wedge", card=CardId("wedge"), anywhere=True), "anywhere"),
    (m.LoreCardPlayed(seat=Seat.SOUTH, name="Rune Blade", card=RUNE_BLADE), ""),
    (m.LoreCardsDrawn(seat=Seat.NORTH, count=2, total=4), ""),
    (m.LoreCardsDiscarded(seat=Seat.NORTH, count=1, total=4, cards=(RUNE_BLADE,)), ""),
    (second.LoreBarred(seat=Seat.NORTH), ""),
    (second.FightChanged(unit=BH4, by=second.FixDice(count=4)), "fix_dice"),
    (second.FightChanged(unit=BH4, by=second.FuelDamage(face=HEROIC)), "fuel_damage"),
    (second.FightChanged(unit=CG4, by=second.IgnoreDamage(count=2)), "ignore_damage"),
    (second.FightChanged(unit=CG4, by=second.IgnoreDamage()), "ignore_all"),
    (second.FightChanged(unit=CG4, by=second.TurnBlows(faces=(STRIKE, CLEAVE))), "turn_blows"),
    (second.FightChanged(unit=CG4, by=second.LastStand()), "last_stand"),
    (second.AnswerAwaited(unit=CG4, retreats=1), "retreats"),
    (second.AnswerAwaited(unit=CG4, retreats=0, dying=True), "dying"),
    (m.OrdersGranted(grant=m.GrantOrders(count=2, section=Section.LEFT)), ""),
    (m.ExtraGranted(grant=m.GrantExtraAttack(trait="archer")), "attack"),
    (m.ExtraGranted(grant=m.GrantExtraMove(trait="infantry", hexes=1)), "move"),
    (m.ExtraGranted(grant=m.AddDice(count=1)), "dice"),
    (m.ExtraGranted(grant=m.AddDice(count=-1)), "fewer_dice"),
    (m.ExtraGranted(grant=m.Trample(trait="cavalry", faces=(STRIKE,))), "trample"),
    (m.DeckShuffled(), ""),
    (m.DeckShuffled(seat=Seat.NORTH), "lore"),
    (m.Ordered(unit=BH4, grant=0), ""),
    (m.Ordered(unit=BH4, grant=None, paid=True), "paid"),
    (m.Marked(unit=CG4, marker=Marker.POISON), ""),
    (m.Unmarked(unit=CG4, marker=Marker.STUN, cause=Cause.CURE), ""),
    (m.Unmarked(unit=CG4, marker=Marker.SHIELD, cause=Cause.SHIELD), "shield"),
    (m.Moved(unit=BH4, start=F5, to=G3), ""),
    (m.Trampled(unit=BH4, target=CG4), ""),
    (m.Placed(unit=BH4, start=F5, to=G3), ""),
    (attack(), ""),
    (attack(additional=True), "additional"),
    (attack(counter=True), "counter"),
    (ROLLED, ""),
    (m.Rolled(seat=Seat.NORTH, faces=()), "no_dice"),
    (second.Committed(unit=BH4, ability=FRENZY, face=HEROIC, count=2), ""),
    (hit(), ""),
    (hit(CHAOS), "tokens"),
    (hit(cause=Cause.POISON), "poison"),
    (hit(CHAOS, cause=Cause.POISON), "poison_tokens"),
    (hit(cause=Cause.BLOCKED_RETREAT), "blocked_retreat"),
    (hit(CHAOS, cause=Cause.BLOCKED_RETREAT), "blocked_retreat_tokens"),
    (hit(left=0), "last"),
    (m.DamageIgnored(unit=CG4, damage=1, cause=Cause.CARD), ""),
    *(
        (m.DamageIgnored(unit=CG4, damage=1, cause=cause), str(cause))
        for cause in (Cause.TERRAIN, Cause.SHIELD, Cause.ABILITY, Cause.LORE_CARD)
    ),
    (m.FiguresRemoved(unit=BH4, count=1, left=1, cause=Cause.CARD), ""),
    (m.FiguresRemoved(unit=BH4, count=1, left=1, cause=Cause.FRENZY), "frenzy"),
    (m.Healed(unit=BH4, count=1, left=3), ""),
    (m.Healed(unit=CHAOS, count=2, left=6), "tokens"),
    (FORCED, "open"),
    (m.RetreatIgnored(unit=CG4, hexes=1, cause=Cause.ABILITY), ""),
    (
        m.RetreatIgnored(unit=CG4, hexes=1, cause=Cause.ABILITY, abilities=(AbilityId("immovable"),)),
        "ability",
    ),
    (m.RetreatIgnored(unit=CG4, hexes=1, cause=Cause.SUPPORTED), "supported"),
    (RETREATED, ""),
    (m.Eliminated(unit=CG4, at=F4), ""),
    (LORE_GAINED, ""),
    (m.LoreGained(seat=Seat.NORTH, count=3, total=3, cause=Cause.MUSTER), "muster"),
    (m.LoreGained(seat=Seat.NORTH, count=2, total=5, cause=Cause.LORE_STEP), "lore_step"),
    (m.LoreSpent(seat=Seat.NORTH, count=5, total=1, cause=Cause.LORE_CARD), ""),
    (m.LoreSpent(seat=Seat.NORTH, count=2, total=1, cause=Cause.CURE), ""),
    (points(), ""),
    (points(cause=Cause.BANNER, at=F5), "banner"),
    (points(cause=Cause.BANNER), "banners"),
    (points(cause=Cause.LORE), "lore"),
    (points(cause=Cause.TENT), "tent"),
    (points(cause=Cause.SCENARIO), "scenario"),
    (points(count=-1), "lost"),
    (m.Advanced(unit=BH4, start=F5, to=F4, pursuit=False), ""),
    (m.Advanced(unit=BH4, start=F5, to=F4, pursuit=True), "pursuit"),
    (m.Declined(seat=Seat.SOUTH, what="way_wait"), ""),
    *(
        (m.Declined(seat=Seat.SOUTH, what=what), what)
        for what in (
            "counter_wait",
            "advance_wait",
            "extra_attack_wait",
            "exchange_wait",
            "commit_wait",
            "number_wait",
        )
    ),
    (m.CombatEnded(unit=BH4, target=CG4), ""),
    (m.CardDrawn(seat=Seat.NORTH, cards=5), ""),
    (m.TurnEnded(seat=Seat.NORTH), ""),
    (m.GameWon(seat=Seat.NORTH, elimination=False), ""),
    (m.GameWon(seat=Seat.NORTH, elimination=True), "elimination"),
    (m.UnitCorrected(unit=CG4, at=F4, figures=2, damage=0, markers=()), ""),
    (m.UnitCorrected(unit=CHAOS, at=F4, figures=1, damage=2, markers=()), "tokens"),
    (m.UnitCorrected(unit=CG4, at=F4, figures=2, damage=0, markers=(Marker.POISON, Marker.STUN)), "marked"),
    (m.UnitCorrected(unit=CHAOS, at=F4, figures=1, damage=2, markers=(Marker.POISON,)), "marked_tokens"),
    (m.UnitCorrected(unit=CG4, at=None, figures=0, damage=0, markers=()), "gone"),
    (m.ScoreCorrected(seat=Seat.NORTH, lore=3, points=5, cards=4), ""),
    (m.ScoreCorrected(seat=Seat.NORTH, lore=3, points=5, cards=4, lore_cards=2), "lore_cards"),
    (told(CardNumber.MOVE, 2), "move"),
    (told(CardNumber.COMBAT, 4), "combat"),
    (told(CardNumber.RANGE, 3), "range"),
    (told(CardNumber.RANGE, 1), "melee"),
    (m.CostTold(card=RUNE_BLADE, cost=2), ""),
    (m.Overruled(why=Why.TOO_FAR, page="RB p. 6"), ""),
    (m.Awaited(waits=(m.CardWait(seat=Seat.NORTH),)), ""),
    (m.Retracted(to=12), ""),
]
INNER_EVENTS: list[tuple[tuple[m.Event, ...], str]] = [
    ((m.StepStarted(step=Step.ATTACK), attack()), ""),
    ((m.TerrainPlaced(at=F5, tile=FORD), second.FordPlaced(seat=Seat.NORTH, at=F5)), "ford"),
    ((m.TerrainPlaced(at=F4, tile=FORD), second.FordPlaced(seat=Seat.NORTH, at=F5)), "token"),
    ((FORCED, RETREATED), ""),
    ((RETREATED, m.Retreated(unit=CG4, start=G3, to=Hex("G2"))), "midway"),
]
WAITS: list[tuple[m.Wait, str]] = [
    (m.SetUpWait(banners=3), ""),
    (m.SetUpWait(banners=0), "ready"),
    (m.CardWait(seat=Seat.NORTH), ""),
    (m.OrdersWait(seat=Seat.NORTH), ""),
    (m.ExtraAttackWait(seat=Seat.NORTH, unit=BH4), ""),
    (m.DiceWait(seat=Seat.NORTH, count=3, unit=BH4), ""),
    (m.DiceWait(seat=Seat.NORTH, count=4), "card"),
    (second.CommitWait(seat=Seat.NORTH, unit=BH4, most={FRENZY: 2}, usual={FRENZY: 1}), ""),
    (
        second.WayWait(
            seat=Seat.SOUTH, unit=CG4, ways=(Direction.EAST, Direction.SOUTH_EAST), usual=Direction.EAST
        ),
        "",
    ),
    (m.CounterWait(seat=Seat.SOUTH, unit=CG4, target=BH4), ""),
    (m.AdvanceWait(seat=Seat.NORTH, unit=BH4, to=(F4,), pursuit=False), ""),
    (m.AdvanceWait(seat=Seat.SOUTH, unit=CG4, to=(F4, G3), pursuit=True), "pursuit"),
    (second.ExchangeWait(seat=Seat.NORTH, most=2), ""),
    (m.OverWait(seat=Seat.NORTH), ""),
    (second.ScenarioCardsWait(missing=(Seat.NORTH, Seat.SOUTH)), ""),
    (second.FirstPlayerWait(), ""),
    (second.TerrainWait(), ""),
    (second.FordWait(seat=Seat.SOUTH, hexes=(F4, F5)), ""),
    (second.MusterWait(missing=(Seat.SOUTH,)), ""),
    (second.RevealWait(), ""),
    (m.SetUpWait(banners=0, units=2), "units"),
    (m.SetUpWait(banners=1, units=2), "both"),
    (m.DiceWait(seat=Seat.NORTH, count=1, trampled=(CG4,)), "trampled"),
    (second.ShieldWait(seat=Seat.SOUTH, unit=MAGES, units=(MAGES, CG4)), ""),
    (second.IgnoreWait(seat=Seat.NORTH, unit=CHAOS, most=1, usual=1), ""),
    (EARLY, "early"),
    (m.LoreWait(seat=Seat.SOUTH), ""),
    *(
        (m.NumberWait(seat=Seat.NORTH, unit=BH4, number=number, then=m.Move(unit=BH4, to=F5)), str(number))
        for number in CardNumber
    ),
]
ORDERS = m.OrdersWait(seat=Seat.NORTH)
DRIVEN_BACK = second.WayWait(
    seat=Seat.SOUTH, unit=CG4, ways=(Direction.EAST, Direction.SOUTH_EAST), usual=Direction.EAST
)
COMMANDS: list[tuple[m.Command, str, m.Wait, str]] = [
    (m.PlaceUnit(unit=CG4, at=F4), "", ORDERS, "Put Citadel Guard 4 on F4"),
    (m.PlaceBanner(at=F5), "", ORDERS, "Lay a banner on F5"),
    (m.RemoveBanner(at=F5), "", ORDERS, "Take the banner from F5"),
    (m.PlaceTerrain(at=F5, tile=FOREST), "", ORDERS, "Lay forest on F5"),
    (m.PlaceTerrain(at=F5, tile=FORD), "token", ORDERS, "Lay river with a ford on F5"),
    (m.PlaceTerrain(at=F5, tile=TENT), "owned", ORDERS, "Lay Daqan's command tent on F5"),
    (m.RemoveTerrain(at=F5), "", ORDERS, "Clear F5"),
    (second.ChooseScenarioCard(seat=Seat.NORTH, card=LOCK), "", ORDERS, "Choose Staking a Claim"),
    (m.ChooseFirst(seat=Seat.NORTH), "", ORDERS, "Uthuk take the first turn"),
    (second.FinishTerrain(), "", ORDERS, "All terrain and banners are laid"),
    (second.PlaceFord(at=F5), "", ORDERS, "Lay a ford on F5"),
    (second.Muster(seat=Seat.NORTH, units={KindId("chaos_lord"): 1}), "", ORDERS, "Muster Uthuk's army"),
    (second.RevealArmies(), "", ORDERS, "Turn all deployment cards over"),
    (m.StartGame(), "", ORDERS, "Start the game"),
    (m.StartGame(preset=True), "preset", ORDERS, "Start the game with preset hands"),
    (m.NoteHand(seat=Seat.NORTH, known=()), "", ORDERS, "Note Uthuk's hand"),
    (m.PlayCard(card=CardId("patrol_left")), "", ORDERS, "Play Patrol Left"),
    (
        m.PlayCard(card=CardId("patrol_left"), anywhere=True),
        "anywhere",
        ORDERS,
        "Play Patrol Left to order one unit anywhere",
    ),
    (m.PlayUnlistedCard(name="Ambush", does=()), "", ORDERS, "Play Ambush"),
    (m.PlayLoreCard(seat=Seat.SOUTH, card=RUNE_BLADE), "", ORDERS, "Daqan play Rune Blade"),
    (
        m.PlayUnlistedLoreCard(seat=Seat.SOUTH, name="Ambush", cost=2, does=()),
        "",
        ORDERS,
        "Daqan play Ambush",
    ),
    (m.ReplenishLore(choice=LoreChoice.TOKENS), "tokens", ORDERS, "Take 2 lore"),
    (
        m.ReplenishLore(choice=LoreChoice.TOKEN_AND_CARD),
        "token_and_card",
        ORDERS,
        "Take 1 lore and draw a lore card",
    ),
    (m.ReplenishLore(choice=LoreChoice.CARDS), "cards", ORDERS, "Draw 2 lore cards and discard 1"),
    (m.Order(unit=BH4), "", ORDERS, "Order Blood Harvesters 4"),
    (m.Order(unit=BH4, paid=True), "paid", ORDERS, "Order Blood Harvesters 4 for 1 lore"),
    (
        second.Cure(unit=CG4, marker=Marker.POISON),
        "",
        ORDERS,
        "Pay lore so that Citadel Guard 4 is no longer poisoned",
    ),
    (m.Move(unit=BH4, to=F5), "", ORDERS, "Move Blood Harvesters 4 to F5"),
    (
        m.Move(unit=BH4, to=F5, through=(F4, G3)),
        "through",
        ORDERS,
        "Move Blood Harvesters 4 through F4 and G3 to F5",
    ),
    (m.Attack(unit=BH4, target=CG4), "", ORDERS, "Attack Citadel Guard 4 with Blood Harvesters 4"),
    (m.Roll(faces=(STRIKE, STRIKE)), "", ORDERS, "Rolled: 2 strikes"),
    (m.Roll(faces=()), "no_dice", ORDERS, "Rolled: no dice"),
    (second.Commit(dice={FRENZY: 1, TACTICS: 0}), "", ORDERS, "Frenzy: 1 die"),
    (second.Commit(dice={FRENZY: 0}), "none", ORDERS, "Without Frenzy"),
    (second.Commit(dice={}), "nothing", ORDERS, "No dice committed"),
    (second.ChooseWay(way=Direction.NORTH_EAST), "", ORDERS, "Retreat north-east"),
    (second.ChooseWay(way=Direction.EAST), "to_hex", DRIVEN_BACK, "Retreat towards G4"),
    (second.IgnoreRetreats(hexes=2), "", ORDERS, "Ignore 2 retreats"),
    (second.Shield(unit=CG4), "", ORDERS, "Shield Citadel Guard 4"),
    (m.Counter(), "", ORDERS, "Counter"),
    (m.Counter(), "early", EARLY, "Counter first"),
    (m.Advance(to=F5), "", WAITS[10][0], "Advance to F5"),
    (m.Advance(to=F5), "pursuit", WAITS[11][0], "Advance or pursue to F5"),
    (second.ExchangeLore(points=1), "", ORDERS, "Exchange lore for 1 victory point"),
    (m.Decline(), "", ORDERS, "Let it pass"),
    (m.Decline(), "early_counter", EARLY, "Do not counter first"),
    (m.Decline(), "counter_wait", WAITS[9][0], "No counter"),
    (m.Decline(), "exchange_wait", WAITS[12][0], "Keep the lore"),
    (m.Decline(), "advance_wait", WAITS[10][0], "Stay"),
    (m.Decline(), "extra_attack_wait", WAITS[4][0], "Do not attack again"),
    (m.Decline(), "commit_wait", WAITS[7][0], "No dice committed"),
    (m.StartAttacks(), "", ORDERS, "Start the attacks"),
    (m.EndMainPhase(), "", ORDERS, "End the turn"),
    (m.CorrectUnit(unit=CG4, at=F4, figures=2), "", ORDERS, "Correct Citadel Guard 4: on F4, 2 figures"),
    (
        m.CorrectUnit(unit=CHAOS, at=F4, figures=1, damage=2),
        "tokens",
        ORDERS,
        "Correct Chaos Lord 1: on F4, 2 damage",
    ),
    (m.CorrectUnit(unit=CG4, at=None, figures=0), "gone", ORDERS, "Correct Citadel Guard 4: off the board"),
    (m.CorrectScore(seat=Seat.SOUTH, lore=2), "", ORDERS, "Correct Daqan's lore, points or cards"),
    (telling(CardNumber.MOVE, 2), "move", ORDERS, "Blood Harvesters: move 2"),
    (telling(CardNumber.COMBAT, 4), "combat", ORDERS, "Blood Harvesters: combat 4"),
    (telling(CardNumber.RANGE, 3), "range", ORDERS, "Blood Harvesters: range 3"),
    (telling(CardNumber.RANGE, 1), "melee", ORDERS, "Blood Harvesters: melee"),
    (m.Decline(), "number_wait", WAITS[-1][0], "Leave it"),
    (
        m.Overrule(command=m.Move(unit=BH4, to=F5)),
        "",
        ORDERS,
        "Move Blood Harvesters 4 to F5 (the table rules otherwise)",
    ),
]
