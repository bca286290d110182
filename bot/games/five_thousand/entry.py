"""All that the rest of the bot knows of 5000."""

from bot.engine import (
    N_,
    STANDARD,
    AnyGame,
    Command,
    Entry,
    GameTrophy,
    Listing,
    Seat,
    Theme,
    ToldGame,
    reviewed_without,
)
from bot.engine.game import GAMES
from bot.games.five_thousand.rules import PRESETS, RULES, FiveThousand, FiveThousandRace, TurnEnd


def reviewed(game: AnyGame, seats: int) -> bool:
    """Return whether there is a review: of the present game between two sides, of turns among more who play alone."""
    far = bool(game.sides) and "target" in game.options  # Values are turns then, and partners share what one brings.
    return reviewed_without("power", "bump", "last_round", GAMES)(game, seats) and game.sides <= 2 and not far


def _in_one_turn(played: ToldGame, seat: Seat) -> bool:
    return any(
        (last := step.after.last) is not step.before.last
        and (last.how == TurnEnd.FIVE_ONES or (last.how == TurnEnd.COUNTED and last.points >= _MANY))
        for step in played.of(seat)
        if step.after.last is not None
    )


def _full_hands(played: ToldGame, seat: Seat) -> bool:
    """Whether all dice have scored several times in one turn."""
    full = 0
    for step in played.of(seat):
        word, *dice = step.do.split()
        full = 0 if word == "roll" else full + (len(step.before.aside) + len(dice) == played.game.dice)
        if full >= _FULL_HANDS:
            return True
    return False


_MANY = 5000
_FULL_HANDS = 2

_TROPHIES = (
    GameTrophy(
        "5000_one_turn",
        N_("5000 in one turn"),
        N_("Write 5,000 points in a single turn, or throw five 1s."),
        _in_one_turn,
    ),
    GameTrophy("5000_full_hands", N_("Hot dice"), N_("Score with all dice twice in one turn of 5000."), _full_hands),
)

ENTRY = Entry(
    place=20,
    listings=(
        Listing(
            key=FiveThousand.key,
            label=N_("5000"),
            about=N_("set dice aside, stop in time"),
            make=FiveThousand.from_options,
            rules=RULES,
            seats=FiveThousand.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="win",
            reviewed=reviewed,
            minutes=lambda _: 10,
        ),
        Listing(
            key=FiveThousandRace.key,
            label=N_("5000 race"),
            about=N_("5000 in the fewest turns, everybody alone"),
            make=FiveThousandRace.from_options,
            rules=FiveThousandRace.rules,
            seats=FiveThousandRace.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            minutes=lambda _: 16,
        ),
    ),
    commands=(
        Command(
            "five_thousand",
            N_("5000"),
            N_("5000: set scoring dice aside, and stop in time"),
            (FiveThousand.key,),
            race=FiveThousandRace.key,
        ),
    ),
    trophies=_TROPHIES,
    themes={Theme.STOP: 0.51, Theme.LAST: 0.07, Theme.OTHER: 0.42},
    best_known=(FiveThousand.key,),
)
