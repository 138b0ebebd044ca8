"""Sentences, voices and noise for the tests and the measurement of listening.

None of the voices, of the longer sentences and of the chatter was used to find the recogniser's weights.
"""

import io
import tempfile
import wave
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from companion.library.library import Library
from companion.voice.listening.grammar import Grammar, grammar_of
from companion.voice.listening.microphone import RATE
from companion.voice.speaking.host import Synthesizer
from rules.kernel.game import Game, new_game, play
from rules.kernel.messages import Command, DiceWait, PlaceBanner, PlayCard, StartGame
from rules.kernel.values import CardId

VOICES = ("en-us+f2", "en-us+f5", "en-us+m5", "en-us+m6", "en-us+m8")
LOUDEST = 9000
MARGIN = 0.25  # s of silence before and after

PHRASES = """\
next
undo
say again
score
who
yes
no
roll
end the turn
whose turn is it
what is the score
say that again
take that back
viper legion one
attack citadel guard one with blood harvesters one
attack citadel guard five with viper legion four
attack yeoman archers two with blood harvesters three
attack yeoman archers three with viper legion one
attack citadel guard three with blood harvesters five
blood harvesters two attacks citadel guard two
blood harvesters four attacks yeoman archers one
viper legion three attacks citadel guard four
viper legion two attacks yeoman archers four
order blood harvesters one
order viper legion four
order blood harvesters five
move blood harvesters two to delta four
move viper legion one to hotel five
yeoman archers four
citadel guard three""".splitlines()

CHATTER = """\
do you want another cup of tea
the weather was lovely on saturday
i left my keys in the car
who is coming to the party tomorrow
we should order some noodles
no idea what you are talking about
yes that sounds like a good plan to me
my sister moved to another town last year
that film had a terrible ending
can somebody open the window please
it is your turn to wash the dishes
he rolled his eyes and went home
the score was three to one at half time
next week i am away on a course
please say that to my face
we undid all the knots in the rope
turn the music down a little
there is a spider on the ceiling
i bought two new shirts and a hat
the archers missed by a mile
guard your wallet in that street
you have a stain on your sleeve
the legion marched through the forest
blood oranges are in season now
the harvest was poor this year
attack is the best form of defence
i would not move that if i were you
end of story as far as i am concerned
what is the name of that actor
let me know when you are ready
this chair is not very comfortable
how many players are there in the club
i forgot to charge my telephone
the bus takes about forty minutes
she plays the piano rather well
nobody wants the last slice of cake
have you ever been to portugal
put it over there next to the lamp
i think he is asleep already
who knows what they will do now
the main road is closed again
it took me five hours to paint them
they go on and on about politics
four of us can share a taxi
the dog next door barks all night
take your time there is no hurry
bring that back when you are finished
yesterday was a very long day
one more game and then to bed
two heads are better than one
again and again the same mistake
repeat after me you cannot win
no more biscuits for you my friend
does anybody have a pencil
the dice fell under the sofa
watch out your glass is at the edge
i have never seen such luck
those riders are beautifully painted
it was a dark and stormy night
let us play something shorter next time""".splitlines()


@cache
def battle() -> Game:
    """Return the learning scenario when its first player may order units of all sections."""
    with tempfile.TemporaryDirectory() as folder:
        ruleset = Library(Path(folder)).ruleset("learning")
    banners = ruleset.scenario.banners
    assert banners is not None
    commands: list[Command] = [PlaceBanner(at=place) for place in banners.stand_in]
    commands += [StartGame(), PlayCard(card=CardId("line_advance"))]
    game = new_game(ruleset)
    for command in commands:
        game, decision = play(game, command)
        assert isinstance(decision, tuple), decision
    return game


def moments() -> tuple[Grammar, ...]:
    """Return what may be said while orders are waited for, while something is asked, and while dice are."""
    game = battle()
    wait = DiceWait(seat=game.state.active, count=2)
    rolling = game._replace(state=msgspec.structs.replace(game.state, waits=(*game.state.waits, wait)))
    return grammar_of(game), grammar_of(game, is_asked=True), grammar_of(rolling)


def sound_of(synthesizer: Synthesizer, voice: str, text: str) -> np.ndarray:
    """Return (n,) samples of *text* at RATE."""
    with wave.open(io.BytesIO(synthesizer.render(((voice, text),)))) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)
    return framed(resampled(samples, rate))


def resampled(samples: np.ndarray, rate: int) -> np.ndarray:
    """Return *samples* at RATE, without what is too high for it."""
    spectrum = np.fft.rfft(samples)
    spectrum[np.fft.rfftfreq(len(samples), 1 / rate) > 0.475 * RATE] = 0
    smooth = np.fft.irfft(spectrum, len(samples))
    at = np.arange(int(len(samples) * RATE / rate)) * rate / RATE
    return np.interp(at, np.arange(len(samples)), smooth)


def framed(samples: np.ndarray) -> np.ndarray:
    """Return *samples* at a usual loudness, with silence before and after."""
    silence = np.zeros(int(MARGIN * RATE))
    return np.concatenate([silence, samples * LOUDEST / np.abs(samples).max(), silence])


def noisy(samples: np.ndarray, decibels: float, seed: int = 0) -> bytes:
    """Return *samples* in white noise, so many *decibels* below what is spoken."""
    frames = samples[: len(samples) // 160 * 160].reshape(-1, 160)
    power = np.mean(frames**2, axis=1)
    spoken = power[power > power.max() / 1000].mean()
    noise = np.random.default_rng(seed).normal(size=len(samples)) * np.sqrt(spoken / 10 ** (decibels / 10))
    return np.clip(samples + noise, -32_768, 32_767).astype("<i2").tobytes()
