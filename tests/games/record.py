"""Makes the recorded games of this folder: ``python -m tests.games.record``.  No test runs it.

Every game is a game of chance with its own seed, so the same rules make the same games again.  They are
recorded once: whoever changes what the program does on purpose (not what it calls things) records anew and
says in the commit which games changed.  With ``--digests`` the games stay and only their digests are made
anew; with ``--show GAME ENTRY`` the facts behind a digest are printed, to be compared with another version's.
"""

import argparse
import gzip
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from companion.journal.jsonl import GameRow, format_export
from rules.kernel import messages as m
from rules.kernel.chapters.lore import playable
from rules.kernel.decide import options
from rules.kernel.game import play
from rules.kernel.hands import play_for
from rules.kernel.replay import Again, played_late, replaced
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import (
    CAMPS,
    CardId,
    KindId,
    LoreId,
    Marker,
    Seat,
    Step,
    TerrainId,
    Tile,
    UnitId,
    Why,
)
from rules.second import messages as second
from rules.second.faces import CLEAVE, FACES, LORE, STRIKE
from rules.second.setting_up.mustering import costs_unknown, decoys_of, muster_rules
from tests.games.facts import digests, facts
from tests.games.recorded import DIGESTS, LOG, TABLES, moments, names, ruleset
from tests.rules.fancies import random_tile
from tests.rules.playing import RandomTable

MOST_ENTRIES = 185
"""Longer games are left out: the digests of all are to be compared in seconds."""

LEAST_ENTRIES = 80
WHIMS = 0.1
"""How often something is corrected, overruled or taken back."""

MIDDLE = "3456"
HOME = {Seat.SOUTH: "123", Seat.NORTH: "987"}


class Table(NamedTuple):
    """Where and what is played, how often, and from which *seed* on."""

    name: str
    scenario: str
    games: int
    seed: int


TABLES_PLAYED = (
    Table("learning", "learning", 14, 1_000),
    Table("battle", "battle", 14, 2_000),
    Table("bare", "battle", 6, 3_000),
    Table("free", "free", 10, 4_000),
    Table("undead", "undead", 6, 5_000),
    Table("guardians", "guardians", 10, 6_000),
)


