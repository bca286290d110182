"""Pig: one die, and the nerve to stop in time."""

from bot.engine import N_, Command, Entry, Listing
from bot.games.pig.rules import Pig

ENTRY = Entry(
    place=70,
    listings=(Listing("pig", N_("Pig"), N_("one die and nerve"), Pig.from_options, (), Pig.seats_alone, unit="turns"),),
    commands=(Command("pig", N_("pig"), N_("Pig: one die, and the nerve to stop in time"), (Pig.key,)),),
)
