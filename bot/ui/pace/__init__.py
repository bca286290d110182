"""How fast and how often: pauses, limits, and requests whose answer was lost."""
