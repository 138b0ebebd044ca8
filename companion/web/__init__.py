"""The dashboard: the page that the people at the table look at and tap.

It shows what the table says and hands the table what people tap.  It knows no
rule: what is possible stands in the table's view, what is refused comes back
from it in words.
"""
