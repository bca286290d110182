"""Can't Stop: climb columns with pairs of dice, and stop in time."""

from bot.engine import N_, STANDARD, Listing
from bot.games.cant_stop.rules import PRESETS, RULES, CantStop, CantStopRace

LISTINGS = (
    Listing(
        key=CantStop.key,
        label=N_("Can't Stop"),
        about=N_("climb with pairs of dice, stop in time"),
        family="cant_stop",
        make=CantStop.from_options,
        rules=RULES,
        seats=CantStop.seats_alone,
        presets=(STANDARD, *PRESETS),
    ),
    Listing(
        key=CantStopRace.key,
        label=N_("Can't Stop race"),
        about=N_("three columns in the fewest turns, everybody alone"),
        family="cant_stop",
        make=CantStopRace.from_options,
        rules=CantStopRace.rules,
        seats=CantStopRace.seats_alone,
        presets=(STANDARD, *PRESETS),
    ),
)
