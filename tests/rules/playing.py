"""Games that play themselves: everything legal, now and then something else, never twice the same.

The player likes attacks and banners, because games have to end.  He also plays
cards that nobody knows, lore cards at any moment, corrects, overrules and takes back.
"""

import tomllib
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.catalogue import parse_catalogue
from rules.kernel.course import passes
from rules.kernel.decide import checks, options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Board
from rules.kernel.replay import fold
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import LoreChoice, LoreId, Step
from rules.second import messages as second
from rules.second.edition import SECOND
from rules.second.faces import FACES
from rules.second.setting_up.checks import tent_of
from tests.rules.fancies import Fancy
from tests.rules.printed_texts import printed_texts
from tests.rules.setting_up import next_piece

Watcher = Callable[[Game, m.Command, tuple[m.Event, ...], Game], None]
MOST_ENTRIES = 6000
# What a group would copy from its cards, with numbers of ours: the rules do not depend on them.
PACK = {
    "abilities": """
[immovable]
asked = true
""",
    "units": """
[roc_warrior]
move = 3
combat = 3
traits = ["legend", "melee"]
[obscenes]
move = 2
combat = 3
cost = 6
abilities = [{ name = "ferocity" }, { name = "mobility", number = 1 }]
[citadel_lancers]
move = 3
combat = 3
traits = ["cavalry", "knight", "melee"]
[blood_harvesters]
cost = 4
[viper_legion]
cost = 5
[flesh_ripper_brutes]
cost = 6
""",
    "lore": """
[battle_cry]
cost = 3
copies = 2
[fury_of_yllan]
cost = 2
copies = 2
does = [{ verb = "fuel_damage", face = "lore" }]
[overrun]
cost = 3
copies = 1
does = [{ verb = "trample", trait = "cavalry", faces = ["strike", "cleave", "pierce"] }]
[rune_blade]
cost = 2
copies = 2
[runic_barrier]
cost = 1
copies = 2
[take_to_the_skies]
cost = 2
copies = 1
[unstoppable]
cost = 2
copies = 2
[turned_blows]
cost = 3
copies = 2
""",
    "cards": """
[attack_left]
copies = 6
[attack_right]
copies = 6
[patrol_left]
copies = 4
[patrol_center]
copies = 4
[patrol_right]
copies = 4
[line_advance]
copies = 4
[wedge]
copies = 4
[battle_march]
copies = 4
[onslaught]
copies = 2
[darken_the_skies]
copies = 2
[battlelore]
copies = 2
""",
    "armies": """
[the_horde]
name = "The Horde"
faction = "uthuk"
total = 50
tent = true
lore = 2
confidence = "unknown"
page = "An army of ours"
[the_horde.units]
blood_harvesters = 4
viper_legion = 3
flesh_ripper_brutes = 1
obscenes = 1
chaos_lord = 1
""",
    "scenario_cards": """
[crossing_the_river_of_sleep]
deployment = [
    "A1", "B1", "C1", "D1", "F1", "G1", "H1", "I1", "J1", "K1", "L1",
    "A2", "B2", "C2", "D2", "F2", "G2", "H2",
]
[crossing_the_river_of_sleep.banners]
C5 = 2
[crossing_the_river_of_sleep.terrain]
E1 = { kind = "river" }
E2 = { kind = "river" }
E3 = { kind = "river" }
E4 = { kind = "river" }
E5 = { kind = "river" }
[staking_a_claim.banners]
J6 = 2
[staking_a_claim.terrain]
D5 = { kind = "river" }
D6 = { kind = "river" }
K6 = { kind = "building" }
I5 = { kind = "hill" }
[mustering_the_militia]
specials = [
    { rule = "hold_terrain", kinds = ["building"], count = 2, does = [{ verb = "gain_lore", count = 1 }] },
]
""",
}


def _copies() -> str:
    """Return one copy of each lore card that PACK does not name: so a new one needs no entry there."""
    texts = [text for file, text in printed_texts().items() if file.endswith("lore.toml")]
    unnamed = {name for text in texts for name in tomllib.loads(text)} - tomllib.loads(PACK["lore"]).keys()
    return "".join(f"[{name}]\ncopies = 1\n" for name in sorted(unnamed))


