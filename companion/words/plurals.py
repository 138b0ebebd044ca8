"""Numbers in words, and which form of a noun goes with them, per language.  Knows no game."""

from typing import NamedTuple

# fmt: off
_EN_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_EN_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_RO_SMALL = (
    "zero", "unu", "două", "trei", "patru", "cinci", "șase", "șapte", "opt", "nouă", "zece", "unsprezece",
    "douăsprezece", "treisprezece", "paisprezece", "cincisprezece", "șaisprezece", "șaptesprezece",
    "optsprezece", "nouăsprezece",
)
_RO_TENS = (
    "douăzeci", "treizeci", "patruzeci", "cincizeci", "șaizeci", "șaptezeci", "optzeci", "nouăzeci",
)
# fmt: on


class Numerals(NamedTuple):
    """A language's number words below a hundred.

    *forms* is how many forms a noun has with numbers.  *one_in_form*: the first holds the word
    for one, which agrees with it ("o figurină").  *none* is said for zero before a noun ("": the number).
    *renamed*: numbers that sound otherwise where they name something ("Garda Cetății doi").
    """

    small: tuple[str, ...]
    tens: tuple[str, ...]
    join: str
    forms: int
    one_in_form: bool
    none: str
    renamed: dict[str, str]

    def word(self, number: int) -> str:
        """Return *number* of some things in words up to ninety-nine, else as it is."""
        if not 0 <= number < 100:
            return str(number)
        if number < len(self.small):
            return self.small[number]
        tens, ones = divmod(number, 10)
        return self.tens[tens - 2] + (f"{self.join}{self.small[ones]}" if ones else "")

    def name(self, number: int) -> str:
        """Return *number* as it is said behind the name of something that it tells from others."""
        *head, last = self.word(number).split(" ")
        return " ".join([*head, self.renamed.get(last, last)])

    def form(self, number: int) -> int:
        """Return which form of a noun goes with *number*, from 0."""
        if number == 1:
            return 0
        return 1 if self.forms == 2 or number == 0 or 1 <= number % 100 < 20 else 2


NUMERALS = {
    "en": Numerals(_EN_SMALL, _EN_TENS, "-", 2, False, "no", {}),
    "ro": Numerals(_RO_SMALL, _RO_TENS, " și ", 3, True, "", {"două": "doi", "douăsprezece": "doisprezece"}),
}


def number_word(number: int, lang: str = "en") -> str:
    """Return *number* in words up to ninety-nine, else as it is."""
    return NUMERALS[lang].word(number)


class Count:
    """A number in a template.

    ``{n}``, or as a name ``{n:#}``; with the form of its noun ``{n:figure|figures}``
    (``{n:o figurină|figurine|de figurine}``); that form without the number ``{n:!unit|units}``.
    """

    def __init__(self, number: int, *, spoken: bool, lang: str = "en") -> None:
        self._number = number
        self._spoken = spoken
        self._numerals = NUMERALS[lang]
        self._word = number_word(number, lang) if spoken else str(number)

    def __str__(self) -> str:
        return self._word

    def __format__(self, spec: str) -> str:
        if not spec:
            return self._word
        if spec == "#":
            return self._numerals.name(self._number) if self._spoken else self._word
        thing = spec.removeprefix("!").split("|")[self._numerals.form(self._number)]
        if spec.startswith("!"):
            return thing
        if self._number == 1 and self._numerals.one_in_form:
            return thing if self._spoken else f"1 {thing.partition(' ')[2]}"
        return f"{self._word if self._number else self._numerals.none or self._word} {thing}"


class Side(str):
    """A side in a template: ``{seat}``, or the verb that agrees with it, ``{seat:!gains|gain}``.

    *is_one*: it is called by its player's name, not by its faction's, which is many.
    """

    is_one: bool

    def __new__(cls, name: str, *, is_one: bool = False) -> "Side":
        """Return *name*, which knows whether it is one person's."""
        made = super().__new__(cls, name)
        made.is_one = is_one
        return made

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        one, many = spec.removeprefix("!").split("|")
        return one if self.is_one else many
