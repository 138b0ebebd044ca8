"""Two tables that differ in one player's secret answer everybody else alike, at every address."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from werkzeug.test import TestResponse

from companion.voice.ear import Trust
from companion.voice.speaking.speakers import Speakers
from companion.web.pages.voice.push_to_talk import register_talk
from companion.web.pages.voice.speakers import register_hearing
from companion.web.requests.commands import CommandHandler
from companion.words.levels import SpeechLevel
from companion.words.translator import Translator
from rules.kernel.messages import (
    Command,
    CorrectScore,
    EndMainPhase,
    NoteHand,
    Overrule,
    PlayCard,
    ReplenishLore,
)
from rules.kernel.values import CAMPS, CardId, LoreChoice, LoreId, Seat
from tests.companion.dashboard_world import Device, World, begun, events_in, world
from tests.companion.sent_view import sent_view
from tests.companion.voice.listening.talking import Ears, TalkSpeaker
from tests.companion.web.test_dashboard_secrets import ARMIES, CARDS, muster, until_mustering
from tests.shares import share

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
HAND = ("wedge", "line_advance", "patrol_left"), ("patrol_right", "line_advance", "battlelore")
LORE = ("rune_blade", "portal"), ("runic_barrier", "portal")
BEGUN = begun(SOUTH)


class Secret(NamedTuple):
    """What *owner* keeps to himself in *scenario*: two ways to tables that others cannot tell apart."""

    scenario: str
    owner: Seat
    ways: tuple[tuple[Command, ...], tuple[Command, ...]]


def both_ways(*parts: Any) -> tuple[tuple[Command, ...], tuple[Command, ...]]:
    """Return the commands of each way: a pair is what differs, anything else is done in both."""
    ways = [[part[index] if isinstance(part, tuple) else part for part in parts] for index in (0, 1)]
    return tuple(ways[0]), tuple(ways[1])


def hand(cards: tuple[str, ...], lore: tuple[str, ...] | None = None, seat: Seat = SOUTH) -> NoteHand:
    known = tuple(map(CardId, cards))
    return NoteHand(seat=seat, known=known, lore=None if lore is None else tuple(map(LoreId, lore)))


def full(cards: int = 3, lore: int = 2) -> CorrectScore:
    """Return what makes south's hands exactly as large as what he notes, so that he holds nothing else."""
    return CorrectScore(seat=SOUTH, cards=cards, lore_cards=lore, lore=9)


NOTED = (hand(HAND[0], LORE[0]), hand(HAND[1], LORE[1]))
PLAYED = PlayCard(card=CardId("line_advance"))
FORCED = Overrule(command=PlayCard(card=CardId("wedge")))
SECRETS = {
    "hands": Secret("free", SOUTH, both_ways(*BEGUN, full(), NOTED)),
    "hands, a card played of them": Secret("free", SOUTH, both_ways(*BEGUN, full(), NOTED, PLAYED)),
    "hands, a card forced of them": Secret("free", SOUTH, both_ways(*BEGUN, full(), NOTED, FORCED)),
    "hands of unequal length": Secret(
        "free", SOUTH, both_ways(*BEGUN, full(), (NOTED[0], hand(("wedge",), ())), PLAYED)
    ),
    "a hand before the cards were counted anew": Secret(
        "free", SOUTH, both_ways(*BEGUN, full(5, 3), (NOTED[0], hand(HAND[0] + HAND[1][:2], LORE[0])))
    ),
    "a lore card in its moment": Secret(
        "free",
        SOUTH,
        both_ways(*BEGUN, full(), NOTED, PLAYED, EndMainPhase(), full()),
    ),
    "lore cards that went": Secret(
        "free",
        SOUTH,
        both_ways(
            *BEGUN,
            full(lore=4),
            (hand(HAND[0], (*LORE[0], *LORE[1])), hand(HAND[1], (*LORE[0], *LORE[1]))),
            PLAYED,
            EndMainPhase(),
            tuple(
                ReplenishLore(choice=LoreChoice.CARDS, discards=tuple(map(LoreId, lore)))
                for lore in (LORE[0], LORE[1])
            ),
        ),
    ),
    "scenario cards": Secret("battle", SOUTH, (until_mustering(CARDS[0])[:1], until_mustering(CARDS[1])[:1])),
    "armies": Secret(
        "battle",
        SOUTH,
        (
            (*until_mustering(CARDS[0]), muster(ARMIES[0])),
            (*until_mustering(CARDS[0]), muster(ARMIES[1])),
        ),
    ),
}


