"""The bots that benchmarks start, hands for every game, and what ``presses.py`` measures."""
