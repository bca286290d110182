"""``/yum``: the score-sheet games; Yams has a command of its own."""

from collections.abc import Sequence

from discord.app_commands import Choice
from discord.app_commands import locale_str as _s

from bot.engine import TEAMS
from cogs.start import DICE, GAMES, POWER, THREAD, Option, game_cog, rules, seats_by_pace


def of_sheets(games: Sequence[str]) -> tuple[Option, ...]:
    """Everything one may say when a score-sheet game is opened, beside which of them."""
    return (
        rules(games),
        seats_by_pace(games),
        POWER,
        GAMES,
        Option(
            _s("teams"),
            _s("Play in teams: the totals of partners are added"),
            0,
            tuple(Choice(name=_s(name), value=sides) for value, sides, name in TEAMS if sides),
            rule="teams",
            meanings={sides: value for value, sides, _ in TEAMS},
        ),
        DICE,
        Option(
            _s("pace"),
            _s("One after the other, or everybody at once on a sheet of their own (in turns if you choose none)"),
            "turns",
            (
                Choice(name=_s("In turns"), value="turns"),
                Choice(name=_s("Everybody at once"), value="parallel"),
            ),
        ),
        Option(
            _s("totals"),
            _s("When everybody plays at once: when the totals are shown (live if you choose none)"),
            "live",
            (
                Choice(name=_s("Live"), value="live"),
                Choice(name=_s("At the end"), value="end"),
            ),
        ),
        THREAD,
    )


Yum, setup = game_cog(__name__, of_sheets)
