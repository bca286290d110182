"""Which trophies a finished game brings, by its journal played once more."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine import AnyGame, GameTrophy, PlayedStep, Race, Seat, ToldGame, has_power
from bot.games import ENTRIES, FAMILIES

GAME_TROPHIES: Mapping[str, GameTrophy] = {
    trophy.key: trophy for entry in ENTRIES.values() for trophy in entry.trophies
}
"""Every trophy of a game by its key, in the order of menus."""


def earned(game: AnyGame, steps: Sequence[PlayedStep[Any]], seat: Seat) -> tuple[str, ...]:
    """Return the keys of what a finished game brings to ``seat``; a Power die makes nothing worth a name."""
    if not steps or has_power(game.options) or seat in steps[-1].after.gone:
        return ()
    played = _played(game, steps)
    trophies = ENTRIES[FAMILIES[game.key]].trophies
    return tuple(
        trophy.key for trophy in trophies if any(trophy.earned(one, _own(game, seat)) for one in played.games())
    )


def _played(game: AnyGame, steps: Sequence[PlayedStep[Any]]) -> ToldGame:
    """Return the game; of a race the game of one seat that it is made of, which knows nothing of turns counted."""
    if not isinstance(game, Race):
        return ToldGame(game, steps, steps[-1].after)
    solo = [PlayedStep(step.before.runs[0], step.do, step.events, step.after.runs[0]) for step in steps]
    return ToldGame(game.solo, solo, solo[-1].after)


def _own(game: AnyGame, seat: Seat) -> Seat:
    return Seat(0) if isinstance(game, Race) else seat
