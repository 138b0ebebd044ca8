"""Compares what the camera sees with what the journal says."""
