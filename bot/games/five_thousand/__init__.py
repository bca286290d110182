"""5000: points of one throw, house rules, and the turn (rules.md §17)."""
