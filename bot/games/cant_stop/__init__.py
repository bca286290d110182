"""Can't Stop: climb columns with pairs of dice, and stop in time."""
