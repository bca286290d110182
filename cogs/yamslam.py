"""``/yamslam``: Yamslam."""

from collections.abc import Sequence

from discord.app_commands import Choice
from discord.app_commands import locale_str as _s

from cogs.start import DICE, POWER, THREAD, Option, game_cog, rules, seats


def _options(games: Sequence[str]) -> Sequence[Option]:
    """What one may say when Yamslam is opened."""
    return (
        rules(games),
        Option(
            _s("match"),
            _s("Several games whose points are added (one game if you choose none)"),
            "",
            (
                Choice(name=_s("5 games"), value="5"),
                Choice(name=_s("10 games"), value="10"),
                Choice(name=_s("Until somebody has 1,000"), value="to_1000"),
            ),
            rule="games_in_match",
            meanings={"5": 5, "10": 10},
        ),
        Option(_s("teams"), _s("Four players in two teams that pool their chips"), default=False, rule="teams"),
        seats(games, _s("How many may play, 1 to 8 (8 if you choose none)")),
        POWER,
        DICE,
        THREAD,
    )


Yamslam, setup = game_cog(__name__, _options)
