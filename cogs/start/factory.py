"""Makes the cog of a game: a group of commands with one, ``start``, that opens a table."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import Parameter, Signature

from discord import app_commands
from discord.app_commands import locale_str
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.games import CATALOGUE
from bot.tables.core.model import TableSettings
from bot.tables.core.occupants import Computer, Level
from bot.ui.discord.reply import Interaction
from bot.ui.table.opening import StartOptions
from cogs.start.options import (
    COMPUTERS,
    DICE,
    GAMES,
    LEVEL,
    POWER,
    THREAD,
    Option,
    Said,
    race_pace,
    rules,
    seats,
    seats_by_pace,
    sheet,
)

_FIRST = (Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD))


def game_cog(
    module: str,
    name: locale_str,
    about: locale_str,
    games: Sequence[str],
    options: Sequence[Option] = (),
    race: str = "",
) -> tuple[type[commands.GroupCog], Callable[[Gobelet], Awaitable[None]]]:
    """Return the cog of ``games``, keys of the catalogue, and its ``setup``, which discord.py asks ``module`` for.

    ``name`` and ``about`` are those of the group of commands; Discord shows ``about`` beside its one command too.
    ``options`` are what one may say, in order; without any,
    they are ready-made rules, seats, a match and the Power die if the game knows them, whose dice, and a thread; every
    game has the options about computers. Where
    there are several games, the first option is which of them. ``race`` is the key of the game that people play instead
    if everybody plays at once.
    """
    known = {rule.key for rule in CATALOGUE[games[0]].rules}
    paced = (seats_by_pace([*games, race]), race_pace(race)) if race else (seats(games),)
    usual = (rules(games), *paced, *(one for one in (GAMES, POWER) if one.rule in known), DICE, THREAD)
    said = [*([sheet(games)] if len(games) > 1 else ()), *(options or usual), COMPUTERS, LEVEL]
    command = _start(said, games[0], about)

    @app_commands.guild_only()
    class Start(commands.GroupCog, name=module, group_name=name, group_description=about):
        """Starts games of one family."""

        __module__ = module
        start = command

    async def setup(client: Gobelet) -> None:
        await client.add_cog(Start())

    return Start, setup


def _start(
    options: Sequence[Option], game: str, about: locale_str
) -> app_commands.Command[commands.GroupCog, ..., None]:
    """Return a command with these ``options``: discord.py reads them from the signature of what it calls."""

    async def start(self: commands.GroupCog, interaction: Interaction, **said: Said) -> None:
        client: Gobelet = interaction.client
        await client.opening.open(interaction, chosen_game(options, said, game), wishes(options, said))

    given = (
        Parameter(one.key, Parameter.POSITIONAL_OR_KEYWORD, default=one.default, annotation=one.kind) for one in options
    )
    vars(start)["__signature__"] = Signature([*_FIRST, *given])
    start.__qualname__ = "Start.start"  # Else discord.py takes it for a function without a cog.
    app_commands.rename(**{one.key: one.label for one in options})(start)
    app_commands.describe(**{one.key: one.about for one in options})(start)
    app_commands.choices(**{one.key: list(one.choices) for one in options if one.choices})(start)
    return app_commands.Command(name=_s("start"), description=about, callback=start)


def chosen_game(options: Sequence[Option], said: Mapping[str, Said], game: str) -> str:
    """Return the key of the game that the values ``said`` of ``options`` ask for; ``game`` where they name none."""
    instead = (one.games[said[one.key]] for one in options if said[one.key] in one.games)
    return next(instead, str(said.get("sheet", game)))


def wishes(options: Sequence[Option], said: Mapping[str, Said]) -> StartOptions:
    """Return what the values ``said`` of ``options`` mean."""
    set_by = {one.rule: said[one.key] for one in options if one.rule and said[one.key] != one.default}
    meanings = {one.rule: one.meanings for one in options}
    parallel = said.get("pace") == "parallel"
    return StartOptions(
        rules=str(said["rules"]),
        options={rule: meanings[rule].get(value, value) for rule, value in set_by.items()},
        # Two teams of Yamslam are four players, whatever else was said.
        seats=None if said.get("teams") is True else int(said["seats"]) or None,
        settings=TableSettings(said.get("dice") == "real", parallel, parallel and said.get("totals") == "end"),
        thread=said["thread"] is True,
        computers=_computers(said),
    )


def _computers(said: Mapping[str, Said]) -> tuple[Computer, ...]:
    """Return the computers that somebody wants; who says a level wants one."""
    level = Level(str(said["level"]) or Level.REGULAR)
    many = int(said["computers"]) or bool(said["level"])
    return tuple(Computer(number, level) for number in range(1, many + 1))
