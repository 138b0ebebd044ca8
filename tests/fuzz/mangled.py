"""Texts, messages and files as spiteful or unlucky people hand them in, made from good ones."""

from typing import Any

from hypothesis import strategies as st

SCRAPS = (
    *("[", "]", "{", "}", '"', "'", '"""', "'''", "\\", "#", "=", ",", ".", ":", "\n", "\r", "\0", "-", " "),
    *("\u202e", "\u200b", "é", "☃", "\ud7ff", "\U0001f409", "a\u0301" * 9),
    *(
        "[" * 40,
        "{" * 40,
        "a." * 40,
        "9" * 100,
        "-" * 60,
        "nan",
        "inf",
        "-0",
        "1e999",
        "0x" + "f" * 90,
        "true",
    ),
    *("null", "[[x]]", "{}", "1979-05-27T07:32:00Z", "99", "100", "-1", "x" * 3000, "%s{0}{count!r:>99}"),
)
EDGES: list[Any] = [None, True, 0, 1, -1, 99, 100, 10**18, 10**40, 1.5, 1e300, "", " ", "x", "A1", [], {}]


@st.composite
def texts(draw: st.DrawFn, good: tuple[str, ...]) -> str:
    """Return one of *good* with some places cut out, doubled, exchanged or filled with scraps."""
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:end] * draw(st.integers(1, 30)) + text[end:]
            case 2:
                text = text[:start] + draw(st.sampled_from(SCRAPS)) + text[end:]
            case 3:
                text = text[:start] + draw(st.text(max_size=12)) + text[end:]
    return text


@st.composite
def contents(draw: st.DrawFn, good: tuple[bytes, ...]) -> bytes:
    """Return one of *good* with some bytes changed, cut out or doubled."""
    content = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 16)))
        fresh = draw(st.binary(max_size=16)) if draw(st.booleans()) else content[start:end] * 2
        content = content[:start] + fresh + content[end:]
    return content


@st.composite
def messages(draw: st.DrawFn, good: tuple[Any, ...]) -> Any:
    """Return one of *good*, of plain lists and tables, with some of its values exchanged or left out."""
    value = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(0, 3))):
        value = _changed(draw, value)
    return value


def _changed(draw: st.DrawFn, value: Any) -> Any:
    if isinstance(value, dict) and value and draw(st.integers(0, 5)):
        name = draw(st.sampled_from(sorted(value)))
        match draw(st.integers(0, 7)):
            case 0:
                return {key: each for key, each in value.items() if key != name}
            case 1:
                return {**value, draw(st.sampled_from(("x", "do", "seat", "x" * 70, "\0"))): value[name]}
        return {**value, name: _changed(draw, value[name])}
    if isinstance(value, list) and value and draw(st.integers(0, 5)):
        index = draw(st.integers(0, len(value) - 1))
        changed = [_changed(draw, value[index])] * draw(st.sampled_from((0, 1, 1, 2, 70)))
        return [*value[:index], *changed, *value[index + 1 :]]
    return draw(st.sampled_from(EDGES) | st.sampled_from(SCRAPS) | st.text(max_size=80))
