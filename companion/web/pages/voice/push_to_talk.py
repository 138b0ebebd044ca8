"""Talking to the table: the Talk button opens the server's microphone, and what is said is done like a tap.

A sentence that is understood well is done at once; one that is doubtful, that cannot be undone or
that may mean several things is asked back, and a tap or a spoken "yes" decides.
"""

import itertools
from threading import Lock
from typing import Protocol

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify

from companion.table.table import Table
from companion.voice.ear import BusyError, Ear, Heard, Trust
from companion.voice.intents import MOST_ASKED, Act, Intent, IntentContext, IntentKind, intent_of
from companion.voice.listening.grammar import Spoken, SpokenVerb, grammar_of
from companion.voice.listening.microphone import NoMicrophoneError
from companion.voice.listening.recogniser import NoRecogniserError
from companion.web.access.access import Guest
from companion.web.requests.commands import (
    AnswerRequest,
    CommandAnswer,
    CommandHandler,
    CommandRequest,
    UndoRequest,
)
from companion.web.requests.json_io import add_views, players_only, read
from companion.words.ask import ask_of
from rules.kernel.decide import options
from rules.kernel.hands import without_hands

NOT_UNDERSTOOD = "Not understood. Hold the button, speak, and let go."
NOTHING_SAID = "Nothing has been said that could be said again."
NOTHING_DONE = "Nothing was done."


class TalkSpeaker(Protocol):
    """Who says aloud what is asked and told."""

    def say(self, text: str, *, key: str = ..., lang: str = ...) -> bool:
        """Let *text* wait to be said."""
        ...

    def stop_speaking(self) -> None:
        """Say nothing more, so that the microphone does not hear it."""
        ...

    def repeat(self) -> bool:
        """Say the last sentences again; False where there are none."""
        ...


class TalkChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choice number *choice*, from 1, of what was asked back under *id*; 0: none of them."""

    id: int
    choice: int


class TalkOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked back: its *id*, and the texts of the buttons."""

    id: int
    choices: tuple[str, ...]


class TalkOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of something said: what was *heard*, the answer in words, what is asked back, and the
    *result* of what was done.  *is_aside*: the answer is for this device alone, which says it itself.
    """

    heard: str = ""
    text: str = ""
    offer: TalkOffer | None = None
    result: CommandAnswer | None = None
    is_aside: bool = False
    trouble: str | None = None


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What has been asked back, and of which entry and game it was true."""

    id: int
    acts: tuple[Act, ...]
    seen: int
    game: str
    question: tuple[str, str] | None


