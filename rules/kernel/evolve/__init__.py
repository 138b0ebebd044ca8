"""How an event changes a state.  Knows no rule: it believes what it is told."""

from rules.kernel.evolve import combat as combat, set_up as set_up, table as table, turn as turn
from rules.kernel.evolve.changes import evolve as evolve, evolves as evolves
