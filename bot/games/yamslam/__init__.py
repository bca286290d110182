"""Yamslam: five dice in two colours and seven kinds of chips to win.

Here live its chips, its house rules, its state and its turns.
"""

from bot.engine import N_, STANDARD, Listing
from bot.games.yamslam.rules import FRIENDS, RULES, Yamslam

LISTING = Listing(
    key=Yamslam.key,
    label=N_("Yamslam"),
    about=N_("dice in two colours and 28 chips to win"),
    family="yamslam",
    make=Yamslam.from_options,
    rules=RULES,
    seats=Yamslam.seats_alone,
    presets=(STANDARD, FRIENDS),
)
