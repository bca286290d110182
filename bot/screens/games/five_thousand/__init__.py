"""5000: board and rules in words."""
