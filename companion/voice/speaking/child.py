"""The speaking process: turns text into sound, one sentence at a time.

Started as a script (``python -P child.py ENGINE [WHAT IT NEEDS...] SCRATCH``) and imports nothing of
ours, so that it is ready in a moment and can be killed at any time.  It answers JSON
lines with JSON lines: first ``{"ready": NAME}`` or ``{"failed": SENTENCE, "values": [...]}``,
then, for each ``{"id", "parts": [[lang, text], ...], "rate"}``, the same id with
``wav`` (base64) or ``failed`` and ``values``.  Its input ends only when the game has died without
closing the voice: then it sweeps the scratch folder away and ends too.  Knows no
player.
"""

import array
import base64
import ctypes
import io
import json
import os
import shutil
import subprocess
import sys
import time
import wave
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

Parts = list[tuple[str, str]]

SAMPLE_RATE = 22_050
QUIET = 200  # of 32 767: below this a sample at either end counts as silence
MARGIN = 0.06  # s of silence left at either end
GAP = 0.03  # s of silence left on either side where one language goes over into another
SYNCHRONOUS, DONT_EXIT, UTF8, RATE_PARAMETER, VOLUME_PARAMETER = 2, 0x8000, 1, 1, 2
USUAL_RATE = 165  # words a minute: the pace at which voice files speak by themselves
VOLUME = 90  # of 100 that is usual, at which loud vowels reach the limit of what 16 bits hold
FILE_LIMIT = 30.0  # s that pyttsx3 may take to write a sentence


class EngineError(Exception):
    """The engine cannot speak; holds one sentence in English and the values of its {1}, {2}, ..."""


class Engine(Protocol):
    """Turns parts of a sentence into a WAV file's bytes."""

    def synth(self, parts: Parts, rate: int) -> bytes:
        """Return the WAV.  Raises EngineError."""
        ...


def cut(samples: bytes, margin: int) -> bytes:
    """Return 16-bit *samples*, with *margin* of the silence at their ends; b"" where all is silence."""
    values = array.array("h", samples)
    if sys.byteorder == "big":
        values.byteswap()
    first = next((i for i, value in enumerate(values) if abs(value) > QUIET), len(values))
    if first == len(values):
        return b""
    last = next(i for i in range(len(values) - 1, first - 1, -1) if abs(values[i]) > QUIET)
    kept = values[max(0, first - margin) : last + margin]
    if sys.byteorder == "big":
        kept.byteswap()
    return kept.tobytes()


def as_wav(samples: bytes, rate: int = SAMPLE_RATE) -> bytes:
    """Return 16-bit mono *samples* as a WAV file whose length is right, its ends trimmed to MARGIN.

    Raises EngineError where there is nothing to hear.
    """
    kept = cut(samples, int(MARGIN * rate))
    if not kept:
        raise EngineError("the engine made no sound")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(kept)
    return buffer.getvalue()


def joined(sounds: list[bytes], rate: int) -> bytes:
    """Return *sounds* (16-bit mono) as one, without the pauses that engines make between them."""
    return sounds[0] if len(sounds) == 1 else b"".join(cut(sound, int(GAP * rate)) for sound in sounds)


def trimmed(wav: bytes) -> bytes:
    """Return *wav* with its ends trimmed where it is 16-bit mono, else as it is."""
    with wave.open(io.BytesIO(wav), "rb") as file:
        if file.getsampwidth() != 2 or file.getnchannels() != 1:
            return wav
        return as_wav(file.readframes(file.getnframes()), file.getframerate())


class EspeakLibrary:
    """eSpeak NG from its wheel, called synchronously: sound is complete when the call returns.

    Raises EngineError where it does not start.
    """

    def __init__(self) -> None:
        import espeakng_loader

        self._lib = ctypes.CDLL(espeakng_loader.get_library_path())
        data = espeakng_loader.get_data_path()
        rate = self._lib.espeak_Initialize(SYNCHRONOUS, 0, data.encode(), DONT_EXIT)
        if rate <= 0:
            raise EngineError("eSpeak NG does not start with the voices in {1}", data)
        self._rate = rate
        self._heard: list[bytes] = []
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
        self._callback = kind(self._take)  # kept: the library only borrows it
        self._lib.espeak_SetSynthCallback(self._callback)

    def _take(self, samples: "ctypes._Pointer[ctypes.c_short]", count: int, _events: object) -> int:
        if samples and count > 0:
            self._heard.append(ctypes.string_at(samples, count * 2))
        return 0

    def synth(self, parts: Parts, rate: int) -> bytes:
        """Return the parts, each in its own language, as one sound.

        Raises EngineError for a language without a voice, or a sentence without a sound.
        """
        sounds = []
        self._lib.espeak_SetParameter(RATE_PARAMETER, rate, 0)
        self._lib.espeak_SetParameter(VOLUME_PARAMETER, VOLUME, 0)
        for lang, text in parts:
            self._heard.clear()
            voice = {"en": "en-us"}.get(lang, lang)
            if self._lib.espeak_SetVoiceByName(voice.encode()) != 0:
                raise EngineError("eSpeak NG has no voice for {1}", lang)
            spoken = text.encode() + b"\0"
            size = ctypes.c_size_t(len(spoken))
            if self._lib.espeak_Synth(spoken, size, 0, 1, 0, UTF8, None, None) != 0:
                raise EngineError("eSpeak NG refused the sentence")
            sounds.append(b"".join(self._heard))
        return as_wav(joined(sounds, self._rate), self._rate)


