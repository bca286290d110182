"""The bots that ``presses.py`` compares, and what it measures of them."""
