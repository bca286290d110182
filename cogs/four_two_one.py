"""``/421``: three dice and 21 tokens."""

from cogs.start import game_cog

FourTwoOne, setup = game_cog(__name__)