class SilentVoice:
    """As much of a voice as its addresses need."""

    def __init__(self) -> None:
        self.speakers = Speakers()

    def repeat(self) -> bool:
        return False

    def status(self) -> Any:
        return type("Status", (), {"state": "off"})()

    def report(self, *_: object) -> None: ...


class Teller:
    level = SpeechLevel.STANDARD


class Asked(NamedTuple):
    """A request: where, and what is sent (None: it is only read)."""

    address: str
    message: Any = None


def tap(here: World, **more: Any) -> dict[str, Any]:
    return {"seen": here.seq, "game": here.table.row.id, **more}


def commands() -> Iterator[dict[str, Any]]:
    for card in ("wedge", "battlelore", "line_advance", "counterattack"):
        for inner in ({"do": "play_card", "card": card}, {"do": "play_card", "card": card, "anywhere": True}):
            yield inner
            yield {"do": "overrule", "command": inner}
    for seat in CAMPS:
        for lore in ("rune_blade", "runic_barrier", "portal"):
            inner = {"do": "play_lore_card", "seat": seat, "card": lore, "cost": 1}
            yield inner
            yield {"do": "overrule", "command": inner}
        yield {"do": "play_unlisted_lore_card", "seat": seat, "name": "Fog", "cost": 1, "does": []}
        yield {"do": "note_hand", "seat": seat, "known": ["wedge"] * 4}
        yield {"do": "note_hand", "seat": seat, "known": []}
        yield {"do": "correct_score", "seat": seat, "cards": 1, "lore_cards": 1}
        yield {"do": "muster", "seat": seat, "units": ARMIES[0]}
        yield {"do": "choose_scenario_card", "seat": seat, "card": CARDS[0]}
    yield from (
        {"do": name}
        for name in ("finish_terrain", "reveal_armies", "start_game", "decline", "end_main_phase")
    )
    yield {"do": "replenish_lore", "choice": "cards", "discards": ["rune_blade", "portal"]}
    yield {"do": "place_unit", "unit": "citadel_guard-1", "at": "D2"}
    yield {"do": "correct_unit", "unit": "citadel_guard-1", "at": "D2", "figures": 1}
    yield {"do": "place_banner", "at": "D5"}


def corrections(here: World) -> Iterator[Asked]:
    others: list[Any] = [
        None,
        {"do": "play_card", "card": "wedge"},
        {"do": "play_card", "card": "battlelore"},
        {"do": "overrule", "command": {"do": "play_card", "card": "battlelore"}},
        {"do": "correct_score", "seat": "south", "cards": 2, "lore_cards": 1},
        {"do": "note_hand", "seat": "south", "known": ["wedge"]},
        {"do": "place_unit", "unit": "citadel_guard-1", "at": "D1"},
    ]
    for seq in range(len(here.table.journal.played) + 1):
        for other in others:
            for keep in (False, True):
                yield Asked("/correct", tap(here, seq=seq, command=other, keep=keep))


def past(here: World, address: str) -> Iterator[Asked]:
    yield from (Asked(f"{address}?seq={seq}") for seq in range(-1, here.seq + 2))


Row = Callable[[World], Iterator[Asked]]


def reads(*addresses: str) -> Row:
    return lambda here: iter([Asked(address) for address in addresses])


def sends(address: str, *messages: Any) -> Row:
    return lambda here: iter([Asked(address, message) for message in messages])


