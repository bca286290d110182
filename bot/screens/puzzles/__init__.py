"""Puzzles: the position with its answers, what they were worth and why, and what Share posts."""
