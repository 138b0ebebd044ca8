"""The glossary: every subject of the rules in our own words, in each language, and a search through it."""

from companion.words.glossary.entries import load_glossary, parse_glossary, printed_subjects
from companion.words.glossary.search import search, words
from companion.words.subjects import CHAPTERS, Chapter, Glossary, Subject

__all__ = [
    "CHAPTERS",
    "Chapter",
    "Glossary",
    "Subject",
    "load_glossary",
    "parse_glossary",
    "printed_subjects",
    "search",
    "words",
]
