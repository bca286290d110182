"""What one may say when a score-sheet game is opened: the same options for every start command."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.engine.options import Preset
from bot.engine.sides import teams_value
from bot.engine.types import OptionValue
from bot.games import CATALOGUE, make
from bot.tables.core.model import Manner
from bot.ui.discord.reply import Interaction, where
from cogs.start.opening import open_table

F = TypeVar("F", bound=Callable[..., Any])

SEATS = 8
GAMES = 6


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was said when a game was opened, beside which one."""

    rules: str
    """The key of a preset; empty where none was named."""
    seats: int | None
    power: bool
    games: int
    teams: int
    dice: str
    pace: str
    totals: str
    thread: bool

    def options(self, game: str, usual: str = "") -> dict[str, OptionValue]:
        """Return the house rules wished for: those of the preset named, else those ``usual`` in the server.

        Ready-made rules that ``game`` does not have are the standard.
        """
        presets = {preset.key: preset for preset in CATALOGUE[game].presets}
        rules = self.rules or usual
        options = dict(presets[rules].options) if rules in presets else {}
        if self.power:
            options["power"] = True
        if self.games > 1:
            options["games_in_match"] = self.games
        if self.teams:
            options["teams"] = teams_value(self.teams)
        return options

    @property
    def manner(self) -> Manner:
        """How people want to play."""
        parallel = self.pace == "parallel"
        return Manner(self.dice == "real", parallel, parallel and self.totals == "end")


async def open_wished(interaction: Interaction, client: Gobelet, game: str, wishes: Wishes) -> None:
    """Open a lobby for ``game`` as wished for; the host is seated."""
    choices = await client.services.settings.of(where(interaction)[0])
    made = make(game, wishes.options(game, choices.presets.get(game, "")))
    await open_table(interaction, client, made, wishes.seats, thread=wishes.thread, manner=wishes.manner)


def presets_of(games: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return the ready-made rules any of ``games`` has, for a menu."""
    found: dict[str, Preset] = {preset.key: preset for game in games for preset in CATALOGUE[game].presets}
    return [app_commands.Choice(name=_s(preset.label), value=key) for key, preset in found.items()]


def start_options(rules: list[app_commands.Choice[str]]) -> Callable[[F], F]:
    """Name, describe and offer the options of :class:`Wishes` on a start command; ``rules`` are its ready-made ones."""
    named = app_commands.rename(
        rules=_s("rules"),
        seats=_s("seats"),
        power=_s("power"),
        games=_s("games"),
        teams=_s("teams"),
        dice=_s("dice"),
        pace=_s("pace"),
        totals=_s("totals"),
        thread=_s("thread"),
    )
    described = app_commands.describe(
        rules=_s("House rules (the usual ones here if you choose none); more under Options in the lobby"),
        seats=_s("How many may play, 1 to 8 (8 if you choose none)"),
        power=_s("Play with the Power die"),
        games=_s("Games in a match, 1 to 6: all totals are added"),
        teams=_s("Play in sides: the totals of partners are added"),
        dice=_s("The bot throws, or you throw dice of your own and tell what fell"),
        pace=_s("One after the other, or everybody at once on a sheet of their own (in turns if you choose none)"),
        totals=_s("When everybody plays at once: when the totals are shown (live if you choose none)"),
        thread=_s("Open a thread for this game"),
    )
    counted = app_commands.choices(
        teams=[
            app_commands.Choice(name=_s("Two sides"), value=2),
            app_commands.Choice(name=_s("Three sides"), value=3),
            app_commands.Choice(name=_s("Four sides"), value=4),
        ]
    )
    offered = app_commands.choices(
        rules=rules,
        dice=[
            app_commands.Choice(name=_s("Fair dice, thrown by the bot"), value="fair"),
            app_commands.Choice(name=_s("Real dice, thrown at your table"), value="real"),
        ],
        pace=[
            app_commands.Choice(name=_s("In turns"), value="turns"),
            app_commands.Choice(name=_s("Everybody at once"), value="parallel"),
        ],
        totals=[
            app_commands.Choice(name=_s("Live"), value="live"),
            app_commands.Choice(name=_s("At the end"), value="end"),
        ],
    )
    return lambda start: counted(offered(described(named(start))))
