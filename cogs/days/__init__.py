"""What begins anew every day: the game of the day, and the puzzle."""