class EspeakCommand:
    """eSpeak NG installed by the system, for machines that have no wheel (32-bit Raspberry Pi).

    Raises EngineError where it is not installed.
    """

    def __init__(self, scratch: Path) -> None:
        found = shutil.which("espeak-ng") or shutil.which("espeak")
        if found is None:
            raise EngineError("the command espeak-ng is not installed")
        self._command = found
        self._scratch = scratch

    def synth(self, parts: Parts, rate: int) -> bytes:
        """Return the parts, each in its own language, as one sound."""
        spoken = [self._spoken(lang, text, rate) for lang, text in parts]
        if len(spoken) == 1:
            return trimmed(spoken[0])
        sounds = []
        for wav in spoken:
            with wave.open(io.BytesIO(wav), "rb") as file:
                sounds.append(file.readframes(file.getnframes()))
                samples = file.getframerate()
        return as_wav(joined(sounds, samples), samples)

    def _spoken(self, lang: str, text: str, rate: int) -> bytes:
        target = self._scratch / "espeak.wav"  # --stdout writes a false length
        line = [self._command, "-v", lang, "-s", str(rate), "-w", str(target), "--stdin"]
        done = subprocess.run(line, input=text.encode(), capture_output=True, timeout=FILE_LIMIT, check=False)
        if done.returncode != 0:
            raise EngineError("espeak-ng: {1}", done.stderr.decode(errors="replace").strip())
        return target.read_bytes()


class Pyttsx3:
    """pyttsx3, used as it is safe: in this process only, one sentence at a time, into a file.

    It says that a sentence is done before the file is whole, so the file is
    waited for.  On Linux its driver looks for ``libespeak-ng.so.1``: the wheel's
    library, loaded beforehand, is found under that name.
    """

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._number = 0
        if sys.platform.startswith("linux"):
            self._preload()
        import pyttsx3

        self._engine = pyttsx3.init()
        self._done = False
        self._lang, self._usual = "en", self._engine.getProperty("voice")
        self._engine.connect("finished-utterance", self._finished)

    @staticmethod
    def _preload() -> None:
        try:
            import espeakng_loader
        except ImportError:
            return  # then the system's own library is used, or init() says that there is none
        os.environ.setdefault("ESPEAK_DATA_PATH", espeakng_loader.get_data_path())
        ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)

    def _finished(self, **_: object) -> None:
        self._done = True

    def synth(self, parts: Parts, rate: int) -> bytes:
        """Return the sentence as a WAV, in the system's voice or, in another language, in one that has it."""
        self._number += 1
        self._choose(parts[0][0])
        self._done = False
        target = self._scratch / f"pyttsx3-{self._number}.wav"
        self._engine.setProperty("rate", rate)
        self._engine.save_to_file(" ".join(text for _, text in parts), str(target))
        self._engine.runAndWait()
        wav = self._whole(target)
        target.unlink()
        return trimmed(wav)

    def _choose(self, lang: str) -> None:
        """Take a voice for *lang*, English being the system's own; without one that stays."""
        if lang == self._lang:
            return
        voices = self._engine.getProperty("voices") if lang != "en" else []
        found = [voice.id for voice in voices if any(_is_lang(each, lang) for each in voice.languages)]
        self._engine.setProperty("voice", found[0] if found else self._usual)
        self._lang = lang

    def _whole(self, target: Path) -> bytes:
        """Return the bytes of *target* once it is a WAV file that can be read to its end."""
        deadline = time.monotonic() + FILE_LIMIT
        while time.monotonic() < deadline:
            found = target.read_bytes() if self._done and target.exists() else b""
            if found[:4] == b"FORM":  # macOS writes AIFF whatever the name says
                found = self._converted(target)
            if len(found) > 44 and int.from_bytes(found[4:8], "little") + 8 == len(found):
                return found
            time.sleep(0.01)
        raise EngineError("pyttsx3 wrote no sound")

    @staticmethod
    def _converted(target: Path) -> bytes:
        again = target.with_suffix(".converted.wav")
        subprocess.run(
            ["afconvert", "-f", "WAVE", "-d", f"LEI16@{SAMPLE_RATE}", "-c", "1", str(target), str(again)],
            capture_output=True,
            timeout=FILE_LIMIT,
            check=True,
        )
        return again.read_bytes()


