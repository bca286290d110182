"""All that the rest of the bot knows of 421."""

from bot.engine import N_, STANDARD, Command, Entry, Listing, reviewed_without
from bot.engine.game import GAMES
from bot.games.four_two_one.rules import FRIENDS, RULES, FourTwoOne

ENTRY = Entry(
    place=60,
    listings=(
        Listing(
            key=FourTwoOne.key,
            label=N_("421"),
            about=N_("three dice, and tokens to get rid of"),
            make=FourTwoOne.from_options,
            rules=RULES,
            seats=FourTwoOne.seats_alone,
            presets=(STANDARD, FRIENDS),
            unit="win",
            reviewed=reviewed_without("power", "teams", GAMES, seats=(2,)),
            minutes=lambda _: 10,
        ),
    ),
    commands=(Command("four_two_one", N_("421"), N_("421: three dice and 21 tokens"), (FourTwoOne.key,)),),
    best_known=(FourTwoOne.key,),
)
