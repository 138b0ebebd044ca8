"""The syntax of our own modules, which many tests look at: read once."""

import ast
from functools import cache


@cache
def tree_of(source: str) -> ast.Module:
    return ast.parse(source)