ARMY = {"seat": "south", "units": ARMIES[0]}
ROWS: dict[str, Row] = {
    "dashboard.static": reads("/page/style.css"),
    "dashboard.landing": reads("/"),
    "dashboard.join_page": reads("/join/", "/join/ABCDEF"),
    "dashboard.watch_page": reads("/watch/ABCDEF"),
    "dashboard.wall": reads("/wall"),
    "dashboard.wall_link": reads("/wall/WRONG"),
    "dashboard.look_link": reads("/look/WRONG"),
    "dashboard.events": reads("/events", "/events?wall"),
    "dashboard.links": reads("/links"),
    "dashboard.join_qr": reads("/join.svg"),
    "dashboard.watch_qr": reads("/watch.svg"),
    "dashboard.camera_page": reads("/camera"),
    "dashboard.still": reads("/camera.jpg"),
    "dashboard.fit_view": reads("/camera/grid"),
    "dashboard.speech": reads("/speech.wav?id=1"),
    "dashboard.join": sends("/join", {"code": "WRONG", "role": "south"}),
    "dashboard.leave": sends("/leave", {}),
    "dashboard.do": lambda here: (Asked("/do", tap(here, command=command)) for command in commands()),
    "dashboard.roll": lambda here: iter([Asked("/roll", tap(here))]),
    "dashboard.undo": lambda here: (
        Asked("/undo", tap(here, to=seq)) for seq in range(len(here.table.journal.played) + 1)
    ),
    "dashboard.redo": lambda here: iter([Asked("/redo", tap(here))]),
    "dashboard.correct": corrections,
    "dashboard.answer": sends("/answer", {"question": "What was done?", "choice": 1}),
    "dashboard.tick": sends("/errand", {"id": 1}, {"id": 99}),
    "dashboard.fit": sends("/camera/fit", {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}),
    "dashboard.pin": sends("/camera/corners", {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}),
    "rulebook.page": reads("/rules"),
    "rulebook.subjects": reads("/rules.json"),
    "packs.page": reads("/packs"),
    "packs.entries": reads("/packs.json"),
    "packs.export": reads("/packs/own.toml"),
    "packs.keep": sends("/packs/entry", {"file": "units", "entry": "roc_warrior", "fields": {"move": "x"}}),
    "packs.take_in": sends("/packs/import", {"text": "x"}),
    "packs.remove": sends("/packs/remove", {"name": "none"}),
    "armies.check": sends("/army/check", ARMY, {**ARMY, "seat": "north"}),
    "armies.costs": reads("/army/costs"),
    "chances.odds": reads(
        "/odds?unit=citadel_guard-1&target=chaos_lord-1", "/odds?unit=chaos_lord-1&target=citadel_guard-1"
    ),
    "by_ear.answer": reads(
        "/board/answer?what=near&hex=D3",
        "/board/answer?what=reach&hex=D3",
        "/board/answer?what=hand",
        "/board/answer?what=waiting",
        "/board/answer?what=near&hex=Z9",
    ),
    "differences.settle": sends("/differences", {"offer": "ignore", "differences": ["x"]}),
    "differences.look": sends("/differences/look", {"hexes": ["C5"]}),
    "arranging.save": sends("/scenario", {"name": "The Ford"}, {"name": "---"}),
    "assistant.page": reads("/start"),
    "assistant.state": reads("/start.json"),
    "assistant.sheets": reads("/start/sheets.pdf?kinds=banners"),
    "assistant.say": sends("/start/say", {"step": "print", "said": "done"}),
    "home.page": reads("/home"),
    "home.state": reads("/home.json"),
    "home.games": reads("/home/games.json"),
    "home.cameras": reads("/home/cameras.json"),
    "home.change": sends("/home/change", {"scenario": "nowhere"}, {"game": "nothing"}),
    "home.answer": sends("/home/answer", {"number": 1, "agrees": True}),
    "home.back": sends("/home/back", {}),
    "home.names": sends("/home/names", {"names": ["Ana", ""]}),
    "past_games.listed": reads("/home/past.json", "/home/past.json?deleted"),
    "past_games.together": reads("/home/statistics.json"),
    "past_games.report": lambda here: (Asked(f"/home/report?game={here.table.row.id}") for _ in range(1)),
    "past_games.picture": lambda here: (
        Asked(f"/home/picture.svg?game={here.table.row.id}") for _ in range(1)
    ),
    "past_games.export": lambda here: (Asked(f"/home/export?game={here.table.row.id}") for _ in range(1)),
    "past_games.entitle": sends("/home/title", {"game": "nothing", "title": "x"}),
    "past_games.delete": sends("/home/delete", {"game": "nothing", "is_deleted": True}),
    "kept_pictures.state": reads("/home/pictures.json"),
    "kept_pictures.choose": sends("/home/pictures", {"is_kept": True}),
    "kept_pictures.delete": sends("/home/pictures/delete", {}),
    "past.log": reads("/past/log", "/past/log?after=2&count=2", "/past/log?before=3"),
    "past.board": lambda here: past(here, "/past/board"),
    "past.entry": lambda here: past(here, "/past/entry"),
    "past.picture": lambda here: past(here, "/past/picture.jpg"),
    "reporting.page": reads("/report"),
    "reporting.picture": reads("/report.svg"),
    "talk.start": sends("/listen", {}),
    "talk.stop": sends("/listen/stop", {}),
    "talk.choose": sends("/listen/choice", {"id": 1, "choice": 1}, {"id": 1, "choice": 0}),
    "hearing.again": sends("/voice/again", {}),
    "hearing.level": sends("/voice/level", {"level": "standard"}),
    "hearing.here": sends("/voice/here", {"tab": "a", "ready": False}),
    "hearing.leave": sends("/voice/leave", {"tab": "a"}),
    "hearing.choose": sends("/voice/speaker", {"speaker": "x", "speaks": True}),
    "hearing.test": sends("/voice/test", {"speaker": "x"}),
    "notices.dismiss": sends("/notice", {"id": "nothing"}),
    "ways.ways": reads("/ways"),
    "ways.qr": reads("/ways.svg?host=127.0.0.1"),
    "ways.open": reads("/open"),
    "hearing.spoken": sends("/voice/spoken", {"tab": "a", "number": 1, "progress": None}),
}
"""What is asked at each address.  A new address needs a row here."""

