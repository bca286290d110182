"""Computer players: a position in, a legal action out. Pure, like everything in ``bot.mind``.

``levels`` says how each level plays each game, and ``player`` how somebody chooses by what moves seem to be worth.
``others`` holds the simple ways to see that in games without a sheet. The best way is the evaluator of the game.
"""
