"""What a move is worth: positions in, values of the legal actions out. Pure; nothing here knows tables or people.

Points and legality come from the game's own rules, so an evaluator can never disagree with the sheet
(:mod:`bot.mind.evaluator`). :func:`bot.mind.levels.evaluator_of` finds the evaluator of a game, if it has one.
"""

import os

# Its products are so small that several threads only wait for each other. OpenBLAS reads this when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
