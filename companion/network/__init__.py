"""What this machine is called in its networks."""
