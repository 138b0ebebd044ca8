"""Spoken sentences as sound, for a tablet that speaks itself."""

from companion.voice.speaking.host import SpeechError
from companion.voice.voice import Voice


class Sounds:
    """Hands out what *voice* has said lately as WAV files."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def sound(self, number: int) -> bytes | None:
        """Return sentence *number* as a WAV file, or None where it is gone or cannot be spoken."""
        said = next((said for said in self._voice.recent() if said.number == number), None)
        if said is None:
            return None
        try:
            return self._voice.wav(said.text, said.lang)
        except SpeechError:
            return None
