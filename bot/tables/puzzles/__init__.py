"""Puzzles: positions of real games with one best answer, what people answered, their streaks and ratings."""
