"""Ambition: three dice with stars, and a goal that must be reached exactly."""

from bot.engine import N_, STANDARD, Listing
from bot.games.ambition.rules import PRESETS, RULES, Ambition

LISTING = Listing(
    key=Ambition.key,
    label=N_("Ambition"),
    about=N_("three dice with stars, a goal reached exactly"),
    family="ambition",
    make=Ambition.from_options,
    rules=RULES,
    seats=Ambition.seats_alone,
    presets=(STANDARD, *PRESETS),
)
