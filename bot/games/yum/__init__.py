"""The score sheets: one set of rules for all of them.

``scoring`` says what dice are worth, ``sheets`` holds every sheet as data (:mod:`bot.games.yum.sheets`). The other
files hold the state, the turns, the house rules and the end of a game.
"""
