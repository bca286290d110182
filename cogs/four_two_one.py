"""``/421``: three dice and 21 tokens."""

from discord.app_commands import locale_str as _s

from cogs.start import game_cog

FourTwoOne, setup = game_cog(__name__, _s("421"), _s("421: three dice and 21 tokens"), ["421"])
