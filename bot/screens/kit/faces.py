"""The faces of all games, the commands that open games, and scores as people say them.

Results may name games that have left the catalogue. ``options`` are the house rules of a game.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module

from bot.engine import AnyGame, OptionValue, Seat
from bot.games import CATALOGUE, ENTRIES, FAMILIES
from bot.locales import Words
from bot.screens.kit import AnyFace, BoardPicture, RenderContext, command_name, naming_commands
from bot.tables.model.table import Table

# -- Faces: each family has its own in its folder (:mod:`bot.screens.kit.face`) --------------------------------------


@cache
def face_of(game: str) -> AnyFace:
    """Return the face of the game with this key. Raises KeyError for a game that is not in the catalogue.

    It is the ``FACE`` in the folder of its family.
    """
    family: AnyFace = import_module(f"bot.games.{FAMILIES[game]}.face").FACE
    return family.of(game)


for _key in CATALOGUE:  # Now, so that no press has to wait for an import.
    face_of(_key)


def opening_line(t: Words, game: str) -> str:
    """Return the sentence that names the command for ``game``; of the first in the catalogue for all games."""
    game = game if game in CATALOGUE else next(iter(CATALOGUE))
    return naming_commands(t, face_of(game).opening(game))


def opening_commands(t: Words) -> list[str]:
    """Return the commands that open tables, as a reader presses or types them, in the order of menus."""
    return [command_name(t, command.name, "start") for entry in ENTRIES.values() for command in entry.commands]


def ended_sheet(context: RenderContext, table: Table, names: Sequence[str] | None) -> tuple[str, BoardPicture | None]:
    """Return how a board for one player looks at its end: in words, or as a picture where there are ``names`` by seat.

    Of both one is empty.
    """
    face, drawn = face_of(table.game.key), None
    if names is not None and not context.plain:
        drawn = face.last_picture(context, table, table.game, table.state, names)
    return ("" if drawn else face.written(context, table.game, table.state, Seat(0))), drawn


_FIVE = 5
"""From twice so many on, minutes are told in steps of so many."""


def minutes_of(game: AnyGame, *, in_turns: bool = True) -> int | None:
    """Return about how long two people play a game by these house rules, or anybody at once; None: not known."""
    minutes = CATALOGUE[game.key].minutes
    if minutes is None:
        return None
    long = minutes(game) / (1 if in_turns else 2)
    return round(long) if long < 2 * _FIVE else _FIVE * round(long / _FIVE)


# -- Scores as people say them, by the key of the game; results may name games that have left the catalogue ----------


def fewest_is_best(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Whether scores of ``game`` are counts below 0: people see the number without its sign."""
    return game in CATALOGUE and face_of(game).fewest_is_best(options)


def one_score(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Return whether all who win the game ``game`` have the same score."""
    return game in CATALOGUE and face_of(game).one_score(options)


def displayed_score(game: str, score: float, options: Mapping[str, OptionValue]) -> float:
    """Return ``score`` of the game ``game`` as a number people know."""
    return abs(score) if fewest_is_best(game, options) else score


def last_loses(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Return whether the last place of the game ``game`` is a defeat."""
    return game in CATALOGUE and face_of(game).last_loses(options)


def score_bold(context: RenderContext, game: str, score: int, options: Mapping[str, OptionValue]) -> str:
    """Return the words beside a player in a result, with the number in bold."""
    return face_of(game).score_bold(context, score, options) if game in CATALOGUE else f"**{context.t.number(score)}**"


def average_words(context: RenderContext, game: str, average: float, options: Mapping[str, OptionValue]) -> str:
    """Return the average of scores in some games as people say it."""
    known = game in CATALOGUE
    return face_of(game).average_words(context, average, options) if known else context.t.number(average, 1)


def score_words(context: RenderContext, game: str, score: int, options: Mapping[str, OptionValue]) -> str:
    """Return the words beside a player in a result, without markdown."""
    return face_of(game).score_words(context, score, options) if game in CATALOGUE else context.t.number(score)
