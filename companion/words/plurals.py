"""Numbers in words, which form of a noun goes with them, per language, and shares in percent.  Knows no game.

Words and forms come from Unicode's tables (CLDR) by way of unicode-rbnf, so a language that is
new to us needs nothing here.
"""

from fractions import Fraction
from functools import cache

from unicode_rbnf import RbnfEngine
from unicode_rbnf.plural_rules import get_plural_category

MOST_IN_WORDS = 99
CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # of numbers, in CLDR's order
COUNTING = ("spellout-cardinal-neuter", "spellout-cardinal", "spellout-cardinal-masculine")
"""Tables of words that count, the best first: neuter, since nouns of any gender come behind them."""
NAMING = "spellout-numbering"
"""The table of words that tell one thing from others ("Garda Cetății doi")."""
COMMAS = str.maketrans("şţ", "șț")
"""CLDR writes Romanian with cedillas, and nobody else does."""
WITH_POINT = frozenset({"en"})
"""Languages that write decimals after a point; the others of ours after a comma."""
SAID = {"patrusprezece": "paisprezece", "șasesprezece": "șaisprezece", "șasezeci": "șaizeci"}
"""CLDR's Romanian words are built by rule where people and dictionaries shorten them."""


class Numerals:
    """A language's number words, and how many forms its nouns have.

    *one_in_form*: the form for one holds the word for it, which agrees with the noun ("o figurină").
    *none* is said for zero before a noun ("": the number).
    """

    def __init__(self, lang: str) -> None:
        """Raises ValueError where Unicode has no number words in *lang*."""
        tables = _engine(lang).rulesets
        self._lang = lang
        self._counting = next(table for table in (*COUNTING, NAMING) if table in tables)
        met = {category_of(lang, number) for number in range(MOST_IN_WORDS + 1)}
        self._categories = tuple(category for category in CATEGORIES if category in met)
        self.forms = len(self._categories)
        self.one_in_form = lang != "en"
        self.none = "no" if lang == "en" else ""

    def word(self, number: int) -> str:
        """Return *number* of some things in words up to ninety-nine, else as it is."""
        return _spelled(self._lang, number, self._counting)

    def name(self, number: int) -> str:
        """Return *number* as it is said behind the name of something that it tells from others."""
        return _spelled(self._lang, number, NAMING)

    def form(self, number: int) -> int:
        """Return which form of a noun goes with *number*, from 0."""
        return self._categories.index(category_of(self._lang, number))


def decimal(number: float, lang: str, *, signed: bool = False) -> str:
    """Return *number* with one decimal, as *lang* writes it; where it is *signed* also a plus."""
    text = f"{number:+.1f}" if signed else f"{number:.1f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return _pointed(text, lang).replace("-", "−")


def percent(share: Fraction, lang: str, digits: int = 0) -> str:
    """Return *share* in percent, as *lang* writes it; what may happen, or may not, is never 0 or 100."""
    shown, least = round(100 * share, digits), 10**-digits
    sign, number = "", float(shown)
    if shown == 0 < share:
        sign, number = "<", least
    elif shown == 100 > 100 * share:
        sign, number = ">", 100 - least
    return f"{sign}{_pointed(f'{number:.{digits}f}', lang)} %"


def _pointed(number: str, lang: str) -> str:
    return number if lang in WITH_POINT else number.replace(".", ",")


@cache
def _engine(lang: str) -> RbnfEngine:
    return RbnfEngine.for_language(lang)


@cache
def _spelled(lang: str, number: int, table: str) -> str:
    if not 0 <= number <= MOST_IN_WORDS:
        return str(number)
    text = _engine(lang).format_number(number, ruleset_names=[table]).text.translate(COMMAS)
    for built, said in SAID.items():
        text = text.replace(built, said)
    return text


@cache
def category_of(lang: str, number: int) -> str:
    """Return Unicode's category of *number* in *lang*, such as one, few, other."""
    return get_plural_category(lang, number)


@cache
def numerals(lang: str) -> Numerals:
    """Return the number words of *lang*.  Raises ValueError where Unicode has none."""
    return Numerals(lang)


def number_word(number: int, lang: str = "en") -> str:
    """Return *number* in words up to ninety-nine, else as it is."""
    return numerals(lang).word(number)


class CountedNumber:
    """A number in a template.

    ``{n}``, or as a name ``{n:#}``; with the form of its noun ``{n:figure|figures}``
    (``{n:o figurină|figurine|de figurine}``); that form without the number ``{n:!unit|units}``.
    """

    def __init__(self, number: int, *, spoken: bool, lang: str = "en") -> None:
        self._number = number
        self._spoken = spoken
        self._numerals = numerals(lang)
        self._word = number_word(number, lang) if spoken else str(number)

    def __str__(self) -> str:
        return self._word

    def __format__(self, spec: str) -> str:
        if not spec:
            return self._word
        if spec == "#":
            return self._numerals.name(self._number) if self._spoken else self._word
        *forms, last = spec.removeprefix("!").split("|")
        form = self._numerals.form(self._number)
        thing = forms[form] if form < len(forms) else last
        if spec.startswith("!"):
            return thing
        if self._number == 1 and self._numerals.one_in_form and " " in thing:
            return thing if self._spoken else f"1 {thing.partition(' ')[2]}"
        return f"{self._word if self._number else self._numerals.none or self._word} {thing}"


POSSESSIVE = "'s"


class SideName(str):
    """A side in a template: ``{seat}``, or the verb that agrees with it, ``{seat:!gains|gain}``.

    ``{seat:'s}`` is the English for what belongs to it: Ana's, the Pennants'.

    *is_one*: it is called by its player's name, not by its faction's, which is many.
    """

    is_one: bool

    def __new__(cls, name: str, *, is_one: bool = False) -> "SideName":
        """Return *name*, which knows whether it is one person's."""
        made = super().__new__(cls, name)
        made.is_one = is_one
        return made

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if spec == POSSESSIVE:
            return f"{self}'" if self.endswith("s") and not self.is_one else f"{self}'s"
        one, many = spec.removeprefix("!").split("|")
        return one if self.is_one else many


FORMS = ("ms", "fs", "mp", "fp")  # of a unit's name: masculine or feminine, singular or plural
USUAL_FORM = "fs"  # "unitate"


class UnitName(str):
    """A unit in a template: ``{unit}``, or what agrees with its *form*, one of FORMS.

    ``{unit:!pierde|pierd}`` agrees in number, ``{unit:~pus|pusă|puși|puse}`` in gender and number.
    """

    form: str

    def __new__(cls, name: str, form: str = USUAL_FORM) -> "UnitName":
        """Return *name*, which knows its form."""
        made = super().__new__(cls, name)
        made.form = form
        return made

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        words = spec[1:].split("|")
        if spec.startswith("~"):
            return words[FORMS.index(self.form)]
        return words[self.form.endswith("p")]
