"""``/yum``: the score-sheet games; Yams has a command of its own."""

from cogs.start import game_cog

Yum, setup = game_cog(__name__)
