"""The commands that open tables, from the entries of the games."""

from __future__ import annotations

from bot.games import CATALOGUE, ENTRIES

OPENINGS = [(command, key) for entry in ENTRIES.values() for command in entry.commands for key in command.games]
"""Each game that a command opens in turns, with that command."""

IN_TURNS = [key for _, key in sorted(OPENINGS, key=lambda one: list(CATALOGUE).index(one[1]))]
"""The games that are played in turns, in the order of menus: all but races."""


def start_of(game: str) -> dict[str, str]:
    """The command that opens ``game`` in turns, and what it must be told, in English."""
    ((command, _),) = [one for one in OPENINGS if one[1] == game]
    sheet = {"sheet": game} if len(command.games) > 1 else {}
    return {"command": f"{command.name} start", **sheet}


def command_of(game: str) -> str:
    """The English name of the command that opens ``game``, or the race that it is."""
    return next(
        command.name
        for entry in ENTRIES.values()
        for command in entry.commands
        if game in (*command.games, command.race)
    )
