"""All that the rest of the bot knows of Yamslam."""

from bot.engine import N_, STANDARD, Command, Entry, Listing, reviewed_without
from bot.engine.game import GAMES
from bot.games.yamslam.rules import FRIENDS, RULES, Yamslam

ENTRY = Entry(
    place=50,
    listings=(
        Listing(
            key=Yamslam.key,
            label=N_("Yamslam"),
            about=N_("dice in two colours and 28 chips to win"),
            make=Yamslam.from_options,
            rules=RULES,
            seats=Yamslam.seats_alone,
            presets=(STANDARD, FRIENDS),
            unit="win",
            reviewed=reviewed_without("power", "teams", GAMES, seats=(2,)),
            minutes=lambda _: 15,
        ),
    ),
    commands=(Command("yamslam", N_("yamslam"), N_("Yamslam: dice in two colours, chips"), (Yamslam.key,)),),
)
