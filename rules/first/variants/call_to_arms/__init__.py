"""Call to Arms: armies that come together from cards, for a battle of which only the terrain is given."""