class Recording(RandomTable):
    """A random table where the past is played again too, and where free battles are laid out."""

    def play(self) -> None:
        """Play to the end, or until there are too many entries."""
        while len(self.log) <= MOST_ENTRIES and (self._is_going() or self._comes_back()):
            if self.chance.random() < WHIMS:
                self.follow_a_whim()
            elif not (self.is_playing and self.plays_lore()):
                self.say(self.next_command())

    def _is_going(self) -> bool:
        return self.game.state.step is not Step.OVER

    def _comes_back(self) -> bool:
        """Find, now and then, after the end that it is not the end: return whether the game goes on."""
        if self.chance.random() < 0.2:
            self._correct_the_past()
            return self._is_going()
        return False

    def follow_a_whim(self) -> None:
        """Do something that is no move of the game."""
        late = (self._play_late,) * 3  # there is seldom a moment for it
        past = (*late, self._correct_the_past, self._correct_the_past, self.undo, self._do_again)
        if self.game.state.step is Step.SET_UP:
            self.chance.choice((self.undo, self._do_again, self._rearrange))()
        elif self.chance.random() < 0.4:
            self.chance.choice(past)()
        elif self.chance.random() < 0.5:
            self.chance.choice((self._note_a_hand, self._correct))()
        elif self._is_going():
            super().follow_a_whim()

    def next_command(self) -> m.Command:
        """Return something legal that brings the game nearer to its end."""
        if isinstance(self.game.state.wait, m.SetUpWait) and self.game.ruleset.scenario.open:
            return self._free_piece()
        if isinstance(self.game.state.wait, second.MusterWait) and self._is_unpriced():
            return self._told_army(self.game.state.wait.missing[0])
        if isinstance(self.game.state.wait, m.CardWait) and self.chance.random() < 0.1:
            return self._charge()
        return super().next_command()

    def _charge(self) -> m.PlayUnlistedCard:
        """Return a card that nobody listed: some units move through enemies or once more, one is healed."""
        trait = self.chance.choice(("cavalry", "melee"))
        gift = self.chance.choice(
            (
                m.Trample(trait=trait, faces=(STRIKE, CLEAVE)),
                m.Trample(trait=trait, marker=Marker.STUN),
                m.GrantExtraMove(trait=trait, hexes=1),
            )
        )
        own = self.game.state.army(self.game.state.active)
        hurt = [m.Heal(unit=unit.id, count=1) for unit in own if self.game.missing(unit)]
        return m.PlayUnlistedCard(name="Charge", does=(m.GrantOrders(count=4), gift, *hurt[:1]))

    def _note_a_hand(self) -> None:
        seat, catalogue = self.chance.choice(tuple(CAMPS)), self.game.ruleset.catalogue
        side, faction = self.game.state.sides[seat], self.game.ruleset.scenario.factions[seat]
        cards = self.chance.choices(tuple(catalogue.cards), k=self.chance.randint(0, side.cards))
        own = [card.id for card in catalogue.lore.values() if card.faction in (None, faction)]
        lore = self.chance.choices(own, k=self.chance.randint(0, side.lore_cards))
        note = m.NoteHand(seat=seat, known=tuple(map(CardId, cards)), lore=tuple(map(LoreId, lore)))
        self.say(note, may_fail=True)

    def _correct(self) -> None:
        """Correct what stands or lies on the table, or what somebody has; tell a number."""
        self.say(self.fancy.correction(), may_fail=True)

    def _play_late(self) -> None:
        """Play a lore card for which it is too late, in a fight of this turn."""
        if self.game.ruleset.scenario.lore_hand is None:
            return
        for seq in reversed(self.live[-12:]):
            if self.states[seq].state.fights and isinstance(self.states[seq].state.wait, m.DiceWait):
                card = self._reaction(self.states[seq])
                again = (
                    played_late(self.start, self.log, card, card.seat) if self._is_too_late(card) else None
                )
                if again is not None and again.held:
                    self._rewrite(again)
                    return

    def _reaction(self, moment: Game) -> m.PlayLoreCard | m.PlayUnlistedLoreCard:
        """Return a lore card that could have been played in a fight at *moment*."""
        idle = tuple(seat for seat in CAMPS if not self.game.state.sides[seat].lore_played)
        seat = self.chance.choice(idle or tuple(CAMPS))
        cards = playable(moment, seat)
        if cards and self.chance.random() < 0.6:
            return m.PlayLoreCard(seat=seat, card=self.chance.choice(cards))
        blows = (second.LastStand(), second.IgnoreDamage(count=1), second.FuelDamage(face=LORE))
        verb = self.chance.choice((*blows, second.TurnBlows(faces=(STRIKE, CLEAVE))))
        return m.PlayUnlistedLoreCard(seat=seat, name="A Reaction", cost=0, does=(verb,))

    def _has_begun(self, seq: int) -> bool:
        state = self.states[seq].state
        return state.step not in (Step.SET_UP, Step.OVER) and all(state.army(seat) for seat in CAMPS)

    def _is_too_late(self, card: m.Command) -> bool:
        decision = play(self.game, card).decision
        return isinstance(decision, m.Refusal) and decision.why in (Why.WRONG_TIME, Why.GAME_IS_OVER)

    def _correct_the_past(self) -> None:
        """Make something else of a former entry, or leave it out; what came after it follows."""
        begun = [seq for seq in self.live[-25:] if self._has_begun(seq)]
        if len(begun) < 2:
            return
        index = self.chance.randrange(1, len(begun))
        again = replaced(self.start, self.log, begun[index], self._instead(begun[index]))
        if (
            isinstance(again, Again)
            and again.commands
            and (again.broken is None or self.chance.random() < 0.3)
        ):
            self._rewrite(again)

    def _instead(self, seq: int) -> m.Command | None:
        command, before = self.log[seq - 1].command, self.states[self.live[self.live.index(seq) - 1]]
        if isinstance(command, m.Roll):
            return m.Roll(faces=tuple(self.chance.choices(FACES.all, k=len(command.faces))))
        others = [each for each in options(before) if type(each) is type(command)]
        return self.chance.choice(others) if others and self.chance.random() < 0.7 else None

    def _rewrite(self, again: Again) -> None:
        self._turn_back(again.to)
        self._say_again(again.commands)

    def _do_again(self) -> None:
        """Take something back, and that too."""
        before = list(self.live)
        self.undo()
        gone = [self.log[seq - 1].command for seq in before if seq not in self.live]
        if gone:
            self._turn_back(self.live[-1])
            self._say_again([command for command in gone if command is not None])

    def _turn_back(self, to: int) -> None:
        self.keep(None, (m.Retracted(to=to),), self.states[to])
        self.live = [seq for seq in self.live if seq <= to]

    def _say_again(self, commands: Iterable[m.Command]) -> None:
        for command in commands:
            after, decision = play_for(self.game, command, None)
            assert not isinstance(decision, m.Refusal), (command, decision)
            self.keep(command, decision, after)
            self.live.append(len(self.log))

    def _rearrange(self) -> None:
        """Take a piece away or put it where another stands."""
        state, chance = self.game.state, self.chance
        placed = [unit for unit in state.units.values() if unit.at is not None]
        if placed and chance.random() < 0.5:
            one, other = chance.choice(placed), chance.choice(placed)
            assert other.at is not None
            self.say(m.PlaceUnit(unit=one.id, at=other.at), may_fail=True)
        elif placed and chance.random() < 0.5:
            self.say(m.CorrectUnit(unit=chance.choice(placed).id, at=None, figures=0), may_fail=True)
        elif state.banners:
            self.say(m.RemoveBanner(at=chance.choice(tuple(state.banners))))
        elif isinstance(state.wait, second.TerrainWait) and state.terrain:
            self.say(m.RemoveTerrain(at=chance.choice(tuple(state.terrain))))

    def _free_piece(self) -> m.Command:
        """Return what comes next on the board of a free battle: ground, banners, tents, units, the start."""
        state, chance, hexes = self.game.state, self.chance, self.game.ruleset.board.hexes
        free = [at for at in hexes if at[1] in MIDDLE and at not in state.terrain and at not in state.banners]
        if len(state.terrain) < 8:
            return m.PlaceTerrain(at=chance.choice(free), tile=self._tile())
        if len(state.banners) < 3:
            return m.PlaceBanner(at=chance.choice(free), points=chance.randint(1, 2))
        for seat in CAMPS:
            if len(state.army(seat)) < 7:
                return self._joining(seat)
        if chance.random() < 0.4:
            return m.ChooseFirst(seat=chance.choice(tuple(CAMPS)))
        return m.StartGame(preset=chance.random() < 0.4)

    def _tile(self) -> Tile:
        if self.chance.random() < 0.15:
            return Tile(kind=TerrainId("command_tent"), owner=self.chance.choice(tuple(CAMPS)))
        return random_tile(self.chance)

    def _joining(self, seat: Seat) -> m.PlaceUnit:
        """Return the placing of one more unit of *seat*'s faction."""
        rules, taken = self.game.ruleset, self.game.state.occupied()
        kinds = [kind for kind, whose in rules.fielded.items() if whose is seat]
        homes = [at for at in rules.board.hexes if at[1] in HOME[seat] and at not in taken]
        while True:
            kind, at = self.chance.choice(kinds), self.chance.choice(homes)
            place = m.PlaceUnit(unit=UnitId(f"{kind}-{self._next_number(kind)}"), at=at)
            if not isinstance(play(self.game, place).decision, m.Refusal):
                return place

    def _next_number(self, kind: KindId) -> int:
        standing = {unit.id for unit in self.game.state.units.values() if unit.at is not None}
        return next(number for number in range(1, 99) if f"{kind}-{number}" not in standing)

    def _is_unpriced(self) -> bool:
        return bool(costs_unknown(self.game, dict.fromkeys(self.game.ruleset.fielded, 1)))

    def _told_army(self, seat: Seat) -> m.Command:
        """Return an army of *seat*'s whose points the players tell, now and then against the rules."""
        chance, fielded = self.chance, self.game.ruleset.fielded
        units: dict[KindId, int] = {}
        army = second.Muster(
            seat=seat, units=units, tent=chance.random() < 0.5, points=chance.randint(45, 50)
        )
        while decoys_of(self.game, army) > muster_rules(self.game).decoys:
            kind = chance.choice([kind for kind, whose in fielded.items() if whose is seat])
            units[kind] = units.get(kind, 0) + 1
        return m.Overrule(command=army) if isinstance(play(self.game, army).decision, m.Refusal) else army


