"""The voice: takes sentences in microseconds and says them in order of importance.

Knows no game.  ``say`` never waits: one thread lets the engine's process turn a
sentence into sound and a player's process play it; both can be killed at any
time.  Without an engine or a sound device the game goes on, and ``status`` says
why in words.
"""

import logging
import shutil
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.speaking.host import EngineSpec, NoEngineError, Parts, SpeechError, Synthesizer, engine_named
from companion.speaking.sink import Player, Sink
from companion.speaking.text import parts_of, speakable
from companion.speaking.waiting import Item, Priority, Waiting

__all__ = ["Priority", "Said", "SpeechError", "Voice", "VoiceSettings", "VoiceStatus"]

log = logging.getLogger(__name__)

BREATH = 12.0  # s between the beginnings of sentences that belong together
REPEATED = 3  # sentences that are said again at the most
AGAIN = "again"  # begins the keys of what is said again
REMEMBERED = 16  # sentences that a device can still ask for
NEW_PROBE = 15.0  # s after which an engine or a sound device that was missing is looked for again
ENOUGH = 0.5  # share of a sentence that must have been heard not to be said again
ENGINES = ("auto", "espeak", "espeak-command", "pyttsx3", "off")

INSTALL_ENGINE = "Install the voice with: pip install espeakng-loader pyttsx3 (or: apt install espeak-ng)."
CONNECT_SOUND = (
    "Connect a loudspeaker or choose another sound device in the system's settings; "
    "it is looked for again while the game goes on. A tablet can speak instead."
)
INSTALL_PLAYER = "Install a player with: apt install alsa-utils. A tablet can speak instead."


class VoiceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """*state* is ``ready``, ``no_sound``, ``no_engine`` or ``off``; *reason* and *remedy* are sentences.

    *trouble* is what went wrong with the last sentence that was not said, "" where nothing did.
    *said* and *text* are the last sentence's number and words, for devices that speak themselves.
    """

    state: str
    reason: str
    remedy: str = ""
    engine: str = ""
    player: str = ""
    trouble: str = ""
    said: int = 0
    text: str = ""


class VoiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """*engine* is one of ENGINES, *device* a player's name for a sound device, *rate* words a minute.

    *foreign* are names that are read in English whatever the language is.
    """

    engine: str = "auto"
    device: str | None = None
    lang: str = "en"
    rate: int = 165
    grace: float = 5.0
    foreign: tuple[str, ...] = ()


class Said(NamedTuple):
    """A sentence that has been given to the loudspeaker, or would have been: *number* grows by one each.

    *lang* is its language, "" for the voice's own.
    """

    number: int
    text: str
    lang: str = ""


class _Told(NamedTuple):
    """A sentence that can be said again, begun *at* some second of the clock."""

    text: str
    lang: str
    at: float


def engines_for(choice: str) -> tuple[EngineSpec, ...]:
    """Return the engines to try, the chosen one first, then this machine's usual order."""
    usual = ["espeak", "espeak-command", "pyttsx3"]
    if sys.platform in ("win32", "darwin"):
        usual = ["pyttsx3", "espeak"]
    chosen = [] if choice in ("auto", "off") else [choice]
    return tuple(engine_named(name) for name in dict.fromkeys(chosen + usual))


