"""What is heard: who speaks, how much is said, the last words again; and what screens are told of it.

A device that plays may choose the speakers and test them; a tablet that speaks tells how
each sentence went.
"""

import time
from typing import Annotated, Protocol

import msgspec
from flask import Blueprint, Flask, Response, g, jsonify
from msgspec.structs import asdict

from companion.input.text import shortened
from companion.table.view_structs import HeardNow, HeardSentence, ShownVoice
from companion.voice.speaking.speakers import COMPUTER, SpeakerLight
from companion.voice.voice import Voice
from companion.web.requests.json_io import add_views, not_done, players_only, read
from companion.words.levels import Priority, SpeechLevel
from companion.words.translator import Translator

SHOWN = 3  # sentences that screens are told of
Answer = Response | tuple[Response, int]
Tab = Annotated[str, msgspec.Meta(max_length=32)]
"""One page of a device, by the name that it gave itself."""


class Teller(Protocol):
    """Who chooses what is said."""

    level: SpeechLevel


class LevelRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From now on so much is to be said."""

    level: SpeechLevel


class HereRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sign of life: *tab* was touched, so that it is *ready* to speak; *wants*: it was asked to."""

    tab: Tab
    ready: bool
    wants: bool = False


class LeaveSpeakerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """*tab* was closed."""

    tab: Tab


class SpeakerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let *speaker* speak, *alone* or beside the others, or no more.

    *tab* is the sender's where the sender itself shall speak.
    """

    speaker: str
    speaks: bool
    alone: bool = True
    tab: Tab = ""


class TestRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Have *speaker* say something, to hear whether it can; *tab* as above."""

    speaker: str
    tab: Tab = ""


class SpokenRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How sentence *number* goes in *tab*: it is had, it sounds, it is done, or it cannot be said and why."""

    tab: Tab
    number: int
    progress: SpeakerLight | None
    trouble: str = ""


class SpeakersStatus:
    """What screens are told of the voice: its state, its speakers, and the last sentences."""

    def __init__(self, voice: Voice, log_name: Teller) -> None:
        self._voice, self._teller = voice, log_name

    @property
    def number(self) -> int:
        """Return a number that grows with every change."""
        return self._voice.changes + 1

    def state(self) -> ShownVoice:
        """Return how the voice is and who speaks."""
        status, speakers = self._voice.status(), self._voice.speakers
        return ShownVoice(
            **asdict(status),
            level=self._teller.level,
            who="" if status.state == "off" else speakers.who(),
            speakers=tuple(speakers.places()),
        )

    def told(self) -> HeardNow:
        """Return the state and the last sentences."""
        now = time.monotonic()
        said = tuple(
            HeardSentence(
                number=one.number,
                text=one.text,
                lang=one.lang,
                by=dict(one.by),
                left=round(one.until - now, 2),
                urgent=one.urgent,
            )
            for one in self._voice.recent()[-SHOWN:]
        )
        return HeardNow(**asdict(self.state()), sentences=said, void=self._voice.void)


class SpeakersViews:
    """The requests about what is heard; for those who play."""

    def __init__(self, voice: Voice, log_name: Teller, tr: Translator) -> None:
        self._voice, self._teller, self._tr = voice, log_name, tr

    def again(self) -> Answer:
        """Have the last sentences said again."""
        if not self._voice.repeat():
            return not_done(self._tr("Nothing has been said that could be said again."))
        return jsonify(ok=True)

    def level(self) -> Answer:
        """Have more or less said from now on."""
        self._teller.level = read(LevelRequest).level
        self._voice.speakers.changed()
        return jsonify(ok=True, level=self._teller.level)

    def here(self) -> Answer:
        """Take in that a tablet is there."""
        sign = read(HereRequest)
        guest = g.guest
        self._voice.speakers.here(guest.device, sign.tab, guest.name, ready=sign.ready, wants=sign.wants)
        return jsonify(ok=True)

    def leave(self) -> Answer:
        """Take in that a tablet's page was closed."""
        self._voice.speakers.left(g.guest.device, read(LeaveSpeakerRequest).tab)
        return jsonify(ok=True)

    def choose(self) -> Answer:
        """Choose who speaks."""
        asked = read(SpeakerRequest)
        self._touch(asked.speaker, asked.tab)
        if not self._voice.speakers.choose(asked.speaker, speaks=asked.speaks, alone=asked.alone):
            return self._unknown()
        if asked.speaks and asked.speaker == COMPUTER:
            self._voice.check()
        return jsonify(ok=True)

    def test(self) -> Answer:
        """Have one speaker say something, by the way that every sentence goes."""
        asked = read(TestRequest)
        self._touch(asked.speaker, asked.tab)
        speakers = self._voice.speakers
        if speakers.tab_of(asked.speaker) is None:
            return self._unknown()
        if asked.speaker == COMPUTER:
            self._voice.check()
        speakers.note(asked.speaker, SpeakerLight.WAITING)
        text = self._tr("This is herald: the voice works.")
        self._voice.say(text, Priority.HIGH, key=f"test {asked.speaker}", only=asked.speaker)
        return jsonify(ok=True)

    def spoken(self) -> Answer:
        """Take in how a sentence went on a tablet."""
        told = read(SpokenRequest)
        self._voice.report(g.guest.device, told.tab, told.number, told.progress, shortened(told.trouble, 200))
        return jsonify(ok=True)

    def _touch(self, speaker: str, tab: str) -> None:
        """Where a tablet means itself, take in that it was touched and with which tab it speaks."""
        if speaker == g.guest.device and tab:
            self._voice.speakers.touched(speaker, tab, g.guest.name)

    def _unknown(self) -> Answer:
        return not_done(self._tr("That speaker has left the table. Choose another one."))


def register_hearing(app: Flask, voice: Voice, log_name: Teller, tr: Translator) -> None:
    """Give *app*, which has the dashboard already, what tablets may ask of the *voice*."""
    views = SpeakersViews(voice, log_name, tr)
    blueprint = Blueprint("hearing", __name__)
    blueprint.before_request(players_only)
    posts = {
        "/voice/again": views.again,
        "/voice/level": views.level,
        "/voice/here": views.here,
        "/voice/leave": views.leave,
        "/voice/speaker": views.choose,
        "/voice/test": views.test,
        "/voice/spoken": views.spoken,
    }
    add_views(blueprint, {}, posts)
    app.register_blueprint(blueprint)
