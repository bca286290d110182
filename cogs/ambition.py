"""``/ambition``: three special dice and a goal reached exactly."""

from discord.app_commands import locale_str as _s

from cogs.start import game_cog

Ambition, setup = game_cog(
    __name__, _s("ambition"), _s("Ambition: three special dice, and a goal reached exactly"), ["ambition"]
)