PACK["lore"] += _copies()


def _rules(pack: dict[str, str], scenario: str) -> Ruleset:
    told = {f"pack/{name}.toml": text for name, text in pack.items()}
    catalogue = parse_catalogue({**printed_texts(), **told}, SECOND)
    board = Board((12, 11, 12, 11, 12, 11, 12, 11, 12), (3.5, 7.5))
    return Ruleset(SECOND, catalogue, board, catalogue.scenarios[scenario])


def learning_rules() -> Ruleset:
    """Return the learning scenario as the project's own config has it."""
    return _rules({}, "learning")


def full_rules(*, points: int | None = None) -> Ruleset:
    """Return a full battle, with armies of so many *points* and as many box sets.

    Every number is told but those of the Siege Golem, which are asked.
    """
    rules = _rules(PACK, "battle")
    muster = rules.scenario.muster
    assert muster is not None
    if points is None:
        return rules
    sets = 1 + points // muster.points
    scenario = replace(rules.scenario, muster=replace(muster, points=points, core_sets=sets))
    return Ruleset(rules.edition, rules.catalogue, rules.board, scenario)


class Played(NamedTuple):
    """A game from its start to its end."""

    start: Game
    end: Game
    log: tuple[m.Entry, ...]


def play_random(ruleset: Ruleset, seed: int, *, watch: Iterable[Watcher] = (), whims: bool = True) -> Played:
    """Play a game to its end; each of *watch* is shown every step.

    Without *whims* nothing is corrected, overruled or taken back.
    """
    table = RandomTable(ruleset, Random(seed), tuple(watch))
    while table.game.state.step is not Step.OVER:
        assert len(table.log) < MOST_ENTRIES, f"seed {seed} does not end"
        if whims and table.is_playing and table.chance.random() < 0.05:
            table.follow_a_whim()
        elif not (table.is_playing and table.plays_lore()):
            table.say(table.next_command())
    return Played(table.start, table.game, tuple(table.log))


