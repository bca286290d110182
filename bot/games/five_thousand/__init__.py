"""5000: what a throw scores, the house rules, and the turn (rules.md §17).

A player sets scoring dice aside and stops in time; the first to reach the goal ends the game.
"""