class Piper:
    """Piper with the voice files of a group: *voices* are its folder, then ``LANG=MODEL`` each.

    Where no file is of a part's language, the first voice reads it.  Raises EngineError where
    there is no file at all.
    """

    def __init__(self, voices: Sequence[str]) -> None:
        folder, *named = voices or ("",)
        if not named:
            raise EngineError(
                "no voice file (NAME.onnx and NAME.onnx.json) lies in {1}"
                if folder
                else "no voice file (NAME.onnx and NAME.onnx.json) lies in its folder",
                folder,
            )
        from piper import PiperVoice

        files = [one.partition("=") for one in named]
        self._voices: dict[str, Any] = {lang: PiperVoice.load(model) for lang, _, model in reversed(files)}
        self._usual = files[0][0]
        self._sounds(self._usual, "Hello.", USUAL_RATE)  # the first sentence takes longest

    def _sounds(self, lang: str, text: str, rate: int) -> tuple[bytes, int]:
        """Return *text* as 16-bit samples, and how many of them make a second."""
        from piper import SynthesisConfig

        voice = self._voices.get(lang) or self._voices[self._usual]
        pace = SynthesisConfig(length_scale=USUAL_RATE / rate)
        chunks = list(voice.synthesize(text, syn_config=pace))
        return b"".join(chunk.audio_int16_bytes for chunk in chunks), voice.config.sample_rate

    def synth(self, parts: Parts, rate: int) -> bytes:
        """Return the parts, each by the voice of its language, as one sound."""
        sounds: list[bytes] = []
        samples = self._voices[self._usual].config.sample_rate
        for lang, text in parts:
            sound, own = self._sounds(lang, text, rate)
            sounds.append(sound if own == samples else paced(sound, own, samples))
        return as_wav(joined(sounds, samples), samples)


def paced(samples: bytes, before: int, after: int) -> bytes:
    """Return 16-bit *samples* of *before* a second as *after* a second."""
    values = array.array("h", samples)
    step, last = before / after, len(values) - 1
    places = (n * step for n in range(int(len(values) / step)))
    found = array.array("h")
    for place in places:
        low, part = int(place), place % 1.0
        found.append(int(values[low] * (1 - part) + values[min(low + 1, last)] * part))
    return found.tobytes()


def _is_lang(named: object, lang: str) -> bool:
    """Return whether *named*, as systems write it ("ro_RO", bytes with a priority before it), is *lang*."""
    text = named.decode(errors="replace") if isinstance(named, bytes) else str(named)
    return text.lstrip("\x02\x05").replace("-", "_").split("_")[0].lower() == lang


ENGINES: dict[str, Callable[[Path, Sequence[str]], Engine]] = {
    "espeak": lambda _scratch, _needs: EspeakLibrary(),
    "espeak-command": lambda scratch, _needs: EspeakCommand(scratch),
    "pyttsx3": lambda scratch, _needs: Pyttsx3(scratch),
    "piper": lambda _scratch, needs: Piper(needs),
}


def _failure(trouble: Exception) -> dict[str, object]:
    """Return what is answered for *trouble*: a sentence and its values, for a strange one its own words."""
    if isinstance(trouble, EngineError):
        return {"failed": trouble.args[0], "values": [str(value) for value in trouble.args[1:]]}
    return {"failed": "{1}", "values": [" ".join(str(trouble).split()) or type(trouble).__name__]}


def _answers(engine: Engine, line: str) -> dict[str, object]:
    """Return the answer to one request; whatever an engine throws becomes a sentence."""
    request = json.loads(line)
    try:
        wav = engine.synth([(lang, text) for lang, text in request["parts"]], request["rate"])
    except Exception as trouble:  # noqa: BLE001 - engines raise anything, and the parent must hear of it
        return {"id": request["id"], **_failure(trouble)}
    return {"id": request["id"], "wav": base64.b64encode(wav).decode()}


def main(name: str, needs: Sequence[str], scratch: str) -> int:
    """Answer requests until the input ends; return the exit status."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # pyttsx3 prints on standard output

    def send(answer: dict[str, object]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    try:
        engine = ENGINES[name](Path(scratch), needs)
    except Exception as trouble:  # noqa: BLE001 - as above
        send(_failure(trouble))
        return 1
    send({"ready": name})
    for line in sys.stdin:
        send(_answers(engine, line))
    shutil.rmtree(scratch, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:-1], sys.argv[-1]))
