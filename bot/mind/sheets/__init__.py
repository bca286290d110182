"""The values of score sheets.

A sheet is compiled into a small automaton from its own layout and house rules (:mod:`.compiled`); :mod:`.solver`
computes what each of its states is worth; :mod:`.exact` answers questions about positions of games.
"""
