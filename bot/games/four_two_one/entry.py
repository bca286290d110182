"""421: hands of three dice, the tokens they cost, the rounds and the house rules.

Players first receive as few tokens as they can, and then get rid of them.
"""

from bot.engine import N_, STANDARD, Command, Entry, Listing
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
        ),
    ),
    commands=(Command("four_two_one", N_("421"), N_("421: three dice and 21 tokens"), (FourTwoOne.key,)),),
)
