"""What the battles of both editions share: attacks, dice on their way, odds."""
