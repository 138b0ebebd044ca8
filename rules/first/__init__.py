"""The First Edition: what its books say where the other's say something else."""
