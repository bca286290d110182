"""5000: set scoring dice aside and stop in time; the first to reach the goal ends the game (rules.md §17)."""
