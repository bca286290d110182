"""All that the rest of the bot knows of 5000."""

from bot.engine import N_, STANDARD, AnyGame, Command, Entry, Listing, reviewed_without
from bot.engine.game import GAMES
from bot.games.five_thousand.rules import PRESETS, RULES, FiveThousand, FiveThousandRace


def reviewed(game: AnyGame, seats: int) -> bool:
    """Return whether there is a review: of the present game between two sides, of turns among more who play alone."""
    of_turns = seats > 2 and not game.sides
    return reviewed_without("power", *(() if of_turns else (GAMES,)))(game, seats) and game.sides <= 2


ENTRY = Entry(
    place=20,
    listings=(
        Listing(
            key=FiveThousand.key,
            label=N_("5000"),
            about=N_("set dice aside, stop in time"),
            make=FiveThousand.from_options,
            rules=RULES,
            seats=FiveThousand.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="win",
            reviewed=reviewed,
            minutes=lambda _: 10,
        ),
        Listing(
            key=FiveThousandRace.key,
            label=N_("5000 race"),
            about=N_("5000 in the fewest turns, everybody alone"),
            make=FiveThousandRace.from_options,
            rules=FiveThousandRace.rules,
            seats=FiveThousandRace.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            minutes=lambda _: 16,
        ),
    ),
    commands=(
        Command(
            "five_thousand",
            N_("5000"),
            N_("5000: set scoring dice aside, and stop in time"),
            (FiveThousand.key,),
            race=FiveThousandRace.key,
        ),
    ),
    best_known=(FiveThousand.key,),
)
