"""``/yum``: the score-sheet games; Yams has a command of its own."""

from cogs.start import game_cog, of_sheets

Yum, setup = game_cog(__name__, of_sheets)
