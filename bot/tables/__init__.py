"""People around a game: the only async logic. It knows games, but neither Discord nor SQL.

``core`` keeps a table, ``play`` runs it, ``records`` looks back on finished games. ``daily`` is the game of the day,
``people`` what persons and servers have chosen.
"""
