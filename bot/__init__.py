"""Gobelet: dice nights for Discord."""

__version__ = "0.1.0"
