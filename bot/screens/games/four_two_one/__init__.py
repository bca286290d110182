"""421: board and rules in words."""