def _recorded(table: Table, rules: Ruleset) -> Iterator[tuple[m.Entry, ...]]:
    """Yield the games of *table*: those of all its seeds that are neither too short nor too long."""
    for seed in range(table.seed, table.seed + 1_000):
        recording = Recording(rules, Random(seed), ())
        recording.play()
        if LEAST_ENTRIES <= len(recording.log) <= MOST_ENTRIES:
            yield tuple(recording.log)


def record() -> None:
    """Play all games and write them, with their digests."""
    for table in TABLES_PLAYED:
        folder = TABLES / table.name
        games = zip(
            range(1, table.games + 1), _recorded(table, ruleset(folder, table.scenario)), strict=False
        )
        for number, log in games:
            game = f"{table.name}-{number:02}"
            row = GameRow(id=game, scenario=table.scenario, edition="second", started=0.0, version="0")
            _write(f"{table.name}/{number:02}", LOG, format_export(row, log))
            write_digests(f"{table.name}/{number:02}")


def write_digests(name: str) -> None:
    """Write what the recorded game *name* comes to, entry by entry."""
    told = []
    for seq, game, fault in moments(name):
        assert not fault, f"{name}, entry {seq}: {fault}"
        told.append(" ".join((str(seq), *digests(facts(game)))).encode())
    _write(name, DIGESTS, told)


def _write(name: str, ending: str, lines: Iterable[bytes]) -> None:
    content = b"".join(line + b"\n" for line in lines)
    (TABLES / f"{name}{ending}").write_bytes(gzip.compress(content, mtime=0))


def show(name: str, entry: int) -> bytes:
    """Return the facts after *entry* of the recorded game *name*, as indented JSON."""
    game = next(game for seq, game, _ in moments(name) if seq == entry)
    return msgspec.json.format(msgspec.json.encode(facts(game), order="sorted"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Make games, digests, or a picture of one moment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--digests", action="store_true", help="keep the games, make their digests anew")
    parser.add_argument(
        "--show", nargs=2, metavar=("GAME", "ENTRY"), help="print the facts of learning/01 12"
    )
    told = parser.parse_args(arguments)
    if told.show:
        print(show(told.show[0], int(told.show[1])).decode())  # noqa: T201
    elif told.digests:
        for name in names():
            write_digests(name)
    else:
        record()


if __name__ == "__main__":
    main()
