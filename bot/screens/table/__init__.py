"""The screens of a table, whatever its game: lobby, board, clock, votes, result, replay.

The look of each game itself lives in :mod:`bot.screens.kit.faces`.
"""
