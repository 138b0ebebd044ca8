"""How much is said: the score alone, what hands and memory need, everything, or enough to play unseeing."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.voice.speaking.waiting import Priority
from companion.words.announcer import Announcer, log_text, sentences, wait_text
from companion.words.levels import SpeechLevel
from companion.words.names import Language
from companion.words.phrases import load_own_phrases, load_phrases, parse_phrases
from rules.kernel import messages as m
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import new_game, play
from rules.kernel.ruleset import Game
from rules.kernel.values import CardId, Cause, Seat
from rules.second import messages as second
from tests.companion.words.worded import (
    BH4,
    CG4,
    COMMON,
    EVENTS,
    F4,
    F5,
    FORCED,
    G3,
    LORE_GAINED,
    ORDERS,
    RETREATED,
    ROLLED,
    WAITS,
    attack,
    hit,
    points,
    texts_of,
)

NAMED = Language(load_phrases("second"), {Seat.NORTH: "Ana", Seat.SOUTH: "Bogdan"})
MOVED = m.Moved(unit=BH4, start=F5, to=G3)
TURN = m.TurnStarted(seat=Seat.NORTH, turn=4)
ASKED = m.Awaited(waits=(m.CardWait(seat=Seat.NORTH),))


def told(game: Game, level: SpeechLevel, *events: m.Event, language: Language | None = None) -> str:
    return " ".join(one.text for one in sentences(events, game, level=level, language=language))


@dataclass
class Listener:
    """A voice that writes down what it is told."""

    heard: list[tuple[str, Priority, str, str]] = field(default_factory=list)

    def say(
        self,
        text: str,
        priority: Priority = Priority.NORMAL,
        *,
        key: str = "",
        ttl: float = 20.0,
        lang: str = "",
    ) -> bool:
        self.heard.append((text, priority, key, lang))
        return True

    def stop_speaking(self) -> None:
        self.heard.clear()


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (SpeechLevel.SCORE, "Uthuk gain two victory points and lead, sixteen to seven. Turn four, Uthuk."),
        (
            SpeechLevel.STANDARD,
            "Blood Harvesters four attacks Citadel Guard four with three dice. "
            "Strike, morale and lore. Citadel Guard four loses one figure and retreats to G 3. "
            "Uthuk gain one lore, gain two victory points and lead, sixteen to seven. Turn four, Uthuk.",
        ),
        (
            SpeechLevel.EVERYTHING,
            "Blood Harvesters four to G 3 and attacks Citadel Guard four with three dice. "
            "Strike, morale and lore. Citadel Guard four loses one figure and retreats to G 3. "
            "Uthuk gain one lore, gain two victory points and lead, sixteen to seven. Turn four, Uthuk. "
            "Uthuk: play a command card.",
        ),
        (
            SpeechLevel.BLIND,
            "Blood Harvesters four moves from F 5 to G 3 and attacks Citadel Guard four, one hex away, "
            "melee, with three dice. Strike, morale and lore. "
            "Citadel Guard four loses one figure, two left, and retreats from F 4 to G 3. "
            "Uthuk gain one lore, now three, gain two victory points, and lead, sixteen to seven. "
            "Turn four, Uthuk. "
            "Uthuk: play a command card.",
        ),
    ],
)
def test_each_level_says_what_the_one_before_says_and_more(game: Game, level: SpeechLevel, text: str) -> None:
    events = (MOVED, attack(), ROLLED, hit(), FORCED, RETREATED, LORE_GAINED, points(), TURN, ASKED)
    assert told(game, level, *events) == text


@pytest.mark.parametrize("lang", ["en", "ro"])
@pytest.mark.parametrize(
    "event",
    [
        points(),
        *(points(cause=cause, at=F5) for cause in (Cause.BANNER, Cause.TENT, Cause.SCENARIO, Cause.LORE)),
        points(count=-1),
        m.GameWon(seat=Seat.NORTH, elimination=False),
        TURN,
    ],
)
def test_points_winning_and_turns_are_said_at_every_level(game: Game, event: m.Event, lang: str) -> None:
    language = Language(load_phrases("second", lang))
    assert all(told(game, level, event, language=language) for level in SpeechLevel)


@pytest.mark.parametrize("lang", ["en", "ro"])
@pytest.mark.parametrize(
    "event",
    [
        RETREATED,
        FORCED,
        LORE_GAINED,
        m.LoreGained(seat=Seat.NORTH, count=2, total=3, cause=Cause.LORE_STEP),
        m.LoreSpent(seat=Seat.NORTH, count=2, total=3, cause=Cause.LORE_CARD),
        hit(),
        m.Eliminated(unit=CG4, at=F4),
        m.Healed(unit=BH4, count=1, left=3),
    ],
)
def test_retreats_losses_and_lore_are_said_unless_the_score_is_all_that_is_wanted(
    game: Game, event: m.Event, lang: str
) -> None:
    language = Language(load_phrases("second", lang))
    assert Announcer(None).level is SpeechLevel.STANDARD
    assert told(game, SpeechLevel.STANDARD, event, language=language)
    assert not told(game, SpeechLevel.SCORE, event, language=language)


def test_what_may_be_done_is_asked(game: Game) -> None:
    for wait, _ in WAITS:
        heard = told(game, SpeechLevel.STANDARD, m.Awaited(waits=(wait,)))
        if " may " in wait_text(wait, game):
            assert heard.endswith("?"), wait


def test_moves_are_told_only_to_who_wants_everything(game: Game) -> None:
    for event in (MOVED, m.CardPlayed(seat=Seat.NORTH, name="Wedge", card=CardId("wedge")), ASKED):
        assert not told(game, SpeechLevel.STANDARD, event)
        assert told(game, SpeechLevel.EVERYTHING, event)


SEEN_ELSEWHERE = (m.HandNoted, m.Unmarked, m.TurnEnded)  # hidden, or told with what comes with it


def test_who_does_not_see_the_board_is_told_of_all_that_is_shown(game: Game) -> None:
    unheard = [
        event for event, _ in EVENTS if log_text((event,), game) and not told(game, SpeechLevel.BLIND, event)
    ]
    assert {type(event) for event in unheard} <= set(SEEN_ELSEWHERE)


def test_who_does_not_see_the_board_hears_whom_to_order_to_move_and_to_attack_with(game: Game) -> None:
    running = new_game(game.ruleset)
    for at in game.ruleset.scenario.banners.stand_in:
        running, _ = play(running, m.PlaceBanner(at=at))
    running, _ = play(running, m.StartGame())
    running, events = play(running, m.PlayCard(card=CardId("patrol_left")))
    assert isinstance(events, tuple)
    choices = told(running, SpeechLevel.BLIND, *events)
    assert "Uthuk: order " in choices
    assert choices.endswith("; or end the turn.")
    ordered = next(
        (then, done)
        for name in running.state.units
        for then, done in [play(running, m.Order(unit=name))]
        if isinstance(done, tuple)
    )
    text = told(ordered[0], SpeechLevel.BLIND, *ordered[1])
    assert " is ordered." in text
    assert "; move " in text or ": move " in text


def test_a_phrase_that_is_said_must_name_its_level(tmp_path: Path) -> None:
    texts = texts_of("en")
    changed = texts[COMMON].replace('level = "everything"\npriority = "low"\nttl = 6.0\nkey', "key")
    assert changed != texts[COMMON]
    with pytest.raises(ConfigError, match=r"\[events\.moved\] says something: needs a field level"):
        parse_phrases({**texts, COMMON: changed}, "second")
    (tmp_path / "phrases.en.toml").write_text('[events.moved]\nlevel = "shouting"\n')
    with pytest.raises(ConfigError, match=r"\[events\.moved\].*shouting.*level"):
        load_own_phrases("second", "en", tmp_path)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (points(), "Ana gains two victory points."),
        (LORE_GAINED, "Ana gains one lore."),
        (TURN, "Ana leads, sixteen to seven. Turn four, Ana."),
        (ASKED, "Ana: play a command card."),
        (
            m.GameWon(seat=Seat.SOUTH, elimination=True),
            "Bogdan wins the game: no enemy is left on the board!",
        ),
        (m.FirstPlayerFound(seat=Seat.NORTH, lot=True), "Ana wins the draw and takes the first turn."),
        (
            second.Mustered(seat=Seat.SOUTH, units={}, tent=True, decoys=9, lore=3),
            "Bogdan has mustered their army.",
        ),
    ],
)
def test_players_are_called_by_name_and_one_person_is_one(game: Game, event: m.Event, text: str) -> None:
    assert told(game, SpeechLevel.EVERYTHING, event, language=NAMED) == text
    assert "Ana" in log_text((points(),), game, NAMED)


def test_romanian_verbs_agree_with_a_player_and_with_a_faction(game: Game) -> None:
    paid = m.LoreSpent(seat=Seat.NORTH, count=2, total=1, cause=Cause.CURE)
    romanian = load_phrases("second", "ro")
    assert told(game, SpeechLevel.STANDARD, paid, language=Language(romanian)) == "Uthuk plătesc două lore."
    assert (
        told(game, SpeechLevel.STANDARD, paid, language=Language(romanian, NAMED.names))
        == "Ana plătește două lore."
    )


def test_the_level_can_be_changed_while_the_game_goes_on(game: Game) -> None:
    listener = Listener()
    announcer = Announcer(listener, level=SpeechLevel.SCORE)
    announcer.hear((LORE_GAINED,), game)
    announcer.warn("The camera is lost.")
    assert listener.heard == []
    announcer.level = SpeechLevel.STANDARD
    announcer.hear((LORE_GAINED,), game)
    announcer.warn("The camera is lost.")
    assert [(text, lang) for text, _, _, lang in listener.heard] == [
        ("Uthuk gain one lore.", ""),
        ("The camera is lost.", ""),
    ]


def test_a_dispute_is_said_before_the_books_are_told(game: Game) -> None:
    listener = Listener()
    announcer = Announcer(listener)
    announcer.hear((points(),), game)
    announcer.warn("Citadel Guard 4 stands in F4, expected in G3.")
    (_, bookkeeping, _, _), (_, dispute, key, _) = listener.heard
    assert Priority.URGENT < dispute < bookkeeping
    assert key == "table"


def test_after_an_undo_hands_are_told_what_to_put_back(game: Game) -> None:
    undone = (m.Retracted(to=4), m.Awaited(waits=(ORDERS,)))
    errands = ["Move Citadel Guard 4 from G3 to F4", "Add one figure to Citadel Guard 4 in G3"]
    listener = Listener()
    Announcer(listener, errands=lambda: errands).hear(undone, game)
    assert [text for text, _, _, _ in listener.heard] == [
        "Taken back.",
        "Move Citadel Guard 4 from G3 to F4. Add one figure to Citadel Guard 4 in G3.",
    ]
    many = Listener()
    Announcer(many, errands=lambda: errands * 4).hear(undone, game)
    told = many.heard[-1][0]
    assert len(told) < 300 and told.endswith("G3. 2 more are on the tablet.")
    alone = Listener()
    Announcer(alone, errands=lambda: errands, level=SpeechLevel.SCORE).hear(undone, game)
    assert [text for text, _, _, _ in alone.heard] == ["Taken back."]
