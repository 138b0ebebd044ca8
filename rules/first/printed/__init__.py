"""What the First Edition prints, and what its tables make of a unit together."""
