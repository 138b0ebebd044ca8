"""What is read from config files: scenarios, units, cards, packs, settings."""
