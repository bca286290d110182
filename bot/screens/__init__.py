"""From a state to a screen, in one language; pure.

``kit`` holds the pieces of every screen, ``games`` the look of each game, ``table`` the screens of a table.
``players``, ``daily`` and ``server`` hold the pages of a person, of the game of the day, and of a server.
"""