class RandomTable:
    """A game that is being played: how it began, how it stands, its *log*, and a state for every entry.

    *live* are the numbers of the entries that count.
    """

    def __init__(self, ruleset: Ruleset, chance: Random, watch: tuple[Watcher, ...]) -> None:
        self.start = self.game = new_game(ruleset)
        self.chance, self.watch = chance, watch
        self.log: list[m.Entry] = []
        self.states = [self.game]
        self.live: list[int] = []

    @property
    def is_playing(self) -> bool:
        return self.game.state.step is not Step.SET_UP

    @property
    def fancy(self) -> Fancy:
        return Fancy(self.game, self.chance)

    def say(self, command: m.Command, *, may_fail: bool = False) -> bool:
        """Have *command* done.  A refusal is a fault unless it *may_fail*."""
        before = self.game
        after, decision = play(before, command)
        if isinstance(decision, m.Refusal):
            assert may_fail, (command, decision)
            assert after == before
            return False
        for watcher in self.watch:
            watcher(before, command, decision, after)
        self.keep(command, decision, after)
        self.live.append(len(self.log))
        return True

    def keep(self, command: m.Command | None, events: tuple[m.Event, ...], after: Game) -> None:
        """Write down an entry, and stand where it leads."""
        seq = len(self.log) + 1
        self.log.append(
            m.Entry(seq=seq, at=float(seq), by="chance", frame=None, command=command, events=events)
        )
        self.game = after
        self.states.append(after)

    def next_command(self) -> m.Command:
        """Return something legal that brings the game nearer to its end."""
        chance, wait = self.chance, self.game.state.wait
        if self.game.state.step is Step.SET_UP:
            return next_piece(self.game, chance)
        if isinstance(wait, m.DiceWait):
            return m.Roll(faces=tuple(chance.choices(FACES.all, k=wait.count)))
        if isinstance(wait, m.CardWait) and chance.random() < 0.2:
            return self._against_the_ground(self.fancy.unlisted_card())
        offers = options(self.game)
        assert offers, f"nothing can be done, and the game waits for {wait}"
        if isinstance(wait, m.OrdersWait):
            return self._among_orders(offers)
        likely = tuple(offer for offer in offers if not isinstance(offer, m.Decline))
        chosen = chance.choice(likely if likely and chance.random() < 0.85 else offers)
        return self._with_discards(chosen) if isinstance(chosen, m.ReplenishLore) else chosen

    def _against_the_ground(self, card: m.PlayUnlistedCard) -> m.Command:
        """Return *card*, by the table's will where it puts a unit on ground that it cannot stand on."""
        return card if passes(checks(self.game, card)) else m.Overrule(command=card)

    def _with_discards(self, choice: m.ReplenishLore) -> m.ReplenishLore:
        known = self.game.state.sides[self.game.state.active].known_lore
        lays_off = known and choice.choice is LoreChoice.CARDS
        return replace(choice, discards=(LoreId(self.chance.choice(known)),)) if lays_off else choice

    def _among_orders(self, offers: tuple[m.Command, ...]) -> m.Command:
        """Order first, then move toward the banners, then attack, then end; now and then out of turn."""
        for sort, odds in (
            (second.Cure, 0.5),
            (m.Order, 0.95),
            (m.Move, 0.85),
            (m.StartAttacks, 0.3),
            (m.Attack, 0.95),
        ):
            some = [offer for offer in offers if isinstance(offer, sort)]
            if some and self.chance.random() < odds:
                return self._among_moves(some) if sort is m.Move else self.chance.choice(some)
        return self.chance.choice(offers) if self.chance.random() < 0.1 else m.EndMainPhase()

    def _among_moves(self, offers: Sequence[m.Command]) -> m.Move:
        moves = [offer for offer in offers if isinstance(offer, m.Move)]
        over = [move for move in moves if move.through]
        return self.chance.choice(over) if over and self.chance.random() < 0.7 else min(moves, key=self._far)

    def _far(self, move: m.Move) -> float:
        distance = self.game.ruleset.board.distance
        tent = tent_of(self.game, self.game.ruleset.opponent(self.game.state.active))
        goals = (*self.game.state.banners, *(() if tent is None else (tent,)))
        return min((distance(move.to, at) for at in goals), default=0) + 3 * self.chance.random()

    def plays_lore(self) -> bool:
        """Play a lore card, most likely in a fight: return whether that was possible."""
        if self.game.ruleset.scenario.lore_hand is None:
            return False
        likely = 0.3 if isinstance(self.game.state.wait, m.DiceWait) else 0.1
        if self.chance.random() >= likely:
            return False
        return self.say(self.fancy.lore_card(), may_fail=True)

    def follow_a_whim(self) -> None:
        """Correct something, overrule the rules, ask for what is forbidden, or take moves back."""
        whims = (
            lambda: self.say(self.fancy.correction(), may_fail=True),
            lambda: self.say(m.Overrule(command=self.fancy.anything()), may_fail=True),
            lambda: self.say(m.Overrule(command=self.fancy.lore_card()), may_fail=True),
            lambda: self.say(m.Overrule(command=self.fancy.unlisted_card()), may_fail=True),
            lambda: self._ask(self.fancy.anything()),
            lambda: self._ask(self.fancy.out_of_turn()),
            self.undo,
        )
        self.chance.choice(whims)()

    def _ask(self, command: m.Command) -> None:
        """Ask for *command*: it is done exactly if it was offered.

        To commit no die can also be said as ``Decline``, which is not offered twice.
        """
        wait = self.game.state.wait
        nothing = isinstance(command, m.Decline) and isinstance(wait, second.CommitWait)
        offered = nothing or command in options(self.game)
        assert self.say(command, may_fail=True) == offered, command

    def undo(self) -> None:
        """Take the last few entries back, once there are enough of them."""
        back = self.chance.randint(1, 8)
        if len(self.live) > back + 5:
            kept = self.live[-back - 1]
            self.keep(None, (m.Retracted(to=kept),), self.states[kept])
            self.live = [*self.live[: -back - 1], kept]
            assert fold(self.start.state, self.log) == self.game.state
