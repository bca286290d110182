"""Makes the cog of a game, with the options of its start command: the few that most people want to say.

Everything else about a table is chosen in its lobby (:mod:`bot.screens.table.options`).
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any, TypeAlias

from discord import AppCommandOptionType, app_commands
from discord.app_commands import Choice, locale_str
from discord.app_commands import locale_str as _s
from discord.app_commands.transformers import RangeTransformer
from discord.ext import commands

from bot.client import Gobelet
from bot.engine import Command, Level, Preset
from bot.games import BEST_KNOWN, CATALOGUE, ENTRIES, usual
from bot.screens.kit.computers import LEVELS
from bot.tables.model.store import StoreError
from bot.tables.model.table import MOST_COMPUTERS, Computer
from bot.ui.delivery.opening import StartOptions, ready_made
from bot.ui.discord.commands import joined_sentences
from bot.ui.discord.errors import NotOffered
from bot.ui.discord.permissions import on_here
from bot.ui.discord.reply import Interaction, guild_and_channel, reader

log = logging.getLogger(__name__)

# -- The options of start commands, as data: what Discord shows of them ----------------------------------------------

OptionInput: TypeAlias = bool | int | str
"""What somebody may say for an option."""

Choices: TypeAlias = tuple[Choice[str | int | float], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An option that nobody has to give."""

    label: locale_str
    """What it is called: the English word is also its key."""
    about: locale_str
    default: OptionInput
    """What it stands for when it is not given; its type is that of the option."""
    choices: Choices = ()
    numbers: range | None = None
    """What Discord accepts, where it is a number."""
    offered: bool = False
    """Whether the bot says while somebody types what they may choose."""

    @property
    def key(self) -> str:
        """Its name in English."""
        return self.label.message

    @property
    def kind(self) -> type[OptionInput] | RangeTransformer:
        """What discord.py reads its type and its limits from."""
        if self.numbers is None:
            return type(self.default)
        return RangeTransformer(AppCommandOptionType.integer, min=self.numbers.start, max=self.numbers.stop - 1)


def sheet(games: Iterable[str]) -> Option:
    """Which of several ``games`` is played; the usual one, if nobody says."""
    names = {game: joined_sentences(CATALOGUE[game].label, CATALOGUE[game].about) for game in games}
    best_known_first = sorted(names, key=lambda game: game not in BEST_KNOWN)
    choices: Choices = tuple(Choice(name=names[game], value=game) for game in best_known_first)
    about = _s("Which score sheet (if you choose none: the one played most here, at first the best known)")
    return Option(_s("sheet"), about, "", choices)


def rules(games: Sequence[str]) -> Option:
    """The ready-made rules of ``games``; where these differ, only those of the game in question are offered."""
    presets = presets_of(games)
    same = all(len(CATALOGUE[game].presets) == len(presets) for game in games)
    choices: Choices = tuple(Choice(name=_s(preset.label), value=key) for key, preset in presets.items())
    about = _s("Ready-made house rules (this server's usual ones if you choose none); more under More")
    return Option(_s("rules"), about, "", choices if same else (), offered=not same)


def presets_of(games: Iterable[str]) -> dict[str, Preset]:
    """Return the ready-made rules that any of ``games`` has, by their keys."""
    return {preset.key: preset for game in games for preset in CATALOGUE[game].presets}


def players(game: str) -> Option:
    """The number of players, within what ``game`` takes."""
    about = _s("How many seats the table has (as many as the game allows if you choose nothing)")
    return Option(_s("players"), about, 0, numbers=CATALOGUE[game].seats)


def pace(race: str) -> Option:
    """In turns, or everybody at once: where that is another game, it is ``race``."""
    return Option(
        _s("pace"),
        _s("One after the other, or a race: everybody at once, each alone, in the fewest turns")
        if race
        else _s("One after the other, or everybody at once on a sheet of their own (in turns if you choose none)"),
        _IN_TURNS,
        (
            Choice(name=_s("In turns"), value=_IN_TURNS),
            Choice(name=_s("Everybody at once"), value=_AT_ONCE),
        ),
    )


_IN_TURNS, _AT_ONCE = "turns", "parallel"

_COMPUTERS = Option(
    _s("computers"),
    _s("How many computer players to add; you can change that before the game"),
    0,
    numbers=range(1, MOST_COMPUTERS + 1),
)
_LEVEL = Option(
    _s("level"),
    _s("How strong computer players are (regular if you choose none); a level alone adds one computer"),
    "",
    tuple(Choice(name=_s(name), value=level.value) for level, name in LEVELS.items()),
)
_THREAD = Option(
    _s("thread"),
    _s("Play in a Discord thread of its own, and leave the channel free (off if you choose nothing)"),
    default=False,
)


def options_of(command: Command) -> tuple[Option, ...]:
    """Return what one may say to ``command``: six things at most, for everything else has its place in the lobby."""
    at_once = command.race or not CATALOGUE[command.games[0]].make({}).only_in_turns
    return (
        *((sheet(command.games),) if len(command.games) > 1 else ()),
        pace(command.race) if at_once else players(command.games[0]),
        _COMPUTERS,
        _LEVEL,
        rules(command.games),
        _THREAD,
    )