class Voice:
    """Says one sentence at a time.  Safe to call from any thread."""

    def __init__(
        self,
        settings: VoiceSettings | None = None,
        *,
        engines: Sequence[EngineSpec] | None = None,
        players: Sequence[Player] | None = None,
    ) -> None:
        self._settings = settings or VoiceSettings()
        if self._settings.engine not in ENGINES:
            raise ValueError(f"voice engine {self._settings.engine!r}: choose one of {', '.join(ENGINES)}")
        self._scratch = Path(tempfile.mkdtemp(prefix="herald-voice-"))
        chosen = engines_for(self._settings.engine) if engines is None else engines
        self._synthesizer = Synthesizer(
            chosen, self._scratch, rate=self._settings.rate, grace=self._settings.grace
        )
        self._sink = Sink(self._scratch, device=self._settings.device, players=players)
        self._bell = threading.Condition()
        self._waiting = Waiting()
        self._said: deque[Said] = deque(maxlen=REMEMBERED)
        self._told: deque[_Told] = deque(maxlen=REPEATED)
        self._playing: Item | None = None
        self._hushed = False
        self._look_again = False
        self._probed_at = float("-inf")
        self._closed = False
        self._idle = threading.Event()
        self._off = self._settings.engine == "off"
        self._status = VoiceStatus(state="off", reason="The voice is starting.")
        if self._off:
            self.turn_off()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def say(
        self,
        text: str,
        priority: Priority = Priority.NORMAL,
        *,
        key: str = "",
        ttl: float = 20.0,
        lang: str = "",
    ) -> bool:
        """Let *text* wait to be said; return whether it does.  Never blocks.

        A newer text of the same *key* takes the place of one that still waits;
        after *ttl* seconds it is too old to be said.  *lang* is its language where it
        is not the voice's own.
        """
        if self._off or self._closed:
            return False
        with self._bell:
            now = time.monotonic()
            taken = self._waiting.add(speakable(text), priority, key=key, ttl=ttl, now=now, lang=lang)
            overtaken = self._playing is not None and self._waiting.overtakes(self._playing)
            if taken:
                self._idle.clear()
            self._bell.notify()
        if overtaken:
            self._sink.stop()
        return taken

    def repeat(self) -> bool:
        """Say the last sentences again, those of one breath; False where there are none or it is off."""
        told = tuple(self._told)
        last = [one for one, later in pairwise(told) if later.at - one.at > BREATH]
        breath = told[told.index(last[-1]) + 1 :] if last else told
        taken = [
            self.say(one.text, Priority.HIGH, key=f"{AGAIN} {number}", lang=one.lang)
            for number, one in enumerate(breath)
        ]
        return any(taken)

    def hush(self) -> None:
        """Forget what waits and end what is being said, as after an undo."""
        with self._bell:
            self._waiting.clear()
            self._hushed = True
        self._sink.stop()

    def turn_off(self) -> None:
        """Say nothing until ``turn_on``."""
        self._off = True
        self._status = VoiceStatus(state="off", reason="The voice is turned off.", remedy="Turn it on.")
        self.hush()

    def turn_on(self) -> None:
        """Speak again; looks anew for engine and sound device."""
        self._off = False
        self.check()

    def check(self) -> None:
        """Look anew for an engine and a sound device; ``status`` tells what was found."""
        with self._bell:
            self._look_again = True
            self._idle.clear()
            self._bell.notify()

    def status(self) -> VoiceStatus:
        """Return how the voice is, and what it said last."""
        if not self._said:
            return self._status
        last = self._said[-1]
        return msgspec.structs.replace(self._status, said=last.number, text=last.text)

    def recent(self, after: int = 0) -> tuple[Said, ...]:
        """Return what has been said with a number above *after*, oldest first, REMEMBERED at the most."""
        return tuple(said for said in tuple(self._said) if said.number > after)

    def wav(self, text: str, lang: str = "") -> bytes:
        """Return *text* as a WAV file, for a device that plays it itself.  Raises SpeechError.

        *lang* is its language where it is not the voice's own.
        """
        spoken = speakable(text)
        if not spoken:
            raise SpeechError("There is nothing to say.")
        return self._synthesizer.render(self._parts(spoken, lang))

    def settle(self, timeout: float = 30.0) -> bool:
        """Wait until nothing waits to be said; False where that takes longer.  For tests and reports."""
        return self._idle.wait(timeout)

    @property
    def is_alive(self) -> bool:
        """Return whether the voice's thread still runs."""
        return self._thread.is_alive()

    def close(self) -> None:
        """End engine and player, also in the middle of a sentence."""
        with self._bell:
            self._closed = True
            self._waiting.clear()
            self._bell.notify()
        self._sink.close()
        self._synthesizer.close()
        self._thread.join(timeout=5.0)
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _parts(self, text: str, lang: str) -> Parts:
        return parts_of(text, lang or self._settings.lang, self._settings.foreign)

    def _run(self) -> None:
        self._look_again = not self._off
        while not self._closed:
            try:
                self._turn()
            except Exception:
                log.exception("the voice stumbled over a sentence and goes on")

    def _turn(self) -> None:
        item = self._take()
        if item is not None:
            self._speak(item)

    def _take(self) -> Item | None:
        """Return the next sentence; None when the world is to be looked at, or at the end."""
        with self._bell:
            while not self._closed and not self._look_again:
                now = time.monotonic()
                item = self._waiting.take(now)
                if item is not None:
                    self._playing, self._hushed = item, False
                    return item
                pause = self._waiting.pause(now)
                if pause is None:
                    self._idle.set()
                self._bell.wait(pause)
            again, self._look_again = self._look_again, False
        if again and not self._closed:
            self._synthesizer.begin_again()
            self._prepare()
        return None

    def _prepare(self) -> None:
        """Find an engine and a sound device, and say in the status what was found."""
        self._probed_at = time.monotonic()
        try:
            self._synthesizer.prepare()
        except SpeechError as trouble:
            self._no_engine(trouble)
            return
        reason = self._sink.probe()
        if reason is None:
            self._ready()
        else:
            self._no_sound(reason)

    def _show(self, status: VoiceStatus) -> None:
        if not self._off:
            self._status = status

    def _ready(self, trouble: str = "") -> None:
        engine, player = self._synthesizer.engine, self._sink.name
        reason = f"Speaking with {engine} through {player}."
        self._show(VoiceStatus(state="ready", reason=reason, engine=engine, player=player, trouble=trouble))

    def _no_engine(self, trouble: SpeechError) -> None:
        self._probed_at = time.monotonic()
        reason = f"No speech engine works here: {trouble}."
        self._show(VoiceStatus(state="no_engine", reason=reason, remedy=INSTALL_ENGINE))

    def _no_sound(self, why: str) -> None:
        remedy = INSTALL_PLAYER if "no program" in why else CONNECT_SOUND
        engine = self._synthesizer.engine
        self._show(
            VoiceStatus(state="no_sound", reason=f"No sound device: {why}.", remedy=remedy, engine=engine)
        )

    def _speak(self, item: Item) -> None:
        """Say *item*, or put in the status why it was not said."""
        if not item.cut:
            self._publish(item)
        try:
            if self._can_sound():
                self._play(item, self._synthesizer.render(self._parts(item.text, item.lang)))
        except NoEngineError as trouble:
            self._no_engine(trouble)
        except SpeechError as trouble:
            if not self._closed:
                log.warning("not said: %r (%s)", item.text, trouble)
                self._ready(trouble=str(trouble))
        except OSError as trouble:
            self._no_sound(f"the sound cannot be handed to the player ({trouble.strerror})")
        finally:
            with self._bell:
                self._playing = None

    def _can_sound(self) -> bool:
        """Return whether a sound device is there, having looked again where that was long ago."""
        if self._status.state == "ready":
            return True
        if self._off or time.monotonic() - self._probed_at < NEW_PROBE:
            return False
        if self._status.state == "no_engine":
            self._synthesizer.begin_again()
        self._prepare()
        return self._status.state == "ready"

    def _play(self, item: Item, wav: bytes) -> None:
        played = self._sink.play(wav, started=lambda: self._give_way(item))
        if played.error is not None:
            log.warning("not heard: %r (%s)", item.text, played.error)
            self._probed_at = time.monotonic()
            self._no_sound(f"{self._sink.name}: {played.error}")
        elif self._status.engine != self._synthesizer.engine:
            self._ready()
        with self._bell:
            if played.stopped and played.heard < ENOUGH and not self._hushed and not self._closed:
                self._waiting.put_back(item)

    def _give_way(self, item: Item) -> None:
        """Stop at once where something urgent came, or silence was asked for, before the player ran."""
        with self._bell:
            stop = self._hushed or self._waiting.overtakes(item)
        if stop:
            self._sink.stop()

    def _publish(self, item: Item) -> None:
        said = Said((self._said[-1].number if self._said else 0) + 1, item.text, item.lang)
        self._said.append(said)
        if not item.key.startswith(AGAIN):
            self._told.append(_Told(item.text, item.lang, time.monotonic()))
