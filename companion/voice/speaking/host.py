"""The engines seen from the game's side: each in a process of its own, killed and replaced when it fails."""

import base64
import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.voice.speaking.processes import kill, start
from companion.voice.speaking.sink import trouble_with
from companion.words.levels import seconds_of
from rules.kernel.translatable import Message, TranslatableError, listed

Parts = tuple[tuple[str, str], ...]

START_LIMIT = 15.0  # s: a Raspberry Pi that imports pyttsx3 from a slow card
FAILURES, MINUTE = 3, 60.0
PLAIN, PLAIN_LIMIT = "1", 5.0  # what any engine can say, and s within which it does
FAILED_KEPT = 5.0  # s in which a sentence that failed ahead is not tried again
KEPT = 128  # sounds in the cache, those made ahead among them
NONSENSE = Message("the speaking process talks nonsense")
SILENT = Message("it does not answer as it should")


class SpeechError(TranslatableError):
    """A sentence did not become sound; holds why, in one sentence."""


class NoEngineError(SpeechError):
    """No engine is left that can speak."""


class EngineSpec(NamedTuple):
    """An engine by *name*, and how its process is started; the scratch folder is added as last argument."""

    name: str
    line: tuple[str, ...]


def engine_named(name: str, *needs: str) -> EngineSpec:
    """Return how the engine that ``child.py`` knows by *name* is started, with what it *needs*."""
    script = Path(__file__).with_name("child.py")
    return EngineSpec(name, (sys.executable, "-P", "-u", str(script), name, *needs))


class _DiedError(TranslatableError):
    """The process gave no answer because it ended, or answered nonsense."""


class _RefusedError(TranslatableError):
    """The process answered that it cannot say this sentence."""


class _LateError(Exception):
    """The process gave no answer within its time."""


