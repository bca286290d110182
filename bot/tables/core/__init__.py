"""A table and how it is kept: its model, its moves, its rows, and the one way to change it."""
