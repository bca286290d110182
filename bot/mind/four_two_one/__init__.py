"""The chance to win 421.

Between two players it is exact: :mod:`.rounds` asks the rules what the end of a round leads to, :mod:`.solver` works
out the chance of each position between rounds, and :mod:`.evaluator` answers questions about moments of games.
"""
