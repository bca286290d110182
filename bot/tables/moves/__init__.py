"""What people, computers and clocks do at a table, as pure functions.

Each takes a table and returns a :class:`~bot.tables.moves.playing.MoveResult`, or raises a refusal.
"""
