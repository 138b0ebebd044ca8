"""What is heard, said and asked by voice or ear on a device."""