class TalkViews:
    """The requests of the Talk button."""

    def __init__(self, ear: Ear, table: Table, mouth: TalkSpeaker | None, *, counter: CommandHandler) -> None:
        self._ear, self._table, self._mouth, self._counter = ear, table, mouth, counter
        self._language, self._tr = table.journal.language, table.journal.tr
        self._numbers = itertools.count(1)
        self._asked: _Asked | None = None
        self._lock = Lock()

    def start(self) -> Response | tuple[Response, int]:
        """Listen to one sentence, do what it says, and return what came of it."""
        if self._mouth is not None:
            self._mouth.stop_speaking()
        try:
            seen = without_hands(self._table.game, g.guest.role.seat)
            heard = self._ear.hear(grammar_of(seen, is_asked=self._is_asked()))
        except (BusyError, NoMicrophoneError, NoRecogniserError) as trouble:
            return _answer(TalkOutcome(trouble=self._tr(trouble.message)), 409)
        return _answer(self.said(heard, g.guest))

    def stop(self) -> Response | tuple[Response, int]:
        """Listen no longer: the button was let go."""
        self._ear.stop()
        return jsonify(ok=True)

    def choose(self) -> Response | tuple[Response, int]:
        """Take the answer to what was asked back."""
        choice = read(TalkChoice)
        asked = self._taken()
        if asked is None or asked.id != choice.id or choice.choice > len(asked.acts):
            return _answer(TalkOutcome(text=self._tr("That has been settled meanwhile.")))
        if choice.choice < 1:
            return _answer(TalkOutcome(text=self._tr(NOTHING_DONE)))
        return _answer(self._done(asked.acts[choice.choice - 1], asked, g.guest))

    def said(self, heard: Heard, guest: Guest) -> TalkOutcome:
        """Do what was *heard* for *guest*, or ask it back."""
        if heard.said is None or heard.trust is Trust.IGNORED:
            return TalkOutcome(text=self._tr(NOT_UNDERSTOOD))
        is_sure = heard.trust is Trust.ACCEPTED
        asked = self._taken()
        if asked is not None and heard.said.verb in (SpokenVerb.YES, SpokenVerb.NO) and is_sure:
            return self._confirmed(asked, guest, heard)
        seat = guest.role.seat
        moment = self._table.moment
        game = without_hands(moment.game, seat)
        ask = ask_of(game.state.wait, options(game), game, self._language)
        scene = IntentContext(game, moment, ask, self._language, seat)
        intent = intent_of(heard.said, scene)
        if intent.kind is IntentKind.TELL_ASIDE:  # never asked back: somebody else might say yes to it
            return TalkOutcome(heard=heard.text, text=intent.text, is_aside=True)
        if intent.kind is IntentKind.ASK or not is_sure:
            asked_back = self._asked_back(intent, heard)
            return self._ask(_with_others(asked_back, heard, scene), scene, heard.text)
        return self._at_once(intent, scene, heard.text, guest)

    def _at_once(self, intent: Intent, scene: IntentContext, heard: str, guest: Guest) -> TalkOutcome:
        if intent.kind is IntentKind.DO:
            outcome = self._done(intent.acts[0], self._note(intent.acts, scene), guest)
            return msgspec.structs.replace(outcome, heard=heard)
        return self._told(intent.acts[0] if intent.acts else Act("", tells=intent.text), heard)

    def _confirmed(self, asked: _Asked, guest: Guest, heard: Heard) -> TalkOutcome:
        """Take a spoken yes or no to what was asked back; where several things were, yes says too little."""
        assert heard.said is not None
        if heard.said.verb is SpokenVerb.NO:
            return TalkOutcome(heard=heard.text, text=self._tr(NOTHING_DONE))
        if len(asked.acts) > 1:
            self._keep(asked)
            return TalkOutcome(heard=heard.text, text=self._tr("Which one?"), offer=_offer(asked))
        return msgspec.structs.replace(self._done(asked.acts[0], asked, guest), heard=heard.text)

    def _ask(self, intent: Intent, scene: IntentContext, heard: str) -> TalkOutcome:
        asked = self._note(intent.acts, scene)
        self._keep(asked)
        self._say(intent.text)
        return TalkOutcome(heard=heard, text=intent.text, offer=_offer(asked))

    def _note(self, acts: tuple[Act, ...], scene: IntentContext) -> _Asked:
        question = scene.moment.question
        return _Asked(
            id=next(self._numbers),
            acts=acts,
            seen=scene.moment.seq,
            game=self._table.row.id,
            question=None if question is None else (question.text, question.id),
        )

    def _done(self, act: Act, asked: _Asked, guest: Guest) -> TalkOutcome:
        """Hand *act* in as a tap made when *asked* was true."""
        if act.command is not None:
            tap = CommandRequest(seen=asked.seen, game=asked.game, command=act.command)
            return TalkOutcome(text=act.text, result=self._counter.do(tap, guest))
        if act.undo_to is not None:
            undo = UndoRequest(seen=asked.seen, to=act.undo_to, game=asked.game)
            return TalkOutcome(text=act.text, result=self._counter.undo(undo, guest))
        if act.answer is not None and asked.question is not None:
            text, key = asked.question
            answer = AnswerRequest(question=text, choice=act.answer, id=key, game=asked.game)
            return TalkOutcome(text=act.text, result=self._counter.answer(answer, guest))
        return self._told(act, "")

    def _told(self, act: Act, heard: str) -> TalkOutcome:
        if act.tells is not None:
            self._say(act.tells)
            return TalkOutcome(heard=heard, text=act.tells)
        has_said = self._mouth is not None and self._mouth.repeat()
        return TalkOutcome(heard=heard, text="" if has_said else self._tr(NOTHING_SAID))

    def _say(self, text: str) -> None:
        if self._mouth is not None:
            self._mouth.say(text, key="talk", lang=self._tr.lang)

    def _asked_back(self, intent: Intent, heard: Heard) -> Intent:
        """Return *intent* as a question."""
        if intent.kind is IntentKind.ASK:
            return intent
        if intent.kind is IntentKind.DO:
            text = self._tr("Did you mean: {1}?", intent.acts[0].text)
            return Intent(IntentKind.ASK, text, intent.acts)
        tells = intent.text if intent.kind is IntentKind.TELL else None
        text = self._tr("Did you mean: {1}?", heard.text)
        return Intent(IntentKind.ASK, text, (Act(self._tr("Yes"), tells=tells),))

    def _is_asked(self) -> bool:
        """Return whether yes and no answer something: ours, or the table's question."""
        return self._asked is not None or self._table.moment.question is not None

    def _taken(self) -> _Asked | None:
        """Return what was asked back last, which now counts as answered."""
        with self._lock:
            asked, self._asked = self._asked, None
        return asked

    def _keep(self, asked: _Asked) -> None:
        with self._lock:
            self._asked = asked


def _with_others(intent: Intent, heard: Heard, scene: IntentContext) -> Intent:
    """Return the question *intent* with what else may have been said, as far as it could be done now."""
    if len(intent.acts) > 1:
        return intent
    others = [act for said in heard.others for act in _acts(said, scene)]
    first = [act if act.tells is None else act._replace(text=heard.text) for act in intent.acts]
    acts = tuple({act.text: act for act in (*first, *others)}.values())[:MOST_ASKED]
    return Intent(IntentKind.ASK, scene.tr("Which one?"), acts) if len(acts) > 1 else intent


def _acts(said: Spoken, scene: IntentContext) -> list[Act]:
    """Return what *said* could do now, or tell."""
    intent = intent_of(said, scene)
    if intent.kind is IntentKind.TELL and not said.units:
        return [Act(said.verb.replace("_", " "), tells=intent.text)]
    allowed = options(scene.game)
    return [act for act in intent.acts if act.command is None or act.command in allowed]


def _offer(asked: _Asked) -> TalkOffer:
    return TalkOffer(id=asked.id, choices=tuple(act.text for act in asked.acts))


def _answer(outcome: TalkOutcome, status: int = 200) -> tuple[Response, int]:
    return jsonify(msgspec.to_builtins(outcome)), status


def register_talk(
    app: Flask, ear: Ear, table: Table, mouth: TalkSpeaker | None, *, counter: CommandHandler
) -> None:
    """Give *app*, which has the dashboard already, the Talk button of *ear*; *mouth* says what is asked.

    What is said is handed in at *counter*, as taps are.
    What is said must be English, whatever the language of the table, in which it is answered.
    """
    views = TalkViews(ear, table, mouth, counter=counter)
    blueprint = Blueprint("talk", __name__)
    blueprint.before_request(players_only)
    posts = {"/listen": views.start, "/listen/stop": views.stop, "/listen/choice": views.choose}
    add_views(blueprint, {}, posts)
    app.register_blueprint(blueprint)
    app.config["TALK"] = True  # the table's page then has the button
