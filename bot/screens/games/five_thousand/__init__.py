"""5000: its board and its rules in words."""
