"""The voice: takes sentences in microseconds and has them said in order of importance.

Knows no game.  ``say`` never waits: one thread lets the engine's process turn a
sentence into sound and a player's process play it; both can be killed at any
time.  Where tablets speak, it tells which of them has which sentence, and goes on when
they have said it.  Without an engine or a sound device the game goes on, and ``status``
says why in words.
"""

import logging
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.voice.speaking.host import EngineSpec, NoEngineError, SpeechError, Synthesizer
from companion.voice.speaking.relay import Relay, RelayedSentence
from companion.voice.speaking.said import AGAIN, SaidSentences
from companion.voice.speaking.sink import Playback, Player, Sink
from companion.voice.speaking.sounds import SpokenSounds
from companion.voice.speaking.speakers import COMPUTER, SpeakerLight, Speakers
from companion.voice.speaking.status import ENGINES, VoiceSettings, VoiceStatus, VoiceStatusWords, engines_for
from companion.voice.speaking.text import sentences_of, speakable
from companion.voice.speaking.waiting import Item, SentenceQueue
from companion.words.levels import Priority, seconds_of
from rules.kernel.translatable import Message

__all__ = ["RelayedSentence", "SpeechError", "Voice", "VoiceSettings", "VoiceStatus", "engines_for"]

log = logging.getLogger(__name__)

NEW_PROBE = 15.0  # s after which an engine or a sound device that was missing is looked for again
ENOUGH = 0.5  # share of a sentence that must have been heard not to be said again
LOOK = 4.0  # s after which it is seen anew which tablets have fallen asleep


