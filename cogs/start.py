"""Makes the cog of a game, with the options of its start command."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import TypeAlias

from discord import AppCommandOptionType, app_commands
from discord.app_commands import Choice, locale_str
from discord.app_commands import locale_str as _s
from discord.app_commands.transformers import RangeTransformer
from discord.ext import commands

from bot.client import Gobelet
from bot.engine import Command, Level, OptionValue, Preset
from bot.games import CATALOGUE, ENTRIES
from bot.screens.kit.computers import LEVELS
from bot.tables.model.table import MOST_COMPUTERS, Computer, TableSettings
from bot.ui.delivery.opening import StartOptions
from bot.ui.discord.commands import joined_sentences
from bot.ui.discord.reply import Interaction

# -- The options of start commands, as data: what Discord shows of them, and which house rule they set ---------------

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
    rule: str = ""
    """The key of the house rule that it sets, where it does."""
    meanings: Mapping[OptionInput, OptionValue] = field(default_factory=dict)
    """The values of the house rule, where they differ."""
    games: Mapping[OptionInput, str] = field(default_factory=dict)
    """The game that is played instead, by its key, where a value asks for one."""

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
    """Which of several ``games`` is played; the first, if nobody says."""
    found = {game: joined_sentences(CATALOGUE[game].label, CATALOGUE[game].about) for game in games}
    choices: Choices = tuple(Choice(name=name, value=game) for game, name in found.items())
    return Option(_s("sheet"), _s("Which score sheet (the first if you choose none)"), next(iter(found)), choices)


def rules(games: Iterable[str]) -> Option:
    """The ready-made rules that any of ``games`` has."""
    found: dict[str, Preset] = {preset.key: preset for game in games for preset in CATALOGUE[game].presets}
    choices: Choices = tuple(Choice(name=_s(preset.label), value=key) for key, preset in found.items())
    about = _s("House rules (the usual ones here if you choose none); others under More in the lobby")
    return Option(_s("rules"), about, "", choices)


_AS_MANY = _s("How many may play (as many as the game takes if you choose none)")


def seats(games: Iterable[str], about: locale_str = _AS_MANY) -> Option:
    """Return the option for the number of players, within what ``games`` take in turns."""
    return Option(_s("seats"), about, 0, numbers=CATALOGUE[next(iter(games))].seats)


def seats_by_pace(games: Iterable[str]) -> Option:
    """Return the option for the number of players, within what ``games`` take at any pace."""
    about = _s("How many may play: up to 25 at once, fewer in turns (as many as possible if you choose none)")
    listings = [CATALOGUE[game] for game in games]
    most = max(listing.make({}).simultaneous_seats.stop for listing in listings)
    return Option(_s("seats"), about, 0, numbers=range(min(listing.seats.start for listing in listings), most))


GAMES = Option(
    _s("games"), _s("Games in a match, 1 to 6: all are added"), 1, numbers=range(1, 7), rule="games_in_match"
)
POWER = Option(_s("power"), _s("Play with the Power die"), default=False, rule="power")
DICE = Option(
    _s("dice"),
    _s("The bot throws, or you throw dice of your own and tell what fell"),
    "fair",
    (
        Choice(name=_s("Fair dice, thrown by the bot"), value="fair"),
        Choice(name=_s("Real dice, thrown at your table"), value="real"),
    ),
)

COMPUTERS = Option(
    _s("computers"),
    _s("How many computers play with you (none if you choose none); more in the lobby"),
    0,
    numbers=range(1, MOST_COMPUTERS + 1),
)
LEVEL = Option(
    _s("level"),
    _s("How well the computers play (regular if you choose none)"),
    "",
    tuple(Choice(name=_s(name), value=level.value) for level, name in LEVELS.items()),
)

THREAD = Option(_s("thread"), _s("Open a thread for this game"), default=False)


def race_pace(race: str) -> Option:
    """In turns, or everybody at once: then another game is played, ``race``."""
    return Option(
        _s("pace"),
        _s("One after the other, or a race: everybody at once, each alone, in the fewest turns"),
        "turns",
        (
            Choice(name=_s("In turns"), value="turns"),
            Choice(name=_s("Everybody at once"), value="parallel"),
        ),
        games={"parallel": race},
    )


# -- Makes the cog of a game: a group of commands with one, ``start``, that opens a table ----------------------------

_FIRST = (Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD))


def game_cog(
    module: str, options: Callable[[Sequence[str]], Sequence[Option]] | None = None
) -> tuple[type[commands.GroupCog], Callable[[Gobelet], Awaitable[None]]]:
    """Return the cog of a game's command and its ``setup``, which discord.py asks ``module`` for, a file of ``cogs``.

    The command is the one that its entry has for this file. ``options`` returns what one may say, in order, of its
    games; without it, they are ready-made rules, seats, a match and the Power die if the game knows them, whose dice,
    and a thread; every game has the options about computers. Where there are several games, the first option is which
    of them.
    """
    about = next(one for entry in ENTRIES.values() for one in entry.commands if one.cog == module.removeprefix("cogs."))
    said = [*([sheet(about.games)] if len(about.games) > 1 else ())]
    said += [*(options(about.games) if options else _usual(about)), COMPUTERS, LEVEL]
    command = _start(said, about.games[0], locale_str(about.about))

    @app_commands.guild_only()
    class Start(
        commands.GroupCog, name=module, group_name=locale_str(about.name), group_description=locale_str(about.about)
    ):
        """Starts games of one family."""

        __module__ = module
        start = command

    async def setup(client: Gobelet) -> None:
        await client.add_cog(Start())

    return Start, setup


def _usual(about: Command) -> Sequence[Option]:
    known = {rule.key for rule in CATALOGUE[about.games[0]].rules}
    paced = (seats_by_pace([*about.games, about.race]), race_pace(about.race)) if about.race else (seats(about.games),)
    return (rules(about.games), *paced, *(one for one in (GAMES, POWER) if one.rule in known), DICE, THREAD)


def _start(
    options: Sequence[Option], game: str, about: locale_str
) -> app_commands.Command[commands.GroupCog, ..., None]:
    """Return a command with these ``options``: discord.py reads them from the signature of what it calls."""

    async def start(self: commands.GroupCog, interaction: Interaction, **said: OptionInput) -> None:
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


def chosen_game(options: Sequence[Option], said: Mapping[str, OptionInput], game: str) -> str:
    """Return the key of the game that the values ``said`` of ``options`` ask for; ``game`` where they name none."""
    instead = (one.games[said[one.key]] for one in options if said[one.key] in one.games)
    return next(instead, str(said.get("sheet", game)))


def wishes(options: Sequence[Option], said: Mapping[str, OptionInput]) -> StartOptions:
    """Return what the values ``said`` of ``options`` mean."""
    set_by = {one.rule: said[one.key] for one in options if one.rule and said[one.key] != one.default}
    meanings = {one.rule: one.meanings for one in options}
    parallel = said.get("pace") == "parallel"
    return StartOptions(
        rules=str(said["rules"]),
        options={rule: meanings[rule].get(value, value) for rule, value in set_by.items()},
        # Two teams are four players, whatever else was said.
        seats=None if said.get("teams") is True else int(said["seats"]) or None,
        settings=TableSettings(said.get("dice") == "real", parallel, parallel and said.get("totals") == "end"),
        thread=said["thread"] is True,
        computers=_computers(said),
    )


def _computers(said: Mapping[str, OptionInput]) -> tuple[Computer, ...]:
    """Return the computers that a person wants; a level alone means one."""
    level = Level(str(said["level"]) or Level.REGULAR)
    many = int(said["computers"]) or bool(said["level"])
    return tuple(Computer(number, level) for number in range(1, many + 1))
