"""Can't Stop: board and rules in words."""
