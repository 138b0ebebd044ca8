"""The report of a battle: one page that needs nothing else."""
