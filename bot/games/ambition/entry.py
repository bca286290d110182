"""All that the rest of the bot knows of Ambition."""

from bot.engine import N_, STANDARD, Command, Entry, Listing, reviewed_without
from bot.games.ambition.rules import PRESETS, RULES, Ambition

ENTRY = Entry(
    place=30,
    listings=(
        Listing(
            key=Ambition.key,
            label=N_("Ambition"),
            about=N_("three dice with stars, a goal reached exactly"),
            make=Ambition.from_options,
            rules=RULES,
            seats=Ambition.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            reviewed=reviewed_without("power", "teams"),
            minutes=lambda _: 20,
        ),
    ),
    commands=(
        Command(
            "ambition", N_("ambition"), N_("Ambition: three special dice, and a goal reached exactly"), (Ambition.key,)
        ),
    ),
)
