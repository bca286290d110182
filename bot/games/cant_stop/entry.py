"""All that the rest of the bot knows of Can't Stop."""

from collections.abc import Iterator

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
from bot.games.cant_stop.rules import PRESETS, RULES, CantStop, CantStopRace, Heights


def _reviewed(game: AnyGame, seats: int) -> bool:
    cones = () if seats == 1 else ("jump", "no_stop_on_cone")
    return reviewed_without("power", "teams", "must_maximise", GAMES, *cones)(game, seats)


def _from_the_foot(played: ToldGame, seat: Seat) -> bool:
    return any(set(won) - set(dict(cones)) for cones, won in _columns_won(played, seat))


def _two_at_once(played: ToldGame, seat: Seat) -> bool:
    return any(len(won) > 1 for _, won in _columns_won(played, seat))


def _both_ends(played: ToldGame, seat: Seat) -> bool:
    return {2, 12} <= set(played.end.won[seat])


def _columns_won(played: ToldGame, seat: Seat) -> Iterator[tuple[Heights, tuple[int, ...]]]:
    """Return the columns that each turn has won, with the cones of ``seat`` before it."""
    for step in played.of(seat):
        last = step.after.last
        if last is not None and last is not step.before.last and last.won:
            yield step.before.cones[seat], last.won


_TROPHIES = (
    GameTrophy(
        "cant_stop_foot",
        N_("From the foot to the top"),
        N_("Win a whole column of Can't Stop in one turn."),
        _from_the_foot,
    ),
    GameTrophy("cant_stop_two", N_("Two at once"), N_("Win two columns of Can't Stop in one turn."), _two_at_once),
    GameTrophy("cant_stop_ends", N_("Both ends"), N_("Win the columns 2 and 12 in a game of Can't Stop."), _both_ends),
)

ENTRY = Entry(
    place=40,
    listings=(
        Listing(
            key=CantStop.key,
            label=N_("Can't Stop"),
            about=N_("climb with pairs of dice, stop in time"),
            make=CantStop.from_options,
            rules=RULES,
            seats=CantStop.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            reviewed=_reviewed,
            minutes=lambda _: 10,
        ),
        Listing(
            key=CantStopRace.key,
            label=N_("Can't Stop race"),
            about=N_("three columns in the fewest turns, everybody alone"),
            make=CantStopRace.from_options,
            rules=CantStopRace.rules,
            seats=CantStopRace.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="turns",
            reviewed=_reviewed,
            short_weekdays=(3,),
            minutes=lambda _: 16,
        ),
    ),
    commands=(
        Command(
            "cant_stop",
            N_("cantstop"),
            N_("Can't Stop: climb with pairs of dice, and stop in time"),
            (CantStop.key,),
            race=CantStopRace.key,
        ),
    ),
    best_known=(CantStop.key,),
    trophies=_TROPHIES,
    themes={Theme.STOP: 0.54, Theme.LAST: 0.04, Theme.OTHER: 0.42},
)