class Voice:
    """Says one sentence at a time.  Safe to call from any thread.

    Raises ValueError for an engine of *settings* that there is not.
    """

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
        chosen = engines
        if chosen is None:
            chosen = engines_for(
                self._settings.engine, lang=self._settings.lang, voices=self._settings.voices
            )
        self._synthesizer = Synthesizer(
            chosen, self._scratch, rate=self._settings.rate, grace=self._settings.grace
        )
        self.sounds = SpokenSounds(self._synthesizer, self._settings.lang, self._settings.foreign)
        self._sink = Sink(self._scratch, device=self._settings.device, players=players)
        self._words = VoiceStatusWords(self._settings.tr)
        self._bell = threading.Condition()
        self._ring: Callable[[], None] = lambda: None
        self._changes = 0
        self.speakers = Speakers(self._settings.tr, changed=self._changed)
        self._relay = Relay(self.speakers, self._bell)
        self._void = 0
        self._waiting = SentenceQueue()
        self._said = SaidSentences(self._settings.lang)
        self._playing: Item | None = None
        self._hushed = False
        self._look_again = False
        self._probed_at = float("-inf")
        self._closed = False
        self._idle = threading.Event()
        self._status = self._words.starting()
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
        only: str = "",
    ) -> bool:
        """Let *text* wait to be said; return whether it does.  Never blocks.

        A newer text of the same *key* takes the place of one that still waits;
        after *ttl* seconds it is too old to be said.  *lang* is its language where it
        is not the voice's own.  *only* one speaker has it, as in a test.
        """
        if self._closed:
            return False
        with self._bell:
            now = time.monotonic()
            taken = self._waiting.add(
                speakable(text), priority, key=key, ttl=ttl, now=now, lang=lang, only=only
            )
            overtaken = self._playing is not None and self._waiting.overtakes(self._playing)
            if taken:
                self._idle.clear()
                if self._sounds_here:  # before the voice's thread can ask for them
                    self.sounds.soon(text, lang, key)
            self._bell.notify()
        if overtaken:
            self._sink.stop()
        return taken

    def expect(self, likely: Callable[[], Iterable[str]]) -> None:
        """Make ahead what *likely* tells will be said next, in the voice's own language.  Never blocks."""
        if self._sounds_here:
            self.sounds.expect(likely)

    @property
    def _sounds_here(self) -> bool:
        return COMPUTER in self.speakers.duty()

    def repeat(self) -> bool:
        """Say the last sentences again, those of one breath; False where there are none or it is off."""
        taken = [
            self.say(one.text, Priority.HIGH, key=f"{AGAIN} {number}", lang=one.lang)
            for number, one in enumerate(self._said.last_breath())
        ]
        return any(taken)

    def stop_speaking(self) -> None:
        """Forget what waits and end what is being said, as after an undo."""
        with self._bell:
            self._waiting.clear()
            self._hushed = True
            self._void = self._said.number
            self._bell.notify()
        self.sounds.forget()
        self._sink.stop()
        self._changed()

    def check(self) -> None:
        """Look anew for an engine and a sound device; ``status`` tells what was found."""
        with self._bell:
            self._look_again = True
            self._idle.clear()
            self._bell.notify()

    def status(self) -> VoiceStatus:
        """Return how the voice is, and what it said last."""
        last = self._said.last
        if last is None:
            return self._status
        return msgspec.structs.replace(self._status, said=last.number, text=last.text)

    def recent(self, after: int = 0) -> tuple[RelayedSentence, ...]:
        """Return what has been said with a number above *after*, oldest first, of many the newest."""
        return self._said.recent(after)

    def report(
        self, device: str, tab: str, number: int, progress: SpeakerLight | None, trouble: str = ""
    ) -> None:
        """Take in from a tablet how it goes with sentence *number*; None: it has it, or has said it."""
        if progress is SpeakerLight.SILENT:
            log.warning("not heard on tablet %s: sentence %d (%s)", device, number, trouble)
        self._relay.report(device, tab, number, progress, trouble)

    def listen(self, ring: Callable[[], None]) -> None:
        """Have *ring* called whenever ``changes`` has grown."""
        self._ring = ring

    @property
    def changes(self) -> int:
        """Return how often something has changed that screens show."""
        return self._changes

    @property
    def void(self) -> int:
        """Return the number up to which no sentence is to be said any more."""
        return self._void

    def _changed(self) -> None:
        with self._bell:
            self._changes += 1
            self._bell.notify()  # there may be a tablet now that can fall asleep
        self._ring()

    def wav(self, text: str, lang: str = "") -> bytes:
        """Return *text* as a WAV file, for a device that plays it itself.  Raises SpeechError.

        *lang* is its language where it is not the voice's own.
        """
        return self.sounds.of_any(text, lang)

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
        self.sounds.close()
        self._thread.join(timeout=5.0)
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _run(self) -> None:
        self._look_again = True
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
                    pause = LOOK if self.speakers.has_tablets else None
                self._bell.wait(pause)
                self.speakers.look()
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
        is_new, self._status = status != self._status, status
        self.speakers.computer_can(speak=status.state == "ready")
        if is_new:
            self._changed()

    def _ready(self, trouble: str | Message = "") -> None:
        engines = self._synthesizer
        passed_over, player = engines.passed_over, self._sink.name
        self._show(self._words.ready(engines.engine, player, passed_over=passed_over, trouble=trouble))

    def _no_engine(self, trouble: SpeechError) -> None:
        self._probed_at = time.monotonic()
        self._show(self._words.no_engine(trouble.message))

    def _no_sound(self, why: Message) -> None:
        self._show(self._words.no_sound(why, self._synthesizer.engine))

    def _speak(self, item: Item) -> None:
        """Have *item* said by those whose it is, or put in the status why it was not said."""
        by = self._whose(item)
        said = self._publish(item, by)
        self._relay.begin(said.number, by)
        try:
            if COMPUTER in by:
                self._play(item)
            self._wait_for_tablets(item, by)
        except NoEngineError as trouble:
            self._no_engine(trouble)
        except SpeechError as trouble:
            if not self._closed:
                log.warning("not said: %r (%s)", item.text, trouble)
                self._ready(trouble=trouble.message)
                self.speakers.note(COMPUTER, SpeakerLight.SILENT, self._status.trouble)
        except OSError as trouble:
            self._no_sound(Message("the sound cannot be handed to the player ({1})", trouble.strerror))
        finally:
            with self._bell:
                self._playing = None

    def _whose(self, item: Item) -> Mapping[str, str]:
        """Return who says *item*, with the tab of each; looks for a sound device where that matters."""
        needs_computer = item.only == COMPUTER or (not item.only and self.speakers.needs_computer)
        can_sound = needs_computer and self._can_sound()
        if not item.only:
            return self.speakers.duty()
        tab = self.speakers.tab_of(item.only)
        if item.only == COMPUTER and not can_sound:
            self.speakers.note(COMPUTER, SpeakerLight.SILENT, self._status.reason)
            return {}
        return {} if tab is None else {item.only: tab}

    def _wait_for_tablets(self, item: Item, by: Mapping[str, str]) -> None:
        """Wait until the tablets have said *item*; where all were silent it is said once more by others."""
        silent = self._relay.wait(
            seconds_of(item.text), until=lambda: self._closed or self._hushed or self._waiting.overtakes(item)
        )
        if not silent:
            return
        self.speakers.silent(silent, self._settings.tr("It gave no sign when a sentence came."))
        with self._bell:
            if set(silent) == set(by) and not item.only and not self._hushed and not self._closed:
                self._waiting.put_back(item)

    def _can_sound(self) -> bool:
        """Return whether a sound device is there, having looked again where that was long ago."""
        if self._status.state == "ready":
            return True
        if time.monotonic() - self._probed_at < NEW_PROBE:
            return False
        if self._status.state == "no_engine":
            self._synthesizer.begin_again()
        self._prepare()
        return self._status.state == "ready"

    def _play(self, item: Item) -> None:
        """Have *item* heard here, one sentence after the other.

        One that cannot be made is passed over; SpeechError is raised for it when the others were heard.
        """
        heard, failed = 0.0, None
        for sentence in sentences_of(item.text):
            try:
                wav = self.sounds.of(sentence, item.lang)
            except NoEngineError:
                raise
            except SpeechError as trouble:
                failed = trouble
                continue
            played = self._sink.play(wav, started=lambda: self._give_way(item))
            heard += played.heard * len(sentence)
            self._note(item, played)
            if played.stopped:
                self._put_back(item, heard / len(item.text))
            if played.stopped or played.error is not None:
                return
        if failed is not None:
            raise failed

    def _note(self, item: Item, played: Playback) -> None:
        """Show on the screens how it went with a sentence."""
        if played.error is not None:
            log.warning("not heard: %r (%s)", item.text, played.error)
            self._probed_at = time.monotonic()
            why = Message("{1}: {2}", self._sink.name, played.error)
            self._no_sound(why)
            self.speakers.note(COMPUTER, SpeakerLight.SILENT, self._status.reason)
        else:
            self.speakers.note(COMPUTER, SpeakerLight.HEARD)
            if self._status.engine != self._synthesizer.engine:
                self._ready()

    def _put_back(self, item: Item, heard: float) -> None:
        """Let *item* wait again where it was stopped before much of it was *heard*."""
        with self._bell:
            if heard < ENOUGH and not self._hushed and not self._closed:
                self._waiting.put_back(item)

    def _give_way(self, item: Item) -> None:
        """Stop at once where something urgent came, or silence was asked for, before the player ran."""
        with self._bell:
            stop = self._hushed or self._waiting.overtakes(item)
        if stop:
            self._sink.stop()

    def _publish(self, item: Item, by: Mapping[str, str]) -> RelayedSentence:
        """Tell everybody that *item* is said now; what is begun anew counts as said already."""
        said, is_new = self._said.add(item, by)
        if is_new:
            self._changed()
        return said