OF_A_GAME = (
    "dashboard.events",
    "dashboard.do",
    "dashboard.undo",
    "dashboard.redo",
    "dashboard.correct",
    "armies.check",
    "arranging.save",
    "assistant.state",
    "past.log",
    "past.board",
    "past.entry",
    "reporting.page",
    "reporting.picture",
    "home.state",
    "past_games.listed",
    "past_games.report",
    "past_games.picture",
    "past_games.export",
    "by_ear.answer",
)
"""The addresses that answer by the game: all others are asked of the first secret only."""

FIRST = "hands"
SAID = ("play wedge", "play battlelore", "play patrol left", "undo", "who is first", "score")
SAID += ("my hand", "near delta three")
PICTURES = ("svg", "pdf")


@contextmanager
def told_apart_by_nobody(tmp_path: Path, secret: Secret) -> Iterator[tuple[World, World]]:
    """Yield two tables of *secret*, with all addresses that there are."""
    with world(tmp_path / "one", scenario=secret.scenario) as one:
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / "door.json").write_bytes((tmp_path / "one" / "door.json").read_bytes())
        with world(tmp_path / "two", scenario=secret.scenario) as two:
            for here, way in zip((one, two), secret.ways, strict=True):
                here.ears = Ears()
                register_talk(
                    here.app,
                    here.ears,
                    here.table,
                    TalkSpeaker(),
                    counter=CommandHandler(here.table),
                )
                register_hearing(here.app, SilentVoice(), Teller(), Translator())
                here.say(*way)
            yield one, two


def plain(here: World, text: str) -> str:
    """Return *text* without what differs between any two tables: times and names that were drawn by lot."""
    text = text.replace(here.table.row.id, "GAME")
    text = re.sub(r"data-device=\W*\w+", "", text)
    text = re.sub(r'"(at|started)":\s*[\d.e+]+', "", text)
    return re.sub(r"\d{4}-\d\d-\d\d|\d\d?:\d\d(:\d\d)?|\d{1,2} \w+ 20\d\d", "", text)


def lines_only(view: dict[str, Any]) -> dict[str, Any]:
    """Return *view* without its game's name and the times of its lines."""
    log = [{**line, "at": 0} for line in view["log"]]
    return {**view, "log": log, "game_id": "", "voice": None}


def ask(here: World, device: Device, asked: Asked) -> tuple[int, str]:
    if asked.address.startswith("/events"):
        with device.stream(asked.address) as stream:
            told = [next(events_in(stream)) for _ in ("scenario", "view")] if stream.status == 200 else []
            return stream.status, plain(here, json.dumps(told))
    answer = device.get(asked.address) if asked.message is None else device.post(asked.address, asked.message)
    return answer.status_code, "" if is_picture(answer) else plain(here, answer.text)


def is_picture(answer: TestResponse) -> bool:
    return any(kind in answer.mimetype for kind in PICTURES)


def shown(here: World, other: Seat) -> list[dict[str, Any]]:
    """Return what the other player and everybody is shown."""
    return [lines_only(sent_view(here.table, seat)) for seat in (other, None)]


def now(here: World, asked: Asked) -> Asked:
    """Return *asked* as it is sent now: it counts entries that count, which have other numbers by then."""
    if not isinstance(asked.message, dict) or "seen" not in asked.message:
        return asked
    seqs = [0, *(one.entry.seq for one in here.table.journal.played)]
    named = {name: seqs[asked.message[name]] for name in ("seq", "to") if name in asked.message}
    return asked._replace(message={**asked.message, "seen": here.seq, **named})


