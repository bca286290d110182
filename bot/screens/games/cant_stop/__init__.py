"""Can't Stop: its board and its rules in words."""
