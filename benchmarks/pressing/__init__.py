"""The bots that benchmarks start, and what ``presses.py`` measures of them."""
