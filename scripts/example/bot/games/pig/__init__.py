"""Pig: one die, and the nerve to stop in time."""
