"""How the voice of this computer is, in words, and what it is made with."""

import sys
from pathlib import Path
from typing import get_args

import msgspec

from companion.library.settings import VoiceEngine
from companion.voice.speaking.host import EngineSpec, engine_named
from companion.voice.speaking.piper import voice_files
from companion.voice.speaking.sink import NO_PLAYER
from companion.words.translator import Translator
from rules.kernel.translatable import Message

ENGINES = get_args(VoiceEngine)


class VoiceStatus(msgspec.Struct, frozen=True, kw_only=True):
    """*state* is ``ready``, ``no_sound``, ``no_engine`` or ``off``; *reason* and *remedy* are sentences.

    *trouble* is that the last sentence was not said, "" where it was.  *details* are what the system and its
    programs say of reason and trouble, in their own words.
    *said* and *text* are the last sentence's number and words.
    """

    state: str
    reason: str
    remedy: str = ""
    engine: str = ""
    player: str = ""
    trouble: str = ""
    details: str = ""
    said: int = 0
    text: str = ""


class VoiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """*engine* is one of ENGINES, *device* a player's name for a sound device, *rate* words a minute.

    *foreign* are names that are read in English whatever the language is.  *voices* is the folder
    of Piper's voice files.  The voice tells how it is by *tr*.
    """

    engine: VoiceEngine = "auto"
    device: str | None = None
    lang: str = "en"
    rate: int = 165
    grace: float = 5.0
    foreign: tuple[str, ...] = ()
    voices: Path | None = None
    tr: Translator = Translator()


def engines_for(choice: str, *, lang: str = "en", voices: Path | None = None) -> tuple[EngineSpec, ...]:
    """Return the engines to try, the chosen one first, then this machine's usual order.

    Piper comes first where *voices* has a voice for *lang*.
    """
    usual = ["espeak", "espeak-command", "pyttsx3"]
    if sys.platform in ("win32", "darwin"):
        usual = ["pyttsx3", "espeak"]
    if voices is not None and any(voice.lang == lang for voice in voice_files(voices)):
        usual.insert(0, "piper")
    chosen = [] if choice == "auto" else [choice]
    needs = {"piper": _for_piper(voices, lang)}
    return tuple(engine_named(name, *needs.get(name, ())) for name in dict.fromkeys(chosen + usual))


def _for_piper(folder: Path | None, lang: str) -> tuple[str, ...]:
    """Return the *folder*, then its voices as the speaking process takes them, those for *lang* first."""
    found = () if folder is None else voice_files(folder)
    voices = sorted(found, key=lambda voice: voice.lang != lang)
    return (str(folder or ""), *(f"{voice.lang}={voice.model}" for voice in voices))


UNSAID = Message("The last sentence could not be said.")


class VoiceStatusWords:
    """Words for each state of the voice, in the language of *tr*."""

    def __init__(self, tr: Translator) -> None:
        self._tr = tr

    def starting(self) -> VoiceStatus:
        """Return that nothing is known yet."""
        return VoiceStatus(state="off", reason=self._tr("The voice is starting."))

    def ready(
        self, engine: str, player: str, *, passed_over: Message | None, trouble: str | Message
    ) -> VoiceStatus:
        """Return that *engine* speaks through *player*, in place of those that were *passed_over*.

        *trouble* is why it did not say the last sentence.
        """
        told = [] if passed_over is None else [self._tr("Not used: {1}.", passed_over)]
        return VoiceStatus(
            state="ready",
            reason=self._tr("Speaking with {1} through {2}.", engine, player),
            engine=engine,
            player=player,
            trouble=self._tr(UNSAID) if trouble else "",
            details=" ".join([*told, self._tr.worded(trouble)]).strip(),
        )

    def no_engine(self, why: Message) -> VoiceStatus:
        """Return that nothing makes sound of words."""
        return VoiceStatus(
            state="no_engine",
            reason=self._tr("No program that speaks works at this computer."),
            details=self._tr(why),
            remedy=self._tr(
                "Install the voice with: pip install espeakng-loader pyttsx3 (or: apt install espeak-ng)."
            ),
        )

    def no_sound(self, why: Message, engine: str) -> VoiceStatus:
        """Return that sound has nowhere to go."""
        if why.id == NO_PLAYER:
            reason = self._tr("There is no program that plays sound at this computer.")
            remedy = self._tr("Install a player with: apt install alsa-utils. A tablet can speak instead.")
        else:
            reason = self._tr("No loudspeaker works at this computer.")
            remedy = self._tr(
                "Connect a loudspeaker or choose another sound device in the system's settings; "
                "it is looked for again while the game goes on. A tablet can speak instead."
            )
        details = self._tr(why)
        return VoiceStatus(state="no_sound", reason=reason, remedy=remedy, details=details, engine=engine)