class Forgetful:
    """A store that keeps nothing, so that a game can be put back as it was."""

    def append(self, *_: object) -> None: ...


class Start:
    """How the game of *here* stood, to be put back after each request that has changed it."""

    def __init__(self, here: World) -> None:
        self.here, self.journal = here, here.table.journal
        self.journal._store = Forgetful()
        self.entries, self.played = list(self.journal._entries), list(self.journal.played)

    def put_back(self) -> None:
        if len(self.journal._entries) == len(self.entries):
            return
        table = self.here.table
        self.journal._entries = list(self.entries)
        self.journal._go_back(0, self.played)
        table._gone = ()
        table._viewer.tell_again(self.journal.played)
        table._publish()


@pytest.mark.parametrize("secret", share(SECRETS, FIRST, journeys=("hands of unequal length", "armies")))
def test_every_address_answers_alike_whatever_a_player_keeps_secret(tmp_path: Path, secret: str) -> None:
    case = SECRETS[secret]
    other = Seat.NORTH if case.owner is Seat.SOUTH else Seat.SOUTH
    with told_apart_by_nobody(tmp_path, case) as tables:
        assert tables[0].table.game.state != tables[1].table.game.state
        roles = (other.value, "both", "watch")
        devices = [{role: here.device(role) for role in roles} for here in tables]
        starts = [Start(here) for here in tables]
        for role in roles:
            for endpoint, row in (
                ROWS.items() if secret == FIRST else ((name, ROWS[name]) for name in OF_A_GAME)
            ):
                pairs = zip(*(list(row(here)) for here in tables), strict=True)
                for pair in pairs:
                    answers = []
                    for here, own, asked, start in zip(tables, devices, pair, starts, strict=True):
                        answer = ask(here, own[role], now(here, asked))
                        has_changed = here.seq != start.entries[-1].seq
                        answers.append((answer, shown(here, other) if has_changed else []))
                        start.put_back()
                    assert answers[0] == answers[1], (role, endpoint, pair[0])


def test_every_address_has_a_row(tmp_path: Path) -> None:
    with told_apart_by_nobody(tmp_path, SECRETS["hands"]) as (one, _):
        assert {rule.endpoint for rule in one.app.url_map.iter_rules()} == ROWS.keys()


@pytest.mark.parametrize("role", ["north", "both"])
def test_what_is_spoken_is_answered_alike_whatever_a_hand_holds(tmp_path: Path, role: str) -> None:
    with told_apart_by_nobody(tmp_path, SECRETS["hands"]) as tables:
        starts = [Start(here) for here in tables]
        for said in SAID:
            for trust in (Trust.ACCEPTED, Trust.DOUBTFUL):
                answers = []
                for here, start in zip(tables, starts, strict=True):
                    here.ears.text, here.ears.trust, here.ears.others = said, trust, SAID[:2]
                    device = here.device(role)
                    answers.append(ask(here, device, Asked("/listen", {})))
                    start.put_back()
                assert answers[0] == answers[1], said


def test_the_owner_is_told_that_a_card_is_not_among_those_he_noted(tmp_path: Path) -> None:
    """So that the tests above do not pass because nobody is told anything."""
    with told_apart_by_nobody(tmp_path, SECRETS["hands"]) as tables:
        told = []
        for here in tables:
            command = {"do": "play_card", "card": "wedge"}
            told.append(here.device("south").post("/do", tap(here, command=command)).json["ok"])
        assert told == [True, False]


def test_a_card_that_others_saw_played_stays_played_whatever_is_corrected(tmp_path: Path) -> None:
    """What was judged by nobody's hand is not judged by it later, in a correction."""
    with told_apart_by_nobody(tmp_path, SECRETS["hands"]) as (_, two):
        both = two.device("both")
        assert both.post("/do", tap(two, command={"do": "play_card", "card": "wedge"})).json["ok"]
        card = two.table.journal.played[-1].entry
        score = next(
            one.entry.seq for one in two.table.journal.played if isinstance(one.entry.command, CorrectScore)
        )
        more = {"do": "correct_score", "seat": "south", "cards": 3, "lore_cards": 2, "lore": 8}
        assert both.post("/correct", tap(two, seq=score, command=more)).json["ok"]
        assert two.table.journal.played[-1].entry.command == card.command