# -- Makes the cog of a game: a group of commands with one, ``start``, that opens a table ----------------------------

_FIRST = (Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD))


def game_cog(module: str) -> tuple[type[commands.GroupCog], Callable[[Gobelet], Awaitable[None]]]:
    """Return the cog of a game's command and its ``setup``, which discord.py asks ``module`` for, a file of ``cogs``.

    The command is the one that its entry has for this file.
    """
    about = next(
        listed for entry in ENTRIES.values() for listed in entry.commands if listed.cog == module.removeprefix("cogs.")
    )
    command = _start(about)

    class Start(
        commands.GroupCog, name=module, group_name=locale_str(about.name), group_description=locale_str(about.about)
    ):
        """Starts games of one family."""

        __module__ = module
        start = command

    async def setup(client: Gobelet) -> None:
        await client.add_cog(Start())

    return Start, setup


def _start(about: Command) -> app_commands.Command[commands.GroupCog, ..., None]:
    """Return the command that opens tables: discord.py reads its options from the signature of what it calls."""
    options = options_of(about)

    async def start(self: commands.GroupCog, interaction: Interaction, **inputs: OptionInput) -> None:
        client: Gobelet = interaction.client
        if inputs["rules"] and inputs["rules"] not in presets_of(about.games):
            raise NotOffered("rules")  # Typed, and none of those that were offered.
        game = await _game(about, interaction, inputs)
        await client.opening.open(interaction, game, wishes(inputs))

    given = (
        Parameter(option.key, Parameter.POSITIONAL_OR_KEYWORD, default=option.default, annotation=option.kind)
        for option in options
    )
    vars(start)["__signature__"] = Signature([*_FIRST, *given])
    start.__qualname__ = "Start.start"  # Else discord.py takes it for a function without a cog.
    app_commands.rename(**{option.key: option.label for option in options})(start)
    app_commands.describe(**{option.key: option.about for option in options})(start)
    app_commands.choices(**{option.key: list(option.choices) for option in options if option.choices})(start)
    command: app_commands.Command[commands.GroupCog, ..., None] = app_commands.Command(
        name=_s("start"), description=locale_str(about.about), callback=start
    )
    for option in options:
        if option.offered:
            command.autocomplete(option.key)(_offers_rules(about))
    return command


def _offers_rules(
    about: Command,
) -> Callable[[commands.GroupCog, Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return what offers the ready-made rules of the sheet that somebody has chosen, or of the usual one."""

    async def offer(self: commands.GroupCog, interaction: Interaction, typed: str) -> list[Choice[str]]:
        t, words = reader(interaction), typed.strip().casefold()
        inputs: dict[str, OptionInput] = {"sheet": "", **dict(iter(interaction.namespace))}
        try:
            game = await _game(about, interaction, inputs)
        except StoreError as error:
            log.info("no ready-made rules to choose from: %s", error)
            return []
        presets = ready_made(game, simultaneous=inputs.get("pace") == _AT_ONCE)
        labels = {preset.key: t(preset.label) for preset in presets}
        return [Choice(name=label, value=key) for key, label in labels.items() if words in label.casefold()]

    offer.__qualname__ = "Start.offer"  # As in ``start``.
    return offer


async def _game(about: Command, interaction: Interaction, inputs: Mapping[str, OptionInput]) -> str:
    """Return the key of the game that ``inputs`` ask for; where they name none of several, the usual one here."""
    game = chosen_game(about, inputs)
    if game in CATALOGUE:
        return game
    guild, services = guild_and_channel(interaction)[0], interaction.client.services
    offered = on_here(interaction, await services.settings.of(guild), about.games)
    return usual(await services.leaderboards.games(guild), offered)


def chosen_game(command: Command, inputs: Mapping[str, OptionInput]) -> str:
    """Return the key of the game that the ``inputs`` of ``command`` ask for; empty where they name none of several."""
    if command.race and inputs.get("pace") == _AT_ONCE:
        return command.race
    return str(inputs.get("sheet", command.games[0]))


def wishes(inputs: Mapping[str, OptionInput]) -> StartOptions:
    """Return what the ``inputs`` of the command mean."""
    return StartOptions(
        rules=str(inputs["rules"]),
        seats=int(inputs.get("players", 0)) or None,
        simultaneous=inputs.get("pace") == _AT_ONCE,
        thread=inputs["thread"] is True,
        computers=_computers(inputs),
    )


def _computers(inputs: Mapping[str, OptionInput]) -> tuple[Computer, ...]:
    """Return the computers that a person wants; a level alone means one."""
    level = Level(str(inputs["level"]) or Level.REGULAR)
    many = int(inputs["computers"]) or bool(inputs["level"])
    return tuple(Computer(number, level) for number in range(1, many + 1))
