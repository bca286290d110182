"""All that the rest of the bot knows of Can't Stop."""

from bot.engine import N_, STANDARD, Command, Entry, Listing, reviewed_without
from bot.games.cant_stop.rules import PRESETS, RULES, CantStop, CantStopRace

ENTRY = Entry(
    place=40,
    listings=(
        Listing(
            key=CantStop.key,
            label=N_("Can't Stop"),
            about=N_("climb with pairs of dice, stop in time"),
            make=CantStop.from_options,
            rules=RULES,
            seats=CantStop.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            reviewed=reviewed_without("power", "teams"),
            minutes=lambda _: 10,
        ),
        Listing(
            key=CantStopRace.key,
            label=N_("Can't Stop race"),
            about=N_("three columns in the fewest turns, everybody alone"),
            make=CantStopRace.from_options,
            rules=CantStopRace.rules,
            seats=CantStopRace.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            reviewed=reviewed_without("power", "teams"),
            short_weekdays=(3,),
            minutes=lambda _: 16,
        ),
    ),
    commands=(
        Command(
            "cant_stop",
            N_("cantstop"),
            N_("Can't Stop: climb with pairs of dice, and stop in time"),
            (CantStop.key,),
            race=CantStopRace.key,
        ),
    ),
    best_known=(CantStop.key,),
)
