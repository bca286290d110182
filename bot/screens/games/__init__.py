"""How each game looks and reads.

A folder per game holds its board and its rules in words; files here serve all games.
"""
