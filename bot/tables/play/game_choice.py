"""What the host chooses about the game in the lobby, beside its house rules: the sheet, the pace, whose dice."""

from dataclasses import replace
from typing import TypedDict, Unpack

from bot.engine import AnyGame, IllegalAction, OptionValue
from bot.games import CATALOGUE
from bot.tables.core import lobbies
from bot.tables.core.model import Hints, Table
from bot.tables.core.moves import MoveResult
from bot.tables.core.rows import Make
from bot.tables.play.clock import with_allowed_policy


class Choice(TypedDict, total=False):
    """What somebody chooses of the table's settings, by their names there."""

    real_dice: bool
    simultaneous: bool
    hidden_totals: bool
    hints: Hints


def games_at(table: Table, *, simultaneous: bool) -> list[str]:
    """Return the keys of the games of this family that people can play at that pace, by their standard rules.

    A race is for one seat in turns, so it is played by everybody at once.
    """
    family = CATALOGUE[table.game.key].family
    listings = [listing for listing in CATALOGUE.values() if listing.family == family]
    if simultaneous:
        return [listing.key for listing in listings if not listing.make({}).only_in_turns]
    return [listing.key for listing in listings if listing.seats.stop > 2]


def choose(
    table: Table, user: int, make: Make, now: int, sheet: str | None = None, **choice: Unpack[Choice]
) -> MoveResult:
    """Play the family's game by other terms. Host only.

    ``sheet`` is the key of another game of the family; it keeps the house rules that it knows. Raises IllegalAction for
    a game that is not played at this pace, and what ``lobbies.choose_game`` raises.
    """
    settings = with_allowed_policy(replace(table.settings, **choice))
    possible = games_at(table, simultaneous=settings.simultaneous)
    key = sheet or table.game.key
    if key not in possible:
        if sheet is not None or not possible:
            raise IllegalAction(f"{key} is not played here")
        key = possible[0]
    game = table.game if key == table.game.key else make(key, carried(table.game, key))
    return lobbies.choose_game(table, user, game, now, settings)


def carried(game: AnyGame, key: str) -> dict[str, OptionValue]:
    """Return the house rules of ``game`` for the game ``key``: the same ready-made ones, else those that both know."""
    before, after = CATALOGUE[game.key], CATALOGUE[key]
    chosen = dict(game.options)
    preset = next((one.key for one in before.presets if dict(one.options) == chosen), None)
    same = next((one for one in after.presets if one.key == preset), None)
    if same is not None:
        return dict(same.options)
    rules = {rule.key: rule for rule in after.rules}
    return {name: value for name, value in chosen.items() if name in rules and value in rules[name].choices}
