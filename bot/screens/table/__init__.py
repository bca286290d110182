"""A table from its lobby to its result, whatever is played."""
