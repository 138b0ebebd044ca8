"""SVG for the report's drawings, element by element: every text and attribute is escaped."""

from markupsafe import Markup, escape


def el(name: str, /, *children: str, **attributes: object) -> Markup:
    """Return the element *name*.

    *children* that are no ``Markup`` are escaped.  ``_`` in an attribute's name is ``-``, one
    at its end goes (``class_``); an attribute that is None is left out.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_written(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{given}>{joined(*children)}</{name}>")


def joined(*children: str) -> Markup:
    """Return *children* one after the other."""
    return Markup("").join(escape(child) for child in children)


def _written(value: object) -> str:
    """Return an attribute's value, numbers no longer than a drawing needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