class _Helper:
    """One running process and the thread that reads its answers."""

    def __init__(self, spec: EngineSpec, scratch: Path) -> None:
        environment = {**os.environ, "TMPDIR": str(scratch), "PYTHONIOENCODING": "utf-8"}
        self.process = start(
            [*spec.line, str(scratch)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="voice-answers", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(line)
        self._answers.put(None)

    def answer(self, limit: float) -> dict[str, Any]:
        """Return the next answer.  Raises _LateError after *limit* seconds, _DiedError at the end."""
        try:
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            raise _LateError from None
        if line is None:
            raise _DiedError("the speaking process ended (status {1})", self.process.wait())
        try:
            found = json.loads(line)
        except ValueError:
            raise _DiedError(NONSENSE) from None
        return found if isinstance(found, dict) else {}

    def ask(self, request: dict[str, object]) -> None:
        """Send *request*.  Raises _DiedError where nobody reads it."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise _DiedError("the speaking process has ended") from None

    def close(self) -> None:
        """Kill the process, reap it, and close what led to it."""
        kill(self.process)
        self.process.wait()
        self._reader.join(timeout=2.0)
        assert self.process.stdin is not None and self.process.stdout is not None
        with contextlib.suppress(OSError):  # a request was still on its way
            self.process.stdin.close()
        self.process.stdout.close()


class Synthesizer:
    """Turns sentences into WAV with the first engine that works.  Safe to call from several threads."""

    def __init__(
        self,
        engines: Sequence[EngineSpec],
        scratch: Path,
        *,
        rate: int = 165,
        grace: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engines = tuple(engines)
        self._scratch = scratch
        self._rate = rate
        self._grace = grace
        self._clock = clock
        self._lock = threading.Lock()
        self._helper: _Helper | None = None
        self._index = 0
        self._number = 0
        self._failures: deque[float] = deque(maxlen=FAILURES)
        self._reasons: dict[str, Message] = {}
        self._cache: OrderedDict[Parts, bytes] = OrderedDict()
        self._failed_ahead: dict[Parts, tuple[int, float, SpeechError]] = {}
        self.asked, self.lay_ready = 0, 0  # sounds that were asked for, and those of them that lay there
        self._closed = False

    @property
    def engine(self) -> str:
        """Return the name of the engine in use, "" where none is left."""
        return self._engines[self._index].name if self._index < len(self._engines) else ""

    @property
    def passed_over(self) -> Message | None:
        """Return the engines that were given up, each with its reason; None where there are none."""
        given_up = [Message("{1}: {2}", name, reason) for name, reason in self._reasons.items()]
        return listed(given_up) if given_up else None

    def has(self, parts: Parts) -> bool:
        """Return whether the sound of *parts* lies there."""
        return parts in self._cache

    def prepare(self) -> None:
        """Start an engine's process.  Raises NoEngineError where none can be started."""
        with self._lock:
            self._running()

    def begin_again(self) -> None:
        """Try the engines from the first one on, as after an installation."""
        with self._lock:
            self._drop()
            self._index = 0
            self._failures.clear()
            self._reasons.clear()
            self._failed_ahead.clear()

    def make_ahead(self, parts: Parts, is_wanted: Callable[[], bool], is_guess: bool) -> bool:
        """Make *parts* before anybody asks for them; return whether that was still to do.

        It is not where nobody wants them once the engine is free.  Where it fails, ``render`` does so at
        once for FAILED_KEPT seconds, unless another engine speaks by then.  A guess that fails is forgotten,
        and is none of the FAILURES.
        """
        with self._lock:
            self._forget_failed()
            if parts in self._cache or parts in self._failed_ahead or not is_wanted():
                return False
            try:
                self._keep(parts, self._rendered(parts, is_guess=is_guess))
            except NoEngineError:
                return False  # whoever asks for it looks for one
            except SpeechError as trouble:
                if not is_guess:
                    self._failed_ahead[parts] = self._index, self._clock(), trouble
            return True

    def _forget_failed(self) -> None:
        for parts, (_, at, _) in tuple(self._failed_ahead.items()):
            if self._clock() - at >= FAILED_KEPT:
                del self._failed_ahead[parts]

    def render(self, parts: Parts) -> bytes:
        """Return *parts* as a WAV file.

        A process that dies is asked again once, anew; one that is late or refuses is replaced, and
        the sentence left out.  Whether engine or sentence is at fault, ``PLAIN`` shows: an engine
        that cannot say even that gives way to the next at once, as does one with FAILURES in a
        minute where there is a next.  Raises SpeechError, NoEngineError.
        """
        with self._lock:
            self.asked += 1
            if parts in self._cache:
                self.lay_ready += 1
                self._cache.move_to_end(parts)
                return self._cache[parts]
            self._forget_failed()
            index, _, trouble = self._failed_ahead.pop(parts, (self._index, 0.0, None))
            if trouble is not None and index == self._index:
                raise trouble
            wav = self._rendered(parts)
            self._keep(parts, wav)
            return wav

    def _keep(self, parts: Parts, wav: bytes) -> None:
        self._cache[parts] = wav
        if len(self._cache) > KEPT:
            self._cache.popitem(last=False)

    def _rendered(self, parts: Parts, *, is_guess: bool = False) -> bytes:
        limit = sum(seconds_of(text) for _, text in parts) + self._grace
        while True:
            try:
                return self._said(parts, limit)
            except _DiedError as died:
                trouble, is_for_next = died.message, True
            except _RefusedError as refused:
                trouble, is_for_next = refused.message, False
            except _LateError:
                trouble = Message("the engine gave no sound within {1} seconds", f"{limit:.0f}")
                is_for_next = False
            engine = self.engine
            is_given_up = self._failed(trouble, parts[0][0], is_guess=is_guess)
            if not (is_given_up and is_for_next):
                raise SpeechError("{1}: {2}", engine, trouble)

    def _said(self, parts: Parts, limit: float) -> bytes:
        """Return *parts* as a WAV, from a process that may die once over it."""
        try:
            return self._asked(self._running(), parts, limit)
        except _DiedError:
            self._drop()
            return self._asked(self._running(), parts, limit)

    def _asked(self, helper: _Helper, parts: Parts, limit: float) -> bytes:
        self._number += 1
        helper.ask({"id": self._number, "parts": parts, "rate": self._rate})
        answer = helper.answer(limit)
        if answer.get("id") != self._number:
            raise _DiedError(NONSENSE)
        if "wav" not in answer:
            raise _RefusedError(_why(answer, NONSENSE))
        wav = base64.b64decode(answer["wav"])
        trouble = trouble_with(wav)
        if trouble is not None:
            raise _RefusedError(trouble)
        return wav

    def _running(self) -> _Helper:
        """Return the process in use, started where there is none; goes on to the next engine that starts."""
        while not self._closed:
            if self._helper is not None:
                return self._helper
            if self._index >= len(self._engines):
                raise NoEngineError(self.passed_over or Message("no engine is chosen"))
            self._start(self._engines[self._index])
        raise SpeechError("The voice has been closed.")

    def _start(self, spec: EngineSpec) -> None:
        try:
            self._helper = _Helper(spec, self._scratch)
            answer = self._helper.answer(START_LIMIT)
            reason = None if "ready" in answer else _why(answer, SILENT)
        except OSError as trouble:
            reason = Message("cannot be started ({1})", trouble.strerror)
        except _DiedError as trouble:
            reason = trouble.message
        except _LateError:
            reason = Message("was not ready within {1} seconds", f"{START_LIMIT:.0f}")
        if reason is not None and not self._closed:
            self._reasons[spec.name] = reason
            self._next_engine()
        elif self._closed:
            self._drop()

    def _failed(self, reason: Message, lang: str, *, is_guess: bool) -> bool:
        """Take in that a sentence was not said; return whether its engine was given up for it."""
        self._drop()
        if self._closed:
            return False
        now = self._clock()
        if not is_guess:
            self._failures.append(now)
        is_often = not is_guess and len(self._failures) == FAILURES and now - self._failures[0] < MINUTE
        has_next, index = self._index + 1 < len(self._engines), self._index
        if not (is_often and has_next) and self._can_speak(lang):
            return False
        if self._index == index:  # it started, and no more than that
            self._reasons[self.engine] = reason
            self._next_engine()
        return True

    def _can_speak(self, lang: str) -> bool:
        """Return whether the engine in use, started anew, says what any engine can.

        The last one need only answer: it may lack a voice for *lang*, and no other is left to have one.
        """
        index = self._index
        try:
            self._asked(self._running(), ((lang, PLAIN),), PLAIN_LIMIT)
        except _RefusedError:
            return self._index == index and index + 1 == len(self._engines)
        except (_DiedError, _LateError):
            self._drop()
            return False
        return self._index == index

    def _next_engine(self) -> None:
        self._drop()
        self._failures.clear()
        self._index += 1

    def _drop(self) -> None:
        if self._helper is not None:
            self._helper.close()
            self._helper = None

    def close(self) -> None:
        """End the process, also in the middle of a sentence."""
        self._closed = True
        helper = self._helper
        if helper is not None:
            kill(helper.process)  # whoever waits for its answer is told at once, and frees the lock
        with self._lock:
            self._drop()


def _why(answer: dict[str, Any], else_: Message) -> Message:
    """Return what *answer* says of a failure, *else_* where it says nothing."""
    return Message(str(answer["failed"]), *answer.get("values", ())) if "failed" in answer else else_
