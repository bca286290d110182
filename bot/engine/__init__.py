"""What every game stands on: types, dice, hands, options, the one gate, records and the codec.

Everything here is pure: no I/O, no clock, no randomness of its own. It knows no game, no table and no Discord.
Games and tables import what this file lists from :mod:`bot.engine`, the rest (hands, records) from
its module. Files in this folder import from each other's modules.
"""

from bot.engine.dice import (
    SECRET_BYTES,
    UNSTIRRED,
    Count,
    Dice,
    DiceSource,
    Faces,
    ScriptedDice,
    commitment,
    dice_source,
    is_valid_entropy,
    seat_key,
    word_hashes,
    words_hash,
)
from bot.engine.errors import BadOptions, DiceMismatch, GameError, IllegalAction, OldShape, UnknownGame, WrongSeats
from bot.engine.first_player import FirstPlayerThrown, Throws
from bot.engine.game import GameWithOptions
from bot.engine.keeping import some_kept
from bot.engine.listing import STANDARD, Listing
from bot.engine.options import FIRST_RULES_VERSION, RULES_VERSION, VERSION_KEY, Options, Preset, Rule
from bot.engine.seat_stats import SeatStats
from bot.engine.seats import acting, leave, next_seat, ranking
from bot.engine.sides import SIDES, TEAMS, teams_rule
from bot.engine.types import (
    DROP,
    Action,
    AnyGame,
    Event,
    FirstPlayerThrow,
    Game,
    Keep,
    Left,
    OptionValue,
    Outcome,
    PlayedStep,
    Report,
    Roll,
    Rolled,
    Seat,
    Step,
)
from bot.engine.words import N_

__all__ = [
    "DROP",
    "FIRST_RULES_VERSION",
    "N_",
    "RULES_VERSION",
    "SECRET_BYTES",
    "SIDES",
    "STANDARD",
    "TEAMS",
    "UNSTIRRED",
    "VERSION_KEY",
    "Action",
    "AnyGame",
    "BadOptions",
    "Count",
    "Dice",
    "DiceMismatch",
    "DiceSource",
    "Event",
    "Faces",
    "FirstPlayerThrow",
    "FirstPlayerThrown",
    "Game",
    "GameError",
    "GameWithOptions",
    "IllegalAction",
    "Keep",
    "Left",
    "Listing",
    "OldShape",
    "OptionValue",
    "Options",
    "Outcome",
    "PlayedStep",
    "Preset",
    "Report",
    "Roll",
    "Rolled",
    "Rule",
    "ScriptedDice",
    "Seat",
    "SeatStats",
    "Step",
    "Throws",
    "UnknownGame",
    "WrongSeats",
    "acting",
    "commitment",
    "dice_source",
    "is_valid_entropy",
    "leave",
    "next_seat",
    "ranking",
    "seat_key",
    "some_kept",
    "teams_rule",
    "word_hashes",
    "words_hash",
]
