"""A table and its storage: the model, the moves, the rows, the journal, and the one way to change it.

Everything that changes a table goes through here: lock, load, apply, save.
"""
