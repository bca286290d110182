"""All that the rest of the bot knows of 421."""

from bot.engine import N_, STANDARD, Command, Entry, GameTrophy, Listing, Seat, Theme, ToldGame, reviewed_without
from bot.engine.game import GAMES
from bot.games.four_two_one.rules import ALL_AGAIN, FOR_421, FRIENDS, ONES, RULES, FourTwoOne, hand


def _at_once(played: ToldGame, seat: Seat) -> bool:
    return any(step.do == "roll" and hand(step.after.dice) == (4, 2, 1) for step in played.of(seat))


def _clean(played: ToldGame, seat: Seat) -> bool:
    held = any(step.before.tokens[seat] for step in played.steps)
    return seat in played.end.winners and not held and not played.end.tokens[seat]


_TROPHIES = (
    GameTrophy("421_at_once", N_("4-2-1 in one throw"), N_("Throw 4-2-1 with the first throw of a turn."), _at_once),
    GameTrophy("421_clean", N_("Clean hands"), N_("Win a game of 421 without ever holding a token."), _clean),
)

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
    trophies=_TROPHIES,
    themes={
        FOR_421: 0.45,
        ONES: 0.17,
        ALL_AGAIN: 0.06,
        Theme.SETS: 0.05,
        Theme.STOP: 0.18,
        Theme.LAST: 0.07,
        Theme.OTHER: 0.02,
    },
)
